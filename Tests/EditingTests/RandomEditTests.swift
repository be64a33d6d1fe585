import Content
import Diagnostics
import Editing
import FrontMatter
import Records
import TestSupport
import Testing

/// Random edits of generated files: the new value reads back, and everything else stays as it is.
///
///     DOCKET_FUZZ=10000 swift test --filter RandomEditTests
struct RandomEditTests {
  @Test func changesWhatIsNamedAlone() async throws {
    let editor = try await EditedBook([:]).editor
    let entity = try #require(editor.book.graph.model.entities.firstIndex { $0.name == "Order" })
    var generator = SeededGenerator(seed: 3)
    let report = try await fuzz(2_000) { _ in
      var text = GeneratedRecord(&generator)
      let file = SourceFile(path: "a.md", text: text.next())
      let before = try #require(Contents(file), "\(file.range.text)")
      let edit = try text.edit(before)
      guard case .success(let after) = editor.file(file, after: [edit], entity) else {
        Issue.record("refused: \(edit)\n\(file.range.text.debugDescription)")
        return
      }
      compare(before, edit, file, after)
      // Two edits at once do what they do one after the other.
      guard let middle = Contents(after) else { return }
      let next = try text.edit(middle)
      guard case .success(let both) = editor.file(file, after: [edit, next], entity),
        case .success(let second) = editor.file(after, after: [next], entity)
      else {
        Issue.record("refused: \(next)\n\(after.range.text.debugDescription)")
        return
      }
      #expect(both.bytes == second.bytes, "\(edit)\n\(next)")
    }
    #expect(report.isWithinBounds)
  }

  private func compare(
    _ before: Contents, _ edit: RecordOperation, _ file: SourceFile, _ after: SourceFile
  ) {
    let story = "\(edit)\n\(file.range.text.debugDescription)\n\(after.range.text.debugDescription)"
    guard let result = Contents(after) else {
      Issue.record("cannot be read: \(story)")
      return
    }
    var expected = before.root
    expected.make(edit)
    #expect(result.root == expected, "\(story)")
    #expect(
      result.root.keys.filter { before.root[$0] != nil } == before.root.keys.filter { result.root[$0] != nil }
    )
    #expect(result.body == before.body, "\(story)")
    #expect(after.bytes.starts(with: [0xEF, 0xBB, 0xBF]) == file.bytes.starts(with: [0xEF, 0xBB, 0xBF]))
    if before.hasPairs { #expect(result.unpairedLineFeeds == 0, "\(story)") }
    var left = before.comments
    let new = result.comments.filter { comment in
      guard let index = left.firstIndex(of: comment) else { return true }
      left.remove(at: index)
      return false
    }
    #expect(new == [], "\(story)")
    let (removed, added) = difference(file.bytes, after.bytes)
    switch edit {
    case .moveRow, .moveText:
      // A text that keeps the empty lines below it gets none that it did not have.
      let keeps = file.range.text.contains("+\n") || file.range.text.contains("+\r\n")
      #expect(left == [] && (removed == added || keeps && removed > added), "\(story)")
    case .set, .addText, .insertRow, .replaceText:
      // A list that becomes shorter loses the comments of its last items.
      let isShorter = (before.root["tags"]?.texts?.count ?? 0) > (result.root["tags"]?.texts?.count ?? 0)
      #expect(left == [] || isShorter, "\(story)")
      // Bytes go where a value did.
      if removed > 0 { #expect(before.removable(by: edit) >= removed, "\(story)") }
    case .clear, .removeText, .removeRow:
      let emptied = added == 0 || expected.hasEmptyRow || result.root.keys.count < before.root.keys.count
      #expect(emptied || left == [], "\(story)")
    }
  }

  /// The number of bytes between those that two texts have in common at both ends.
  private func difference(_ a: [UInt8], _ b: [UInt8]) -> (removed: Int, added: Int) {
    let start = zip(a, b).prefix { $0 == $1 }.count
    let most = min(a.count, b.count) - start
    let end = zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.prefix(most).count
    return (a.count - start - end, b.count - start - end)
  }
}

/// What a file says.
struct Contents {
  let root: Keys
  let comments: [String]
  let body: String
  /// Whether lines end in CR LF.
  let hasPairs: Bool
  /// The number of LF without CR before them, in the front matter.
  let unpairedLineFeeds: Int
  private let document: FrontMatterDocument

  /// Reads a file; nil where its front matter cannot be read or a text in it is lost in part.
  init?(_ file: SourceFile) {
    guard case .present(let range, let body) = Fences(of: file.bytes) else { return nil }
    var document = FrontMatterDocument()
    guard document.read(file, range).isEmpty, !document.hasEntryWithoutColon else { return nil }
    self.document = document
    root = Keys(document, document.root)
    self.body = file.text(body)
    var comments: [String] = []
    var index = range.lowerBound
    for scalar in document.nodes.filter({ $0.isScalar && !$0.isEmpty }) + [nil] {
      let end = scalar?.bytes.lowerBound ?? range.upperBound
      while let hash = file.bytes[index..<max(index, end)].firstIndex(of: UInt8(ascii: "#")) {
        index = file.bytes[hash...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? end
        comments.append(file.text(hash..<index))
      }
      index = max(index, scalar?.bytes.upperBound ?? end)
    }
    self.comments = comments
    let matter = Array(file.bytes[..<body.lowerBound])
    hasPairs = file.bytes.contains(0x0D)
    unpairedLineFeeds = zip([0] + matter, matter).count { $0 != 0x0D && $1 == 0x0A }
  }

  /// The number of bytes from the key that an edit is about to the end of its value and the blanks after it; for a list
  /// to the end of its last line, which may go with its comment.
  func removable(by edit: RecordOperation) -> Int {
    let (key, row): (String, RecordOperation.RowIndex?) =
      switch edit {
      case .set(let field, let row): (field.key, row)
      case .clear(let key, let row), .addText(_, let key, _, let row), .removeText(_, let key, let row),
        .replaceText(_, _, let key, let row), .moveText(_, let key, _, let row):
        (key, row)
      case .insertRow(_, let place), .removeRow(let place), .moveRow(let place, _): (place.list, nil)
      }
    var mapping = document.root
    if let row {
      let rows = Array(document.items(of: document.value(of: row.list, in: document.root) ?? mapping))
      mapping = rows[row.index]
    }
    for (name, value) in document.pairs(of: mapping) where document.isEqual(name, to: key) {
      let isList = if case .set(let field, _) = edit, case .list = field.value { true } else { false }
      let rest = document.file.bytes[value.bytes.upperBound...]
      let end = rest.firstIndex { isList ? $0 == 0x0A : $0 != 0x20 && $0 != 0x09 } ?? rest.endIndex
      return end - name.bytes.upperBound + (isList ? 1 : 0)
    }
    return 2
  }
}

/// A record file by chance: order of keys, comments, quotes, line ends, and rows in braces or lines.
struct GeneratedRecord {
  private var generator: SeededGenerator
  private var number = 0
  private let lineEnd: String

  init(_ generator: inout SeededGenerator) {
    self.generator = SeededGenerator(seed: generator.next())
    lineEnd = Int.random(in: 0..<3, using: &generator) == 0 ? "\r\n" : "\n"
  }

  private static let texts = [
    "acme", "a, b", "x: y", "#3", "Werkstatt #3", "it's", " led", "", "é😀", "- a", "a\nb", "a\n\n b\n",
    "true",
    "1.10", "{x}", "[y", "\"q\"", "“q”", "a:", "*b", "&c", "!d", "\t", "trailing ", "---", "...", "%x", "@",
    "`", "? z", "?z", "|", "> e", "<<", "a\\b", "12:30", "http://x/#y", "a:b", "null", "~",
    "\n", "-",
    "a ]", "x }", "…", "a\n", "a\n\n", "2026-03-14", "long " + String(repeating: "word ", count: 30) + "end",
  ]
  private static let plain = ["acme", "2026-03-14", "1.10", "true", "it's", "a b", "é", "x#y", "-5"]

  private mutating func chance(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &generator) == 0 }

  private mutating func pick<Element>(_ elements: [Element]) throws -> Element {
    try #require(elements.randomElement(using: &generator))
  }

  private mutating func comment() -> String {
    number += 1
    return "# comment \(number)"
  }

  /// The text of a file.
  mutating func next() -> String {
    var text = chance(4) ? "\u{FEFF}---\(lineEnd)" : "---\(lineEnd)"
    for key in ["date", "customer", "made", "paidOn", "due", "tags", "info", "rows", "payments"].shuffled(
      using: &generator)
    where !chance(4) {
      if chance(5) { text += lineEnd }
      if chance(4) { text += comment() + lineEnd }
      text += key + ":" + value(of: key)
    }
    return text + "---\(lineEnd)Body: x" + (chance(2) ? "\n" : "")
  }

  private mutating func value(of key: String) -> String {
    switch key {
    case "rows", "payments": rows()
    case "tags": tags()
    case "info" where chance(2): block(indent: "")
    default:
      chance(6)
        ? lineEnd : String(repeating: " ", count: chance(5) ? 3 : 1) + scalar() + trailing() + lineEnd
    }
  }

  /// A text of several lines, which may look like items and comments.
  private mutating func block(indent: String) -> String {
    let style = ["|", "|-", "|+", ">", ">-", ">+"].randomElement(using: &generator) ?? "|"
    let lines = ["one", "- two", "", "  three", "# four", "-", "sum: 5"]
    let count = Int.random(in: 1...4, using: &generator)
    let text = ["first"] + (0..<count).compactMap { _ in lines.randomElement(using: &generator) }
    return " \(style)\(lineEnd)" + text.map { ($0.isEmpty ? "" : indent + "  " + $0) + lineEnd }.joined()
  }

  /// A dash that is alone on its line, or with a comment, and the comments below it.
  private mutating func loneDash(indent: String) -> String {
    var text = indent + "-" + trailing() + lineEnd
    if chance(4) { text += indent + "  " + comment() + " - x" + lineEnd }
    return text
  }

  private mutating func trailing() -> String { chance(5) ? "  " + comment() : chance(8) ? " " : "" }

  private mutating func scalar() -> String {
    let text = Self.plain.randomElement(using: &generator) ?? "a"
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return "\"\(text), \\\"é\\\"\""
    case 1: return "'\(text.replacing("'", with: "''")): x'"
    default: return text
    }
  }

  private mutating func tags() -> String {
    let count = Int.random(in: 1...3, using: &generator)
    let texts = (0..<count).map { "t\($0)" }
    if chance(2) {
      return " [" + texts.joined(separator: chance(2) ? "," : ", ") + "]" + trailing() + lineEnd
    }
    let indent = chance(2) ? "  " : ""
    return lineEnd
      + texts.map { text in
        let start = chance(6) ? loneDash(indent: indent) + indent + "   " : indent + "- "
        return start + text + trailing() + lineEnd
      }.joined()
  }

  private mutating func rows() -> String {
    let count = Int.random(in: 1...3, using: &generator)
    if chance(5) { return " [" + (0..<count).map { _ in braces() }.joined(separator: ", ") + "]" + lineEnd }
    let indent = ["", "  ", "    "].randomElement(using: &generator) ?? ""
    let gap = chance(4) ? "   " : " "
    var text = trailing() + lineEnd
    for _ in 0..<count {
      if chance(5) { text += indent + comment() + lineEnd }
      if chance(2) {
        text += indent + "-" + gap + braces() + trailing() + lineEnd
      } else {
        var start = indent + "-" + gap
        if chance(4) {
          text += loneDash(indent: indent)
          start = indent + " " + gap
        }
        for key in ["service", "quantity", "sum"] where key == "service" || !chance(3) {
          let isBlock = chance(6)
          text += start + key + ":"
          text += isBlock ? block(indent: indent + " " + gap) : " " + scalar() + trailing() + lineEnd
          start = indent + " " + gap
          if chance(6) { text += start + comment() + lineEnd }
        }
      }
    }
    return text
  }

  private mutating func braces() -> String {
    var pairs = ["service: " + flowScalar()]
    if chance(2) { pairs.append("quantity: " + flowScalar()) }
    if chance(2) { pairs.append("sum: " + flowScalar()) }
    if chance(8) { pairs.append("text: ") }
    return chance(6)
      ? "{ " + pairs.joined(separator: " , ") + " }" : "{" + pairs.joined(separator: ", ") + "}"
  }

  private mutating func flowScalar() -> String {
    chance(3) ? "\"a, b\"" : "x\(Int.random(in: 0..<9, using: &generator))"
  }

  // MARK: Edits

  /// An edit that fits what a file says.
  mutating func edit(_ contents: Contents) throws -> RecordOperation {
    let lists = ["rows", "payments"].filter { contents.root[$0] != nil }
    var row: RecordOperation.RowIndex?
    if chance(2), let list = lists.randomElement(using: &generator),
      case .rows(let rows) = contents.root[list]
    {
      row = .init(list: list, index: Int.random(in: 0..<rows.count, using: &generator))
    }
    let scalars =
      row == nil
      ? ["date", "customer", "made", "paidOn", "due", "info", "currency"]
      : ["service", "quantity", "sum", "text", "note"]
    switch Int.random(in: 0..<8, using: &generator) {
    case 0...2: return .set(.init(try pick(scalars), .text(try pick(Self.texts))), row: row)
    case 3: return .clear(key: try pick(scalars + (row == nil ? ["tags", "rows"] : [])), row: row)
    case 4:
      let fields: [RecordOperation.Field] = [
        .init("service", .text(try pick(Self.texts))), .init("sum", .text(try pick(Self.texts))),
      ]
      return .insertRow(
        fields, .init(list: try pick(["rows", "payments"]), index: Int.random(in: 0..<4, using: &generator)))
    case 5:
      guard let row else {
        return .addText(
          try pick(Self.texts), key: "tags",
          before: chance(2) ? Int.random(in: 0...3, using: &generator) : nil)
      }
      return chance(2)
        ? .removeRow(row) : .moveRow(row, before: Int.random(in: 0...4, using: &generator))
    case 6: return .set(.init("tags", .list([try pick(Self.texts), try pick(Self.texts)])))
    default:
      let text = try pick(contents.root["tags"]?.texts ?? ["t0"])
      return switch Int.random(in: 0..<3, using: &generator) {
      case 0: .removeText(text, key: "tags")
      case 1: .moveText(text, key: "tags", before: Int.random(in: 0...3, using: &generator))
      default: .replaceText(text, with: try pick(Self.texts), key: "tags")
      }
    }
  }
}
