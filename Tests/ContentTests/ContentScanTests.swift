import Content
import Diagnostics
import Foundation
import Records
import TestSupport
import Testing

/// What files are for, by their names alone.
@Suite struct ContentScanTests {
  private static let customer = "---\nname: Acme\n---\n"
  private static let order = "---\ndate: 2026-03-14\n---\n"

  @Test func recordsLieAnywhereBelowTheirFolder() async throws {
    let site = try await LoadedSite([
      "orders/b.md": Self.order, "orders/2026/a.md": Self.order, "orders/2026/03/c.md": Self.order,
      "customers/de/acme.md": Self.customer,
    ])
    #expect(site.diagnosticLines == [])
    #expect(try site.ids("Order") == ["a", "b", "c"])
    #expect(try site("Order", "c", "path") == "orders/2026/03/c.md")
  }

  @Test func everyOtherMarkdownFileIsAPage() async throws {
    let site = try await LoadedSite([
      "index.md": "# Home\n", "about.md": "# About\n", "reports/unpaid.md": "# Unpaid\n",
      "orders/index.md": "# Orders\n", "orders/2026/index.md": "# 2026\n", "orders/a.md": Self.order,
    ])
    #expect(site.diagnosticLines == [])
    let order = try #require(site.content.graph.model.entity(named: "Order"))
    let kinds = Dictionary(
      uniqueKeysWithValues: site.content.pages.map { (String($0.file.path), $0.kind) })
    #expect(
      kinds == [
        "about.md": .other, "index.md": .home, "orders/2026/index.md": .other,
        "orders/index.md": .index(entity: order), "reports/unpaid.md": .other,
      ])
    #expect(try site.ids("Order") == ["a"])
  }

  @Test func everyOtherFileIsCopied() async throws {
    let site = try await LoadedSite([
      "orders/a.md": Self.order, "orders/a.pdf": "%PDF", "scans/photo.jpg": "x", "notes.txt": "- a\n---\n",
      "site.yml": "title: Tea\n", "model.yml": "extends: orders\n", "sites.txt": "title: Tea\n",
    ])
    #expect(site.diagnosticLines == [])
    #expect(site.content.attachments == ["notes.txt", "orders/a.pdf", "scans/photo.jpg", "sites.txt"])
  }

  @Test func aPointerOfGitLFSIsNotTheFile() async throws {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n"
    let site = try await LoadedSite(["scans/photo.jpg": pointer, "scans/notes.txt": "version 1\n"])
    #expect(site.diagnosticLines == ["scans/photo.jpg:1:1 unreadable-file"])
    #expect(site.content.diagnostics.map(\.severity) == [.warning])
  }

  /// A copy that a sync made counts, if its name may be an id, and is never told to become one.
  @Test(arguments: [
    ("a-DESKTOP-7A3B.md", "a.md", "'a-DESKTOP-7A3B.md' is read as well"),
    ("a.sync-conflict-20261130-101112-ABCDEFG.md", "a.md", "is read as well"),
    ("a_DESKTOP-ABC_Nov-30-101112-2026_Conflict.md", "a.md", "is read as well"),
    ("a (Anna's conflicted copy 2026-11-30).md", "a.md", "is not an id"),
    ("a 2.md", "a.md", "is not an id"), ("a (1).md", "a.md", "is not an id"),
    ("a - Copy.md", "a.md", "is not an id"), ("Kopie von a.md", "a.md", "is not an id"),
    ("a Kopie 2.md", "a.md", "is not an id"), ("Copy of a (1).md", "a.md", "is not an id"),
    ("a – Kopie.md", "a.md", "is not an id"), ("index 2.md", "index.md", "is not an id"),
    ("index-DESKTOP-7A3B.md", "index.md", "'index-DESKTOP-7A3B.md' looks like"),
  ])
  func aCopyByASyncIsToldAsOne(name: String, original: String, words: String) async throws {
    let files = ["orders/a.md": Self.order, "orders/index.md": "# Orders\n", "orders/\(name)": Self.order]
    let found = try await LoadedSite(files).content.diagnostics
    #expect(
      found.count == 1
        && found[0].severity == (words == "is read as well" || words.hasSuffix("well") ? .warning : .error))
    let summary = found.first?.summary ?? ""
    #expect(summary.contains(words) && summary.contains("looks like a copy of '\(original)'"), "\(summary)")
    #expect(!summary.contains("did you mean"))
  }

  @Test func namesThatOnlyResembleCopiesAreNone() async throws {
    let site = try await LoadedSite([
      "orders/a.md": Self.order, "orders/a-1.md": Self.order, "orders/b-conflict.md": Self.order,
      "orders/a-conflict-resolution.md": Self.order, "orders/a-desktop-app.md": Self.order,
      "orders/index.md": "# Orders\n", "orders/index-desktop-x.md": Self.order, "a.md": "# A\n",
      "a - copyright.md": "# A\n", "report conflicts.md": "# A\n",
      "report.md": "# A\n", "report 2.md": "# B\n", "copy of nothing.md": "# C\n",
    ])
    #expect(site.diagnosticLines == [])
  }

  @Test(arguments: ["site-DESKTOP-7A3B.yml", "site 2.yml", "model (1).yml"])
  func aCopyOfSettingsIsNoPage(name: String) async throws {
    let files = ["site.yml": "title: A\n", "model.yml": "extends: orders\n", name: "title: B\n"]
    let summaries = try await LoadedSite(files).content.diagnostics.map(\.summary)
    #expect(summaries.count == 1 && summaries[0].contains("is not read, and looks like a copy of"))
  }

  /// Two names that look the same are told apart.
  @Test func twoWaysOfStoringAccentsAreNamed() async throws {
    let files = ["customers/mu\u{308}ller.md", "customers/a/m\u{FC}ller.md"]
    let site = try await LoadedSite([files[0]: Self.customer, files[1]: Self.customer])
    #expect(site.content.diagnostics.map(\.id) == [.duplicateID])
    #expect(site.content.diagnostics[0].notes.count == 1)
    var source = MemorySource(["customers/mu\u{308}ller.md": Self.customer])
    source["customers/m\u{FC}ller.md"] = Array(Self.customer.utf8)
    let found = await ContentLoader(
      source: source, includesDrafts: false, today: try #require(CivilDate("2026-01-02"))
    )
    .load().diagnostics
    #expect(found.map(\.id) == [.duplicateID])
    #expect(found[0].notes.last?.text.hasPrefix("the two names differ only in how their accents") ?? false)
  }

  /// What systems leave in every folder is neither published nor in the way.
  @Test func litterIsIgnored() async throws {
    let names = [
      "Thumbs.db", "desktop.ini", "~$order.docx", "@eaDir/x.jpg", "Icon\r", "a.md:Zone.Identifier",
      "$RECYCLE.BIN/x",
    ]
    var files = ["orders/a.md": Self.order, "a~$b.txt": "", "MyThumbs.db": ""]
    for name in names { files["orders/" + name] = "x" }
    let site = try await LoadedSite(files)
    #expect(site.diagnosticLines == [])
    #expect(site.content.attachments == ["MyThumbs.db", "a~$b.txt"])
  }

  /// iCloud leaves a hidden file of one that it has taken off the disk.
  @Test func aFileInICloudIsMissed() async throws {
    let site = try await LoadedSite([
      "orders/a.md": Self.order, "orders/.b.md.icloud": "x", "orders/.c.pdf.icloud": "x", ".icloud": "x",
      "orders/._d.md.icloud": "x", "orders/.Thumbs.db.icloud": "x", "orders/.old.icloud/e.md": Self.order,
    ])
    #expect(
      site.diagnosticLines == [
        "orders/.b.md.icloud:1:1 unreadable-file", "orders/.c.pdf.icloud:1:1 unreadable-file",
      ])
    #expect(site.content.diagnostics.map(\.severity) == [.error, .warning])
    let settings = try await LoadedSite([".site.yml.icloud": "x"]).content
    #expect(settings.settings.errorsOfAmounts.count == 1)
  }

  /// An interrupted save leaves nothing of what is private and in which currency amounts are.
  @Test(arguments: ["site.yml", "model.yml"], ["", "\n \n"])
  func emptySettingsAreAnError(name: String, text: String) async throws {
    let site = try await LoadedSite(["orders/a.md": Self.order, name: text])
    #expect(site.diagnosticLines == ["\(name):1:1 wrong-shape"])
    #expect(try await LoadedSite([name: "# nothing yet\n"]).diagnosticLines == [])
  }

  @Test func namesWithADotOrUnderscoreInFrontAreIgnored() async throws {
    let site = try await LoadedSite([
      "orders/.a.md": "x", "orders/_b.md": "x", "_drafts/c.md": "---\n", ".git/x.yaml": "x",
      "_model.yaml": "x",
    ])
    #expect(site.diagnosticLines == [])
    #expect(site.content.pages.isEmpty && site.content.attachments.isEmpty && site.content.recordCount == 0)
  }

  @Test(arguments: [
    "orders/a.MD", "orders/a.markdown", "orders/a.md.txt", "orders/a.md~", "orders/a.Markdown",
    "orders/a.yml",
    "model.yaml", "Site.yml", "orders/site.yml", "about.mdown", "orders/a.md.bak",
    "orders/a.md.orig", "orders/#a.md#", "orders/a.MD~", "site.yml.txt", "model.yml.txt", "model.yaml.txt",
    "site.yml.bak", "model.yml~", "models.yml",
    "modl.yaml",
  ])
  func aNearMissIsAnError(path: String) async throws {
    #expect(try await LoadedSite([path: "x\n"]).diagnosticLines == ["\(path):1:1 near-miss-file-name"])
  }

  /// Renamed as advised, it would take the place of the other.
  @Test func aNearMissBesideTheFileIsToBeRemoved() async throws {
    let site = try await LoadedSite(["customers/a.md": "---\nname: A\n---\n", "customers/a.md.txt": "x"])
    #expect(site.diagnosticLines == ["customers/a.md.txt:1:1 near-miss-file-name"])
    #expect(
      site.content.diagnostics.map(\.summary) == [
        "'a.md.txt' is not read, and 'a.md' is there already; remove it, or give it another name"
      ])
  }

  /// Renaming it as a near miss would put the older copy in the place of the file.
  @Test(arguments: [
    ("customers/acme.md~", "acme.md"), ("customers/acme.md.bak", "acme.md"),
    ("customers/acme.md.orig", "acme.md"),
    ("customers/acme.md.swp", "acme.md"), ("customers/#acme.md#", "acme.md"), ("site.yml~", "site.yml"),
  ])
  func aBackupCopyOfAFileThatIsThereIsAWarning(path: String, original: String) async throws {
    let site = try await LoadedSite([
      "customers/acme.md": Self.customer, "site.yml": "title: Tea\n", path: Self.customer,
    ])
    #expect(site.diagnosticLines == ["\(path):1:1 near-miss-file-name"])
    let diagnostic = try #require(site.content.diagnostics.first)
    let name = path.split(separator: "/").last ?? ""
    #expect(diagnostic.severity == .warning)
    #expect(
      diagnostic.summary
        == "'\(name)' is a backup copy of '\(original)' and is not read; delete it or move it away")
    #expect(try site.ids("Customer") == ["acme"])
    #expect(site.content.attachments == [])
  }

  @Test(arguments: [
    ("site.yml~", "site.yml"), ("customers/#acme.md#", "acme.md"), ("customers/a.md.orig", "a.md"),
  ])
  func aBackupCopyWithoutItsFileIsTheFile(path: String, wanted: String) async throws {
    let diagnostic = try #require(try await LoadedSite([path: "x\n"]).content.diagnostics.first)
    #expect(diagnostic.severity == .error && diagnostic.summary.hasSuffix("did you mean '\(wanted)'?"))
  }

  @Test(arguments: [
    "---\nname: Acme\n---\n", "---\r\nname: Acme\r\n---\r\n", "\u{FEFF}---\nname: Acme\n---\n",
  ])
  func aRecordUnderAnyOtherNameIsANearMiss(text: String) async throws {
    let site = try await LoadedSite(["customers/acme.txt": text, "customers/bear": text])
    #expect(
      site.diagnosticLines == [
        "customers/acme.txt:1:1 near-miss-file-name", "customers/bear:1:1 near-miss-file-name",
      ])
  }

  @Test(arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
  func aRecordInUTF16UnderAnotherNameIsANearMiss(mark: [UInt8]) async throws {
    let bytes = Self.order.utf8.flatMap { mark[0] == 0xFF ? [$0, 0] : [0, $0] }
    let site = try await LoadedSite(MemorySource(["orders/a.txt": mark + bytes]))
    #expect(site.diagnosticLines == ["orders/a.txt:1:1 near-miss-file-name"])
  }

  /// Of a name without letters and digits nothing is left that could be suggested.
  @Test(arguments: [("½", "only"), ("a+b", "only; did you mean 'a-b.md'?")])
  func anInvalidIDHasASuggestionIfThereIsOne(id: String, end: String) async throws {
    let site = try await LoadedSite(["customers/\(id).md": Self.customer])
    let diagnostic = try #require(site.content.diagnostics.first)
    #expect(diagnostic.id == .invalidID && diagnostic.summary.hasSuffix(end), "\(diagnostic.summary)")
  }

  @Test func aFolderInOtherCaseIsOneErrorForAllInIt() async throws {
    var files = ["customers/acme.md": Self.customer]
    for number in 1...20 { files["Orders/\(number).md"] = Self.order }
    #expect(try await LoadedSite(files).diagnosticLines == ["Orders:1:1 near-miss-file-name"])
  }

  @Test func recordsOfAnEntityInOneWrongFolderAreOneError() async throws {
    let customer = "customer: acme\n---\n"
    var files = ["customers/acme.md": Self.customer, "order/about.md": "# About\n"]
    for number in 1...5 { files["order/2026/\(number).md"] = "---\ndate: 2026-03-14\n" + customer }
    let site = try await LoadedSite(files)
    #expect(site.diagnosticLines == ["order/2026/1.md:2:1 unknown-key"])
    let diagnostic = try #require(site.content.diagnostics.first)
    #expect(diagnostic.summary.hasSuffix("it is one of Order, and such records lie in 'orders'"))
    #expect(
      diagnostic.notes.map(\.text).suffix(4) == Array(repeating: "so it is here", count: 3) + [
        "and with 1 more file in 'order/2026'"
      ])
    files["archive/6.md"] = Self.order
    #expect(
      try await LoadedSite(files).diagnosticLines == [
        "archive/6.md:2:1 unknown-key", "order/2026/1.md:2:1 unknown-key",
      ])
  }

  /// Nobody knows which id the file had before it was renamed.
  @Test func aRenamedFileWithABlankIsOneError() async throws {
    let site = try await LoadedSite([
      "customers/acme ltd.md": Self.customer,
      "orders/a.md": "---\ndate: 2026-03-14\ncustomer: acme\n---\n",
      "orders/b.md": "---\ndate: 2026-03-14\ncustomer: acme-gmbh\n---\n",
    ])
    #expect(site.diagnosticLines == ["customers/acme ltd.md:1:1 invalid-id"])
  }

  @Test func idsAreComposed() async throws {
    let site = try await LoadedSite([
      "customers/mu\u{308}ller.md": "---\nname: Müller\n---\n",
      "orders/a.md": "---\ndate: 2026-03-14\ncustomer: m\u{FC}ller\n---\n",
      "orders/b.md": "---\ndate: 2026-03-15\ncustomer: mu\u{308}ller\n---\n",
    ])
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "a", "customer.id").unicodeScalars.elementsEqual("m\u{FC}ller".unicodeScalars))
    #expect(try site("Customer", "m\u{FC}ller", "orders.@count") == "2")
  }

  @Test func idsThatDifferOnlyByCaseAreOneID() async throws {
    let site = try await LoadedSite([
      "orders/2026/A1.md": Self.order, "orders/2025/a1.md": "---\ndate: 2025-03-14\n---\n",
      "customers/a1.md": Self.customer,
    ])
    #expect(site.diagnosticLines == ["orders/2026/A1.md:1:1 duplicate-id"])
    #expect(try site("Order", "a1", "date") == "2025-03-14")
  }

  @Test func aReferenceToADuplicateLeadsToTheFirst() async throws {
    let site = try await LoadedSite([
      "customers/acme.md": Self.customer, "customers/new/ACME.md": "---\nname: New\n---\n",
      "orders/a.md": "---\ndate: 2026-03-14\ncustomer: ACME\n---\n",
    ])
    #expect(site.diagnosticLines == ["customers/new/ACME.md:1:1 duplicate-id"])
    #expect(try site("Order", "a", "customer.name") == "Acme")
  }

  @Test func aFolderIsReadOnceWhateverLinksLeadToIt() async throws {
    let folder = try TemporaryFolder([
      "Content/_all/acme.md": Self.customer, "Content/_all/more/scan.txt": "scan\n",
      "Content/orders/a.md": Self.order, "Content/orders/2026/b.md": Self.order,
    ])
    try folder.link("Content/customers", to: "_all")
    #expect(try await LoadedSite(WorkingTree(folder.path("Content"))).diagnosticLines == [])
    // In a circle, into what is read where it lies, and a second time.
    try folder.link("Content/orders/again", to: ".")
    try folder.link("Content/orders/up", to: "../orders")
    try folder.link("Content/top", to: ".")
    try folder.link("Content/old", to: "orders/2026")
    try folder.link("Content/_all/self", to: "../_all")
    try folder.link("Content/more", to: "_all/more")
    let site = try await LoadedSite(WorkingTree(folder.path("Content")))
    #expect(
      site.diagnosticLines == [
        "customers/more:1:1 unreadable-folder", "customers/self:1:1 unreadable-folder",
        "old:1:1 unreadable-folder",
        "orders/again:1:1 unreadable-folder", "orders/up:1:1 unreadable-folder", "top:1:1 unreadable-folder",
      ])
    #expect(try site.ids("Customer") == ["acme"])
    #expect(try site.ids("Order") == ["a", "b"])
  }

  /// Each of 24 folders has two links to the next: followed, they would be 16 million folders.
  @Test(arguments: ["", "_"])
  func linksDoNotMultiply(start: String) async throws {
    let folder = try TemporaryFolder(["Content/a.md": "# A\n"])
    for number in 0..<24 {
      try folder.put("Content/\(start)f\(number)/page\(number).md", "# Page\n")
      for name in ["x", "y"] {
        try folder.link("Content/\(start)f\(number)/\(name)", to: "../\(start)f\(number + 1)")
      }
    }
    try folder.link("Content/first", to: "\(start)f0")
    let entries = try await WorkingTree(folder.path("Content")).list(withStamps: false)
    // Two links lead nowhere; of the others each is an error, or the second one is.
    let refused = entries.count { if case .folder = $0.kind { true } else { false } }
    #expect(refused == (start.isEmpty ? 2 * 23 + 1 : 23))
    #expect(entries.count == 1 + 24 + 2 + refused)
  }

  @Test(arguments: ["site.yml", "model.yml"])
  func settingsThatLieElsewhereAreNotRead(name: String) async throws {
    let folder = try TemporaryFolder(["secret": "password: hunter2\n", "Content/a.md": "# A\n"])
    try folder.link("Content/\(name)", to: "../secret")
    let site = try await LoadedSite(WorkingTree(folder.path("Content")))
    #expect(site.diagnosticLines == ["\(name):1:1 link-leaves-content"])
    #expect(
      site.content.diagnostics.allSatisfy { $0.range.file.bytes.isEmpty && !$0.summary.contains("hunter2") })
  }

  @Test func aModelsOwnFoldersHoldItsRecords() async throws {
    let model = """
      extends: none
      entities:
        Boat: {folder: fleet/boats, title: name, attributes: {name: string}}
      """
    let site = try await LoadedSite([
      "model.yml": model, "fleet/boats/anna.md": "---\nname: Anna\n---\n", "fleet/about.md": "# Fleet\n",
      "orders/page.md": "# No order here\n",
    ])
    #expect(site.diagnosticLines == [])
    #expect(try site.ids("Boat") == ["anna"])
    #expect(site.content.pages.map { String($0.file.path) } == ["fleet/about.md", "orders/page.md"])
  }
}
