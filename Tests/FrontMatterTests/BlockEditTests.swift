import Diagnostics
import FrontMatter
import Testing

/// What setting and removing keys does to what stands beside them: texts of several lines, and comments.
@Suite struct BlockEditTests {
  /// What begins with `#` in a text is no comment.
  @Test(arguments: [
    "|\n  x\n  # 12, back yard", "|-\n  # 12", ">\n  x\n\n  # y", "|+\n  # 1\n  # 2", "\"a\n  # b\"",
  ]) func aTextAboveStays(text: String) {
    let rest = "info: \(text)\n"
    #expect(edited(rest + "phone: 5\n", .clear(key: "phone")) == rest)
    let row = "rows:\n  - info: \(text.replacing("\n", with: "\n    "))\n"
    #expect(
      edited(row + "    phone: 5\n", .clear(key: "phone", row: .init(list: "rows", index: 0))) == row)
    #expect(edited(rest + "rows:\n  - a: 1\n", .removeRow(.init(list: "rows", index: 0))) == rest)
  }

  /// A blank or a tab at the end of a line does not turn a text of several lines into one line with escapes.
  @Test(arguments: ["one \ntwo", "one\n\ttwo\tthree\n", "one\ntwo  \n"])
  func aTextWithBlanksStaysOnItsLines(text: String) {
    let file = edited("info: |\n  one\nz: 1\n", .set(.init("info", .text(text))))
    let lines = text.split(separator: "\n").map { "  \($0)\n" }.joined()
    #expect(file == "info: \(text.hasSuffix("\n") ? "|" : "|-")\n\(lines)z: 1\n")
  }

  /// A row that moves to the end of its list stays above the empty line below the list.
  @Test func aMovedRowStaysInItsList() {
    let rows = "rows:\n  - a: 1\n  - b: 2\n\nz: 1\n"
    #expect(
      edited(rows, .moveRow(.init(list: "rows", index: 0), before: 2))
        == "rows:\n  - b: 2\n  - a: 1\n\nz: 1\n")
  }

  /// A new row with a text of several lines has it on lines of its own.
  @Test func aNewRowHasTheLinesOfItsText() {
    let fields: [RecordOperation.Field] = [.init("a", .text("one\ntwo\n")), .init("b", .text("1"))]
    #expect(
      edited("z: 1\n", .insertRow(fields, .init(list: "rows", index: 0)))
        == "rows:\n  - a: |\n      one\n      two\n    b: 1\nz: 1\n")
  }

  /// A comment beside an empty list is about the list, not about its first row.
  @Test(arguments: [
    ("rows: [] # ask", "rows: # ask"), ("rows:   # ask", "rows:   # ask"),
    ("rows: []\t# ask", "rows:\t# ask"),
  ])
  func theCommentOfAnEmptyListStays(list: String, first: String) {
    let row: [RecordOperation.Field] = [.init("a", .text("1"))]
    #expect(
      edited(list + "\nz: 1\n", .insertRow(row, .init(list: "rows", index: 0)))
        == first + "\n  - {a: 1}\nz: 1\n")
  }

  /// A text that moves in a list keeps its comment.
  @Test func aMovedTextKeepsItsComment() {
    let list = "tags:\n  - zoe\n  - ali   # Tuesdays\nz: 1\n"
    #expect(
      edited(list, .moveText("ali", key: "tags", before: 0)) == "tags:\n  - ali   # Tuesdays\n  - zoe\nz: 1\n"
    )
    #expect(edited("tags: [a, b, c]\n", .moveText("a", key: "tags", before: 3)) == "tags: [b, c, a]\n")
    #expect(edited("tags: a, b, c\n", .moveText("c", key: "tags", before: 1)) == "tags: [a, c, b]\n")
  }

  /// A comment behind `|` or `>` stays when the text is replaced.
  @Test(arguments: [
    ("three", "\"three\"  # ask first"), ("Rue 5", "\"Rue 5\"  # ask first"),
    ("a\nb", "|-  # ask first\n  a\n  b"), ("a: b", "\"a: b\"  # ask first"),
  ])
  func theCommentOfABlockStays(new: String, result: String) {
    for block in ["|", ">", "|+", ">2-"] {
      #expect(
        edited("info: \(block)  # ask first\n  one\n  two\nz: 1\n", .set(.init("info", .text(new))))
          == "info: \(result)\nz: 1\n")
    }
    #expect(edited("info: |\n  one # two\n", .set(.init("info", .text("x")))) == "info: x\n")
  }

  /// The empty lines below a text that keeps them are part of it.
  @Test func whatATextKeepsStaysInIt() {
    let text = "info: |+\n  abc\n\n"
    #expect(
      edited(text, .set(.init("z", .text("1"))), order: ["info", "z"]) == text + "z: 1\n")
    let rows = "rows:\n  - info: |+\n      abc\n\n"
    #expect(
      edited(rows + "a: 1\n", .insertRow([.init("b", .text("2"))], .init(list: "rows", index: 1)))
        == rows + "  - b: 2\na: 1\n")
    #expect(edited("a: 1\n" + text, .clear(key: "info")) == "a: 1\n")
    #expect(edited(text + "a: 1\n", .clear(key: "a")) == text)
  }

  /// The empty lines below what is removed go with it where the text above would have them.
  @Test func whatATextKeepsBecomesNoMore() {
    let text = "info: |+\n  abc\n"
    #expect(edited(text + "a: 1\n\nb: 2\n", .clear(key: "a")) == text + "b: 2\n")
    let rows = "rows:\n  - info: |+\n      abc\n"
    let place = RecordOperation.RowIndex(list: "rows", index: 1)
    #expect(edited(rows + "  - a: 1\n\nb: 2\n", .removeRow(place)) == rows + "b: 2\n")
    #expect(edited(rows + "  - a: 1\n\n  - b: 2\n", .removeRow(place)) == rows + "  - b: 2\n")
    #expect(
      edited(
        "rows:\n  - info: |+\n      abc\n  - a: 1\n\nb: 2\n",
        .moveRow(.init(list: "rows", index: 0), before: 2))
        == "rows:\n  - a: 1\n\n  - info: |+\n      abc\nb: 2\n")
  }

  /// A comment that is indented deeper than the key below it belongs to what is above.
  @Test(arguments: ["name: A\n  # odd\n", "name: A\n# even\nb: 1\n", "rows:\n  - a: 1\n    # odd\n"])
  func whatIsAddedGoesAlone(text: String) {
    let order = ["name", "rows", "b", "z"]
    let added = edited(text, .set(.init("z", .text("1"))), order: order)
    #expect(added == text + "z: 1\n")
    #expect(edited(added, .clear(key: "z")) == text)
  }

  /// A value that is there already stays as it is written.
  @Test(arguments: [("a: |\n    x\n    y\n", "x\ny\n"), ("a: '1'\n", "1"), ("a: \"b\"  # c\n", "b")])
  func theSameValueChangesNothing(text: String, value: String) {
    #expect(edited(text, .set(.init("a", .text(value)))) == text)
  }

  // MARK: Dashes alone on their lines

  private static let loneDashes =
    "info: |\n  Please\n  - call first\n  - then ship\n"
    + "extras:\n  -\n    text: gift\n    sum: 1.00\n  -\n    text: card\n    sum: 2.00\n"
    + "rows:\n  -\n    text: frame\n    sum: 100.00\n  - # the - wheel\n    # - round\n    text: wheel\n"
    + "    sum: 50.00\nlabels:\n  -\n    c\n  - d\n"

  @Test(arguments: [
    ("rows", 0, "  -\n    text: frame\n    sum: 100.00\n"),
    ("rows", 1, "  - # the - wheel\n    # - round\n    text: wheel\n    sum: 50.00\n"),
    ("extras", 1, "  -\n    text: card\n    sum: 2.00\n"),
  ]) func aRowBelowItsDashGoesAlone(list: String, index: Int, row: String) {
    let text = Self.loneDashes
    #expect(edited(text, .removeRow(.init(list: list, index: index))) == text.replacing(row, with: ""))
  }

  @Test func aTextBelowItsDashGoesAlone() {
    let text = Self.loneDashes
    #expect(edited(text, .removeText("c", key: "labels")) == text.replacing("  -\n    c\n", with: ""))
    #expect(edited(text, .addText("e", key: "labels")) == text + "  - e\n")
  }

  @Test func aRowBelowItsDashMovesWhole() {
    let frame = "  -\n    text: frame\n    sum: 100.00\n"
    let (rows, labels) = ("rows:\n" + frame, "labels:\n")
    #expect(
      edited(Self.loneDashes, .moveRow(.init(list: "rows", index: 0), before: 2))
        == Self.loneDashes.replacing(rows, with: "rows:\n").replacing(labels, with: frame + labels))
  }

  @Test func aRowIsAddedBesideThoseBelowTheirDashes() {
    let fields = [RecordOperation.Field("sum", .text("50"))]
    let rows =
      "rows:\n  - sum: 1.00\n    details: |\n      - x\n      - y\n  -\n    sum: 2.00\n    details: |\n      z\n"
    #expect(
      edited(rows, .insertRow(fields, .init(list: "rows", index: 2))) == rows + "  - sum: 50\n")
    let one = "rows:\n  -\n    text: a\n    sum: 1.00\n"
    #expect(edited(one, .insertRow(fields, .init(list: "rows", index: 1))) == one + "  - sum: 50\n")
  }

  // MARK: First keys of rows

  /// A comment between the first key of a row and the second is about the second.
  @Test func theFirstKeyOfARowLeavesTheCommentOfTheSecond() {
    let row = RecordOperation.RowIndex(list: "rows", index: 0)
    let rows = "rows:\n  - text: chain # long\n    # agreed by phone\n    sum: 5.00\n"
    #expect(
      edited(rows, .clear(key: "text", row: row)) == "rows:\n  -\n    # agreed by phone\n    sum: 5.00\n")
    let deeper = "rows:\n  - text: chain\n      # of steel\n    sum: 5.00\n"
    #expect(edited(deeper, .clear(key: "text", row: row)) == "rows:\n  - sum: 5.00\n")
  }

  @Test(arguments: ["- text: a", "-\n    text: a", "- # c\n    text: a"])
  func theOnlyKeyOfARowLeavesAnEmptyRow(item: String) {
    #expect(
      edited("rows:\n  \(item)\n", .clear(key: "text", row: .init(list: "rows", index: 0)))
        == "rows:\n  \(item.replacing("text: a", with: "{}"))\n")
  }

  // MARK: Verification

  /// What an edit would change beside what it names, or not at all, is refused.
  @Test(arguments: [
    (
      "rows:\n  -\n  - a: 1\n",
      RecordOperation.set(.init("a", .text("2")), row: .init(list: "rows", index: 0))
    ),
    ("- a\n- b\n", .set(.init("a", .text("2")))),
    ("rows:\n  - a: 1\n", .removeRow(.init(list: "rows", index: 1))),
    ("rows: text\n", .clear(key: "a", row: .init(list: "rows", index: 0))),
  ]) func whatCannotBeChangedAloneIsRefused(text: String, operation: RecordOperation) throws {
    #expect(edited(text, operation) == "refused")
  }

  @Test func aRefusalIsAtTheKey() throws {
    let file = SourceFile(path: "a.md", text: "---\na: 1\nrows:\n  -\n---\n")
    let result = FrontMatterEdit.file(
      file, after: [.set(.init("a", .text("2")), row: .init(list: "rows", index: 0))])
    guard case .failure(let error) = result else { return #expect(Bool(false)) }
    #expect(error.range.text == "rows")
    #expect(error.summary.contains("'rows' cannot be changed here without changing something else"))
  }

  /// What a file cannot say is refused for its own reason.
  @Test func anInvisibleCharacterIsNamed() throws {
    let file = SourceFile(path: "a.md", text: "---\na: 1\n---\n")
    let result = FrontMatterEdit.file(file, after: [.set(.init("a", .text("Ann\u{200B}Lee")))])
    guard case .failure(let error) = result else { return #expect(Bool(false)) }
    #expect(error.id == .controlCharacter && error.range.text == "a")
    #expect(error.summary == "there is an invisible character (U+200B) here; delete it")
  }

  /// Changes of different rows are made at once, with what they come to one after the other.
  @Test(arguments: [
    "rows:\n  - a: 1\n    b: 2 # b\n  # two\n  - {a: 1, b: 2}\n  - b: 3\n\n  - b: |+\n      x\n\nz: 1\n",
    "rows: [{a: 1, b: 2}, {b: 2}, {a: 1}, {b: 3, a: 4}]\nz: 1\n",
    "z: 1\nrows:\n- a: 1\n- a: 2\n- a: 3\n- a: 4",
  ])
  func severalRowsAreChangedAsOneAfterTheOther(text: String) throws {
    func row(_ index: Int) -> RecordOperation.RowIndex { .init(list: "rows", index: index) }
    let operations: [RecordOperation] = [
      .set(.init("a", .text("7")), row: row(3)), .clear(key: "b", row: row(1)), .clear(key: "a", row: row(0)),
      .set(.init("c", .text("long: text")), row: row(0)), .set(.init("z", .text("8"))),
      .set(.init("a", .text("9")), row: row(2)), .clear(key: "a", row: row(3)),
      .insertRow([.init("a", .text("5"))], row(4)), .insertRow([.init("a", .text("6"))], row(5)),
      .insertRow([.init("a", .text("0"))], row(0)), .insertRow([.init("a", .text("1"))], row(1)),
      .set(.init("b", .text("2")), row: row(1)), .removeRow(row(5)), .removeRow(row(2)),
    ]
    let order = { (_: RecordOperation.RowIndex?) in ["z", "rows", "a", "b", "c"] }
    let file = SourceFile(path: "a.md", text: "---\n\(text)\n---\n")
    var last = file
    for operation in operations {
      last = try FrontMatterEdit.file(last, after: [operation], order: order).get()
    }
    #expect(try FrontMatterEdit.file(file, after: operations, order: order).get().bytes == last.bytes)
  }
}
