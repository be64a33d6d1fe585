import Diagnostics

extension FrontMatterEdit {
  // MARK: Rows

  /// Adds a row before the one at an index, or at the end, in the style of its siblings.
  mutating func insert(
    _ fields: [RecordOperation.Field], at place: RecordOperation.RowIndex, order: [String]
  ) {
    guard let root = mapping(nil), let (_, list) = pair(place.list, in: root), list.kind == .sequence,
      case let items = Array(yaml.items(of: list)), !items.isEmpty
    else {
      return set(.init(place.list, .rows([fields])), row: nil, order: order)
    }
    let index = min(place.index, items.count)
    let sibling = items[max(0, index - 1)]
    if list.isFlow {
      return insertFlowEntry(FrontMatterText.braces(fields), at: index, of: items.map(\.bytes))
    }
    let head = head(of: items, at: max(0, index - 1), in: list)
    let isInBraces = sibling.isFlow && !fields.contains { $0.value.plainText.contains("\n") }
    let text =
      isInBraces
      ? head.indent + head.dash + FrontMatterText.braces(fields)
      : FrontMatterText.blockRow(fields, indent: head.indent, dash: head.dash, lineEnd: lineEnd)
    let line =
      index == 0
      ? file.lineStart(head.dashStart)
      : nextLine(after: sibling.bytes.upperBound, below: head.indent.utf8.count)
    replace(line..<line, with: text + lineEnd)
  }

  /// Removes a row; if it is the only one, removes the list.
  mutating func removeRow(at place: RecordOperation.RowIndex) {
    guard let root = mapping(nil), let (_, list) = pair(place.list, in: root) else { return }
    removeItem(place.index, of: list, in: place.list, row: nil)
  }

  /// Moves a row before the one at an index, or to the end, as written and with its comments.
  mutating func moveRow(at place: RecordOperation.RowIndex, before index: Int) {
    guard let root = mapping(nil), let (_, list) = pair(place.list, in: root) else { return }
    moveItem(place.index, of: list, before: index)
  }

  private mutating func moveItem(_ index: Int, of list: FrontMatterNode, before next: Int) {
    let items = Array(yaml.items(of: list))
    let next = min(next, items.count)
    guard items.indices.contains(index), next != index, next != index + 1 else { return }
    if list.isFlow {
      // The text between the items stays where it is.
      var order = Array(items.indices)
      order.move(from: index, before: next)
      for (item, moved) in zip(items, order.map { items[$0] }) where item != moved {
        replace(item.bytes, with: file.text(moved.bytes))
      }
      return
    }
    let lines = lines(of: list)
    let moved = lines[index]
    var target = next < items.count ? lines[next].lowerBound : lines[items.count - 1].upperBound
    // A text that keeps the empty lines below it, in the last item or in the moved one, takes no more of them.
    if next == items.count,
      [items[next - 1], items[index]].contains(where: { keepsEmptyLines(before: $0.bytes.upperBound) })
    {
      target = afterEmptyLines(target)
    }
    replace(target..<target, with: file.text(moved))
    removeLines(moved)
  }

  /// The lines of each item of a block list, from the comments directly above it to those below that are
  /// indented deeper than its dash. Comments above the first item belong to the list.
  private func lines(of list: FrontMatterNode) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    for (item, head) in zip(yaml.items(of: list), heads(of: list)) {
      let line = file.lineStart(head.dashStart)
      let start = lines.last.map { max($0.upperBound, commentStart(above: line)) } ?? line
      let end = nextLine(after: item.bytes.upperBound, below: head.indent.utf8.count)
      lines.append(start..<max(start, end, item.bytes.upperBound))
    }
    return lines
  }

  private mutating func removeItem(
    _ index: Int, of list: FrontMatterNode, in key: String, row: RecordOperation.RowIndex?
  ) {
    let items = Array(yaml.items(of: list))
    guard items.indices.contains(index) else { return }
    guard items.count > 1 else { return clear(key, row: row) }
    guard list.isFlow else { return removeLines(lines(of: list)[index]) }
    removeFlowEntry(index, of: items.map(\.bytes))
  }

  // MARK: Texts

  /// Adds a text to a list of texts.
  /// - Parameter index: the index of the item to insert it before; nil for the end.
  mutating func add(
    _ text: String, to key: String, before index: Int? = nil, row: RecordOperation.RowIndex?, order: [String]
  ) {
    guard let mapping = mapping(row), let (_, value) = pair(key, in: mapping), !value.isEmpty else {
      return set(.init(key, .list([text])), row: row, order: order)
    }
    guard value.kind == .sequence else {
      var texts = texts(of: value)
      texts.insert(text, at: min(index ?? texts.count, texts.count))
      return replace(value.bytes, with: FrontMatterText.list(texts))
    }
    let items = Array(yaml.items(of: value))
    guard let last = items.last else {
      return replace(value.bytes, with: FrontMatterText.list([text]))
    }
    if value.isFlow {
      return insertFlowEntry(scalar(text), at: index ?? items.count, of: items.map(\.bytes))
    }
    if let index, items.indices.contains(index) {
      let head = head(of: items, at: index, in: value)
      let line = lines(of: value)[index].lowerBound
      return replace(
        line..<line,
        with: head.indent + head.dash + scalar(text, inBrackets: false) + lineEnd)
    }
    let head = head(of: items, at: items.count - 1, in: value)
    let line = nextLine(after: last.bytes.upperBound, below: head.indent.utf8.count)
    replace(
      line..<line, with: head.indent + head.dash + scalar(text, inBrackets: false) + lineEnd)
  }

  /// Replaces a text with another, in a list or as a single value.
  /// - Parameter new: the other text; nil removes the text, and if it is the only one, the list.
  mutating func replace(
    _ text: String, with new: String?, in key: String, row: RecordOperation.RowIndex?
  ) {
    guard let mapping = mapping(row), let (_, value) = pair(key, in: mapping) else { return }
    guard value.kind == .sequence else {
      var texts = texts(of: value)
      guard let index = texts.firstIndex(of: text) else { return }
      texts.replaceSubrange(index...index, with: new.map { [$0] } ?? [])
      return texts.isEmpty ? clear(key, row: row) : replace(value, with: texts, isFlow: mapping.isFlow)
    }
    let items = Array(yaml.items(of: value))
    guard let index = items.firstIndex(where: { isItem($0, text) }) else { return }
    guard let new else { return removeItem(index, of: value, in: key, row: row) }
    let range = items[index].bytes
    let isInBrackets = value.isFlow || mapping.isFlow
    replace(range, with: scalar(new, inPlaceOf: file[range], inBrackets: isInBrackets))
  }

  /// Moves a text of a list before the one at an index, or to the end, as written and with its comments.
  mutating func move(_ text: String, of key: String, before index: Int, row: RecordOperation.RowIndex?) {
    guard let mapping = mapping(row), let (_, value) = pair(key, in: mapping) else { return }
    guard value.kind == .sequence else {
      var texts = texts(of: value)
      guard let current = texts.firstIndex(of: text) else { return }
      texts.move(from: current, before: index)
      return replace(value.bytes, with: FrontMatterText.list(texts))
    }
    let items = Array(yaml.items(of: value))
    guard let current = items.firstIndex(where: { isItem($0, text) }) else { return }
    moveItem(current, of: value, before: index)
  }

  /// Whether an item is a text. Ids and tags may be written with decomposed letters, as on a Mac, and are the same.
  private func isItem(_ item: FrontMatterNode, _ text: String) -> Bool {
    item.isScalar && yaml.text(of: item) == text
  }

  /// The items of a list that is written as one text with commas.
  private func texts(of value: FrontMatterNode) -> [String] {
    yaml.text(of: value).split(separator: ",").map { $0.trimmingBlanks() }
  }

  private mutating func replace(_ value: FrontMatterNode, with texts: [String], isFlow: Bool) {
    let text = texts.joined(separator: ", ")
    replace(value.bytes, with: scalar(text, inPlaceOf: file[value.bytes], inBrackets: isFlow))
  }

  // MARK: Places

  /// The text before an item of a block list.
  struct ItemHead {
    /// The offset of the dash.
    let dashStart: Int
    /// The blanks before the dash.
    let indent: String
    /// The dash and the blanks after it, for a new item beside this one.
    let dash: String
  }

  /// The text before each item of a block list. The list begins with a dash; between two items there are
  /// blanks, comments and a dash, which may be alone on its line.
  /// - Complexity: O(*n*) in the items and the bytes between them.
  func heads(of list: FrontMatterNode) -> [ItemHead] {
    let items = Array(yaml.items(of: list))
    return items.indices.map { head(of: items, at: $0, in: list) }
  }

  /// What is before one of the items of a block list.
  private func head(of items: [FrontMatterNode], at index: Int, in list: FrontMatterNode) -> ItemHead {
    let item = items[index]
    let dash = yaml.dash(from: index == 0 ? list.bytes.lowerBound : items[index - 1].bytes.upperBound)
    let gap = file.bytes[dash..<item.bytes.lowerBound]
    let isAlone = item.isEmpty || gap.contains(where: isLineBreak)
    return ItemHead(
      dashStart: dash, indent: String(repeating: " ", count: file.column(of: dash)),
      dash: isAlone ? "- " : file.text(gap.startIndex..<gap.endIndex))
  }
}

extension Array {
  /// Moves an element before the one at an index, which may be the end or beyond it.
  package mutating func move(from place: Int, before index: Int) {
    let element = remove(at: place)
    insert(element, at: Swift.min(index > place ? index - 1 : index, count))
  }
}
