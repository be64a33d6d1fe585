import Content
import Diagnostics
import Foundation
import Records
import Testing

/// A site of a few files in a folder that goes away with it.
final class TemporarySite {
  let root: String

  /// Writes files by their paths below Content.
  init(_ files: [String: String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "docket-\(UUID().uuidString)")
    root = folder.path
    for (path, text) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// Everything that is found on 30 June 2026, in the order in which it is reported.
  func diagnostics() async throws -> [Diagnostic] {
    let day = try #require(CivilDate("2026-06-30"))
    return await ContentLoader(root: root, includesDrafts: false, today: day, lints: true).load().diagnostics
      .sortedByPlace()
  }

  /// The same as lines: `orders/2026-0001.md:4 [paid-not-made] true`, with the text at the place.
  func findings() async throws -> [String] {
    try await diagnostics().map { diagnostic in
      let range = diagnostic.range
      let line = range.file.location(of: range.bytes.lowerBound).line
      return
        "\(range.file.path.dropFirst(root.count + 1)):\(line) [\(diagnostic.id.rawValue)] "
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
