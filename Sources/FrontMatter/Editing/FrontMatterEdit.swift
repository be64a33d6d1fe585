import Diagnostics

/// The front matter of one file, and the script of one operation on it.
///
///     var edit = FrontMatterEdit(file)                        // made: false
///     edit.set(.init("made", .text("true")), row: nil, order: [])
///     edit.script                                             // made: true
///
/// Other targets only get files after verified operations: ``file(_:after:order:)``.
package struct FrontMatterEdit {
  /// What the operation changes.
  var script: EditScript
  let file: SourceFile
  private(set) var yaml = FrontMatterDocument()
  /// Whether the front matter could be read, even with duplicate keys.
  let isReadable: Bool
  /// The range of the keys between the fences; nil if there are no fences.
  let range: Range<Int>?
  /// The line end that the file uses.
  let lineEnd: String
  /// Where the texts end that have the empty lines below them: `|+`.
  private var endsOfKeptLines: Set<Int> = []

  /// Reads a file's front matter.
  init(_ file: SourceFile) {
    self.file = file
    script = EditScript(file)
    if case .present(let range, _) = Fences(of: file.bytes) {
      self.range = range
      isReadable = yaml.read(file, range).isEmpty || yaml.root != nil
    } else {
      range = nil
      isReadable = true
    }
    lineEnd = file.lineEnd
    for node in yaml.nodes where node.kind == .literal || node.kind == .folded {
      let header = bytes[node.bytes].prefix { !isBlank($0) && !isLineBreak($0) }
      if header.contains(.plus) { endsOfKeptLines.insert(node.bytes.upperBound) }
    }
  }

  private var bytes: [UInt8] { file.bytes }

  /// Replaces a part of the file with a text.
  mutating func replace(_ range: Range<Int>, with text: String) { script.replace(range, with: text) }

  // MARK: Keys

  /// Sets the value of a key of the record, or of one of its rows.
  /// - Parameter order: the order of the keys, for placing a new one.
  mutating func set(_ field: RecordOperation.Field, row: RecordOperation.RowIndex?, order: [String]) {
    guard let mapping = mapping(row) else {
      if row == nil { addFirst(field) }
      return
    }
    guard let (key, value) = pair(field.key, in: mapping) else {
      return insert(field, into: mapping, order: order)
    }
    if value.isEmpty {
      let colon = yaml.colon(after: key)
      // Blanks after the colon would end up after the value.
      let end = afterBlanks(colon)
      let isComment = end < bytes.count && bytes[end] == .hash
      let text =
        mapping.isFlow
        ? " " + FrontMatterText.flowValue(field.value) : afterColon(field.value, of: key, before: end)
      if isComment, let line = text.firstIndex(where: \.isNewline) {
        return replaceKeepingComment(colon..<colon, with: text, line: line)
      }
      return replace(colon..<(isComment ? colon : end), with: text + (isComment && colon == end ? " " : ""))
    }
    replaceValue(value, of: key, isFlow: mapping.isFlow, with: field.value)
  }

  private mutating func replaceValue(
    _ value: FrontMatterNode, of key: FrontMatterNode, isFlow: Bool, with new: RecordOperation.FieldValue
  ) {
    if case .text(let text) = new, value.isScalar, yaml.isEqual(value, to: text) { return }
    let place = value.bytes
    switch new {
    case .text(let text) where isFlow || value.isScalar && !text.contains("\n"):
      let comment = headerComment(of: value)
      // Beside a text without quotes, a comment might be meant as a part of it.
      let written =
        comment.isEmpty ? scalar(text, inPlaceOf: file[place], inBrackets: isFlow) : inQuotes(text)
      replace(place, with: written + comment)
    case .list(let texts) where !isFlow && !texts.isEmpty && value.kind == .sequence && !value.isFlow:
      replaceItems(of: value, with: texts)
    case _ where isFlow: replace(place, with: FrontMatterText.flowValue(new))
    default:
      let end = afterBlanks(place.upperBound)
      let isComment = end < bytes.count && bytes[end] == .hash
      var text = afterColon(new, of: key, before: end)
      let line = text.firstIndex { $0.isNewline } ?? text.endIndex
      text.insert(contentsOf: headerComment(of: value), at: line)
      if isComment, line < text.endIndex {
        return replaceKeepingComment(yaml.colon(after: key)..<place.upperBound, with: text, line: line)
      }
      replace(yaml.colon(after: key)..<(isComment ? place.upperBound : end), with: text)
    }
  }

  /// Replaces a value after a colon with several lines; the comment after it stays on the line of the key, because
  /// below it would be about the last line.
  /// - Parameter line: the end of the first line in the text.
  private mutating func replaceKeepingComment(_ value: Range<Int>, with text: String, line: String.Index) {
    let end = bytes[value.upperBound...].firstIndex(where: isLineBreak) ?? bytes.count
    let comment = file.text(value.upperBound..<end)
    let blank = comment.hasPrefix("#") ? " " : ""
    replace(value.lowerBound..<end, with: text[..<line] + blank + comment + text[line...])
  }

  /// The comment after the `|` or `>` of a block scalar, with the blanks before it; empty if there is none.
  private func headerComment(of value: FrontMatterNode) -> String {
    guard value.kind == .literal || value.kind == .folded,
      let end = bytes[value.bytes].firstIndex(where: isLineBreak),
      let start = bytes[value.bytes.lowerBound..<end].firstIndex(where: isBlank),
      bytes[start..<end].contains(.hash)
    else { return "" }
    return file.text(start..<end)
  }

  /// The text after the colon of a key. A text of several lines is put in quotes if it would otherwise
  /// include what follows: a comment on the line, or one below that is indented deeper than the key.
  private func afterColon(
    _ value: RecordOperation.FieldValue, of key: FrontMatterNode, before end: Int
  ) -> String {
    let column = file.column(of: key.bytes.lowerBound)
    let isFollowed = end < bytes.count && bytes[end] == .hash
    if case .text(let text) = value,
      isFollowed || file.nextLine(after: end) != nextLine(after: end, below: column)
    {
      return " " + scalar(text, inBrackets: false)
    }
    return FrontMatterText.afterColon(value, indent: indent(of: key), lineEnd: lineEnd)
  }

  /// Replaces the texts of a list with one item per line; items that stay keep their comments.
  private mutating func replaceItems(of list: FrontMatterNode, with texts: [String]) {
    let items = Array(yaml.items(of: list))
    guard let last = items.last else { return }
    let heads = heads(of: list)
    let head = heads[items.count - 1]
    let added = texts.dropFirst(items.count).map {
      head.indent + head.dash + scalar($0, inBrackets: false) + lineEnd
    }
    let end = file.nextLine(after: last.bytes.upperBound)
    if !added.isEmpty { replace(end..<end, with: added.joined()) }
    for (index, item) in items.enumerated().reversed() {
      if index < texts.count {
        let blank = item.isEmpty ? " " : ""
        replace(
          item.bytes, with: blank + scalar(texts[index], inPlaceOf: file[item.bytes], inBrackets: false))
      } else {
        removeLines(file.lineStart(heads[index].dashStart)..<file.nextLine(after: item.bytes.upperBound))
      }
    }
  }

  /// Inserts a key among the existing ones, according to the order.
  private mutating func insert(_ field: RecordOperation.Field, into mapping: FrontMatterNode, order: [String])
  {
    let pairs = Array(yaml.pairs(of: mapping))
    let place = order.firstIndex(of: field.key) ?? order.count
    func rank(_ pair: (key: FrontMatterNode, value: FrontMatterNode)) -> Int? {
      order.firstIndex(of: yaml.text(of: pair.key)).flatMap { $0 < place ? $0 : nil }
    }
    let before = pairs.filter { rank($0) != nil }.max { (rank($0) ?? 0) < (rank($1) ?? 0) }
    if mapping.isFlow {
      let text = "\(field.key): \(FrontMatterText.flowValue(field.value))"
      if let before {
        // A comma must not directly follow a colon.
        let comma = before.value.isEmpty ? " , " : ", "
        replace(end(of: before)..<end(of: before), with: comma + text)
      } else if let first = pairs.first {
        replace(first.key.bytes.lowerBound..<first.key.bytes.lowerBound, with: text + ", ")
      } else {
        replace(mapping.bytes, with: "{" + text + "}")
      }
      return
    }
    guard let first = pairs.first else { return }
    let indent = indent(of: first.key)
    if let before {
      let line = nextLine(after: end(of: before), below: indent.utf8.count)
      replace(line..<line, with: FrontMatterText.entry(field, indent: indent, lineEnd: lineEnd))
    } else {
      let start = first.key.bytes.lowerBound
      let text = "\(field.key):" + FrontMatterText.afterColon(field.value, indent: indent, lineEnd: lineEnd)
      replace(start..<start, with: text + lineEnd + indent)
    }
  }

  /// Writes the first key of a file that has none.
  private mutating func addFirst(_ field: RecordOperation.Field) {
    let entry = FrontMatterText.entry(field, indent: "", lineEnd: lineEnd)
    if let range {
      replace(range.upperBound..<range.upperBound, with: entry)
    } else {
      replace(file.textStart..<file.textStart, with: "---\(lineEnd)\(entry)---\(lineEnd)")
    }
  }

  /// Removes a key with its line and the comments directly above it.
  mutating func clear(_ name: String, row: RecordOperation.RowIndex?) {
    guard let mapping = mapping(row), let (key, value) = pair(name, in: mapping) else { return }
    let pairs = Array(yaml.pairs(of: mapping))
    guard let index = pairs.firstIndex(where: { $0.key == key }) else { return }
    let end = end(of: (key, value))
    if mapping.isFlow {
      guard pairs.count > 1 else { return replace(key.bytes.lowerBound..<end, with: "") }
      return removeFlowEntry(
        index, of: pairs.map { $0.key.bytes.lowerBound..<self.end(of: $0) },
        leaving: index > 0 && pairs[index - 1].value.isEmpty ? " " : "")
    }
    // A row without keys is written as `{}`.
    guard row == nil || pairs.count > 1 else { return replace(key.bytes.lowerBound..<end, with: "{}") }
    let line = file.lineStart(key.bytes.lowerBound)
    let next = nextLine(after: end, below: key.bytes.lowerBound - line)
    if bytes[line..<key.bytes.lowerBound].allSatisfy({ $0 == .space }) {
      return removeLines((index > 0 ? commentStart(above: line) : line)..<next)
    }
    // The first key of a row follows the dash. A comment before the second key is about that key.
    let second = pairs[1].key.bytes.lowerBound
    if bytes[next..<second].contains(.hash) {
      replace(beforeBlanks(key.bytes.lowerBound)..<next, with: lineEnd)
    } else {
      replace(key.bytes.lowerBound..<second, with: "")
    }
  }

  // MARK: Places

  /// The mapping of the record, or of one of its rows.
  func mapping(_ row: RecordOperation.RowIndex?) -> FrontMatterNode? {
    guard let row else { return yaml.root.flatMap { $0.kind == .mapping ? $0 : nil } }
    guard let list = yaml.value(of: row.list, in: yaml.root), row.index >= 0 else { return nil }
    return yaml.items(of: list).dropFirst(row.index).first { _ in true }
  }

  /// The key with a name, and its value.
  func pair(_ name: String, in mapping: FrontMatterNode) -> (key: FrontMatterNode, value: FrontMatterNode)? {
    yaml.pairs(of: mapping).first { yaml.isEqual($0.key, to: name) }
  }

  /// The end of a key's value, or of the colon if there is no value.
  func end(of pair: (key: FrontMatterNode, value: FrontMatterNode)) -> Int {
    pair.value.isEmpty ? yaml.colon(after: pair.key) : pair.value.bytes.upperBound
  }

  /// The start of the line after an offset, skipping what belongs to the value that ends there: empty lines
  /// that its text keeps, and comments that are indented deeper than a column.
  func nextLine(after offset: Int, below column: Int) -> Int {
    var result = file.nextLine(after: offset)
    if keepsEmptyLines(before: offset) { result = afterEmptyLines(result) }
    var line = result
    while let range, line < range.upperBound {
      let text = afterBlanks(line)
      guard text < range.upperBound else { break }
      let byte = file.bytes[text]
      guard isLineBreak(byte) || byte == .hash && text - line > column else { break }
      line = file.nextLine(after: text)
      if byte == .hash { result = line }
    }
    return result
  }

  /// Removes lines, and the empty lines below them if these would become part of the text above.
  mutating func removeLines(_ lines: Range<Int>) {
    var end = lines.lowerBound
    while end > 0, isLineBreak(bytes[end - 1]) { end -= 1 }
    let isBelowKept = keepsEmptyLines(before: end)
    replace(lines.lowerBound..<(isBelowKept ? afterEmptyLines(lines.upperBound) : lines.upperBound), with: "")
  }

  /// The start of the first nonempty line at or after a line.
  func afterEmptyLines(_ line: Int) -> Int {
    var line = line
    while let range, line < range.upperBound, isLineBreak(bytes[afterBlanks(line)]) {
      line = file.nextLine(after: line)
    }
    return line
  }

  /// Whether a text that ends at an offset has the empty lines below it: `|+`.
  func keepsEmptyLines(before offset: Int) -> Bool { endsOfKeptLines.contains(offset) }

  /// The first nonblank offset at or after an offset.
  func afterBlanks(_ offset: Int) -> Int {
    var index = offset
    while index < file.bytes.count, isBlank(file.bytes[index]) { index += 1 }
    return index
  }

  /// Blanks as wide as the indentation of a key.
  func indent(of key: FrontMatterNode) -> String {
    String(repeating: " ", count: file.column(of: key.bytes.lowerBound))
  }

  /// The start of the comment lines directly above a line. Comments that are indented deeper belong to the
  /// value above, and lines in a text of several lines are not comments.
  func commentStart(above line: Int) -> Int {
    let column = afterBlanks(line) - line
    var start = line
    while let range, start > range.lowerBound {
      let before = file.lineStart(beforeLineBreak(start))
      let text = afterBlanks(before)
      guard before >= range.lowerBound, file.bytes[text] == .hash, text - before <= column,
        !isInScalar(text)
      else { break }
      start = before
    }
    return start
  }

  /// Whether a byte belongs to a value that is not a collection.
  private func isInScalar(_ offset: Int) -> Bool {
    let after = yaml.nodes.partitioningIndex { $0.bytes.lowerBound > offset }
    return after > 0 && yaml.nodes[after - 1].isScalar && yaml.nodes[after - 1].bytes.contains(offset)
  }
}
