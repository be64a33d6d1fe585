import Diagnostics
import Records

extension LintChecker {
  /// Finds keys in the first or last line of a body: a line appended to a file ends up below the front
  /// matter, where it has no effect. So does an item of a list, such as a row or a payment.
  func keysInText() -> [Diagnostic] {
    graph.model.entities.indices.flatMap { index -> [Diagnostic] in
      let entity = graph.model.entities[index]
      guard entity.owner == nil else { return [] }
      let keys = Set(EntityKeys(entity).names)
      let lists = entity.ownedLists
      let keysOfItems = Set(lists.flatMap { EntityKeys(graph.model.entities[$0.destination]).names })
      let found = graph.rows(of: index).flatMap { row -> [(key: SourceRange, isOfItem: Bool)] in
        guard graph.entity(of: row, in: entity.table) == index else { return [] }
        let file = graph.file(of: row, in: entity.table)
        guard !file.lintsOff.contains(.keyInText) else { return [] }
        return file.outerLines.compactMap { start in
          guard let (name, isOfItem) = file.key(at: start),
            (isOfItem ? keysOfItems : keys).contains(String(decoding: name, as: UTF8.self))
          else { return nil }
          return (file.source[name.startIndex..<name.endIndex], isOfItem)
        }
      }
      return capped(found, .keyInText, of: entity.name) { item, notes in
        let place = item.isOfItem ? "the item to its list" : "the line"
        return Diagnostic(
          .keyInText, .warning, at: item.key,
          "'\(item.key.text)' is below the front matter, and so is text; move \(place) above the '---' that closes it",
          notes: notes)
      }
    }
  }
}

extension MarkdownFile {
  /// The starts of the first and the last nonblank line of the body; one if they are the same.
  fileprivate var outerLines: [Int] {
    let bytes = source.bytes
    var top = body.lowerBound
    while top < body.upperBound, bytes[top] <= 0x20 { top += 1 }
    guard top < body.upperBound else { return [] }
    var bottom = body.upperBound - 1
    while bytes[bottom] <= 0x20 { bottom -= 1 }
    while top > body.lowerBound, !isLineBreak(bytes[top - 1]) { top -= 1 }
    while bottom > body.lowerBound, !isLineBreak(bytes[bottom - 1]) { bottom -= 1 }
    return top == bottom ? [top] : [top, bottom]
  }

  /// The text before a colon and a blank at the beginning of a line or of an item of a list, which may be a key.
  fileprivate func key(at start: Int) -> (name: ArraySlice<UInt8>, isOfItem: Bool)? {
    let bytes = source.bytes
    let text = bytes.span.extracting(..<body.upperBound)
    var first = start
    while first < text.count, isBlank(text[first]) { first += 1 }
    // A bullet `- note: …` may be meant as text; braces, and a key that is indented, are not.
    let isInBraces =
      first + 2 < text.count && text[first] == UInt8(ascii: "-") && text[first + 1] == 0x20
      && text[first + 2] == UInt8(ascii: "{")
    let isOfItem = isInBraces || first > start + 1
    if isInBraces { first += 3 }
    while isInBraces, first < text.count, isBlank(text[first]) { first += 1 }
    var end = first
    while end < text.count, text[end] > 0x20, text[end] != UInt8(ascii: ":") { end += 1 }
    guard end < text.count, text[end] == UInt8(ascii: ":"), end + 1 == text.count || text[end + 1] <= 0x20
    else { return nil }
    return (bytes[first..<end], isOfItem)
  }
}
