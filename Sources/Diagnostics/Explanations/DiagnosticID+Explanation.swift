extension DiagnosticID {
  /// An explanation of the error and how to fix it.
  package var explanation: Explanation {
    Explanation.all[self] ?? Explanation(rawValue, reason: "", example: "", fix: "")
  }
}

extension Explanation {
  /// The explanations of all ids.
  fileprivate static let all: [DiagnosticID: Explanation] = {
    var all: [DiagnosticID: Explanation] = [:]
    addFiles(to: &all)
    addFrontMatter(to: &all)
    addValues(to: &all)
    addModel(to: &all)
    addLints(to: &all)
    addSlips(to: &all)
    addPages(to: &all)
    return all
  }()
}
