import Diagnostics
import FileSystem
import Records

extension RecordGraph {
  /// Whether a part of a record, or of one inside it, could not be read, which has already been reported.
  func hasInvalidPart(_ row: Int, ofEntity index: Int) -> Bool {
    let entity = model.entities[index]
    let table = tables[entity.table]
    return table.marks.contains(row)
      || entity.relationships.contains { list in
        guard list.origin == .owned else { return false }
        let marks = tables[model.entities[list.destination].table].marks
        return table.links[list.link].targets(of: row).contains { marks.contains(Int($0)) }
      }
  }
}

extension Book {
  /// The errors of an edit because of what is unknown: what amounts mean, what records are, which of two files with
  /// one id is meant, or what records of closed periods were.
  /// - Parameters:
  ///   - paths: the paths below Content of the files that the edit changes.
  ///   - before: the book without the edit.
  ///   - namesFiles: whether the edit names these files, and not records.
  /// - Complexity: as of `errorsOfUnverifiedRecords`.
  package func refusals(
    ofChanging paths: Set<String>, before: Book, namesFiles: Bool = false
  ) -> [Diagnostic] {
    settings.errorsOfAmounts.map {
      $0.adding("what amounts mean is unknown until this is fixed, so nothing is changed")
    }
      + (namesFiles
        ? []
        : errorsOfModel.map {
          $0.adding("what some records are is unknown until this is fixed, so nothing is changed")
        } + before.errorsOfRecordsThatAreThereTwice(in: paths))
      + errorsOfUnverifiedRecords(in: paths, before: before)
  }

  /// The errors of records whose id another file has, too, such as the copy of a folder: an edit would change the one
  /// whose path comes first, whichever is current.
  private func errorsOfRecordsThatAreThereTwice(in paths: Set<String>) -> [Diagnostic] {
    diagnostics.filter { error in
      guard error.id == .duplicateID, error.range.bytes.isEmpty else { return false }
      let id = String(error.range.file.path.fileName.withoutMarkdownEnding)
      return graph.tables.indices.contains { table in
        guard graph.tables[table].marks.skipped.ids.contains(id), let row = graph.row(withID: id, in: table)
        else { return false }
        return paths.contains(String(graph.file(of: row, in: table).path))
      }
    }.map {
      $0.adding("it is unknown which of the two is meant, so neither is changed; one may be an old copy")
    }
  }

  /// The errors of an edit of records of closed periods that cannot be compared with what they were, because something
  /// else is wrong: without them, an error anywhere would open every period.
  /// - Parameters:
  ///   - paths: the paths below Content of the files that the edit changes.
  ///   - before: the book without the edit.
  /// - Returns: an error for each such file, at its record.
  /// - Complexity: O(1) if everything could be compared; otherwise O(*n* log *n*) in the records.
  private func errorsOfUnverifiedRecords(in paths: Set<String>, before: Book) -> [Diagnostic] {
    let verified = (closedPeriods ?? [:]).keys.filter { !unverifiedPeriods.contains($0) }
    let hasMarks = graph.tables.contains { !$0.marks.isEmpty }
    guard !unverifiedPeriods.isEmpty || hasMarks && !verified.isEmpty else { return [] }
    var found = errors(in: paths, of: unverifiedPeriods, because: self) { _, _ in true }
    found += before.errors(in: paths, of: unverifiedPeriods, because: self) { _, _ in true }
    if hasMarks { found += errors(in: paths, of: verified, because: self, where: graph.hasInvalidPart) }
    var reported: Set<String> = []
    return found.filter { reported.insert($0.range.file.path).inserted }
  }

  /// - Parameters:
  ///   - periods: closed periods.
  ///   - book: the book with the errors that keep records from being compared.
  ///   - isUnverified: whether a row of an entity is such a record.
  private func errors(
    in paths: Set<String>, of periods: [AccountingPeriod], because book: Book,
    where isUnverified: (_ row: Int, _ entity: Int) -> Bool
  ) -> [Diagnostic] {
    // A quarter of a closed year is a part of the year.
    let whole = periods.filter { inner in !periods.contains { $0 != inner && $0.contains(inner) } }
    guard !whole.isEmpty else { return [] }
    let rows = ClosedRecords(graph, expressions).rows(of: whole)
    return rows.sorted { $0.key < $1.key }.flatMap { period, rows in
      rows.sorted { $0.key < $1.key }.flatMap { index, rows in
        let table = graph.model.entities[index].table
        return rows.compactMap { row -> Diagnostic? in
          let file = graph.file(of: Int(row), in: table)
          guard paths.contains(String(file.path)), isUnverified(Int(row), index) else { return nil }
          return Diagnostic(
            .closedRecord, at: file.source.range,
            "\(graph.model.entities[index].label.lowercased()) \(graph.id(of: Int(row), in: table)) belongs to "
              + (areClosedPeriodsUnknown
                ? "\(period), and it cannot be read which periods are closed"
                : "\(period), which is closed, and cannot be compared with what it was until another error is corrected"),
            notes: book.diagnostics.first { $0.severity == .error }.map {
              [.init("the error: \($0.summary)", at: $0.range)]
            } ?? [])
        }
      }
    }
  }
}
