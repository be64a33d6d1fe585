import Diagnostics
import Records

/// A file `closed/2025.yml`: the values of a year's records when it was closed, and when that was.
///
///     year: 2025
///     log:
///       - {on: "2026-01-15", closed: 832, digest: "5e8f…"}
///     keys:
///       Order: ["id", "date", "customer"]
///     records:
///       Order:
///         - ["5e8f…", "2025-0001", "2025-01-03", "mara-lindqvist"]
///
/// Each record's line begins with its digest: SHA-256 over the digest before it and the rest of the line. The
/// first is over the lines above `records`, except the last of the log, which holds the last digest. So no line
/// can be changed without all that follow, and anyone who has noted the last digest notices that.
package struct ClosedYear: Sendable {
  /// What happened to the year at one time.
  package enum Event: Sendable, Equatable {
    /// That many records were closed; the digest of the last.
    case closed(count: Int, digest: String)
    /// It was opened again, for a reason.
    case reopened(reason: String)
  }

  /// The folder of the files below Content.
  package static let folder = "closed"

  /// The file.
  let file: SourceFile
  /// The year.
  package let year: Int
  /// The lines of the log, in order.
  private(set) var log: [(on: String, event: Event, line: Range<Int>)] = []
  /// What is kept of each entity's records, by name.
  private(set) var keys: [(entity: String, names: [String])] = []
  /// Where the records begin, in UTF-8 bytes.
  private(set) var start = 0
  /// What the first digest is over, besides its line.
  private(set) var seed: [UInt8] = []

  /// Whether the year is closed, as the last line of its log says.
  package var isClosed: Bool {
    if case .closed = log.last?.event { true } else { false }
  }

  /// Reads what is above the records.
  /// - Returns: nil if it is not as docket writes it, and the place of that.
  static func read(_ file: SourceFile, year: Int) -> (year: ClosedYear?, place: SourceRange) {
    var result = ClosedYear(file: file, year: year)
    var lines = LineReader(file.bytes)
    var section = ""
    var hasYear = false
    while let line = lines.next() {
      let text = String(decoding: file.bytes[line], as: UTF8.self)
      switch text {
      case _ where text.hasPrefix("#"): continue
      case "year: \(year)" where section == "": hasYear = true
      case "log:" where hasYear, "keys:" where section == "log:": section = text
      case "records:" where section == "keys:":
        result.start = lines.offset
        result.seed = result.seedBytes()
        return (result, file[line])
      default:
        let isRead =
          section == "log:" ? result.addLog(text, at: line) : section == "keys:" && result.addKeys(text)
        guard isRead else { return (nil, file[line]) }
      }
    }
    return (nil, file[file.bytes.count..<file.bytes.count])
  }

  private init(file: SourceFile, year: Int) {
    self.file = file
    self.year = year
  }

  private mutating func addLog(_ text: String, at line: Range<Int>) -> Bool {
    guard text.hasPrefix("  - {on: "), text.hasSuffix("}") else { return false }
    let fields = "[" + text.dropFirst("  - {on: ".count).dropLast() + "]"
    // The keys are docket's own, so what is between them is texts and a number.
    let values = fields.replacing(", closed: ", with: ", ").replacing(", digest: ", with: ", ")
      .replacing(", reopened: ", with: ", ")
    guard let parsed = JSONLine.values(of: Array(values.utf8)[...]), let on = parsed.first ?? nil else {
      return false
    }
    if parsed.count == 3, let count = parsed[1].flatMap({ Int($0) }), let digest = parsed[2] {
      log.append((on, .closed(count: count, digest: digest), line))
    } else if parsed.count == 2, let reason = parsed[1] {
      log.append((on, .reopened(reason: reason), line))
    } else {
      return false
    }
    return true
  }

  private mutating func addKeys(_ text: String) -> Bool {
    guard text.hasPrefix("  "), let colon = text.firstIndex(of: ":"),
      let names = JSONLine.values(of: Array(text[text.index(after: colon)...].utf8)[...])
    else { return false }
    keys.append((String(text[..<colon].dropFirst(2)), names.compactMap(\.self)))
    return true
  }

  /// The lines above the records, except those of the log after the last closing's.
  private func seedBytes() -> [UInt8] {
    let closing = log.lastIndex { if case .closed = $0.event { true } else { false } } ?? log.count
    var seed = Array("docket closed year \(year)\n".utf8)
    for entry in log[..<closing] {
      seed += file.bytes[entry.line]
      seed.append(UInt8(ascii: "\n"))
    }
    for (entity, names) in keys { seed += Self.keysLine(entity, names) }
    return seed
  }

  // MARK: Writing

  /// The beginning of a file.
  private static func heading(_ year: Int) -> String {
    """
    # The records of \(year) as they were when the year was closed. A record of it that is changed, added or deleted
    # afterwards is an error; 'docket reopen \(year) --reason TEXT' opens the year again. Leave this file to docket.
    year: \(year)
    log:

    """
  }

  private static func keysLine(_ entity: String, _ names: [String]) -> [UInt8] {
    var bytes = Array("  \(entity): [".utf8)
    for (index, name) in names.enumerated() {
      if index > 0 { bytes += ", ".utf8 }
      bytes.appendJSON(name)
    }
    return bytes + Array("]\n".utf8)
  }

  /// The file of a year that is closed now.
  /// - Parameters:
  ///   - records: the records.
  ///   - earlier: the file of the year, if it was closed and reopened before.
  ///   - day: the day of the closing.
  /// - Returns: the bytes, and what the log says about them; nil if no record belongs to the year.
  package static func closing(
    _ year: Int, _ book: Book, after earlier: ClosedYear?, on day: CivilDate
  ) -> (bytes: [UInt8], count: Int, digest: String)? {
    let records = ClosedRecords(book.graph, book.expressions)
    guard let rows = records.rows(of: [year])[year] else { return nil }
    let entities = book.graph.model.entities.indices.filter { rows[$0] != nil }
    let names = entities.compactMap { index in records.names(of: index).map { (index, $0) } }
    var log: [UInt8] = []
    for entry in earlier?.log ?? [] {
      log += earlier?.file.bytes[entry.line] ?? []
      log.append(UInt8(ascii: "\n"))
    }
    var keys: [UInt8] = []
    for (index, names) in names { keys += keysLine(book.graph.model.entities[index].name, names) }
    let seed = Array("docket closed year \(year)\n".utf8) + log + keys
    let (lines, digest) = records.lines(
      of: names.map { ($0, records.keys($1, of: $0)) }, rows, seed: seed)
    let count = rows.values.reduce(0) { $0 + $1.count }
    var bytes = Array(heading(year).utf8) + log
    bytes += "  - {on: \"\(day)\", closed: \(count), digest: \"\(digest)\"}\nkeys:\n".utf8
    return (bytes + keys + Array("records:\n".utf8) + lines, count, digest)
  }

  /// The file with another line in its log, which reopens the year.
  package func reopened(on day: CivilDate, reason: String) -> [UInt8] {
    var line = Array("  - {on: \"\(day)\", reopened: ".utf8)
    line.appendJSON(reason)
    line += "}\n".utf8
    let last = log.last?.line.upperBound ?? start
    let end = (file.bytes[last...].firstIndex(of: UInt8(ascii: "\n")) ?? last - 1) + 1
    return file.bytes[..<end] + line + file.bytes[end...]
  }
}

extension ClosedRecords {
  /// The lines of records, each with its digest.
  /// - Parameters:
  ///   - entities: the entities in order, with what is kept of their records.
  ///   - rows: the rows of each entity.
  ///   - seed: what the first digest is over, besides its line.
  ///   - capacity: the expected number of bytes of the lines.
  /// - Returns: the lines, and the last digest in hexadecimal digits.
  func lines(
    of entities: [(index: Int, keys: [Key])], _ rows: [Int: [Int32]], seed: [UInt8], capacity: Int = 0
  ) -> (bytes: [UInt8], digest: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(capacity)
    var chain = DigestChain(seed)
    for (index, keys) in entities {
      bytes += "  \(graph.model.entities[index].name):\n".utf8
      let kept = kept(keys, of: graph.model.entities[index].table)
      for row in rows[index] ?? [] {
        bytes.append("    - [\"")
        // Zeros stand for the digest, which is known once the line is written.
        let place = bytes.count
        bytes.append("0000000000000000000000000000000000000000000000000000000000000000")
        bytes.append("\", ")
        let start = bytes.count
        kept.append(Int(row), to: &bytes)
        chain.add(bytes.span.extracting(start...))
        chain.write(to: &bytes, at: place)
        bytes.append("]\n")
      }
    }
    return (bytes, chain.digest)
  }
}

/// Digests of lines, each of which depends on all before it.
struct DigestChain {
  /// The last digest in hexadecimal digits.
  private(set) var digits = InlineArray<64, UInt8>(repeating: 0)

  init(_ seed: [UInt8]) {
    take(SHA256.digest(of: seed.span))
  }

  /// The last digest.
  var digest: String { String(decoding: digits.indices.map { digits[$0] }, as: UTF8.self) }

  /// Adds a line: the next digest is over the digits of the last one and the line.
  mutating func add(_ line: Span<UInt8>) {
    take(SHA256.digest(of: line, after: digits))
  }

  /// Writes the digits of the last digest into bytes.
  func write(to bytes: inout [UInt8], at place: Int) {
    var span = bytes.mutableSpan
    for index in digits.indices { span[place + index] = digits[index] }
  }

  private mutating func take(_ digest: InlineArray<32, UInt8>) {
    let bytes = digest.span.bytes
    var span = digits.mutableSpan
    var target = span.mutableBytes
    for word in 0..<8 {
      let value = UInt32(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: word * 4, as: UInt32.self))
      target.storeBytes(of: Self.digits(value).bigEndian, toByteOffset: word * 8, as: UInt64.self)
    }
  }

  /// The eight digits of a number in hexadecimal, all at once: one byte per digit, the first one highest.
  private static func digits(_ number: UInt32) -> UInt64 {
    var halves = UInt64(number)
    halves = (halves | halves << 16) & 0x0000_FFFF_0000_FFFF
    halves = (halves | halves << 8) & 0x00FF_00FF_00FF_00FF
    halves = (halves | halves << 4) & 0x0F0F_0F0F_0F0F_0F0F
    // 1 where a nibble is more than 9.
    let letters = (halves &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return halves &+ 0x3030_3030_3030_3030 &+ letters &* UInt64(UInt8(ascii: "a") - UInt8(ascii: "9") - 1)
  }
}

extension [UInt8] {
  /// Appends a text known at compile time.
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}

/// The lines of a text, without their ends.
struct LineReader {
  private let bytes: [UInt8]
  /// Where the next line begins.
  private(set) var offset: Int

  init(_ bytes: [UInt8], from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// The next line; a CR before its end is not part of it.
  mutating func next() -> Range<Int>? {
    guard offset < bytes.count else { return nil }
    let start = offset
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    offset = min(end + 1, bytes.count)
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }
}

/// The elements of a JSON array in a line: texts, numbers as they are spelled, and null.
enum JSONLine {
  static func values(of bytes: ArraySlice<UInt8>) -> [String?]? {
    var rest = bytes.drop { $0 == 0x20 }
    guard rest.popFirst() == UInt8(ascii: "["), rest.last == UInt8(ascii: "]") else { return nil }
    rest.removeLast()
    var values: [String?] = []
    while true {
      rest = rest.drop { $0 == 0x20 }
      if rest.first == UInt8(ascii: "\"") {
        guard let text = text(&rest) else { return nil }
        values.append(text)
      } else {
        let word = rest.prefix { $0 != UInt8(ascii: ",") && $0 != 0x20 }
        guard !word.isEmpty, word.allSatisfy({ $0 != UInt8(ascii: "\"") }) else { return nil }
        rest = rest.dropFirst(word.count)
        values.append(word.elementsEqual("null".utf8) ? nil : String(decoding: word, as: UTF8.self))
      }
      rest = rest.drop { $0 == 0x20 }
      guard let mark = rest.popFirst() else { return values }
      guard mark == UInt8(ascii: ",") else { return nil }
    }
  }

  /// Reads a text in quotes.
  private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "u"):
        guard let code = UInt32(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16),
          let scalar = Unicode.Scalar(code)
        else { return nil }
        bytes += String(scalar).utf8
        rest = rest.dropFirst(4)
      case let other?: bytes.append(other)
      case nil: return nil
      }
    }
    return nil
  }
}
