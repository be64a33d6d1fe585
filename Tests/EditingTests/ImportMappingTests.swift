import Diagnostics
import Editing
import Testing

@Suite struct ImportMappingTests {
  /// What is no text, and a text that YAML cuts at ` #`, would be read as another mapping in silence.
  @Test(arguments: [
    ("delimiter: [a]\n", "unquoted-text [a]"),
    ("keys: {name: {address: b}}\n", "unquoted-text {address: b}"),
    ("constants:\n  tags: [a, b]\n", "unquoted-text [a, b]"),
    ("keys:\n  name: Company #1\n", "unquoted-text Company #1"),
    ("delimitr: a\n", "unknown-key delimitr"),
    ("delimiter: ;;\n", "wrong-shape ;;"),
    ("decimal: point\n", "wrong-shape point"),
    ("date: day\n", "wrong-shape day"),
    ("encoding: koi8\n", "wrong-shape koi8"),
  ])
  func aMappingIsReadAsStrictlyAsOtherFiles(text: String, error: String) {
    let diagnostics = ImportMapping.read(SourceFile(path: "a.yml", text: text)).diagnostics
    #expect(diagnostics.map { "\($0.id.rawValue) \($0.range.text)" } == [error])
  }

  /// A shop's `Id` is none of docket's, and its row needs none.
  @Test func columnsThatMeanSomethingElseAreLeftOut() async throws {
    let text = "as: RowOfOrder\nkeys: {order: Name, sum: Price}\nignore: [Id]\n"
    let (mapping, diagnostics) = ImportMapping.read(SourceFile(path: "a.yml", text: text))
    #expect(diagnostics.map(\.summary) == [])
    let book = try await EditedBook(ImporterTests.files)
    let result = Importer(book.editor, mapping: mapping, isUpdate: false).edit(
      of: SourceFile(path: "a.csv", text: "Name,Price,Id\no1,5.00,500001\n"))
    #expect(result.edit.diagnostics.map(\.summary) == [] && result.counts.new == 1)
    #expect(book.text("orders/o1.md", after: result.edit)?.contains("sum: 5") == true)
    let unknown = ImportMapping.read(SourceFile(path: "a.yml", text: text.replacing("[Id]", with: "[Ids]")))
      .mapping
    let found = Importer(book.editor, mapping: unknown, isUpdate: false).edit(
      of: SourceFile(path: "a.csv", text: "Name,Price,Id\no1,5.00,o1#1\n"))
    #expect(found.edit.diagnostics.contains { $0.summary.contains("did you mean 'Id'?") })
  }
}
