import Content
import Diagnostics

/// Diagnostics as HTML, as printed by `check`: the place, the summary, and the source line with a mark. What they say is in
/// the language of the request where there is a translation.
struct DiagnosticList {
  /// The maximum number of diagnostics shown; an unreadable model causes one for every record.
  private static let most = 200

  private let diagnostics: [Diagnostic]
  /// The token that a change must carry; nil if fix-its cannot be made here.
  private let token: String?
  /// The addresses of forms, by the path of the record's file.
  private let forms: [String: String]

  /// - Parameter book: the book whose records' places lead to their forms; nil for none.
  init(_ diagnostics: [Diagnostic], token: String? = nil, formsOf book: Book? = nil) {
    self.diagnostics = diagnostics
    self.token = token
    let paths = Set(diagnostics.prefix(Self.most).map(\.range.file.path))
    forms = book.map { FormAddress.addresses(ofFilesAt: paths, in: $0.graph) } ?? [:]
  }

  /// The numbers of errors and warnings: `2 errors, 1 warning`.
  var count: String {
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    return [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
      .map { localized("{0} \($0.1)\($0.0 == 1 ? "" : "s")", "\($0.0)") }.joined(separator: ", ")
  }

  var html: HTML {
    let left = diagnostics.count - Self.most
    return """
      <ol class="diagnostics">
      \(diagnostics.prefix(Self.most).map(item))\
      \(left > 0 ? "<li>\(localized: "… and {0} more; {1} prints them all", "\(left)", "<code>docket check</code>")</li>" : "" as HTML)</ol>
      """
  }

  private func item(_ diagnostic: Diagnostic) -> HTML {
    """
    <li class="\(diagnostic.severity.rawValue)">
    <p>\(link(to: diagnostic.range)) <b>\(localized: diagnostic.severity.rawValue):</b> \(localized(sentence: diagnostic.summary)) \
    <small>[\(diagnostic.id.rawValue)]</small></p>
    \(source(diagnostic.range))\(diagnostic.notes.map(note))\(fix(diagnostic))</li>

    """
  }

  /// A button that makes the fix-its.
  private func fix(_ diagnostic: Diagnostic) -> HTML {
    guard let token, !diagnostic.fixIts.isEmpty else { return "" }
    let what = diagnostic.fixIts.map { "'\($0.range.text)' → '\($0.replacement)'" }.joined(separator: ", ")
    return """
      <form method="post" action="\(FormAddress(.fix).path)"><input type="hidden" name="token" value="\(token)">\
      <button name="diagnostic" value="\(diagnostic.key)">\(localized("Fix: {0}", String(what.prefix(120))))</button></form>
      """
  }

  private func note(_ note: Diagnostic.Note) -> HTML {
    """
    <p class="note">\(note.range.map { "<code>\(place($0))</code> " as HTML } ?? "")\(localized(sentence: note.text))</p>
    \(note.range.map(source) ?? "")
    """
  }

  private func link(to range: SourceRange) -> HTML {
    let place: HTML = "<code>\(place(range))</code>"
    return forms[range.file.path].map { "<a href=\"\($0)\">\(place)</a>" } ?? place
  }

  private func place(_ range: SourceRange) -> String {
    let location = range.file.location(of: range.bytes.lowerBound)
    return "\(range.file.path):\(location.line):\(location.column)"
  }

  /// The source line with the range marked; of a long line, only the part around it.
  private func source(_ range: SourceRange) -> HTML {
    let file = range.file
    let line = file.lineRange(at: range.bytes.lowerBound)
    guard !line.isEmpty else { return "" }
    let start = min(max(range.bytes.lowerBound, line.lowerBound), line.upperBound)
    let end = min(max(range.bytes.upperBound, start), line.upperBound)
    let before = file.text(max(line.lowerBound, start - 400)..<start)
    let marked = file.text(start..<min(end, start + 400))
    let after = end - start > 400 ? "…" : file.text(end..<min(line.upperBound, end + 400))
    return """
      <pre>\(before)<mark>\(marked)</mark>\(after)</pre>

      """
  }
}

extension Diagnostic {
  /// Identifies the diagnostic among those of a book.
  var key: String { "\(range.file.path):\(range.bytes.lowerBound) \(id.rawValue) \(summary)" }
}
