import Content
import Diagnostics
import Records
import Testing

/// A site of a few files in memory.
struct LintedSite {
  var source: MemorySource

  /// Takes files by their paths below Content.
  init(_ files: [String: String]) {
    source = MemorySource(files)
  }

  /// Everything that is found on 30 June 2026, in the order in which it is reported.
  func diagnostics() async throws -> [Diagnostic] {
    let day = try #require(CivilDate("2026-06-30"))
    return await ContentLoader(source: source, includesDrafts: false, today: day, findsLints: true).load()
      .diagnostics
      .sortedByPlace()
  }

  /// The same as lines: `orders/2026-0001.md:4 [paid-not-made] true`, with the text at the place.
  func diagnosticLines() async throws -> [String] {
    try await diagnostics().map { diagnostic in
      let range = diagnostic.range
      let line = range.file.location(of: range.bytes.lowerBound).line
      return
        "\(range.file.path.dropFirst(source.root.count + 1)):\(line) [\(diagnostic.id.rawValue)] "
        + range.text.prefix { $0 != "\n" }
    }
  }
}

extension [String: String] {
  /// A customer, a service and an order with nothing strange about it, to be changed.
  static let book: [String: String] = [
    "customers/acme.md": "---\nname: Acme\n---\n",
    "services/repair.md": "---\nname: Repair\n---\n",
    "orders/2026-0001.md": .order(),
  ]

  /// The book for series of ids, whose orders are all alike.
  static let series = book.adding(["site.yml": "lints: {same-record: false, year-differs: false}\n"])

  /// The book with a first order of its own.
  static func book(order: String) -> [String: String] {
    book.merging(["orders/2026-0001.md": order]) { $1 }
  }

  /// More files.
  func adding(_ files: [String: String]) -> [String: String] { merging(files) { $1 } }
}

extension String {
  /// An order of three euros, with further lines and other rows than its usual one.
  static func order(
    _ lines: String..., customer: String? = "acme", rows: [String] = ["{service: repair, sum: 3.00}"]
  ) -> String {
    let head = ["---", "date: 2026-03-14"] + (customer.map { ["customer: \($0)"] } ?? [])
    let list = rows.isEmpty ? [] : ["rows:"] + rows.map { "  - " + $0 }
    return (head + lines + list + ["---", ""]).joined(separator: "\n")
  }
}
