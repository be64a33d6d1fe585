import Content
import Diagnostics
import FileSystem
import Foundation
import Records
import TestSupport
import Testing

/// Where bytes come from: a folder on disk, memory, and unsaved bytes over either.
@Suite struct ContentSourceTests {
  private static let files = [
    "customers/acme.md": "---\nname: Acme\n---\n", "customers/a-b.md": "---\nname: A B\n---\n",
    "customers/a/z.md": "---\nname: Z\n---\n",
    "orders/2026/1.md": "---\ndate: 2026-03-14\ncustomer: acme\n---\n",
    "about.md": "# About\n", "orders/2026/1.pdf": "%PDF", "site.yml": "title: Tea\n",
  ]

  private func tree() throws -> (TemporaryFolder, WorkingTree) {
    let folder = try TemporaryFolder()
    for (path, text) in Self.files { try folder.put("Content/" + path, text) }
    return (folder, WorkingTree(folder.path("Content")))
  }

  @Test func everySourceListsTheSameFilesInTheSameOrder() async throws {
    let (folder, tree) = try tree()
    let memory = MemorySource(Self.files)
    var overlay = Overlay(
      over: MemorySource(["orders/2025/1.md": "", "customers/acme.md": "", "zoo.md": "x"]))
    overlay.delete("orders/2025/1.md")
    overlay.delete("zoo.md")
    for (path, text) in Self.files { overlay.put(Array(text.utf8), at: path) }
    let paths = Self.files.keys.sorted { $0.precedes($1) }
    #expect(paths[1...3] == ["customers/a-b.md", "customers/a/z.md", "customers/acme.md"])
    for source in [tree, memory, overlay] as [any ContentSource] {
      #expect(try await source.list(withStamps: false).map(\.path) == paths, "\(source)")
      for (path, result) in zip(paths, source.read(paths, limit: 1_000)) {
        #expect(try result.get() == Array(Self.files[path, default: ""].utf8), "\(path)")
      }
      #expect(try source.read("about.md", limit: 3) == Array("# Ab".utf8))
      #expect(throws: EnvironmentFailure.self) { try source.read("orders/none.md") }
    }
    withExtendedLifetime(folder) {}
  }

  @Test func everySourceMakesTheSameBook() async throws {
    let (folder, tree) = try tree()
    var overlay = Overlay(over: tree)
    overlay.put(Array("---\ndate: 2026-03-15\n---\n".utf8), at: "orders/2026/2.md")
    let day = try #require(CivilDate("2026-03-14"))
    var counts: [Int] = []
    for source in [tree, MemorySource(Self.files), overlay] as [any ContentSource] {
      let book = await ContentLoader(source: source, includesDrafts: false, today: day).load()
      #expect(book.diagnostics.map(\.summary) == [])
      #expect(book.pages.map { String($0.file.path) } == ["about.md"])
      #expect(book.attachments == ["orders/2026/1.pdf"])
      counts.append(book.recordCount)
    }
    #expect(counts == [4, 4, 5])
    withExtendedLifetime(folder) {}
  }

  @Test func anOverlayHidesWhatItDeletesUntilItIsPut() async throws {
    var overlay = Overlay(over: MemorySource(Self.files))
    overlay.delete("customers/acme.md")
    #expect(try await LoadedSite(overlay).diagnosticLines == ["orders/2026/1.md:3:11 unknown-reference"])
    #expect(throws: EnvironmentFailure.self) { try overlay.read("customers/acme.md") }
    overlay.put(Array("---\n---\n".utf8), at: "customers/acme.md")
    #expect(try await LoadedSite(overlay).diagnosticLines == ["customers/acme.md:1:1 missing-value"])
  }

  @Test func stampsTellChangedBytes() async throws {
    func stamp(_ source: any ContentSource) async throws -> FileStamp? {
      try await source.list(withStamps: true).first { $0.path == "about.md" }?.stamp
    }
    var memory = MemorySource(Self.files)
    let first = try await stamp(memory)
    #expect(first != nil)
    var overlay = Overlay(over: memory)
    #expect(try await stamp(overlay) == first)
    overlay.put(Array("# Changed\n".utf8), at: "about.md")
    #expect(try await stamp(overlay) != first)
    memory["about.md"] = Array("# Changed\n".utf8)
    #expect(try await stamp(memory) != first)
    memory["about.md"] = Array("# About\n".utf8)
    #expect(try await stamp(memory) == first)
  }

  @Test func aFileOnDiskThatWasChangedJustNowHasNoStamp() async throws {
    let (folder, tree) = try tree()
    // Between writing and listing, a busy machine may let seconds pass.
    var isUnstamped = false
    for _ in 1...20 where !isUnstamped {
      try folder.put("Content/about.md", "# Anew\n")
      isUnstamped = try await tree.list(withStamps: true).contains {
        $0.path == "about.md" && $0.stamp == nil
      }
    }
    #expect(isUnstamped)
    // The files of this repository are older.
    let sample = WorkingTree(Repository.content)
    let (first, second) = (try await sample.list(withStamps: true), try await sample.list(withStamps: true))
    #expect(first.contains { $0.stamp != nil })
    #expect(first.map(\.stamp) == second.map(\.stamp))
  }

  @Test func namesThatOnlyNormalizationTellsApartAreTwoFiles() async throws {
    var memory = MemorySource(["mu\u{308}ller.md": "# One\n"])
    memory["m\u{FC}ller.md"] = Array("# Two\n".utf8)
    #expect(memory.paths.count == 2)
    var overlay = Overlay(over: memory)
    overlay.delete("m\u{FC}ller.md")
    #expect(try await overlay.list(withStamps: false).count == 1)
    #expect(try overlay.read("mu\u{308}ller.md") == Array("# One\n".utf8))
  }

  @Test func settingsThatLeadOutOfContentAreNotRead() async throws {
    let folder = try TemporaryFolder(["secret.yml": "title: Secret\n", "Content/about.md": "# About\n"])
    for name in ["site.yml", "model.yml"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("Content/" + name), withDestinationPath: "../secret.yml")
    }
    let site = try await LoadedSite(WorkingTree(folder.path("Content")))
    #expect(
      site.diagnosticLines == ["model.yml:1:1 link-leaves-content", "site.yml:1:1 link-leaves-content"])
    #expect(site.content.settings.title != "Secret")
  }
}
