import Content
import Diagnostics
import FileSystem
import Records

extension Editor {
  /// The errors that caused records or pages to be skipped.
  package var errorsOfSkipped: [Diagnostic] {
    var read: Set<String> = [book.root + "/model.yml", book.root + "/site.yml"]
    read.formUnion(book.pages.lazy.map(\.file.source.path))
    for table in graph.tables {
      read.formUnion(table.files.lazy.map { graph.files[Int($0)].source.path })
    }
    return book.diagnostics.filter { error in
      let path = error.range.file.path
      let isOfClosedPeriod = path.path(below: book.root).flatMap(ClosedPeriod.period) != nil
      return error.severity == .error && !read.contains(path) && !isOfClosedPeriod
    }
  }

  /// The errors of existing files that could not be read and that an edit would create.
  /// - Complexity: O(*n*) in the book's diagnostics.
  package func refusals(of edit: Edit) -> [Diagnostic] {
    let made = Set(edit.changes.lazy.filter { $0.before == nil }.map { book.root + "/" + $0.path })
    guard !made.isEmpty else { return [] }
    return book.diagnostics.filter { $0.severity == .error && made.contains($0.range.file.path) }.map {
      $0.adding("the edit would make this file, which is there; it can be changed once this is fixed")
    }
  }

  /// The errors of skipped records, which refuse an edit that depends on all records: deleting and renaming
  /// need the references of skipped records, and numbering needs their ids.
  var refusalsOfSkipped: [Diagnostic] {
    guard graph.tables.contains(where: { !$0.marks.skipped.isEmpty }) else { return [] }
    return noted(errorsOfSkipped)
  }

  /// Errors with the note that the edit depends on what they hide.
  func noted(_ errors: [Diagnostic]) -> [Diagnostic] {
    errors.map { $0.adding("what it says is unknown until this is fixed, and the edit depends on it") }
  }

  /// The errors of files that cannot be read and that name rows of some records, such as pages with a merge conflict: what
  /// they name cannot follow the rows.
  /// - Parameter owners: the ids of the records whose rows move.
  func refusalsOfSkipped(namingRowsOf owners: Set<String>) -> [Diagnostic] {
    errorsOfSkipped.filter { error in
      let text = String(decoding: error.range.file.bytes, as: UTF8.self)
      return owners.contains { text.contains("\($0)#") }
    }.map { $0.adding("it names a row that moves, and cannot follow until this is fixed") }
  }

  /// Whether skipped records of an entity have unknown ids, as in an unreadable folder or where the model has an error in
  /// the entity; reports the errors.
  func mayHideIDs(of entity: Int, _ edit: inout Edit) -> Bool {
    guard graph.tables[model.entities[entity].table].marks.skipped.areUnknown else { return false }
    if !edit.diagnostics.hasErrors {
      let errors = refusalsOfSkipped
      edit.diagnostics +=
        errors.isEmpty ? noted(book.diagnostics.filter { $0.severity == .error }) : errors
    }
    return true
  }
}
