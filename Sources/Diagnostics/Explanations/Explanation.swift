/// An explanation of a kind of error for someone who keeps an order book and does not program.
///
/// `docket check --explain unknown-key` prints this:
///
///     unknown-key (error)
///     A key that is not declared
///
///     docket reads only the keys that the model declares, …
///
///     For example:
///
///         custmer: ernst-handel
///
///     Fix it: correct the key, or declare it in model.yml …
package struct Explanation: Sendable {
  /// The severity of such an error, unless a rule of the site's own model sets another.
  package let severity: Diagnostic.Severity
  /// One line without a full stop.
  package let title: String
  /// What is wrong, and why it matters.
  package let reason: String
  /// A few lines that contain the error.
  package let example: String
  /// What to do.
  package let fix: String

  init(
    _ title: String, _ severity: Diagnostic.Severity = .error, reason: String, example: String, fix: String
  ) {
    self.severity = severity
    self.title = title
    self.reason = reason
    self.example = example
    self.fix = fix
  }

  /// The reason, the example and the fix, as plain text without a final line end.
  package var help: String {
    let lines = example.split(separator: "\n", omittingEmptySubsequences: false)
    let indented = lines.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    return "\(reason)\n\nFor example:\n\n\(indented)\n\nFix it: \(fix)"
  }

  /// The reason, the example and the fix, as Markdown.
  package var markdown: String {
    "\(reason)\n\nFor example:\n\n```text\n\(example)\n```\n\n**Fix it:** \(fix)"
  }
}
