import Foundation
import TestSupport
import Testing

/// `docket check --fix`: what it changes in files, and what it leaves alone.
@Suite struct CheckFixTests {
  /// A model with attributes of the types that can be fixed.
  private static let model = """
    entities:
      Order:
        attributes:
          state: {type: string, choices: [quote, done, "later, perhaps", "#3"]}
          unit: {type: string, choices: [kg, g, 'size 40', 'size 42']}
          kinds: {type: tags, choices: [repair, sale]}
          words: tags
          note: string
          tip: money

    """

  /// An order with lines of its own.
  private static func order(_ lines: String) -> String {
    "---\ndate: 2026-03-14\n\(lines)\n---\n"
  }

  static func site(_ orders: [(String, String)], adding more: [String: String] = [:]) throws
    -> TemporaryFolder
  {
    var files = more
    files["Content/model.yml"] = model
    for (index, (lines, _)) in orders.enumerated() {
      files["Content/orders/2026/f\(index).md"] = order(lines)
    }
    return try SmallSite.folder(adding: files)
  }

  // MARK: What is fixed

  static let fixed = [
    // Keys, plain and quoted, in lines and in brackets.
    ("cutsomer: ann", "customer: ann"),
    ("'cutsomer': ann", "customer: ann"),
    ("rows: [{sevrice: paint, sum: 1}]", "rows: [{service: paint, sum: 1}]"),
    ("rows: [{\"sevrice\": paint, sum: 1}]", "rows: [{service: paint, sum: 1}]"),
    ("PAID: true", "paid: true"),
    // Dates, amounts and numbers, in and out of quotes.
    ("paidOn: 15.03.2026", "paidOn: 2026-03-15"),
    ("paidOn: \"15.03.2026\" # by card", "paidOn: 2026-03-15 # by card"),
    ("payments: [{date: '15/03/2026', sum: 1}]", "payments: [{date: 2026-03-15, sum: 1}]"),
    ("paidOn: |-\n  15.03.2026\nmade: true", "paidOn: 2026-03-15\nmade: true"),
    ("tip: 12,50", "tip: 12.50"),
    ("tip: '1.234,50 USD'", "tip: 1234.50 USD"),
    ("rows: [{service: paint, sum: \"12,50\"}]", "rows: [{service: paint, sum: 12.50}]"),
    ("tip: 180,-", "tip: 180"),
    ("tip: Fr. 1'250.50", "tip: 1250.50 CHF"),
    ("rows: [{service: paint, sum: 180.-}]", "rows: [{service: paint, sum: 180}]"),
    ("currency: usd", "currency: USD"),
    ("currency: 'usd'", "currency: 'USD'"),
    ("tip: 12.50 usd", "tip: 12.50 USD"),
    ("tip: \"12.50 usd\"", "tip: \"12.50 USD\""),
    // Choices keep what YAML needs around them.
    ("state: quoet", "state: quote"),
    ("state: 'quoet'", "state: quote"),
    ("state: \"later,perhaps\"", "state: \"later, perhaps\""),
    ("state: |-\n  Done\nmade: true", "state: done\nmade: true"),
    // References by title, or by id in other capital letters.
    ("customer: Bob & Sons", "customer: bob"),
    ("customer: \"Ann\"", "customer: ann"),
    (
      "rows:\n  - {service: Paint, sum: 1}\n  - {service: TUNE, sum: 2}",
      "rows:\n  - {service: paint, sum: 1}\n  - {service: tune, sum: 2}"
    ),
    // Texts that need quotes.
    ("note: Werkstatt #3", "note: \"Werkstatt #3\""),
    ("note: #3", "note: \"#3\""),
    ("note: Foo: bar", "note: \"Foo: bar\""),
    ("note: &co", "note: \"&co\""),
    ("note: *all*", "note: \"*all*\""),
    ("note: !now", "note: \"!now\""),
    ("note: {x}", "note: \"{x}\""),
    ("note: @home", "note: \"@home\""),
    ("note: \"Foo\" bar", "note: \"\\\"Foo\\\" bar\""),
    ("note: 'it's'", "note: \"it's\""),
    ("note: one\n  two", "note: \"one two\""),
    ("note: \"a\\q\"", "note: \"a\\\\q\""),
    ("rows: [{service: paint, sum: 1, text: @x}]", "rows: [{service: paint, sum: 1, text: \"@x\"}]"),
    ("note:now", "note: now"),
    // Comments after what can hold none.
    ("unit: kg # each\nmade: true", "# each\nunit: kg\nmade: true"),
    ("note: kg # each", "note: \"kg # each\""),
    // Commas that braces take for the end of a value.
    ("rows: [{text: strings 1,5 mm, sum: 1}]", "rows: [{text: \"strings 1,5 mm\", sum: 1}]"),
    ("rows: [{sum: 12,50, text: a, b}]", "rows: [{sum: 12.50, text: \"a, b\"}]"),
    ("rows: [{sum: €10,00}]", "rows: [{sum: 10.00 EUR}]"),
    ("words: [new, Raum: 5]\nmade: true", "words: [new, \"Raum: 5\"]\nmade: true"),
    // Colons, bullets and brackets that are not what YAML has.
    ("rows::\n  - {service: paint, sum: 1}", "rows:\n  - {service: paint, sum: 1}"),
    ("made:: true", "made: true"),
    ("note:\u{A0}now\nmade: true", "note: now\nmade: true"),
    ("rows: [{service: paint, sum:\u{A0}1}]", "rows: [{service: paint, sum: 1}]"),
    ("rows:\n  * {service: paint, sum: 1}", "rows:\n  - {service: paint, sum: 1}"),
    ("rows:\n  - {service: paint, sum: 1}}", "rows:\n  - {service: paint, sum: 1}"),
  ]

  @Test func fixesWhatCanOnlyBeMeantInOneWay() async throws {
    let folder = try Self.site(Self.fixed)
    let run = try await folder.docket("check", "--fix")
    for (index, (before, after)) in Self.fixed.enumerated() {
      let text = try folder.text("Content/orders/2026/f\(index).md")
      #expect(text == Self.order(after), "\(before)")
    }
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(!run.output.contains(": error: "))
    #expect(
      run.error.contains("Content/orders/2026/f0.md:3:1: fixed: 'cutsomer' → 'customer' [unknown-key]\n"))
    // A comment that moves is put in and taken out.
    let moved = run.error.components(separatedBy: ": fixed: '' → '# ").count - 1
    let fixes = run.error.components(separatedBy: ": fixed: ").count - 1 - moved
    #expect(fixes > Self.fixed.count)
    #expect(run.error.contains("\n\(fixes) fixes in \(Self.fixed.count) files\n"))
    // There is nothing left to do.
    let old = try FileTree(folder.path("Content"))
    let again = try await folder.docket("check", "--fix")
    #expect(again.status == 0)
    #expect(again.error.hasPrefix("0 fixes in 0 files\n"))
    #expect(try FileTree(folder.path("Content")).touched(since: old) == [])
  }

  /// A fixed file is read further; what that brings is fixed in the same run, and a dry run shows all of it.
  @Test(.needsGit)
  func whatAFixedFileNoLongerHidesIsFixedInTheSameRun() async throws {
    let files = [
      "Content/site.yml": "theme: own\n", "Themes/own/theme.yml": "parent: default\n",
      "Themes/own/page.mustache": "<p>{{{page.title}}}</p>{{page.content}}\n",
    ]
    let lines = "note: *a\nkinds: @b\ncutsomer: ann"
    let (folder, patched) = (
      try Self.site([(lines, "")], adding: files), try Self.site([(lines, "")], adding: files)
    )
    let old = try FileTree(folder.path)
    let dry = try await folder.docket("check", "--fix", "--dry-run")
    #expect(try FileTree(folder.path).touched(since: old) == [])
    #expect(dry.output.contains("+customer: ann\n"), "\(dry.output)")
    let run = try await folder.docket("check", "--fix")
    #expect(run.error.contains(" fixes in 2 files\n"), "\(run.error)")
    #expect(!run.error.contains("more can be made"))
    #expect(run.error.contains(": fixed: 'cutsomer' → 'customer' [unknown-key]\n"))
    #expect(
      try folder.text("Themes/own/page.mustache") == "<p>{{page.title}}</p>{{{page.content}}}\n")
    let again = try await folder.docket("check", "--fix")
    #expect(again.error.hasPrefix("0 fixes in 0 files\n"), "\(again.error)")
    try patched.put("fixes.diff", dry.output)
    let apply = try await Program("git", "apply", "fixes.diff", in: patched.path).run()
    #expect(apply.status == 0, "\(apply.error)")
    #expect(try FileTree(patched.path("Content")).differences(from: FileTree(folder.path("Content"))) == [])
    #expect(try FileTree(patched.path("Themes")).differences(from: FileTree(folder.path("Themes"))) == [])
  }

  /// However many fixes a file hides behind each other, the run ends, and says what is left.
  @Test func aRunThatEndsBeforeAllIsFixedSaysSo() async throws {
    let params = (1...65).map { "  n\($0): *a\n" }.joined()
    let folder = try Self.site([], adding: ["Content/more.md": "---\nparams:\n\(params)---\n"])
    let run = try await folder.docket("check", "--fix")
    #expect(run.status == 1)
    #expect(run.error.components(separatedBy: ": fixed: ").count - 1 == 64)
    #expect(
      run.error.contains(
        "\n64 fixes in 1 file\n1 fix more can be made: a run ends after 64 rounds, so start another\n"),
      "\(run.error)")
    let again = try await folder.docket("check", "--fix")
    #expect(again.status == 0, "\(again.output)")
  }

  @Test(arguments: [["check", "--fix"], ["check"], ["build"]])
  func whatAKilledRunLeftIsRemovedAndNothingElse(command: [String]) async throws {
    let (token, other) = ("0123456789abcdef", "fedcba9876543210")
    let foreign = [
      "Content/orders/2026/.docket-fix-a1B2c3", "Content/orders/.docket-tmp-7",
      "Content/orders/2026/.docket-tmp-\(other)-1", "Content/.docket-tmp-\(token)-x", "Content/.gitkeep",
    ]
    var files = Dictionary(uniqueKeysWithValues: foreign.map { ($0, "mine\n") })
    files["Content/.docket-run-\(token)"] = ""
    files["Content/orders/2026/.docket-tmp-\(token)-3"] = "---\n"
    let folder = try Self.site([], adding: files)
    let run = try await Program.docket(in: folder.path).run(command)
    #expect(run.status == 0)
    #expect(
      run.error.contains("docket: 'check --fix' was interrupted; the files that it had fixed stay fixed\n"))
    #expect(!folder.has("Content/orders/2026/.docket-tmp-\(token)-3"))
    #expect(!folder.has("Content/.docket-run-\(token)"))
    for path in foreign { #expect(folder.has(path), "\(path)") }
  }

  @Test func aFileWithTwoNamesIsSkipped() async throws {
    let folder = try Self.site([("cutsomer: ann", "")])
    let (file, other) = (folder.path("Content/orders/2026/f0.md"), folder.path("other"))
    try FileManager.default.linkItem(atPath: file, toPath: other)
    let run = try await folder.docket("check", "--fix")
    #expect(run.status == 1)
    #expect(run.error.contains("Content/orders/2026/f0.md: skipped; the file has more names than this one"))
    #expect(try folder.text("other") == Self.order("cutsomer: ann"))
    #expect(try folder.text("Content/orders/2026/f0.md") == Self.order("cutsomer: ann"))
  }

  private static var hasAttributes: Bool {
    get async {
      let folder = try? TemporaryFolder(["f": ""])
      guard let folder, Program.exists("getfattr") else { return false }
      let set = try? await Program("setfattr", "-n", "user.note", "-v", "mine", "f", in: folder.path).run()
      return set?.status == 0
    }
  }

  @Test(.enabled("there are no extended attributes here") { await hasAttributes })
  func extendedAttributesStay() async throws {
    let folder = try Self.site([("cutsomer: ann", "")])
    let file = "Content/orders/2026/f0.md"
    let set = try await Program("setfattr", "-n", "user.note", "-v", "mine", file, in: folder.path).run()
    #expect(set.status == 0)
    #expect(try await folder.docket("check", "--fix").status == 0)
    #expect(try folder.text(file) == Self.order("customer: ann"))
    let get = try await Program("getfattr", "-n", "user.note", "--only-values", file, in: folder.path).run()
    #expect(get.output == "mine")
  }

  // MARK: What is left alone

  static let left = [
    // A guess must not send an order to another customer, nor change a figure.
    ("customer: anm", "unknown-reference"),
    ("customer: Twin", "unknown-reference"),
    ("currency: EUD", "invalid-currency"),
    ("tip: 12.50 USX", "invalid-currency"),
    ("tip: 1,234", "decimal-comma"),
    ("paidOn: 03/04/2026", "invalid-date"),
    ("unit: k", "unknown-choice"),
    ("unit: size 41", "unknown-choice"),
    // One of a list is not the list.
    ("kinds: [repair, sael]", "unknown-choice"),
    ("kinds: repair, sael", "unknown-choice"),
    // A key must not stand twice.
    ("customer: ann\ncutsomer: bob", "unknown-key"),
    ("custommer: ann\ncutsomer: bob", "unknown-key"),
    ("note: \"open", "yaml-syntax"),
    ("kinds: [repair, #sale]\nmade: true", "unquoted-text"),
    ("rows:\n  - {text: voicing, discount, sum: 10.00}", "yaml-syntax"),
    ("rows:\n  - {text: voicing, sum 10.00}", "yaml-syntax"),
    ("tip: 1,2,3", "decimal-comma"),
    // Quotes would move a value into another.
    ("note: fragile, made: true", "yaml-syntax"),
    ("rows:\n  - text: strings, price: 180.00", "yaml-syntax"),
  ]

  @Test func leavesAloneWhatMayBeMeantOtherwise() async throws {
    let twin = "---\nname: Twin\n---\n"
    let folder = try Self.site(
      Self.left, adding: ["Content/customers/twin-1.md": twin, "Content/customers/twin-2.md": twin])
    let old = try FileTree(folder.path)
    let run = try await folder.docket("check", "--fix")
    #expect(run.status == 1)
    #expect(run.error.hasPrefix("0 fixes in 0 files\n"), "\(run.error)")
    #expect(try FileTree(folder.path).touched(since: old) == [])
    for (index, (lines, id)) in Self.left.enumerated() {
      let reports = run.output.split(separator: "\n").filter {
        $0.hasPrefix("Content/orders/2026/f\(index).md:") && $0.hasSuffix("[\(id)]")
      }
      #expect(!reports.isEmpty, "\(lines)")
    }
  }

  @Test func reportsWhatIsLeft() async throws {
    let folder = try Self.site([("cutsomer: anm\nrows: [{service: paint, sum: 1}]", "")])
    let run = try await folder.docket("check", "--fix", "--format", "github")
    #expect(run.status == 1)
    #expect(
      run.output
        == "::error file=Content/orders/2026/f0.md,line=3,endLine=3,col=11,endColumn=14,title=unknown-reference::"
        + "unknown customer 'anm'; did you mean 'ann'?\n")
    #expect(run.error.contains("1 fix in 1 file\n"))
  }

  // MARK: Files

  @Test func onlyTheBytesOfTheErrorChange() async throws {
    let text =
      "\u{FEFF}---\r\ndate:   14.03.2026\t# Grüße 😀\r\ncutsomer: ann\r\n---\r\nNotes  \r\nwithout an end"
    let folder = try SmallSite.folder(adding: ["Content/orders/f.md": text])
    #expect(try await folder.docket("check", "--fix", "--quiet").error == "")
    #expect(
      try folder.text("Content/orders/f.md")
        == text.replacing("14.03.2026", with: "2026-03-14").replacing("cutsomer", with: "customer"))
  }

  @Test func permissionsAndLinksStay() async throws {
    let folder = try Self.site([("cutsomer: ann", "")])
    let file = folder.path("Content/orders/2026/f0.md")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Content/orders/2026/link.md"), withDestinationPath: "f0.md")
    let run = try await folder.docket("check", "--fix")
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(try folder.text("Content/orders/2026/f0.md") == Self.order("customer: ann"))
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    let link = try FileManager.default.destinationOfSymbolicLink(
      atPath: folder.path("Content/orders/2026/link.md"))
    #expect(link == "f0.md")
    #expect(try FileTree(folder.path("Content")).paths.allSatisfy { !$0.contains(".docket-") })
  }

  @Test func fixesQueriesAndThemes() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "title: Shed\ntheme: own\n",
      "Content/reports/bob.md": "```query\nfrom: Order\nwhere: 'customer = ''Bob & Sons'''\n```\n",
      "Themes/own/theme.yml": "parent: default\n",
      "Themes/own/page.mustache": "<p>{{{page.title}}}</p>{{page.content}}\n",
    ])
    let run = try await folder.docket("check", "--fix")
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(try folder.text("Themes/own/page.mustache") == "<p>{{page.title}}</p>{{{page.content}}}\n")
    #expect(
      try folder.text("Content/reports/bob.md") == "```query\nfrom: Order\nwhere: 'customer = ''bob'''\n```\n"
    )
  }

  @Test func fixesSettingsAndTheModel() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "title: Shed # 3\ncurrency: CHF # Franken\n",
      "Content/model.yml": """
      entities:
        Order:
          sort: date # oldest first
          attributes:
            late: {type: money, derived: TERNARY(paid = true, 0, total), label: Late, open}
            place: string # a town

      """,
    ])
    let run = try await folder.docket("check", "--fix")
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(
      try folder.text("Content/site.yml") == "title: \"Shed # 3\"\n# Franken\ncurrency: CHF\n")
    #expect(
      try folder.text("Content/model.yml") == """
        entities:
          Order:
            # oldest first
            sort: date
            attributes:
              late: {type: money, derived: "TERNARY(paid = true, 0, total)", label: "Late, open"}
              # a town
              place: string

        """)
  }

  @Test func aThemeElsewhereIsNotRead() async throws {
    let elsewhere = try TemporaryFolder([
      "theme.yml": "parent: default\n", "page.mustache": "{{{page.title}}}\n",
    ])
    let folder = try SmallSite.folder(adding: ["Content/site.yml": "theme: own\n", "Themes/x/theme.yml": ""])
    try folder.link("Themes/own", to: elsewhere.path)
    let run = try await folder.docket("check", "--fix")
    #expect(run.status == 1)
    #expect(run.output.contains("Themes/own:1:1: error: the symbolic link leads out of 'Themes', to "))
    #expect(!run.output.contains("[unescaped-text]"))
    #expect(try elsewhere.text("page.mustache") == "{{{page.title}}}\n")
  }

  @Test(.enabled(if: getuid() != 0, "root may write everything"))
  func aFileThatMustNotBeWrittenIsAFailure() async throws {
    let folder = try Self.site([("cutsomer: ann", ""), ("cutsomer: ann", "")])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: folder.path("Content/orders/2026/f0.md"))
    let run = try await folder.docket("check", "--fix")
    #expect(run.status == 70)
    #expect(run.error.contains("\n1 fix in 1 file\n") && run.output.contains("f0.md:"), "\(run.error)")
    #expect(try folder.text("Content/orders/2026/f1.md") == Self.order("customer: ann"))
    #expect(run.error.contains("docket: cannot write 'Content/orders/2026/f0.md'"))
    #expect(try folder.text("Content/orders/2026/f0.md") == Self.order("cutsomer: ann"))
  }
}
