import Diagnostics

/// Prints a document's mapping in the form of `FrontMatterFormatter`.
struct FrontMatterPrinter {
  private typealias Node = FrontMatterNode

  private let document: FrontMatterDocument
  private let order: [String]
  private let rows: [String: [String]]
  /// The lines so far, without line ends.
  private var lines: [String] = []
  /// The number of lines after a text that keeps empty lines, to which an empty line below would be added.
  private var keptLines = 0
  /// Whether something cannot be formatted.
  private var isStuck = false

  private var file: SourceFile { document.file }

  init(_ document: FrontMatterDocument, order: [String], rows: [String: [String]]) {
    self.document = document
    self.order = order
    self.rows = rows
  }

  /// The formatted text of the document's outermost mapping; nil if it cannot be formatted.
  mutating func print(_ root: FrontMatterNode) -> String? {
    var head = gap(document.range.lowerBound..<root.bytes.lowerBound, isAtLineStart: true).lines
    // Comments separated from the first key by an empty line are about the whole file.
    let parting = head.lastIndex { $0.comment == nil }.map { $0 + 1 } ?? 0
    let first = Array(head[parting...])
    head.removeSubrange(parting...)
    add(head, indent: 0)
    let tail = gap(contentEnd(of: root)..<document.range.upperBound)
    if root.isFlow {
      add(first, indent: 0)
      lines.append(inline(root, order: order) ?? verbatim(root))
      addTrailing(tail)
      add(tail.lines.trimmingEmptyLines, indent: 0)
    } else {
      let below = addMapping(root, indent: 0, order: order, above: first, tail: tail)
      add(below.trimmingEmptyLines, indent: 0)
    }
    guard !isStuck else { return nil }
    while lines.first?.isEmpty == true { lines.removeFirst() }
    return lines.map { $0 + file.lineEnd }.joined()
  }

  // MARK: Blocks

  /// A key with its value, or an item, and the lines above it.
  private struct Entry {
    var key: Node?
    var value: Node
    var above: [FrontMatterGap.Line]
    /// The comment on the last line, and the lines below a collection that belong to it.
    var trailing: String?
    var below: [FrontMatterGap.Line] = []
  }

  /// Appends the keys of a mapping, sorted.
  /// - Parameter tail: the lines after its last value. A comment on that value's line stays with it, even if
  ///   another key is last after sorting.
  /// - Returns: the lines of the tail that belong to no key.
  private mutating func addMapping(
    _ mapping: Node, indent: Int, order: [String], above: [FrontMatterGap.Line], dash: String = "",
    tail: FrontMatterGap = FrontMatterGap()
  ) -> [FrontMatterGap.Line] {
    var entries: [Entry] = []
    var above = above
    var end: Int?
    for (key, value) in document.pairs(of: mapping) {
      if let end {
        let start = key.bytes.lowerBound
        above = part(gap(end..<start), at: file.column(of: start), among: &entries)
      }
      entries.append(Entry(key: key, value: value, above: above))
      end = contentEnd(of: value)
    }
    let first = document.pairs(of: mapping).first { _ in true }
    let below = part(tail, at: first.map { file.column(of: $0.key.bytes.lowerBound) } ?? 0, among: &entries)
    let rank = entries.map { entry in
      entry.key.flatMap { order.firstIndex(of: document.text(of: $0)) } ?? order.count
    }
    let sorted = entries.indices.sorted { (rank[$0], $0) < (rank[$1], $1) }
    for (place, index) in sorted.enumerated() {
      var entry = entries[index]
      // Empty lines separate keys, so there are none above the first.
      if place == 0 { entry.above = Array(entry.above.drop { $0.comment == nil }) }
      add(entry, indent: indent, dash: place == 0 ? dash : "")
    }
    return below
  }

  /// Appends the items of a list.
  /// - Returns: the lines of the tail that belong to no item.
  private mutating func addSequence(
    _ sequence: Node, indent: Int, key: String, tail: FrontMatterGap
  ) -> [FrontMatterGap.Line] {
    var entries: [Entry] = []
    var above: [FrontMatterGap.Line] = []
    var end = sequence.bytes.lowerBound
    var place = 0
    for item in document.items(of: sequence) {
      let dash = document.dash(from: end)
      place = file.column(of: dash)
      if !entries.isEmpty { above = part(gap(end..<dash), at: place, among: &entries) }
      // A comment between the dash and the item moves above both.
      above += comments(dash + 1..<item.bytes.lowerBound)
      entries.append(Entry(key: nil, value: item, above: above))
      end = contentEnd(of: item)
    }
    let below = part(tail, at: place, among: &entries)
    for entry in entries { add(entry, indent: indent, order: rows[key] ?? []) }
    return below
  }

  /// Divides the lines between two entries: those indented deeper than the second belong to the first.
  private mutating func part(
    _ gap: FrontMatterGap, at column: Int, among entries: inout [Entry]
  ) -> [FrontMatterGap.Line] {
    guard !entries.isEmpty else { return gap.lines }
    let isBlock = isBlockCollection(entries[entries.count - 1].value)
    let deeper = isBlock ? gap.lines.lastIndex { $0.comment != nil && $0.column > column } : nil
    let count = deeper.map { $0 + 1 } ?? 0
    entries[entries.count - 1].trailing = gap.trailing
    entries[entries.count - 1].below = Array(gap.lines[..<count])
    return Array(gap.lines[count...])
  }

  private mutating func add(_ entry: Entry, indent: Int, dash: String = "", order: [String] = []) {
    let spaces = String(repeating: " ", count: indent)
    // The first key of an item follows the dash, and comments above it go above the dash.
    let margin = indent - dash.utf8.count
    add(entry.above, indent: margin)
    var start = dash.isEmpty ? spaces : String(repeating: " ", count: margin) + dash
    let value = entry.value
    // Lines below a collection belong to its last value, or else go below the whole collection.
    let tail = FrontMatterGap(trailing: entry.trailing, lines: entry.below)
    var below: [FrontMatterGap.Line] = []
    if let key = entry.key {
      let colon = document.colon(after: key)
      start += keyText(key) + ":"
      if isBlockCollection(value) {
        let gap = gap(colon..<value.bytes.lowerBound)
        lines.append(start)
        addTrailing(gap)
        let inner = Array(gap.lines.drop { $0.comment == nil })
        if value.kind == .sequence {
          add(inner, indent: indent + 2)
          below = addSequence(value, indent: indent + 2, key: document.text(of: key), tail: tail)
        } else {
          below = addMapping(value, indent: indent + 2, order: [], above: inner, tail: tail)
        }
      } else {
        if !value.isEmpty { add(comments(colon..<value.bytes.lowerBound), indent: margin) }
        add(value, after: start, indent: indent, order: [], rowOrder: rows[document.text(of: key)] ?? [])
      }
    } else if isBlockCollection(value), value.kind == .mapping {
      below = addMapping(value, indent: indent + 2, order: order, above: [], dash: "- ", tail: tail)
    } else if isBlockCollection(value) {
      lines.append(start + "-")
      below = addSequence(value, indent: indent + 2, key: "", tail: tail)
    } else {
      add(value, after: start + "-", indent: indent, order: order, rowOrder: [])
    }
    if !isBlockCollection(value) { addTrailing(tail) }
    add(below, indent: margin + 2)
  }

  /// Appends a scalar or a collection in brackets after a `:` or `-`.
  private mutating func add(
    _ value: Node, after start: String, indent: Int, order: [String], rowOrder: [String]
  ) {
    switch value.kind {
    case .literal, .folded: addBlockScalar(value, after: start, indent: indent + 2)
    case _ where value.isEmpty: lines.append(start)
    case .sequence, .mapping:
      lines.append(start + " " + (inline(value, order: order, rowOrder: rowOrder) ?? verbatim(value)))
    default: lines.append(start + " " + scalarText(value, inBrackets: false))
    }
  }

  private mutating func add(_ gap: [FrontMatterGap.Line], indent: Int) {
    for line in gap {
      guard let comment = line.comment else {
        // Several empty lines become one.
        if lines.last?.isEmpty == false, lines.count != keptLines { lines.append("") }
        continue
      }
      lines.append(String(repeating: " ", count: indent) + comment)
    }
  }

  private mutating func addTrailing(_ gap: FrontMatterGap) {
    if let trailing = gap.trailing, !lines.isEmpty { lines[lines.count - 1] += " " + trailing }
  }

  // MARK: Values

  /// A collection in brackets on one line; nil if it contains a comment.
  private func inline(_ node: Node, order: [String] = [], rowOrder: [String] = []) -> String? {
    switch node.kind {
    case .literal, .folded: return nil
    case .sequence:
      guard hasNoComment(node) else { return nil }
      let items = document.items(of: node).map { inline($0, order: rowOrder) }
      return items.contains(nil) ? nil : "[" + items.compactMap(\.self).joined(separator: ", ") + "]"
    case .mapping:
      guard hasNoComment(node) else { return nil }
      let pairs = document.pairs(of: node).map { key, value in
        (rank: order.firstIndex(of: document.text(of: key)) ?? order.count, key: key, value: value)
      }
      let sorted = pairs.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      var texts: [String] = []
      for (_, pair) in sorted {
        let rowOrder = rows[document.text(of: pair.key)] ?? []
        guard let value = pair.value.isEmpty ? "" : inline(pair.value, rowOrder: rowOrder) else { return nil }
        texts.append(keyText(pair.key) + ": " + value)
      }
      let text = texts.joined(separator: ", ")
      return file.bytes[node.bytes.lowerBound] == .openingBrace ? "{" + text + "}" : text
    default: return scalarText(node, inBrackets: true)
    }
  }

  /// Whether a collection in brackets has only indicators and blanks between its scalars.
  private func hasNoComment(_ node: Node) -> Bool {
    var end = node.bytes.lowerBound
    for index in Int(node.index) + 1..<Int(node.next) {
      let child = document.nodes[index]
      guard child.isScalar else { continue }
      if file.bytes[end..<max(end, child.bytes.lowerBound)].contains(.hash) { return false }
      end = max(end, child.bytes.upperBound)
    }
    return !file.bytes[end..<node.bytes.upperBound].contains(.hash)
  }

  private func verbatim(_ node: Node) -> String { document.range(of: node).text }

  /// A scalar on one line.
  private func scalarText(_ node: Node, inBrackets: Bool) -> String {
    let text = document.text(of: node)
    guard node.kind != .plain else {
      return node.isCopied ? scalar(text, inBrackets: inBrackets) : verbatim(node)
    }
    // Other programs may read other beginnings as numbers or dates.
    let isWord = text.unicodeScalars.first?.properties.isAlphabetic ?? false
    let reserved = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    if isWord, !reserved.contains(text.lowercased()), !isFollowedByComment(node),
      scalar(text, inBrackets: inBrackets) == text
    {
      return text
    }
    return inQuotes(text)
  }

  /// Whether a comment follows a value on its line; unquoted text would seem to continue there.
  private func isFollowedByComment(_ node: Node) -> Bool {
    file.bytes[node.bytes.upperBound...].first { !isBlank($0) } == .hash
  }

  private func keyText(_ key: Node) -> String {
    let text = document.text(of: key)
    // At the beginning of a line, dashes or dots would end the text.
    let mayEndText = text.hasPrefix("---") || text.hasPrefix("...")
    guard key.kind != .plain || mayEndText else { return verbatim(key) }
    let isWord = text.utf8.allSatisfy { FrontMatter.isWord($0) && $0 < 0x80 }
    return isWord && !text.isEmpty && !mayEndText ? text : quoted(text)
  }

  /// Appends a literal or folded scalar, with its lines at a new indentation.
  private mutating func addBlockScalar(_ node: Node, after start: String, indent: Int) {
    let bytes = file.bytes
    let headerEnd = bytes[node.bytes.lowerBound...].firstIndex(where: isLineBreak) ?? bytes.count
    var header = ""
    for byte in bytes[node.bytes.lowerBound..<headerEnd].prefix(while: { !isBlank($0) && $0 != .hash }) {
      // The digit is relative to the parent, which is two columns to the left.
      header.unicodeScalars.append(byte.isASCIIDigit ? "2" : Unicode.Scalar(byte))
    }
    let comment = gap(node.bytes.lowerBound + header.utf8.count..<headerEnd).trailing
    lines.append(start + " " + header + (comment.map { " " + $0 } ?? ""))
    defer { if header.contains("+") { keptLines = lines.count } }
    let end = contentEnd(of: node)
    guard end > headerEnd, node.textEnd > node.textStart else { return }
    let texts = document.copies[Int(node.textStart)..<Int(node.textEnd)]
    let first = texts.firstIndex { $0 != .lineFeed }.map { Int(document.offsets[$0]) }
    let width = first.map { file.column(of: $0) } ?? 0
    var line = headerEnd
    while line < end {
      let lineStart = afterLineBreak(bytes, line)
      line = lineStart
      while line < end, !isLineBreak(bytes[line]) { line += 1 }
      let content = bytes[min(lineStart, line)..<line]
      let spaces = content.prefix { $0 == .space }.count
      let text = String(decoding: content.dropFirst(min(spaces, width)), as: UTF8.self)
      lines.append(text.isEmpty ? "" : String(repeating: " ", count: indent) + text)
    }
  }

  // MARK: Places

  private func isBlockCollection(_ node: Node) -> Bool { !node.isScalar && !node.isFlow }

  private mutating func gap(
    _ range: Range<Int>, isAtLineStart: Bool = false
  ) -> FrontMatterGap {
    guard range.lowerBound < range.upperBound else { return FrontMatterGap() }
    guard var gap = FrontMatterGap(file, range) else {
      isStuck = true
      return FrontMatterGap()
    }
    // At the start of the text, there is no line that a comment could follow.
    if isAtLineStart, let trailing = gap.trailing {
      gap.lines.insert(.init(comment: trailing), at: 0)
      gap.trailing = nil
    }
    return gap
  }

  /// The comments in a part of the file, as separate lines.
  private mutating func comments(_ range: Range<Int>) -> [FrontMatterGap.Line] {
    let gap = gap(range)
    return (gap.trailing.map { [.init(comment: $0)] } ?? []) + gap.lines.filter { $0.comment != nil }
  }

  /// The end of a value, including the line ends of its text except the last.
  private func contentEnd(of node: Node) -> Int {
    // A block collection ends with its last scalar, unless that is in brackets.
    let last = document.nodes[Int(node.next) - 1]
    guard last.kind == .literal || last.kind == .folded, last.textEnd > last.textStart else {
      return node.bytes.upperBound
    }
    let end = Int(last.textEnd) - 1
    return Int(document.offsets[end]) + (document.copies[end] == .lineFeed ? 0 : 1)
  }
}

extension FrontMatterGap {
  fileprivate init(trailing: String? = nil, lines: [Line] = []) {
    (self.trailing, self.lines) = (trailing, lines)
  }
}

extension [FrontMatterGap.Line] {
  /// The lines without trailing empty ones.
  fileprivate var trimmingEmptyLines: [FrontMatterGap.Line] {
    Array(reversed().drop { $0.comment == nil }.reversed())
  }
}
