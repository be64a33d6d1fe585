import Foundation
import TestSupport
import Testing

/// `history: true`: changes on pages, a page and a feed of the latest, days as keys of queries.
@Suite(.needsGit) struct HistorySiteTests {
  private static func repository(_ settings: String = "") async throws -> TemporaryFolder {
    let folder = try SmallSite.folder(adding: ["Content/site.yml": "title: Shed\nhistory: true\n\(settings)"])
    try await folder.git("init", "-q", "-b", "main")
    try await folder.commit("2026-03-01", author: "Ann")
    try folder.put("Content/orders/2026/o2.md", SmallSite.order("2026-01-10", "ann", "tune", 25))
    try await folder.commit("2026-03-05", author: "Bob")
    try folder.put("Content/customers/zoe.md", "---\nname: Zoe\n---\n")
    return folder
  }

  @Test func eachRecordShowsItsChangesAndTheSiteTheLatest() async throws {
    let folder = try await Self.repository()
    let site = try await folder.build().site
    let page = site.text("orders/2026/o2.html")
    #expect(page.contains("Customer: <del><bdi>Bob &amp; Sons</bdi></del> → <ins><bdi>Ann</bdi></ins>"))
    #expect(page.contains("Rows #1 · Sum: <del><bdi>€20.00</bdi></del> → <ins><bdi>€25.00</bdi></ins>"))
    #expect(
      page.contains(
        "<time datetime=\"2026-03-05\">Mar 5, 2026</time> <span>changed&nbsp;· <bdi>Bob</bdi></span>"))
    #expect(page.contains("<span>added&nbsp;· <bdi>Ann</bdi></span>"))
    // What is not committed has no past yet.
    #expect(!site.text("customers/zoe.html").contains("class=\"history\""))
    let latest = site.text("history.html")
    #expect(
      latest.contains(
        "<a href=\"orders/2026/o2.html\">Order <bdi>o2</bdi></a> <span>changed&nbsp;· <bdi>Bob</bdi></span>"))
    #expect(latest.components(separatedBy: "datetime=").count == 9)
    #expect(site.text("index.html").contains("<a href=\"history.html\">Changes</a>"))
    #expect(site.files["history.xml"] == nil)
  }

  @Test func aPublishedSiteHasAFeedOfTheLatest() async throws {
    let folder = try await Self.repository("base-url: https://example.org\nhistory-authors: false\n")
    let site = try await folder.build().site
    let feed = site.text("history.xml")
    #expect(feed.contains("<title>Order o2: changed</title>"))
    #expect(
      feed.contains("<summary>Customer: Bob &amp; Sons → Ann; Rows #1 · Sum: €20.00 → €25.00</summary>"))
    #expect(feed.contains("<updated>2026-03-05T00:00:00Z</updated>"))
    #expect(!feed.contains("<name>Bob</name>") && !site.text("history.html").contains(">Bob<"))
    #expect(site.text("history.html").contains("href=\"history.xml\""))
  }

  @Test func theArrowLeadsToTheNewValueFromTheRightToo() async throws {
    let folder = try await Self.repository("base-url: https://example.org\nlanguage: he\n")
    let site = try await folder.build().site
    #expect(
      site.text("orders/2026/o2.html")
        .contains(": <del><bdi>Bob &amp; Sons</bdi></del> ← <ins><bdi>Ann</bdi></ins></li>"))
    #expect(
      site.text("history.xml")
        .contains("\u{2067}\u{2068}Bob &amp; Sons\u{2069} ← \u{2068}Ann\u{2069}\u{2069}"))
  }

  @Test func aPublicSiteTellsNoAuthorsAndNothingPrivate() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "title: Shed\nhistory: true\n",
      "Content/model.yml": "entities: {Order: {attributes: {margin: {type: string, private: true}}}}\n",
    ])
    try await folder.git("init", "-q", "-b", "main")
    try await folder.commit("2026-03-01", author: "Ann")
    try folder.replace("made: true", with: "made: true\nmargin: secret", in: "Content/orders/2026/o2.md")
    try await folder.commit("2026-03-05", author: "Bob")
    try folder.put(
      "Content/orders/2026/o3.md", SmallSite.order("2026-02-20", "ann", "tune", 6, "\nA private word."))
    try await folder.commit("2026-03-06", author: "Bob")
    try folder.remove("Content/orders/2025/o1.md")
    try await folder.commit("2026-03-07", author: "Bob")
    let run = try await folder.docket("build", "--public", "--output", "Public")
    try #require(run.status == 0, "\(run.error)")
    let latest = try folder.text("Public/history.html")
    #expect(latest.contains("2026-03-06") && latest.contains("orders/2026/o3.html"))
    #expect(!latest.contains("2026-03-05") && !latest.contains("Text changed"))
    #expect(!latest.contains("2026-03-07"))
    let site = try FileTree(folder.path("Public"))
    #expect(site.pages.count > 10)
    for path in site.pages {
      let page = site.text(path)
      #expect(!page.contains(">Bob<") && !page.contains("secret") && !page.contains("Margin"), "\(path)")
    }
  }

  /// A page does not grow with the rows that a commit changes.
  @Test(.needsGit) func manyValuesOfAChangeAreCounted() async throws {
    func order(_ text: String) -> String {
      let rows = (1...60).map { "  - {text: \(text) \($0), sum: \($0)}\n" }.joined()
      return "---\ndate: 2026-01-01\ncustomer: ann\nrows:\n\(rows)---\n"
    }
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "title: Shed\nhistory: true\n", "Content/orders/2026/o9.md": order("a"),
    ])
    try await folder.git("init", "-q", "-b", "main")
    try await folder.commit("2026-03-01")
    try folder.put("Content/orders/2026/o9.md", order("b"))
    try await folder.commit("2026-03-02")
    try await folder.build()
    for path in ["Site/history.html", "Site/orders/2026/o9.html"] {
      let page = try folder.text(path)
      #expect(page.contains("<li>…: <ins><bdi>+ 10</bdi></ins></li>"), "\(path)")
      #expect(page.contains("b 50") && !page.contains("<bdi>b 51</bdi>"), "\(path)")
    }
  }

  /// Two repositories that differ in private things alone have one public site, feed and days included.
  @Test func aPublicSiteIsTheSameWhateverIsPrivate() async throws {
    func site(_ word: String, _ sum: Int, _ day: String) async throws -> FileTree {
      let folder = try SmallSite.folder(adding: [
        "Content/site.yml": "title: Shed\nhistory: true\nbase-url: https://example.org\n",
        "Content/model.yml": """
        entities:
          Patient: {parent: Customer, folder: patients, private: true}
          Order: {attributes: {note: {type: string, private: true}}}
          RowOfOrder: {attributes: {sum: {private: true}, price: {private: true}}}
          Payment: {private: true}

        """,
        "Content/changed.md": "```query\nfrom: Order\ncolumns: id, created, changed\nsort: -changed\n```\n",
        "Content/patients/\(word).md": "---\nname: \(word)\n---\n",
      ])
      try folder.remove("Content/reports/unpaid.md")
      try folder.put("Content/orders/index.md", "---\nfilters: customer\n---\n")
      func put(_ keys: String, _ rows: String) throws {
        try folder.put(
          "Content/orders/2026/o2.md", "---\ndate: 2026-01-10\n\(keys)rows:\n\(rows)---\n\(word)\n")
      }
      try await folder.git("init", "-q", "-b", "main")
      try put("draft: true\nnote: \(word)\n", "  - {text: \(word), sum: \(sum)}\n")
      try await folder.commit("2026-03-01", message: word)
      try put("customer: \(word)\n", "  - {text: One, sum: 1}\n  - {text: Two, sum: 2}\n")
      try await folder.commit("2026-03-02", message: word)
      try put("customer: ann\n", "  - {text: Three, sum: \(sum)}\n")
      try await folder.commit("2026-03-03", message: word)
      try put("customer: ann\nnote: \(word)\n", "  - {text: Three, sum: \(sum + 1)}\n")
      try await folder.commit(day, message: word)
      let run = try await folder.docket("build", "--public", "--output", "Public")
      try #require(run.status == 0, "\(run.error)")
      return try FileTree(folder.path("Public"))
    }
    let one = try await site("geheim", 1, "2026-03-04")
    let other = try await site("secret", 2, "2026-03-05")
    #expect(one.differences(from: other) == [])
    #expect(one.text("changed/1.csv").contains("o2,2026-03-02,2026-03-03"))
    #expect(one.text("history.xml").contains("orders/2026/o2.html#2026-03-03-1</id>"))
    for path in one.paths { #expect(!one.text(path).contains("geheim"), "\(path)") }
  }

  @Test func aRecordsHistoryBeginsWhenItIsNoLongerADraft() async throws {
    let folder = try await Self.repository()
    try folder.put("Content/customers/zoe.md", "---\ndraft: true\nname: Zoe Quick\n---\n")
    try await folder.commit("2026-03-06", author: "Bob")
    try folder.put("Content/customers/zoe.md", "---\nname: Zoe\n---\n")
    try await folder.commit("2026-03-07", author: "Bob")
    let page = try await folder.build().site.text("customers/zoe.html")
    #expect(page.contains("2026-03-07") && page.contains("added"))
    #expect(!page.contains("2026-03-06") && !page.contains("Quick"))
    let withDrafts = try await folder.build("--drafts").site.text("customers/zoe.html")
    #expect(withDrafts.contains("2026-03-06"))
    #expect(withDrafts.contains("<del><bdi>Zoe Quick</bdi></del> → <ins><bdi>Zoe</bdi></ins>"))
  }

  @Test func theDaysOfCommitsAreKeysOfQueries() async throws {
    let folder = try await Self.repository()
    func rows(_ arguments: String...) async throws -> [String] {
      let run = try await Program.docket(in: folder.path).run(["query"] + arguments)
      return run.status == 0 ? run.output.split(separator: "\r\n").dropFirst().map(String.init) : [run.error]
    }
    #expect(
      try await rows("Order", "--columns", "id,created,changed", "--sort", "-changed,id", "--format", "csv")
        == [
          "o2,2026-03-01,2026-03-05", "o1,2026-03-01,2026-03-01", "o3,2026-03-01,2026-03-01",
        ])
    #expect(
      try await rows("Customer", "--where", "changed = nil", "--columns", "id", "--format", "csv") == ["zoe"])
    try folder.replace("history: true\n", with: "", in: "Content/site.yml")
    #expect(
      try await rows("Order", "--where", "changed > '2026-03-01'")[0].contains(
        "records have the key 'changed' if site.yml says 'history: true'"))
  }

  @Test func aKeyOfTheModelsOwnKeepsItsMeaning() async throws {
    let folder = try await Self.repository()
    try folder.put("Content/model.yml", "entities: {Order: {attributes: {changed: string}}}\n")
    try folder.put(
      "Content/orders/2026/o3.md",
      "---\ndate: 2026-02-20\ncustomer: ann\nchanged: by hand\nrows:\n  - sum: 1\n---\n")
    let run = try await folder.docket("query", "Order", "--where", "changed = 'by hand'", "--ids")
    #expect(run.output == "o3\n", "\(run.error)")
  }

  @Test func withoutARepositoryOrACommitTheBuildSaysSoAndGoesOn() async throws {
    let folder = try SmallSite.folder(adding: ["Content/site.yml": "title: Shed\nhistory: true\n"])
    func warning() async throws -> String {
      let run = try await folder.docket("build")
      #expect(run.status == 0 && !folder.has("Site/history.html"))
      return run.error.split(separator: "\n").first.map(String.init) ?? ""
    }
    let start = "Content/site.yml:2:10: warning: no changes are shown: "
    #expect(
      try await warning() == start
        + "'Content' is not in a git repository, so it has no history [missing-history]")
    try await folder.git("init", "-q", "-b", "main")
    #expect(try await warning() == start + "there is no commit yet [missing-history]")
    // The program alone is in PATH's only folder.
    var program = Program.docket(in: folder.path)
    program.environment["PATH"] = folder.path("Content")
    program.command = [Program.docketPath]
    let run = try await program.run("build")
    #expect(
      run.error.contains("no changes are shown: cannot run 'git': No such file or directory"), "\(run.error)")
  }

  @Test func aShallowCloneSaysThatItsPastIsUnknown() async throws {
    let folder = try await Self.repository()
    try await folder.git("clone", "-q", "--depth", "1", "file://" + folder.path, "copy")
    let run = try await Program.docket(in: folder.path("copy")).run("build")
    #expect(run.status == 0)
    let warning =
      "Content/site.yml:2:10: warning: the clone is shallow: what came before its first commits is unknown; "
      + "fetch all of them [missing-history]\n"
    #expect(run.error.hasPrefix(warning), "\(run.error)")
    // Its one commit may have inserted everything, or nothing.
    #expect(!(try folder.text("copy/Site/orders/2026/o2.html").contains("class=\"history\"")))
    let strict = try await Program.docket(in: folder.path("copy")).run(
      "build", "--strict", "--output", "Strict")
    // A check shows no changes.
    let check = try await Program.docket(in: folder.path("copy")).run("check", "--strict")
    #expect(check.status == 0, "\(check.output)")
    #expect(strict.status == 1 && !folder.has("copy/Strict"))
    // Nor is anything of it said not to be committed but what is not.
    try folder.replace("2026-01-10", with: "2026-01-11", in: "copy/Content/orders/2026/o2.md")
    let copy = Program.docket(in: folder.path("copy"))
    let origins = try await copy.run("blame", "o2").output.split(separator: "\n").map { $0.suffix(13) }
    #expect(origins.first == "not committed" && origins.dropFirst().allSatisfy { $0.hasSuffix(" unknown") })
    #expect(origins.count > 3, "\(origins)")
    let log = try await copy.run("log", "ann")
    #expect(log.status == 0 && log.output == "No commit changed a record 'ann'.\n")
    #expect(log.error == "the clone is shallow: what came before is unknown\n")
    try await folder.git("-C", "copy", "checkout", "-q", ".")
    try await folder.git("-C", "copy", "fetch", "-q", "--unshallow")
    #expect(
      try await Program.docket(in: folder.path("copy")).run("build", "--strict").error.contains("warning")
        == false)
    #expect(try folder.text("copy/Site/orders/2026/o2.html").contains("class=\"history\""))
  }

  /// A record has its past under a new name at once, not only when that is committed.
  @Test func aRenamedRecordKeepsItsPastBeforeItIsCommitted() async throws {
    let folder = try await Self.repository()
    let (log, blame) = (try await folder.docket("log", "o2").output, try await folder.docket("blame", "o2"))
    let days = try await folder.docket(
      "query", "Order", "--where", "id = 'o2'", "--columns", "created,changed")
    try #require(try await folder.docket("rename", "o2", "o7").status == 0)
    #expect(try await folder.docket("log", "o7").output == log)
    #expect(try await folder.docket("log", "o2").output == log)
    #expect(try await folder.docket("blame", "o7").output == blame.output)
    let renamed = try await folder.docket(
      "query", "Order", "--where", "id = 'o7'", "--columns", "created,changed")
    #expect(renamed.output == days.output && days.output.contains("2026-03-01"), "\(renamed.output)")
    #expect(try await folder.build().site.text("orders/2026/o7.html").contains("<span>added&nbsp;"))
    try await folder.commit("2026-03-06", author: "Zoe")
    let committed = try await folder.docket("log", "o7").output
    #expect(committed.hasSuffix(log) && committed.count > log.count, "\(committed)")
    #expect(try await folder.docket("blame", "o7").output == blame.output)
  }

  @Test func blameAndLogSayPlainlyWhatIsNotThere() async throws {
    let folder = try await Self.repository()
    let lines = try await folder.docket("blame", "o2").output.split(separator: "\n").map {
      $0.split(separator: " ").prefix(3).joined(separator: " ")
    }
    #expect(
      lines == [
        "date 2026-01-10 2026-03-01", "made true 2026-03-01", "customer ann 2026-03-05",
        "rows#1.service tune 2026-03-01", "rows#1.sum 25.00 2026-03-05",
      ])
    let unknown = try await folder.docket("blame", "o9")
    #expect(unknown.status == 1 && unknown.error.contains("unknown record 'o9'; did you mean 'o1'?"))
    // An entity may be called as elsewhere.
    let orders = try await folder.docket("log", "Order").output
    #expect(try await folder.docket("log", "orders").output == orders && !orders.isEmpty)
    for arguments in [["log"], ["log", "Order"], ["log", "o1"], ["log", "--first-parent"]] {
      let all = try await Program.docket(in: folder.path).run(arguments).output
      let paragraphs = all.components(separatedBy: "\n\n")
      for limit in 1...paragraphs.count {
        let first =
          paragraphs.prefix(limit).joined(separator: "\n\n") + (limit < paragraphs.count ? "\n" : "")
        let run = try await Program.docket(in: folder.path).run(arguments + ["--limit", "\(limit)"])
        #expect(run.output == first)
      }
    }
    let misspelt = try await folder.docket("log", "Ordre")
    #expect(misspelt.status == 1 && misspelt.error.contains("did you mean 'Order'?"), "\(misspelt.error)")
    // The changes of a part are those of its record.
    let part = try await folder.docket("log", "Payment")
    #expect(part.status == 1 && part.error.contains("'docket log Order'"), "\(part.error)\(part.output)")
    let none = try SmallSite.folder()
    for command in ["log", "blame", "diff"] {
      let run = try await Program.docket(in: none.path).run(command == "blame" ? [command, "o1"] : [command])
      #expect(run.status == 64)
      #expect(run.error == "docket: 'Content' is not in a git repository, so it has no history\n")
    }
  }

  /// As queries do, the log of an entity has its subentities.
  @Test func theLogOfAnEntityHasItsSubentities() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": "entities: {Firm: {parent: Customer, folder: firms}}\n",
      "Content/customers/ann.md": "---\nname: Ann\n---\n", "Content/firms/acme.md": "---\nname: Acme\n---\n",
    ])
    try await folder.git("init", "-q", "-b", "main")
    try await folder.git("add", ".")
    try await folder.git("commit", "-q", "-m", "first")
    let (customers, firms) = (
      try await folder.docket("log", "Customer"), try await folder.docket("log", "Firm")
    )
    #expect(customers.output.contains("ann") && customers.output.contains("acme"), "\(customers.output)")
    #expect(!firms.output.contains("ann") && firms.output.contains("acme"), "\(firms.output)")
  }

  /// A submodule's records are in another repository: what is known is printed, and the error beside it.
  @Test func logSaysThatTheRecordsOfASubmoduleHaveNoHistory() async throws {
    let folder = try TemporaryFolder(["Content/customers/acme.md": "---\nname: Acme\n---\n"])
    try await folder.git("init", "-q", "-b", "main")
    try await folder.commit("2026-03-01", author: "Ann")
    try await folder.git("clone", "-q", folder.path, "Content/orders")
    try await folder.commit("2026-03-02", author: "Ann")
    try folder.remove("Content/orders/Content")
    let run = try await folder.docket("log")
    #expect(run.status == 70)
    #expect(run.error.hasPrefix("Content/orders:1:1: error: cannot read the folder: it is a submodule"))
    #expect(run.output.contains("inserted customer acme"))
    try folder.put("Content/site.yml", "history: true\n")
    let build = try await folder.docket("build")
    #expect(build.error.contains("no changes are shown of the records in Content/orders"), "\(build.error)")
  }

  /// `show`, `blame` and `log` know a record by the same names.
  @Test func blameAndLogKnowTheNamesOfRecords() async throws {
    let folder = try await Self.repository()
    for path in ["customers/parts", "services/parts", "customers/gone", "services/gone", "services/old"] {
      try folder.put("Content/\(path).md", "---\nname: The \(path.replacing("/", with: " "))\n---\n")
    }
    try await folder.commit("2026-03-06", author: "Ann")
    for path in ["customers/gone", "services/gone", "services/old"] {
      try folder.remove("Content/\(path).md")
    }
    try await folder.commit("2026-03-07", author: "Ann")
    for command in ["show", "blame", "log"] {
      let several = try await folder.docket(command, "parts")
      #expect(several.status == 1, "\(command): \(several.output)")
      #expect(several.error.contains("'parts' may be any of 2 records"), "\(command): \(several.error)")
      #expect(several.error.contains("services/parts is The services parts"), "\(command): \(several.error)")
      for name in ["services/parts", "Content/services/parts.md", "The services parts"] {
        let run = try await folder.docket(command, name)
        #expect(run.status == 0, "\(command) \(name): \(run.error)")
        #expect(!run.output.contains("customer"), "\(command) \(name): \(run.output)")
      }
    }
    // A row is in its order's file.
    #expect(try await folder.docket("blame", "o2#1").output == folder.docket("blame", "o2").output)
    // An id may be only in the past.
    let old = try await folder.docket("log", "old")
    #expect(old.output.contains("deleted service old") && old.output.contains("inserted service old"))
    let gone = try await folder.docket("log", "gone")
    #expect(gone.status == 1 && gone.error.contains("customers/gone was deleted"), "\(gone.error)")
    let customer = try await folder.docket("log", "customers/gone").output
    #expect(customer.contains("deleted customer gone") && !customer.contains("service"), "\(customer)")
    // Whether what takes a deleted record's id is that record again is left to the reader.
    try folder.put("Content/services/old.md", "---\nname: New\n---\n")
    try await folder.commit("2026-03-08", author: "Ann")
    let again = try await folder.docket("log", "old").output
    #expect(
      again.components(separatedBy: " service old").count == 4 && again.contains("deleted service old"),
      "\(again)")
    // Its page and its days agree with that.
    try folder.put("Content/site.yml", "history: true\n")
    let days = try await folder.docket(
      "query", "Service", "--where", "id = 'old'", "--columns", "created, changed", "--format", "csv")
    #expect(days.output == "created,changed\r\n2026-03-06,2026-03-08\r\n", "\(days.output)\(days.error)")
    #expect(try await folder.docket("build").status == 0)
    let page = try folder.text("Site/services/old.html")
    #expect(["2026-03-06", "2026-03-07", "2026-03-08"].allSatisfy(page.contains), "\(page)")
  }
}
