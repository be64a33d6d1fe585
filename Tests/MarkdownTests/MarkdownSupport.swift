import Diagnostics
import Markdown
import TestSupport
import Testing

/// A body rendered: its HTML, and what came with it.
struct RenderedBody {
  let html: String
  let file: SourceFile
  let result: RenderedMarkdown

  /// Renders a text whose links are all right as they are, unless told otherwise.
  init(_ text: String, resolve: @escaping (LinkReference) -> LinkResolution = { _ in .unchanged }) {
    file = SourceFile(path: "Content/page.md", text: text)
    var output: [UInt8] = []
    result = MarkdownDocument(file, body: 0..<file.bytes.count).render(into: &output, resolve: resolve)
    #expect(String(validating: output, as: UTF8.self) != nil, "the HTML is no UTF-8")
    html = String(decoding: output, as: UTF8.self)
  }

  /// The diagnostics as `offset id text-at-the-place`.
  var diagnosticLines: [String] {
    result.diagnostics.diagnostics.map { "\($0.range.bytes.lowerBound) \($0.id.rawValue) \($0.range.text)" }
  }
}

/// Checks that a body gives one diagnostic for each mark, in their order, each at its mark and over its text.
func expectDiagnostics(
  _ marked: String, gives expected: [(DiagnosticID, String)],
  resolve: @escaping (LinkReference) -> LinkResolution = { _ in .unchanged },
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let text = MarkedText(marked)
  let places = text.offsets.values.sorted()
  let rendered = RenderedBody(text.text, resolve: resolve)
  #expect(
    rendered.diagnosticLines.sorted()
      == zip(places, expected).map { "\($0) \($1.0.rawValue) \($1.1)" }.sorted(),
    sourceLocation: sourceLocation)
  #expect(places.count == expected.count, "marks", sourceLocation: sourceLocation)
}

/// A resolver that finds nothing.
func nowhere(_ link: LinkReference) -> LinkResolution {
  .failed(.init(.brokenLink, "'\(link.destination)' leads nowhere"))
}
