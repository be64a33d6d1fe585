import Diagnostics
import Records

/// Compares the records with their state when their year was closed.
///
/// The lines of a closed year are written again from the records; if they equal the file, nothing has
/// changed. Of closed years, only a file that differs is read line by line; reopened ones are verified.
struct ClosedYearCheck: Sendable {
  private let records: ClosedRecords
  /// Where the site's currency is written.
  private let currencyRange: SourceRange

  /// Checks all closed years.
  /// - Parameters:
  ///   - files: everything in Content.
  ///   - graph: the records, with everything computed and everything invalid marked.
  ///   - settings: what site.yml says.
  /// - Returns: the years that are closed, each with its digest, and what differs. The first record of a year that does
  ///   says what opens it.
  /// - Complexity: O(*n*) in the records of closed years; the years are checked on all cores.
  static func check(
    _ files: ContentFiles, _ graph: RecordGraph, _ expressions: ModelExpressions, _ settings: SiteSettings
  ) async -> (years: [Int: String], diagnostics: [Diagnostic]) {
    var (years, diagnostics) = ClosedYear.all(in: files)
    // A reopened year is not compared, but verified: removing a line of its log could have reopened it.
    for case .failure(let damaged) in years.filter({ !$0.isClosed }).map({ $0.lines() }) {
      diagnostics.append(damaged)
    }
    let closed = years.filter(\.isClosed)
    guard !closed.isEmpty else { return ([:], diagnostics) }
    let range = settings.currencyRange ?? SourceFile(path: files.root + "/site.yml", bytes: []).range
    let check = ClosedYearCheck(records: ClosedRecords(graph, expressions), currencyRange: range)
    let rows = check.records.rows(of: Set(closed.map(\.year)))
    let found = await inParallel(closed.count, by: 1) { part in
      part.flatMap { index in
        let year = closed[index].year
        var found = check.diagnostics(of: closed[index], rows[year] ?? [:])
        if let first = found.firstIndex(where: { $0.id == .closedRecord }) {
          found[first].notes.append(
            .init("'docket reopen \(year) --reason TEXT' opens the year, if this is to change"))
        }
        return found
      }
    }
    let digests = closed.compactMap { year in year.digest.map { (year.year, $0) } }
    return (Dictionary(digests) { first, _ in first }, diagnostics + found.flatMap { $0 })
  }

  private func diagnostics(of year: ClosedYear, _ rows: [Int: [Int32]]) -> [Diagnostic] {
    let model = records.graph.model
    let entities = year.keys.compactMap { entity, names in
      model.entity(named: entity).map { (index: $0, keys: records.keys(names, of: $0)) }
    }
    let known = Set(entities.map(\.index))
    if entities.count == year.keys.count, rows.keys.allSatisfy({ known.contains($0) }) {
      let size = year.file.bytes.count - year.start
      let (lines, digest) = records.lines(of: entities, rows, seed: year.seed, capacity: size)
      if year.holds(digest), lines[...] == year.file.bytes[year.start...] {
        return []
      }
    }
    switch year.lines() {
    case .failure(let line): return [line]
    case .success(let lines):
      var comparison = ClosedYearComparison(records, year, currencyRange: currencyRange)
      return comparison.diagnostics(lines, rows)
    }
  }
}
