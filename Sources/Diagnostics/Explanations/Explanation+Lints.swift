// Lints, and errors that only the build itself can find.

/// The lints, and errors found only by the build, each explained under the name of its ``DiagnosticID``.
extension Explanation {
  static func addLints(to all: inout [DiagnosticID: Explanation]) {
    all[.paidNotMade] = Explanation(
      "An order that is paid but not made", .warning,
      reason: "The order is paid, and nothing says that it was made. Often the mark was forgotten.",
      example: "made: false\npaid: true",
      fix: "write made: true once it is, or wait with paid.")
    all[.paidWithoutDay] = Explanation(
      "An order that was paid on an unknown day", .warning,
      reason:
        "paid: true without paidOn and without payments does not say on which day. A report as of an earlier "
        + "day then already counts the order as paid.",
      example: "paid: true",
      fix: "write the day, as in paidOn: 2026-03-14, or list the payments with their days.")
    all[.overpaid] = Explanation(
      "More received than the order comes to", .warning,
      reason:
        "The payments add up to more than the rows, in one currency at least, or more was paid back than received. "
        + "A payment may be entered twice or in another currency, or a row missing.",
      example: "rows:\n  - {service: repair, sum: 40.00}\npayments:\n  - {date: 2026-03-14, sum: 400.00}",
      fix: "correct the payment or the rows; money that went back is a payment with a negative sum.")
    all[.paidContradicted] = Explanation(
      "An order that contradicts its payments about being paid", .warning,
      reason:
        "'paid: false' overrides a day of payment and payments that cover the total, so that what was "
        + "received is in no report or the order stays overdue. 'paid: true' and 'paidOn' say that what is missing of the "
        + "total was received, whatever was paid back, written off or paid later.",
      example: "paid: false\npaidOn: 2026-03-20",
      fix:
        "remove 'paid: false'; or write what was paid back as a payment with a negative sum. Of an order that stays paid "
        + "it is the payment of a credit note, an order with a negative sum. A model whose 'open' subtracts a list of its "
        + "own, such as write-offs, subtracts it in the formula of 'paid' and in the 'implied' of 'payments' as well: "
        + "{when: 'paid = true AND TERNARY(total < 0, X < 0, X > 0)', date: paidOn, sum: X} with X as total - "
        + "payments.@sum.sum - writeOffs.@sum.sum. A payment that came after 'paidOn' is written with its day, as are those "
        + "before, and 'paidOn' is left out.")
    all[.paidDraft] = Explanation(
      "A draft for which something was paid", .warning,
      reason:
        "A draft is left out of every total, and with it what was paid for it: the money is in no report, statement "
        + "or ledger.",
      example: "date: 2026-03-14\ndraft: true\npayments:\n  - {date: 2026-03-14, sum: 50.00}",
      fix:
        "remove 'draft: true'. A cancelled order for which something was paid stays, beside a credit note: an order with a "
        + "negative sum, of which what is paid back is the payment.")
    all[.orderWithoutRows] = Explanation(
      "An order without rows", .warning,
      reason: "The order has nothing in it, so its total is zero and no report shows its work.",
      example: "date: 2026-03-14\ncustomer: ann",
      fix: "write its rows, or draft: true until they are known.")
    all[.orderWithoutCustomer] = Explanation(
      "An order without a customer", .warning,
      reason:
        "Nobody is named, so the order is on no customer's page and shows -- Unknown -- in reports.",
      example: "date: 2026-03-14\nrows:\n  - {service: repair, sum: 40.00}",
      fix: "write customer: with the name of the customer's file, without .md.")
    all[.dueBeforeDate] = Explanation(
      "An order that is due before its date", .warning,
      reason: "The day to pay by is before the order itself; a month or a year is often mistyped.",
      example: "date: 2026-03-14\ndue: 2025-03-28",
      fix: "correct one of the two days.")
    all[.dateAfterToday] = Explanation(
      "An order dated after today", .warning,
      reason: "The order's day has not come yet; a month or a year is often mistyped.",
      example: "date: 2029-03-14        one more than five years ahead is unlikely-date",
      fix: "correct the day; to build as of another day, use --today.")
    all[.zeroSum] = Explanation(
      "A row whose sum is zero", .warning,
      reason:
        "The row adds nothing to the total. That may be intended, as for work under warranty, or a price is missing.",
      example: "rows:\n  - {service: repair, quantity: 0, price: 40.00}",
      fix: "write the sum, or quantity and price; a free row can say why in text.")
    all[.sumDiffers] = Explanation(
      "A written figure that differs from its formula", .warning,
      reason:
        "The value is written, and its formula computes a different one from the values beside it. What is "
        + "written counts.",
      example: "rows:\n  - {service: repair, quantity: 2, price: 40.00, sum: 85.00}",
      fix: "remove the sum, and it is computed; or correct quantity, price or discount.")
    all[.sumWithoutPart] = Explanation(
      "A sum that leaves out records", .warning,
      reason:
        "A computed amount has no value in some records, because something that its expression reads is not written "
        + "there, while an amount that it reads is; or because it divides or compares an amount of several currencies. A "
        + "sum passes over what has no value, so the total is too low.",
      example: "gross: {type: money, derived: sum + sum * rate}        and a row without rate",
      fix:
        "write what is missing, or make it required or give it a default in model.yml; or let the expression say what "
        + "it is without: TERNARY(rate = nil, sum, sum + sum * rate). 'total: false' at an attribute says that it is not "
        + "added up.")
    all[.sameName] = Explanation(
      "Two records with one name", .warning,
      reason: "Two files have the same name in them. They may be one customer, whose orders are then split.",
      example: "customers/acme.md      name: Acme\ncustomers/acme-ltd.md  name: Acme",
      fix: "keep one of them and let all orders name it, or tell the two apart by their names.")
    all[.unreferencedRecord] = Explanation(
      "A record that nobody refers to", .warning,
      reason:
        "Nearly all records of this kind are used by others, and this one is not. It may be a second file for "
        + "the same thing. docket says so only if there are at least ten such records and fewer than a tenth are unused.",
      example: "services/bell.md, which no order's row names",
      fix: "remove the file if it is not needed, or leave it.")
    all[.gapInIDs] = Explanation(
      "A gap in a series of numbers", .warning,
      reason:
        "Files are numbered one after the other, and numbers are missing. Auditors ask where they went. Where records "
        + "have no day, numbers that seldom follow each other are taken for sizes.",
      example: "orders/2026-0006.md and orders/2026-0010.md, and none between them",
      fix: "bring back the missing files, or write the former id of a renamed one as its 'was'; "
        + "a number that was never used can be a file with draft: true.")
    all[.noFeed] = Explanation(
      "A feed that cannot be written", .warning,
      reason:
        "A feed needs the address where the site will be published, and records with a date to order them by.",
      example: "feed: true",
      fix: "write base-url: in site.yml, or remove feed: true.")
    all[.internalDifference] = Explanation(
      "Two ways to add up a figure that differ",
      reason:
        "docket adds up every total a second time before it writes anything. The two do not agree, which is a "
        + "fault in docket; nothing was written, so no wrong figure is published.",
      example: "the total of 'sum' is 120.00 by one way and 119.99 by the other",
      fix: "report it to docket's authors with the files it names; your files are not at fault.")
  }
}
