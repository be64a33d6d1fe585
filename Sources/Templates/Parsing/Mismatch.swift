import Diagnostics

/// A closing tag that says another name than the tag it closes, such as `{{#instrumnet}}…{{/instrument}}`.
///
/// Only those who know the names can tell which of the two is misspelt; see ``TemplateCompiler``.
struct Mismatch: Sendable {
  /// What the opening tag opens, as diagnostics call it.
  let noun: String
  /// The bytes of the opening tag.
  let opening: Range<Int>
  /// The name that it says, and its bytes.
  let opened: (name: String, range: Range<Int>)
  /// The bytes of the closing tag.
  let closing: Range<Int>
  /// The name that it says.
  let closed: Name

  /// The error as one of the closing tag.
  /// - Parameters:
  ///   - file: the template.
  ///   - isCertain: whether the opening tag is known to be right.
  func atClosing(in file: SourceFile, isCertain: Bool) -> Diagnostic {
    let name = file.text(closed.range)
    let nearest = nearestName(to: name, among: [opened.name])
    return Diagnostic(
      .templateSyntax, at: file[closing],
      "'\(file.text(closing))' closes nothing that is open" + suggestion(nearest),
      notes: [Diagnostic.Note("\(noun) '\(opened.name)' is opened here", at: file[opening])],
      fixIts: isCertain && certainName(to: name, among: [opened.name]) != nil
        ? [Diagnostic.FixIt(replacing: file[closed.range], with: opened.name)] : [])
  }

  /// The error as one of the opening tag, whose name does not exist while the closing tag's does.
  /// - Parameters:
  ///   - file: the template.
  ///   - id: the error for naming something of the kind that does not exist.
  ///   - summary: the same as a sentence, to which the right name is added.
  func atOpening(in file: SourceFile, _ id: DiagnosticID, _ summary: String) -> Diagnostic {
    let name = file.text(closed.range)
    let isSlip = certainName(to: opened.name, among: [name]) != nil
    return Diagnostic(
      id, at: file[opened.range], summary + suggestion(name),
      notes: [Diagnostic.Note("it is closed here", at: file[closing])],
      fixIts: isSlip ? [Diagnostic.FixIt(replacing: file[opened.range], with: name)] : [])
  }
}
