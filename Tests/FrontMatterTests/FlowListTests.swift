import FrontMatter
import Testing

/// What removing and adding items does to lists in brackets, which may be on several lines with comments.
struct FlowListTests {
  @Test(arguments: [
    ("x", "labels: [y, z]\n"), ("y", "labels: [x, z]\n"), ("z", "labels: [x, y]\n"),
  ]) func anItemOfALineGoesWithItsComma(text: String, result: String) {
    #expect(edited("labels: [x, y, z]\n", .removeText(text, key: "labels")) == result)
  }

  /// As typed on a Mac, with decomposed letters.
  @Test(arguments: ["labels: [a, e\u{301}]\n", "labels:\n  - a\n  - e\u{301}\n", "labels: a, e\u{301}\n"])
  func anItemIsFoundInEitherForm(list: String) {
    #expect(
      edited(list, .removeText("\u{e9}", key: "labels"))
        == edited(list, .removeText("e\u{301}", key: "labels")))
    #expect(!edited(list, .removeText("\u{e9}", key: "labels")).unicodeScalars.contains("\u{301}"))
  }

  @Test(arguments: [
    ("x", "labels: [ # all\n  y, # about y\n  # above z\n  z # about z\n]\n"),
    ("y", "labels: [ # all\n  x, # about x\n  # above z\n  z # about z\n]\n"),
    ("z", "labels: [ # all\n  x, # about x\n  y # about y\n]\n"),
  ]) func commentsStayWithTheirItems(text: String, result: String) {
    let list = "labels: [ # all\n  x, # about x\n  y, # about y\n  # above z\n  z # about z\n]\n"
    #expect(edited(list, .removeText(text, key: "labels")) == result)
    let lines = { (text: String) in text.replacing("\n", with: "\r\n") }
    #expect(edited(lines(list), .removeText(text, key: "labels")) == lines(result))
  }

  @Test(arguments: [
    ("[\n  a,\n  b, # about b\n  c\n]", "c", "[\n  a,\n  b # about b\n]"),
    ("[\n  a, # about a\n  b]", "b", "[\n  a # about a\n  ]"),
    ("[a, b, # about b\n  c]", "b", "[a,\n  c]"),
    ("[a, # about a\n  b]", "a", "[\n  b]"),
    ("[\n  a,\n  b,\n]", "b", "[\n  a,\n]"),
    ("[\n  a, # about a\n  b, # about b\n]", "b", "[\n  a, # about a\n]"),
    ("[\n  a # about a\n  , b]", "b", "[\n  a # about a\n  ]"),
  ]) func theListStaysWhole(list: String, text: String, result: String) {
    #expect(
      edited("labels: \(list)\n", .removeText(text, key: "labels")) == "labels: \(result)\n")
  }

  @Test func rowsKeepTheirComments() {
    let rows = "rows: [\n  {text: x, sum: 1.00}, # about x\n  {text: y, sum: 2.00} # about y\n]\n"
    #expect(
      edited(rows, .removeRow(.init(list: "rows", index: 1)))
        == "rows: [\n  {text: x, sum: 1.00} # about x\n]\n")
    #expect(
      edited(rows, .removeRow(.init(list: "rows", index: 0)))
        == "rows: [\n  {text: y, sum: 2.00} # about y\n]\n")
    let row = "{text: z}"
    for (index, result) in [
      (0, rows.replacing("  {text: x", with: "  \(row), {text: x")),
      (1, rows.replacing("  {text: y", with: "  \(row),\n  {text: y")),
      (2, rows.replacing("2.00} # about y\n", with: "2.00}, # about y\n  \(row)\n")),
    ] {
      #expect(
        edited(rows, .insertRow([.init("text", .text("z"))], .init(list: "rows", index: index)))
          == result)
    }
  }

  @Test func aKeyInBracesGoesWithItsComment() {
    let row = "rows: [{text: x, # about x\n  sum: 1.00, # about the sum\n  price: 2.00}]\n"
    let place = RecordOperation.RowIndex(list: "rows", index: 0)
    #expect(
      edited(row, .clear(key: "sum", row: place)) == "rows: [{text: x, # about x\n  price: 2.00}]\n")
    #expect(
      edited(row, .clear(key: "price", row: place))
        == "rows: [{text: x, # about x\n  sum: 1.00 # about the sum\n  }]\n")
  }

  @Test func whatIsAddedStaysInTheList() {
    #expect(
      edited("labels: [a # about a\n]\n", .addText("b", key: "labels"))
        == "labels: [a, # about a\n         b\n]\n")
    #expect(
      edited("labels: [\n  a, # about a\n]\n", .addText("b", key: "labels"))
        == "labels: [\n  a, # about a\n  b,\n]\n")
  }
}
