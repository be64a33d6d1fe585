import Diagnostics
import Testing

/// Sums that pass over records without a computed amount.
@Suite struct SumWithoutPartTests {
  private static let model = """
    entities:
      RowOfOrder:
        attributes:
          rate: decimal
          gross: {type: money, derived: sum + sum * rate}
      Order:
        attributes:
          total: {type: money, derived: rows.@sum.gross}

    """

  private func found(
    model: String = model, rows: [String], _ lines: String = "made: true", more: [String: String] = [:]
  ) async throws -> [Diagnostic] {
    let files = [String: String].book(order: .order(lines, rows: rows)).adding(["model.yml": model])
    return try await LintedSite(files.adding(more)).diagnostics().filter { $0.id == .sumWithoutPart }
  }

  @Test func aRowWithoutItsRateIsLeftOutOfTheTotal() async throws {
    let rows = ["{service: repair, sum: 72.00, rate: 19%}", "{service: repair, sum: 1000.00}"]
    let found = try await found(rows: rows + ["{service: repair, sum: 5}"])
    let warning = try #require(found.first)
    #expect(found.count == 1 && warning.severity == .warning)
    #expect(
      warning.summary
        == "'gross' of RowOfOrder has no value in 2 records, and 'total' of Order leaves them out: "
        + "write 'rate' in row of order 2026-0001#2")
    #expect(warning.range.text == "sum + sum * rate")
    #expect(
      warning.notes.map(\.text) == [
        "'rate' is missing here first", "or make it required or give it a default where it is declared",
        "it is added up here",
      ])
    #expect(warning.notes.last?.range?.text == "rows.@sum.gross")
  }

  /// There is nothing that the total lacks.
  @Test(arguments: [
    ["{service: repair, sum: 72.00, rate: 19%}"], ["{service: repair, sum: 0.00}"], [],
  ])
  func nothingIsLeftOut(rows: [String]) async throws {
    #expect(try await found(rows: rows).isEmpty)
  }

  @Test func whatIsNilOnPurposeIsNoMistake() async throws {
    let model = Self.model.replacing(
      "sum + sum * rate", with: "\"TERNARY(text = 'tip', nil, TERNARY(rate = nil, sum, sum + sum * rate))\"")
    let rows = ["{service: repair, sum: 7.00}", "{service: repair, text: tip, sum: 1.00}"]
    #expect(try await found(model: model, rows: rows).isEmpty)
    // In the case that applies something is missing all the same.
    let other = Self.model.replacing(
      "sum + sum * rate", with: "\"TERNARY(text = 'tip', nil, sum + sum * rate)\"")
    let summary = try await found(model: other, rows: rows).first?.summary
    #expect(summary?.contains("in 1 record,") ?? false && summary?.hasSuffix("2026-0001#1") ?? false)
  }

  /// A row of no technician is in no technician's sum.
  @Test func whatNoSumReachesIsNotLeftOut() async throws {
    let model = """
      entities:
        Technician:
          folder: technicians
          attributes:
            rate: {type: decimal, required: true}
            earned: {type: money, derived: rows.@sum.commission}
          relationships:
            rows: {to: RowOfOrder, many: true, inverse: technician}
        RowOfOrder:
          attributes: {commission: {type: money, derived: sum * technician.rate}}
          relationships: {technician: {to: Technician, inverse: rows}}

      """
    let technician = ["technicians/nino.md": "---\nrate: 0.1\n---\n"]
    let rows = ["{service: repair, sum: 72.00, technician: nino}", "{service: repair, sum: 10.00}"]
    #expect(try await found(model: model, rows: rows, more: technician).isEmpty)
    // In a sum of the order it is missing.
    let all = model + "  Order: {attributes: {commissions: {type: money, derived: rows.@sum.commission}}}\n"
    let summary = try await found(model: all, rows: rows, more: technician).first?.summary
    #expect(summary?.contains("'commissions' of Order leaves it out") ?? false, "\(summary ?? "")")
  }

  @Test func whatIsMissingInTheEndIsNamed() async throws {
    let model = Self.model.replacing(
      "sum + sum * rate}", with: "sum + tax}\n      tax: {type: money, derived: sum * rate}")
    let summary = try await found(model: model, rows: ["{service: repair, sum: 7.00}"]).first?.summary
    #expect(summary?.hasSuffix("write 'rate' in row of order 2026-0001#1") ?? false, "\(summary ?? "")")
  }

  /// Pages, statements and ledgers add it up, though nothing in the model does.
  @Test func anOrderWithoutATotalIsLeftOut() async throws {
    let model = """
      entities:
        Order: {attributes: {factor: decimal, total: {type: money, derived: rows.@sum.sum * factor}}}

      """
    let found = try await found(model: model, rows: ["{service: repair, sum: 7.00}"])
    #expect(
      found.map(\.summary) == [
        "'total' of Order has no value in 1 record, and every sum leaves it out: write 'factor' in order 2026-0001"
      ])
    // That what was received is not its total is no warning besides.
    let paid = try await LintedSite(
      [String: String].book(order: .order("made: true", "paid: true", "paidOn: 2026-03-20")).adding([
        "model.yml": model
      ])
    ).diagnostics()
    #expect(Set(paid.map(\.id)) == [.sumWithoutPart, .missingValue])
    // So do pages any computed amount that is a column of theirs, unless the model says otherwise.
    let fee = model.replacing("total:", with: "fee:")
    #expect(try await self.found(model: fee, rows: ["{service: repair, sum: 7.00}"]).count == 1)
    let column = fee.replacing("type: money", with: "type: money, total: false")
    #expect(try await self.found(model: column, rows: ["{service: repair, sum: 7.00}"]).isEmpty)
  }

  /// A conversion has no value where there are several currencies to convert.
  @Test func anOrderOfSeveralCurrenciesIsLeftOut() async throws {
    let model = """
      entities:
        Order: {attributes: {inFrancs: {type: money, derived: "total / '1 EUR' * '1 CHF'"}}}

      """
    let rows = ["{service: repair, sum: 7.00}", "{service: repair, sum: 30 USD}"]
    let found = try await found(model: model, rows: rows)
    #expect(
      found.map(\.summary) == [
        "'inFrancs' of Order has no value in 1 record, and every sum leaves it out: 'total' of order 2026-0001 is of "
          + "several currencies"
      ])
    #expect(
      found.first?.notes.map(\.text) == [
        "'total' is of several currencies here", "or write 'total: false' here if it is not to be added up",
      ])
    #expect(try await self.found(model: model, rows: [rows[0]]).isEmpty)
  }

  /// Nobody can write a value of another record, or one that is added up, in an order.
  @Test func onlyWhatCanBeWrittenIsAskedFor() async throws {
    let model = """
      entities:
        Order: {attributes: {least: {type: money, derived: total + rows.@min.price}}}

      """
    let found = try await found(model: model, rows: ["{service: repair, sum: 7.00}"])
    #expect(found.first?.summary.hasSuffix("out: 'rows.@min.price' of order 2026-0001 has no value") ?? false)
  }

  /// Nor a value that is computed, or one of a payment that follows from its order.
  @Test(arguments: [
    (
      """
      RowOfOrder:
        attributes:
          fee: {type: money, derived: "TERNARY(quantity > 1, sum, nil)"}
          net: {type: money, derived: sum - fee}
      """, "row of order 2026-0001#1", Int?.none
    ),
    (
      """
      Payment: {attributes: {fee: money, net: {type: money, derived: sum - fee}}}
      """, "payment 2026-0001#paid", 1
    ),
  ])
  func nothingComputedOrImpliedIsAskedFor(entity: String, record: String, advice: Int?) async throws {
    let model = "entities:\n" + entity.split(separator: "\n").map { "  \($0)\n" }.joined()
    let found = try await found(model: model, rows: ["{service: repair, sum: 7.00}"], "paid: true")
    #expect(found.first?.summary.hasSuffix("out: 'fee' of \(record) has no value") ?? false, "\(found)")
    #expect(
      found.first?.notes.map(\.text).firstIndex(of: "give it a default where it is declared") == advice)
  }

  @Test func aRecordOrTheSiteMayTurnItOff() async throws {
    let rows = ["{service: repair, sum: 7.00}"]
    #expect(try await found(rows: rows, "lints: {sum-without-part: false}").isEmpty)
    let off = ["site.yml": "lints: {sum-without-part: false}\n"]
    #expect(try await found(rows: rows, more: off).isEmpty)
  }
}
