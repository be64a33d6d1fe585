import Diagnostics

/// The reason that a link has no destination.
package struct LinkFailure: Sendable {
  /// The kind of the error.
  let id: DiagnosticID
  /// The error in words.
  let summary: String
  /// The nearest name; nil if none is near.
  let nearest: String?
  /// The missing path below Content, for which a name can be suggested later; nil if no path is missing.
  package let missing: String?
  /// The certainly right destination; nil if it is unknown.
  let fix: String?

  package init(
    _ id: DiagnosticID, _ summary: String, nearest: String? = nil, missing: String? = nil, fix: String? = nil
  ) {
    self.id = id
    self.summary = summary
    self.nearest = nearest
    self.missing = missing
    self.fix = fix
  }

  /// The error at the destination as written.
  package func diagnostic(at range: SourceRange) -> Diagnostic {
    let fixIts = fix.map { [Diagnostic.FixIt(replacing: range, with: $0)] } ?? []
    return Diagnostic(id, at: range, summary, nearest: nearest, fixIts: fixIts)
  }
}
