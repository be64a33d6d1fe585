import Diagnostics
import Query
import TestSupport
import Testing

/// Every kind of bad query: `1️⃣` and `2️⃣` enclose the place that is reported.
@Suite struct QueryDiagnosticTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let query: String
    let id: DiagnosticID
    let summary: String
    let entity: String

    init(_ query: String, _ id: DiagnosticID, _ summary: String, of entity: String = "Order") {
      self.query = query
      self.id = id
      self.summary = summary
      self.entity = entity
    }

    var testDescription: String { query }
  }

  func check(_ example: Case) throws {
    let marked = MarkedText(example.query)
    let start = try #require(marked.offsets["1️⃣"])
    let end = try #require(marked.offsets["2️⃣"])
    let result = Fixture.compiler.predicate(
      SourceText(marked.text, name: "--where"), entity: try Fixture.entity(example.entity))
    #expect(result.expression == nil)
    let diagnostic = try #require(result.diagnostics.first)
    #expect(result.diagnostics.count == 1)
    #expect(diagnostic.summary == example.summary)
    #expect(diagnostic.id == example.id)
    #expect(diagnostic.range.bytes == start..<end)
    #expect(diagnostic.severity == .error)
  }

  @Test(
    arguments: [
      Case("made = 1️⃣2️⃣", .querySyntax, "expected a value, found the end"),
      Case(
        "count = round(count, 1️⃣total2️⃣)", .typeMismatch,
        "round() takes the number of digits as a whole number from 0 to 38: round(x, 2)"),
      Case("1️⃣2️⃣", .querySyntax, "expected a value, found the end"),
      Case("1️⃣=2️⃣ 3", .querySyntax, "expected a value, found '='"),
      Case("made 1️⃣total2️⃣", .querySyntax, "expected an operator or the end, found 'total'"),
      Case("made = true 1️⃣)2️⃣", .querySyntax, "expected an operator or the end, found ')'"),
      Case("1️⃣(2️⃣made = true", .querySyntax, "'(' is not closed"),
      Case("(made = true1️⃣,2️⃣ 3)", .querySyntax, "expected ')', found ','"),
      Case("count IN 1️⃣{2️⃣1, 2", .querySyntax, "'{' is not closed"),
      Case("abs1️⃣(2️⃣count = 2", .querySyntax, "'(' is not closed"),
      Case("customer.1️⃣=2️⃣ 'acme'", .querySyntax, "expected a key after '.', found '='"),
      Case("customer = 1️⃣'2️⃣acme", .querySyntax, "the text is not closed"),
      Case(
        "customer = 'a1️⃣\\q2️⃣'", .querySyntax,
        #"unknown escape; write \\ for a backslash, or one of \' \" \n \r \t \uXXXX"#),
      Case(
        "customer = 'a1️⃣\\u002️⃣g0'", .querySyntax,
        #"unknown escape; write \\ for a backslash, or one of \' \" \n \r \t \uXXXX"#),
      Case(
        "customer = '1️⃣\\ud8002️⃣'", .querySyntax,
        #"unknown escape; write \\ for a backslash, or one of \' \" \n \r \t \uXXXX"#),
      Case("customer = 1️⃣‘2️⃣acme’", .querySyntax, "quote text with ' or \", not with ‘"),
      Case("total 1️⃣≥2️⃣ 5", .querySyntax, "write >= for ≥"),
      Case(
        "customer = 1️⃣%2️⃣@", .querySyntax,
        "placeholders such as %@ have no value here, and % is not an operator; write the value itself"
      ),
      Case("made = true 1️⃣;2️⃣", .querySyntax, "unexpected character ';'"),
      Case("made 1️⃣&2️⃣ paid", .querySyntax, "write && or AND"),
      Case("rows.1️⃣@2️⃣", .querySyntax, "expected a name after '@'"),
      Case("1️⃣$2️⃣ = 3", .querySyntax, "expected a name after '$'"),
      Case(
        "total > 1️⃣10EUR2️⃣", .querySyntax,
        "this is neither a number nor a name; write numbers as 1234.5, dates as '2026-01-31'"),
      Case("total > 1️⃣10%2️⃣", .querySyntax, "a query has no %; write 0.1 for 10%"),
      Case(
        "total > 1️⃣1e32️⃣", .querySyntax,
        "this is neither a number nor a name; write numbers as 1234.5, dates as '2026-01-31'"),
      Case(
        "total > 1️⃣1.2.32️⃣", .querySyntax,
        "this is neither a number nor a name; write numbers as 1234.5, dates as '2026-01-31'"),
      Case(
        "count > 1️⃣1234567890123456789012345678901234567892️⃣", .querySyntax, "a number has at most 38 digits"),
      Case("total > 1️⃣1,052️⃣", .querySyntax, "the decimal mark is '.': 1.05"),
      Case("total > 1️⃣0,002️⃣", .querySyntax, "the decimal mark is '.': 0.00"),
      Case("total > 11️⃣,2️⃣ 5", .querySyntax, "expected an operator or the end, found ','"),
      Case("customer.name =[1️⃣cx2️⃣] 'a'", .querySyntax, "unknown option 'x'; expected c, d or n"),
      Case("customer.name =[1️⃣]2️⃣ 'a'", .querySyntax, "expected c, d or n, found ']'"),
      Case(
        "rows1️⃣[2️⃣0].sum = 1", .querySyntax, "elements cannot be picked by '['; use @min, @max or SUBQUERY"),
      Case(
        "customer 1️⃣NOT2️⃣ IN {'acme'}", .querySyntax, "NOT comes before the whole comparison: NOT a IN b"),
      Case(
        "(customer 1️⃣not2️⃣ like 'a')", .querySyntax, "NOT comes before the whole comparison: NOT a LIKE b"
      ),
      Case("1 < count 1️⃣<2️⃣ 3", .querySyntax, "comparisons do not chain; join them with AND"),
      Case("ANY rows.sum1️⃣2️⃣", .querySyntax, "expected a comparison after ANY, found the end"),
      Case("1️⃣{1, 2}2️⃣ = 3", .querySyntax, "a set in braces is only for IN, CONTAINS and BETWEEN"),
      Case("count = 1️⃣{1, 2}2️⃣", .querySyntax, "a set in braces is only for IN, CONTAINS and BETWEEN"),
      Case("made = true AND 1️⃣AND2️⃣", .querySyntax, "expected a value, found 'AND'"),
      Case("made = true AND 1️⃣OR2️⃣ paid", .querySyntax, "expected a value, found 'OR'"),
      Case(
        "SUBQUERY(rows, 1️⃣r2️⃣, r.sum > 1).@count", .querySyntax, "expected a variable such as $x, found 'r'"),
      Case("SUBQUERY(rows1️⃣)2️⃣.@count = 1", .querySyntax, "expected ',', found ')'"),
      Case(
        "CAST(date, 1️⃣Date2️⃣) = nil", .querySyntax,
        "expected a type in quotes, such as 'Date', found the name Date"),
      Case("count IN 1️⃣(1,2️⃣ 2)", .querySyntax, "a set is written in braces: {a, b}"),
      Case(
        "count BETWEEN 1️⃣(1,2️⃣ 2)", .querySyntax, "a set is written in braces: {a, b}"),
      Case(
        "id IN[c] 1️⃣('a',2️⃣ 'b')", .querySyntax, "a set is written in braces: {a, b}"),
      Case("id IN 1️⃣[2️⃣'a', 'b']", .querySyntax, "a set is written in braces: {a, b}"),
      Case(
        "date BETWEEN 1️⃣'2026-01-01'2️⃣ AND '2026-02-01'", .typeMismatch,
        "BETWEEN takes two bounds in braces, {a, b}"),
      Case(
        "total > 1️⃣100 EUR2️⃣", .querySyntax, "an amount with its currency is written in quotes: '100 EUR'"),
      Case("made 1️⃣|2️⃣ paid", .querySyntax, "write || or OR"),
      Case("customer 1️⃣IS2️⃣ NULL", .querySyntax, "'IS' is not a word of queries; write = or !="),
      Case(
        "made AND customer 1️⃣is2️⃣ not nil", .querySyntax, "'is' is not a word of queries; write = or !="
      ),
      Case("made = true 1️⃣?2️⃣ 1 : 2", .querySyntax, "write TERNARY(condition, a, b) for condition ? a : b"),
      Case(
        "1️⃣in2️⃣ = 'shop'", .querySyntax,
        "'in' is a word of the query language; the key of that name is written #in"),
      Case(
        "1️⃣in2️⃣", .querySyntax, "'in' is a word of the query language; the key of that name is written #in"),
      Case(
        "made AND 1️⃣in2️⃣ BEGINSWITH 'shop'", .querySyntax,
        "expected a value, found 'in'"),
      Case(
        "NOT 1️⃣all2️⃣ = 3", .querySyntax,
        "'all' is a word of the query language; the key of that name is written #all"),
      Case(
        "1️⃣not2️⃣.name = 3", .querySyntax,
        "'not' is a word of the query language; the key of that name is written #not"),
      Case(
        "customer.name MATCHES 'a1️⃣(2️⃣b'", .querySyntax, "unclosed group in pattern; expected ')' for this '('"),
      Case(
        "customer.name LIKE 1️⃣'a\\\\'2️⃣", .querySyntax,
        "nothing after '\\' at the end of pattern; expected the character it quotes"),
    ])
  func syntax(_ example: Case) throws { try check(example) }

  @Test(arguments: [
    Case("1️⃣totl2️⃣ > 5", .unknownKeyPath, "Order has no key 'totl'; did you mean 'total'?"),
    Case("customer.1️⃣nmae2️⃣ = 'x'", .unknownKeyPath, "Customer has no key 'nmae'; did you mean 'name'?"),
    Case("customer.1️⃣zzzzzz2️⃣ = 'x'", .unknownKeyPath, "Customer has no key 'zzzzzz'"),
    Case("1️⃣position2️⃣ = 1", .unknownKeyPath, "Order has no key 'position'"),
    Case("date.1️⃣monht2️⃣ = '2026-01'", .unknownKeyPath, "a date has no key 'monht'; did you mean 'month'?"),
    Case(
      "date.1️⃣hour2️⃣ = 1", .unknownKeyPath,
      "a date has no key 'hour'; expected year, quarter, month, week, day, weekday, quarterOfYear, monthOfYear"
    ),
    Case("total.1️⃣currency2️⃣ = 'EUR'", .unknownKeyPath, "an amount of money has no keys, so no 'currency'"),
    Case("customer.name.1️⃣first2️⃣ = 'a'", .unknownKeyPath, "a text has no keys, so no 'first'"),
    Case(
      "rows.1️⃣@summ2️⃣.sum > 1", .unknownFunction, "unknown collection operator '@summ'; did you mean '@sum'?"),
    Case(
      "rows.1️⃣@first2️⃣ = nil", .unknownFunction,
      "unknown collection operator '@first'; expected @distinct, @count, @sum, @avg, @min, @max"),
    Case("1️⃣lenght2️⃣(id) = 2", .unknownFunction, "unknown function 'lenght'; did you mean 'length'?"),
    Case("1️⃣FUNCTION2️⃣(id, 'x') = 2", .unknownFunction, "FUNCTION() is refused: a query calls no code"),
    Case("1️⃣random2️⃣() = 2", .unknownFunction, "random() is refused: a query calls no code"),
    Case("1️⃣now2️⃣() > date", .unknownFunction, "now() is refused: a query calls no code"),
    Case(
      "1️⃣sum2️⃣(total) > 2", .unknownFunction,
      "sum() adds up a group, beside 'group' and in 'having'; for a list write rows.@sum.key"),
    Case(
      "1️⃣max2️⃣(rows.service.price) > 2", .unknownFunction,
      "max() adds up a group, beside 'group' and in 'having'; for a list write rows.@max.service.price"),
    Case(
      "1️⃣count2️⃣(staff) > 2", .unknownFunction,
      "count() adds up a group, beside 'group' and in 'having'; for a list write staff.@count"),
    Case(
      "1️⃣count2️⃣(customer) > 2", .unknownFunction,
      "count() adds up a group, beside 'group' and in 'having'; for a list write rows.@count"),
    Case("customer = 1️⃣zoe-example2️⃣", .typeMismatch, "a text is written in quotes: 'zoe-example'"),
    Case("id IN {'o1', 1️⃣2026-0012️⃣}", .typeMismatch, "a text is written in quotes: '2026-001'"),
    Case("rows.1️⃣count2️⃣ > 2", .unknownKeyPath, "RowOfOrder has no key 'count'; did you mean '@count'?"),
    Case("1️⃣year2️⃣(due) = 2026", .unknownFunction, "unknown function 'year'; did you mean 'due.year'?"),
    Case(
      "1️⃣quarterOfYear2️⃣(due) = 'Q1'", .unknownFunction,
      "unknown function 'quarterOfYear'; did you mean 'due.quarterOfYear'?"),
    Case(
      "customer = 1️⃣zoe2️⃣", .unknownKeyPath, "Order has no key 'zoe'; a text is written in quotes: 'zoe'"),
    Case(
      "customer.name IN {'a', 1️⃣Bodo2️⃣}", .unknownKeyPath,
      "Order has no key 'Bodo'; a text is written in quotes: 'Bodo'"),
    Case("id = uppercase(1️⃣zzzzzz2️⃣)", .unknownKeyPath, "Order has no key 'zzzzzz'"),
    Case(
      "1️⃣len2️⃣(id) = 2", .unknownFunction,
      "unknown function 'len'; expected abs, ceiling, floor, round, length, uppercase, lowercase, today, addMonths, "
        + "count, sum, avg, min, max, countDistinct, cumulative, share, change, TERNARY, CAST, SUBQUERY"
    ),
    Case("1️⃣lenGHT2️⃣(id) = 2", .unknownFunction, "unknown function 'lenGHT'; did you mean 'length'?"),
    Case("1️⃣shar2️⃣(total) = 2", .unknownFunction, "unknown function 'shar'; did you mean 'share'?"),
    Case("date > 1️⃣today2️⃣", .unknownKeyPath, "Order has no key 'today'; did you mean 'today()'?"),
    Case("date > 1️⃣addMonths2️⃣", .unknownKeyPath, "Order has no key 'addMonths'; did you mean 'addMonths()'?"),
    Case("made = 1️⃣tru2️⃣", .unknownKeyPath, "Order has no key 'tru'; did you mean 'TRUE'?"),
    Case(
      "1️⃣no2️⃣ = 5", .unknownKeyPath,
      "'no' is a value here; the key of Person is written #no, the value NO", of: "Person"),
    Case(
      "TERNARY(name = 'a', 1️⃣no2️⃣, TRUE)", .unknownKeyPath,
      "'no' is a value here; the key of Person is written #no, the value NO", of: "Person"),
    Case(
      "1️⃣count2️⃣() > 2", .unknownFunction,
      "count() adds up a group, beside 'group' and in 'having'; for a list write rows.@count"),
    Case("1️⃣@count2️⃣ > 2", .typeMismatch, "'@count' needs a list before it, or a group"),
    Case(
      "SUBQUERY(rows, $r, 1️⃣$q2️⃣.sum > 1).@count > 0", .unknownKeyPath,
      "unknown variable '$q'; did you mean '$r'?"),
    Case("1️⃣$r2️⃣.sum > 1", .unknownKeyPath, "unknown variable '$r'"),
    Case(
      "SUBQUERY(rows, $r, SUBQUERY(rows, 1️⃣$r2️⃣, TRUEPREDICATE).@count > 1).@count > 0", .unknownKeyPath,
      "'$r' is already the variable of an outer SUBQUERY"),
    Case("SUBQUERY(rows, $r, 1️⃣quantity2️⃣ > 1).@count > 0", .unknownKeyPath, "Order has no key 'quantity'"),
    Case("CAST(date, 1️⃣'Dat'2️⃣) = nil", .unknownFunction, "unknown type 'Dat'; did you mean 'Date'?"),
    Case("CAST(date, 1️⃣'NSDate'2️⃣) = nil", .unknownFunction, "unknown type 'NSDate'; did you mean 'Date'?"),
  ])
  func names(_ example: Case) throws { try check(example) }

  @Test(arguments: [
    Case("date 1️⃣=2️⃣ 5", .typeMismatch, "a date cannot be compared with a number"),
    Case("made 1️⃣=2️⃣ 2", .typeMismatch, "a boolean cannot be compared with a number"),
    Case("made = 1️⃣12️⃣", .typeMismatch, "true and false are written as words: TRUE"),
    Case(
      "customer = 1️⃣52️⃣", .typeMismatch, "a record of Customer is compared with its id, in quotes: '5'"),
    Case("made = 1️⃣'true'2️⃣", .typeMismatch, "true and false are written without quotes: true"),
    Case("made 1️⃣=2️⃣ 'maybe'", .typeMismatch, "a boolean cannot be compared with a text"),
    Case("customer.name 1️⃣=2️⃣ 5", .typeMismatch, "a text cannot be compared with a number"),
    Case(
      "customer 1️⃣=2️⃣ customer.name", .typeMismatch, "a record of Customer cannot be compared with a text"),
    Case(
      "customer 1️⃣!=2️⃣ SELF", .typeMismatch, "a record of Customer cannot be compared with a record of Order"),
    Case("total 1️⃣=2️⃣ date", .typeMismatch, "an amount of money cannot be compared with a date"),
    Case(
      "customer 1️⃣<2️⃣ 'acme'", .typeMismatch, "a record of Customer has no order; only = and != compare it"),
    Case("made 1️⃣>2️⃣ false", .typeMismatch, "a boolean has no order; only = and != compare it"),
    Case("count = 1️⃣'5'2️⃣", .typeMismatch, "a number is written without quotes: 5"),
    Case("count 1️⃣=2️⃣ 'five'", .typeMismatch, "a number cannot be compared with a text"),
    Case(
      "1️⃣rows.sum2️⃣ > 5", .typeMismatch,
      "a list cannot be compared by >; put ANY, ALL or NONE before it, or count it with @count"),
    Case(
      "5 < 1️⃣rows.sum2️⃣", .typeMismatch,
      "a list cannot be compared by <; put ANY, ALL or NONE before it, or count it with @count"),
    Case(
      "1️⃣rows2️⃣ = nil", .typeMismatch,
      "a list cannot be compared by =; put ANY, ALL or NONE before it, or count it with @count"),
    Case(
      "1️⃣rows.sum2️⃣ IN {5}", .typeMismatch,
      "a list cannot be compared by IN; put ANY, ALL or NONE before it, or count it with @count"),
    Case("ANY 1️⃣total2️⃣ > 5", .typeMismatch, "ANY needs a list on its left, found an amount of money"),
    Case("1️⃣total2️⃣ CONTAINS '5'", .typeMismatch, "CONTAINS compares texts, found an amount of money"),
    Case("customer.name BEGINSWITH 1️⃣52️⃣", .typeMismatch, "BEGINSWITH compares texts, found a number"),
    Case("1️⃣date2️⃣ LIKE '2026*'", .typeMismatch, "LIKE compares texts, found a date"),
    Case("customer.name LIKE 1️⃣id2️⃣", .typeMismatch, "LIKE takes a text in quotes on its right"),
    Case("customer.name MATCHES 1️⃣52️⃣", .typeMismatch, "MATCHES takes a text in quotes on its right"),
    Case("total 1️⃣=[c]2️⃣ 5", .typeMismatch, "options such as [cd] are for texts"),
    Case("count IN 1️⃣52️⃣", .typeMismatch, "IN takes a set {a, b} or a list on its right, found a number"),
    Case("count BETWEEN 1️⃣{1}2️⃣", .typeMismatch, "BETWEEN takes two bounds, {a, b}, found 1"),
    Case("count BETWEEN 1️⃣52️⃣", .typeMismatch, "BETWEEN takes two bounds in braces, {a, b}"),
    Case("1️⃣total2️⃣", .typeMismatch, "expected a predicate, found an amount of money"),
    Case("1️⃣rows2️⃣", .typeMismatch, "expected a predicate, found a list of RowOfOrder"),
    Case("made AND 1️⃣count2️⃣", .typeMismatch, "expected a predicate, found a number"),
    Case("NOT 1️⃣date2️⃣", .typeMismatch, "expected a predicate, found a date"),
    Case(
      "total 1️⃣*2️⃣ total > 5", .typeMismatch, "an amount of money * an amount of money cannot be calculated"),
    Case("1️⃣Fecha2️⃣ > '2026-01-01'", .unknownKeyPath, "Order has no key 'Fecha'; did you mean 'date'?"),
    Case("5 1️⃣*2️⃣ '2' > 5", .typeMismatch, "a number * a text cannot be calculated"),
    Case("5 1️⃣/2️⃣ total > 5", .typeMismatch, "a number / an amount of money cannot be calculated"),
    Case("date 1️⃣+2️⃣ date = date", .typeMismatch, "a date + a date cannot be calculated"),
    Case(
      "date 1️⃣+2️⃣ 1.5 = date", .typeMismatch,
      "a date takes a whole number of days, such as date + ceiling(hours / 8)"),
    Case("5 1️⃣-2️⃣ date = date", .typeMismatch, "a number - a date cannot be calculated"),
    Case(
      "id + 1️⃣count2️⃣ = 'y'", .typeMismatch, "a number is joined with a text as a text: CAST(count, 'String')"),
    Case("id 1️⃣-2️⃣ 'x' = 'y'", .typeMismatch, "a text - a text cannot be calculated"),
    Case("made 1️⃣+2️⃣ 1 = 2", .typeMismatch, "a boolean + a number cannot be calculated"),
    Case("2 1️⃣**2️⃣ 1.5 > 1", .typeMismatch, "the exponent of ** is a whole number, such as 2 ** 3"),
    Case("total 1️⃣**2️⃣ 2 > 1", .typeMismatch, "an amount of money ** a number cannot be calculated"),
    Case("rows.quantity 1️⃣+2️⃣ 1 > 1", .typeMismatch, "a list of numbers + a number cannot be calculated"),
    Case("1️⃣-date2️⃣ = date", .typeMismatch, "a date has no negative"),
    Case("1️⃣abs2️⃣() = 1", .typeMismatch, "abs() takes 1 argument, found 0"),
    Case("1️⃣today2️⃣(1) = date", .typeMismatch, "today() takes 0 arguments, found 1"),
    Case("1️⃣TERNARY2️⃣(made, 1) = 1", .typeMismatch, "TERNARY() takes 3 arguments, found 2"),
    Case("abs(1️⃣date2️⃣) = 1", .typeMismatch, "abs() takes a number or an amount, found a date"),
    Case("length(1️⃣total2️⃣) = 1", .typeMismatch, "length() takes a text, found an amount of money"),
    Case("TERNARY(made, 1, 1️⃣date2️⃣) = 1", .typeMismatch, "TERNARY mixes a number and a date"),
    Case("TERNARY(made, 5, 1️⃣total2️⃣) = 1", .typeMismatch, "TERNARY mixes a number and an amount of money"),
    Case(
      "TERNARY(made, 1️⃣rows2️⃣, rows) = 1", .typeMismatch,
      "expected one value, found a list of RowOfOrder; use @count, @sum or another operator"),
    Case("TERNARY(1️⃣count2️⃣, 1, 2) = 1", .typeMismatch, "expected a predicate, found a number"),
    Case("CAST(1️⃣count2️⃣, 'Date') = date", .typeMismatch, "a number cannot be cast to Date"),
    Case("CAST(1️⃣rows2️⃣, 'String') = id", .typeMismatch, "a list of RowOfOrder cannot be cast to String"),
    Case("1️⃣CAST('soon', 'Date')2️⃣ = date", .typeMismatch, "'soon' cannot be read as Date"),
    Case(
      "customer.1️⃣@count2️⃣ = 1", .typeMismatch, "@count needs a list before it, found a record of Customer"),
    Case("rows.@sum.sum.1️⃣@max2️⃣ = 1", .typeMismatch, "@max comes after another collection operator"),
    Case("rows.@count.1️⃣sum2️⃣ = 1", .typeMismatch, "nothing can follow @count, found 'sum'"),
    Case(
      "rows.1️⃣@sum2️⃣.service = 1", .typeMismatch, "@sum takes numbers or amounts, found a list of Service"),
    Case(
      "payments.1️⃣@avg2️⃣.date = date", .typeMismatch, "@avg takes numbers or amounts, found a list of dates"),
    Case(
      "SUBQUERY(1️⃣customer2️⃣, $c, TRUEPREDICATE).@count = 1", .typeMismatch,
      "SUBQUERY needs a list, found a record of Customer"),
  ])
  func types(_ example: Case) throws { try check(example) }

  @Test func reportsEveryErrorOnce() throws {
    let source = SourceText(
      "totl > 5 AND (made = 1 OR custmer.name = 'x') AND abs(totl) > 1 AND -totl = 2", name: "--where")
    let result = Fixture.compiler.predicate(source, entity: try Fixture.entity("Order"))
    #expect(
      result.diagnostics.map(\.range.text) == ["totl", "1", "custmer", "totl", "totl"])
  }

  @Test func pointsIntoTheFileThatHoldsTheQuery() throws {
    let file = SourceFile(path: "model.yml", text: "where: 'name = \"a''b\" AND totl = 1'")
    let text = "name = \"a'b\" AND totl = 1"
    let start = 8
    let quote = 18
    let offsets = (0...text.utf8.count).map { Int32(start + $0 + ($0 > quote - start - 1 ? 1 : 0)) }
    let source = SourceText(text: text, file: file, start: start, offsets: offsets)
    let diagnostics = Fixture.compiler.predicate(source, entity: try Fixture.entity("Order")).diagnostics
    #expect(diagnostics.map(\.range.text) == ["name", "totl"])
  }
}
