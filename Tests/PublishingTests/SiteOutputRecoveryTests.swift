import FileSystem
import Foundation
import Publishing
import Testing

struct SiteOutputRecoveryTests {
  let fixture: OutputFolderFixture

  init() throws { fixture = try OutputFolderFixture() }

  private let pages = ["a/1": "one", "a/2": "two", "b/c/3": "three", "index": "home"]

  @Test(arguments: 0...4)
  func theNextBuildRepairsAKilledFirstBuild(after count: Int) throws {
    try fixture.killedBuild(pages, after: count)
    // What is published by then is whole.
    for (path, text) in try fixture.pages() where !path.contains(".docket-tmp-") {
      #expect(pages[path] == text)
    }
    try fixture.build(["a/1": "one", "d": "four"])
    #expect(try fixture.pages() == ["a/1": "one", "d": "four"])
    #expect(!fixture.exists(".docket-build"))
    #expect(!fixture.exists("b"))
  }

  @Test(arguments: 0...4)
  func theNextBuildRepairsAKilledLaterBuild(after count: Int) throws {
    try fixture.build(["a/1": "old", "index": "HOME", "stale/x": "x"])
    try fixture.killedBuild(pages, after: count)
    #expect(fixture.text("stale/x") == "x")
    let summary = try fixture.build(pages)
    #expect(summary.removed == 1)
    #expect(try fixture.pages() == pages)
    #expect(!fixture.exists(".docket-build"))
    #expect(try fixture.build(pages).changed == 0)
  }

  @Test func revertedContentOfTheSameSizeIsWrittenAgain() throws {
    let paths = ["a", "b"]
    try fixture.build(["a": "first", "b": "b"])
    try fixture.killedBuild(["a": "other", "b": "b"], after: paths.count)
    #expect(fixture.text("a") == "other")
    #expect(fixture.exists(".docket-build"))
    #expect(try fixture.build(["a": "first", "b": "b"]) == .init(changed: 1, removed: 0))
    #expect(fixture.text("a") == "first")
    #expect(!fixture.exists(".docket-build"))
  }

  @Test func pagesBecomeFoldersAfterAKill() throws {
    let flat = ["a": "file", "b/c/d": "deep"]
    let deep = ["a/x": "below", "b/c": "file"]
    for (before, after) in [(flat, deep), (deep, flat)] {
      try fixture.build(before)
      try fixture.killedBuild(after, after: 2)
      #expect(try fixture.pages().filter { !$0.key.contains(".docket-tmp-") } == before)
      try fixture.build(after)
      #expect(try fixture.pages() == after)
    }
  }

  @Test func aPageOfTwoKilledBuildsIsStillDockets() throws {
    try fixture.build(["index": "home"])
    try fixture.killedBuild(["index": "home", "new": "new"], after: 2)
    #expect(fixture.text("new") == "new")
    try fixture.killedBuild(["index": "home", "other": "other"], after: 1)
    #expect(try fixture.build(["index": "home"]).removed == 1)
    #expect(try fixture.pages() == ["index": "home"])
  }

  @Test func leftoversAreSwept() throws {
    try fixture.build(pages)
    try fixture.killedBuild(
      ["a/1": "changed", "a/2": "two", "b/c/3": "three", "index": "home", "n/x": "x"], after: 5)
    let record = try #require(
      try FileManager.default.contentsOfDirectory(atPath: fixture.site).first { $0.hasPrefix(".docket-run-") }
    )
    let prefix = ".docket-tmp-\(record.dropFirst(12))-"
    try fixture.put("a/\(prefix)7", "half a pa")
    try fixture.put("b/c/\(prefix)0", "half")
    try fixture.put("\(prefix)12/deep/er", "half")
    let foreign = [
      "a/.docket-tmp-7", "a/.docket-tmp-mine", "a/\(prefix)x", "a/.docket-tmp-0123456789abcdef-1",
      ".docket-tmp-0",
    ]
    for path in foreign { try fixture.put(path, "foreign") }
    try fixture.build(pages)
    var expected = pages
    for path in foreign { expected[path] = "foreign" }
    #expect(try fixture.pages() == expected)
  }

  @Test func aJournalThatWasNeverRenamedIsNoForeignFolder() throws {
    try fixture.put(".docket-run-0123456789abcdef", "")
    try fixture.put(".docket-tmp-0123456789abcdef-0", "docket-bui")
    try fixture.build(pages)
    #expect(try fixture.pages() == pages)
  }

  @Test func aTemporaryNameOfOthersIsAForeignFolder() throws {
    try fixture.put(".docket-tmp-0", "mine")
    #expect(try fixture.refusals(["index"]) == ["Site foreign-folder"])
    #expect(fixture.text(".docket-tmp-0") == "mine")
  }

  @Test func abandoningGivesBackTheRoom() throws {
    try fixture.build(["index": "home"])
    let output = try fixture.open(["index", "new/a"])
    _ = try output.write(1, "a")
    output.abandon()
    #expect(try fixture.pages() == ["index": "home"])
    #expect(fixture.exists(".docket-build"))
  }

  @Test func aFolderInThePlaceOfAPageIsRefusedBeforeAnythingIsWritten() throws {
    try fixture.build(["index": "home", "a/x": "one"])
    for path in ["index", "a/x"] {
      try fixture.remove(path)
      try fixture.put(path + "/mine", "mine")
    }
    let before = try fixture.state()
    #expect(
      try fixture.refusals(["a/x", "b/new", "index"]).sorted() == [
        "Site/a/x foreign-file", "Site/index foreign-file",
      ])
    #expect(try fixture.state() == before)
  }

  @Test(.enabled(if: geteuid() == 0, "Mounting a small file system takes root"))
  func aFullDiskLeavesWhatWasPublished() throws {
    let site = fixture.site
    try FileManager.default.createDirectory(atPath: site, withIntermediateDirectories: true)
    guard mount("tmpfs", site, "tmpfs", 0, "size=256k") == 0 else {
      try Test.cancel("This machine does not let root mount a file system")
    }
    defer { umount2(site, Int32(MNT_DETACH)) }
    let old = ["a/1": "old one", "a/2": "old two", "gone": "gone"]
    try fixture.build(old)
    let large = String(repeating: "x", count: 400_000)

    for paths in [["a/1", "a/2"], ["a/1", "new/2"]] {
      let output = try fixture.open(paths)
      _ = try output.write(0, "new one")
      let error = #expect(throws: EnvironmentFailure.self) { try output.write(1, large) }
      #expect(error?.description == "cannot write '\(site)/\(paths[1])': No space left on device")
      output.abandon()
      #expect(try fixture.pages() == ["a/1": "new one", "a/2": "old two", "gone": "gone"])
    }
    #expect(try fixture.build(["a/1": "old one"]).removed == 2)
    #expect(try fixture.pages() == ["a/1": "old one"])
  }
}
