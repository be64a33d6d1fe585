import Diagnostics
import FrontMatter
import Testing

/// Parses a whole text and gives the document with its diagnostics.
func parse(_ text: String) -> (document: FrontMatterDocument, diagnostics: [Diagnostic]) {
  var document = FrontMatterDocument()
  let file = SourceFile(path: "a.yml", text: text)
  let diagnostics = document.read(file, 0..<file.bytes.count)
  return (document, diagnostics)
}

/// Parses a text that is well, and gives the value of its key `a`.
func value(_ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> (
  document: FrontMatterDocument, node: FrontMatterNode
) {
  let (document, diagnostics) = parse(text)
  #expect(diagnostics.map(\.summary) == [], sourceLocation: sourceLocation)
  return (document, try #require(document.value(of: "a", in: document.root), sourceLocation: sourceLocation))
}

/// A document as a tree in one line: texts in quotes, `[…]` and `{key: value}`.
func outline(_ document: FrontMatterDocument, _ node: FrontMatterNode?) -> String {
  guard let node else { return "nothing" }
  switch node.kind {
  case .sequence:
    return "[" + document.items(of: node).map { outline(document, $0) }.joined(separator: ", ") + "]"
  case .mapping:
    let pairs = document.pairs(of: node).map {
      "\(document.text(of: $0.key)): \(outline(document, $0.value))"
    }
    return "{" + pairs.joined(separator: ", ") + "}"
  default: return node.isEmpty ? "-" : "'\(document.text(of: node))'"
  }
}

/// A file with its fix-its made, which are in the order of the file.
func fixedText(_ diagnostic: Diagnostic) -> String? {
  guard let file = diagnostic.fixIts.first?.range.file else { return nil }
  var text = ""
  var start = 0
  for fix in diagnostic.fixIts {
    text += file.text(start..<fix.range.bytes.lowerBound) + fix.replacement
    start = fix.range.bytes.upperBound
  }
  return text + file.text(start..<file.bytes.count)
}

/// Front matter after an operation, which must leave it readable; `refused` if it is.
func edited(_ text: String, _ operation: RecordOperation, order: [String] = []) -> String {
  let file = SourceFile(path: "a.md", text: "---\n\(text)---\n")
  let changed = FrontMatterEdit.file(file, after: [operation]) { _ in order }
  guard let result = try? changed.get() else { return "refused" }
  var document = FrontMatterDocument()
  guard case .present(let range, _) = Fences(of: result.bytes) else { return "no front matter" }
  #expect(document.read(result, range).isEmpty, "\(result.text(range))")
  return result.text(range)
}
