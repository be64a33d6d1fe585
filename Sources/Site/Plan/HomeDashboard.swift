import Content
import Diagnostics
import Formatting
import FrontMatter
import Query
import Records

/// The home page of a site without an index.md: query blocks from the model, as a user would write them.
///
/// It has tiles for open, overdue and unmade records, and for this month compared with the last month and the
/// same month a year ago, and a chart of the year. Each tile links to the list that its figure is the total
/// or count of. Blocks that need attributes which the model lacks are left out.
struct HomeDashboard: Sendable {
  /// The records of a tile, listed on pages of their own.
  struct List: Sendable {
    /// The tile's title.
    let title: String
    /// The path of the list's first page without `.html`.
    let stem: String
    /// The predicate that selects the records.
    let predicate: String
  }

  /// Has the theme's words.
  let formatter: ValueFormatter
  /// The index of the main entity (``HomeDashboard/mainEntity(of:)``).
  let base: IndexListing
  /// The page's Markdown, made of query blocks.
  private(set) var text = ""
  /// The lists of tiles for which the index has no page.
  private(set) var lists: [List] = []
  private let entity: Entity
  private let date: Attribute
  private let amount: Attribute?
  /// The index's filtered pages, by filter and value: `state=overdue`.
  private var pagesOfValues: [String: String] = [:]

  /// Makes the page's content; nil if Content has a home page, or no record has a date.
  init?(_ book: Book, listings: [IndexListing], formatter: ValueFormatter) {
    guard !book.pages.contains(where: { $0.kind == .home }) else { return nil }
    let model = book.graph.model
    guard let place = Self.mainEntity(of: book),
      let date = model.entities[place].requiredDate,
      let base = listings.first(where: { $0.entity == place && $0.isBase })
    else { return nil }
    self.formatter = formatter
    self.date = date
    entity = model.entities[place]
    amount = Self.amount(of: place, in: book)
    self.base = base
    // If an index leaves records out, its pages do not show all records that a tile counts.
    for listing in listings where listing.entity == place && base.page?.request.predicate == nil {
      guard let facet = listing.facet else { continue }
      pagesOfValues["\(base.filters[facet.filter].name)=\(facet.key)"] = listing.path(ofPage: 1)
    }
    addBlocks()
  }

  /// The main entity of a book: the first with a page, a required date and an amount, else the first with a
  /// page and a required date; nil if there is none.
  static func mainEntity(of book: Book) -> Int? {
    let dated = book.graph.model.entities.indices.filter {
      book.graph.model.entities[$0].folder != nil && book.graph.model.entities[$0].requiredDate != nil
    }
    return dated.first { amount(of: $0, in: book) != nil } ?? dated.first
  }

  /// The amount to add up for an entity's records by date: `total`, else the first that can be added up. An
  /// amount that depends on other files or on rows with days of their own, such as what a member owes, does not belong to
  /// the record's date.
  private static func amount(of index: Int, in book: Book) -> Attribute? {
    let model = book.graph.model
    let entity = model.entities[index]
    func isOwn(_ table: Int) -> Bool {
      guard table != entity.table else { return true }
      return book.graph.tables[table].owners?.table == entity.table
        && model.tables[table].entities.allSatisfy { model.entities[$0].day == nil }
    }
    func readsOthers(_ attribute: Attribute) -> Bool {
      book.expressions.computed.contains { item in
        // A subentity inherits what an ancestor computes.
        model.entities[item.entity].family.contains(index)
          && item.attribute.column == attribute.column
          && item.expression.reads.columns.contains { !isOwn($0.table) }
      }
    }
    let own = entity.attributes.filter { $0.type == .money && !readsOthers($0) }
    return own.first { $0.name.text == "total" } ?? own.first(where: \.isTotal)
  }

  /// The page.
  /// - Parameter title: the site's title.
  func page(title: String, root: String) -> Page {
    let file = SourceFile(path: root + "/index.md", text: text)
    var page = Page(
      file: MarkdownFile(
        source: file, prefix: root.utf8.count + 1, frontMatter: 0..<0, body: file.bytes.indices), kind: .home)
    page.title = LabelText(title)
    page.isGenerated = true
    return page
  }

  // MARK: Parts

  private mutating func addBlocks() {
    if let open = entity.attribute(named: "open", of: .money) {
      let columns = ["columns: \"#open\""]
      addTile(open.label, "open", where: "#open != 0", columns)
      if let state = entity.attributes.first(where: { $0.isState && $0.derived != nil }) {
        addTile(
          formatter.word("stateOverdue", "Overdue"), "overdue", where: "#\(state.name.text) = 'overdue'",
          columns, value: "\(state.name.text)=overdue")
      }
    }
    if entity.attribute(named: "made", of: .boolean) != nil {
      addTile(
        formatter.word("stateToMake", "To make"), "to-make", where: "#made = false", value: "made=false")
    }
    guard let amount else { return }
    // Any other amount is labelled with its name, as it may not be revenue.
    let isRevenue = amount.name.text == "total" && entity.isBuiltIn
    let total = "#" + amount.name.text
    let day = "#" + date.name.text
    func month(_ label: String, _ month: String) -> String {
      "  - {label: \(quoted(label)), value: \"TERNARY(\(day).month = \(month), \(total), 0)\", total: true}"
    }
    let revenue = isRevenue ? formatter.word("revenue", "Revenue") : amount.label
    let title = formatter.word("thisMonth", "This month") + (isRevenue ? "" : ": " + amount.label)
    text += tile(
      title, "this-month", link: list(title, "this-month", where: "\(day).month = today().month"),
      [
        "columns:", month(formatter.word("thisMonth", "This month"), "today().month"),
        month(formatter.word("lastMonth", "Last month"), "addMonths(today(), -1).month"),
        month(formatter.word("yearAgo", "A year ago"), "addMonths(today(), -12).month"),
      ])
    text += block(
      "bar", isRevenue ? formatter.word("revenueByMonth", "Revenue by month") : amount.label, "by-month",
      [
        "compare: year",
        "where: \"\(day).month > addMonths(today(), -12).month AND \(day).month <= today().month\"",
        "group: \"\(day).month\"",
        "columns:", "  - {label: \(quoted(formatter.word("month", "Month"))), value: \"\(day).month\"}",
        "  - {label: \(quoted(revenue)), value: \"sum(\(total))\"}",
      ])
  }

  /// Adds a tile of some records, with a link to the index's page for a value, or to a list of their own.
  private mutating func addTile(
    _ title: String, _ name: String, where predicate: String, _ columns: [String] = [], value: String = ""
  ) {
    let page = pagesOfValues[value].map { "/" + $0 }
    text += tile(
      title, name, link: page ?? list(title, name, where: predicate),
      ["where: \(quoted(predicate))"] + columns)
  }

  /// Adds a list.
  /// - Returns: the path of the list.
  private mutating func list(_ title: String, _ name: String, where predicate: String) -> String {
    let list = List(title: title, stem: "index/" + name, predicate: predicate)
    lists.append(list)
    return "/\(list.stem).html"
  }

  private func tile(_ title: String, _ name: String, link: String, _ lines: [String]) -> String {
    block("number", title, name, ["link: \(quoted(link))"] + lines)
  }

  /// A query block. Its name is not made of the title, as two of a site's own words may be the same.
  private func block(_ style: String, _ title: String, _ name: String, _ lines: [String]) -> String {
    let head = [
      "as: \(style)", "title: \(quoted(title))", "name: \(name)", "from: \(entity.name)", "summary: false",
      "exports: false",
    ]
    return "```query\n" + (head + lines).joined(separator: "\n") + "\n```\n\n"
  }
}

extension Theme {
  /// Whether the theme's home page shows a body with tiles and charts.
  var showsBlocksAtHome: Bool {
    templates["blocks/number"] != nil && templates["blocks/bar"] != nil
      && templates["home"]?.mentions("page.content") ?? false
  }
}
