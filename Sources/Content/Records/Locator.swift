import Diagnostics
import FrontMatter
import Records

/// Finds the place of a value in a file by parsing the front matter again.
///
/// The positions of single values are not kept: errors that only show in the linked graph are rare, and
/// reading a file again takes microseconds.
package struct Locator {
  private var yaml = FrontMatterDocument()
  private let file: MarkdownFile

  /// Parses a file's front matter.
  package init(_ file: MarkdownFile) {
    self.file = file
    _ = yaml.read(file.source, file.frontMatter)
  }

  /// A locator of a file, reusing the last one if it is of the same file: errors come file by file, and an
  /// order may have thousands of rows.
  package static func of(_ file: MarkdownFile, reusing last: inout Locator?) -> Locator {
    if let last, last.file.source.path == file.source.path { return last }
    let locator = Locator(file)
    last = locator
    return locator
  }

  /// The place of a key's value, or of one text in a list.
  /// - Parameters:
  ///   - key: the attribute's or relationship's name.
  ///   - item: for a record inside another, where it begins in the file.
  ///   - text: the text to find in a list.
  package func value(of key: String, item: Int? = nil, text: String? = nil) -> SourceRange? {
    guard let node = yaml.value(of: key, in: record(item)), !node.isEmpty else { return nil }
    guard let text, node.kind == .sequence else { return yaml.range(of: node) }
    for item in yaml.items(of: node) where yaml.isEqual(item, to: text) { return yaml.range(of: item) }
    return yaml.range(of: node)
  }

  /// The place of the first key that has a value, or else of the record.
  /// - Parameters:
  ///   - keys: names of attributes and relationships.
  ///   - item: for a record inside another, where it begins in the file.
  package func place(of keys: some Sequence<String>, item: Int? = nil) -> SourceRange {
    keys.lazy.compactMap { value(of: $0, item: item) }.first ?? start(item: item)
  }

  /// The place of the first key of the file, or of the record that begins at `item`; without keys, the place
  /// where it begins.
  package func start(item: Int? = nil) -> SourceRange {
    if let record = record(item) {
      for pair in yaml.pairs(of: record) { return yaml.range(of: pair.key) }
      return yaml.range(of: record)
    }
    return file.source[file.frontMatter.lowerBound..<file.frontMatter.lowerBound]
  }

  /// The mapping of a record.
  /// - Complexity: O(log *n*) in the nodes, which are in the order of the file.
  private func record(_ item: Int?) -> FrontMatterNode? {
    guard let item else { return yaml.root }
    let first = yaml.nodes.partitioningIndex { $0.bytes.lowerBound >= item }
    return yaml.nodes[first...].prefix { $0.bytes.lowerBound == item }.first { $0.kind == .mapping }
  }
}
