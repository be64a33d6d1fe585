import Diagnostics

/// The built-in warnings about something valid but unlikely: an order paid but not made, an order without
/// rows, a gap in the numbers.
///
/// A site whose habits differ turns a lint off by its id:
///
///     lints: {paid-without-day: false}
///
/// ``LintChecker`` finds most of them in the records. `foreign-money` is about an expression, and found when the
/// model is compiled, by ``ModelExpressions``.
package enum Lint {
  /// The ids that `lints` in site.yml or in a record may name, in the order of ``DiagnosticID``.
  package static let ids: [DiagnosticID] = {
    let ids = Set(LintChecker.general.map(\.id) + predicates.map(\.id) + [.foreignMoney])
    return DiagnosticID.allCases.filter(ids.contains)
  }()

  /// The lints of pages: site.yml may name them too, but no record can turn them off.
  package static let ofPages: [DiagnosticID] = [.longTable]

  /// The lints that a typo in a date may trigger together.
  static let ofDates: Set<DiagnosticID> = [
    .unlikelyDate, .paidBeforeDate, .paidInFuture, .dateAfterToday, .dueBeforeDate, .yearDiffers,
  ]

  /// The lints about what may be written later: a new order has no rows yet, and a new customer no orders.
  private static let ofUnfinishedRecords: Set<DiagnosticID> = [
    .orderWithoutRows, .orderWithoutCustomer, .unreferencedRecord, .gapInIDs, .unreadRecord,
  ]

  /// The lints about what an edit writes, which warn at once.
  static let ofEdits = Set(ids).subtracting(ofUnfinishedRecords)

  /// The maximum number of warnings of one lint per entity; the last one says how many were left out.
  static let limit = 20

  /// A lint that is a predicate over the records of an entity of the built-in model.
  ///
  /// The lint does not apply if the model in force lacks the entity, or the predicate's names or types.
  struct Predicate: Sendable {
    /// The name of the warning.
    let id: DiagnosticID
    /// The name of the entity.
    let entity: String
    /// The condition that a record must meet to get the warning, in the query language.
    let predicate: String
    /// The condition of records that do not get it after all; it does not apply if the model lacks its names.
    var unless: String?
    /// The warning is placed at the first of these keys that is written, or else where the record begins.
    let keys: [String]
    /// Whether one of them must be written: what follows from other values is no error of its own.
    var isWritten = false
    /// The message; an expression in braces is replaced by its value.
    let summary: String
    /// Whether to warn only if at most half of the records meet the predicate; otherwise it is a habit.
    var isException = false
  }

  /// The lints that are predicates.
  ///
  /// A credit note has a negative total and no payments, but is not overpaid; so the predicates count
  /// payments. A refund of a credit note is negative as well. A model's own 'open' may add fees to what is due, or
  /// subtract write-offs from it; so what was received is compared with that, too.
  static let predicates: [Predicate] = [
    Predicate(
      id: .paidNotMade, entity: "Order", predicate: "paid = true AND made = false",
      keys: ["paid", "paidOn", "payments"], summary: "the order is paid, but not made"),
    Predicate(
      id: .paidWithoutDay, entity: "Order",
      predicate: "paid = true AND paidOn = nil AND NOT total = 0 AND ALL payments.date = nil",
      keys: ["paid"], isWritten: true,
      summary: "the order is paid, but no day of payment is written in 'paidOn' or 'payments'"
    ),
    Predicate(
      id: .paidWithoutDay, entity: "Order",
      predicate: """
        paid = true AND paidOn = nil AND NOT total = 0 AND ANY payments.date = nil AND ANY payments.date != nil
        """,
      keys: ["paid"], isWritten: true,
      summary:
        "the order is paid, but {SUBQUERY(payments, $p, $p.date = nil).@sum.sum} of it have no day of payment"
    ),
    Predicate(
      id: .overpaid, entity: "Order",
      predicate: "payments.@count > 0 AND total - received < 0 AND NOT received <= 0", unless: "open >= 0",
      keys: ["payments"], summary: "{received} were received, more than the total of {total}"),
    Predicate(
      id: .overpaid, entity: "Order",
      predicate: "payments.@count > 0 AND received < total AND received < 0 AND NOT total > 0",
      unless: "open <= 0",
      keys: ["payments"], summary: "{received} were paid back, more than the total of {total}"),
    Predicate(
      id: .overpaid, entity: "Order", predicate: "payments.@count > 0 AND received < 0 AND total > 0",
      keys: ["payments"], summary: "more was paid back than received: the payments come to {received}"),
    // Amounts are not converted between currencies.
    Predicate(
      id: .overpaid, entity: "Order",
      predicate: """
        paid = false AND payments.@count > 0 AND NOT total - received >= 0 AND NOT total - received <= 0
        """,
      keys: ["payments"],
      summary:
        "{received} were received of the total of {total}: too much in one currency, too little in another"),
    // A written 'paid' counts, whatever else the order says.
    Predicate(
      id: .paidContradicted, entity: "Order", predicate: "paid = false AND paidOn != nil",
      keys: ["paid"], summary: "the order is not paid, but was paid on {paidOn}"),
    Predicate(
      id: .paidContradicted, entity: "Order",
      predicate: """
        paid = false AND paidOn = nil AND payments.@count > 0 AND total != 0 \
        AND TERNARY(total < 0, total - received >= 0, total - received <= 0)
        """,
      unless: "TERNARY(total < 0, open < 0, open > 0)",
      keys: ["paid"], summary: "the order is not paid, but {received} were received of its total of {total}"),
    // Too much in one currency and too little in another.
    Predicate(
      id: .paidContradicted, entity: "Order",
      predicate: "paid = true AND total != nil AND NOT total - received >= 0 AND NOT total - received <= 0",
      keys: ["paid", "paidOn", "payments"],
      summary: "the order is paid, but {received} were received of its total of {total}"),
    // The payment that 'paid' implies makes up for what was paid back.
    Predicate(
      id: .paidContradicted, entity: "Order",
      predicate: """
        paid = true AND total > 0 AND SUBQUERY(payments, $p, $p.implied = false).@sum.sum < 0 \
        AND SUBQUERY(payments, $p, $p.implied = true).@count > 0
        """,
      keys: ["payments"],
      summary:
        "the order says that it is paid, so a payment is added that makes up for what was paid back; a refund is the "
        + "payment of a credit note, an order with a negative sum"),
    // Only where the model computes 'open' or 'received' itself, and not 'paid'.
    Predicate(
      id: .paidContradicted, entity: "Order",
      predicate:
        "state = 'overdue' AND open = 0 AND total - received > 0 AND total - payments.@sum.sum > 0",
      keys: ["paid", "due"],
      summary:
        "the order is overdue, but nothing of it is open: let the model's 'paid', and what 'payments' has as 'implied', "
        + "read what 'open' reads"),
    Predicate(
      id: .paidContradicted, entity: "Order",
      predicate:
        "paid = true AND total > 0 AND open < 0 AND SUBQUERY(payments, $p, $p.implied = true).@count > 0",
      keys: ["paid", "paidOn", "payments"],
      summary:
        "the order is paid, so a payment of what its total lacks is added, and {open} is open: let what the model has as "
        + "'implied' of 'payments' subtract what 'open' subtracts"),
    // The payment of that day is what other payments leave of the total, be they later.
    Predicate(
      id: .paidContradicted, entity: "Order",
      predicate:
        """
        paidOn != nil AND SUBQUERY(payments, $p, $p.implied = false AND $p.date > paidOn).@sum.sum > 0 \
        AND SUBQUERY(payments, $p, $p.implied = false AND $p.date <= paidOn).@sum.sum < total
        """,
      keys: ["paidOn"],
      summary:
        "the order was paid on {paidOn}, but a payment came after that: only what it leaves of the total counts as received "
        + "on {paidOn}"),
    Predicate(
      id: .paidContradicted, entity: "Order",
      predicate: "paid = true AND open > 0 AND total - payments.@sum.sum <= 0",
      keys: ["paid", "paidOn", "payments"], summary: "the order is paid, but {open} of it is open"),
    Predicate(
      id: .orderWithoutRows, entity: "Order", predicate: "rows.@count = 0",
      keys: ["rows"], summary: "the order has no rows, and so no total"),
    Predicate(
      id: .orderWithoutCustomer, entity: "Order", predicate: "customer = nil",
      keys: ["customer"], summary: "the order has no customer"),
    Predicate(
      id: .dueBeforeDate, entity: "Order", predicate: "due < date",
      keys: ["due"], summary: "the order is due on {due}, before its date {date}"),
    Predicate(
      id: .dateAfterToday, entity: "Order", predicate: "date > today()",
      keys: ["date"], summary: "the order's date {date} is in the future"),
    Predicate(
      id: .paidBeforeDate, entity: "Order", predicate: "paidOn < date",
      keys: ["paidOn"], summary: "the order was paid on {paidOn}, before its date {date}"),
    Predicate(
      id: .paidInFuture, entity: "Order", predicate: "paidOn > today()",
      keys: ["paidOn"], summary: "the order's day of payment {paidOn} is in the future"),
    Predicate(
      id: .paidInFuture, entity: "Payment", predicate: "date > today() AND implied = false",
      keys: ["date"], summary: "the payment's date {date} is in the future, and it counts as received"),
    Predicate(
      id: .yearDiffers, entity: "Order",
      predicate: #"id MATCHES '(19|20)\\d\\d-.*' AND NOT id BEGINSWITH CAST(date.year, 'String')"#,
      keys: ["date"], summary: "the order's date {date} is in another year than its id {id}"),
    Predicate(
      id: .rowWithoutService, entity: "RowOfOrder", predicate: "service = nil",
      keys: ["text", "sum", "price"], summary: "the row names no service", isException: true),
    Predicate(
      id: .negativeSum, entity: "RowOfOrder", predicate: "sum < 0 AND NOT order.total < 0",
      keys: ["sum", "price"], summary: "the row's sum {sum} is below zero, and the order is not a credit note"
    ),
    Predicate(
      id: .negativeSum, entity: "RowOfOrder", predicate: "price < 0 AND NOT sum < 0 AND NOT order.total < 0",
      keys: ["price"], summary: "the row's price {price} is below zero, and the order is not a credit note"),
    Predicate(
      id: .negativeSum, entity: "Service", predicate: "price < 0",
      keys: ["price"], summary: "the service's price {price} is below zero"),
    Predicate(
      id: .unusualPrice, entity: "RowOfOrder",
      predicate:
        "price > 0 AND service.price > 0 AND (price >= service.price * 10 OR price * 10 <= service.price)",
      keys: ["price"], summary: "the row's price is {price}, and the service's {service.price}"),
    Predicate(
      id: .zeroSum, entity: "RowOfOrder", predicate: "sum = 0 AND NOT discount = 1",
      keys: ["sum", "quantity", "price", "discount"], summary: "the row's sum is zero"),
    Predicate(
      id: .zeroSum, entity: "Payment", predicate: "sum = 0",
      keys: ["sum"], summary: "the payment's sum is zero"),
  ]
}
