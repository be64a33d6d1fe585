import Content
import Diagnostics
import Foundation
import Records
import TestSupport
import Testing

/// Mutated models and records: whatever stands in them, loading ends, and diagnostics lie in their files.
@Suite(.serialized) struct FuzzTests {
  // MARK: Models

  private static let models = [
    """
    extends: none
    entities:
      Thing:
        folder: things
        abstract: true
        title: name
        sort: name, -size
        attributes:
          name: {type: string, required: true, min-length: 2, max-length: 9, pattern: '[a-z]+(b|c){1,3}'}
          size: {type: integer, min: 1, max: 9, default: 3}
          tags: tags
      Box:
        parent: Thing
        folder: boxes
        label: Crate
        body: public
        attributes:
          price: {type: money, digits: 4, private: false}
          kind: {type: string, choices: [a, b], unique: true}
          worth: {type: money, derived: content.@sum.worth + price}
        relationships:
          content: {to: Item, many: true, inverse: box, delete: cascade, min-count: 1, max-count: 5}
          friends: {to: Box, many: true, inverse: friends}
        rules:
          - {unless: "size > 1 AND name LIKE 'a*'", error: too small}
          - {when: "ANY content.worth > 5 OR SUBQUERY(content, $i, $i.worth = 1).@count > 0", warn: odd}
      Item:
        inside: Box.content
        attributes:
          worth: {type: money, total: true, formula: count * 2.50}
          count: {type: decimal, default: 1}
          day: {type: date, formula: "CAST('2026-01-01', 'Date') + 3"}
        relationships:
          box: {to: Box, inverse: content}
          maker: {to: Thing, required: true}
    """,
    """
    entities:
      Order:
        label: Job
        attributes:
          bicycle: {type: string, required: true}
          hours: {type: decimal, formula: rows.@sum.quantity * 1.5}
          vat: {type: money, derived: "TERNARY(total > 100, total * 0.19, 0)"}
          currency: {type: currency, default: USD}
          due: null
        relationships:
          staff: {to: Person, many: true, inverse: jobs}
        rules:
          - unless: total >= 0
            error: a negative total
      RowOfOrder: {sort: position, attributes: {note: url, text: null}}
      Person:
        folder: people
        title: name
        attributes: {name: {type: string, required: true, label: Full name}, mail: email}
        relationships: {jobs: {to: Order, many: true, inverse: staff}}
    """,
  ]

  private static let pieces = [
    " ", "  ", "\n", "\n  ", ": ", ":", "- ", "'", "\"", "[", "]", "{", "}", ", ", "#", " #", "&a ", "*a",
    "!x ", "|",
    "null", "~", "true", "-1", "0", "99999999999999999999", "1e9", "%", "@", "@count", ".", "..", "$x", "(",
    ")", " = nil",
    " AND ", "NOT ", " / 0", "{1, 2}", "SELF", "id", "path", "#in", "é", "e\u{301}", "\u{FEFF}", "\u{2028}",
    "\t", "\r\n",
    "---\n", "2026-02-30", "12.50 USD", "1,5", "Box", "Order.rows", "derived: ", "parent: Box",
    "inside: Box.content",
  ]

  /// A graph without records.
  private static func graph(of model: Model) -> RecordGraph {
    let tables = model.tables.map { layout in
      Table(
        count: 0, entityStarts: Array(repeating: 0, count: layout.entities.count + 1),
        columns: layout.columns.map { Column(type: $0) },
        links: layout.links.map { Link(isMany: $0.isMany, count: 0) })
    }
    return RecordGraph(model: model, tables: tables, files: [])
  }

  @Test(arguments: models) func beginsWithModelsThatAreRight(text: String) {
    let read = ModelReader.model(SourceFile(path: "model.yml", text: text), currency: .euro)
    let compiled = ModelExpressions.compile(for: Self.graph(of: read.model))
    #expect((read.diagnostics + compiled.diagnostics).map(\.summary) == [])
  }

  /// Every twentieth model also gets records, which fit it or not.
  @Test func survivesModels() async throws {
    let day = try #require(CivilDate("2026-06-30"))
    var site = LintedSite(
      .book.adding([
        "boxes/a.md":
          "---\nname: abc\nprice: 1.5\ncontent: [{worth: 2, maker: b}, {count: 3}]\nfriends: b\n---\n",
        "boxes/b.md": "---\nname: abb\nkind: a\ntags: [x, y]\n---\n",
        "people/ann.md": "---\nname: Ann\njobs: 2026-0001\n---\n",
      ]))
    var mutator = TextMutator(Self.models, pieces: Self.pieces, state: 2026)
    var whole = 0
    let report = await fuzz(1_500) { index in
      let file = SourceFile(path: "model.yml", bytes: mutator.next())
      let read = ModelReader.model(file, currency: .euro)
      let compiled = ModelExpressions.compile(for: Self.graph(of: read.model))
      expectInside(read.diagnostics + compiled.diagnostics)
      if !(read.diagnostics + compiled.diagnostics).hasErrors { whole += 1 }
      guard index % 20 == 0 else { return }
      site.source["model.yml"] = file.bytes
      expectInside(
        await ContentLoader(source: site.source, includesDrafts: true, today: day).load().diagnostics)
    }
    #expect(report.isWithinBounds(of: .seconds(600)))
    #expect(whole * 50 > report.count)
  }

  // MARK: Records

  private static let records = [
    """
    ---
    date: 2026-03-14
    customer: acme
    made: true
    paid: false
    due: 2026-04-01
    currency: EUR
    rows:
      - {service: repair, sum: 252.00}
      - service: parts
        text: "Rim tape & \\u00e9"
        quantity: 10
        price: 1.85
        discount: 10%
    payments:
      - {date: 2026-03-28, sum: 100.00, note: First half}
    ---
    Notes, in **Markdown**.
    """,
    """
    ---
    date: 2026-03-15
    draft: no
    customer: zoe
    paidOn: 2026-03-16
    rows: [{service: parts, quantity: -1, price: 0.000001 USD}, {sum: 999999999999999.99 JPY}]
    ---
    """,
  ]

  /// They go through in sites of many: the whole pipeline over every one of them.
  @Test func survivesRecords() async throws {
    let inSite = 250
    let day = try #require(CivilDate("2026-06-30"))
    var mutator = TextMutator(Self.records, pieces: Self.pieces, state: 7)
    var site = LintedSite([
      "customers/acme.md": "---\nname: Acme\n---\n", "customers/zoe.md": "---\nname: Zoë\n---\n",
      "services/repair.md": "---\nname: Repair\n---\n",
      "services/parts.md": "---\nname: Parts\nprice: 2\n---\n",
      "model.yml": "entities: {Order: {rules: [{unless: total >= 0 OR made = true, warn: a credit note}]}}\n",
    ])
    var read = 0
    var sites = 0
    let report = await fuzz(1_000) { index in
      let bytes = mutator.next()
      site.source["orders/n\(index % inSite).md"] = bytes
      guard index % inSite == inSite - 1 else { return }
      let content = await ContentLoader(source: site.source, includesDrafts: index % 2 == 0, today: day)
        .load()
      expectInside(content.diagnostics)
      read += content.recordCount - 4
      sites += 1
    }
    #expect(report.isWithinBounds(of: .seconds(600)))
    #expect(read * 4 > sites * inSite)
  }

  private func expectInside(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      for range in [diagnostic.range] + diagnostic.notes.compactMap(\.range) + diagnostic.fixIts.map(\.range)
      where range.bytes.upperBound > range.file.bytes.count || range.bytes.lowerBound < 0 {
        Issue.record("\(diagnostic.summary) in \(range.file.text(0..<range.file.bytes.count))")
      }
    }
  }
}
