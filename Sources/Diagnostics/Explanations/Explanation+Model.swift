// The model, the site and queries.

/// The errors in the model, the site and queries, each explained under the name of its ``DiagnosticID``.
extension Explanation {
  static func addModel(to all: inout [DiagnosticID: Explanation]) {
    all[.invalidModel] = Explanation(
      "A model that does not fit together",
      reason:
        "Something in Content/model.yml contradicts the rest: a name that is declared twice, an entity without a "
        + "folder, a name with forbidden characters, a key that is missing, an option that does not apply to "
        + "its attribute's type.",
      example:
        "entities:\n  Bicycle:\n    attributes:\n      frame: string        no 'folder' says where the files are",
      fix: "change the marked place as the message says.")
    all[.unknownType] = Explanation(
      "An unknown type of attribute",
      reason: "An attribute is of one of the types that docket knows, and the model names another or none.",
      example: "weight: number",
      fix: "write one of string, text, integer, decimal, money, currency, boolean, date, email, url, tags.")
    all[.invalidAccount] = Explanation(
      "An account that no payment code can be made for",
      reason:
        "'account' in site.yml becomes a code on printed orders, which a bank's app reads. A typo in it would "
        + "send the customer's money elsewhere, or the app would refuse the code: the check digits of the IBAN must fit, and the "
        + "parts must be as long as the scheme allows.",
      example: "account: {name: Zur Kette, iban: DE02 1203 0000 0000 2020 15}",
      fix: "copy name and IBAN from the bank's papers.")
    all[.unknownLanguage] = Explanation(
      "A language whose dates and amounts docket cannot write", .warning,
      reason: "site.yml names a language, and docket does not know how it writes dates and amounts. Pages "
        + "show them as in English.",
      example: "language: tlh",
      fix: "write the code of a language, such as de, en-GB or pt-BR, or leave it as it is.")
    all[.unknownEntity] = Explanation(
      "An unknown entity",
      reason:
        "An entity is a kind of record, such as Order or Customer. The model, or a query, names one that does not "
        + "exist.",
      example: "from: Ordr",
      fix: "correct the name, or declare the entity in Content/model.yml.")
    all[.reservedName] = Explanation(
      "A name that is docket's own",
      reason:
        "docket gives every record some names of its own, such as id, path and draft; an attribute of the same "
        + "name could not be distinguished from it.",
      example: "attributes:\n  id: string",
      fix: "choose another name, such as number.")
    all[.inverseMismatch] = Explanation(
      "Two sides of a relationship that do not match",
      reason:
        "An order leads to its customer, and the customer back to the orders: each is the 'inverse' of the "
        + "other, and both must say so.",
      example: "customer: {to: Customer, inverse: order}        but Customer has 'orders'",
      fix: "name on each side the relationship of the other side as its inverse.")
    all[.formulaCycle] = Explanation(
      "A value that is computed from itself",
      reason: "Formulas lead in a circle, so none of them can be computed first.",
      example:
        "vat: money\nnet: {type: money, formula: gross - vat}\ngross: {type: money, formula: net + vat}",
      fix: "let one of them be written in the files, without a formula.")
    all[.foreignMoney] = Explanation(
      "A figure that follows another document", .warning,
      reason:
        "A formula of this record reads an amount, number or date of another file, such as the price in a "
        + "service. When that price changes next year, last year's orders change with it.",
      example: "price: {type: money, formula: service.price}",
      fix:
        "write the figure into the record itself, so that an order keeps what was agreed. docket does so in new "
        + "records, and the note names the command for those that are there.")

    // MARK: Queries

    all[.querySyntax] = Explanation(
      "A query that cannot be read",
      reason:
        "The text of a where, sort, column, formula or rule is not an expression: a quote or a parenthesis is not "
        + "closed, a word is missing, or a character has no meaning there.",
      example: "where: paid = false AND (made = true",
      fix:
        "look at the marked place. Texts and dates are in single quotes, comparisons are joined by AND and OR."
    )
    all[.unknownKeyPath] = Explanation(
      "A query for something the model does not have",
      reason:
        "A query names a value by its key, or by a path such as customer.name, and no such key is declared. The "
        + "result would be empty and look right.",
      example: "where: customer.nam = 'Ann'",
      fix: "correct the key; 'docket model' prints all of them.")
    all[.unknownFunction] = Explanation(
      "An unknown function in a query",
      reason:
        "The name is followed by a parenthesis, or comes after '@', and docket has no function of that name.",
      example: "columns: customer.name, totl(open)",
      fix:
        "use one that exists: abs, ceiling, floor, round, length, uppercase, lowercase, today, addMonths, TERNARY, "
        + "CAST, SUBQUERY; over a group count, sum, avg, min, max, countDistinct; as a whole column cumulative, share, "
        + "change; after a list @distinct, @count, @sum, @avg, @min, @max.")
    all[.typeMismatch] = Explanation(
      "Two things that cannot be compared or added",
      reason:
        "A date is compared with a number, a text is added to an amount, a list is where one value belongs. "
        + "The answer would always be the same, and wrong.",
      example: "where: date > 2026",
      fix: "compare like with like: date.year > 2026, or date > '2026-12-31'.")
    all[.invalidRequest] = Explanation(
      "A query that lacks something, or says it twice",
      reason:
        "The keys of a query do not go together: 'from' with the entity is missing, 'having' is used without "
        + "'group', or one expression is named twice.",
      example: "```query\nwhere: paid = false\n```",
      fix: "add or remove the key that the message names, here 'from: Order'.")
    all[.privateName] = Explanation(
      "Something private that a public site would show", .error,
      reason:
        "A site that is built with --public contains nothing that is marked 'private: true', and only the "
        + "bodies of entities with 'body: public'. A page, template, sort or link of it that reads a private "
        + "name would show it, or sort and count by it.",
      example: "# model.yml: phone: {type: string, private: true}\ncolumns: name, phone",
      fix:
        "leave the name out here, mark the page 'private: true' as well, or remove the mark. Where the name is the title "
        + "of an entity, 'title: id' shows the ids instead.")
  }
}
