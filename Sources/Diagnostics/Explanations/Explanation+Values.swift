// The values of records.

/// The errors in the values of records, each explained under the name of its ``DiagnosticID``.
extension Explanation {
  static func addValues(to all: inout [DiagnosticID: Explanation]) {
    all[.unknownKey] = Explanation(
      "A key that is not declared",
      reason:
        "docket reads only the keys that the model declares. A value under any other name would silently be "
        + "left out of every list and total.",
      example: "custmer: ernst-handel",
      fix: "correct the key. If the word is right and new, declare it in Content/model.yml as an attribute.")
    all[.missingValue] = Explanation(
      "A required value that is missing",
      reason:
        "The model says that every such record has this value, such as the date of an order or the sum of a row, "
        + "and here it is not written, or empty, and follows from nothing else. So a record that is the required value "
        + "of others may not be deleted.",
      example: "rows:\n  - {service: repair, quantity: 2}        neither price nor sum",
      fix:
        "write the value. If it may be missing, take 'required' from the attribute in Content/model.yml. For a row "
        + "that names a service, 'docket check --fix' writes the price that the service has today.")
    all[.wrongShape] = Explanation(
      "A list where one value belongs, or the other way round",
      reason:
        "Every key takes one value, a list, or keys of its own, and here is something else; or it takes one "
        + "of a few words, and this is none of them.",
      example: "rows: repair",
      fix: "write the value as the message says. A list is lines that begin with '- ' below its key.")
    all[.invalidBoolean] = Explanation(
      "Neither true nor false",
      reason: "A yes-or-no value is written true or false; yes, no, on and off are read as well.",
      example: "made: done",
      fix: "write true or false.")
    all[.invalidInteger] = Explanation(
      "Not a whole number",
      reason: "Only a whole number such as 12 can be written here.",
      example: "page-size: many",
      fix: "write only digits, without a point or a unit.")
    all[.invalidDecimal] = Explanation(
      "Not a number",
      reason:
        "A number is expected here. It is written with digits and a point, such as 2.5; spaces or '_' may group "
        + "digits, and a percentage ends in %.",
      example: "quantity: 2 pieces",
      fix: "write only the number; what it counts belongs in a text beside it.")
    all[.invalidMoney] = Explanation(
      "Not an amount of money",
      reason:
        "An amount is a number, and after it perhaps the code of a currency: 12.50 or 12.50 USD. Files have no signs "
        + "such as €, $ or £, because several currencies share them.",
      example: "sum: $12.50",
      fix: "write 12.50, or 12.50 USD where it is not in the site's currency.")
    all[.invalidCurrency] = Explanation(
      "An unknown currency",
      reason:
        "A currency is written as its code of ISO 4217, three capital letters, such as EUR, USD or CZK.",
      example: "currency: Euro",
      fix: "write the code: currency: EUR.")
    all[.invalidDate] = Explanation(
      "Not a date",
      reason:
        "A date is written year, month, day: 2026-03-14. In any other order 03/04 could be March or April. A "
        + "day that no calendar has, such as 2026-02-30, is refused as well.",
      example: "date: 14.03.2026",
      fix: "write date: 2026-03-14. 'docket check --fix' does it if only one day can be meant.")
    all[.invalidEmail] = Explanation(
      "Not an e-mail address",
      reason: "An address has one '@' with something on both sides, and no spaces or commas.",
      example: "email: ann at example.com",
      fix: "write one address such as ann@example.com. A second one needs an attribute of its own.")
    all[.invalidURL] = Explanation(
      "Not a web address",
      reason: "An address begins with https:, http:, mailto: or tel: and contains no spaces.",
      example: "website: www.example.com",
      fix: "write it in full: https://www.example.com.")
    all[.decimalComma] = Explanation(
      "A comma in a number",
      reason:
        "The decimal mark in files is the point, in every language, because 1,500 is fifteen hundred to one "
        + "reader and one and a half to another. Pages show numbers as the site's language writes them.",
      example: "sum: 12,50",
      fix:
        "write 12.50; thousands are grouped by a space or '_', or not at all. 'docket check --fix' does it if "
        + "only one number can be meant.")
    all[.tooManyDigits] = Explanation(
      "More digits than the value can have",
      reason:
        "An amount has no more digits after the point than its currency, two for EUR, unless the model allows "
        + "more; before it no number has more than 15. docket does not round what you wrote. A spreadsheet does: what "
        + "it made of a text of digits is not imported.",
      example: "sum: 12.505",
      fix:
        "write the amount as it was charged: 12.51. Unit prices may have more digits: give the attribute "
        + "'digits' in Content/model.yml.")
    all[.lineBreakInString] = Explanation(
      "A line break in a value of one line",
      reason: "The attribute is of type string, which is one line; only those of type text may have more.",
      example: "name: |\n  Hotel\n  Ilzbrücke",
      fix: "write the value on one line, or declare the attribute as text in Content/model.yml.")
    all[.unknownChoice] = Explanation(
      "A value that is none of the choices",
      reason: "The model lists the values that this attribute may have, and this is none of them.",
      example: "state: opne        where the choices are open, closed",
      fix:
        "write one of the choices, exactly. A new one belongs in 'choices' in Content/model.yml. To rename one, keep both "
        + "there, set the records with 'docket set ENTITY --where', then take the old one out.")
    all[.outOfRange] = Explanation(
      "A value that is too small, too large, too short or too long",
      reason: "The model sets bounds for this attribute, and the value is outside them.",
      example: "discount: 10        where at most 1 is allowed: 10 is a thousand percent",
      fix:
        "correct the value, here to 10% or 0.1; or change min, max, min-length or max-length in Content/model.yml."
    )
    all[.patternMismatch] = Explanation(
      "A text that does not have the form the model requires",
      reason: "The model has a 'pattern' for this attribute, and the whole text must match it.",
      example: "number: 42        where the pattern is \\d{4}-\\d{4}",
      fix: "write the text in that form, or change the pattern in Content/model.yml.")
    all[.notUnique] = Explanation(
      "A value that another record already has",
      reason:
        "The model says that this attribute is unique, such as the number of an invoice, and two records share "
        + "one value.",
      example: "invoice: 2026-0017        in two orders",
      fix: "correct the record in which it is wrong; the message names the other.")
    all[.wrongCount] = Explanation(
      "Too few or too many linked records",
      reason: "The model says how many records this relationship has, at least or at most.",
      example: "rows: []        where every order has at least one row",
      fix: "add or remove records, or change min-count or max-count in Content/model.yml.")
    all[.brokenRule] = Explanation(
      "A broken rule of your own model",
      reason:
        "Content/model.yml has a list of 'rules', and this record breaks one. The message is the one that "
        + "the rule gives; a rule with 'warn' is a warning, one with 'error' an error. A relationship with the delete rule "
        + "'deny' or 'no-action' keeps its record from being deleted.",
      example: "rules:\n  - {when: paidOn < date, error: An order cannot be paid before its date}",
      fix: "correct the record, or the rule, which the note points to.")
    all[.computedValue] = Explanation(
      "A value that docket computes itself",
      reason:
        "This value follows from others, as the total of an order follows from its rows, or the orders of a "
        + "customer from the orders. Written a second time it could differ.",
      example: "total: 252.00",
      fix: "remove the line. A wrong total is fixed in the rows.")
    all[.unknownReference] = Explanation(
      "A reference to a record that does not exist",
      reason:
        "A record is referred to by its id, which is its file's name without .md, written exactly. No record "
        + "of the right kind has this one.",
      example: "customer: Ernst Handel        where the file is customers/ernst-handel.md",
      fix: "write the id: customer: ernst-handel. Or make a file for a new record.")
    all[.referenceToDraft] = Explanation(
      "A reference to a draft",
      reason:
        "A record with 'draft: true' is left out of everything, so one that is not a draft cannot refer to "
        + "it: the link on its page would lead nowhere.",
      example: "customer: acme        where customers/acme.md says 'draft: true'",
      fix: "remove 'draft: true' from the one, or add it to the other as well.")

    all[.repeatedReference] = Explanation(
      "A record named twice in one list of references", .warning,
      reason:
        "A list of references says which records belong together, not how many of each: one that is listed "
        + "twice is counted and added up once.",
      example: "tools: [torque-wrench, truing-stand, torque-wrench]",
      fix:
        "remove the second one; if the number matters, give it an attribute, or rows with a quantity.")
  }
}
