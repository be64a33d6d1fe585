import Foundation
import TestSupport
import Testing

/// What one file says costs time and bytes in proportion to its length, not to the square of it.
@Suite(.serialized) struct GrowthTests {
  // MARK: Time

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  private static func order(_ lines: String) -> [String: String] {
    ["Content/orders/o.md": "---\ndate: 2026-03-14\n" + lines + "---\n"]
  }

  private static func order(attributes lines: String) -> [String: String] {
    ["Content/model.yml": "entities:\n  Order:\n    attributes:\n" + lines]
  }

  /// What may be many in one file, by how many there are in the smaller of two sites; the greater has four times as many.
  private static let kinds: [(name: String, count: Int, files: @Sendable (Int) -> [String: String])] = [
    ("duplicate keys", 4_000, { order(lines($0) { _ in "made: true" }) }),
    ("lone carriage returns", 60_000, { order("info: a" + String(repeating: "\r", count: $0) + "\n") }),
    ("unknown keys", 1_000, { order(lines($0) { "k\($0): 1" }) }),
    ("unknown keys like known ones", 1_000, { order(lines($0) { "Cutsomer\($0): 1" }) }),
    ("digits in groups", 40_000, { order("rows:\n  - sum: " + String(repeating: "1 ", count: $0) + "\n") }),
    (
      "keys without a colon", 1_000,
      { order("rows: [{" + (0..<$0).map { "sum \($0)" }.joined(separator: ", ") + "}]\n") }
    ),
    ("rows", 2_000, { order("rows:\n" + lines($0) { "  - {sum: \($0).00}" }) }),
    ("attributes", 500, { order(attributes: lines($0) { "      a\($0): string" }) }),
    (
      "attributes that a record writes", 400,
      {
        order(attributes: lines($0) { "      a\($0): string" })
          .merging(order(lines($0) { "a\($0): x" })) { $1 }
      }
    ),
    (
      "attributes that a record misspells", 150,
      {
        order(attributes: lines($0) { "      attribute\($0): string" })
          .merging(order(lines($0) { "ATTRIBUTE\($0): x" })) { $1 }
      }
    ),
    ("attributes of unknown types", 500, { order(attributes: lines($0) { "      a\($0): strong" }) }),
    (
      "relationships", 300,
      {
        [
          "Content/model.yml": "entities:\n  Order:\n    relationships:\n"
            + lines($0) { "      r\($0): {to: Customer}" }
        ]
      }
    ),
    (
      "relationships with inverses", 150,
      {
        [
          "Content/model.yml": "entities:\n  Order:\n    relationships:\n"
            + lines($0) { "      r\($0): {to: Customer, inverse: s\($0)}" }
            + "  Customer:\n    relationships:\n"
            + lines($0) { "      s\($0): {to: Order, many: true, inverse: r\($0)}" }
        ]
      }
    ),
    (
      "inverses that are unknown", 300,
      {
        [
          "Content/model.yml": "entities:\n  Order:\n    relationships:\n"
            + lines($0) { "      r\($0): {to: Customer, inverse: s\($0)}" }
        ]
      }
    ),
    (
      "entities", 60,
      {
        [
          "Content/model.yml": "entities:\n"
            + lines($0) { "  E\($0): {folder: e\($0), attributes: {name: string}}" }
        ]
      }
    ),
    (
      "entities with a record each", 300,
      { count in
        [
          "Content/model.yml": "entities:\n"
            + lines(count) {
              "  E\($0): {folder: e\($0), attributes: {name: string}, relationships: {next: {to: E\(($0 + 1) % count)}}}"
            }
        ].merging((0..<count).map { ("Content/e\($0)/r.md", "---\nname: R\nnext: r\n---\n") }) { $1 }
      }
    ),
    (
      "entities without a folder", 200,
      { ["Content/model.yml": "entities:\n" + lines($0) { "  E\($0): {attributes: {name: string}}" }] }
    ),
    (
      "entities one below the other", 60,
      {
        [
          "Content/model.yml": "entities:\n"
            + lines($0) { "  E\($0): {folder: e\($0)\($0 > 0 ? ", parent: E\($0 - 1)" : "")}" }
        ]
      }
    ),
    (
      "entities in a circle", 200,
      { count in
        [
          "Content/model.yml": "entities:\n"
            + lines(count) { "  E\($0): {folder: e\($0), parent: E\(($0 + 1) % count)}" }
        ]
      }
    ),
    (
      "rules", 300,
      {
        [
          "Content/model.yml": "entities:\n  Order:\n    rules:\n"
            + lines($0) { "      - {unless: total > \($0), error: e}" }
        ]
      }
    ),
    ("images without an end", 16_000, { ["Content/p.md": String(repeating: "![", count: $0)] }),
    ("images without a name", 12_000, { ["Content/p.md": String(repeating: "![](", count: $0)] }),
    (
      "tags of a template", 2_000,
      {
        [
          "Content/site.yml": "theme: own\n", "Themes/own/theme.yml": "parent: default\n",
          "Themes/own/page.mustache": String(repeating: "{{#page}}{{title}}{{/page}}\n", count: $0),
        ]
      }
    ),
  ]

  /// Four times as much takes at most seven times the time of the processor; the square of it would be sixteen times.
  ///
  /// No seconds are compared, but two runs with each other, and again where something came between.
  @Test(.needs("bash"), arguments: kinds.indices)
  func timeGrowsWithLength(kind: Int) async throws {
    let (name, count, files) = Self.kinds[kind]
    try await Self.compare(
      name, "check", try SmallSite.folder(adding: files(count)),
      try SmallSite.folder(adding: files(4 * count)))
  }

  /// Rows of two versions are paired, which takes their product where it is not bounded.
  @Test(
    .enabled(if: Program.exists("bash") && Program.exists("git"), "bash or git is not installed"),
    arguments: ["diff", "blame o"])
  func timeOfHistoryGrowsWithRows(command: String) async throws {
    func folder(_ count: Int) async throws -> TemporaryFolder {
      func files(_ cents: String) -> [String: String] {
        Self.order("rows:\n" + Self.lines(count) { "  - {text: part \($0), sum: \($0).\(cents)}" })
      }
      let folder = try SmallSite.folder(adding: files("00"))
      try await folder.git("init", "-q")
      try await folder.commit("2026-01-02")
      for (path, text) in files("50") { try folder.put(path, text) }
      return folder
    }
    try await Self.compare(command, command, try await folder(4_000), try await folder(16_000))
  }

  /// Records are looked up by their paths and numbered once, however many are named.
  @Test(
    .needs("bash"),
    arguments: [
      "fmt $(cd Content && find customers -name '*[05].md')", "import new.csv --as Order --dry-run",
    ])
  func timeOfEditsGrowsWithRecords(command: String) async throws {
    func folder(_ count: Int) throws -> TemporaryFolder {
      let records = (0..<count).flatMap { index in
        [
          ("Content/customers/c\(index).md", "---\nname: C\(index)\n---\n"),
          ("Content/orders/n\(index).md", "---\ndate: 2026-03-14\n---\n"),
        ]
      }
      let lines = "date,customer\n" + Self.lines(count / 2) { "2026-03-14,c\($0)" }
      return try TemporaryFolder(
        Dictionary(uniqueKeysWithValues: records + [("new.csv", lines)]))
    }
    try await Self.compare(command, command, try folder(1_000), try folder(4_000))
  }

  /// A file is read and verified a few times, however many of its rows change.
  @Test(
    .needs("bash"),
    arguments: [
      "delete s --dry-run", "remove o#7 --dry-run", "import text.csv --as RowOfOrder --update --dry-run",
      "import service.csv --as RowOfOrder --update --dry-run", "import new.csv --as RowOfOrder --dry-run",
    ])
  func timeOfEditsGrowsWithRows(command: String) async throws {
    func folder(_ count: Int) throws -> TemporaryFolder {
      let rows =
        "rows:\n" + Self.lines(count) { "  - {service: s, text: part \($0), quantity: 1, price: 2.00}" }
      return try TemporaryFolder(
        Self.order(rows).merging([
          "Content/services/s.md": "---\nname: S\nprice: 2.00\n---\n",
          "Content/orders/n.md": "---\ndate: 2026-03-14\n---\n",
          "Content/services/t.md": "---\nname: T\nprice: 3.00\n---\n",
          "text.csv": "id,text\n" + Self.lines(count) { "o#\($0 + 1),piece \($0)" },
          "service.csv": "id,service\n" + Self.lines(count) { "o#\($0 + 1),t" },
          "new.csv": "order,text,sum\n" + Self.lines(count) { "n,new \($0),5.00" },
        ]) { $1 })
    }
    try await Self.compare(command, command, try folder(500), try folder(2_000))
  }

  /// A cell that lists records reads them once, not once for each of them.
  @Test(.needs("bash")) func timeOfListedRecordsGrowsWithTheirNumber() async throws {
    func folder(_ count: Int) throws -> TemporaryFolder {
      try TemporaryFolder(
        Self.order("rows:\n" + Self.lines(count) { _ in "  - {service: s, sum: 2.00}" }).merging([
          "Content/services/s.md": "---\nname: S\n---\n",
          "Content/p.md": "```query\nfrom: Service\ncolumns: name, rows.order\nexports: false\n```\n",
        ]) { $1 })
    }
    try await Self.compare("listed records", "build", try folder(3_000), try folder(12_000))
  }

  private static func compare(
    _ name: String, _ command: String, _ few: TemporaryFolder, _ many: TemporaryFolder
  ) async throws {
    var ratios: [Double] = []
    for _ in 0..<3 {
      let ratio = try await seconds(of: command, in: many) / seconds(of: command, in: few)
      ratios.append(ratio)
      if ratio < 7 { return }
    }
    Issue.record("\(name): \(ratios)")
  }

  /// The time that the processor spends on a command.
  private static func seconds(of command: String, in folder: TemporaryFolder) async throws -> Double {
    var shell = Program(
      "bash", "-c", "TIMEFORMAT=%U; time \"$DOCKET\" \(command) >output 2>errors; exit 0", in: folder.path)
    shell.environment = ["DOCKET": Program.docketPath, "LC_ALL": "C"]
    let run = try await shell.run()
    let output = try folder.text("output") + folder.text("errors")
    // Whatever it finds, it comes to its end, and a check prints little.
    if command == "check" {
      #expect(output.contains(" record"), "\(output.suffix(300))")
      #expect(output.utf8.count < 400_000)
    } else if command == "build" {
      #expect(output.contains(" pages, "), "\(output.suffix(300))")
    } else if command.hasPrefix("fmt") || command.hasSuffix("--dry-run") {
      #expect(
        output.contains("nothing to change") || output.contains("nothing was written"),
        "\(output.suffix(300))")
    } else {
      #expect(output.contains("rows#3999") && output.contains("3998.50"), "\(output.suffix(300))")
    }
    return try #require(Double(run.error.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  // MARK: Depth

  @Test func parentsMayStandSixteenAboveEachOther() async throws {
    func model(_ count: Int) -> String {
      "entities:\n"
        + Self.lines(count) { "  E\($0): {folder: e\($0)\($0 > 0 ? ", parent: E\($0 - 1)" : "")}" }
    }
    let folder = try SmallSite.folder(adding: ["Content/model.yml": model(17)])
    #expect(try await folder.docket("check").status == 0)
    try folder.put("Content/model.yml", model(40))
    let run = try await folder.docket("check")
    #expect(
      run.output.contains(
        "error: E17 has more than 16 entities above it, the maximum [invalid-model]"))
    #expect(run.error.hasSuffix(": 1 error\n"), "\(run.output)")
  }

  @Test func inheritedPropertiesHaveABound() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/model.yml": "entities:\n  Base:\n    folder: base\n    attributes:\n"
        + Self.lines(300) { "      a\($0): string" }
        + Self.lines(40) { "  E\($0): {folder: e\($0), parent: Base}" }
    ])
    let run = try await folder.docket("check")
    #expect(
      run.output.contains(
        "error: with this entity, more than 10000 attributes, relationships and rules are inherited, the maximum"
      ))
    #expect(run.error.hasSuffix(": 1 error\n"), "\(run.output)")
  }

  // MARK: Bytes

  /// A site of plain pages, each of which the navigation could list.
  private static func pages(_ count: Int) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("Content/p\(1_000 + $0).md", "# Page \($0)\n") })
  }

  @Test func noPageListsAllPages() async throws {
    let (few, many) = (
      try SmallSite.folder(adding: Self.pages(100)), try SmallSite.folder(adding: Self.pages(200))
    )
    let (site, twice) = (try await few.build().site, try await many.build().site)
    func bytes(_ site: FileTree) -> Int {
      site.pages.filter { $0.hasPrefix("p") }.reduce(0) { $0 + (site.files[$1]?.count ?? 0) }
    }
    #expect(Double(bytes(twice)) < 2.05 * Double(bytes(site)))
    // Every page leads to the one that lists all, and that to each.
    for page in twice.pages where page.hasPrefix("p") {
      #expect(twice.text(page).contains("<a href=\"contents.html\">All…</a>"), "\(page)")
      #expect(twice.text("contents.html").contains("<a href=\"\(page)\">"), "\(page)")
    }
    #expect(twice.text("contents.html").contains("<a href=\"orders/index.html\">Orders</a> 3</li>"))
  }

  @Test func aFewPagesAreAllInTheNavigation() async throws {
    let folder = try SmallSite.folder(adding: Self.pages(14))
    let site = try await folder.build().site
    #expect(!site.pages.contains("contents.html"))
    #expect(site.text("p1013.html").contains("<a href=\"p1000.html\">Page 0</a>"))
    #expect(site.text("orders/index.html").contains("<a href=\"../p1013.html\">Page 13</a>"))
  }

  @Test func thePageThatListsAllGivesWay() async throws {
    let folder = try SmallSite.folder(
      adding: Self.pages(60).merging(["Content/contents.md": "# Mine\n", "Content/Contents-2.html": "x"]) {
        $1
      })
    let site = try await folder.build().site
    #expect(site.text("contents.html").contains("<h1>Mine</h1>"))
    #expect(site.text("contents-3.html").contains("<a href=\"p1059.html\">Page 59</a>"))
    #expect(site.text("index.html").contains("<a href=\"contents-3.html\">All…</a>"))
  }

  /// Hundreds of entities fit the default theme, and their pages do not grow with their number.
  @Test func manyEntitiesAreBuilt() async throws {
    func files(_ count: Int) -> [String: String] {
      [
        "Content/model.yml": "entities:\n"
          + Self.lines(count) { "  E\($0): {folder: e\($0), attributes: {name: string}}" }
      ]
    }
    let (few, many) = (try SmallSite.folder(adding: files(60)), try SmallSite.folder(adding: files(400)))
    let (site, more) = (try await few.build().site, try await many.build().site)
    #expect(more.files["e50/index.html"]?.count == site.files["e50/index.html"]?.count)
    #expect(more.text("contents.html").contains("<a href=\"e399/index.html\">E399</a> 0</li>"))
  }
}
