// The names available in templates; `docket theme names` prints them for theme authors.

/// `site`: the same on every page, except for the paths to other pages.
enum SiteFields: Int, ViewFields {
  case title, language, direction, arrow, root, currency, noindex, params, texts, home, entities, pages, menu,
    model, docket, search, history, account, logo, accent, assets, printsNotes, labels
}

/// `site.account`.
enum AccountFields: Int, ViewFields {
  case name, iban, bic
}

/// `site.menu`: the links on every page, limited so that pages do not grow with their number.
enum MenuFields: Int, ViewFields {
  case entities, pages, all
}

/// `page`.
enum PageFields: Int, ViewFields {
  case title, description, url, content, params, isHome, isDraft, feed, calendar, section, sections, history,
    edit, documents, settlements
}

/// An item of a document's `page.settlements`: a payment, or what else its record's `open` subtracts or adds.
enum SettlementFields: Int, ViewFields {
  case label, date, note, sum
}

/// `page.history`: changes of records, newest first.
enum HistoryFields: Int, ViewFields {
  case items, url, isCut
}

/// An item of `page.history.items`: the changes of one record in one commit.
enum ChangeFields: Int, ViewFields {
  case date, iso, author, kind, action, label, title, url, values, changesText, more
}

/// An item of a change's `values`.
enum ChangedValueFields: Int, ViewFields {
  case label, old, new
}

/// An entity in `site.entities`, and `entity` on an index page.
enum EntityFields: Int, ViewFields {
  case name, label, plural, url, count, isCurrent, folder
}

/// A page in `site.pages`.
enum PageLinkFields: Int, ViewFields {
  case title, url, isCurrent
}

/// `record`: docket's additions to a record.
enum RecordFields: Int, ViewFields {
  case id, title, url, body, label, index, path, previous, next, sums, added, state, stateLabel, position,
    implied, asOf, created, changed, paymentCode, isOverdue, labels
}

/// An item of `fields`.
enum FieldFields: Int, ViewFields {
  case name, label, type, value, url, isMissing, isNumber, isBoolean, isTrue, isLong, isTitle, isAdded,
    isState, isTotal, isUsed, isPart, isZero, items, part
}

/// An item of a field's `items`, one of its tags, or of a cell's, one of its records.
enum ItemFields: Int, ViewFields {
  case label, url, isFirst
}

/// A table: an item of `lists`, an index page's records, a block's result.
enum TableFields: Int, ViewFields {
  case name, label, count, isEmpty, columns, columnCount, rows, sections, totals, csv, json, more, isAdded,
    totalLabel, isInside
}

/// A column of a table.
enum ColumnFields: Int, ViewFields {
  case label, name, type, isNumber, isTotal, url, isAscending, isDescending, isSortable
}

/// A row of a table.
enum RowFields: Int, ViewFields {
  case url, cells
}

/// A cell of a row.
enum CellFields: Int, ViewFields {
  case value, url, isMissing, isNumber, isBoolean, isTrue, type, isFirst, isAdded, isState, label, svg,
    items, name
}

/// A section of a table.
enum SectionFields: Int, ViewFields {
  case title, count, rows, totals, totalLabel
}

/// The fields of a money value.
enum MoneyFields: Int, ViewFields {
  case plain, amounts, isNegative, isZero
}

/// One amount of a money value.
enum AmountFields: Int, ViewFields {
  case plain, currency
}

enum NumberFields: Int, ViewFields {
  case plain, isZero, percent
}

enum DateFields: Int, ViewFields {
  case iso, year, month, day, weekday, long
}

/// The fields of a value of any type, in a cell.
enum ValueFields: Int, ViewFields {
  case plain
}

/// `pagination`.
enum PaginationFields: Int, ViewFields {
  case number, count, first, last, total, previous, next, pages
}

/// An item of `pagination.pages`.
enum PageNumberFields: Int, ViewFields {
  case number, url, isCurrent, isGap
}

/// An item of `sorts`.
enum SortFields: Int, ViewFields {
  case label, url, isCurrent, isDescending, reverse, key
}

/// An item of `filters`.
enum FilterFields: Int, ViewFields {
  case label, name, isActive, values, clear, more, count
}

/// An item of a filter's `values`.
enum FacetFields: Int, ViewFields {
  case label, url, count, isCurrent, key
}

/// `newest` on the home page.
enum NewestFields: Int, ViewFields {
  case title, url, table
}

/// `block`: a query's result.
enum BlockFields: Int, ViewFields {
  case title, name, summary, asOf, table, svg, value, query, url, others, opening, closing, since, until
  case documents
}

/// A document of a record that a block shows among others.
enum SheetFields: Int, ViewFields {
  case content, language, direction
}

/// A figure shown beside a block's value for comparison.
enum FigureFields: Int, ViewFields {
  case label, value
}
