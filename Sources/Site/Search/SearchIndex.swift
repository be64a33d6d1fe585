import Content
import Diagnostics
import Query
import Records

/// What the search finds: for each word the pages that have it, in parts small enough that a query loads a few.
///
///     search/head.js       how many pages, and the first word of each part
///     search/words-7.js    words and their pages
///     search/long-3.js     all pages of a word that many have
///     search/pages-12.js   what to show of 32 pages
struct SearchIndex: Sendable {
  /// How many pages share a part.
  static let chunk = 32
  /// How many bytes of words share a part, about.
  static let shard = 8_000
  /// The most pages that stand beside a word; of more the first few stand there, and all in a part of their own.
  static let mostBeside = 160
  /// How many stand there then.
  static let fewBeside = 40

  /// One part.
  enum Part: Sendable, Hashable {
    case head
    case words(Int)
    case long(Int)
    case pages(Int)

    /// The name of its file, without the ending.
    var name: String {
      switch self {
      case .head: "head"
      case .words(let index): "words-\(index)"
      case .long(let index): "long-\(index)"
      case .pages(let index): "pages-\(index)"
      }
    }
  }

  /// A page that can be found.
  enum Entry: Sendable {
    /// A record, by its table and row.
    case record(table: Int, row: Int)
    /// A page of Content, by its index.
    case page(Int)
  }

  /// The pages in the order in which they are found: those of Content, records without a day, then the newest.
  let entries: [Entry]
  /// The words of each part, as the lines of its file.
  private(set) var words: [[UInt8]] = []
  /// The first word of each part.
  private(set) var firsts: [String] = []
  /// The pages of words that many have.
  private(set) var long: [[Int32]] = []

  /// Makes the index of a site.
  /// - Complexity: O(*n* log *n*) in the words of all texts.
  init(_ graph: RecordGraph, pages: [PageBody], titles: RecordTitles) async {
    var dated: [(day: Int, Entry)] = []
    var entries = pages.indices.filter { pages[$0].page.kind == .other || pages[$0].page.kind == .home }.map {
      Entry.page($0)
    }
    for table in graph.tables.indices where graph.tables[table].owners == nil {
      for index in graph.model.tables[table].entities {
        let date = MainDate(of: index, in: graph.model)
        for row in graph.rows(of: index, includingSubentities: false) {
          if let day = date?.day(of: row, in: graph) {
            dated.append((Int(day.dayNumber), .record(table: table, row: row)))
          } else {
            entries.append(.record(table: table, row: row))
          }
        }
      }
    }
    // The sort is stable by the place, so that the same content gives the same bytes.
    let order = dated.indices.sorted { (dated[$1].day, $0) < (dated[$0].day, $1) }
    entries += order.map { dated[$0].1 }
    self.entries = entries
    let all = entries
    let found = await inParallel(all.count, by: 2_048) { part in
      var index: [String: [Int32]] = [:]
      for number in part {
        Self.forEachText(of: all[number], graph, pages, titles) { text in
          SearchWords.forEach(in: text) { word in
            if index[word, default: []].last != Int32(number) {
              index[word, default: []].append(Int32(number))
            }
          }
        }
      }
      return index
    }
    var index = found.first ?? [:]
    for part in found.dropFirst() { for (word, numbers) in part { index[word, default: []] += numbers } }
    addWords(index)
  }

  private mutating func addWords(_ index: [String: [Int32]]) {
    // Sorting by the first eight bytes is nearly all of sorting.
    var keys = index.map { (key: Self.key(of: $0.key), word: $0.key, numbers: $0.value) }
    keys.sort { $0.key == $1.key ? $0.word.utf8.lexicographicallyPrecedes($1.word.utf8) : $0.key < $1.key }
    var lines: [UInt8] = []
    for (_, word, numbers) in keys {
      if lines.isEmpty { firsts.append(word) }
      lines += word.utf8
      lines.append(UInt8(ascii: " "))
      lines += String(numbers.count).utf8
      lines.append(UInt8(ascii: " "))
      if numbers.count > Self.mostBeside {
        Self.append(numbers.prefix(Self.fewBeside), to: &lines)
        // A word on more than an eighth of many pages narrows nothing beside others, and would be long to load.
        if numbers.count > max(Self.chunk * 128, entries.count / 8) {
          lines += " -".utf8
        } else {
          lines += " \(long.count)".utf8
          long.append(numbers)
        }
      } else {
        Self.append(numbers[...], to: &lines)
      }
      lines.append(UInt8(ascii: "\n"))
      if lines.count >= Self.shard {
        words.append(lines)
        lines = []
      }
    }
    if !lines.isEmpty { words.append(lines) }
  }

  private static func key(of word: String) -> UInt64 {
    var key: UInt64 = 0
    var count = 0
    for byte in word.utf8.prefix(8) {
      key = key << 8 | UInt64(byte)
      count += 1
    }
    return key << UInt64(8 * (8 - count))
  }

  /// Appends the distances between ascending numbers, five bits to a character, the least first; the sixth says that
  /// more follow.
  private static func append(_ numbers: ArraySlice<Int32>, to output: inout [UInt8]) {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var last: Int32 = -1
    for number in numbers {
      var distance = Int(number - last - 1)
      last = number
      while distance > 31 {
        output.append(digits[distance & 31 | 32])
        distance >>= 5
      }
      output.append(digits[distance])
    }
  }

  // MARK: Texts

  /// The texts by which a page is found.
  private static func forEachText(
    of entry: Entry, _ graph: RecordGraph, _ pages: [PageBody], _ titles: RecordTitles,
    _ body: (String) -> Void
  ) {
    switch entry {
    case .page(let index):
      body(pages[index].title)
      pages[index].page.document.bodyText.map(body)
    case .record(let table, let row):
      body(graph.id(of: row, in: table))
      forEachText(ofRecord: row, in: table, graph, titles, body)
      graph.document(of: row, in: table).bodyText.map(body)
    }
  }

  private static func forEachText(
    ofRecord row: Int, in table: Int, _ graph: RecordGraph, _ titles: RecordTitles, _ body: (String) -> Void
  ) {
    let entity = graph.model.entities[graph.entity(of: row, in: table)]
    for attribute in entity.attributes where !attribute.isState {
      switch graph.tables[table].columns[attribute.column] {
      case .text(let values): values[row].map(body)
      case .tags(let values): values[row].forEach(body)
      case .money(let values):
        values[row]?.amounts.forEach { if !$0.number.isZero { body($0.number.description) } }
      case .date(let values): (values[row]?.description).map(body)
      case .number, .boolean, .currency: break
      }
    }
    for relationship in entity.relationships {
      switch (graph.tables[table].links[relationship.link], relationship.origin) {
      case (.one(let targets), let origin) where targets[row] >= 0 && origin != .owner:
        let destination = graph.model.entities[relationship.destination].table
        body(titles.title(of: Int(targets[row]), in: destination, graph: graph))
      case (.many, .owned):
        let destination = graph.model.entities[relationship.destination].table
        for target in graph.tables[table].links[relationship.link].targets(of: row) {
          forEachText(ofRecord: Int(target), in: destination, graph, titles, body)
        }
      default: break
      }
    }
  }

  // MARK: Writing

  /// All parts.
  var parts: [Part] {
    [.head] + words.indices.map { .words($0) } + long.indices.map { .long($0) }
      + (0..<(entries.count + Self.chunk - 1) / Self.chunk).map { .pages($0) }
  }

  /// Appends a part as a script: one call with its key and its value.
  func append(_ part: Part, site: SiteView, pages: [PageBody], to output: inout [UInt8]) {
    output += "docket(\"search/\(part.name)\",".utf8
    switch part {
    case .head: appendHead(site, to: &output)
    case .words(let index): JSONText.append(words[index], to: &output)
    case .long(let index):
      output.append(UInt8(ascii: "\""))
      Self.append(long[index][...], to: &output)
      output.append(UInt8(ascii: "\""))
    case .pages(let index):
      output.append(UInt8(ascii: "["))
      for number in index * Self.chunk..<min(entries.count, (index + 1) * Self.chunk) {
        if number > index * Self.chunk { output += ",\n".utf8 }
        append(entries[number], site, pages, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    }
    output += ")\n".utf8
  }

  private func appendHead(_ site: SiteView, to output: inout [UInt8]) {
    output += #"{"count":\#(entries.count),"chunk":\#(Self.chunk),"found":"#.utf8
    JSONText.append(site.formatter.words["found"] ?? "{0} found", to: &output)
    output += #","firsts":["#.utf8
    for (index, first) in firsts.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      JSONText.append(first, to: &output)
    }
    output += "]}".utf8
  }

  /// Appends a page: what it is called, where it is, what it is, and what tells it from others of its name.
  private func append(_ entry: Entry, _ site: SiteView, _ pages: [PageBody], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
    switch entry {
    case .page(let index):
      JSONText.append(pages[index].title, to: &output)
      output.append(UInt8(ascii: ","))
      JSONText.append(PercentEncoding.path(OutputPath.page(of: pages[index].page.document.path)), to: &output)
      output += ",\"\",\"\"".utf8
    case .record(let table, let row):
      let entity = site.graph.model.entities[site.graph.entity(of: row, in: table)]
      JSONText.append(site.titles.title(of: row, in: table, graph: site.graph), to: &output)
      output.append(UInt8(ascii: ","))
      JSONText.append(Array(site.pages[site.document(of: row, in: table)]), to: &output)
      output.append(UInt8(ascii: ","))
      JSONText.append(entity.label, to: &output)
      output.append(UInt8(ascii: ","))
      JSONText.append(hint(of: row, in: table, entity, site), to: &output)
    }
    output.append(UInt8(ascii: "]"))
  }

  private func hint(of row: Int, in table: Int, _ entity: Entity, _ site: SiteView) -> String {
    var parts: [String] = []
    for relationship in entity.relationships where !relationship.isMany {
      let destination = site.graph.model.entities[relationship.destination].table
      guard site.linkCount(table, relationship.link, row) > 0 else { continue }
      let target = site.linkTarget(0, table, relationship.link, row)
      parts.append(site.titles.title(of: target, in: destination, graph: site.graph))
    }
    let date = entity.attributes.first { $0.type == .date && $0.isRequired }
    let total =
      entity.attributes.first { $0.type == .money && $0.isTotal }
      ?? entity.attributes.first { $0.type == .money }
    for attribute in [date, total].compactMap(\.self) {
      let value = site.graph.tables[table].columns[attribute.column][row]
      if value != .null { parts.append(site.formatter.text(of: value) { _, _ in "" }) }
    }
    return parts.prefix(3).joined(separator: " · ")
  }
}
