import Content
import Diagnostics
import Testing

/// From the characters in a file to values and links.
@Suite struct RecordReaderTests {
  private static let model = """
    entities:
      Order:
        attributes:
          word: string
          note: text
          count: integer
          weight: decimal
          fee: {type: money, digits: 4}
          mail: email
          link: url
          labels: tags
          level: {type: integer, default: 3}
          gift: {type: money, default: 5}
    """

  private func order(_ frontMatter: String, site: String? = nil) async throws -> LoadedSite {
    try await .order("date: 2026-03-14\n" + frontMatter, model: Self.model, site: site)
  }

  // MARK: Values

  @Test(arguments: [
    // Text is what is written, whatever YAML thinks it is.
    ("word: no", "word", "no"), ("word: null", "word", "null"), ("word: ~", "word", "~"),
    ("word: 1.10", "word", "1.10"),
    ("word: 0x10", "word", "0x10"), ("word: 2026-03-14", "word", "2026-03-14"),
    ("word: \"a # b\"", "word", "a # b"),
    ("word: 'it''s'", "word", "it's"), ("word:", "word", "nil"), ("word: \"\"", "word", ""),
    ("word: a:b", "word", "a:b"), ("word: Müller & Söhne", "word", "Müller & Söhne"),
    ("note: |\n  one\n  two", "note", "one\ntwo\n"), ("note: >-\n  one\n  two", "note", "one two"),
    // Numbers
    ("weight: 1.10", "weight", "1.10"), ("weight: 1 234.5", "weight", "1234.5"),
    ("weight: 1_234.5", "weight", "1234.5"),
    ("weight: 10%", "weight", "0.1"), ("weight: -2.5", "weight", "-2.5"), ("weight: '2.5'", "weight", "2.5"),
    ("weight: 2.5 # kilos", "weight", "2.5"), ("count: 1 000", "count", "1000"), ("count: -0", "count", "0"),
    // Amounts
    ("fee: 12.5", "fee", "12.50 EUR"), ("fee: 12.50 USD", "fee", "12.50 USD"),
    ("fee: 0.0005", "fee", "0.0005 EUR"),
    ("fee: 1 250 JPY", "fee", "1250 JPY"), ("fee: -3", "fee", "-3.00 EUR"),
    // Booleans
    ("made: yes", "made", "true"), ("made: Off", "made", "false"), ("made: TRUE", "made", "true"),
    ("made: 'no'", "made", "false"),
    // The rest
    ("due: 2026-02-28", "due", "2026-02-28"), ("due: '2024-02-29'", "due", "2024-02-29"),
    ("mail: ann@example.com", "mail", "ann@example.com"),
    ("link: https://example.com/a?b=c", "link", "https://example.com/a?b=c"),
    ("link: tel:+43-1-234", "link", "tel:+43-1-234"),
    ("labels: [a, b c]", "labels", "[a, b c]"), ("labels: a, b c", "labels", "[a, b c]"),
    ("labels:\n  - a", "labels", "[a]"),
  ])
  func readsValuesByTheDeclaredType(line: String, key: String, value: String) async throws {
    let site = try await order(line)
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", key) == value)
  }

  @Test(arguments: [
    ("count: 2.5", "3:8 invalid-integer"), ("count: 1e3", "3:8 invalid-integer"),
    ("weight: 1,5", "3:9 decimal-comma"),
    ("weight: 1234567890123456", "3:9 too-many-digits"), ("fee: 1.23456", "3:6 too-many-digits"),
    ("fee: 1.5 JPYY", "3:10 invalid-currency"), ("fee: free", "3:6 invalid-money"),
    ("due: 2026-02-29", "3:6 invalid-date"),
    ("due: 2026-13-01", "3:6 invalid-date"), ("due: 1.3.2026", "3:6 invalid-date"),
    ("made: 1", "3:7 invalid-boolean"),
    ("mail: ann", "3:7 invalid-email"), ("mail: <ann@example.org>", "3:7 invalid-email"),
    ("mail: mailto:ann@example.org", "3:7 invalid-email"), ("mail: “ann@example.org”", "3:7 invalid-email"),
    ("mail: ann@bob@example.org", "3:7 invalid-email"),
    ("link: ftp://x", "3:7 invalid-url"),
    ("word: \"a\\nb\"", "3:7 line-break-in-string"),
    ("word: a # b", "3:7 unquoted-text"), ("word: [a]", "3:7 unquoted-text"),
    ("count: [1]", "3:8 wrong-shape"),
    ("total: 5", "3:1 computed-value"), ("currency: euro", "3:11 invalid-currency"),
    ("colour: red", "3:1 unknown-key"),
    ("customer: nobody", "3:11 unknown-reference"), ("draft: soon", "3:8 invalid-boolean"),
    ("rows: 5", "3:7 wrong-shape"), ("rows: [5]", "3:8 wrong-shape"),
    ("rows: [{sum: 5, su: 6}]", "3:17 unknown-key"),
    ("rows: [{sum: 12,50}]", "3:14 decimal-comma"),
  ])
  func locatesEachError(line: String, diagnosticLine: String) async throws {
    let site = try await order(line)
    #expect(site.diagnosticLines == ["orders/o1.md:" + diagnosticLine])
  }

  /// As in the record itself. The second key is a part of the text for now, so nothing is certain.
  @Test func aMissingSpaceInARowIsNamed() async throws {
    let site = try await order("rows:\n  - text:parts\n    sum:5")
    #expect(site.content.diagnostics.map(\.summary) == ["a space is missing after 'text:'"])
    #expect(site.content.diagnostics.flatMap(\.fixIts).isEmpty)
    let spaced = try await order("rows:\n  - text: parts\n    sum:5")
    #expect(spaced.content.diagnostics.map(\.summary).contains { $0.contains("'sum:'") })
  }

  /// Following the advice must not make an amount a thousand times as large.
  @Test(arguments: [
    ("rows: [{sum: \"1,250\"}]", "; write 1.25 or 1250"),
    ("rows: [{sum: \"1,000\"}]", "; write 1.00 or 1000"),
    ("rows: [{sum: \"1,234\"}]", "; write at most 2 digits after a point, or 1234"),
    ("rows: [{sum: \"1,234,567\"}]", "; write 1234567"), ("rows: [{sum: \"1,234,56\"}]", "; write 1234.56"),
    ("rows: [{sum: \"1,234,560\"}]", "; write 1234560"), ("count: 1,250", "; write 1250"),
    ("weight: 1,250", "; write 1.25 or 1250"), ("weight: 1,125", "; write 1.1250 or 1125"),
    ("rows: [{sum: \"1,250 EUR\"}]", "; write 1.25 EUR or 1250 EUR"), ("weight: 1,2,3", "in '1,2,3'"),
    ("rows: [{sum: \"1,250 JPY\"}]", "; write 1250 JPY"), ("rows: [{sum: \"0,125\"}]", "allowed in '0,125'"),
  ])
  func namesBothReadingsOfAComma(line: String, end: String) async throws {
    let summaries = try await order(line).content.diagnostics.map(\.summary)
    #expect(summaries.count == 1 && summaries.allSatisfy { $0.hasSuffix(end) }, "\(summaries)")
  }

  @Test(arguments: ["\u{0}", "\u{1}", "\u{B}", "\u{7F}"])
  func aControlCharacterInABodyIsAnError(character: String) async throws {
    let site = try await LoadedSite([
      "customers/acme.md": "---\nname: Acme\n---\n\tok\r\ngut \(character)x\n", "page.md": "a\(character)b",
    ])
    #expect(
      site.diagnosticLines == ["customers/acme.md:5:5 control-character", "page.md:1:2 control-character"])
  }

  /// What has no `:` in braces is one error: that of the value before it, or of the key that it begins with.
  @Test(arguments: [
    ("{text: strings 1,5 mm, sum: 1}", "10 unquoted-text", "\"strings 1,5 mm\""),
    ("{text: a, b, b, sum: 1}", "10 unquoted-text", "\"a, b, b\""),
    ("{text: voicing, discount, sum: 1}", "19 yaml-syntax", nil),
    ("{text: voicing, discuont, sum: 1}", "19 yaml-syntax", nil), ("{text: a, sum}", "13 yaml-syntax", nil),
    ("{text: \"a\", b, sum: 1}", "15 yaml-syntax", nil), ("{text: a, sum: 1, b}", "18 decimal-comma", nil),
    ("{text: a (b, sum), sum: 1}", "10 unquoted-text", "\"a (b, sum)\""),
    ("{service: s, text, sum: 1}", "16 yaml-syntax", nil), ("{text: a, sum:5}", "13 yaml-syntax", " "),
    ("{sum: €10,00}", "9 invalid-money", "10.00 EUR"), ("{sum: 180,-}", "9 invalid-money", "180"),
    ("{sum: 1,2,3}", "9 decimal-comma", nil), ("{sum: 1.234.567,89}", "9 decimal-comma", "1234567.89"),
    ("{sum: 0,125}", "9 decimal-comma", nil), ("{sum: 1.234,567}", "9 decimal-comma", nil),
    ("{sum: 1, discount: 7,7%}", "22 decimal-comma", "7.7%"),
    ("{sum 180.00}", "4 yaml-syntax", ": "), ("{text: a, sum 180.00}", "13 yaml-syntax", nil),
    ("{text: a, sum of all}", "13 yaml-syntax", nil), ("{text a, sum: 1}", "4 yaml-syntax", ": "),
    ("{text: Rahmen, quantity=3, sum: 1}", "18 yaml-syntax", nil),
    ("{text: Rahmen, Quantity 3, sum: 1}", "18 yaml-syntax", nil),
    ("{text: Rahmen, quantty 2, sum: 1}", "18 yaml-syntax", nil),
    ("{text: Rahmen, discount0.1, sum: 1}", "18 yaml-syntax", nil),
    ("{sum: 1, sum 2}", "12 yaml-syntax", nil), ("{sum:5,text: a}", "4 yaml-syntax", " "),
  ])
  func tellsOnceWhatHasNoColonInBraces(row: String, diagnosticLine: String, fix: String?) async throws {
    let site = try await LoadedSite.order("date: 2026-03-14\nrows:\n- \(row)")
    #expect(
      site.diagnosticLines.filter { !$0.hasSuffix("unknown-reference") } == [
        "orders/o1.md:4:" + diagnosticLine
      ])
    #expect(site.content.diagnostics.last?.fixIts.first?.replacement == fix)
  }

  /// Quotes fix text; no amount, day or id is right in them that is wrong without.
  @Test(arguments: [
    ("made: &x true", "3:7 yaml-anchor", false), ("due: *2026-01-02", "3:6 yaml-alias", false),
    ("rows: [{sum: %5}]", "3:14 invalid-money", false), ("currency: @EUR", "3:11 invalid-currency", false),
    ("customer: @acme", "3:11 unquoted-text", false),
    ("rows:\n  - service: s, price: 5.00", "4:17 yaml-syntax", false),
    ("rows:\n  - text: strings, price: 5.00", "4:20 yaml-syntax", false),
    ("customer: *acme, made: true", "3:18 yaml-syntax", false),
    ("word: a made: true", "3:9 yaml-syntax", false), ("word: a, maed: true", "3:10 yaml-syntax", false),
    ("word: Note, Achtung: fragile", "3:7 unquoted-text", true),
    ("word: @home", "3:7 unquoted-text", true), ("rows:\n  - text: a: b", "4:11 unquoted-text", true),
    ("colour: @red", "3:9 unquoted-text", true),
  ])
  func quotesFixTextAlone(line: String, diagnosticLine: String, isFixed: Bool) async throws {
    let site = try await LoadedSite.order("date: 2026-03-14\n" + line)
    #expect(site.diagnosticLines == ["orders/o1.md:" + diagnosticLine])
    #expect(site.content.diagnostics.first?.fixIts.isEmpty == !isFixed)
  }

  @Test(arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
  func lineEndsAndByteOrderMarkMakeNoDifference(lineEnd: String, mark: String) async throws {
    let text =
      "---\ndate: 2026-03-14\ncustomer: acme\nrows:\n  - {service: chai, sum: 1.50}\n  - sum: 2.50\n---\nAn\n\nend\n"
    var files = LoadedSite.base
    files["orders/o1.md"] = mark + text.replacing("\n", with: lineEnd)
    files["orders/o2.md"] = mark + text.replacing("\n", with: lineEnd).replacing("2.50", with: "2,50")
    let site = try await LoadedSite(files)
    #expect(site.diagnosticLines == ["orders/o2.md:6:10 decimal-comma"])
    #expect(try site("Order", "o1", "total") == "4.00 EUR")
    #expect(try site("Order", "o1", "customer") == "acme")
    #expect(try site("Order", "o1", "body") == "An\n\nend")
  }

  @Test func defaultsStandWhereNothingIsWritten() async throws {
    let site = try await order("level:\nrows:\n  - {quantity: 2, price: 1.50}\n  - {price: 1.50}")
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "level") == "3")
    #expect(try site("Order", "o1", "made") == "false")
    #expect(try site("Order", "o1", "rows.quantity") == "[2, 1]")
    #expect(try site("Order", "o1", "total") == "4.50 EUR")
  }

  @Test func missingValuesAreLocatedAtTheEmptyKeyOrTheRecord() async throws {
    var site = try await LoadedSite.order("made: true\ndate:\nrows:\n  - text: x\n  - quantity: 2\n    sum: ")
    #expect(
      site.diagnosticLines == [
        "orders/o1.md:3:1 missing-value", "orders/o1.md:5:5 missing-value", "orders/o1.md:6:5 missing-value",
      ])
    site = try await LoadedSite.order(
      "date: 2026-03-14\nrows:\n  - text: x\n  - {sum: 1}\n  - quantity: 2\n    sum: ")
    #expect(site.diagnosticLines == ["orders/o1.md:4:5 missing-value", "orders/o1.md:6:5 missing-value"])
    // Whether a row's formula gives a sum is not asked where the row has an error of its own.
    site = try await LoadedSite.order("date: 2026-03-14\nrows:\n  - text: x\n  - price: 1,5\n  - {}")
    #expect(
      site.diagnosticLines == [
        "orders/o1.md:4:5 missing-value", "orders/o1.md:5:12 decimal-comma", "orders/o1.md:6:5 missing-value",
      ])
    site = try await LoadedSite.order(
      "date: 2026-03-14\nrows:\n  - text: x\npayments:\n  - {date: 2026-03-14, sum: 1,5}")
    #expect(site.diagnosticLines == ["orders/o1.md:4:5 missing-value", "orders/o1.md:6:29 decimal-comma"])
    // The key that was meant has been told.
    site = try await LoadedSite.order("dat: 2026-03-14\npayments: [{datum: 2026-03-14, sum:5}]")
    #expect(
      site.diagnosticLines == [
        "orders/o1.md:2:1 unknown-key", "orders/o1.md:3:13 unknown-key", "orders/o1.md:3:32 yaml-syntax",
      ])
    site = try await LoadedSite([
      "customers/acme.md": "---\nname: ''\n---\n", "customers/bear.md": "---\n---\n",
    ])
    #expect(
      site.diagnosticLines == ["customers/acme.md:2:7 missing-value", "customers/bear.md:1:1 missing-value"])
  }

  // MARK: Currencies

  @Test(arguments: [
    // record's currency, site's currency, amount, and what it reads as
    (nil, nil, "12.50", "12.50 EUR"), (nil, "JPY", "1250", "1250 JPY"), ("USD", nil, "12.50", "12.50 USD"),
    ("BHD", "JPY", "1.250", "1.250 BHD"), ("USD", "JPY", "12.50 CHF", "12.50 CHF"),
  ])
  func anAmountIsInItsOwnItsRecordsOrTheSitesCurrency(
    record: String?, site: String?, amount: String, value: String
  ) async throws {
    let currency = record.map { "currency: \($0)\n" } ?? ""
    let loaded = try await order(
      currency + "rows:\n  - sum: \(amount)", site: site.map { "currency: \($0)\n" })
    #expect(loaded.diagnosticLines == [])
    #expect(try loaded("RowOfOrder", "o1#1", "sum") == value)
    #expect(try loaded("Order", "o1", "total") == value)
    #expect(try loaded("Order", "o1", "currency") == record ?? site ?? "EUR")
  }

  @Test func aDefaultAmountIsInTheRecordsCurrency() async throws {
    #expect(try await order("currency: USD")("Order", "o1", "gift") == "5.00 USD")
    #expect(try await order("", site: "currency: JPY\n")("Order", "o1", "gift") == "5 JPY")
  }

  @Test func digitsGoWithTheAmountsCurrency() async throws {
    let site = try await order("currency: JPY\nrows:\n  - sum: 12.50\n  - sum: 12.50 USD\n  - sum: 1.250 BHD")
    #expect(site.diagnosticLines == ["orders/o1.md:5:10 too-many-digits"])
  }

  @Test func aDefaultThatIsNoAmountOfTheRecordsCurrencyIsToBeWritten() async throws {
    let model = """
      entities:
        Order: {attributes: {fee: {type: money, default: 2.50}}}
        RowOfOrder: {attributes: {extra: {type: money, default: 0.50}}}
      """
    func diagnosticLines(_ frontMatter: String) async throws -> [String] {
      try await LoadedSite.order("date: 2026-03-14\n" + frontMatter, model: model).diagnosticLines
    }
    #expect(
      try await diagnosticLines("currency: JPY\nrows:\n  - sum: 1\n  - {sum: 1, extra: 2}") == [
        "orders/o1.md:3:11 too-many-digits", "orders/o1.md:5:5 too-many-digits",
      ])
    #expect(try await diagnosticLines("currency: JPY\nfee: 3\nrows: [{sum: 1, extra: 2}]") == [])
    #expect(try await diagnosticLines("currency: USD\nrows: [{sum: 1}]") == [])
  }

  @Test func nothingIsSaidOfTheDigitsOfACurrencyThatCannotBeRead() async throws {
    let rows = "rows:\n  - sum: 1.250\n  - sum: 1.250 EUR\npayments: [{date: 2026-03-14, sum: 1.250}]"
    #expect(
      try await order("currency: BDH\n" + rows).diagnosticLines == [
        "orders/o1.md:3:11 invalid-currency", "orders/o1.md:6:10 too-many-digits",
      ])
  }

  @Test func aRequiredCurrencyIsWritten() async throws {
    let model = "entities:\n  Order: {attributes: {currency: {required: true}}}\n"
    #expect(
      try await LoadedSite.order("date: 2026-03-14", model: model).diagnosticLines == [
        "orders/o1.md:2:1 missing-value"
      ])
    #expect(try await LoadedSite.order("date: 2026-03-14\ncurrency: EUR", model: model).diagnosticLines == [])
  }

  @Test(arguments: [
    ("5", []), ("7 USD", ["unknown-choice"]), ("6", ["unknown-choice"]), ("9 CHF", []),
    ("9", ["unknown-choice"]), ("5 EUR", ["unknown-choice"]),
  ])
  func aChoiceWithoutACurrencyIsInTheRecords(fee: String, diagnosticLines: [String]) async throws {
    let model = """
      entities:
        Order: {attributes: {fee: {type: money, choices: [5, 7, 9 CHF], default: 5}}}
      """
    let site = try await LoadedSite.order("date: 2026-03-14\ncurrency: JPY\nfee: \(fee)", model: model)
    #expect(site.diagnosticLines == diagnosticLines.map { "orders/o1.md:4:6 " + $0 })
    #expect(try await LoadedSite.order("date: 2026-03-14\ncurrency: USD", model: model).diagnosticLines == [])
  }

  @Test(arguments: [
    ("fee = '5 JPY'", "1"), ("fee = 5", "1"), ("fee = '5 USD'", "0"), ("fee = 9", "0"),
    ("fee = '9 CHF'", "0"),
  ])
  func aQueryAsksForAChoiceInAnyCurrencyThatItMayHave(predicate: String, value: String) async throws {
    let model = "entities:\n  Order: {attributes: {fee: {type: money, choices: [5, 7, 9 CHF]}}}\n"
    let site = try await LoadedSite.order("date: 2026-03-14\ncurrency: JPY\nfee: 5", model: model)
    #expect(try site("Order", "o1", "TERNARY(\(predicate), 1, 0)") == value)
  }

  // MARK: Drafts

  @Test func draftsAreLeftOutUnlessAskedFor() async throws {
    let files = [
      "orders/o1.md": "---\ndate: 2026-03-14\nrows: [{sum: 1}]\n---\n",
      "orders/o2.md": "---\ndate: 2026-03-15\ndraft: true\nrows: [{sum: 2}, {sum: 3}]\n---\n",
      "orders/o3.md": "---\ndate: 2026-03-16\ndraft: no\nrows: [{sum: 4}]\n---\n",
      "about.md": "---\ndraft: true\n---\n# About\n",
    ]
    let site = try await LoadedSite(files)
    #expect(site.diagnosticLines == [])
    #expect(try site.ids("Order") == ["o1", "o3"])
    #expect(try site("RowOfOrder", "o3#1", "sum") == "4.00 EUR")
    #expect(site.content.pages.isEmpty)
    let all = try await LoadedSite(files, drafts: true)
    #expect(try all.ids("Order") == ["o1", "o2", "o3"])
    #expect(try all("Order", "o2", "draft") == "true")
    #expect(try all("Order", "o3", "total") == "4.00 EUR")
    #expect(all.content.pages.count == 1)
  }

  @Test func onlyADraftRefersToADraft() async throws {
    let files = [
      "customers/acme.md": "---\nname: Acme\ndraft: true\n---\n",
      "services/chai.md": "---\nname: Chai\ndraft: true\n---\n",
      "orders/o1.md":
        "---\ndate: 2026-03-14\ncustomer: acme\nrows:\n  - {sum: 1}\n  - {service: chai, sum: 1}\n---\n",
      "orders/o2.md": "---\ndate: 2026-03-14\ncustomer: acme\ndraft: true\n---\n",
    ]
    #expect(
      try await LoadedSite(files).diagnosticLines == [
        "orders/o1.md:3:11 reference-to-draft", "orders/o1.md:6:15 reference-to-draft",
      ])
    #expect(try await LoadedSite(files, drafts: true).diagnosticLines == [])
  }

  // MARK: What stops the reading

  @Test(arguments: [
    "no fence", "---\nname: Acme\n", "---\nname: \"Acme\n---\n", "---\nname: &a Acme\n---\n",
    "---\n- a\n---\n",
  ])
  func aFileThatCannotBeReadCausesNoOtherError(text: String) async throws {
    let model = """
      entities:
        Customer:
          attributes: {rate: decimal}
        Order:
          attributes: {fee: {type: decimal, required: true, formula: customer.rate * 2}}
          relationships: {customer: {required: true}}
          rules: [{unless: customer.name != nil, error: who}, {unless: fee > 0, error: no fee}]
      """
    let order = "---\ndate: 2026-03-14\ncustomer: acme\n---\n"
    let site = try await LoadedSite([
      "model.yml": model, "customers/acme.md": text, "orders/o1.md": order, "orders/o2.md": order,
      "orders/o3.md": "---\ndate: 2026-03-14\ncustomer: bear\n---\n",
    ])
    // What is wrong in itself is still said.
    let diagnosticLines = site.diagnosticLines.filter { !$0.hasSuffix("foreign-money") }
    #expect(diagnosticLines.count == 2, "\(diagnosticLines)")
    #expect(diagnosticLines.first?.hasPrefix("customers/acme.md:") ?? false)
    #expect(diagnosticLines.last == "orders/o3.md:3:11 unknown-reference")
  }

  @Test func aModelThatCannotBeReadCausesNoOtherError() async throws {
    let site = try await LoadedSite([
      "model.yml": "entities: {Order: {attributes: {weight: decimal}}\n",
      "orders/o1.md": "---\ndate: 2026-03-14\nweight: 2\n---\n",
      "orders/o2.md": "---\ndate: \"2026-03-14\n---\n",
    ])
    #expect(site.diagnosticLines == ["model.yml:1:11 yaml-syntax", "orders/o2.md:2:7 yaml-syntax"])
  }

  /// One of them may be right, so the record is left out; what else is wrong is reported in the same run.
  @Test func aKeyThatIsThereTwiceHidesNoOtherError() async throws {
    let order =
      "date: 2026-03-14\ndate: 2026-03-15\ncutsomer: acme\nrows: [{service: chai, sum: a}]\nmade: maybe\n"
    let site = try await LoadedSite(
      LoadedSite.base.merging(["orders/o1.md": "---\n\(order)---\n"]) { $1 })
    #expect(
      site.diagnosticLines == [
        "orders/o1.md:3:1 duplicate-key", "orders/o1.md:4:1 unknown-key", "orders/o1.md:5:29 invalid-money",
        "orders/o1.md:6:7 invalid-boolean",
      ])
  }
}
