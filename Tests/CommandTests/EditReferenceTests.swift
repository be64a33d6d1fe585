import TestSupport
import Testing

/// What names records outside of records: predicates of pages and of the model, and constants of import mappings.
struct EditReferenceTests {
  private static let order = """
    ---
    date: 2026-01-10
    customer: bob
    rows:
      - {service: tune, sum: 1}
      - {service: tune, sum: 2}
      - {service: tune, sum: 3}
    ---

    """

  private static func page(_ predicate: String) -> String {
    "# Rows\n\n```query\nfrom: RowOfOrder\nwhere: \(predicate)\ncolumns: id, sum\n```\n"
  }

  @Test func predicatesFollowTheRowsAfterARemovedOne() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/orders/2026/o2.md": Self.order,
      "Content/reports/rows.md": Self.page(#"id = "o2#3""#),
      "Content/reports/all.md": Self.page("id IN {'o2#1', 'o2#2', 'o2#3'} AND sum > 1"),
      "Content/reports/other.md": Self.page("text = 'o2#3'"),
    ])
    let named = try await folder.docket("remove", "o2#2")
    #expect(named.status == 1)
    #expect(
      named.error.contains("Content/reports/all.md:5:23: error: 'o2#2' is to be removed, and is named here"),
      "\(named.error)")
    #expect(try folder.text("Content/orders/2026/o2.md") == Self.order)
    try folder.put("Content/reports/all.md", Self.page("id IN {'o2#1', 'o2#3'} AND sum > 1"))
    let run = try await folder.docket("remove", "o2#2")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("reports/rows.md: 1 place\n"))
    #expect(try folder.text("Content/reports/rows.md") == Self.page(#"id = "o2#2""#))
    #expect(
      try folder.text("Content/reports/all.md") == Self.page("id IN {'o2#1', 'o2#2'} AND sum > 1"))
    #expect(try folder.text("Content/reports/other.md") == Self.page("text = 'o2#3'"))
  }

  /// The places are those in the file, not those that the model gives the list.
  @Test func recordsFollowTheRowsOfASortedList() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/orders/2026/o2.md": Self.order,
      "Content/model.yml": """
      entities:
        Order:
          lists: {rows: {sort: sum desc}}
        Return:
          folder: returns
          relationships: {row: {to: RowOfOrder}}

      """, "Content/returns/r1.md": "---\nrow: o2#3\n---\n",
    ])
    let run = try await folder.docket("remove", "o2#1")
    #expect(run.status == 0, "\(run.error)")
    #expect(try folder.text("Content/returns/r1.md") == "---\nrow: o2#2\n---\n")
  }

  @Test func rulesOfTheModelFollowRows() async throws {
    let rule = { (id: String) in
      "entities:\n  RowOfOrder:\n    rules:\n      - {when: \"id = '\(id)' AND sum > 9\", error: Too much}\n"
    }
    let folder = try SmallSite.folder(adding: [
      "Content/orders/2026/o2.md": Self.order, "Content/model.yml": rule("o2#3"),
    ])
    let run = try await folder.docket("remove", "o2#1")
    #expect(run.status == 0, "\(run.error)")
    #expect(try folder.text("Content/model.yml") == rule("o2#2"))
  }

  @Test func constantsOfImportsAreReferences() async throws {
    let mapping = { (id: String) in
      "as: Order\nkeys: {id: id, date: date}\nconstants:\n  customer: '\(id)' # ours\n  rows.service: tune\n"
    }
    let folder = try SmallSite.folder(adding: ["Content/imports/bank.yml": mapping("zoe")])
    try folder.put("Content/customers/zoe.md", "---\nname: Zoe\n---\n")
    let delete = try await folder.docket("delete", "zoe", "--yes")
    #expect(delete.status == 1)
    #expect(delete.error.contains("'zoe' may not be deleted: an import gives it to every line"))
    #expect(
      delete.error.contains("Content/imports/bank.yml:4:14: note: it is a constant here"), "\(delete.error)")
    let rename = try await folder.docket("rename", "zoe", "zora")
    #expect(rename.status == 0, "\(rename.error)")
    #expect(rename.output.contains("imports/bank.yml: 1 place\n"))
    #expect(try folder.text("Content/imports/bank.yml") == mapping("zora"))
    try folder.put("Content/imports/bank.yml", mapping("zo"))
    try folder.put("a.csv", "id,date\nx1,2026-01-01\nx2,2026-01-02\n")
    let run = try await folder.docket("import", "a.csv", "--with", "bank")
    #expect(run.status == 1)
    #expect(run.error.contains("Content/imports/bank.yml:4:14: error: unknown customer 'zo'"), "\(run.error)")
    #expect(!run.error.contains("a.csv:"))
  }

  // MARK: Names of rows

  @Test func aFolderBeforeARowIsThatOfItsRecord() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/orders/2026/o2.md": Self.order.replacing(
        "rows:", with: "payments: [{date: 2026-01-11, sum: 1}]\nrows:")
    ])
    let run = try await folder.docket("set", "orders/o2#2", "sum=7")
    #expect(run.status == 0, "\(run.error)")
    #expect(try folder.text("Content/orders/2026/o2.md").contains("  - {service: tune, sum: 7}\n"))
    let none = try await folder.docket("set", "orders/o2#4", "sum=7")
    #expect(none.error.contains("'o2' has no row 4; it has 3 in 'rows' and 1 in 'payments'"))
  }

  // MARK: Strictness and form

  @Test(arguments: [
    ["set", "o3", "due=2011-01-01"], ["new", "order", "customer=ann", "date=2026-01-01", "due=2011-01-01"],
    ["import", "a.csv", "--as", "Order"],
  ]) func aNewWarningStopsAStrictEdit(arguments: [String]) async throws {
    let folder = try SmallSite.folder()
    try folder.put("a.csv", "id,date,customer,due\nx1,2026-01-01,ann,2011-01-01\n")
    let old = try FileTree(folder.path("Content"))
    let strict = try await Program.docket(in: folder.path).run(arguments + ["--strict"])
    #expect(strict.status == 1, "\(strict.error)")
    #expect(strict.error.contains("nothing was written"))
    #expect(try FileTree(folder.path("Content")).touched(since: old) == [])
    let run = try await Program.docket(in: folder.path).run(arguments)
    #expect(run.status == 0, "\(run.error)")
    // A warning that was there before stops nothing.
    let other = try await folder.docket("set", "o2", "made=no", "--strict")
    #expect(other.status == 0, "\(other.error)")
  }

  @Test(arguments: ["\"quoted\"", "a \"b\" c: d", "c:\\d # e", "it's \"so\"", "#3", "true"])
  func whatIsWrittenIsInTheFormOfFmt(name: String) async throws {
    let folder = try SmallSite.folder()
    for arguments in [
      ["new", "customer", "zoe", "name=\(name)"], ["set", "ann", "name=\(name)"],
      ["set", "zoe", "name=\(name) \"2\""],
    ] {
      let run = try await Program.docket(in: folder.path).run(arguments)
      #expect(run.status == 0, "\(run.error)")
    }
    let form = try await folder.docket("fmt", "--check", "Content/customers")
    #expect(form.status == 0, "\(form.output)\(form.error)")
  }

  @Test func aNameWithoutLettersSuggestsNothing() async throws {
    let folder = try SmallSite.folder()
    let run = try await folder.docket("new", "order", "📦")
    #expect(run.error.contains("'📦' is not an id") && !run.error.contains("did you mean"), "\(run.error)")
  }

  /// An item that cannot be read has a number, too.
  @Test func aRowIsThatOfItsNumberBesideOneThatCannotBeRead() async throws {
    let order = "---\ndate: 2026-01-10\nrows:\n  -\n  - {text: a, sum: 1}\n  - {text: b, sum: 2}\n---\n"
    let folder = try SmallSite.folder(adding: ["Content/orders/2026/o2.md": order])
    let run = try await folder.docket("remove", "o2#2")
    #expect(run.output.contains("o2#2: removed") || run.status == 1, "\(run.output)\(run.error)")
    #expect(try folder.text("Content/orders/2026/o2.md").contains("text: b"))
    #expect(try await folder.docket("remove", "o2#1").status == 1)
    #expect(try folder.text("Content/orders/2026/o2.md").contains("text: b"))
  }

  /// A forgotten dash makes a mapping of the list, which a new row must not replace.
  @Test func aRowIsNotAddedInPlaceOfAMapping() async throws {
    let order = "---\ndate: 2026-01-10\nrows:\n  text: first\n  sum: 100.00\n---\n"
    let folder = try SmallSite.folder(adding: ["Content/orders/2026/o2.md": order])
    let run = try await folder.docket("add", "o2", "rows", "text=second", "sum=3")
    #expect(run.status == 1, "\(run.output)")
    #expect(try folder.text("Content/orders/2026/o2.md") == order)
  }

  /// A mistake in the rest of a link is no new one.
  @Test func linksToAHeadingThatIsNotThereFollow() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/about.md": "# About\n\n[Ann](customers/ann.md#history)\n[Zoe](customers/zoe.md)\n",
      "Content/customers/zoe.md": "---\nname: Zoe\ndraft: true\n---\n",
      "Content/news/now.md": "# Now\n\n[About](../about.md#nothing)\n",
    ])
    let rename = try await folder.docket("rename", "ann", "anna")
    #expect(rename.status == 0, "\(rename.error)")
    #expect(
      try folder.text("Content/about.md")
        == "# About\n\n[Ann](customers/anna.md#history)\n[Zoe](customers/zoe.md)\n")
    let move = try await folder.docket("rename", "Content/about.md", "Content/news/about.md")
    #expect(move.status == 0, "\(move.error)")
    #expect(try folder.text("Content/news/about.md").contains("[Ann](../customers/anna.md#history)"))
    #expect(try folder.text("Content/news/now.md").contains("[About](about.md#nothing)"))
  }
}
