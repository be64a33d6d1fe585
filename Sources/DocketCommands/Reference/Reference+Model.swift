extension Reference {
  /// The keys of model.yml.
  static let model = #"""
    MODEL.YML
      Adds to the built-in model, merged by name. NAME: null removes something,
      'extends: none' starts from nothing.

        entities:
          Order:
            attributes:
              bicycle: string               short for {type: string}
              status: {type: string, choices: [waiting, ready]}
              reminder: {type: date, formula: due + 14}
            rules:
              - {when: made = true AND total = 0, warn: Made and costs nothing}

      Entities        folder, or inside: Order.rows (a list in the owner's file,
                      whose records are 2026-0123#1, #2 ...), or abstract: true;
                      parent, label, plural, title and sort (expressions),
                      attributes, relationships, rules, documents, private,
                      body: public, and lists: the columns and the sort of
                      related records on a record's page, as in
                      lists: {orders: {columns: "date, total", sort: -date}}
      Attributes      type (see 'docket check --help'), required, default,
                      choices, min, max, min-length, max-length, pattern (of the
                      whole text), unique, digits, percent (pages print 0.19 as
                      19%), label, total (whether tables add it up; if not
                      given, only computed amounts are), translations (the
                      attributes with its texts in other languages, which
                      documents show: name: {translations: {fr: nameFr}}),
                      private; formula is
                      computed where no value is written, derived always; was:
                      the names it had before, so that 'docket check --fix'
                      renames keys and queries, and closed periods and the log
                      go on under the present name
      Relationships   to, many, inverse, required, min-count, max-count, label,
                      private, was, and delete: what happens to the record at the
                      other end when this one is deleted: nullify (the default),
                      cascade, deny or no-action. A row that is removed leaves
                      its owner. The side that leads to one record is written
                      in files; its inverse is computed. Where both are many,
                      either may list ids. A list inside its owner may have
                      implied: {when: PREDICATE, ATTRIBUTE: EXPRESSION ...},
                      about the owner: where the predicate holds, a record that
                      no file contains is added at its end. It sees only the
                      written records of the list
      Rules           {when: PREDICATE, error: TEXT}, or unless, or warn
      Documents       further pages of a record: {invoice: PREDICATE} makes
                      orders/2026/2026-0001/invoice.html with the template
                      entities/Order.invoice; {when, label, private, language}
                      says more. 'language' is an expression such as
                      customer.language that gives a tag (fr, de-CH) or nothing:
                      the page is then in that language, with the theme's words,
                      labels, translations, and 'languages' of site.yml.
                      A template alone makes the page for every record

      A label or plural is one text, or one for each language:
      label: {en: Deposit, fr: Acompte}. So is one of a column.

      Results of formulas keep the attribute's bounds. Money is in the currency
      written with it, or in its order's 'currency', or in the site's; currencies
      are never added together. Formulas round once, at the end, half away from
      zero. A formula that reads a figure of another file (service.price) gets a
      warning: last year's totals would follow this year's prices. In a record with
      a day and in its rows, the value of a formula that is nothing but such a
      figure (vat: {type: decimal, formula: service.vat}) is written into the file
      by 'docket new', 'add', 'import' and the forms, and only records without it
      are warned of.

      The names id, path, draft, was, position, implied, record, page, site,
      fields and lists are docket's own. 'docket query --help' describes
      predicates and expressions.
    """#
}
