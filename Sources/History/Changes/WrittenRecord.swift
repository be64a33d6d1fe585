import FrontMatter
import Records

/// The values written in a record's file, as opposed to computed ones.
struct WrittenRecord: Sendable, Hashable {
  /// The written texts, by key; for a list, its texts separated by commas. Keys without a value are left out.
  private(set) var values: [String: String] = [:]
  /// The records written inside this one, by the key of their list.
  var lists: [String: [WrittenRecord]] = [:]
  /// The values in the book by key, including computed ones, in canonical form; nil if no book was read.
  var texts: [String: String]?

  var formerIDs: [String] {
    (values["was"] ?? "").split(separator: ",").map { String($0.trimmingPrefix(while: { $0 == " " })) }
  }

  /// Moves the value of a key to another key, unless that one has a value.
  mutating func rename(_ key: String, to name: String) {
    if values[name] == nil { values[name] = values.removeValue(forKey: key) }
    if lists[name] == nil { lists[name] = lists.removeValue(forKey: key) }
    if let text = texts?.removeValue(forKey: key), texts?[name] == nil { texts?[name] = text }
  }

  init(values: [String: String], lists: [String: [WrittenRecord]]) {
    self.values = values
    self.lists = lists
  }

  /// Reads the front matter of a record's file.
  init(_ file: MarkdownFile) {
    var reader = FrontMatterDocument()
    _ = reader.read(file.source, file.frontMatter)
    self.init(reader, reader.root)
  }

  /// Reads a parsed file: all of it, or a mapping in it.
  init(_ document: FrontMatterDocument, _ mapping: FrontMatterNode?) {
    for (key, value) in document.pairs(of: mapping) {
      let key = document.text(of: key)
      if value.isScalar {
        if !value.isEmpty { values[key] = document.text(of: value) }
        continue
      }
      var texts: [String] = []
      for item in document.items(of: value) {
        if item.isScalar {
          texts.append(document.text(of: item))
        } else {
          lists[key, default: []].append(WrittenRecord(document, item))
        }
      }
      if !texts.isEmpty { values[key] = listText(texts, separator: ", ") }
    }
  }
}
