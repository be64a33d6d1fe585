import Diagnostics
import Records

/// Compares the records with their state when their period was closed.
///
/// The lines of a closed period are written again from the records; if they equal the file, nothing has
/// changed. Of closed periods, only a file that differs is read line by line; reopened ones are verified.
struct ClosedPeriodCheck: Sendable {
  private let records: ClosedRecords
  /// Where the site's currency is written.
  private let currencyRange: SourceRange

  /// Checks all closed periods.
  /// - Parameters:
  ///   - files: everything in Content.
  ///   - graph: the records, with everything computed and everything invalid marked.
  ///   - settings: what site.yml says.
  /// - Returns: the closed periods, each with its digest; those that could not be compared, because their files are
  ///   damaged; and what differs. In each period, the first record that differs says how the period is opened.
  /// - Complexity: O(*n*) in the records of closed periods; the periods are checked on all cores.
  static func check(
    _ files: ContentFiles, _ graph: RecordGraph, _ expressions: ModelExpressions, _ settings: SiteSettings
  ) async -> (
    periods: [AccountingPeriod: String], unverified: [AccountingPeriod], diagnostics: [Diagnostic]
  ) {
    var (periods, unverified, diagnostics) = ClosedPeriod.all(in: files)
    let closed = periods.filter(\.isClosed)
    // A quarter of a closed year is compared as a part of the year.
    let compared = closed.filter { inner in
      !closed.contains { $0.period != inner.period && $0.period.contains(inner.period) }
    }
    // A reopened period is not compared, but verified: removing a line of its log could have reopened it.
    let verified = periods.filter { period in !compared.contains { $0.period == period.period } }
    for case .failure(let damaged) in verified.map({ $0.lines() }) { diagnostics.append(damaged) }
    guard !closed.isEmpty else { return ([:], unverified, diagnostics) }
    let range = settings.currencyRange ?? SourceRange(fileAt: files.root + "/site.yml")
    let check = ClosedPeriodCheck(records: ClosedRecords(graph, expressions), currencyRange: range)
    let rows = check.records.rows(of: compared.map(\.period))
    let found = await inParallel(compared.count, by: 1) { part in
      part.flatMap { index in
        let period = compared[index].period
        var found = check.diagnostics(of: compared[index], rows[period] ?? [:])
        if let first = found.firstIndex(where: { $0.id == .closedRecord }) {
          found[first].notes.append(
            .init("'docket reopen \(period) --reason TEXT' opens the \(period.noun), if this is to change"))
        }
        return found
      }
    }
    let digests = closed.compactMap { closed in closed.digest.map { (closed.period, $0) } }
    // A damaged line of the file is the only error in it.
    let damaged = Set(found.flatMap { $0 }.filter { $0.id != .closedRecord }.map(\.range.file.path))
    unverified += compared.filter { damaged.contains($0.file.path) }.map(\.period)
    return (Dictionary(digests) { first, _ in first }, unverified, diagnostics + found.flatMap { $0 })
  }

  /// The periods that are closed or may be, for a book whose records cannot be compared.
  static func unverified(in files: ContentFiles) -> [AccountingPeriod] {
    let (periods, unread, _) = ClosedPeriod.all(in: files)
    return periods.filter(\.isClosed).map(\.period) + unread
  }

  private func diagnostics(of closed: ClosedPeriod, _ rows: [Int: [Int32]]) -> [Diagnostic] {
    let model = records.graph.model
    let entities = closed.keys.compactMap { entity, names in
      model.entity(named: entity).map { (index: $0, keys: records.keys(names, of: $0)) }
    }
    let known = Set(entities.map(\.index))
    if entities.count == closed.keys.count, rows.keys.allSatisfy({ known.contains($0) }) {
      let size = closed.file.bytes.count - closed.start
      let (lines, digest) = records.lines(of: entities, rows, seed: closed.seed, capacity: size)
      if closed.holds(digest), lines[...] == closed.file.bytes[closed.start...] {
        return []
      }
    }
    switch closed.lines() {
    case .failure(let line): return [line]
    case .success(let lines):
      var comparison = ClosedPeriodComparison(records, closed, currencyRange: currencyRange)
      return comparison.diagnostics(lines, rows)
    }
  }
}
