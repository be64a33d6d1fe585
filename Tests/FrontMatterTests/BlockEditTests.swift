import FrontMatter
import Testing

/// What setting and removing keys does to what stands beside them: texts of several lines, and comments.
@Suite struct BlockEditTests {
  /// What begins with `#` in a text is no comment.
  @Test(arguments: [
    "|\n  x\n  # 12, back yard", "|-\n  # 12", ">\n  x\n\n  # y", "|+\n  # 1\n  # 2", "\"a\n  # b\"",
  ]) func aTextAboveStays(text: String) {
    let rest = "info: \(text)\n"
    #expect(edited(rest + "phone: 5\n") { $0.clear("phone", row: nil) } == rest)
    let row = "rows:\n  - info: \(text.replacing("\n", with: "\n    "))\n"
    #expect(
      edited(row + "    phone: 5\n") { $0.clear("phone", row: .init(list: "rows", index: 0)) } == row)
    #expect(edited(rest + "rows:\n  - a: 1\n") { $0.removeRow(at: .init(list: "rows", index: 0)) } == rest)
  }

  /// The empty lines below a text that keeps them are part of it.
  @Test func whatATextKeepsStaysInIt() {
    let text = "info: |+\n  abc\n\n"
    #expect(
      edited(text) { $0.set(.init("z", .text("1")), row: nil, order: ["info", "z"]) } == text + "z: 1\n")
    let rows = "rows:\n  - info: |+\n      abc\n\n"
    #expect(
      edited(rows + "a: 1\n") {
        $0.insert([.init("b", .text("2"))], at: .init(list: "rows", index: 1), order: [])
      }
        == rows + "  - b: 2\na: 1\n")
    #expect(edited("a: 1\n" + text) { $0.clear("info", row: nil) } == "a: 1\n")
    #expect(edited(text + "a: 1\n") { $0.clear("a", row: nil) } == text)
  }

  /// A comment that is indented deeper than the key below it belongs to what is above.
  @Test(arguments: ["name: A\n  # odd\n", "name: A\n# even\nb: 1\n", "rows:\n  - a: 1\n    # odd\n"])
  func whatIsAddedGoesAlone(text: String) {
    let order = ["name", "rows", "b", "z"]
    let added = edited(text) { $0.set(.init("z", .text("1")), row: nil, order: order) }
    #expect(added == text + "z: 1\n")
    #expect(edited(added) { $0.clear("z", row: nil) } == text)
  }

  /// A value that is there already stays as it is written.
  @Test(arguments: [("a: |\n    x\n    y\n", "x\ny\n"), ("a: '1'\n", "1"), ("a: \"b\"  # c\n", "b")])
  func theSameValueChangesNothing(text: String, value: String) {
    #expect(edited(text) { $0.set(.init("a", .text(value)), row: nil, order: []) } == text)
  }
}
