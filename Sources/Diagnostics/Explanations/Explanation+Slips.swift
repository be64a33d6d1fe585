// Lints about typos that no type check finds.

/// Typos in dates, amounts and texts, each explained under the name of its ``DiagnosticID``.
extension Explanation {
  static func addSlips(to all: inout [DiagnosticID: Explanation]) {
    all[.unlikelyDate] = Explanation(
      "A day long ago or far ahead", .warning,
      reason:
        "A day before 1970, or more than five years ahead, is more often a typo than the day of an order.",
      example: "date: 0206-03-14",
      fix: "correct the year; where such days are meant, give the attribute 'min' or 'max' in model.yml.")
    all[.paidBeforeDate] = Explanation(
      "An order paid before its date", .warning,
      reason: "paidOn is the day on which the rest of the total came in, and the order was made later.",
      example: "date: 2026-03-14\npaidOn: 2026-02-14",
      fix: "correct one of the days; what was paid in advance is one of the payments.")
    all[.paidInFuture] = Explanation(
      "An order paid on a day still to come", .warning,
      reason: "Money of that day already counts as received, and reports show more than came in.",
      example: "date: 2026-03-14\npaidOn: 2029-03-20",
      fix: "correct the day, or remove it until the money is there.")
    all[.negativeSum] = Explanation(
      "A price or sum below zero", .warning,
      reason: "Outside of a credit note, whose total is below zero as well, a minus is often a typo.",
      example: "rows:\n  - {service: repair, sum: 90.00}\n  - {service: repair, sum: -30.00}",
      fix:
        "remove the minus; if it is intended, such as for a voucher, write lints: {negative-sum: false} into the record."
    )
    all[.threeDecimals] = Explanation(
      "A price with exactly three digits after the point, or a number with zeros there", .warning,
      reason:
        "1.499 is about one and a half here, but about one thousand five hundred to those who separate thousands with a point; so is a quantity of 1.500.",
      example: "price: 1.499",
      fix: "write 1499, or 1.50 where that is near enough.")
    all[.unlikelyPercentage] = Explanation(
      "A percentage without its sign", .warning,
      reason: "19 is nineteen hundred percent, and 19% is 0.19.",
      example: "vat: 19",
      fix: "write 19%, or 1900% if that is intended.")
    all[.unusualPrice] = Explanation(
      "A price ten times or a tenth of its service's", .warning,
      reason: "The decimal point may be off by a digit.",
      example: "rows:\n  - {service: repair, price: 480.00}",
      fix: "correct the price, or the service's.")
    all[.sameRecord] = Explanation(
      "Two records that differ only in their ids", .warning,
      reason:
        "The same day, customer and rows: an order may have been entered twice, and counts twice. So may a record with a "
        + "required day and no lists.",
      example: "Content/orders/2026-0007.md\nContent/orders/2026-0008.md",
      fix: "remove one of them, or write what distinguishes them.")
    all[.rowWithoutService] = Explanation(
      "A row without a service", .warning,
      reason:
        "Most rows name a service and this one names none, so it is missing where work is added up by service.",
      example: "rows:\n  - {text: brakes, sum: 20.00}",
      fix: "name the service.")
    all[.yearDiffers] = Explanation(
      "A date of another year than the id", .warning,
      reason: "The id begins with a year, and the date is in another: one of them may be a typo.",
      example: "Content/orders/2026-0007.md\ndate: 2025-03-14",
      fix: "correct the date, or rename the file.")
    all[.imageAsText] = Explanation(
      "An image or a link that prints as text", .warning,
      reason: "In Markdown a file name ends at a space, so the whole link stays text.",
      example: "![front wheel](Foto 1.JPG)",
      fix: "put the name in angle brackets, ![front wheel](<Foto 1.JPG>).")
    all[.keyInText] = Explanation(
      "A key below the front matter", .warning,
      reason: "What is below the second line of dashes is text, so that nothing follows from a key there.",
      example: "---\ndate: 2026-03-14\n---\npaidOn: 2026-03-20",
      fix: "move the line above the second line of dashes.")
    all[.unreadRecord] = Explanation(
      "A file that may be a record", .warning,
      reason:
        "A file beside the records has a name like theirs, but is of a word processor or has another ending than .md. "
        + "It is copied to the site, and what it says is in no total.",
      example: "Content/orders/2026/2026-0042.docx",
      fix:
        "save it as plain text with the ending .md; to keep a file out of the site, begin its name with '_'.")
    all[.nullAsText] = Explanation(
      "A text that says nothing", .warning,
      reason:
        "null, None and nan are what programs write where nothing is known. Here they are text, and are published.",
      example: "phone: null",
      fix: "leave the key empty, or leave it out.")
    all[.curlyQuotes] = Explanation(
      "A text in typographic quotes", .warning,
      reason:
        "Word processors and phones turn straight quotes into “ and ”. YAML knows only straight ones; these are "
        + "part of the text, and are published with it.",
      example: "name: “Karin Müller”",
      fix: "leave the quotes out; if the text needs some, write straight ones.")
    all[.longTable] = Explanation(
      "A table, a chart or a statement of very many rows on one page", .warning,
      reason:
        "A page of more than 2,000 rows is large, slow to open on a phone, and nobody reads it to its end. A chart of as "
        + "many figures, below which they are a table, shows nothing that can be told apart.",
      example: "from: Order\nsort: -date",
      fix:
        "write limit: 100 into the block, or group its rows, those of a chart by month; give a statement a shorter "
        + "period. The index page of a folder splits its records into pages."
    )
  }
}
