import Diagnostics
import FileSystem
import FrontMatter
import Records

extension Editor {
  /// Adds the file of a new record, whose id and fields a command, a line of a CSV file or a form has chosen.
  /// - Parameters:
  ///   - id: its id, which no other record has.
  ///   - fields: its fields, in any order.
  ///   - body: the text below the front matter.
  ///   - given: the folder below the entity's own; nil for the folder of the entity's other records.
  /// - Returns: its path below Content; nil if the folder is invalid, which is added to the edit's diagnostics.
  package func addFile(
    _ id: String, of entity: Int, _ fields: [RecordOperation.Field], body: String = "",
    in given: SourceText? = nil, _ edit: inout Edit
  ) -> String? {
    guard let folder = folder(given, of: entity, fields, &edit) else { return nil }
    let lineEnd = body.isEmpty || body.hasSuffix("\n") ? "" : "\n"
    let path = "\(folder)/\(id).md"
    edit.put(
      Array((Self.frontMatter(ordered(fields, of: entity)) + body + lineEnd).utf8), at: path, before: nil)
    return path
  }

  private static func frontMatter(_ fields: [RecordOperation.Field]) -> String {
    "---\n" + fields.map { FrontMatterText.entry($0, indent: "", lineEnd: "\n") }.joined() + "---\n"
  }

  /// The folder of a new record: the given one, else the folder of the entity's other records or, if they
  /// have one folder per year, the folder of its year.
  private func folder(
    _ given: SourceText?, of entity: Int, _ fields: [RecordOperation.Field], _ edit: inout Edit
  ) -> String? {
    let root = model.entities[entity].folder ?? ""
    if let given {
      let path = given.text.path(below: root) ?? (given.text == root ? "" : given.text)
      let below = path.split(separator: "/").map(String.init)
      guard !below.contains(where: FileSystem.isIgnored) else {
        edit.refuse(.reservedFolder, at: given.range, "'\(given.text)' is not a folder below '\(root)'")
        return nil
      }
      return ([root] + below).joined(separator: "/")
    }
    let rows = graph.rows(of: entity, includingSubentities: false)
    let table = model.entities[entity].table
    guard let last = rows.last else {
      let year = day(of: entity, fields).map { "/\($0.parts.year)" }
      return root + (titleKey(of: entity) == nil ? year ?? "" : "")
    }
    if let own = self.day(of: entity, fields), let example = exampleInYear(rows, of: entity) {
      return example.folder.map { $0 == example.year ? "\(own.parts.year)" : $0 }.joined(separator: "/")
    }
    let folder = self.folder(of: last, in: table)
    // If records are in several folders, someone sorted them, and only they know where a new one belongs.
    return self.folder(of: rows.lowerBound, in: table) == folder ? folder.joined(separator: "/") : root
  }

  /// The folder of the last record, if it lies in one for its year, or else that of the last one that does, if most records
  /// do: one elsewhere, such as in a folder of drafts, changes nothing.
  /// - Complexity: O(1), because it looks at a few records alone.
  private func exampleInYear(_ rows: Range<Int>, of entity: Int) -> (folder: [String], year: String)? {
    let table = model.entities[entity].table
    guard let key = model.entities[entity].requiredDate,
      case .date(let days) = graph.tables[table].columns[key.column]
    else { return nil }
    func example(_ row: Int) -> (folder: [String], year: String)? {
      guard let year = days[row].map({ "\($0.parts.year)" }) else { return nil }
      let folder = self.folder(of: row, in: table)
      return folder.contains(year) ? (folder, year) : nil
    }
    if let last = rows.last, let example = example(last) { return example }
    let step = max(1, rows.count / 16)
    let looked = Array(stride(from: rows.upperBound - 1, through: rows.lowerBound, by: -step))
    let examples = looked.compactMap(example)
    return examples.count * 2 > looked.count ? examples.first : nil
  }

  /// The names of the folders of a record's file.
  private func folder(of row: Int, in table: Int) -> [String] {
    graph.file(of: row, in: table).path.split(separator: "/").dropLast().map(String.init)
  }
}
