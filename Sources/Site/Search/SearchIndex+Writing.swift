import Content
import Diagnostics
import Formatting
import Records
import Templates

extension SearchIndex {
  var files: [DataFile] {
    [.head] + (0..<(words.count + Self.indexed - 1) / Self.indexed).map { .index($0) }
      + words.indices.map { .words($0) } + long.indices.map { .long($0) }
      + (0..<(entries.count + Self.chunk - 1) / Self.chunk).map { .pages($0) }
  }

  /// Appends a file, which is a script: one call with its key and its value.
  func append(_ file: DataFile, site: SiteView, pages: [PageBody], to output: inout [UInt8]) {
    output += "docket(\"search/\(file.name)\",".utf8
    switch file {
    case .head: appendHead(site, to: &output)
    case .index(let index):
      appendFrontCoded(firsts[(index * Self.indexed)...].prefix(Self.indexed), to: &output)
    case .words(let index):
      let lines = words[index]
      output.appendJSON(lines.span)
    case .long(let index):
      output.append(UInt8(ascii: "\""))
      output += long[index]
      output.append(UInt8(ascii: "\""))
    case .pages(let index):
      var hint = Output(capacity: 128, escaping: false)
      output.append(UInt8(ascii: "["))
      for number in index * Self.chunk..<min(entries.count, (index + 1) * Self.chunk) {
        if number > index * Self.chunk { output += ",\n".utf8 }
        append(entries[number], site, pages, &hint, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    }
    output += ")\n".utf8
  }

  /// The characters of six bits.
  static let digits: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

  /// Appends the differences between ascending numbers, five bits per character, least significant first; the
  /// sixth bit is set if more characters follow.
  static func append(_ numbers: ArraySlice<Int32>, to output: inout [UInt8]) {
    digits.withUTF8Buffer { digits in
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
  }

  private func appendHead(_ site: SiteView, to output: inout [UInt8]) {
    output += #"{"parts":\#(words.count),"indexed":\#(Self.indexed),"marked":\#(Self.marked),"count":"#.utf8
    output += #"\#(entries.count),"chunk":\#(Self.chunk),"found":"#.utf8
    output.appendJSON(site.formatter.word("found", "{0} found"))
    output += #","firsts":"#.utf8
    let indexes = stride(from: 0, to: firsts.count, by: Self.indexed)
    appendFrontCoded(indexes.map { firsts[$0] }[...], to: &output)
    output.append(UInt8(ascii: "}"))
  }

  /// Appends texts, one per line.
  private func appendFrontCoded(_ texts: ArraySlice<ArraySlice<UInt8>>, to output: inout [UInt8]) {
    var lines: [UInt8] = []
    var last: ArraySlice<UInt8> = []
    for (index, text) in texts.enumerated() {
      if index > 0 { lines.append(UInt8(ascii: "\n")) }
      Self.appendFrontCoded(text, after: last, to: &lines)
      last = text
    }
    output.appendJSON(lines.span)
  }

  /// Appends a text of at most 35 characters without the prefix that it shares with the previous text. The
  /// length of the prefix in UTF-16 units, as a base-36 digit, comes first.
  ///
  ///     anna, annex, bob    0anna, 3ex, 0bob
  ///
  /// Front coding, as in Witten, Moffat and Bell, "Managing Gigabytes", 4.1.
  static func appendFrontCoded(
    _ text: ArraySlice<UInt8>, after last: ArraySlice<UInt8>, to output: inout [UInt8]
  ) {
    let (bytes, lastBytes) = (text.span, last.span)
    var common = 0
    while common < min(bytes.count, lastBytes.count), bytes[common] == lastBytes[common] { common += 1 }
    // Bytes of the form 10xxxxxx continue a character.
    while common < bytes.count, bytes[common] & 0xC0 == 0x80 { common -= 1 }
    var length: UInt8 = 0
    for index in 0..<common where bytes[index] & 0xC0 != 0x80 { length += bytes[index] < 0xF0 ? 1 : 2 }
    output.append(length < 10 ? UInt8(ascii: "0") + length : UInt8(ascii: "a") + length - 10)
    output += text.dropFirst(common)
  }

  /// Appends a page: its title, path and kind, and a hint to distinguish pages with the same title.
  private func append(
    _ entry: Entry, _ site: SiteView, _ pages: [PageBody], _ hint: inout Output, to output: inout [UInt8]
  ) {
    output.append(UInt8(ascii: "["))
    switch entry {
    case .page(let index):
      output.appendJSON(pages[index].title)
      output.append(UInt8(ascii: ","))
      output.appendJSON(PercentEncoding.path(pages[index].page.stem + ".html"))
      output += ",\"\",\"\"".utf8
    case .record(let table, let row):
      let entity = site.graph.entity(of: row, in: table)
      output.appendJSON(site.title(of: row, in: table))
      output.append(UInt8(ascii: ","))
      output.appendJSON(site.pages[site.fileIndex(of: row, in: table)].span)
      output.append(UInt8(ascii: ","))
      output.appendJSON(hints[entity].label)
      output.append(UInt8(ascii: ","))
      hints[entity].append(of: row, in: table, site, to: &hint)
      output.appendJSON(hint.bytes.span)
    }
    output.append(UInt8(ascii: "]"))
  }
}

/// Distinguishes a record from others with the same title: by its relationships, date and total.
struct SearchHint: Sendable {
  /// The maximum number of parts shown.
  private static let maximumParts = 3

  /// Its entity's label.
  fileprivate let label: String
  /// The to-one relationships, each with its destination table.
  private let links: [(link: Int, table: Int)]
  /// The columns of the date and the total.
  private let columns: [Int]

  init(_ entity: Entity, _ model: Model) {
    label = entity.label
    links = entity.relationships.filter { !$0.isMany }.map {
      ($0.link, model.entities[$0.destination].table)
    }
    let date = entity.requiredDate
    // Of several totals, such as what is redeemed and what remains of a voucher, none says more than the amount itself.
    let amounts = entity.attributes.filter { $0.type == .money }
    let totals = amounts.filter(\.isTotal)
    let total =
      entity.attribute(named: "total", of: .money) ?? (totals.count == 1 ? totals.first : amounts.first)
    columns = [date, total].compactMap { $0?.column }
  }

  /// Appends the hint for a record.
  /// - Parameter output: a buffer whose content is replaced.
  fileprivate func append(of row: Int, in table: Int, _ site: SiteView, to output: inout Output) {
    output.removeAll()
    var count = 0
    func part() {
      count += 1
      if count > 1 { output.append(verbatim: " · ") }
    }
    for (link, destination) in links where count < Self.maximumParts && site.linkCount(table, link, row) > 0 {
      part()
      output.append(
        site.formatter.isolated(site.title(of: site.linkTarget(0, table, link, row), in: destination)))
    }
    for column in columns where count < Self.maximumParts {
      let value = site.graph.tables[table].columns[column][row]
      guard value != .null else { continue }
      part()
      output.append(site.formatter.text(of: value))
    }
  }
}
