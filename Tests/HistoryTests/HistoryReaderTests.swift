import Content
import FileSystem
import Foundation
import History
import Records
import TestSupport
import Testing

/// Histories that are read in parts.
@Suite(.needsGit) struct HistoryReaderTests {
  /// With renames, merges, versions with errors, another currency, and Content moved to another folder and
  /// back. Set DOCKET_REPOSITORIES for more repositories than in a usual run.
  @Test func readsTheSameInPartsAsAtOnce() async throws {
    let count = ProcessInfo.processInfo.environment["DOCKET_REPOSITORIES"].flatMap { Int($0) } ?? 2
    var (entryCount, lineCount) = (0, 0)
    for seed in 0..<count {
      let git = try await Self.repository(seed)
      let repository = try GitRepository(of: git.content)
      func reader(_ firstCount: Int, firstParent: Bool = false, author: String? = nil) async throws
        -> HistoryReader
      {
        try await HistoryReader(
          of: repository, model: WorkingTree(git.content), author: author, firstParent: firstParent,
          readingFirst: firstCount)
      }
      for firstParent in [false, true] {
        var whole = try await reader(1_000, firstParent: firstParent)
        let texts = try await whole.rest().entries.map(\.text)
        for firstCount in 1...3 {
          var parts = try await reader(firstCount, firstParent: firstParent)
          for text in texts { #expect(try await parts.next()?.text == text, "seed \(seed)") }
          #expect(try await parts.next() == nil)
        }
        entryCount += texts.count
      }
      var nobody = try await reader(1, author: "nobody")
      #expect(try await nobody.next() == nil)
      for number in 0..<12 {
        func blame(_ firstCount: Int) async throws -> String? {
          try await RecordBlame.read(
            of: RecordName(family: "Order", id: "o\(number)"), in: WorkingTree(git.content),
            repository: repository, readingFirst: firstCount)?.text
        }
        let whole = try await blame(1_000)
        #expect(try await blame(1) == whole, "seed \(seed), o\(number)")
        lineCount += whole?.split(separator: "\n").count ?? 0
      }
    }
    #expect(entryCount > count * 40 && lineCount > count * 10)
  }

  private static func repository(_ seed: Int) async throws -> GitFixture {
    var random = SeededGenerator(seed: UInt64(seed) + 30_000)
    var writer = RandomRepository(git: try GitFixture(), book: RandomBook(&random))
    let git = writer.git
    try git.folder.put("firm/Content/model.yml", "")
    try writer.begin(&random)
    func edit(_ count: Int) throws {
      for _ in 0..<count {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try writer.mergeSame(&random)
        case 1: if try !writer.merge(&random) { try writer.edit(&random) }
        default: try writer.edit(&random)
        }
      }
    }
    try edit(8)
    for (old, new) in [("Content", "Book"), ("Book", "Content")] {
      try git.git("mv", "firm/\(old)", "firm/\(new)")
      try git.commit("2025-01-02")
      try git.folder.put("firm/\(new)/customers/moved.md", "---\nname: In \(new)\n---\n")
      try git.commit("2025-01-03")
    }
    // Amounts that name no currency change with the book's.
    try git.folder.put("firm/Content/site.yml", "currency: CHF\n")
    try git.commit("2025-01-04")
    for text in ["name: Valid", "name: [", "name: {", "name: Valid again"] {
      try git.folder.put("firm/Content/customers/moved.md", "---\n\(text)\n---\n")
      try git.commit("2025-01-05")
    }
    try edit(8)
    return git
  }

  /// git keeps whatever is in a name, which would reach terminals and pages.
  @Test func namesHaveNoControlCharacters() async throws {
    let git = try GitFixture()
    try git.folder.put("firm/Content/customers/acme.md", "---\nname: Acme\n---\n")
    try git.git("add", "-A")
    try git.git("-c", "user.name=E\u{1B}[31mv\u{9B}il", "-c", "user.email=e@x", "commit", "-qm", "a\u{7}b")
    var reader = try await HistoryReader(of: GitRepository(of: git.content), model: WorkingTree(git.content))
    let entry = try #require(try await reader.next())
    #expect(entry.author == "E\u{FFFD}[31mv\u{FFFD}il" && entry.summary == "a\u{FFFD}b")
  }

  @Test func readsOnlyAsManyCommitsAsAreAskedFor() async throws {
    let git = try GitFixture()
    for number in 1...5 {
      try git.folder.put("firm/Content/customers/acme.md", "---\nname: Acme \(number)\n---\n")
      try git.commit("2026-01-0\(number)")
    }
    // Without its oldest tree git cannot tell what the oldest commits changed.
    let tree = try ChildProcess.run("git", ["-C", git.folder.path, "rev-parse", "HEAD~4^{tree}"]).output
    let name = String(decoding: tree.dropLast(), as: UTF8.self)
    try git.folder.remove(".git/objects/\(name.prefix(2))/\(name.dropFirst(2))")
    var reader = try await HistoryReader(
      of: GitRepository(of: git.content), model: WorkingTree(git.content), readingFirst: 2)
    #expect(try await reader.next()?.day.description == "2026-01-05")
    #expect(try await reader.next()?.day.description == "2026-01-04")
    await #expect(throws: HistoryFailure.self) { _ = try await reader.next() }
    // All values of the record were set by the last commits.
    let blame = try await RecordBlame.read(
      of: RecordName(family: "Customer", id: "acme"), in: WorkingTree(git.content),
      repository: GitRepository(of: git.content), readingFirst: 2)
    #expect(blame?.lines.map { $0.entry?.day.description } == ["2026-01-05"])
  }
}
