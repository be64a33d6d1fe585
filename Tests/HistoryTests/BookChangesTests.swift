import Content
import History
import Records
import Testing

@Suite struct BookChangesTests {
  private let path = "orders/2026/2026-0001.md"

  @Test func tellsAWrittenValueAndWhatFollows() async throws {
    let changes = try await HistoryFixture.changes([
      path: try HistoryFixture.order("quantity: 2", "quantity: 3")
    ])
    #expect(
      changes.text() == """
        updated   order 2026-0001
          rows#1 updated: quantity: 2 → 3

        What follows
          order 2026-0001: total 48.50 → 66.50; open 48.50 → 66.50
          row of order 2026-0001#1: sum 36.00 → 54.00

        Totals
          Orders: total 48.50 → 66.50
          Orders: open 48.50 → 66.50
          Row of order: sum 48.50 → 66.50

        """)
  }

  /// A value that only one of the files says is compared with the one that was computed.
  @Test(arguments: [
    ("price: 18.00}", "price: 18.00, sum: 40.00}", ["rows#1 updated: sum: 36.00 → 40.00"]),
    ("price: 18.00}", "price: 18.00, sum: 36.00}", []),
    ("customer: acme\n", "customer: acme\npaid: true\n", ["paid: false → true"]),
    ("customer: acme\n", "customer: acme\nmade: false\n", []),
    ("customer: acme\n", "customer: acme\ncurrency: EUR\n", []),
  ])
  func comparesAWrittenValueWithAComputedOne(
    _ old: String, _ new: String, _ expected: [String]
  ) async throws {
    var files = HistoryFixture.files
    files[path] = try HistoryFixture.order(old, new)
    let changes = try await HistoryFixture.changes([path: files[path]])
    #expect(changes.records.flatMap(\.lines) == expected)
    let back = try await HistoryFixture.changes([path: HistoryFixture.files[path]], in: files)
    #expect(back.records.count == changes.records.count)
  }

  @Test func tellsThatARecordIsADraft() async throws {
    let changes = try await HistoryFixture.changes([
      path: try HistoryFixture.order("customer: acme", "customer: acme\ndraft: false")
    ])
    #expect(changes.records.map(\.lines) == [["draft: – → false"]])
  }

  @Test func tellsAnInsertedRowAsOneChange() async throws {
    let changes = try await HistoryFixture.changes([
      path: try HistoryFixture.order("rows:\n", "rows:\n  - {text: First, sum: 1.00}\n")
    ])
    #expect(changes.records.count == 1)
    #expect(changes.records.first?.lines == ["rows#1 inserted: text: First, sum: 1.00"])
  }

  @Test func tellsADeletedRowAsOneChange() async throws {
    let changes = try await HistoryFixture.changes([
      path: try HistoryFixture.order("  - {service: chang, sum: 5.00}\n", "")
    ])
    #expect(changes.records.map(\.rows).map { $0.map { "\($0.kind) \($0.id)" } } == [["deleted rows#2"]])
  }

  @Test func tellsNothingOfOtherFormattingAndMoves() async throws {
    let text = """
      ---
      # The same order, written in another way.
      customer: "acme"
      date: 2026-03-14
      rows:
        - text: Delivery
          sum: 7.5
        - service: chai
          price: '18.00'
          quantity: 2.0
        - {sum: 5.00, service: chang}
      ---
      By phone.
      """
    let changes = try await HistoryFixture.changes([path: nil, "orders/other/2026-0001.md": text])
    #expect(changes.isEmpty, "\(changes.text())")
    #expect(changes.totals.isEmpty)
  }

  @Test func tellsNothingOfOtherLineEnds() async throws {
    let text = try #require(HistoryFixture.files[path]) + "\n"
    let changes = try await HistoryFixture.changes(
      [path: text.replacing("\n", with: "\r\n")], in: HistoryFixture.files.merging([path: text]) { $1 })
    #expect(changes.isEmpty, "\(changes.text())")
  }

  /// Blank lines around a text say nothing; one within it begins a paragraph.
  @Test func tellsNothingOfBlankLinesAroundTheText() async throws {
    let text = try #require(HistoryFixture.files[path]) + "A.\nB.\n"
    let files = HistoryFixture.files.merging([path: text]) { $1 }
    for other in [text + "\n\n", String(text.dropLast()), text.replacing("---\nBy", with: "---\n\n\nBy")] {
      let changes = try await HistoryFixture.changes([path: other], in: files)
      #expect(changes.isEmpty, "\(changes.text())")
    }
    for other in [text.replacing("A.\n", with: "A.\n\n"), text.replacing("A.", with: "    A.")] {
      #expect(try await HistoryFixture.changes([path: other], in: files).records.count == 1)
    }
  }

  @Test func tellsARenamedRecordOnceWithoutItsReferences() async throws {
    let changes = try await HistoryFixture.changes([
      "customers/acme.md": nil, "customers/acme-ltd.md": "---\nname: Acme\n---\n",
      path: try HistoryFixture.order("customer: acme", "customer: acme-ltd"),
    ])
    #expect(changes.records.map(\.name) == ["customer acme → acme-ltd"])
  }

  @Test func knowsARenamedRecordByItsFormerID() async throws {
    let changes = try await HistoryFixture.changes([
      "customers/acme.md": nil, "customers/acme-ltd.md": "---\nname: Acme Ltd\nwas: [acme]\n---\n",
      path: try HistoryFixture.order("customer: acme", "customer: acme-ltd"),
    ])
    #expect(changes.records.map(\.name) == ["customer acme → acme-ltd"])
    #expect(changes.records.first?.lines == ["name: Acme → Acme Ltd"])
  }

  @Test func tellsInsertedAndDeletedRecords() async throws {
    let changes = try await HistoryFixture.changes([
      path: nil, "customers/zoe.md": "---\nname: Zoe\nphone: 12 34\n---\n",
    ])
    #expect(
      changes.records.map { "\($0.kind) \($0.name)" }
        == ["inserted customer zoe", "deleted order 2026-0001"])
    #expect(changes.records.first?.lines == ["name: Zoe", "phone: 12 34"])
    #expect(changes.totals.map { "\($0.label) \($0.text)" }.contains("Orders total 48.50 → 0.00"))
  }

  @Test func tellsWhatChangesForOtherRecords() async throws {
    let model = """
      entities:
        Customer:
          attributes:
            spent: {type: money, derived: orders.@sum.total}
      """
    var files = HistoryFixture.files
    files["model.yml"] = model
    let changes = try await HistoryFixture.changes(
      [path: try HistoryFixture.order("sum: 5.00", "sum: 6.00")], in: files)
    #expect(changes.text().contains("customer acme: spent 48.50 → 49.50"))
  }

  @Test func tellsAChangedModelFirst() async throws {
    let changes = try await HistoryFixture.changes([
      "model.yml": "entities:\n  Order:\n    attributes:\n      bicycle: string\n",
      "site.yml": "currency: USD\n",
    ])
    #expect(changes.settings == ["site.yml: currency EUR → USD", "model: + Order.bicycle: string"])
  }

  @Test func tellsEveryChangeOfTheModelAndOfTheSettings() async throws {
    func model(_ options: String, rule: String, label: String = "") -> String {
      """
      entities:
        Order:
      \(label)    attributes:
            kind: {type: string, \(options)}
          rules:
            - {when: total > 1000, \(rule): A large order}

      """
    }
    let old = [
      "model.yml": model("choices: [a, b]", rule: "warn"),
      "site.yml": "title: Shop\nprint: notes\nparams: {colour: red}\nlints: {same-name: false}\n",
    ]
    let changes = try await HistoryFixture.changes(
      [
        "model.yml": model("choices: [a, c], unique: true", rule: "error", label: "    label: Job\n"),
        "site.yml":
          "title: Shop\nparams: {colour: blue}\ncsv: {delimiter: \";\"}\nedit-url: https://example.com\n",
      ], in: old)
    #expect(
      changes.settings == [
        "site.yml: csv.delimiter – → ;", "site.yml: edit-url – → https://example.com",
        "site.yml: lints.same-name false → –", "site.yml: params.colour red → blue",
        "site.yml: print notes → –",
        "model: − Order.kind: string, choices: [a, b]",
        "model: − Order: when: total > 1000, warn: A large order", "model: + Order: label: Job",
        "model: + Order.kind: string, choices: [a, c], unique",
        "model: + Order: when: total > 1000, error: A large order",
      ], "\(changes.settings)")
    #expect(try await HistoryFixture.changes(["site.yml": "currency: EUR\n"], in: [:]).settings == [])
  }

  @Test func namesWhatCannotBeRead() async throws {
    let changes = try await HistoryFixture.changes([path: "---\ndate: [\n---\n"])
    #expect(changes.skipped == ["Content/orders/2026/2026-0001.md"])
    #expect(changes.records.isEmpty)
  }

  /// One value that cannot be read changes nothing else: neither what follows from it nor a total that it is part of.
  @Test func computesNothingFromWhatCannotBeRead() async throws {
    let broken = try HistoryFixture.order("quantity: 2", "quantity: 2x")
    for (old, new) in [
      ("quantity: 2", "quantity: 2x"), ("sum: 5.00", "sum: 5.0x"), ("2026-03-14", "2026-03-14x"),
    ] {
      let edited = try HistoryFixture.order(old, new)
      let changes = try await HistoryFixture.changes([path: edited])
      let back = try await HistoryFixture.changes([path: HistoryFixture.files[path]], in: [path: edited])
      for changes in [changes, back] {
        let values = changes.records.filter { $0.kind == .updated }.flatMap {
          $0.values + $0.rows.flatMap(\.values)
        }
        #expect(changes.effects == [] && changes.skipped == [], "\(new)")
        #expect(values.count == (changes.records.contains { $0.kind == .updated } ? 1 : 0))
      }
      let lines = changes.records.flatMap(\.lines).joined()
      #expect(
        lines.contains("\(old.split(separator: " ").last ?? "") → \(new.split(separator: " ").last ?? "")"))
      #expect(
        !changes.totals.contains { $0.label == "Orders" && $0.value.key != "@count" } || new.contains("-14x"))
    }
    // What else changed in the book is told.
    let more = try await HistoryFixture.changes([
      path: broken, "customers/acme.md": "---\nname: Acme Ltd\n---\n",
    ])
    #expect(more.records.contains { $0.lines == ["name: Acme → Acme Ltd"] })
  }

  @Test(arguments: [
    ["site.yml": "currency: EURO\n"], ["model.yml": "entities: {Order: {attributes: {bike: strin}}}\n"],
    ["model.yml": "entities: {Order: {\n"],
  ])
  func comparesNothingWhereTheSettingsHaveErrors(files: [String: String?]) async throws {
    let changes = try await HistoryFixture.changes(files)
    #expect(changes.skipped == files.keys.map { "Content/" + $0 })
    #expect(
      changes.records.isEmpty && changes.effects.isEmpty && changes.totals.isEmpty && changes.settings.isEmpty
    )
  }

  @Test func aRecordThatCannotBeReadIsNotDeletedThoughAnotherHasItsID() async throws {
    var files = HistoryFixture.files
    files["orders/2026/acme.md"] = "---\ndate: 2026-03-01\nrows: [{text: A, sum: 3.00}]\n---\n"
    let changes = try await HistoryFixture.changes(["customers/acme.md": "---\nname\n---\n"], in: files)
    #expect(changes.skipped == ["Content/customers/acme.md"])
    #expect(changes.records.isEmpty)
    #expect(!changes.totals.contains { $0.entity == "Customer" })
  }

  @Test func amountsNameTheirCurrencyWhereTheSitesIsAnother() async throws {
    let changes = try await HistoryFixture.changes(["site.yml": "currency: USD\n"])
    #expect(changes.text().contains("order 2026-0001: currency EUR → USD; total 48.50 EUR → 48.50 USD"))
    #expect(changes.totals.contains { $0.text == "total 48.50 EUR → 48.50 USD" })
  }

  @Test func tellsWhatIsImplied() async throws {
    var files = HistoryFixture.files
    files[path] = try HistoryFixture.order("customer: acme", "customer: acme\npaidOn: 2026-03-20")
    let paid = try await HistoryFixture.changes([path: files[path]])
    #expect(paid.text().contains("  payment 2026-0001#paid: date – → 2026-03-20; sum – → 48.50\n"))
    let later = try HistoryFixture.order("customer: acme", "customer: acme\npaidOn: 2026-03-21")
    let moved = try await HistoryFixture.changes([path: later], in: files)
    #expect(
      moved.effects.map { [$0.id, $0.value.key, $0.value.old, $0.value.new] } == [
        ["2026-0001#paid", "date", "2026-03-20", "2026-03-21"]
      ])
  }

  @Test func tellsAChangedText() async throws {
    let changes = try await HistoryFixture.changes([path: try HistoryFixture.order("By phone", "By mail")])
    #expect(changes.records.map(\.lines) == [["text changed"]])
  }

  @Test func printsTheSameChangesAsData() async throws {
    let changes = try await HistoryFixture.changes([path: try HistoryFixture.order("sum: 5.00", "sum: -6.00")]
    )
    let model = try await HistoryFixture.book([:]).graph.model
    let csv = String(decoding: changes.csv(CSVDialect(), of: model), as: UTF8.self)
    #expect(csv.contains("updated,RowOfOrder,2026-0001#2,sum,5.00,-6.00\r\n"))
    #expect(csv.contains("follows,Order,2026-0001,total,48.50,37.50\r\n"))
    let foreign = try await HistoryFixture.changes([
      path: try HistoryFixture.order("sum: 5.00", "sum: -60.00 USD")
    ])
    let text = String(decoding: foreign.csv(CSVDialect(), of: model), as: UTF8.self)
    #expect(text.contains("sum,5.00,-60.00 USD\r\n") && !text.contains("'"), "\(text)")
    let wrong = try await HistoryFixture.changes([
      path: try HistoryFixture.order("sum: 5.00", "sum: \"@SUM(1)\"")
    ])
    #expect(String(decoding: wrong.csv(CSVDialect(), of: model), as: UTF8.self).contains("'@SUM(1)"))
    #expect(String(decoding: changes.json(), as: UTF8.self).contains("\"new\": \"37.50\""))
    #expect(changes.markdown().contains("| order 2026-0001 | total | 48.50 | 37.50 |"))
    #expect(changes.html(title: "A & B").contains("<h1>A &amp; B</h1>"))
  }

  @Test func dataNamesPaymentsWithTheirList() async throws {
    let paid = try HistoryFixture.order(
      "customer: acme", "customer: acme\npayments: [{date: 2026-03-20, sum: 1.00}]")
    let changes = try await HistoryFixture.changes([path: paid])
    let csv = String(
      decoding: changes.csv(CSVDialect(), of: try await HistoryFixture.book([:]).graph.model), as: UTF8.self)
    #expect(csv.contains("inserted,Payment,payments/2026-0001#1,sum,,1.00\r\n"), "\(csv)")
  }

  @Test func csvIsWrittenAsTheSiteWritesIt() async throws {
    var files = HistoryFixture.files
    files["site.yml"] = "csv: {delimiter: \";\", decimal: \",\", bom: true}\n"
    files["orders/2026/2026-0001.md"] = try HistoryFixture.order("text: Delivery", "text: 1.2")
    let (old, new) = (HistoryFixture.files, files)
    let book = try await HistoryFixture.book(new)
    let changes = BookChanges(from: try await HistoryFixture.book(old), to: book)
    let csv = String(decoding: changes.csv(book.settings.csv, of: book.graph.model), as: UTF8.self)
    #expect(csv.hasPrefix("\u{FEFF}change;entity;id;key;old;new\r\n"), "\(csv)")
    // What merely looks like a number stays as it is.
    #expect(csv.contains("updated;RowOfOrder;2026-0001#3;text;Delivery;1.2\r\n"), "\(csv)")
    files["orders/2026/2026-0001.md"] = try HistoryFixture.order("sum: 5.00", "sum: -6.00")
    let other = BookChanges(from: book, to: try await HistoryFixture.book(files))
    let numbers = String(decoding: other.csv(book.settings.csv, of: book.graph.model), as: UTF8.self)
    #expect(numbers.contains("2026-0001#2;sum;5,00;-6,00\r\n"), "\(numbers)")
    #expect(numbers.contains("follows;Order;2026-0001;total;48,50;37,50\r\n"), "\(numbers)")
  }

  @Test func dataHasAFormerIDATextAndValuesEach() async throws {
    let changes = try await HistoryFixture.changes([
      path: nil,
      "orders/2026/2026-0009.md": try HistoryFixture.order(
        "customer: acme", "customer: acme\ndue: 2026-04-01\nwas: [2026-0001]"
      ).replacing("By phone", with: "By mail"),
    ])
    let model = try await HistoryFixture.book([:]).graph.model
    let csv = String(decoding: changes.csv(CSVDialect(), of: model), as: UTF8.self)
    for line in [
      "renamed,Order,2026-0009,id,2026-0001,2026-0009", "renamed,Order,2026-0009,body,,",
      "renamed,Order,2026-0009,due,,2026-04-01",
    ] { #expect(csv.contains(line + "\r\n"), "\(csv)") }
  }

  /// Nobody knows which of two files with one id is meant, whichever comes first.
  @Test(arguments: ["orders/2026-0001.md", "orders/2027/2026-0001.md"])
  func recordsOfOneIDAreNotCompared(path: String) async throws {
    let changes = try await HistoryFixture.changes([path: "---\ndate: 2026-03-14\n---\n"])
    #expect(changes.records.isEmpty)
    #expect(changes.skipped == ["Content/" + path, "Content/orders/2026/2026-0001.md"].sorted())
  }

  /// Lists of texts are different even if a comma in one of them makes them look alike.
  @Test(arguments: [
    ("[a, b]", "['a, b']", "labels: a, b → \"a, b\""), ("[a, b]", "'a,b'", nil),
    ("['a, b']", "[\"a, b\"]", nil),
    ("['\"a', b]", "['\"a, b']", "labels: \"\"\"a\", b → \"\"\"a, b\""),
  ])
  func tagsAreComparedOneByOne(old: String, new: String, line: String?) async throws {
    func order(_ labels: String) -> String { "---\ndate: 2026-01-02\nlabels: \(labels)\n---\n" }
    let changes = try await HistoryFixture.changes(
      ["orders/o1.md": order(new)],
      in: ["model.yml": "entities: {Order: {attributes: {labels: tags}}}\n", "orders/o1.md": order(old)])
    #expect(changes.records.flatMap(\.lines) == [line].compactMap(\.self))
  }
}
