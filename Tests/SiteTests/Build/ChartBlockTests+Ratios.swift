import Testing

/// Ratios as percentages, in tables, numbers and charts.
extension ChartBlockTests {
  /// Two orders of 10.00 and 5.50, of which the first has a customer.
  @Test func aRatioIsAPercentage() async throws {
    let ratio =
      "{label: Share, value: \"sum(TERNARY(customer = nil, total, 0 * total)) / sum(total)\", as: percent}"
    let (table, inTable) = try await Self.page(
      "from: Order\ngroup: date.year\ncolumns:\n  - date.year\n  - \(ratio)\n  - sum(total)")
    #expect(inTable == [])
    #expect(table.contains(">35.5%</td>") && !table.contains("0.354"), "\(table)")
    let (number, inNumber) = try await Self.page("from: Order\nas: number\ngroup: 1\ncolumns: [\(ratio)]")
    #expect(inNumber == [])
    #expect(number.contains("<b>35.5%</b>"))
    let (chart, inChart) = try await Self.page(
      "from: Order\nas: bar\ngroup: date.month\ncolumns:\n  - date.month\n  - \(ratio)")
    #expect(inChart == [] && chart.contains("100%"))
    // The figures a year before are percentages as well.
    let (years, inYears) = try await Self.page(
      "from: Order\nas: bar\ncompare: year\ngroup: date.year\ncolumns:\n  - date.year\n  - \(ratio)")
    #expect(inYears == [] && !years.contains(">0.354"), "\(years)")
  }

  @Test(arguments: [
    ("{value: total, as: percent}", "'total' is an amount of money; a number is shown as a percentage"),
    (
      "{value: total / total, as: percent, total: true}",
      "'total / total' is a percentage, which is not added up"
    ),
    ("{value: total / total, as: percent, by: date.month}", "'by' is for a column with 'as: sparkline'"),
    (
      "{value: total / total, as: procent}", "is percent or sparkline, not 'procent'; did you mean 'percent'?"
    ),
  ])
  func aRatioIsANumberByItself(column: String, message: String) async throws {
    let (_, lines) = try await Self.page("from: Order\ncolumns: [\(column)]")
    #expect(lines.count == 1 && lines[0].contains(message), "\(lines)")
  }

  @Test(arguments: ["cumulative", "share", "change"])
  func aColumnThatComparesRowsHasNoTotal(function: String) async throws {
    let (_, lines) = try await Self.page(
      "from: Order\ngroup: date.month\ncolumns: [date.month, {value: \(function)(sum(total)), total: true}]")
    let message = "'\(function)(sum(total))' compares rows, so it has no total; leave out 'total'"
    #expect(lines.count == 1 && lines[0].contains(message), "\(lines)")
  }

  /// The sum of quotients is no quotient of sums.
  @Test func theNumberOfAQuotientIsNoSum() async throws {
    let (_, lines) = try await Self.page(
      "from: Order\nas: number\ngroup: customer\ncolumns: sum(open) / sum(total)")
    #expect(
      lines.count == 1 && lines[0].contains("write 'group: 1' for one figure of all, 'sort' or"), "\(lines)")
  }
}
