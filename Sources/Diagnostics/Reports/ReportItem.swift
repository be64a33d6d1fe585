/// An item of a report: a diagnostic, or the number of diagnostics that are left out.
enum ReportItem {
  /// A diagnostic, in full.
  case diagnostic(Diagnostic)
  /// The number of diagnostics of an id and file that are left out, and the first of these.
  case others(Int, Diagnostic)

  /// The maximum number of diagnostics of one id to print for one file.
  private static let maximumOfOneID = 100

  /// The items of a report, in any format.
  ///
  /// At most a hundred of each id are printed per file, because a single typo can cause thousands of errors.
  /// The numbers of the others follow the file's last diagnostic, in the order of their ids.
  static func items(of diagnostics: [Diagnostic]) -> [ReportItem] {
    var items: [ReportItem] = []
    var counts: [DiagnosticID: Int] = [:]
    var left: [DiagnosticID: Diagnostic] = [:]
    for (index, diagnostic) in diagnostics.enumerated() {
      let count = counts[diagnostic.id, default: 0] + 1
      counts[diagnostic.id] = count
      if count <= maximumOfOneID {
        items.append(.diagnostic(diagnostic))
      } else if count == maximumOfOneID + 1 {
        left[diagnostic.id] = diagnostic
      }
      let path = diagnostic.range.file.path
      guard index + 1 == diagnostics.count || diagnostics[index + 1].range.file.path != path else { continue }
      for (id, first) in left.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        items.append(.others(counts[id, default: 0] - maximumOfOneID, first))
      }
      counts = [:]
      left = [:]
    }
    return items
  }

  /// The item as a diagnostic, for formats that have nothing else; diagnostics that are left out have the
  /// place of the first.
  private var diagnostic: Diagnostic {
    switch self {
    case .diagnostic(let diagnostic): diagnostic
    case .others(let count, let first):
      Diagnostic(
        first.id, first.severity, at: first.range, "\(count) more of [\(first.id.rawValue)] in this file")
    }
  }

  /// The diagnostics of a report for programs, with diagnostics that count those left out.
  static func diagnostics(for diagnostics: [Diagnostic]) -> [Diagnostic] {
    items(of: diagnostics).map(\.diagnostic)
  }
}
