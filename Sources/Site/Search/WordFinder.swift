import Records

/// The words of some pages as they are found, each identified by a number.
struct WordFinder {
  /// The words that were found.
  private(set) var words = InternedTexts()
  /// Each word of each page once, in the order of the pages.
  private(set) var found: [(word: Int32, page: Int32)] = []
  /// The last page that each word was found on.
  private var lastPages: [Int32] = []
  /// Where the words of each record's title begin in `titleWords`, by its table and row; -1 before they were asked
  /// for.
  private var titles: [[Int32]]
  /// For each title the number of its words, and they.
  private var titleWords: [Int32] = []

  /// Prepares to find words.
  /// - Parameter counts: how many records each table has.
  init(recordCounts counts: [Int]) {
    titles = counts.map { Array(repeating: -1, count: $0) }
  }

  /// Adds the words of a text of a page.
  /// - Parameter splitter: splits texts.
  /// - Complexity: O(*n*) in the text's bytes.
  mutating func add(_ text: Span<UInt8>, on page: Int32, _ splitter: inout SearchWords) {
    splitter.forEach(in: text) { add(Int32(words.index(of: $0)), on: page) }
  }

  /// Adds the words of the title of a record that a page leads to. A service's title is in each of its rows, so
  /// it is split only once.
  mutating func add(
    _ title: @autoclosure () -> String, of row: Int, in table: Int, on page: Int32,
    _ splitter: inout SearchWords
  ) {
    if titles[table][row] < 0 {
      titles[table][row] = Int32(titleWords.count)
      titleWords.append(0)
      splitter.forEach(in: title().utf8.span) { titleWords.append(Int32(words.index(of: $0))) }
      let start = Int(titles[table][row])
      titleWords[start] = Int32(titleWords.count - start - 1)
    }
    let start = Int(titles[table][row])
    for index in (start + 1)..<(start + 1 + Int(titleWords[start])) { add(titleWords[index], on: page) }
  }

  private mutating func add(_ word: Int32, on page: Int32) {
    if word == lastPages.count { lastPages.append(-1) }
    guard lastPages[Int(word)] != page else { return }
    lastPages[Int(word)] = page
    found.append((word, page))
  }
}
