import Content
import Diagnostics
import Records

extension Editor {
  /// The errors for which records were skipped, if any.
  package var errorsOfSkipped: [Diagnostic] {
    guard graph.tables.contains(where: { !$0.marks.skipped.isEmpty }) else { return [] }
    var read: Set<String> = [book.root + "/model.yml", book.root + "/site.yml"]
    read.formUnion(book.pages.lazy.map(\.file.source.path))
    for table in graph.tables {
      read.formUnion(table.files.lazy.map { graph.files[Int($0)].source.path })
    }
    return book.diagnostics.filter { $0.severity == .error && !read.contains($0.range.file.path) }
  }

  /// The errors for which records were skipped, to an edit that depends on all records: deleting or renaming then cannot
  /// know what the skipped ones refer to, and numbering cannot know their ids.
  var refusalsOfSkipped: [Diagnostic] {
    errorsOfSkipped.map {
      Diagnostic(
        $0.id, at: $0.range, $0.summary,
        notes: $0.notes + [
          .init("what it says is unknown until this is fixed, and the edit depends on it")
        ],
        fixIts: $0.fixIts)
    }
  }

  /// Whether records of an entity are skipped whose ids are unknown, such as those in a folder that cannot be read;
  /// reports why.
  func mayHideIDs(of entity: Int, _ edit: inout Edit) -> Bool {
    guard graph.tables[model.entities[entity].table].marks.skipped.areUnknown else { return false }
    if !edit.diagnostics.hasErrors { edit.diagnostics += refusalsOfSkipped }
    return true
  }
}
