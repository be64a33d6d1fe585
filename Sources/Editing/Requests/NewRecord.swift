import Diagnostics
import FileSystem

/// A request for a new record.
package struct NewRecord: Sendable {
  /// The entity, by its name or its folder's.
  var entity: SourceText
  /// The id, or the title that becomes it; nil for the next of the series.
  package var name: SourceText?
  /// Its keys and values.
  package var assignments: [Assignment] = []
  /// The rows of its lists: the list's key, nil for the entity's first list, and the row's keys and values.
  package var rows: [(list: SourceText?, fields: SourceText)] = []
  /// The record to copy values from.
  package var original: SourceText?
  /// The folder below the entity's own.
  package var folder: SourceText?

  /// The record that an edit creates for a request.
  package struct Created: Sendable {
    /// Its path below Content.
    package let path: String
    /// The arguments that the file's content comes from.
    let origin: FileOrigin

    /// Moves errors of the record's file, which is then not written, to the arguments that they come from.
    package func located(_ diagnostics: [Diagnostic], root: String) -> [Diagnostic] {
      diagnostics.map { diagnostic in
        diagnostic.severity == .error && diagnostic.range.file.path.path(below: root) == path
          ? origin.located(diagnostic) : diagnostic
      }
    }
  }

  /// Makes a request for a record of an entity.
  package init(entity: SourceText) {
    self.entity = entity
  }
}
