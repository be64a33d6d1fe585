import Records
import TestSupport

/// A repository of random commits, and the test's own record of what they changed.
struct RandomRepository {
  /// A commit and what it changed.
  struct Commit {
    let day: String
    let changes: Set<String>
  }

  let git: GitFixture
  private(set) var book: RandomBook
  /// The commits after the first.
  private(set) var commits: [Commit] = []
  private var number = 0

  init(git: GitFixture, book: RandomBook) {
    self.git = git
    self.book = book
  }

  /// Commits the book as it is.
  mutating func begin(_ random: inout SeededGenerator) throws {
    _ = try commit(book, &random)
  }

  /// Changes some things and commits them.
  mutating func edit(_ random: inout SeededGenerator) throws {
    let next = changed(&random)
    let day = try commit(next, &random)
    record(next, since: book, day)
    book = next
  }

  /// Commits changes on two branches and merges them, which by itself changes nothing but what it drops of a branch.
  /// - Returns: whether it did; branches that change the same records or rename some are not merged.
  mutating func merge(_ random: inout SeededGenerator) throws -> Bool {
    let (side, main) = (changed(&random), changed(&random))
    let ofSide = side.recordsChanged(since: book)
    guard side.former.isEmpty, main.former.isEmpty, ofSide.isDisjoint(with: main.recordsChanged(since: book))
    else { return false }
    try git.git("checkout", "-qb", "side\(number)")
    let name = "side\(number)"
    // Some merges take the whole folder from the main branch.
    let takesNothing = Int.random(in: 0..<6, using: &random) == 0
    record(side, since: book, try commit(side, &random))
    try git.git("checkout", "-q", "main")
    record(main, since: book, try commit(main, &random))
    var (whole, merged) = (main, main)
    for id in ofSide.sorted() {
      whole.orders[id] = side.orders[id]
      whole.customers[id] = side.customers[id]
      if takesNothing || Int.random(in: 0..<4, using: &random) == 0 { continue }
      merged.orders[id] = side.orders[id]
      merged.customers[id] = side.customers[id]
    }
    // Those of the main branch may be dropped as well.
    for id in main.recordsChanged(since: book).sorted()
    where !takesNothing && Int.random(in: 0..<8, using: &random) == 0 {
      merged.orders[id] = book.orders[id]
      merged.customers[id] = book.customers[id]
    }
    try git.git("merge", "-q", "--no-commit", "-s", "ours", name)
    let day = takesNothing ? try commitAsItIs() : try commit(merged, &random)
    commits.append(Commit(day: day, changes: merged.changes(since: whole)))
    book = merged
    return true
  }

  /// Commits changes on two branches, which may change the same values, and merges them: of each record that differs, what
  /// one of the branches has. What was changed is not recorded.
  mutating func mergeSame(_ random: inout SeededGenerator) throws {
    var (side, main) = (changed(&random), changed(&random))
    // A value that both change for certain.
    if let id = book.customers.keys.min() {
      side.customers[id] = "Side \(number)"
      main.customers[id] = "Main \(number)"
    }
    guard side.former.isEmpty, main.former.isEmpty else { return }
    let name = "side\(number)"
    try git.git("checkout", "-qb", name)
    _ = try commit(side, &random)
    try git.git("checkout", "-q", "main")
    _ = try commit(main, &random)
    var merged = main
    for id in side.recordsChanged(since: main).sorted() where Bool.random(using: &random) {
      merged.orders[id] = side.orders[id]
      merged.customers[id] = side.customers[id]
    }
    try git.git("merge", "-q", "--no-commit", "-s", "ours", name)
    _ = try commit(merged, &random)
    book = merged
  }

  private mutating func changed(_ random: inout SeededGenerator) -> RandomBook {
    var next = book
    next.former = [:]
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      number += 1
      next.change(&random, number: number)
    }
    return next
  }

  private mutating func record(_ book: RandomBook, since old: RandomBook, _ day: String) {
    commits.append(Commit(day: day, changes: book.changes(since: old)))
  }

  /// Writes a book in a way of its own and commits it on a day of its own.
  private mutating func commit(_ book: RandomBook, _ random: inout SeededGenerator) throws -> String {
    try? git.folder.remove("firm/Content")
    for (path, text) in book.files(&random) { try git.folder.put("firm/Content/" + path, text) }
    // Its bytes may be the same as before; a commit for each state keeps them in step.
    try git.folder.put("firm/Content/state.txt", "\(number + 1)")
    return try commitAsItIs()
  }

  /// Commits the folder as it is on a day of its own.
  private mutating func commitAsItIs() throws -> String {
    number += 1
    let day = CivilDate(dayNumber: 20_000 + number)?.description ?? ""
    try git.commit(day)
    return day
  }
}

extension RandomBook {
  /// The ids of the records that differ.
  func recordsChanged(since old: RandomBook) -> Set<String> {
    let ids = Set(orders.keys).union(old.orders.keys).filter { orders[$0] != old.orders[$0] }
    let names = Set(customers.keys).union(old.customers.keys).filter { customers[$0] != old.customers[$0] }
    return ids.union(names)
  }
}
