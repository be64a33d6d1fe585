import Diagnostics
import FileSystem
import Records

/// A record that was read as a page because its file is not in a folder of records.
struct MisplacedRecord: Sendable {
  /// Its file.
  let file: MarkdownFile
  /// The record's entity, which is certain.
  let entity: Int
  /// The diagnostic to use if this is the only such record.
  let diagnostic: Diagnostic

  /// The skipped record.
  var skipped: ContentScan.SkippedRecord {
    (entity, nfc(String(file.path.fileName.withoutMarkdownEnding)))
  }

  /// The folder above it whose name is similar to that of its entity's folder; nil if there is none.
  fileprivate func nearFolder(_ model: Model) -> String? {
    // If it is already in the right folder, something else is wrong, such as the name 'index.md'.
    guard let own = model.entities[entity].folder, !file.path.hasPrefix(own + "/") else { return nil }
    return sequence(first: String(file.path.parentFolder)) { String($0.parentFolder) }
      .prefix { !$0.isEmpty }
      .first { nearestName(to: $0, among: [own]) != nil }
  }
}

extension [MisplacedRecord] {
  /// One error for all records of an entity in a folder whose name is similar to that of their own folder,
  /// and one for each other record.
  func diagnostics(_ model: Model) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var counts: [String: [Int: Int]] = [:]
    for record in self {
      if let folder = record.nearFolder(model) {
        counts[folder, default: [:]][record.entity, default: 0] += 1
      } else {
        diagnostics.append(record.diagnostic)
      }
    }
    guard let first = first?.file else { return [] }
    let root = first.source.path.dropLast(first.path.count)
    for (folder, counts) in counts.sorted(by: { $0.key < $1.key }) {
      for (entity, count) in counts.sorted(by: { $0.key < $1.key }) {
        let entity = model.entities[entity]
        let files = count == 1 ? "1 file has" : "\(count) files have"
        diagnostics.append(
          Diagnostic(
            .nearMissFileName, at: SourceFile(path: root + folder, bytes: []).range,
            "the folder of \(entity.name) records is '\(entity.folder ?? "")', not '\(folder)'; rename it",
            notes: [.init("\(files) keys of \(entity.name) there")]))
      }
    }
    return diagnostics
  }
}
