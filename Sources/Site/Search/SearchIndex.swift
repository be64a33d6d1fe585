import Content
import Formatting
import Records

/// The search index: for each word the pages that contain it, in parts small enough to load only a few.
///
///     search/head.js       the number of parts, and the beginnings of the first words of each index
///     search/index-2.js    the beginnings of the first words of 64 parts
///     search/words-7.js    words and their pages
///     search/long-3.js     some pages of a common word
///     search/pages-12.js   the entries of 24 pages
struct SearchIndex: Sendable {
  /// The number of pages in a part. Each of a search's first hits may be in another part, and all of them are to be
  /// read with some 20 kB; a part of fewer pages costs more as a file than as text.
  static let chunk = 24
  /// The approximate number of bytes of words in a part.
  static let shard = 4_500
  /// The number of parts of words in an index.
  static let indexed = 64
  /// The maximum number of pages stored with a word. With more, only the first few are stored there, and all
  /// of them in separate parts.
  static let maximumBeside = 160
  /// The number of pages stored with the word in that case.
  static let fewBeside = 40
  /// The number of pages of a word in a part, about as many bytes.
  static let listed = 1_024
  /// The number of pages in a part of a word that more than a sixth of all pages contain, one bit each.
  static let marked = 6 * listed

  enum DataFile: Sendable, Hashable {
    case head
    case index(Int)
    case words(Int)
    case long(Int)
    case pages(Int)

    /// Its name, without extension.
    var name: String {
      switch self {
      case .head: "head"
      case .index(let index): "index-\(index)"
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

  /// The pages in the order of results: pages of Content, records without a date, the pages that `each` makes, then the
  /// newest records.
  let entries: [Entry]
  /// The words of each part, as written to its file.
  private(set) var words: [[UInt8]] = []
  /// The beginning of the first word of each part, long enough to distinguish it from the previous word.
  private(set) var firsts: [ArraySlice<UInt8>] = []
  /// The parts with the pages of common words, as written to files.
  private(set) var long: [[UInt8]] = []
  /// For each entity, the hints that distinguish records with the same title.
  let hints: [SearchHint]

  /// Makes the index of a site.
  /// - Complexity: O(*n* log *n*) in the words of all texts.
  init(
    _ graph: RecordGraph, pages: [PageBody], titles: RecordTitles, _ formatter: ValueFormatter
  ) async {
    var dated: [(day: Int32, place: Int32, table: Int, row: Int)] = []
    let others = pages.indices.filter { pages[$0].page.kind == .other || pages[$0].page.kind == .home }
    // The pages that `each` makes of records would hide these.
    let made = others.filter { pages[$0].page.instance != nil }
    var entries = others.filter { pages[$0].page.instance == nil }.map { Entry.page($0) }
    for table in graph.tables.indices where graph.tables[table].owners == nil {
      for index in graph.model.tables[table].entities {
        let date = MainDate(of: index, in: graph.model)
        for row in graph.rows(of: index, includingSubentities: false) {
          if let day = date?.day(of: row, in: graph) {
            dated.append((Int32(day.dayNumber), Int32(dated.count), table, row))
          } else {
            entries.append(.record(table: table, row: row))
          }
        }
      }
    }
    // Newest first, then by position, so that the same content always gives the same bytes.
    dated.sort { ($1.day, $0.place) < ($0.day, $1.place) }
    entries += made.map { .page($0) } + dated.map { .record(table: $0.table, row: $0.row) }
    self.entries = entries
    hints = graph.model.entities.map { SearchHint($0, graph.model) }
    let texts = SearchTexts(graph, pages: pages, titles: titles, formatter)
    let all = entries
    let found = await inParallel(all.count, by: max(2_048, all.count / 16)) { part in
      Self.find(in: part, of: all, texts)
    }
    addWords(found)
  }

  /// The words of some pages, with the pages of each word.
  private struct Found: Sendable {
    let words: InternedTexts
    /// The start of each word's pages in `pages`, followed by their total number.
    let starts: [Int32]
    /// The numbers of the pages, ascending for each word.
    var pages: [Int32] = []
  }

  private static func find(in part: Range<Int>, of entries: [Entry], _ texts: SearchTexts) -> Found {
    var finder = WordFinder(recordCounts: texts.recordCounts)
    var splitter = SearchWords()
    var scratch: [UInt8] = []
    for number in part {
      let page = Int32(number)
      texts.forEach(of: entries[number], &scratch) { text in
        finder.add(text, on: page, &splitter)
      } linked: { row, table in
        finder.add(texts.title(of: row, in: table), of: row, in: table, on: page, &splitter)
      }
    }
    let words = finder.words
    var starts = [Int32](repeating: 0, count: words.count + 1)
    for (word, _) in finder.found { starts[Int(word) + 1] += 1 }
    for word in 0..<words.count { starts[word + 1] += starts[word] }
    var found = Found(words: words, starts: starts)
    found.pages = [Int32](repeating: 0, count: finder.found.count)
    for (word, page) in finder.found {
      found.pages[Int(starts[Int(word)])] = page
      starts[Int(word)] += 1
    }
    return found
  }

  /// Joins the words found in each part, and writes the lines of all words in sorted order.
  private mutating func addWords(_ parts: [Found]) {
    var all = InternedTexts()
    // A linked list of each word's occurrences: a part, the word's number in it, the next occurrence.
    var places: [(part: Int32, word: Int32, next: Int32)] = []
    var ends: [(first: Int32, last: Int32)] = []
    for (number, part) in parts.enumerated() {
      for index in 0..<part.words.count {
        let word = all.index(of: index, in: part.words)
        let place = Int32(places.count)
        places.append((Int32(number), Int32(index), -1))
        if word == ends.count {
          ends.append((place, place))
        } else {
          places[Int(ends[word].last)].next = place
          ends[word].last = place
        }
      }
    }
    // The first eight bytes decide nearly all comparisons.
    var keys = (0..<all.count).map { (key: all.key(of: $0), word: Int32($0)) }
    keys.sort {
      $0.key == $1.key
        ? all[Int($0.word)].lexicographicallyPrecedes(all[Int($1.word)]) : $0.key < $1.key
    }
    var lines: [UInt8] = []
    var pages: [Int32] = []
    var last: ArraySlice<UInt8> = []
    for (_, word) in keys {
      pages.removeAll(keepingCapacity: true)
      var place = Int(ends[Int(word)].first)
      while place >= 0 {
        let part = parts[Int(places[place].part)]
        let index = Int(places[place].word)
        pages += part.pages[Int(part.starts[index])..<Int(part.starts[index + 1])]
        place = Int(places[place].next)
      }
      if lines.isEmpty {
        firsts.append(Self.beginning(of: all[Int(word)], after: last))
        last = []
      } else {
        lines.append(UInt8(ascii: "\n"))
      }
      Self.appendFrontCoded(all[Int(word)], after: last, to: &lines)
      appendPages(pages, to: &lines)
      last = all[Int(word)]
      if lines.count >= Self.shard {
        words.append(lines)
        lines = []
      }
    }
    if !lines.isEmpty { words.append(lines) }
  }

  /// The beginning of a word that distinguishes it from the preceding one, in whole characters.
  private static func beginning(
    of word: ArraySlice<UInt8>, after last: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    let common = zip(word, last).prefix { $0 == $1 }.count
    // Bytes of the form 10xxxxxx continue a character.
    let rest = word.dropFirst(common + 1).prefix { $0 & 0xC0 == 0x80 }.count
    return word.prefix(common + 1 + rest)
  }

  /// Appends the pages of a word. If there are many, appends the first few, the total, the first part, and
  /// the first page of each part; the latter is omitted if the parts are bitmaps of ``marked`` pages.
  private mutating func appendPages(_ numbers: [Int32], to lines: inout [UInt8]) {
    lines.append(UInt8(ascii: " "))
    guard numbers.count > Self.maximumBeside else { return Self.append(numbers[...], to: &lines) }
    Self.append(numbers.prefix(Self.fewBeside), to: &lines)
    lines += " \(numbers.count) \(long.count)".utf8
    if numbers.count > entries.count / 6 {
      var bits = [UInt8](repeating: 0, count: (entries.count + 5) / 6)
      for number in numbers { bits[Int(number) / 6] |= 1 << UInt8(number % 6) }
      for start in stride(from: 0, to: bits.count, by: Self.listed) {
        long.append(bits[start...].prefix(Self.listed).map { Self.digits.utf8Start[Int($0)] })
      }
    } else {
      var starts: [Int32] = []
      for start in stride(from: 0, to: numbers.count, by: Self.listed) {
        let part = numbers[start...].prefix(Self.listed)
        starts.append(numbers[start])
        var bytes: [UInt8] = []
        Self.append(part, to: &bytes)
        long.append(bytes)
      }
      lines.append(UInt8(ascii: " "))
      Self.append(starts[...], to: &lines)
    }
  }
}
