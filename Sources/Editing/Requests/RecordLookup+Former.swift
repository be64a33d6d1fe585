import Content
import Diagnostics
import FileSystem
import Records

extension RecordLookup {
  /// The record with a former id: `2025-0007`, `customers/acme`.
  /// - Returns: the last name of the record, or the error if several had the id; nil if none did.
  package func record(
    formerly name: SourceText, in history: RecordHistory
  ) -> Result<RecordName, Diagnostic>? {
    let model = graph.model
    let text = nfc(name.text.trimmingBlanks()).withoutMarkdownEnding
    let slash = text.lastIndex(of: "/")
    let id = slash.map { text[text.index(after: $0)...] } ?? text
    let records = history.records(formerly: String(id)).filter { record in
      guard let slash else { return true }
      return model.entities.indices.contains { entity in
        isFolder(text[..<slash], of: entity) && model.family(of: model.entities[entity]) == record.family
      }
    }
    if records.count < 2 { return records.first.map { .success($0) } }
    return .failure(
      Self.ambiguity(
        of: name,
        records.map { record in
          let entity = model.entity(named: record.family).map { model.entities[$0] }
          if let entity, let row = graph.row(withID: record.id, in: entity.table) {
            return description(of: RecordHandle(table: entity.table, row: row))
          }
          return "\(entity?.folder.map { $0 + "/" } ?? "")\(record.id) was deleted"
        }))
  }
}
