import Content
import Foundation
import Records
import TestSupport
import Testing

/// The changes of records in repositories that are made at random.
@Suite(.needsGit) struct RandomHistoryTests {
  /// Set DOCKET_REPOSITORIES for more of them than in a usual run.
  @Test func tellsEveryChangeOfRandomHistories() async throws {
    let count = ProcessInfo.processInfo.environment["DOCKET_REPOSITORIES"].flatMap { Int($0) } ?? 4
    var told = 0
    for seed in 0..<count {
      var random = SeededGenerator(seed: UInt64(seed) + 10_000)
      var writer = RandomRepository(git: try GitFixture(), book: RandomBook(&random))
      try writer.begin(&random)
      for _ in 0..<Int.random(in: 5...60, using: &random) {
        let isMerge = Int.random(in: 0..<5, using: &random) == 0
        if isMerge, try writer.merge(&random) { continue }
        try writer.edit(&random)
      }
      let history = try await writer.git.history()
      let byDay = Dictionary(history.entries.map { ($0.day.description, $0) }) { first, _ in first }
      #expect(byDay.count == history.entries.count)
      for commit in writer.commits {
        let found = RandomChangesTests.lines(of: byDay[commit.day]?.changes ?? [])
        #expect(
          found == commit.changes,
          "seed \(seed), \(commit.day)")
        told += found.count
      }
      Self.expectChains(history, to: writer.book, "seed \(seed)")
      if seed % 20 == 19 { print("\(seed + 1) repositories: \(told) changes") }
    }
    #expect(told > count * 5)
  }

  /// Where two branches change one value, each of their commits is told for itself. Along the first parents the changes of
  /// a value add up all the same. Set DOCKET_REPOSITORIES for more than in a usual run.
  @Test func addsUpAlongFirstParentsWhereBranchesChangeTheSame() async throws {
    let count = ProcessInfo.processInfo.environment["DOCKET_REPOSITORIES"].flatMap { Int($0) } ?? 3
    for seed in 0..<count {
      var random = SeededGenerator(seed: UInt64(seed) + 20_000)
      var writer = RandomRepository(git: try GitFixture(), book: RandomBook(&random))
      try writer.begin(&random)
      for _ in 0..<Int.random(in: 2...12, using: &random) {
        if Bool.random(using: &random) { try writer.edit(&random) } else { try writer.mergeSame(&random) }
      }
      let all = try await writer.git.history()
      let history = try await writer.git.history(firstParent: true)
      #expect(history.entries.count <= all.entries.count)
      Self.expectChains(history, to: writer.book, "seed \(seed)")
    }
  }

  /// What is said of a value adds up: each change begins with what the one before it ended with, from the record's
  /// insertion on, and the last of them with what the record has.
  private static func expectChains(_ history: RecordHistory, to book: RandomBook, _ comment: String) {
    var values: [String: [String: String]] = [:]
    for entry in history.entries.reversed() {
      for change in entry.changes {
        if let former = change.formerID {
          values[change.id] = values.removeValue(forKey: former)
        }
        if change.kind == .inserted { values[change.id] = [:] }
        for value in change.values {
          // What a record has by default is not said when it is inserted.
          let known = values[change.id]?[value.key] ?? (value.key == "made" ? value.old : nil)
          #expect(value.old == known, "\(comment), \(entry.day), \(change.id) \(value.key)")
          values[change.id, default: [:]][value.key] = value.new
        }
        if change.kind == .deleted { values[change.id] = nil }
      }
      // References follow a record to its new id without a word.
      for change in entry.changes {
        guard let former = change.formerID else { continue }
        for id in values.keys where values[id]?["customer"] == former { values[id]?["customer"] = change.id }
      }
    }
    for (id, name) in book.customers { #expect(values[id]?["name"] == name, "\(comment), \(id)") }
    for (id, order) in book.orders {
      #expect(values[id]?["made"] == "\(order.made)", "\(comment), \(id)")
      #expect(values[id]?["customer"] == order.customer, "\(comment), \(id)")
    }
    #expect(Set(values.keys).isSuperset(of: book.orders.keys), "\(comment)")
    #expect(
      values.keys.allSatisfy { book.orders[$0] != nil || book.customers[$0] != nil || $0.hasPrefix("s") })
  }
}
