import Diagnostics
import FrontMatter
import Records

/// What a record's file says, by its keys: which values were written, and which follow from them.
struct WrittenRecord: Sendable, Equatable {
  /// The texts as they are written, by key; for a list its texts, separated by commas. A key with nothing after it is
  /// not among them.
  private(set) var values: [String: String] = [:]
  /// The records written inside this one, by the key of their list.
  var lists: [String: [WrittenRecord]] = [:]
  /// The values that a book has for it by key, computed ones too, each in the one form that its type gives it; nil where
  /// no book was read.
  var texts: [String: String]?

  /// The record's former ids.
  var formerIDs: [String] {
    (values["was"] ?? "").split(separator: ",").map { String($0.trimmingPrefix(while: { $0 == " " })) }
  }

  /// Moves what is written under a key to another, unless something is written there.
  mutating func rename(_ key: String, to name: String) {
    if values[name] == nil { values[name] = values.removeValue(forKey: key) }
    if lists[name] == nil { lists[name] = lists.removeValue(forKey: key) }
    if let text = texts?.removeValue(forKey: key), texts?[name] == nil { texts?[name] = text }
  }

  /// Makes a record.
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

  /// Reads what was read of a file: all of it, or a mapping in it.
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
      if !texts.isEmpty { values[key] = texts.joined(separator: ", ") }
    }
  }
}
