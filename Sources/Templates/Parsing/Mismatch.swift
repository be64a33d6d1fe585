import Diagnostics

/// A closing tag with another name than its opening tag, such as `{{#instrumnet}}…{{/instrument}}`.
///
/// Only code that knows which names exist can tell which one is misspelled; see ``TemplateCompiler``.
struct Mismatch: Sendable {
  /// The kind of tag, as diagnostics call it.
  let noun: String
  /// The bytes of the opening tag.
  let opening: Range<Int>
  /// The name in the opening tag, and its bytes.
  let opened: (name: String, range: Range<Int>)
  /// The bytes of the closing tag.
  let closing: Range<Int>
  /// The name in the closing tag.
  let closed: Name

  /// The error at the closing tag.
  /// - Parameters:
  ///   - file: the template.
  ///   - isCertain: whether the opening tag is known to be correct.
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

  /// The error at the opening tag, whose name does not exist, while the closing tag's name does.
  /// - Parameters:
  ///   - file: the template.
  ///   - id: the id of the error for a name that does not exist.
  ///   - summary: the sentence for that error, to which the correct name is added.
  func atOpening(in file: SourceFile, _ id: DiagnosticID, _ summary: String) -> Diagnostic {
    let name = file.text(closed.range)
    let isSlip = certainName(to: opened.name, among: [name]) != nil
    return Diagnostic(
      id, at: file[opened.range], summary + suggestion(name),
      notes: [Diagnostic.Note("it is closed here", at: file[closing])],
      fixIts: isSlip ? [Diagnostic.FixIt(replacing: file[opened.range], with: name)] : [])
  }
}
