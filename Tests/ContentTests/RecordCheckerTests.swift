import Content
import Diagnostics
import Testing

/// What shows only when records are linked and everything is computed.
@Suite struct RecordCheckerTests {
  private func order(_ frontMatter: String, _ declarations: String) async throws -> LoadedSite {
    let model = "entities:\n  Order:\n    " + declarations.replacing("\n", with: "\n    ") + "\n"
    return try await .order("date: 2026-03-14\n" + frontMatter, model: model)
  }

  @Test func rulesHoldForEachRecord() async throws {
    let rules = "rules:\n  - {unless: due > date, error: late}\n  - {when: customer = nil, warn: who}"
    #expect(try await order("due: 2026-03-20\ncustomer: acme", rules).diagnosticLines == [])
    #expect(
      try await order("due: 2026-03-01", rules).diagnosticLines == [
        "orders/o1.md:2:1 broken-rule", "orders/o1.md:3:6 broken-rule",
      ])
  }

  @Test func aRuleOfAParentHoldsForItsHeirsAndIsAskedOnce() async throws {
    let model = """
      entities:
        Customer: {rules: [{unless: email != nil, error: no address}]}
        Firm: {folder: firms, parent: Customer}
      """
    let site = try await LoadedSite([
      "model.yml": model, "customers/acme.md": "---\nname: Acme\n---\n",
      "firms/bear.md": "---\nname: Bear\n---\n",
    ])
    #expect(site.diagnosticLines == ["customers/acme.md:2:1 broken-rule", "firms/bear.md:2:1 broken-rule"])
  }

  @Test func aUniqueValueIsThereOnce() async throws {
    let model =
      "entities:\n  Customer:\n    attributes:\n      vat: {type: string, unique: true}\n      rank: {type: decimal, unique: true}\n"
    let site = try await LoadedSite([
      "model.yml": model, "customers/a.md": "---\nname: A\nvat: X\nrank: 1\n---\n",
      "customers/b.md": "---\nname: B\nvat: x\nrank: 1.0\n---\n", "customers/c.md": "---\nname: C\n---\n",
      "customers/d.md": "---\nname: D\nvat: X\n---\n", "customers/e.md": "---\nname: E\n---\n",
    ])
    #expect(site.diagnosticLines == ["customers/b.md:4:7 not-unique", "customers/d.md:3:6 not-unique"])
  }

  @Test func relationshipsAreCounted() async throws {
    let counts = "relationships:\n  rows: {min-count: 1, max-count: 2}"
    #expect(try await order("rows: [{sum: 1}]", counts).diagnosticLines == [])
    #expect(try await order("made: true", counts).diagnosticLines == ["orders/o1.md:2:1 wrong-count"])
    #expect(
      try await order("rows: [{sum: 1}, {sum: 2}, {sum: 3}]", counts).diagnosticLines == [
        "orders/o1.md:3:7 wrong-count"
      ])
  }

  @Test(arguments: [
    ("staff: [b]", []), ("staff: []", ["as/a.md:2:8 wrong-count"]), ("staff:", ["as/a.md:2:1 missing-value"]),
    ("x: 1", ["as/a.md:2:1 missing-value"]), ("staff: [c]", ["as/a.md:2:9 unknown-reference"]),
  ])
  func aRequiredListIsNotEmpty(line: String, diagnosticLines: [String]) async throws {
    let model = """
      extends: none
      entities:
        A: {folder: as, attributes: {x: string}, relationships: {staff: {to: B, many: true, required: true}}}
        B: {folder: bs, attributes: {y: string}}
      """
    let site = try await LoadedSite([
      "model.yml": model, "as/a.md": "---\n\(line)\n---\n", "bs/b.md": "---\ny: 1\n---\n",
    ])
    #expect(site.diagnosticLines == diagnosticLines)
  }

  @Test func aFileWithAnErrorOfItsOwnIsNotChecked() async throws {
    let rules = "rules: [{unless: total > 0, error: an order costs something}]"
    #expect(
      try await order("rows: [{quantity: two, price: 1}]", rules).diagnosticLines == [
        "orders/o1.md:3:19 invalid-decimal"
      ])
  }

  /// A link too many may be written at the other end, which the error names.
  @Test func aLinkTooManyIsNamedAtTheOtherSide() async throws {
    let site = try await LoadedSite([
      "model.yml": """
      extends: none
      entities:
        A: {folder: as, relationships: {bs: {to: B, many: true, inverse: as, max-count: 1}}}
        B: {folder: bs, relationships: {as: {to: A, many: true, inverse: bs}}}
      """,
      "as/x.md": "---\nbs: [c]\n---\n", "bs/c.md": "---\n---\n", "bs/d.md": "---\nas: [x]\n---\n",
    ])
    #expect(site.diagnosticLines == ["as/x.md:2:5 wrong-count"])
    let note = try #require(site.content.diagnostics.first?.notes.first)
    #expect(note.text == "'d' names it as well" && note.range?.file.path == "Content/bs/d.md")
  }

  /// What is written at the other end counts.
  @Test(arguments: [
    ("many: true, ", ["as/z.md:2:1 wrong-count"]), ("", ["as/z.md:2:1 wrong-count"]),
  ])
  func aRequiredLinkMayBeWrittenAtEitherSide(many: String, diagnosticLines: [String]) async throws {
    let model = """
      extends: none
      entities:
        A: {folder: as, attributes: {n: integer}, relationships: {b: {to: B, \(many)inverse: a, required: true}}}
        B: {folder: bs, relationships: {a: {to: A, \(many)inverse: b}}}
      """
    func found(_ reference: String) async throws -> [String] {
      try await LoadedSite([
        "model.yml": model, "as/x.md": "---\nn: 1\n---\n", "as/y.md": "---\nb: c\n---\n",
        "as/z.md": "---\nn: 2\n---\n", "bs/c.md": "---\n---\n", "bs/d.md": "---\na: \(reference)\n---\n",
      ]).diagnosticLines
    }
    #expect(try await found("x") == diagnosticLines)
    // Which record was meant nobody knows.
    #expect(try await found("w") == ["bs/d.md:2:4 unknown-reference"])
  }

  @Test(arguments: [
    ("link: {type: url, derived: note}", "invalid-url"),
    ("mail: {type: email, formula: note}", "invalid-email"),
    ("line: {type: string, derived: note}", "line-break-in-string"),
    ("grade: {type: string, choices: [A, B], derived: \"'C'\"}", "unknown-choice"),
    ("size: {type: integer, max: 1, formula: rows.@count}", "out-of-range"),
    ("size: {type: money, min: 5, derived: total}", "out-of-range"),
    ("size: {type: money, choices: [5, 7], derived: total}", "unknown-choice"),
    ("code: {type: string, pattern: '[a-z]+', derived: id}", "pattern-mismatch"),
    ("code: {type: string, min-length: 3, derived: id}", "out-of-range"),
    ("code: {type: tags, max-length: 1, derived: rows.text}", "out-of-range"),
  ])
  func aComputedValueKeepsWhatAWrittenOneMust(attribute: String, id: String) async throws {
    let attributes = "attributes:\n  note: text\n  " + attribute
    let rows = "rows: [{text: an, sum: 1}, {text: b, sum: 2}]"
    #expect(
      try await order("note: |\n  javascript:alert(1)\n  x\n" + rows, attributes).diagnosticLines == [
        "orders/o1.md:2:1 \(id)"
      ])
    // Another value's error does not hide it.
    #expect(
      try await order("due: soon\nnote: |\n  javascript:alert(1)\n  x\n" + rows, attributes).diagnosticLines
        == [
          "orders/o1.md:2:1 \(id)", "orders/o1.md:3:6 invalid-date",
        ])
  }

  @Test func aComputedAmountIsOneOfTheChoicesInItsRecordsCurrency() async throws {
    let attributes = "attributes:\n  size: {type: money, choices: [5, 7], derived: total}"
    #expect(try await order("currency: JPY\nrows: [{sum: 7}]", attributes).diagnosticLines == [])
    #expect(
      try await order("rows: [{sum: 7 JPY}]", attributes).diagnosticLines == [
        "orders/o1.md:2:1 unknown-choice"
      ])
  }

  /// A record of an entity whose declaration cannot be read has no links, and that is not its error.
  @Test func anErrorInADeclarationIsNotToldOfItsRecords() async throws {
    let model = """
      entities:
        Order:
          atributes: {note: text}
          relationships: {rows: {min-count: 1}}
          rules: [{unless: rows.@count > 0, error: no rows}]
        Customer:
          relationships: {orders: {min-count: 1}}
          rules: [{unless: orders.@count > 0, error: idle}]
      """
    let site = try await LoadedSite.order("date: 2026-03-14\ncustomer: acme\nrows: [{sum: 1}]", model: model)
    #expect(site.diagnosticLines == ["model.yml:3:5 unknown-key"])
  }

  @Test func aValueThatCannotBeComputedIsNotChecked() async throws {
    let declarations = """
      attributes:
        net: {type: money, required: true, derived: totl}
        gross: {type: money, required: true, derived: net * 1.2}
      rules: [{unless: gross > 0, error: an order costs something}]
      """
    #expect(
      try await order("rows: [{sum: 1}]", declarations).diagnosticLines == ["model.yml:4:51 unknown-key-path"]
    )
  }

  /// What a service's price is read wrong for, two steps away.
  @Test func anErrorIsNotToldAgainByWhatReadsIt() async throws {
    let model = """
      entities:
        RowOfOrder:
          attributes:
            sum: {formula: quantity * service.price}
        Order:
          rules:
            - {unless: total > 0, error: nothing to pay}
            - {when: ANY rows.service.price = nil, error: no price}
        Customer:
          rules:
            - {unless: orders.@sum.total > 0, error: worth nothing}
      """
    let site = try await LoadedSite([
      "model.yml": model, "customers/acme.md": "---\nname: Acme\n---\n",
      "services/chai.md": "---\nname: Chai\nprice: 1,50\n---\n",
      "orders/a.md": "---\ndate: 2026-03-14\ncustomer: acme\nrows:\n  - service: chai\n---\n",
    ])
    #expect(
      site.diagnosticLines.filter { !$0.hasSuffix("foreign-money") } == ["services/chai.md:3:8 decimal-comma"]
    )
  }

  @Test func aLostReferenceIsNotMissingOnTheOtherSide() async throws {
    let model = """
      entities:
        Customer:
          relationships:
            orders: {min-count: 1}
          rules:
            - {when: orders.@count = 0, error: idle}
      """
    let customer = ["model.yml": model, "customers/acme.md": "---\nname: Acme\n---\n"]
    func diagnosticLines(_ order: String) async throws -> [String] {
      try await LoadedSite(customer.merging(["orders/a.md": order]) { $1 }).diagnosticLines
    }
    #expect(
      try await diagnosticLines("---\ndate: 2026-03-14\ncustomer: acne\n---\n") == [
        "orders/a.md:3:11 unknown-reference"
      ])
    #expect(
      try await diagnosticLines("---\ndate: 2026-03-14\ncustmer: acme\n---\n") == [
        "orders/a.md:3:1 unknown-key"
      ])
    #expect(try await diagnosticLines("date: 2026-03-14\n") == ["orders/a.md:1:1 no-front-matter"])
    #expect(
      try await diagnosticLines("---\ndate: 2026-03-14\n---\n") == [
        "customers/acme.md:2:1 broken-rule", "customers/acme.md:2:1 wrong-count",
      ])
  }

  /// An error elsewhere hides nothing that does not depend on it.
  @Test func ownErrorsAreToldBesideThoseOfOthers() async throws {
    let declarations = """
      attributes:
        number: {type: string, unique: true}
      rules: [{unless: due > date, error: late}]
      """
    let model = "entities:\n  Order:\n    " + declarations.replacing("\n", with: "\n    ") + "\n"
    let order = "---\ndate: 2026-03-14\ndue: 2026-03-01\nnumber: A\ncustomer: acme\n---\n"
    let site = try await LoadedSite([
      "model.yml": model, "customers/acme.md": "---\nname: Acme\nemail: none\n---\n", "orders/a.md": order,
      "orders/b.md": order,
    ])
    #expect(
      site.diagnosticLines == [
        "customers/acme.md:3:8 invalid-email", "orders/a.md:3:6 broken-rule", "orders/b.md:3:6 broken-rule",
        "orders/b.md:4:9 not-unique",
      ])
  }

  @Test func bothCopiesOfTheSameContentHaveTheSameErrors() async throws {
    var files: [String: String] = [:]
    for number in 0..<300 {
      files["orders/o\(number).md"] =
        "---\ndate: 2026-02-\(number % 40)\ncustomer: c\(number)\nrows: [{sum: 1,\(number)}]\n---\n"
    }
    let first = try await LoadedSite(files).diagnosticLines
    #expect(first.count > 500)
    #expect(try await LoadedSite(files).diagnosticLines == first)
  }
}
