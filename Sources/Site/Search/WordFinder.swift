import Records

/// The words found on some pages, each with a number.
struct WordFinder {
  /// The distinct words.
  private(set) var words = InternedTexts()
  /// Each word of each page once, in page order.
  private(set) var found: [(word: Int32, page: Int32)] = []
  /// The last page on which each word was found.
  private var lastPages: [Int32] = []
  /// The start of the words of each record's title in `titleWords`, by table and row; -1 if not split yet.
  private var titles: [[Int32]]
  /// For each title, the number of its words followed by the words.
  private var titleWords: [Int32] = []

  /// Makes an empty finder.
  /// - Parameter counts: the number of records in each table.
  init(recordCounts counts: [Int]) {
    titles = counts.map { Array(repeating: -1, count: $0) }
  }

  /// Adds the words of a text of a page.
  /// - Complexity: O(*n*) in the text's bytes.
  mutating func add(_ text: Span<UInt8>, on page: Int32, _ splitter: inout SearchWords) {
    splitter.forEach(in: text) { add(Int32(words.index(of: $0)), on: page) }
  }

  /// Adds the words of a related record's title, such as a service's in many rows, which is split only once.
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
