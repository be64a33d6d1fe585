import Diagnostics
import Query
import Testing

// Days, amounts, ids, choices and parts of days that do not exist.

extension QueryDiagnosticTests {
  @Test(arguments: [
    Case("date > 1️⃣'2026-02-30'2️⃣", .invalidDate, "'2026-02-30' is not a day of the calendar"),
    Case("date > 1️⃣'1.3.2026'2️⃣", .invalidDate, "'1.3.2026' is not a date of the form YYYY-MM-DD"),
    Case("date IN {'2026-01-05', 1️⃣''2️⃣}", .invalidDate, "'' is not a date of the form YYYY-MM-DD"),
    Case("date - 1️⃣'x'2️⃣ = 1", .invalidDate, "'x' is not a date of the form YYYY-MM-DD"),
    Case("total > 1️⃣'500 USB'2️⃣", .invalidCurrency, "unknown currency 'USB'; did you mean 'USD'?"),
    Case(
      "total > 1️⃣'1.500 EUR'2️⃣", .invalidMoney,
      "'1.500 EUR' may be 1.50 EUR, or a point may separate thousands in it; write '1.50 EUR' or '1500 EUR'"),
    Case("total > 1️⃣'5,00'2️⃣", .invalidMoney, "'5,00' is not an amount such as '12.50 USD'"),
    Case("currency = 1️⃣'EUT'2️⃣", .invalidCurrency, "unknown currency 'EUT'; did you mean 'EUR'?"),
    Case("customer = 1️⃣'acm'2️⃣", .unknownReference, "unknown Customer 'acm'; did you mean 'acme'?"),
    Case("customer = 1️⃣'ACME'2️⃣", .unknownReference, "unknown Customer 'ACME'; did you mean 'acme'?"),
    Case("customer IN {'acme', 1️⃣'nobody'2️⃣}", .unknownReference, "unknown Customer 'nobody'"),
    Case("1️⃣'an'2️⃣ IN staff", .unknownReference, "unknown Person 'an'; did you mean 'ann'?"),
    Case("customer.id = 1️⃣'acm'2️⃣", .unknownReference, "unknown Customer 'acm'; did you mean 'acme'?"),
    Case("id != 1️⃣'o99'2️⃣", .unknownReference, "unknown Order 'o99'; did you mean 'o9'?"),
    Case("id IN {'o1', 1️⃣'o22'2️⃣}", .unknownReference, "unknown Order 'o22'; did you mean 'o12'?"),
    Case("SELF = 1️⃣'o99'2️⃣", .unknownReference, "unknown Order 'o99'; did you mean 'o9'?"),
    Case(
      "SUBQUERY(rows, $r, $r.service = 1️⃣'chia'2️⃣).@count > 0", .unknownReference,
      "unknown Service 'chia'; did you mean 'chai'?"),
    Case(
      "kind = 1️⃣'frim'2️⃣", .unknownChoice, "'frim' is not a choice of kind; did you mean 'firm'?",
      of: "Customer"),
    Case(
      "kind IN {'firm', 1️⃣'x'2️⃣}", .unknownChoice, "'x' is not a choice of kind; expected person, firm, club",
      of: "Customer"),
    Case(
      "level = 1️⃣4.52️⃣", .unknownChoice, "'4.5' is not a choice of level; expected 1, 2, 3", of: "Customer"),
    Case("date.month = 1️⃣'2026-13'2️⃣", .typeMismatch, "'2026-13' is not of the form '2026-03'"),
    Case("date.quarter IN {1️⃣'2026-Q5'2️⃣}", .typeMismatch, "'2026-Q5' is not of the form '2026-Q1'"),
    Case("date.month = 1️⃣32️⃣", .typeMismatch, "'3' is not of the form '2026-03'"),
    Case("date.week = 1️⃣'2026-W00'2️⃣", .typeMismatch, "'2026-W00' is not of the form '2026-W11'"),
    Case("date > 1️⃣2026-01-312️⃣", .invalidDate, "a date is written in quotes: '2026-01-31'"),
    Case(
      "date BETWEEN {'2026-01-01', 1️⃣2026-01-312️⃣}", .invalidDate, "a date is written in quotes: '2026-01-31'"),
    Case("1️⃣2026-01-312️⃣ <= due", .invalidDate, "a date is written in quotes: '2026-01-31'"),
    Case("date.month = 1️⃣'March'2️⃣", .typeMismatch, "'March' is not of the form '2026-03'"),
    Case("date.quarter = 1️⃣'2026Q1'2️⃣", .typeMismatch, "'2026Q1' is not of the form '2026-Q1'"),
    Case(
      "date.month = 1️⃣2026-032️⃣", .typeMismatch, "a month, quarter or week is written in quotes: '2026-03'"),
    Case(
      "date.quarter IN {1️⃣2026-Q12️⃣}", .typeMismatch,
      "a month, quarter or week is written in quotes: '2026-Q1'"),
    Case(
      "date.week > 1️⃣2026-W102️⃣", .typeMismatch,
      "a month, quarter or week is written in quotes: '2026-W10'"),
    Case(
      "date.quarterOfYear = 1️⃣Q12️⃣", .unknownKeyPath, "Order has no key 'Q1'; a text is written in quotes: 'Q1'"
    ),
    Case("date.month >= 1️⃣'2026-3'2️⃣", .typeMismatch, "'2026-3' is not of the form '2026-03'"),
    Case("1️⃣'Q1'2️⃣ < date.quarter", .typeMismatch, "'Q1' is not of the form '2026-Q1'"),
    Case(
      "date.monthOfYear BETWEEN {1️⃣'3'2️⃣, '06'}", .typeMismatch, "'3' is not of the form '03'"),
    Case("date.week =[c] 1️⃣'W2'2️⃣", .typeMismatch, "'W2' is not of the form '2026-W11'"),
    Case(
      "count = 1️⃣1 / 02️⃣", .typeMismatch,
      "this constant has no value: a division by zero, an exponent beyond 999, or a result beyond 38 digits or the "
        + "year 9999"),
    Case(
      "count = 1️⃣10 ** 382️⃣", .typeMismatch,
      "this constant has no value: a division by zero, an exponent beyond 999, or a result beyond 38 digits or the "
        + "year 9999"),
    Case(
      "count = 1️⃣2 ** 10002️⃣", .typeMismatch,
      "this constant has no value: a division by zero, an exponent beyond 999, or a result beyond 38 digits or the "
        + "year 9999"),
    Case(
      "date = 1️⃣CAST('9999-12-31', 'Date') + 12️⃣", .typeMismatch,
      "this constant has no value: a division by zero, an exponent beyond 999, or a result beyond 38 digits or the "
        + "year 9999"),
  ])
  func reportsInvalidLiterals(_ example: Case) throws { try check(example) }

  @Test func offersTheIdOfARecordWhoseTitleIsWritten() throws {
    let source = SourceText("customer = 'Ernst Handel'", name: "--where")
    let diagnostic = try #require(
      Fixture.compiler.predicate(source, entity: try Fixture.entity("Order")).diagnostics.first)
    #expect(diagnostic.summary == "unknown Customer 'Ernst Handel'; did you mean 'ernst-handel'?")
    #expect(diagnostic.fixIts.map(\.replacement) == ["ernst-handel"])
    #expect(diagnostic.fixIts.map(\.range.text) == ["Ernst Handel"])
  }
}
