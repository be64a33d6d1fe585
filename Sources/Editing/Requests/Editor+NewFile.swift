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
    let path = graph.file(of: last, in: table).path
    let folder = path.split(separator: "/").dropLast().map(String.init)
    if let key = model.entities[entity].requiredDate,
      case .date(let days) = graph.tables[table].columns[key.column], let day = days[last],
      let own = self.day(of: entity, fields), folder.contains("\(day.parts.year)")
    {
      return folder.map { $0 == "\(day.parts.year)" ? "\(own.parts.year)" : $0 }.joined(separator: "/")
    }
    // If records are in several folders, someone sorted them, and only they know where a new one belongs.
    let first = graph.file(of: rows.lowerBound, in: table).path.split(separator: "/").dropLast()
    return first.map(String.init) == folder ? folder.joined(separator: "/") : root
  }
}
