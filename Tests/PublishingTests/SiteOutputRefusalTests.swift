import FileSystem
import Foundation
import Publishing
import Testing

struct SiteOutputRefusalTests {
  let fixture: OutputFolderFixture

  init() throws { fixture = try OutputFolderFixture() }

  @Test func refusesAForeignFolder() throws {
    try fixture.put("precious.txt", "mine")
    let before = try fixture.state()
    #expect(try fixture.refusals(["index.html"]) == ["Site foreign-folder"])
    #expect(try fixture.state() == before)
  }

  @Test func reportsEveryForeignFileBeforeWritingAnything() throws {
    try fixture.build(["index.html": "home", "orders/1.html": "one", "kept/sub/a": "a"])
    try fixture.put("a.html", "mine")
    try fixture.put("orders/2.html", "mine")
    try fixture.put("folder.html/x", "mine")
    try fixture.put("customers", "mine")
    try fixture.put("kept/sub/mine", "mine")
    let before = try fixture.state()
    let refusals = try fixture.refusals([
      "a.html", "customers/x.html", "customers/y.html", "folder.html", "index.html", "kept", "orders/1.html",
      "orders/2.html",
    ])
    #expect(
      Set(refusals) == [
        "Site/a.html foreign-file", "Site/orders/2.html foreign-file", "Site/folder.html foreign-file",
        "Site/customers foreign-file", "Site/kept/sub/mine foreign-file",
      ])
    #expect(refusals.count == 5)
    #expect(try fixture.state() == before)
  }

  @Test func refusesAForeignFileEvenOfTheSameBytes() throws {
    try fixture.build(["index.html": "home"])
    try fixture.put("a.html", "same")
    #expect(try fixture.refusals(["a.html", "index.html"]) == ["Site/a.html foreign-file"])
  }

  @Test func doesNotFollowALinkToAFolder() throws {
    let outside = fixture.folder + "/outside"
    try fixture.build(["index.html": "home", "orders/1.html": "one", "old/1.html": "old"])
    try FileManager.default.moveItem(atPath: fixture.site + "/orders", toPath: outside)
    for name in ["orders", "old"] {
      try? fixture.remove(name)
      try FileManager.default.createSymbolicLink(
        atPath: fixture.site + "/" + name, withDestinationPath: outside)
    }
    #expect(
      try fixture.refusals(["index.html", "orders/1.html", "orders/2.html"]) == ["Site/orders foreign-file"])
    // A stale page after a link is not docket's to remove.
    #expect(try fixture.build(["index.html": "home"]).removed == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == ["1.html"])
    #expect(fixture.exists("old"))
  }

  @Test func doesNotRemoveALinkOrFolderInThePlaceOfAStalePage() throws {
    try fixture.build(["index.html": "home", "a": "a", "b": "b"])
    try fixture.remove("a")
    try fixture.remove("b")
    try FileManager.default.createSymbolicLink(atPath: fixture.site + "/a", withDestinationPath: "index.html")
    try fixture.put("b/mine", "mine")
    #expect(try fixture.build(["index.html": "home"]).removed == 0)
    #expect(fixture.exists("a"))
    #expect(fixture.text("b/mine") == "mine")
  }

  @Test(arguments: [
    "", "docket-manifest 2 0\n", "docket-manifest 1 2\n0000000000000000 1 a\n",
    "docket-manifest 1 1\n0000000000000000 1 ../outside\n",
    "docket-manifest 1 1\n0000000000000000 1 /etc/passwd\n",
    "docket-manifest 1 1\n0000000000000000 1 a//b\n", "docket-manifest 1 1\n000000000000000g 1 a\n",
    "docket-manifest 1 1\n0000000000000000 99999999999999999999 a\n",
    "docket-manifest 1 1\n0000000000000000 1 a",
    "docket-manifest 1 2\n0000000000000000 1 b\n0000000000000000 1 a\n",
    "docket-manifest 1 1\n0000000000000000 1 .docket-build\n", "docket-manifest 1 99999999999999999\n",
  ])
  func refusesADamagedManifest(text: String) throws {
    try fixture.put(".docket-manifest", text)
    try fixture.put("a", "a")
    #expect(try fixture.refusals(["index.html"]) == ["Site/.docket-manifest damaged-manifest"])
    #expect(fixture.text("a") == "a")
  }

  @Test(arguments: [
    "", "/etc/x", "../x", "a/../x", "a//b", "a/", "a\nb", ".docket-manifest", "a/.docket-tmp-1",
  ])
  func refusesAPathThatIsNone(path: String) throws {
    #expect(throws: EnvironmentFailure.self) {
      try SiteOutput.open(fixture.site, planned: ["index.html", path])
    }
    #expect(try fixture.pages() == [:])
  }

  @Test func refusesTwoPagesForOnePath() throws {
    let error = #expect(throws: EnvironmentFailure.self) {
      try SiteOutput.open(fixture.site, planned: ["b", "a", "b"])
    }
    #expect(error?.path == fixture.site + "/b")
  }

  @Test func aSecondBuildAtTheSameTimeFails() throws {
    let first = try fixture.open(["a"])
    let error = #expect(throws: EnvironmentFailure.self) { try SiteOutput.open(fixture.site, planned: ["a"]) }
    #expect(error?.description == "cannot write '\(fixture.site)': Another build is writing to it")
    #expect(try first.finish([first.write(0, "a")]).changed == 1)
  }

  @Test func anOutputThatIsAFileFails() throws {
    try Data().write(to: URL(fileURLWithPath: fixture.site))
    let error = #expect(throws: EnvironmentFailure.self) { try SiteOutput.open(fixture.site, planned: ["a"]) }
    #expect(error?.description == "cannot open '\(fixture.site)': Not a directory")
  }
}
