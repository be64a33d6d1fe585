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
}
