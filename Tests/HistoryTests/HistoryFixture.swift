import Content
import History
import Records
import Testing

/// Books in memory whose changes are compared.
enum HistoryFixture {
  /// Files that most tests begin with.
  static let files = [
    "customers/acme.md": "---\nname: Acme\n---\n",
    "services/chai.md": "---\nname: Chai\nprice: 18.00\n---\n",
    "services/chang.md": "---\nname: Chang\nprice: 19.00\n---\n",
    "orders/2026/2026-0001.md": """
    ---
    date: 2026-03-14
    customer: acme
    rows:
      - {service: chai, quantity: 2, price: 18.00}
      - {service: chang, sum: 5.00}
      - {text: Delivery, sum: 7.50}
    ---
    By phone.
    """,
  ]

  static func book(_ files: [String: String]) async throws -> Book {
    let today = try #require(CivilDate("2026-11-22"))
    return await ContentLoader(source: MemorySource(files), includesDrafts: false, today: today).load()
  }

  /// What changes when files are put in place of others; nil takes one away.
  static func changes(_ edits: [String: String?], in files: [String: String] = files) async throws
    -> BookChanges
  {
    var edited = files
    for (path, text) in edits { edited[path] = text }
    return BookChanges(from: try await book(files), to: try await book(edited))
  }

  /// The text of the order with another in place of a part of it.
  static func order(_ old: String, _ new: String) throws -> String {
    let text = try #require(files["orders/2026/2026-0001.md"])
    try #require(text.contains(old))
    return text.replacing(old, with: new)
  }
}
