import Content
import Diagnostics
import Markdown
import Records

/// The home page of a site without an index.md: query blocks made from the model, as a person would write them.
///
/// It has a tile each for what is open, overdue and to be made, for this month against the last and the same month a
/// year ago, and the chart of the year. What the model has no attributes for is left out.
struct HomeDashboard {
  /// The most records that a list at the end of the page has.
  private static let mostListed = 100
  /// The theme's words.
  let words: [String: String]
  /// The entity that a book is about: the first with a page and a required date.
  private let entity: Entity
  private let date: Attribute
  /// The first listing of the entity, and those that are filtered by the state.
  private let index: String
  private let pagesOfStates: [String: String]

  /// Finds what to show; nil where Content has a home page, no record has a day, or the theme shows no such page.
  init?(_ book: Book, listings: [IndexListing], theme: Theme, words: [String: String]) {
    guard !book.pages.contains(where: { $0.kind == .home }), theme.showsBlocksAtHome else { return nil }
    let model = book.graph.model
    func day(_ entity: Entity) -> Attribute? {
      entity.attributes.first { $0.type == .date && $0.isRequired }
    }
    guard
      let place = model.entities.indices.first(where: {
        model.entities[$0].folder != nil && day(model.entities[$0]) != nil
      }),
      let date = day(model.entities[place]),
      let base = listings.first(where: { $0.entity == place && $0.isBase })
    else { return nil }
    self.words = words
    self.date = date
    entity = model.entities[place]
    index = base.path(ofPage: 1)
    let state = entity.attributes.first(where: \.isState)?.name.text
    let filter = base.filterLabels.firstIndex { $0.name == state }
    var pages: [String: String] = [:]
    for listing in listings where listing.entity == place && filter != nil && listing.facet?.filter == filter
    {
      pages[listing.facetKey ?? ""] = listing.path(ofPage: 1)
    }
    pagesOfStates = pages
  }

  /// The page.
  /// - Parameter title: the site's title.
  func page(title: String, root: String) -> Page {
    let file = SourceFile(path: root + "/index.md", text: text)
    var page = Page(
      document: Document(
        file: file, prefix: root.utf8.count + 1, frontMatter: 0..<0, body: file.bytes.indices), kind: .home)
    page.title = title
    page.isGenerated = true
    return page
  }

  /// Its Markdown.
  var text: String {
    let day = "#" + date.name.text
    var text = ""
    let open = attribute("open") { $0.type == .money }
    if let open {
      text += tile(
        word("stateOpen", "Open"), link: "/" + index, ["where: \"\(open) != 0\"", "columns: \"\(open)\""])
    }
    var lists = ""
    /// The tile of some records. It leads to the page of their state, or where the index is not filtered by states to a
    /// list at the end of this page.
    func tileOfState(
      _ title: String, _ state: String, where predicate: String, columns: [String] = []
    ) -> String {
      let rows = ["where: \(quoted(predicate))"]
      if let page = pagesOfStates[state] { return tile(title, link: "/" + page, rows + columns) }
      let list = ["name: \(state)-list"] + rows + ["limit: \(Self.mostListed)"]
      lists += "## \(title)\n\n" + block("table", title, list)
      return tile(title, link: "#" + Heading.id(for: title), rows + columns)
    }
    if let open, let state = entity.attributes.first(where: { $0.isState && $0.derived != nil }) {
      text += tileOfState(
        word("stateOverdue", "Overdue"), "overdue", where: "#\(state.name.text) = 'overdue'",
        columns: ["columns: \"\(open)\""])
    }
    if let made = attribute("made", where: { $0.type == .boolean }) {
      text += tileOfState(word("stateToMake", "To make"), "to-make", where: "\(made) = false")
    }
    guard
      let total = attribute("total", where: { $0.type == .money })
        ?? entity.attributes.first(where: { $0.type == .money && $0.isTotal }).map({ "#" + $0.name.text })
    else { return text + lists }
    func month(_ label: String, _ month: String) -> String {
      "  - {label: \(quoted(label)), value: \"TERNARY(\(day).month = \(month), \(total), 0)\", total: true}"
    }
    text += tile(
      word("thisMonth", "This month"), link: "/" + index,
      [
        "columns:", month(word("thisMonth", "This month"), "today().month"),
        month(word("lastMonth", "Last month"), "(today() - today().day).month"),
        month(word("yearAgo", "A year ago"), "(today() - today().day - 350).month"),
      ])
    text += block(
      "bar", word("revenueByMonth", "Revenue by month"),
      [
        "compare: year", "where: \"\(day).month > (today() - 365).month AND \(day).month <= today().month\"",
        "group: \"\(day).month\"",
        "columns:", "  - {label: \(quoted(word("month", "Month"))), value: \"\(day).month\"}",
        "  - {label: \(quoted(word("revenue", "Revenue"))), value: \"sum(\(total))\"}",
      ])
    return text + lists
  }

  // MARK: Parts

  private func word(_ name: String, _ english: String) -> String { words[name] ?? english }

  /// An attribute as a key path, where the entity has it and it is of a type.
  private func attribute(_ name: String, where isWanted: (Attribute) -> Bool) -> String? {
    entity.attribute(named: name).flatMap { isWanted($0) ? "#" + name : nil }
  }

  private func tile(_ title: String, link: String, _ lines: [String]) -> String {
    block("number", title, ["link: \(quoted(link))"] + lines)
  }

  private func block(_ style: String, _ title: String, _ lines: [String]) -> String {
    let head = [
      "as: \(style)", "title: \(quoted(title))", "from: \(entity.name)", "summary: false", "exports: false",
    ]
    return "```query\n" + (head + lines).joined(separator: "\n") + "\n```\n\n"
  }

  /// A text in quotes, as YAML reads it back.
  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension Theme {
  /// Whether its home page shows a body with tiles and charts.
  fileprivate var showsBlocksAtHome: Bool {
    guard templates["blocks/number"] != nil, templates["blocks/bar"] != nil, let home = templates["home"]
    else {
      return false
    }
    return String(decoding: home.bytes, as: UTF8.self).contains("page.content")
  }
}
