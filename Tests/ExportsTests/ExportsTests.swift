import Content
import Diagnostics
import Exports
import Foundation
import Query
import Records
import ResultFixtures
import Testing

struct ExportsTests {
  private typealias Fixture = ExportFixture

  // MARK: CSV

  @Test func csvIsAHeaderAndLinesThatEndInCRLF() throws {
    let items = [
      ExportedItem(id: "a", text: "Müller", date: CivilDate("2026-03-14"), flag: true),
      ExportedItem(id: "b", flag: false),
    ]
    let result = try Fixture.result(items, columns: "id, text, date, flag", labels: ["text": "Kunde, Ort"])
    #expect(
      Fixture.text(result.csv()) == "id,\"Kunde, Ort\",date,flag\r\na,Müller,2026-03-14,true\r\nb,,,false\r\n"
    )
  }

  /// A label is the site's own; the headings of a pivot are values of the records, which anybody may have written.
  @Test func csvHeadersGetAnApostropheIfTheyAreValues() throws {
    let labelled = try Fixture.result(
      [ExportedItem(id: "a")], columns: "id, text, date",
      labels: ["id": "=Brutto", "text": "＝1", "date": "-1, 2"])
    #expect(Fixture.text(labelled.csv()) == "=Brutto,＝1,\"-1, 2\"\r\na,,\r\n")
    let pivoted = try Fixture.result([ExportedItem(text: "=1+1")], columns: "id, @count") {
      $0.group = [SourceText("id", name: "group")]
      $0.pivot = SourceText("text", name: "pivot")
    }
    #expect(Fixture.text(pivoted.csv()) == "id,'=1+1\r\ni,1\r\n")
    let table = ExportTable(headers: ["-open"], rows: [[.text("-1")]], in: pivoted.graph)
    #expect(Fixture.csv(table) == "-open\r\n'-1\r\n")
    let compared = ExportTable(
      pivoted, values: [[.text("i")], [.number(.one)]], adding: [("@count a year before", [.number(.one)])])
    #expect(Fixture.csv(compared) == "id,'=1+1,@count a year before\r\ni,1,1\r\n")
  }

  /// A reader of XML takes a line break in an attribute for a blank, and any line break for LF.
  @Test func xmlKeepsTabsAndLineBreaks() {
    #expect(XMLText.escaped("a\tb\r\nc\u{1}<&>\"'") == "a&#9;b&#13;&#10;c\u{FFFD}&lt;&amp;&gt;&quot;&#39;")
  }

  /// What stands between amounts may be what stands between fields.
  @Test func amountsOfSeveralCurrenciesAreQuotedBetweenSemicolons() throws {
    var dialect = CSVDialect()
    (dialect.delimiter, dialect.decimalMark) = (UInt8(ascii: ";"), UInt8(ascii: ","))
    let item = ExportedItem(id: "a", money: Fixture.money("12.50", "5 USD"))
    let result = try Fixture.result([item], columns: "id, money")
    #expect(Fixture.text(result.csv(dialect)) == "id;money\r\na;\"12,50; 5,00 USD\"\r\n")
  }

  @Test(arguments: [
    ("plain", "plain"), ("a,b", #""a,b""#), (#"say "yes""#, #""say ""yes""""#),
    ("two\nlines", "\"two\nlines\""),
    ("two\rlines", "\"two\rlines\""), ("a;b", "a;b"), (" blanks ", " blanks "), ("", ""),
    ("Žluťoučký 漢字", "Žluťoučký 漢字"),
  ])
  func csvQuotesWhereItMust(text: String, cell: String) throws {
    #expect(try Fixture.csv(ExportedItem(text: text), "text") == cell)
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1+1", "'+1+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "'\tx"),
    ("\rx", "\"'\rx\""), ("\n=1", "\"'\n=1\""),
    (#"=cmd|"/c calc"!A1"#, #""'=cmd|""/c calc""!A1""#), ("=1,2", "\"'=1,2\""), ("＝1", "'＝1"), ("＋1", "'＋1"),
    ("－1", "'－1"), ("＠a", "'＠a"), ("！a", "！a"), ("a=1", "a=1"),
    ("'=1", "''=1"), ("''＝1", "'''＝1"), ("'x", "'x"), ("'", "'"), ("+", "'+"),
    ("-", "'-"), ("02139", "02139"), ("'02139", "''02139"), ("'0", "'0"), ("'02x", "'02x"), ("'20", "'20"),
  ])
  func csvTextThatASpreadsheetWouldRunGetsAnApostrophe(text: String, cell: String) throws {
    #expect(try Fixture.csv(ExportedItem(text: text), "text") == cell)
    #expect(try Fixture.csv(ExportedItem(long: text), "long") == cell)
  }

  @Test(arguments: [
    (["=1+1"], "'=1+1"), (["a", "b,c"], "\"a; b,c\""), (["b,c"], #""""b,c""""#), (["b;c"], #""""b;c""""#),
    (["'x'"], #""""'x'""""#), (["=a,b"], #""""=a,b""""#),
  ])
  func csvListsQuoteItemsThatReadAsSeveral(tags: [String], cell: String) throws {
    #expect(try Fixture.csv(ExportedItem(tags: tags), "tags") == cell)
  }

  @Test(arguments: ["+49 30 123", "+49(0)30/12-34.5", "+1"])
  func csvPhoneNumbersStayAsTheyAre(number: String) throws {
    #expect(try Fixture.csv(ExportedItem(text: number), "text") == number)
    #expect(try Fixture.csv(ExportedItem(long: number), "long") == "'" + number)
  }

  @Test(arguments: ["+49 30 x", "+1+1", "-49 30", "+(", "+1=2"])
  func csvWhatIsNoPhoneNumberGetsAnApostrophe(text: String) throws {
    #expect(try Fixture.csv(ExportedItem(text: text), "text") == "'" + text)
  }

  @Test func csvHeadersAndFiguresGetNoApostrophe() throws {
    let item = ExportedItem(money: Fixture.money("-12.50 USD"), number: Decimal("-1.10"))
    let result = try Fixture.result([item], columns: "-number, number, money, -money")
    #expect(
      Fixture.text(result.csv()) == "-number,number,money,-money\r\n1.10,-1.10,-12.50 USD,12.50 USD\r\n")
  }

  @Test(arguments: [
    (["12.5"], "12.50"), (["12.50 USD"], "12.50 USD"), (["1.8512"], "1.8512"), (["700 JPY"], "700 JPY"),
    (["1.5 BHD"], "1.500 BHD"), (["0 USD"], "0.00 USD"),
    (["5 USD", "12.5", "7 JPY"], "12.50; 7 JPY; 5.00 USD"),
    (["-3", "1 CHF"], "1.00 CHF; -3.00"),
  ])
  func csvMoney(amounts: [String], cell: String) throws {
    let money = amounts.compactMap { Fixture.money($0) }.reduce(Money(.zero, .euro)) { $0.adding($1) ?? $0 }
    let item = ExportedItem(money: amounts.count == 1 ? Fixture.money(amounts[0]) : money)
    #expect(try Fixture.csv(item, "money") == cell)
  }

  @Test(arguments: [("JPY", "700", "700"), ("BHD", "1.5", "1.500"), ("USD", "2", "2.00")])
  func moneyOfTheSitesCurrencyHasItsDigits(code: String, amount: String, number: String) throws {
    let home = try #require(Currency(code: code))
    let item = ExportedItem(money: Decimal(amount).map { Money($0, home) })
    #expect(try Fixture.csv(item, "money", home: home) == number)
    #expect(try Fixture.json(item, "money", home: home) == number)
  }

  @Test func csvReferencesAreIDs() throws {
    #expect(try Fixture.csv(ExportedItem(other: "acme"), "other") == "acme")
    #expect(try Fixture.csv(ExportedItem(other: "-zoe"), "other") == "'-zoe")
    #expect(try Fixture.csv(ExportedItem(), "other") == "")
  }

  @Test func csvRowsOfOneEmptyCellAreNoEmptyLines() throws {
    let result = try Fixture.result(
      [ExportedItem(id: "a"), ExportedItem(id: "b", text: "x")], columns: "text")
    #expect(Fixture.text(result.csv()) == "text\r\n\"\"\r\nx\r\n")
    let table = ExportTable(headers: ["text"], rows: [[.null], [.text("x")]], in: result.graph)
    #expect(Fixture.csv(table) == "text\r\n\"\"\r\nx\r\n")
  }

  // MARK: JSON

  @Test func jsonIsAnArrayOfObjects() throws {
    let items = [
      ExportedItem(
        id: "a", number: Decimal("1.10"), date: CivilDate("2026-03-14"), flag: true, other: "acme"),
      ExportedItem(id: "b"),
    ]
    let result = try Fixture.result(
      items, columns: "id, date, flag, number, other", labels: ["number": "n\"1\""])
    #expect(
      Fixture.text(result.json()) == """
        [
          {"id": "a", "date": "2026-03-14", "flag": true, "n\\"1\\"": 1.10, "other": "acme"},
          {"id": "b", "date": null, "flag": null, "n\\"1\\"": null, "other": null}
        ]

        """)
    #expect(try Fixture.text(Fixture.result([], columns: "id").json()) == "[]\n")
  }

  @Test(arguments: [
    ("plain", #""plain""#), (#"a"b\c/d"#, #""a\"b\\c/d""#), ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
    ("\u{0}\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""), ("ü漢😀\u{2028}", "\"ü漢😀\u{2028}\""), ("", #""""#),
    ("=1", #""=1""#),
  ])
  func jsonEscapes(text: String, literal: String) throws {
    #expect(try Fixture.json(ExportedItem(text: text), "text") == literal)
  }

  @Test(arguments: [
    (["12.5"], "12.50"), (["-0.05"], "-0.05"), (["5 USD"], #"{"USD": 5.00}"#), (["0 USD"], #"{"USD": 0.00}"#),
    (["7 JPY", "5 USD"], #"{"JPY": 7, "USD": 5.00}"#), (["5 USD", "12.5"], #"{"EUR": 12.50, "USD": 5.00}"#),
    (["1 BHD"], #"{"BHD": 1.000}"#),
  ])
  func jsonMoney(amounts: [String], literal: String) throws {
    let money = amounts.dropFirst().reduce(Fixture.money(amounts[0])) { sum, amount in
      Fixture.money(amount).flatMap { sum?.adding($0) }
    }
    #expect(try Fixture.json(ExportedItem(money: money), "money") == literal)
  }

  @Test func jsonListsAreArrays() throws {
    #expect(try Fixture.json(ExportedItem(tags: ["a", "b\"c"]), "tags") == #"["a", "b\"c"]"#)
    #expect(try Fixture.json(ExportedItem(), "tags") == "[]")
  }

  @Test func jsonKeysAreUnique() throws {
    let result = try Fixture.result(
      [ExportedItem(number: .one)], columns: "id, number, number, 3, 4",
      labels: ["3": "number 2", "4": "number"])
    #expect(
      Fixture.text(result.json())
        == "[\n  {\"id\": \"i\", \"number\": 1, \"number 3\": 1, \"number 2\": 3, \"number 4\": 4}\n]\n")
  }

  // MARK: Both

  @Test func sectionsThatNoColumnShowsAreTheFirstColumn() throws {
    let items = [ExportedItem(id: "a", text: "x"), ExportedItem(id: "b", text: "=y"), ExportedItem(id: "c")]
    let hidden = try Fixture.result(items, columns: "id") { $0.section = .init("text", name: "section") }
    #expect(Fixture.text(hidden.csv()) == "text,id\r\n,c\r\n'=y,b\r\nx,a\r\n")
    #expect(
      Fixture.text(hidden.json())
        == "[\n  {\"text\": null, \"id\": \"c\"},\n  {\"text\": \"=y\", \"id\": \"b\"},\n  {\"text\": \"x\", \"id\": \"a\"}\n]\n"
    )
    let shown = try Fixture.result(items, columns: "id, text") { $0.section = .init("text", name: "section") }
    #expect(Fixture.text(shown.csv()) == "id,text\r\nc,\r\nb,'=y\r\na,x\r\n")
  }

  @Test func groupsAreExported() throws {
    let items = (0..<5).map {
      ExportedItem(id: "i\($0)", text: $0 < 2 ? "x" : "y", money: Fixture.money("\($0)"))
    }
    let result = try Fixture.result(items, columns: "text, @count, @sum.money") {
      $0.group = [.init("text", name: "group")]
    }
    #expect(Fixture.text(result.csv()) == "text,@count,@sum.money\r\nx,2,1.00\r\ny,3,9.00\r\n")
  }

  /// More rows than a batch: each in its place, in both formats, and the JSON is what a reader of JSON makes of it.
  @Test func manyRowsAreAllThere() throws {
    let items = (0..<7000).map { ExportedItem(id: "i\($0)", text: "r\($0)", number: Decimal($0)) }
    let result = try Fixture.result(items, columns: "id, text, number") {
      $0.sort = [.init("-number", name: "sort")]
    }
    let lines = Fixture.text(result.csv()).split(separator: "\r\n")
    #expect(lines.count == 7001)
    #expect(lines.dropFirst().enumerated().allSatisfy { $1 == "i\(6999 - $0),r\(6999 - $0),\(6999 - $0)" })
    let objects = try JSONSerialization.jsonObject(with: Data(result.json())) as? [[String: Any]]
    #expect(try #require(objects).enumerated().allSatisfy { $1["number"] as? Int == 6999 - $0 })
  }
}
