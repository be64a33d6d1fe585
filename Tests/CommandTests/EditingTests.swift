import Foundation
import TestSupport
import Testing

/// What a build does to a site that is there already.
@Suite struct EditingTests {
  // MARK: Edits

  @Test func aChangedNoteChangesItsPageAlone() async throws {
    let folder = try SmallSite.folder()
    let old = try await folder.build().site
    try folder.replace("Blue.", with: "Red.", in: "Content/orders/2025/o1.md")
    let (new, line) = try await folder.build()
    #expect(new.changes(since: old) == ["changed orders/2025/o1.html", "changed search/words-0.js"])
    #expect(line.contains(" pages, 2 changed, 0 removed, "))
    #expect(
      new.touched(since: old) == [
        "", ".docket-manifest", "orders/2025", "orders/2025/o1.html", "search", "search/words-0.js",
      ])
  }

  @Test func aChangedSumChangesThePagesThatShowIt() async throws {
    let folder = try SmallSite.folder()
    let old = try await folder.build().site
    try folder.replace("sum: 20", with: "sum: 25", in: "Content/orders/2026/o2.md")
    let (new, line) = try await folder.build()
    let changes = new.changes(since: old)
    #expect(
      changes.filter { $0.hasSuffix(".html") }
        == [
          "customers/bob", "customers/index", "index", "index/open", "orders/2026/o2", "orders/by/total-desc",
          "orders/by/total",
          "orders/index",
          "orders/where/customer/bob", "reports/unpaid", "services/index", "services/tune",
        ].map { "changed \($0).html" })
    // Their tables are there as files, too.
    let exports: Set = [
      "index/open", "orders/by/total", "orders/by/total-desc", "orders/index", "orders/where/customer/bob",
      "reports/unpaid/1",
    ]
    for change in changes where !change.hasSuffix(".html") {
      let stem = change.dropFirst("changed ".count).prefix { $0 != "." }
      // What scripts read of them, and of the search, are parts of their own.
      let isData = stem.contains("/index/") || stem.hasPrefix("search/")
      #expect(isData || exports.contains(String(stem)), "\(change)")
    }
    #expect(line.contains(" pages, \(changes.count) changed, 0 removed, "))
    // What did not change was not even written again.
    let changed = Set(changes.map { String($0.dropFirst("changed ".count)) } + [".docket-manifest"])
    #expect(Set(new.touched(since: old).filter { new.files[$0] != nil }) == changed)
  }

  @Test func aDeletedOrderIsGoneFromEveryPage() async throws {
    let folder = try SmallSite.folder()
    let old = try await folder.build().site
    try folder.remove("Content/orders/2025")
    let (new, line) = try await folder.build()
    #expect(new.changes(since: old).filter { $0.hasPrefix("removed") } == ["removed orders/2025/o1.html"])
    #expect(!folder.has("Site/orders/2025"), "a folder that became empty")
    #expect(new.paths.filter { new.text($0).contains("o1") } == [])
    #expect(line.contains(" changed, 1 removed, "))
    #expect(await SiteCheck(new).errors == [])
  }

  @Test func aMovedOrderKeepsItsReferences() async throws {
    let folder = try SmallSite.folder()
    let old = try await folder.build().site
    try folder.copy(folder.path("Content/orders/2025/o1.md"), to: "Content/orders/archive/1/o1.md")
    try folder.remove("Content/orders/2025")
    let new = try await folder.build().site
    #expect(
      new.changes(since: old).filter { !$0.hasPrefix("changed") }
        == ["removed orders/2025/o1.html", "added orders/archive/1/o1.html"])
    #expect(await SiteCheck(new).errors == [])
  }

  @Test func anEditThatIsTakenBackGivesTheFirstSite() async throws {
    let folder = try SmallSite.folder()
    let first = try await folder.build().site
    try folder.replace("name: Ann", with: "name: Anna", in: "Content/customers/ann.md")
    try folder.put("Content/customers/zoe.md", "---\nname: Zoe\n---\n")
    let edited = try await folder.build().site
    #expect(edited.changes(since: first).contains("added customers/zoe.html"))
    try folder.put("Content/customers/ann.md", SmallSite.files["Content/customers/ann.md"] ?? "")
    try folder.remove("Content/customers/zoe.md")
    #expect(try await folder.build().site.differences(from: first) == [])
  }

  @Test func anErrorLeavesThePublishedSiteAlone() async throws {
    let folder = try SmallSite.folder()
    let old = try await folder.build().site
    try folder.replace("name: Ann", with: "name: Anna", in: "Content/customers/ann.md")
    try folder.replace("customer: bob", with: "customer: bbo", in: "Content/orders/2026/o2.md")
    let run = try await folder.docket("build")
    #expect(run.status == 1)
    let new = try FileTree(folder.path("Site"))
    #expect(new.differences(from: old) == [])
    #expect(new.touched(since: old) == [])
  }

  // MARK: Other hands

  @Test func leavesForeignFilesAlone() async throws {
    let folder = try SmallSite.folder()
    try await folder.build()
    try folder.put("Site/CNAME", "orders.example.com")
    try folder.put("Site/orders/2025/note.txt", "not docket's")
    try folder.remove("Content/orders/2025")
    let site = try await folder.build().site
    #expect(site.text("CNAME") == "orders.example.com")
    #expect(site.text("orders/2025/note.txt") == "not docket's")
    #expect(site.files["orders/2025/o1.html"] == nil)
  }

  @Test func refusesAFolderThatIsNotItsOwn() async throws {
    let folder = try SmallSite.folder(adding: ["Site/thesis.txt": "years of work"])
    let old = try FileTree(folder.path("Site"))
    let run = try await folder.docket("build")
    #expect(run.status == 1)
    #expect(run.error.contains("[foreign-folder]"))
    let new = try FileTree(folder.path("Site"))
    #expect(new.differences(from: old) == [])
    #expect(new.touched(since: old) == [])
  }

  @Test func refusesToReplaceAForeignFile() async throws {
    let folder = try SmallSite.folder()
    try await folder.build()
    try folder.put("Site/customers/zoe.html", "a page by hand")
    try folder.put("Content/customers/zoe.md", "---\nname: Zoe\n---\n")
    let old = try FileTree(folder.path("Site"))
    let run = try await folder.docket("build")
    #expect(run.status == 1)
    #expect(run.error.contains("Site/customers/zoe.html"))
    #expect(run.error.contains("[foreign-file]"))
    #expect(try FileTree(folder.path("Site")).touched(since: old) == [])
  }

  @Test func fixesPagesThatWereDeletedOrCut() async throws {
    let folder = try SmallSite.folder()
    let old = try await folder.build().site
    try folder.remove("Site/customers")
    try folder.remove("Site/index.html")
    try folder.put("Site/orders/2026/o2.html", String(old.text("orders/2026/o2.html").dropLast(100)))
    try folder.put("Site/about.html", "")
    let (new, line) = try await folder.build()
    #expect(new.differences(from: old) == [])
    let fixed = old.paths.count { $0.hasPrefix("customers/") } + 3
    #expect(line.contains(" pages, \(fixed) changed, 0 removed, "))
  }

  @Test func verifyMendsDamageOfTheSameSize() async throws {
    let folder = try SmallSite.folder()
    let old = try await folder.build().site
    let page = "orders/2026/o2.html"
    try folder.replace("<title>", with: "<tatle>", in: "Site/" + page)
    let (new, line) = try await folder.build("--verify")
    #expect(new.differences(from: old) == [])
    #expect(line.contains(" pages, 1 changed, 0 removed, "))
    #expect(new.touched(since: old).filter { new.files[$0] != nil && $0 != ".docket-manifest" } == [page])
  }

  @Test func aDamagedManifestIsAnErrorAndNothingIsRemoved() async throws {
    let folder = try SmallSite.folder()
    try await folder.build()
    try folder.put("Site/.docket-manifest", try folder.text("Site/.docket-manifest") + "garbage\n")
    let old = try FileTree(folder.path("Site"))
    let run = try await folder.docket("build")
    #expect(run.status == 1)
    #expect(run.error.contains("[damaged-manifest]"))
    #expect(try FileTree(folder.path("Site")).touched(since: old) == [])
  }
}
