import Diagnostics

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
  package var model: SourceText?
  /// The folder below the entity's own.
  package var folder: SourceText?

  /// Asks for a record of an entity.
  package init(entity: SourceText) {
    self.entity = entity
  }
}
