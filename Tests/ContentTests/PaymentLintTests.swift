import Diagnostics
import Testing

/// What is said of orders whose payments contradict what the model computes of them.
struct PaymentLintTests {
  /// A model that computes what is open by lists of its own says by the same whether an order is paid.
  @Test(arguments: [
    (
      "open: {derived: total - received - writeOffs.@sum.sum}",
      "due: 2026-04-01\npayments: [{date: 2026-03-20, sum: 2}]\nwriteOffs: [{sum: 1}]",
      "the order is overdue, but nothing of it is open: let the model's 'paid', and what 'payments' has as 'implied', read "
        + "what 'open' reads"
    ),
    (
      "open: {derived: total - received - writeOffs.@sum.sum}", "paidOn: 2026-03-20\nwriteOffs: [{sum: 1}]",
      "the order is paid, so a payment of what its total lacks is added, and -1.00 EUR is open: let what the model has as "
        + "'implied' of 'payments' subtract what 'open' subtracts"
    ),
    (
      "received: {derived: \"SUBQUERY(payments, $p, $p.note = nil).@sum.sum\"}",
      "payments: [{date: 2026-03-20, sum: 3, note: not cleared}]",
      "the order is paid, but 3.00 EUR of it is open"
    ),
  ])
  func whatIsOpenContradictsWhatIsPaid(attribute: String, lines: String, warning: String) async throws {
    let model = """
      entities:
        Order:
          attributes: {\(attribute)}
          relationships: {writeOffs: {to: WriteOff, many: true, inverse: order, delete: cascade}}
        WriteOff:
          inside: Order.writeOffs
          attributes: {sum: {type: money, required: true}}
          relationships: {order: {to: Order, inverse: writeOffs}}

      """
    let site = LintedSite(.book(order: .order("made: true", lines)).adding(["model.yml": model]))
    #expect(try await site.diagnostics().map(\.summary) == [warning])
  }

  /// Who follows that advice has figures that add up, and no warning of an order that was written off.
  @Test(arguments: [
    ("paidOn: 2026-03-20\nwriteOffs: [{sum: 1}]", "3.00", "2.00"), ("writeOffs: [{sum: 3}]", "3.00", "0.00"),
    ("paidOn: 2026-03-20", "-3.00", "-3.00"),
  ])
  func aModelThatSubtractsEverywhereContradictsNothing(
    lines: String, total: String, received: String
  ) async throws {
    let model = """
      entities:
        Order:
          attributes:
            open: {derived: total - received - writeOffs.@sum.sum}
            paid: {formula: "paidOn != nil OR total - payments.@sum.sum - writeOffs.@sum.sum <= 0"}
          relationships:
            writeOffs: {to: WriteOff, many: true, inverse: order, delete: cascade}
            payments:
              implied:
                when: >-
                  paid = true AND TERNARY(total < 0, total - payments.@sum.sum - writeOffs.@sum.sum < 0,
                  total - payments.@sum.sum - writeOffs.@sum.sum > 0)
                date: paidOn
                sum: total - payments.@sum.sum - writeOffs.@sum.sum
        WriteOff:
          inside: Order.writeOffs
          attributes: {sum: {type: money, required: true}}
          relationships: {order: {to: Order, inverse: writeOffs}}

      """
    let order = String.order("made: true", lines, rows: ["{service: repair, sum: \(total)}"])
    let site = LintedSite(
      .book(order: order).adding([
        "model.yml": model,
        "reports/sums.md":
          "```query\nas: number\nfrom: Order\nwhere: received = '\(received) EUR' AND open = 0\nvalue: '@count'\n```\n",
      ]))
    #expect(try await site.diagnosticLines() == [])
  }

  /// A payment after the day on which an order was paid takes from what counts as received on that day; a refund does not.
  @Test(arguments: [
    ("{date: 2026-03-21, sum: 2}", true), ("{date: 2026-03-20, sum: 2}", false),
    ("{date: 2026-03-01, sum: 2}", false), ("{date: 2026-03-21, sum: -1}", false),
    ("{date: 2026-03-21, sum: 3}", true),
    // A charge-back that came in again, and a tip.
    ("{date: 2026-03-21, sum: -3}, {date: 2026-03-22, sum: 3}", false),
    ("{date: 2026-03-20, sum: 3}, {date: 2026-03-21, sum: 1}", false),
  ])
  func aPaymentAfterTheDayOfPaymentIsStrange(payments: String, isStrange: Bool) async throws {
    let order = String.order("made: true", "paidOn: 2026-03-20", "payments: [\(payments)]")
    let found = try await LintedSite(.book(order: order)).diagnostics().map(\.summary)
    #expect(found.contains { $0.contains("a payment came after that") } == isStrange, "\(found)")
  }
}
