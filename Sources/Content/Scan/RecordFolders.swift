import FileSystem
import Records

/// Tells by paths which files are records.
package struct RecordFolders: Sendable {
  package let model: Model
  /// The folders, with a trailing slash, and the entities of their records, longest path first.
  package let folders: [(path: String, entity: Int)]

  package init(_ model: Model) {
    self.model = model
    folders = model.entities.indices.compactMap { index in
      model.entities[index].folder.map { ($0 + "/", index) }
    }.sorted { ($1.path.utf8.count, $0.path) < ($0.path.utf8.count, $1.path) }
  }

  /// The entity of the record in a file; nil for any other file.
  package func entity(of path: String) -> Int? {
    guard path.hasSuffix(".md"), !path.hasSuffix("/index.md") else { return nil }
    return folders.first { path.hasPrefix($0.path) }?.entity
  }

  /// Whether records may be in a folder or below it.
  package func mayHold(_ folder: String) -> Bool {
    folders.contains { $0.path.hasPrefix(folder + "/") || "\(folder)/".hasPrefix($0.path) }
  }

  /// The name of the record in a file; nil for any other file.
  package func name(of path: String) -> RecordName? {
    entity(of: path).map {
      model.recordName(String(path.fileName.withoutMarkdownEnding), of: model.entities[$0])
    }
  }
}
