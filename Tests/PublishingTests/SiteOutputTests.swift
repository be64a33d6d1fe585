import FileSystem
import Foundation
import Publishing
import Testing

struct SiteOutputTests {
  let fixture: OutputFolderFixture

  init() throws { fixture = try OutputFolderFixture() }

  private let pages = [
    "index.html": "home", "orders/index.html": "orders", "orders/2026/1.html": "one",
    "orders/2026/2.html": "two", "straße/ä.html": "ä",
  ]

  @Test func writesEveryPageAndNothingElse() throws {
    let summary = try fixture.build(pages)
    #expect(summary == .init(changed: 5, removed: 0))
    #expect(try fixture.pages() == pages)
    #expect(!fixture.exists(".docket-build"))
  }

  @Test func makesTheFolderWithItsParents() throws {
    for folder in ["/a/b/c", "/d//e/", "/f"] {
      let (output, _) = try SiteOutput.open(fixture.folder + folder, planned: [])
      #expect(output != nil)
      #expect(FileManager.default.fileExists(atPath: fixture.folder + folder))
    }
  }

  @Test func touchesNothingWhenNothingChanged() throws {
    try fixture.build(pages)
    let before = try fixture.state()
    #expect(try fixture.build(pages) == .init(changed: 0, removed: 0))
    #expect(try fixture.build(pages, verify: true) == .init(changed: 0, removed: 0))
    #expect(try fixture.state() == before)
  }

  @Test func touchesOnlyWhatChanged() throws {
    try fixture.build(pages)
    let before = try fixture.state()
    var edited = pages
    edited["orders/2026/2.html"] = "TWO"
    #expect(try fixture.build(edited) == .init(changed: 1, removed: 0))
    let after = try fixture.state()
    #expect(try fixture.pages() == edited)
    for path in pages.keys where path != "orders/2026/2.html" { #expect(after[path] == before[path]) }
    #expect(try fixture.build(edited).changed == 0)
  }

  @Test func addsAndRemovesPages() throws {
    try fixture.build(pages)
    let next = ["index.html": "home", "orders/2026/3.html": "three", "reports/x.html": "x"]
    #expect(try fixture.build(next) == .init(changed: 2, removed: 4))
    #expect(try fixture.pages() == next)
    #expect(!fixture.exists("straße"))
    #expect(!fixture.exists(".docket-build"))
  }

  @Test func removesPagesAlone() throws {
    try fixture.build(pages)
    let before = try fixture.state()
    let next = pages.filter { !$0.key.hasPrefix("orders/2026") }
    #expect(try fixture.build(next) == .init(changed: 0, removed: 2))
    #expect(try fixture.pages() == next)
    #expect(!fixture.exists("orders/2026"))
    #expect(try fixture.state()["index.html"] == before["index.html"])
  }

  @Test func leavesForeignFilesBesideItsOwn() throws {
    try fixture.build(pages)
    try fixture.put("CNAME", "example.org")
    try fixture.put("orders/2026/mine.txt", "mine")
    try fixture.put(".git/config", "git")
    try fixture.build(["index.html": "new"])
    #expect(
      try fixture.pages()
        == [
          "CNAME": "example.org", "orders/2026/mine.txt": "mine", ".git/config": "git", "index.html": "new",
        ])
  }

  @Test func turnsPagesIntoFoldersAndBack() throws {
    let flat = ["a": "file", "b/c/d": "deep", "b/e": "e", "z": "z"]
    let deep = ["a/x/y": "below", "a/z": "z", "b": "file", "z": "z"]
    try fixture.build(flat)
    #expect(try fixture.build(deep) == .init(changed: 3, removed: 3))
    #expect(try fixture.pages() == deep)
    #expect(try fixture.build(flat) == .init(changed: 3, removed: 3))
    #expect(try fixture.pages() == flat)
    #expect(try fixture.build(flat).changed == 0)
  }

  @Test func fixesWhatOtherHandsDamaged() throws {
    try fixture.build(pages)
    try fixture.remove("index.html")
    try fixture.put("orders/2026/1.html", "longer than before")
    try fixture.remove("orders/2026/2.html")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.site + "/orders/2026/2.html", withDestinationPath: "/etc/hostname")
    try fixture.remove("straße")
    #expect(try fixture.build(pages).changed == 4)
    #expect(try fixture.pages() == pages)
  }

  @Test func verifyFindsDamageOfTheSameSize() throws {
    try fixture.build(pages)
    try fixture.put("index.html", "HOME")
    #expect(try fixture.build(pages).changed == 0)
    #expect(try fixture.build(pages, verify: true) == .init(changed: 1, removed: 0))
    #expect(try fixture.pages() == pages)
    #expect(!fixture.exists(".docket-build"))
  }

  @Test func manifestIsDeterministic() throws {
    try fixture.build(pages)
    let manifest = try #require(fixture.text(".docket-manifest"))
    #expect(
      manifest == """
        docket-manifest 1 5
        \(hash("home")) 4 index.html
        \(hash("one")) 3 orders/2026/1.html
        \(hash("two")) 3 orders/2026/2.html
        \(hash("orders")) 6 orders/index.html
        \(hash("ä")) 2 straße/ä.html

        """)
    // The same site by another way, with the plan in another order.
    let other = try OutputFolderFixture()
    try other.build(["old.html": "old", "index.html": "before"])
    let paths = Array(pages.keys.sorted().reversed())
    let output = try other.open(paths)
    let entries = try paths.indices.map { try output.write($0, pages[paths[$0]] ?? "") }
    _ = try output.finish(entries.reversed())
    #expect(other.text(".docket-manifest") == manifest)
  }

  private func hash(_ text: String) -> String {
    var hash = XXHash64()
    Array(text.utf8).withUnsafeBytes { hash.update($0) }
    let digits = String(hash.finish(), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test func namesOfTwoNormalizationsAreTwoFiles() throws {
    let paths = ["a/\u{E9}.png", "a/e\u{301}.png"]
    for changed in [2, 0] {
      let output = try fixture.open(paths)
      let entries = [try output.write(0, "composed"), try output.write(1, "decomposed")]
      #expect(try output.finish(entries).changed == changed)
    }
    #expect(paths.map(fixture.text) == ["composed", "decomposed"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.site + "/a").count == 2)
  }

  @Test func namesMayBeginWithAnyCharacter() throws {
    // Before a slash, U+0600 makes one Character with it; after one, U+0301 does.
    let pages = ["\u{600}/a": "a", "b/\u{301}/\u{301}": "b", "c/\u{600}/d": "d"]
    #expect(try fixture.build(pages).changed == 3)
    #expect(try fixture.build(pages).changed == 0)
    #expect(try fixture.pages() == pages)
    #expect(try fixture.build([:]).removed == 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.site) == [".docket-manifest"])
  }

  @Test func copiesFilesInPieces() throws {
    let scan = fixture.folder + "/scan.pdf"
    var bytes = (0..<300_001).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    func copy(verify: Bool = false) throws -> SiteOutput.Entry {
      try Data(bytes).write(to: URL(fileURLWithPath: scan))
      let output = try fixture.open(["scans/a.pdf"], verify: verify)
      let entry = try output.copy(fileAt: scan, to: 0)
      _ = try output.finish([entry])
      #expect(FileManager.default.contents(atPath: fixture.site + "/scans/a.pdf") == Data(bytes))
      return entry
    }
    var hash = XXHash64()
    bytes.withUnsafeBytes { hash.update($0) }
    let first = try copy()
    #expect(first.changed)
    #expect(first.fingerprint.hash == hash.finish())
    #expect(first.fingerprint.size == 300_001)
    #expect(try !copy().changed)
    #expect(try !copy(verify: true).changed)
    bytes[250_000] ^= 1
    #expect(try copy().changed)
    bytes.removeLast(250_000)
    #expect(try copy(verify: true).changed)
  }

  @Test func copyOfAMissingFileOrAFolderFails() throws {
    let output = try fixture.open(["a"])
    let missing = fixture.folder + "/missing"
    let error = #expect(throws: EnvironmentFailure.self) { try output.copy(fileAt: missing, to: 0) }
    #expect(error?.description == "cannot read '\(missing)': No such file or directory")
    #expect(throws: EnvironmentFailure.self) { try output.copy(fileAt: fixture.folder, to: 0) }
  }

  @Test func tasksShareTheOutput() async throws {
    let paths = (0..<400).map { "p\($0 % 7)/\($0).html" }
    for (round, changed) in [(0, 400), (1, 400), (1, 0)] {
      let output = try fixture.open(paths)
      let entries = try await withThrowingTaskGroup(of: [SiteOutput.Entry].self) { group in
        for task in 0..<8 {
          group.addTask {
            try stride(from: task, to: 400, by: 8).map { try output.write($0, "page \($0) of \(round)") }
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(try output.finish(entries) == .init(changed: changed, removed: 0))
      #expect(fixture.text("p3/59.html") == "page 59 of \(round)")
      #expect(try fixture.pages().count == 400)
    }
  }

  @Test func doesNotEndWithAPageMissing() throws {
    let output = try fixture.open(["a", "b"])
    let entry = try output.write(1, "b")
    let error = #expect(throws: EnvironmentFailure.self) { try output.finish([entry]) }
    #expect(error?.path == fixture.site + "/a")
  }
}
