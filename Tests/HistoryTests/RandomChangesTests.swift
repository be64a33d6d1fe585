import Content
import Foundation
import History
import TestSupport
import Testing

/// Random changes of a book, and the test's own record of what they were.
@Suite struct RandomChangesTests {
  /// What the comparison says, in the words of the model.
  static func lines(of changes: [RecordChange]) -> Set<String> {
    var lines: Set<String> = []
    for record in changes {
      switch record.kind {
      case .inserted: lines.insert("inserted \(record.id)")
      case .deleted: lines.insert("deleted \(record.id)")
      case .renamed: lines.insert("renamed \(record.formerID ?? "") \(record.id)")
      case .updated: break
      }
      guard record.kind == .updated || record.kind == .renamed else { continue }
      for value in record.values { lines.insert("\(record.id) \(value.key)") }
      if !record.rows.isEmpty {
        let gone = record.rows.count { $0.kind != .inserted }
        let come = record.rows.count { $0.kind != .deleted }
        lines.insert("\(record.id) rows \(max(gone, come))")
      }
      if record.changesBody { lines.insert("\(record.id) body") }
    }
    return lines
  }

  /// Set DOCKET_HISTORIES for more books than in a usual run.
  @Test func tellsEveryChangeOnceAndNothingElse() async throws {
    let count = ProcessInfo.processInfo.environment["DOCKET_HISTORIES"].flatMap { Int($0) } ?? 60
    var told = 0
    for seed in 0..<count {
      var random = SeededGenerator(seed: UInt64(seed))
      let old = RandomBook(&random)
      var new = old
      for number in 0..<Int.random(in: 0...12, using: &random) { new.change(&random, number: number) }
      let before = try await HistoryFixture.book(old.files(&random))
      let after = try await HistoryFixture.book(new.files(&random))
      let changes = BookChanges(from: before, to: after)
      let expected = new.changes(since: old)
      let found = Self.lines(of: changes.records)
      #expect(found == expected, "seed \(seed)")
      told += found.count
      // The differences of the orders' totals add up to that of all of them.
      let whole = changes.totals.first { $0.entity == "Order" && $0.value.key == "total" }
      func cents(_ text: String?) -> Int { Int((text ?? "0").replacing(".", with: "")) ?? 0 }
      func total(_ model: RandomBook) -> Int {
        model.orders.values.reduce(0) { $0 + $1.rows.reduce(0) { $0 + $1.sum } }
      }
      if total(old) == total(new) {
        #expect(whole == nil)
      } else {
        #expect(cents(whole?.value.new) - cents(whole?.value.old) == total(new) - total(old), "seed \(seed)")
      }
    }
    #expect(told > count)
  }
}
