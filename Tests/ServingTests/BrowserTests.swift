import Foundation
import TestSupport
import Testing

/// The forms and live pages in a browser.
struct BrowserTests {
  /// Runs a script of Tests/Browser on a site.
  private func tell(_ script: String, _ site: () async throws -> ServedSite) async throws {
    var run = try await run(script, try await site())
    // All tests run at once: a browser may have to wait for longer than a story does. A fault fails twice.
    if run.status != 0 { run = try await self.run(script, try await site()) }
    #expect(run.status == 0 && run.output == "told\n", "\(run.output)\(run.error)")
  }

  private func run(_ script: String, _ site: ServedSite) async throws -> Program.Run {
    let path = Repository.root.appending(path: "Tests/Browser/\(script)").path
    var program = Program("python3", path, in: site.folder.path)
    program.environment["PYTHONDONTWRITEBYTECODE"] = "1"
    program.environment["DOCKET"] = Program.docketPath
    program.environment["SOURCE_DATE_EPOCH"] = "1795262400"
    var arguments = ["http://localhost:\(site.port)/", site.folder.path("Content")]
    if let pictures = ProcessInfo.processInfo.environment["DOCKET_PICTURES"] { arguments.append(pictures) }
    return try await program.run(arguments)
  }

  @Test(.needsBrowser)
  func theWholeStoryOfAnOrder() async throws {
    try await tell("story.py") { try await ServedSite("--edit") }
  }

  @Test(.needsBrowser)
  func listsRowsAndButtonsByMouseAndKeyboard() async throws {
    let rows = ["a", "b", "c"].map { "  - {text: \($0), sum: 1.00}\n" }.joined()
    let files = FormTests.staff.merging([
      "Content/orders/2026/o2.md": "---\ndate: 2026-02-20\nrows:\n\(rows)---\n"
    ]) { $1 }
    try await tell("editing.py") { try await ServedSite("--edit", adding: files) }
  }

  @Test(.needsBrowser)
  func copiesAndDraftsKeepTheSpellingsOfTheFile() async throws {
    let files = [
      "Content/model.yml":
        "entities: {RowOfOrder: {attributes: {taxed: {type: boolean, default: true}, marks: tags}}}\n",
      "Content/orders/2026/o1.md": """
      ---
      date: 2026-03-01
      made: yes
      rows:
        - {text: stamps, sum: 100.00, taxed: no}
        - {text: chain, sum: 10.00, marks: ["a, b", c]}
      ---

      """,
    ]
    try await tell("spellings.py") { try await ServedSite("--edit", adding: files) }
  }

  @Test(.needsBrowser)
  func openPagesMarkAndSayWhatChanged() async throws {
    let query =
      "# Unpaid\n\n```query\nfrom: Order\nwhere: made = true AND paid = false\nsort: -total\ncolumns: id, total\n```\n"
    let chart =
      "# Months\n\n```query\nfrom: Order\nas: bar\ngroup: date.month\ncolumns: date.month, sum(total)\n```\n"
    let files = ["Content/reports/unpaid.md": query, "Content/reports/months.md": chart]
    try await tell("live.py") { try await ServedSite(adding: files) }
  }

  @Test(.needsGit, .needsBrowser)
  func sumsFollowAndNoAmountIsCut() async throws {
    let model = """
      entities:
        Customer: {attributes: {fee: money}}
        Order: {attributes: {fee: {type: money, formula: customer.fee}}}
        RowOfOrder: {attributes: {part: money, share: {type: money, derived: sum * 0.19}}}

      """
    let order = "---\ndate: 2026-03-01\nrows: [{sum: 1234567.89}]\n---\n"
    try await tell("figures.py") {
      let site = try await ServedSite(
        "--edit", adding: ["Content/model.yml": model, "Content/orders/2026/o9.md": order])
      try await site.folder.git("init", "-q")
      try await site.folder.git("add", ".")
      try await site.folder.git("commit", "-q", "-m", "first")
      return site
    }
  }

  @Test(.needsBrowser)
  func whatWasTypedIsKept() async throws {
    try await tell("drafts.py") { try await ServedSite("--edit") }
  }
}
