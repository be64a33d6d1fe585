import Foundation
import TestSupport
import Testing

/// Pages of orders as Chromium prints them.
@Suite(.needsBrowser, .needs("pdftotext"))
struct PaperTests {
  private static func sheets(_ page: String, of folder: TemporaryFolder) async throws -> [String] {
    let script = Repository.root.appending(path: "Tests/Browser/paper.py").path
    let run = try await Program("python3", "-B", script, in: folder.path).run(page)
    try #require(run.status == 0, "\(run.error)")
    return try JSONDecoder().decode([String].self, from: Data(run.output.utf8))
  }

  /// What does not fit below the rows goes to another sheet, and not the rows with it.
  @Test(arguments: ["Site/orders/o1/invoice.html", "Site/orders/o1.html"])
  func rowsBeginOnTheFirstSheet(page: String) async throws {
    let rows = (1...18).map { "  - {text: work \($0), price: 48.00}\n" }.joined()
    let folder = try TemporaryFolder([
      "Content/site.yml": "account: {name: Ann, iban: ES91 2100 0418 4502 0005 1332}\n",
      "Content/model.yml": "entities: {Order: {documents: {invoice: made = true}}}\n",
      "Content/orders/o1.md": "---\ndate: 2026-03-14\nmade: true\nrows:\n\(rows)---\n",
    ])
    try #require(try await folder.docket("build").status == 0)
    let sheets = try await Self.sheets(page, of: folder)
    #expect(sheets.count == 2 && sheets[0].contains("work 18") && sheets[1].contains("ES91"), "\(sheets)")
  }

  /// The bank's line below the code and the terms is never alone on a sheet, however many rows there are.
  @Test func theBankStaysWithWhatStandsBeforeIt() async throws {
    let counts = Array(3...9)
    var files = [
      "Content/site.yml":
        "account: {name: Ann, iban: ES91 2100 0418 4502 0005 1332}\nparams: {terms: Pay soon, bank: Our bank}\n",
      "Content/model.yml":
        "entities: {Order: {documents: {invoice: made = true}, attributes: {net: {type: money, derived: rows.@sum.sum}}}}\n",
    ]
    for count in counts {
      let rows = (1...count).map { "  - {text: work \($0), price: 48.00}\n" }.joined()
      files["Content/orders/o\(count).md"] = "---\ndate: 2026-03-14\nmade: true\nrows:\n\(rows)---\n"
    }
    let folder = try TemporaryFolder(files)
    try #require(try await folder.docket("build").status == 0)
    var most = 0
    for count in counts {
      let sheets = try await Self.sheets("Site/orders/o\(count)/invoice.html", of: folder)
      let last = try #require(sheets.last)
      #expect(last.contains("Our bank") && last.contains("Pay soon") && last.contains("ES91"), "\(sheets)")
      most = max(most, sheets.count)
    }
    #expect(most == 2)
  }
}
