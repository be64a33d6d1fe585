import Diagnostics
import FileSystem
import FrontMatter
import Records

/// The file of a new record: its path and content.
///
/// A command, a line of a CSV file and a form choose the id and the fields; the file is made here.
package struct NewFile: Sendable {
  /// The path below Content.
  package let path: String
  fileprivate let bytes: [UInt8]
}

extension Edit {
  /// Makes the file of a new record.
  package mutating func add(_ file: NewFile) { put(file.bytes, at: file.path, before: nil) }
}

extension Editor {
  /// The file of a new record.
  /// - Parameters:
  ///   - id: its id, which no other record has.
  ///   - fields: its fields, in any order.
  ///   - body: the text below the front matter.
  ///   - given: the folder below the entity's own; nil for the folder of the entity's other records.
  /// - Returns: the file; nil if the folder is invalid, which is added to the edit's diagnostics.
  package func newFile(
    _ id: String, of entity: Int, _ fields: [RecordOperation.Field], body: String = "",
    in given: SourceText? = nil, _ edit: inout Edit
  ) -> NewFile? {
    guard let folder = folder(given, of: entity, fields, &edit) else { return nil }
    let lineEnd = body.isEmpty || body.hasSuffix("\n") ? "" : "\n"
    return NewFile(
      path: "\(folder)/\(id).md",
      bytes: Array((Self.frontMatter(ordered(fields, of: entity)) + body + lineEnd).utf8))
  }

  private static func frontMatter(_ fields: [RecordOperation.Field]) -> String {
    "---\n" + fields.map { FrontMatterText.entry($0, indent: "", lineEnd: "\n") }.joined() + "---\n"
  }

  /// The folder of a new record: the given one, else the folder of the entity's other records or, if they
  /// have one folder per year, the folder of its year.
  private func folder(
    _ given: SourceText?, of entity: Int, _ fields: [RecordOperation.Field], _ edit: inout Edit
  ) -> String? {
    let home = model.entities[entity].folder ?? ""
    if let given {
      let path = given.text.path(below: home) ?? (given.text == home ? "" : given.text)
      let below = path.split(separator: "/").map(String.init)
      guard below.allSatisfy({ !$0.hasPrefix(".") && !$0.hasPrefix("_") }) else {
        edit.refuse(.reservedFolder, at: given.range, "'\(given.text)' is not a folder below '\(home)'")
        return nil
      }
      return ([home] + below).joined(separator: "/")
    }
    let rows = graph.rows(of: entity, includingSubentities: false)
    let table = model.entities[entity].table
    guard let last = rows.last else {
      let year = day(of: entity, fields).map { "/\($0.parts.year)" }
      return home + (titleKey(of: entity) == nil ? year ?? "" : "")
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
    return first.map(String.init) == folder ? folder.joined(separator: "/") : home
  }
}
