import Diagnostics
import FrontMatter
import Records

/// Finds the places of a record's values in its file by parsing the front matter again.
///
/// The positions of single values are not kept: errors that only show in the linked graph are rare, and
/// reading a file again takes microseconds.
package struct Locator {
  private var yaml = FrontMatterDocument()
  private let file: MarkdownFile
  /// For a record inside another, where it begins in the file.
  private var item: Int?

  /// Parses a file's front matter.
  /// - Parameter item: for a record inside another, where it begins in the file.
  init(_ file: MarkdownFile, item: Int? = nil) {
    self.file = file
    self.item = item
    _ = yaml.read(file.source, file.frontMatter)
  }

  /// A locator that reuses the last one if it is of the same file: errors come file by file, and an order may
  /// have thousands of rows.
  static func of(_ file: MarkdownFile, item: Int?, reusing last: inout Locator?) -> Locator {
    var locator = if let last, last.file.source.path == file.source.path { last } else { Locator(file) }
    locator.item = item
    last = locator
    return locator
  }

  /// A locator of the record that holds this one, or of this one if it is inside no other.
  var ofOwner: Locator {
    var locator = self
    locator.item = nil
    return locator
  }

  /// The place of a key's value, or of one text in a list.
  /// - Parameters:
  ///   - key: the attribute's or relationship's name.
  ///   - text: the text to find in a list.
  package func value(of key: String, text: String? = nil) -> SourceRange? {
    guard let node = yaml.value(of: key, in: record), !node.isEmpty else { return nil }
    guard let text, node.kind == .sequence else { return yaml.range(of: node) }
    for item in yaml.items(of: node) where yaml.isEqual(item, to: text) { return yaml.range(of: item) }
    return yaml.range(of: node)
  }

  /// The place of the first key that has a value, or else of the record.
  /// - Parameter keys: names of attributes and relationships.
  package func place(of keys: some Sequence<String>) -> SourceRange {
    keys.lazy.compactMap { value(of: $0) }.first ?? start
  }

  /// The place of the record's first key; without keys, the place where it begins.
  package var start: SourceRange {
    if let record {
      for pair in yaml.pairs(of: record) { return yaml.range(of: pair.key) }
      return yaml.range(of: record)
    }
    return file.source[file.frontMatter.lowerBound..<file.frontMatter.lowerBound]
  }

  /// The mapping of a record.
  /// - Complexity: O(log *n*) in the nodes, which are in the order of the file.
  private var record: FrontMatterNode? {
    guard let item else { return yaml.root }
    let first = yaml.nodes.partitioningIndex { $0.bytes.lowerBound >= item }
    return yaml.nodes[first...].prefix { $0.bytes.lowerBound == item }.first { $0.kind == .mapping }
  }
}

extension RecordGraph {
  /// Finds places of a record in its file.
  /// - Complexity: O(*n*) in the file's front matter, which is parsed.
  package func locator(of row: Int, in table: Int) -> Locator {
    Locator(file(of: row, in: table), item: fileOffset(of: row, in: table))
  }

  /// Whether one of some keys is written in a record, with a value.
  /// - Complexity: O(*n*) in the file's front matter, which is parsed only where its lines leave a doubt.
  func isWritten(anyOf keys: [String], row: Int, in table: Int) -> Bool {
    if fileOffset(of: row, in: table) == nil, keys.contains(where: file(of: row, in: table).holdsLine) {
      return true
    }
    let locator = locator(of: row, in: table)
    return keys.contains { locator.value(of: $0) != nil }
  }

  /// Finds places of a record in its file, which is not parsed again if the last one was of the same file.
  package func locator(of row: Int, in table: Int, reusing last: inout Locator?) -> Locator {
    .of(file(of: row, in: table), item: fileOffset(of: row, in: table), reusing: &last)
  }
}

extension MarkdownFile {
  /// Whether a line of the front matter certainly is a key with a value. It begins with the key, and there are
  /// neither quotes nor brackets, between which a line is none.
  fileprivate func holdsLine(of key: String) -> Bool {
    let bytes = source.bytes
    let yaml = bytes.span.extracting(frontMatter)
    let key = key.utf8.span
    var isLineStart = true
    var isFound = false
    for index in yaml.indices {
      switch yaml[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "["), UInt8(ascii: "{"): return false
      case let byte:
        if isLineStart, !isFound { isFound = yaml.holdsValue(of: key, at: index) }
        isLineStart = isLineBreak(byte)
      }
    }
    return isFound
  }
}

extension Span<UInt8> {
  /// Whether there is a key at an offset, with a colon, a space, and a letter or digit after it.
  fileprivate func holdsValue(of key: Span<UInt8>, at offset: Int) -> Bool {
    let end = offset + key.count
    guard end + 2 < count else { return false }
    for index in key.indices where self[offset + index] != key[index] { return false }
    let value = self[end + 2]
    return self[end] == UInt8(ascii: ":") && self[end + 1] == UInt8(ascii: " ")
      && (value.isASCIIDigit || (value | 0x20) &- UInt8(ascii: "a") < 26)
  }
}
