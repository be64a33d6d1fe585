import Foundation
import TestSupport
import Testing

/// The totals that a script adds up for a filter of a list, read in a browser, are those of the filter's own page.
@Suite(.needsBrowser)
struct ScriptedTotalTests {
  /// Hours from minutes and net amounts, whose digits have no end, of several currencies; some sums are zero.
  private static func book(language: String) -> [String: String] {
    var files = [
      "Content/site.yml": "language: \(language)\n",
      "Content/model.yml": """
      extends: none
      entities:
        Job:
          folder: jobs
          attributes:
            who: string
            minutes: integer
            fee: money
            hours: {type: decimal, derived: minutes / 60, total: true}

      """,
      "Content/jobs/index.md": """
      ---
      columns:
        - id
        - hours
        - {value: minutes / 384, label: Shares, total: true}
        - {value: minutes * 1.125, label: Points, total: true}
        - {value: fee / 1.081, label: Net, total: true}
      filters: who
      ---

      """,
    ]
    let jobs = [
      ("ann", 50, "-1000.00"), ("ann", 100, "-2234.56"), ("ann", 1_000_000, "-0.01"), ("bob", 20, "3"),
      ("bob", -20, "4.50 USD"), ("cleo", -1_000_130, "5"), ("eve", 387, "7"), ("dan", 20, "1"),
      ("dan", 20, "2"),
      ("dan", -40, "-3"),
    ]
    for (index, job) in jobs.enumerated() {
      files["Content/jobs/j\(index).md"] = "---\nwho: \(job.0)\nminutes: \(job.1)\nfee: \(job.2)\n---\n"
    }
    return files
  }

  @Test(arguments: ["en", "de"])
  func areThoseOfThePages(language: String) async throws {
    let folder = try TemporaryFolder()
    for (path, text) in Self.book(language: language) { try folder.put(path, text) }
    try await expectSameTotals(
      of: "jobs", by: "who", ["ann", "bob", "cleo", "dan", "eve"], count: 5, in: folder)
  }

  /// A long number has groups and a short one none, zeros are left out, and a count of other records that is 0 is a dash.
  @Test func areWrittenAsOnThePages() async throws {
    let folder = try TemporaryFolder([
      "Content/site.yml": "language: pl\ncurrency: PLN\n",
      "Content/model.yml":
        "entities:\n  Order:\n    attributes:\n      weight: {type: decimal, total: true}\n",
      "Content/orders/index.md":
        "---\ncolumns: id, weight, payments.@sum.sum, payments.@count, total\nfilters: customer\n---\n",
    ])
    let orders = [
      ("a", "1.5", "700", ""), ("a", "2", "650.50", ""), ("b", "0.123456", "5", "1"),
      ("c", "12", "12650", ""),
    ]
    for (index, order) in orders.enumerated() {
      let payments = order.3.isEmpty ? "" : "payments: [{date: 2026-01-04, sum: \(order.3)}]\n"
      try folder.put("Content/customers/\(order.0).md", "---\nname: \(order.0)\n---\n")
      try folder.put(
        "Content/orders/\(index).md",
        "---\ndate: 2026-01-0\(index + 1)\ncustomer: \(order.0)\nweight: \(order.1)\n"
          + "rows: [{text: T, sum: \(order.2)}]\n\(payments)---\n")
    }
    try await expectSameTotals(of: "orders", by: "customer", ["a", "b", "c"], count: 5, in: folder)
  }

  /// The data of a filter with very many values are in parts; a value with very many records has one of its own.
  @Test func areThoseOfAFilterOfManyValues() async throws {
    let folder = try TemporaryFolder([
      "Content/orders/index.md": "---\nfilters: customer, made\nfilter-limit: 240\ncolumns: id, total\n---\n"
    ])
    for customer in 0..<230 {
      try folder.put("Content/customers/c\(customer).md", "---\nname: C\(customer)\n---\n")
      for order in 0..<(customer == 0 ? 520 : 1) {
        try folder.put(
          "Content/orders/o\(customer)-\(order).md",
          "---\ndate: 2026-01-05\ncustomer: c\(customer)\nmade: \(customer % 2 == 1)\n"
            + "rows: [{text: T, sum: \(customer + order)}]\n---\n")
      }
    }
    try await expectSameTotals(
      of: "orders", by: "customer", ["c0", "c7", "c113", "c229"], count: 2, in: folder)
  }

  /// Builds a site, and compares the last lines of the list with a filter and of the filter's page.
  /// - Parameter count: the number of columns.
  private func expectSameTotals(
    of list: String, by key: String, _ names: [String], count: Int, in folder: TemporaryFolder
  ) async throws {
    let build = try await Program.docket(in: folder.path).run("build")
    try #require(build.status == 0, "\(build.error)")
    for name in names {
      let page = try Self.totals(in: folder.text("Site/\(list)/where/\(key)/\(name).html"))
      #expect(page.count == count, "\(page)")
      let run = try await Program(try #require(Program.browser), in: folder.path).run([
        "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
        "--virtual-time-budget=5000", "--dump-dom",
        "file://" + folder.path("Site/\(list)/index.html#\(key)=\(name)"),
      ])
      #expect(try Self.totals(in: run.output) == page, "\(name)")
    }
  }

  /// The cells of the last line of a page's table.
  private static func totals(in html: String) throws -> [String] {
    let foot = try #require(html.firstMatch(of: /(?s)<tfoot.*?<\/tfoot>/), "\(html)")
    return foot.output.matches(of: /(?s)<t[hd][^>]*>(.*?)<\/t[hd]>/).map {
      String($0.1).replacing("&nbsp;", with: "\u{a0}")
    }
  }
}
