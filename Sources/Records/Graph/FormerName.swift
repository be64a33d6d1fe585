/// A former id of a record, from `was:` in its file.
package struct FormerName: Sendable {
  package let id: String
  /// The former path of its file below Content.
  package let path: String
  /// The table of the record.
  package let table: Int
  /// The record's row.
  package let row: Int

  /// Makes a former name from its parts.
  init(path: String, id: String, table: Int, row: Int) {
    (self.path, self.id, self.table, self.row) = (path, id, table, row)
  }

  /// Reads a name as written: an id, or a path below Content if the file was in another folder.
  /// - Parameter file: the path below Content of the file that contains the name.
  package init(_ text: String, in file: Substring, table: Int, row: Int) {
    path = Self.path(text, in: file)
    id = nfc(String(path.split(separator: "/").last?.dropLast(3) ?? ""))
    self.table = table
    self.row = row
  }

  /// The path below Content that a name in `was:` stands for: a name without a slash is in the file's own
  /// folder, one with a slash begins at Content.
  package static func path(_ text: String, in file: Substring) -> String {
    let name = text.hasSuffix(".md") ? text : text + ".md"
    guard !text.contains("/") else { return String(name.drop { $0 == "/" }) }
    return file.lastIndex(of: "/").map { file[...$0] + name } ?? name
  }

  /// Why a name in `was:` stands for no path below Content; nil if it stands for one.
  package static func refusal(of text: String) -> String? {
    let parts = text.drop { $0 == "/" }.split(separator: "/", omittingEmptySubsequences: false)
    return parts.contains { ["", ".", ".."].contains($0) } ? "'\(text)' is no path below Content" : nil
  }

  /// A path below Content as it is written in `was:` of a file in a folder.
  /// - Parameter folder: the folder below Content, with a `/` at its end; empty for Content itself.
  package static func text(_ path: String, in folder: some StringProtocol) -> String {
    let stem = String(path.dropLast(3))
    let name = stem.lastIndex(of: "/").map { stem[...$0] } ?? ""
    if name == folder { return String(stem.dropFirst(folder.count)) }
    return name.isEmpty ? "/" + stem : stem
  }
}

/// The former ids of a book's records.
package struct FormerNames: RandomAccessCollection, Sendable {
  private var names: [FormerName] = []
  /// The index of each name by its id, for each table that has one.
  private var indexes: [Int: [String: Int]] = [:]

  package init() {}

  package var startIndex: Int { 0 }
  package var endIndex: Int { names.count }
  package subscript(index: Int) -> FormerName { names[index] }

  /// The name with an id.
  package subscript(id: String, in table: Int) -> FormerName? { indexes[table]?[id].map { names[$0] } }

  /// Adds a name, unless another record of the table has had the id.
  package mutating func append(_ name: FormerName) {
    guard self[name.id, in: name.table] == nil else { return }
    indexes[name.table, default: [:]][name.id] = names.count
    names.append(name)
  }

  package func names(of record: RecordHandle) -> some Sequence<FormerName> {
    names.lazy.filter { $0.table == record.table && $0.row == record.row }
  }
}

extension RecordGraph {
  /// The current id of the record with a former id; for `old#2`, the id of the row with that position.
  package func id(formerly id: String, in table: Int) -> String? {
    if let owners = tables[table].owners {
      guard let owned = OwnedID(id), let owner = self.id(formerly: owned.owner, in: owners.table) else {
        return nil
      }
      return "\(owner)#\(owned.position)"
    }
    return formerNames[id, in: table].map { self.id(of: $0.row, in: table) }
  }
}
