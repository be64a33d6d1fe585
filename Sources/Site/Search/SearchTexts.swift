import Content
import Diagnostics
import Formatting
import Locale
import Records

/// The texts by which pages are found: for a record its entity's label, its id, its title, its attributes, the titles
/// of related records, the records written inside it, and its body. A date is found as written in the record and as
/// printed.
///
/// This is a class because it is used for every record, and copying it would retain each of its parts.
final class SearchTexts: Sendable {
  /// The searched columns of an entity's records.
  private struct EntityColumns: Sendable {
    let label: String
    /// Whether their title is none of the columns.
    var hasComputedTitle = false
    /// The columns of texts, tags, amounts and dates.
    var columns: [Int] = []
    /// The relationships written in the records, each with its destination table.
    var titles: [(link: Int, table: Int)] = []
    /// The lists of records written inside.
    var lists: [(link: Int, table: Int)] = []
  }

  private let graph: RecordGraph
  private let pages: [PageBody]
  private let titles: RecordTitles
  private let entities: [EntityColumns]

  /// The currencies that are printed in letters, as they are printed: `zł`.
  private let currencies: [Currency: [UInt8]]
  private let locale: SiteLocale

  /// The maximum number of related records of a relationship whose titles are searched: in a pair of lists, either
  /// side may have thousands.
  private static let maximumTitles = 32

  init(_ graph: RecordGraph, pages: [PageBody], titles: RecordTitles, _ formatter: ValueFormatter) {
    self.graph = graph
    self.pages = pages
    self.titles = titles
    currencies = formatter.currenciesInLetters.mapValues { Array($0.utf8) }
    locale = formatter.locale
    entities = graph.model.entities.enumerated().map { index, entity in
      var found = EntityColumns(label: entity.label)
      found.hasComputedTitle = titles.areComputed(of: index)
      for attribute in entity.attributes where !attribute.isState {
        switch graph.tables[entity.table].columns[attribute.column] {
        case .text, .tags, .money, .date: found.columns.append(attribute.column)
        case .number, .boolean, .currency: break
        }
      }
      for relationship in entity.relationships {
        let end = (link: relationship.link, table: graph.model.entities[relationship.destination].table)
        switch relationship.origin {
        case .written: found.titles.append(end)
        case .owned: found.lists.append(end)
        case .owner: break
        case .computed: if !relationship.isMany { found.titles.append(end) }
        }
      }
      return found
    }
  }

  /// Calls a closure with each text of a page.
  /// - Parameters:
  ///   - scratch: a buffer for figures.
  ///   - body: called with each text, in UTF-8.
  ///   - linked: called with each record whose title is also one of the texts, as many records share it.
  func forEach(
    of entry: SearchIndex.Entry, _ scratch: inout [UInt8], _ body: (Span<UInt8>) -> Void,
    linked: (_ row: Int, _ table: Int) -> Void
  ) {
    switch entry {
    case .page(let index):
      body(pages[index].title.utf8.span)
      forEachText(of: pages[index].page.file, body)
    case .record(let table, let row):
      let entity = graph.entity(of: row, in: table)
      body(entities[entity].label.utf8.span)
      body(graph.tables[table].ids[row].utf8.span)
      if entities[entity].hasComputedTitle { linked(row, table) }
      forEach(ofRecord: row, in: table, &scratch, body, linked: linked)
      forEachText(of: graph.files[Int(graph.tables[table].files[row])], body)
    }
  }

  /// The title of a record.
  func title(of row: Int, in table: Int) -> String { titles.title(of: row, in: table, graph: graph) }

  /// The number of records in each table.
  var recordCounts: [Int] { graph.tables.map(\.count) }

  private func forEachText(of file: MarkdownFile, _ body: (Span<UInt8>) -> Void) {
    guard !file.body.isEmpty else { return }
    let bytes = file.source.bytes
    body(bytes.span.extracting(file.body))
  }

  private func forEach(
    ofRecord row: Int, in table: Int, _ scratch: inout [UInt8], _ body: (Span<UInt8>) -> Void,
    linked: (_ row: Int, _ table: Int) -> Void
  ) {
    let entity = graph.entity(of: row, in: table)
    for column in entities[entity].columns {
      scratch.removeAll(keepingCapacity: true)
      switch graph.tables[table].columns[column] {
      case .text(let values): if let text = values[row] { body(text.utf8.span) }
      case .tags(let values): for tag in values[row] { body(tag.utf8.span) }
      case .date(let values):
        guard let date = values[row] else { break }
        date.append(to: &scratch)
        scratch.append(UInt8(ascii: " "))
        let (year, month, day) = date.parts
        locale.appendDate(year: year, month: month, day: day, to: &scratch)
        body(scratch.span)
      case .money(let values):
        guard let money = values[row] else { break }
        // A space separates the figures of several currencies.
        for amount in money.amounts where !amount.number.isZero {
          amount.number.append(to: &scratch, minimumDigits: amount.currency.digits)
          scratch.append(UInt8(ascii: " "))
          // Two digits after a mark are decimals with or without zeros; three may be thousands, so both forms are words.
          if max(amount.number.scale, amount.currency.digits) > 2 {
            amount.number.withoutTrailingZeros.append(to: &scratch)
            scratch.append(UInt8(ascii: " "))
          }
          if let name = currencies[amount.currency] { scratch += name + " ".utf8 }
        }
        body(scratch.span)
      case .number, .boolean, .currency: break
      }
    }
    for (link, destination) in entities[entity].titles {
      for target in graph.tables[table].links[link].targets(of: row).prefix(Self.maximumTitles) {
        linked(Int(target), destination)
      }
    }
    for (link, destination) in entities[entity].lists {
      for target in graph.tables[table].links[link].targets(of: row) {
        forEach(ofRecord: Int(target), in: destination, &scratch, body, linked: linked)
      }
    }
  }
}
