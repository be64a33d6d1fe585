import Testing

/// What expressions are worth.
@Suite struct ExpressionTests {
  @Test(arguments: [
    ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("10 - 2 - 3", "5"), ("12 / 2 / 3", "2"), ("3 / 2", "1.5"),
    ("7 - -2", "9"), ("- - 3", "3"),
    ("2 ** 3", "8"), ("2 ** 3 ** 2", "512"), ("-2 ** 2", "-4"), ("(-2) ** 2", "4"), ("2 ** -1", "0.5"),
    ("2 * 3 ** 2", "18"), ("1.50 + .5", "2"),
    ("0.1 + 0.2", "0.3"), ("1 / 3", "0.33333333333333333333333333333333333333"),
    ("2 / 3", "0.66666666666666666666666666666666666667"),
    ("123456789012345678901234567890 + 1", "123456789012345678901234567891"),
    ("10 ** 37", "10000000000000000000000000000000000000"),
    ("count * 1.5", "3"), ("count ** 10", "1024"), ("count / 0", "nil"), ("count ** 999", "nil"),
    ("count + nil", "nil"), ("-count", "-2"),
    ("10 ** 37 * count * 10", "nil"), ("1 - 1 + count", "2"), ("count - 1 - 1", "0"), ("count / 4 * 2", "1"),
  ])
  func computesNumbers(_ expression: String, _ value: String) throws {
    let found = try Fixture.value(expression, of: "o1")
    #expect(found == value)
  }

  @Test(arguments: [
    ("total + received", "109.00 EUR"), ("total * 2", "109.00 EUR"), ("total / 4", "13.625 EUR"),
    ("total - 4.50", "50.00 EUR"),
    // An amount that is computed has no more zeros than its currency, one that is written has all of its own.
    ("total * 2.000 * 1.50", "163.50 EUR"), ("total * 1.001", "54.5545 EUR"),
    ("rows.@sum.sum * 0.10", "5.45 EUR"), ("CAST('1.5000' + '', 'Decimal')", "1.5"),
    ("4.50 - total", "-50.00 EUR"),
    ("100 + total", "154.50 EUR"), ("total / received", "1"), ("total - '4.50 EUR'", "50.00 EUR"),
    ("total + '5 USD'", "54.50 EUR; 5.00 USD"),
    ("total / 0", "nil"), ("-total", "-54.50 EUR"), ("abs(-total)", "54.50 EUR"),
    ("round(total)", "55.00 EUR"), ("floor(total)", "54.00 EUR"), ("ceiling(total)", "55.00 EUR"),
    ("round(total / 3, 1)", "18.20 EUR"), ("round(count / 3, 2)", "0.67"), ("round(-2.345, 2)", "-2.35"),
    ("round(2.5, 0)", "3"), ("round(nil, 2)", "nil"), ("total / '2 EUR'", "27.25"),
    ("total / '2'", "27.25 EUR"), ("2.5 * '1 JPY'", "2.5 JPY"), ("'1.50 USD' * count * 2", "6.00 USD"),
    ("total / '1 EUR' * 160.5 * '1 JPY'", "8747.25 JPY"),
    ("'2026-01-15' + 3", "2026-01-18"), ("'2026-01-15' - 15", "2025-12-31"), ("'5 EUR' - 3", "2.00 EUR"),
    ("3 + '5 EUR'", "8.00 EUR"), ("'5 EUR' / 2", "2.50 EUR"),
    ("total / '2 USD'", "nil"), ("round(2.5)", "3"), ("round(-2.5)", "-3"), ("round(2.4)", "2"),
    ("floor(-2.5)", "-3"),
    ("ceiling(-2.5)", "-2"), ("abs(-2.5)", "2.5"), ("abs:(-2)", "2"), ("ABS(-1)", "1"),
    ("length('naïve')", "5"), ("length('')", "0"), ("uppercase('straße')", "'STRASSE'"),
    ("'a' + 'b' + 'c'", "'abc'"), ("id + ', ' + uppercase(id)", "'o1, O1'"), ("id + NIL", "nil"),
    ("id + CAST(NIL, 'String')", "nil"),
    ("lowercase(customer.name)", "'acme'"), ("uppercase(nil)", "nil"), ("length(customer.name) + 1", "5"),
    ("TERNARY(made, 'yes', 'no')", "'yes'"), ("TERNARY(made = false, 1, 2.5)", "2.5"),
    ("TERNARY(paid, 0, total)", "0.00 EUR"), ("TERNARY(made, total, 0)", "54.50 EUR"),
    ("TERNARY(made, nil, date)", "nil"), ("TERNARY(made, '2026-01-01', date)", "2026-01-01"),
    ("TERNARY(made, '5 USD', total)", "5.00 USD"), ("TERNARY(made, customer, nil)", "acme"),
    ("TERNARY(paid = true, 0, total - received)", "0.00 EUR"),
    ("ternary(made, 1, 2)", "1"), ("TERNARY(made, customer, nil).name", "'Acme'"),
    ("CAST('1234567890123456789.5', 'Decimal') * 2", "2469135780246913579"),
    ("CAST('1234567890123456', 'Integer') + 1", "1234567890123457"),
    ("CAST('2026-01-05', 'Date') = date", "true"), ("CAST('12', 'Integer') + 1", "13"),
    ("CAST('1.5', 'Decimal') * 2", "3"), ("CAST(1.9, 'Integer')", "1"), ("CAST(-1.9, 'Integer')", "-1"),
    ("CAST('1.9', 'Integer')", "1"), ("CAST('-1.9', 'Integer')", "-1"),
    ("CAST(date, 'String')", "'2026-01-05'"), ("CAST(count, 'String')", "'2'"),
    ("CAST(total, 'String')", "'54.50 EUR'"), ("CAST(total, 'Decimal')", "54.5"),
    ("CAST(customer, 'String')", "'acme'"),
    ("CAST(made, 'String')", "'true'"), ("CAST(customer.name, 'Date')", "nil"),
    ("CAST(customer.name, 'Integer')", "nil"), ("CAST(nil, 'Date')", "nil"),
    ("cast(date, 'string')", "'2026-01-05'"),
    ("date", "2026-01-05"), ("date + 1", "2026-01-06"), ("date - 5", "2025-12-31"), ("today() - date", "85"),
    ("today()", "2026-03-31"), ("today:()", "2026-03-31"), ("date + count", "2026-01-07"),
    ("date + 99999999", "nil"), ("date.year", "2026"), ("date.quarter", "'2026-Q1'"),
    ("date.month", "'2026-01'"), ("date.week", "'2026-W02'"), ("date.day", "5"), ("date.weekday", "1"),
    ("paidOn.year", "nil"),
    ("addMonths('2024-02-29', 12)", "2025-02-28"), ("addMonths('2026-03-31', -1)", "2026-02-28"),
    ("addMonths(date, 0) = date", "true"), ("addMonths('2026-01-05', -12).month", "'2025-01'"),
    ("addMonths(today(), -25)", "2024-02-29"), ("addMonths(paidOn, 1)", "nil"),
    ("addMonths(date, 999999)", "nil"), ("addMonths(date, -24311)", "nil"), ("addMonths(nil, 1)", "nil"),
    ("today().month", "'2026-03'"), ("(date - 5).year", "2025"), ("customer", "acme"),
    ("customer.name", "'Acme'"), ("customer.phone", "nil"), ("SELF", "o1"), ("id", "'o1'"),
    ("path", "'orders/o1.md'"), ("draft", "false"),
    ("currency", "'EUR'"), ("made AND NOT paid", "false"), ("total > 50", "true"), ("nil", "nil"),
    ("'a \\\\ \\' \\\" \\n\\t\\r \\u0041'", "'a \\ ' \" \n\t\r A'"), ("'\\uD83D\\uDE00'", "'😀'"),
    ("\"it's\"", "'it's'"),
  ])
  func values(_ expression: String, _ value: String) throws {
    let found = try Fixture.value(expression, of: "o1")
    #expect(found == value)
  }

  /// The amounts of an order in yen without payments, and of its row and its customer.
  @Test(arguments: [
    ("Order", "o11", "payments.@sum.sum", "0 JPY"), ("Order", "o11", "payments.@sum.sum + 5", "5 JPY"),
    ("Order", "o11", "5 - payments.@sum.sum", "5 JPY"), ("Order", "o11", "total + 5", "5005 JPY"),
    ("Order", "o11", "TERNARY(made = true, total, 0) + 5", "5 JPY"),
    ("Order", "o11", "SUBQUERY(rows, $r, $r.sum < 0).@sum.sum + 5", "5 JPY"),
    ("Order", "o11", "SUBQUERY(rows, $r, $r.order.payments.@sum.sum + 5 = '5 JPY').@count", "1"),
    ("Order", "o9", "payments.@sum.sum + 5", "5.00 EUR"),
    ("Order", "o4", "payments.@sum.sum + 5", "5.00 USD"),
    ("RowOfOrder", "o11#1", "order.payments.@sum.sum + 5", "5 JPY"),
    ("Customer", "bo", "SUBQUERY(orders, $o, $o.payments.@sum.sum + 5 = '5 JPY').@count", "1"),
    ("Customer", "bo", "orders.payments.@sum.sum + 5", "5.00 EUR"),
  ])
  func aSumOfNothingIsInTheCurrencyOfTheRecord(
    entity: String, id: String, expression: String, value: String
  ) throws {
    #expect(try Fixture.value(expression, of: id, entity) == value)
  }
}
