import Records
import TestSupport
import Testing

struct DecimalParsingTests {
  @Test(arguments: [
    ("252.00", "252.00"), ("0", "0"), ("-1.10", "-1.10"), ("+5", "5"), ("007", "7"), ("1 234.50", "1234.50"),
    ("1_000_000", "1000000"), ("12 34 567", "1234567"), ("0.123 456 7", "0.1234567"), ("-0", "0"),
    ("123456789012345", "123456789012345"), ("000000000000000000001", "1"),
    ("123456789012345.12345678901234567890123", "123456789012345.12345678901234567890123"),
  ])
  func readsNumbersAsFilesHaveThem(text: String, plain: String) throws {
    #expect(try Decimal(parsing: text.utf8.span).description == plain)
  }

  @Test(arguments: [
    "", " ", "-", "+", ".", "1.", ".5", "1..2", "1.2.3", "--1", "1e5", "0x10", "1  000", "1 ", " 1", "1_",
    "_1",
    "12 50", "1 2 3", "1.2 3", "abc", "10%", "١٢", "1\u{A0}000", "−5", "1-", "nan", "1 _000", "1. 5",
  ])
  func refuses(text: String) {
    #expect(throws: DecimalError.malformed) { try Decimal(parsing: text.utf8.span) }
  }

  @Test(arguments: [
    ("12,50", "12.50"), ("1.234,56", "1234.56"), ("1,234.56", "1234.56"), ("1,234,567", "1234567"),
    ("-12,5", "-12.5"), ("0,125", "0.125"), ("1234,567", "1234.567"), ("1 234,567", "1234.567"),
    ("12,5 %", "12.5%"),
    ("1,23,456", "123456"), ("1'234,50", "1234.50"), ("+3,5", "3.5"), ("1,234", nil), ("1,2,3", nil),
    (",5", nil),
    ("5,", nil), (",", nil), ("1,234 567", nil), ("12,345,67", nil), ("1234567890123456,50", nil),
  ])
  func readsACommaOnlyWhereItIsCertain(text: String, reading: String?) {
    let error = text == "," ? DecimalError.malformed : .comma(reading: reading)
    #expect(throws: error) { try Decimal(parsing: text.utf8.span, percent: true) }
  }

  @Test func aCommaInOtherTextIsNoNumber() {
    #expect(throws: DecimalError.malformed) { try Decimal(parsing: "ten, or so".utf8.span) }
    #expect(throws: DecimalError.malformed) { try Decimal(parsing: "12,50 €".utf8.span) }
  }

  @Test(arguments: [
    ("10%", "0.1"), ("12.5%", "0.125"), ("12.50 %", "0.1250"), ("0%", "0"), ("100%", "1"), ("7%", "0.07"),
    ("-3%", "-0.03"),
  ])
  func readsPerCent(text: String, plain: String) throws {
    #expect(try Decimal(parsing: text.utf8.span, percent: true).description == plain)
  }

  @Test(arguments: ["%", " %", "10%%", "10  %", "% 10", "10 %%"])
  func refusesLoosePerCent(text: String) {
    #expect(throws: DecimalError.malformed) { try Decimal(parsing: text.utf8.span, percent: true) }
  }

  @Test func limitsDigits() {
    let long = String(repeating: "7", count: 100_000)
    #expect(throws: DecimalError.tooManyDigits) { try Decimal(parsing: "1234567890123456".utf8.span) }
    #expect(throws: DecimalError.tooManyDigits) { try Decimal(parsing: long.utf8.span) }
    #expect(throws: DecimalError.tooPrecise) { try Decimal(parsing: ("0." + long).utf8.span) }
    #expect(throws: DecimalError.tooPrecise) {
      try Decimal(parsing: "123456789012345.123456789012345678901234".utf8.span)
    }
    #expect(throws: DecimalError.tooPrecise) {
      try Decimal(parsing: ("0." + String(repeating: "0", count: 77)).utf8.span)
    }
  }

  @Test func readsIntegers() throws {
    #expect(try Decimal.integer(parsing: "-1 234".utf8.span) == -1234)
    #expect(throws: DecimalError.notWhole) { try Decimal.integer(parsing: "3.0".utf8.span) }
    #expect(throws: DecimalError.malformed) { try Decimal.integer(parsing: "three".utf8.span) }
  }

  @Test func survivesAnyBytes() {
    var generator = SeededGenerator(seed: 2)
    let alphabet = Array("0123456789  __..,,%+-'ae\u{E9}".utf8)
    var count = 0
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...14, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator) ?? 0
      }
      for percent in [true, false] {
        guard let value = try? Decimal(parsing: bytes.span, percent: percent) else { continue }
        #expect(Decimal(value.description) == value)
        count += 1
      }
      _ = try? Money.parse(bytes.span)
      _ = CivilDate.certainReading(of: bytes.span)
    }
    #expect(count > 1_000)
  }
}
