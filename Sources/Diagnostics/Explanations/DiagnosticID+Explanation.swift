extension DiagnosticID {
  /// What the error is and how to fix it.
  package var explanation: Explanation {
    Explanation.all[self] ?? Explanation(rawValue, reason: "", example: "", fix: "")
  }
}

extension Explanation {
  /// The explanation of every id, each entered beside its name.
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
