import Diagnostics
import FileSystem

/// A record that is asked for.
package struct NewRecord: Sendable {
  /// The entity, by its name or its folder's.
  package var entity: SourceText
  /// The id, or the title of a record that is named by it; nil for the next of the series.
  package var name: SourceText?
  /// Its keys and values.
  package var assignments: [Assignment] = []
  /// The rows of its lists: the list's key, nil for the entity's first list, and the row's keys and values.
  package var rows: [(list: SourceText?, fields: SourceText)] = []
  /// The record whose values it begins with.
  package var original: SourceText?
  /// The folder below the entity's own.
  package var folder: SourceText?

  /// The record that an edit creates for a request.
  package struct Created: Sendable {
    /// Its id.
    package let id: String
    /// Its path below Content.
    package let path: String
    /// The arguments that its file is made from.
    let origin: FileOrigin

    /// Errors of its file, which is not written then, at the arguments that they come from.
    package func located(_ diagnostics: [Diagnostic], root: String) -> [Diagnostic] {
      diagnostics.map { diagnostic in
        diagnostic.severity == .error && diagnostic.range.file.path.path(below: root) == path
          ? origin.located(diagnostic) : diagnostic
      }
    }
  }

  /// Asks for a record of an entity.
  package init(entity: SourceText) {
    self.entity = entity
  }
}
