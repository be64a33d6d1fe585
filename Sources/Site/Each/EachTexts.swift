import Content
import Diagnostics
import Exports
import FileSystem
import Formatting
import Markdown
import Query
import Records

/// Finds and replaces `$each` and key paths after it in texts.
enum EachTexts {
  /// The occurrences of `$each` and `$each.key.key`.
  /// - Parameter bytes: the text in UTF-8; positions are its indices.
  static func paths(in bytes: ArraySlice<UInt8>) -> [(text: String, start: Int)] {
    var found: [(text: String, start: Int)] = []
    var index = bytes.startIndex
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "$")) {
      index = start + 1
      guard let end = end(ofPathAt: start, in: bytes) else { continue }
      found.append((String(decoding: bytes[start..<end], as: UTF8.self), start))
      index = end
    }
    return found
  }

  /// The end of `$each` and the keys after it at a position; nil if it is not there.
  private static func end(ofPathAt start: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    func isLetter(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == UInt8(ascii: "_") || (0x41...0x5A).contains(byte & 0xDF)
    }
    func isName(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }
    guard bytes[start...].starts(with: "$each".utf8) else { return nil }
    var end = start + 5
    if end < bytes.endIndex, isName(bytes[end]) { return nil }
    // A full stop at the end of a sentence is not part of a key.
    while end + 1 < bytes.endIndex, bytes[end] == UInt8(ascii: "."), isLetter(bytes[end + 1]) {
      let key = end + 1
      let rest = bytes[key...]
      end = rest.firstIndex { !isName($0) } ?? bytes.endIndex
    }
    return end
  }

  /// A text with the values inserted.
  static func replaced(_ text: String, _ texts: [String: String]) -> String {
    let bytes = Array(text.utf8)
    let edits = paths(in: bytes[...]).compactMap { path in
      texts[path.text].map { (range(of: path), $0) }
    }
    return String(decoding: edited(bytes, edits, marks: []).bytes, as: UTF8.self)
  }

  /// HTML with the values inserted: in a text with their line breaks, in an attribute on one line, and in an address
  /// percent-encoded. A link whose address lacks a value becomes a text.
  /// - Parameters:
  ///   - html: HTML as ``MarkdownDocument`` writes it.
  ///   - marks: positions in it, ascending.
  /// - Returns: the new HTML and positions.
  /// - Complexity: O(*n*) in the bytes.
  static func replaced(
    inHTML html: [UInt8], for instance: Page.Instance, marks: [Int]
  ) -> (bytes: [UInt8], marks: [Int]) {
    var edits: [(range: Range<Int>, text: String)] = []
    // The beginning of the tag at a position; nil in a text.
    var (tag, position): (Int?, Int) = (nil, 0)
    for path in paths(in: html[...]) where path.start >= edits.last?.range.upperBound ?? 0 {
      while position < path.start {
        if html[position] == UInt8(ascii: "<") { tag = position }
        if html[position] == UInt8(ascii: ">") { tag = nil }
        position += 1
      }
      guard let value = instance.texts[path.text] else { continue }
      guard let attribute = tag.flatMap({ HTMLAttribute(at: path.start, inTagAt: $0, of: html) }) else {
        let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
        edits.append(
          (range(of: path), lines.map { XMLText.escaped(String($0)) }.joined(separator: "<br>\n")))
        continue
      }
      // What has no value is called so in a text, and has no address.
      let line = attribute.isAddress && instance.isOfNoValue ? "" : value.oneLine
      if attribute.name == "href", line.isEmpty {
        while let last = edits.last, last.range.lowerBound > attribute.range.lowerBound { edits.removeLast() }
        edits.append((attribute.range, ""))
      } else if attribute.isAddress {
        edits.append((range(of: path), encoded(line, after: html[attribute.value.lowerBound..<path.start])))
      } else {
        edits.append((range(of: path), XMLText.escaped(line)))
      }
    }
    return edited(html, edits, marks: marks)
  }

  /// A value as an address, or as a part of one.
  /// - Parameter start: the address before it; empty for an address that the record has.
  private static func encoded(_ value: String, after start: ArraySlice<UInt8>) -> String {
    if start.isEmpty { return XMLText.escaped(PercentEncoding.address(value)) }
    let isTelephone = start.starts(with: "tel:".utf8)
    guard isTelephone || start.starts(with: "mailto:".utf8), !start.contains(UInt8(ascii: "?")) else {
      return PercentEncoding.path(value)
    }
    // Neither an '@' nor a '+' separates anything there, and a number has no spaces (RFC 3966, section 3).
    return PercentEncoding.path(isTelephone ? value.filter { !$0.isWhitespace } : value)
      .replacing("%40", with: "@").replacing("%2B", with: "+")
  }

  private static func range(of path: (text: String, start: Int)) -> Range<Int> {
    path.start..<path.start + path.text.utf8.count
  }

  /// Bytes with some ranges replaced.
  /// - Parameters:
  ///   - edits: ranges in ascending order, with their new texts.
  ///   - marks: positions in the bytes, ascending, none of them within a range.
  /// - Returns: the new bytes and positions.
  private static func edited(
    _ bytes: [UInt8], _ edits: [(range: Range<Int>, text: String)], marks: [Int]
  ) -> (bytes: [UInt8], marks: [Int]) {
    var result: [UInt8] = []
    var moved: [Int] = []
    var rest = marks[...]
    var start = 0
    for (range, text) in edits {
      while let mark = rest.first, mark <= range.lowerBound {
        moved.append(result.count + mark - start)
        rest = rest.dropFirst()
      }
      result += bytes[start..<range.lowerBound]
      result += Array(text.utf8)
      start = range.upperBound
    }
    moved += rest.map { result.count + $0 - start }
    return (result + bytes[start...], moved)
  }
}

/// An attribute of a tag in HTML as ``MarkdownDocument`` writes it, where `<`, `>` and `"` in texts and values are
/// escaped.
private struct HTMLAttribute {
  let name: String
  /// The attribute with the space before it.
  let range: Range<Int>
  /// The value between the quotes.
  let value: Range<Int>

  /// Whether the value is an address.
  var isAddress: Bool { name == "href" || name == "src" }

  /// Finds the attribute that a position is in.
  /// - Parameter tag: the beginning of the tag.
  init?(at index: Int, inTagAt tag: Int, of html: [UInt8]) {
    guard let quote = html[tag..<index].lastIndex(of: UInt8(ascii: "\"")),
      let space = html[tag..<quote].lastIndex(of: UInt8(ascii: " ")),
      let end = html[index...].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    name = String(decoding: html[space + 1..<quote - 1], as: UTF8.self)
    range = space..<end + 1
    value = quote + 1..<end
  }
}

extension Page.Instance {
  /// What a link leads to in which `$each` is.
  enum Destination {
    /// A page or file of the site.
    case site(String)
    /// An address that the record has; nil if it has none.
    case elsewhere(String?)
  }

  /// Whether the page is of what has no value.
  var isOfNoValue: Bool { literal == "NIL" }

  /// The destination of a link for this value.
  ///
  ///     ../customers/$each.md    ../customers/mara-lindqvist.md
  ///     $each.website            https://lindqvist.example
  /// - Parameter written: a destination without a scheme.
  func destination(_ written: String) -> Destination {
    let first = EachTexts.paths(in: Array(written.utf8)[...]).first { $0.start == 0 }
    if let first, let address = addresses[first.text] {
      return .elsewhere(address.isEmpty ? nil : address + written.dropFirst(first.text.count))
    }
    return .site(written.replacing("$each", with: PercentEncoding.path(name)))
  }

  /// The destination of a link to the folder of an entity for a record that is in a folder below it, or in that of
  /// another kind of the same entity; nil for any other link.
  ///
  ///     ../customers/$each.md    /customers/firms/mara-lindqvist.md
  /// - Parameters:
  ///   - written: a destination without a scheme.
  ///   - source: the path below Content of the page.
  func destinationBesideRecord(_ written: String, from source: some StringProtocol) -> String? {
    guard let record, let place = written.firstRange(of: "$each"),
      let path = LinkTargets.path(
        LinkReference(written[..<place.lowerBound] + "x", isImage: false).path, from: source),
      record.folders.contains(String(path.parentFolder))
    else { return nil }
    let rest = written[place.upperBound...].replacing("$each", with: PercentEncoding.path(name))
    return "/" + PercentEncoding.path(record.stem) + rest
  }
}

extension SourceText {
  /// The text with `$each` replaced by a value; each byte of the value has the position of `$each`.
  func replacingEach(with value: String) -> SourceText {
    let bytes = Array(text.utf8)
    let places = Set(EachTexts.paths(in: bytes[...]).map(\.start))
    guard !places.isEmpty else { return self }
    var replaced: [UInt8] = []
    var offsets: [Int32] = []
    var index = 0
    var quote: UInt8?
    func offset(_ index: Int) -> Int32 { Int32(truncatingIfNeeded: range(index..<index).bytes.lowerBound) }
    while index < bytes.count {
      if places.contains(index) {
        // Inside quotes, the value's own quotes are dropped.
        let isQuoted = quote != nil && value.hasPrefix("'")
        let text = Array((isQuoted ? String(value.dropFirst().dropLast()) : value).utf8)
        replaced += text
        offsets += text.map { _ in offset(index) }
        index += "$each".utf8.count
        continue
      }
      if bytes[index] == quote {
        quote = nil
      } else if quote == nil, bytes[index] == UInt8(ascii: "'") || bytes[index] == UInt8(ascii: "\"") {
        quote = bytes[index]
      }
      replaced.append(bytes[index])
      offsets.append(offset(index))
      index += 1
    }
    offsets.append(offset(bytes.count))
    return SourceText(
      text: String(decoding: replaced, as: UTF8.self), file: file, start: Int(offsets.first ?? 0),
      offsets: offsets)
  }
}

extension FetchRequest {
  /// The request with `$each` in its expressions replaced by a value.
  func about(_ instance: Page.Instance) -> FetchRequest {
    func put(_ text: SourceText) -> SourceText { text.replacingEach(with: instance.literal) }
    var request = self
    request.predicate = predicate.map(put)
    request.having = having.map(put)
    request.section = section.map(put)
    request.sort = sort.map(put)
    request.group = group.map(put)
    request.columns = columns.map { column in
      var column = column
      column.value = put(column.value)
      column.label = column.label?.map { EachTexts.replaced($0, instance.texts) }
      return column
    }
    return request
  }
}
