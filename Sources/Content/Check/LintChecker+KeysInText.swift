import Diagnostics
import Records

extension LintChecker {
  /// Finds keys in the first or last line of a body: a line appended to a file ends up below the front
  /// matter, where it has no effect.
  func keysInText() -> [Diagnostic] {
    graph.model.entities.indices.flatMap { index -> [Diagnostic] in
      let entity = graph.model.entities[index]
      guard entity.owner == nil else { return [] }
      let keys = Set(EntityKeys(entity).names)
      let found = graph.rows(of: index).flatMap { row -> [SourceRange] in
        guard graph.entity(of: row, in: entity.table) == index else { return [] }
        let file = graph.file(of: row, in: entity.table)
        guard !file.exceptions.contains(.keyInText) else { return [] }
        return file.outerLines.compactMap { line in
          guard let name = file.key(in: line), keys.contains(String(decoding: name, as: UTF8.self)) else {
            return nil
          }
          return file.source[name.startIndex..<name.endIndex]
        }
      }
      return capped(found, .keyInText, of: entity.name) { range, notes in
        Diagnostic(
          .keyInText, .warning, at: range,
          "'\(range.text)' is below the front matter, and so is text; move the line above the '---' that closes it",
          notes: notes)
      }
    }
  }
}

extension MarkdownFile {
  /// The first and the last nonblank line of the body; one line if they are the same.
  fileprivate var outerLines: [Range<Int>] {
    func isText(_ byte: UInt8) -> Bool { byte > 0x20 }
    guard let first = source.bytes[body].firstIndex(where: isText),
      let last = source.bytes[body].lastIndex(where: isText)
    else { return [] }
    let (top, bottom) = (source.lineRange(at: first), source.lineRange(at: last))
    return top == bottom ? [top] : [top, bottom]
  }

  /// The text before a colon and a blank at the beginning of a line, which may be a key.
  fileprivate func key(in line: Range<Int>) -> ArraySlice<UInt8>? {
    let name = source.bytes[line].prefix { $0 > 0x20 && $0 != UInt8(ascii: ":") }
    let rest = source.bytes[name.endIndex..<line.upperBound]
    guard rest.first == UInt8(ascii: ":"), rest.dropFirst().first.map({ $0 <= 0x20 }) ?? true else {
      return nil
    }
    return name
  }
}
