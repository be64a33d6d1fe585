import TestSupport

/// A site small enough to know by heart.
enum SmallSite {
  static let files = [
    "Content/site.yml": "title: Shed\n",
    "Content/customers/ann.md": "---\nname: Ann\n---\n",
    "Content/customers/bob.md": "---\nname: Bob & Sons\n---\n",
    "Content/services/paint.md": "---\nname: Paint\n---\n",
    "Content/services/tune.md": "---\nname: Tune\n---\n",
    "Content/orders/2025/o1.md": order("2025-12-30", "ann", "paint", 10, "\nBlue."),
    "Content/orders/2026/o2.md": order("2026-01-10", "bob", "tune", 20),
    "Content/orders/2026/o3.md": order("2026-02-20", "ann", "tune", 5),
    "Content/orders/index.md": "---\nfilters: customer\nsorts: total\n---\n",
    "Content/about.md": "# About\n\nSince 1995.\n",
    "Content/reports/unpaid.md": """
    # Unpaid

    ```query
    from: Order
    where: made = true AND paid = false
    columns: id, total
    ```

    """,
  ]

  /// An order that is made and not paid.
  static func order(_ date: String, _ customer: String, _ service: String, _ sum: Int, _ body: String = "")
    -> String
  {
    """
    ---
    date: \(date)
    customer: \(customer)
    made: true
    rows:
      - {service: \(service), sum: \(sum)}
    ---
    \(body)
    """
  }

  /// The site in a folder of its own.
  static func folder(adding more: [String: String] = [:]) throws -> TemporaryFolder {
    try TemporaryFolder(files.merging(more) { $1 })
  }
}

extension TemporaryFolder {
  /// Runs docket here.
  func docket(_ arguments: String...) async throws -> Program.Run {
    try await Program.docket(in: path).run(arguments)
  }

  /// Builds here, which must succeed.
  /// - Returns: the site, and the last line that the build printed.
  @discardableResult
  func build(_ options: String...) async throws -> (site: FileTree, line: String) {
    let run = try await Program.docket(in: path).run(["build"] + options)
    guard run.status == 0 else { throw Unexpected("the build ends with \(run.status): \(run.error)") }
    return (try FileTree(path("Site")), String(run.error.split(separator: "\n").last ?? ""))
  }
}
