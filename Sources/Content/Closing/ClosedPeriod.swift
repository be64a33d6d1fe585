import Diagnostics
import Records

/// A file such as `closed/2025.yml`: the values of a period's records when it was closed, and when that was.
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
/// Each record's line begins with its digest: SHA-256 of the previous digest and the rest of the line. The
/// first covers the lines above `records` except the last line of the log, which holds the last digest. A
/// changed line thus changes all later digests, and whoever has noted the last one notices.
package struct ClosedPeriod: Sendable {
  /// What happened to the period.
  enum Event: Sendable {
    /// It was closed; the digest is that of the last record.
    case closed(digest: String)
    /// It was opened again. The day and the reason are for people to read in the file.
    case reopened
  }

  /// The folder of the files below Content.
  package static let folder = "closed"

  let file: SourceFile
  let period: AccountingPeriod
  /// The lines of the log, in order.
  private(set) var log: [(event: Event, line: Range<Int>)] = []
  /// The names of the keys that are kept of each entity's records.
  private(set) var keys: [(entity: String, names: [String])] = []
  /// Where the records begin, in UTF-8 bytes.
  private(set) var start = 0
  /// The bytes that the first digest covers in addition to its line.
  private(set) var seed: [UInt8] = []

  /// Whether the period is closed, as the last line of its log says.
  package var isClosed: Bool { digest != nil }

  /// The digest of the last record when the period was last closed; nil if it is open.
  var digest: String? {
    if case .closed(let digest) = log.last?.event { digest } else { nil }
  }

  /// Reads the part above the records.
  /// - Returns: nil if its form is not the one that docket writes, and the place where it differs.
  static func read(_ file: SourceFile, period: AccountingPeriod) -> (
    closed: ClosedPeriod?, place: SourceRange
  ) {
    var result = ClosedPeriod(file: file, period: period)
    let lines = LineTable(of: file.range.bytes, in: file.bytes).ranges
    var section = ""
    var namesPeriod = false
    for (index, line) in lines.enumerated() {
      let text = String(decoding: file.bytes[line], as: UTF8.self)
      switch text {
      case _ where text.hasPrefix("#"): continue
      case "\(period.noun): \(period)" where section == "": namesPeriod = true
      case "log:" where namesPeriod, "keys:" where section == "log:": section = text
      case "records:" where section == "keys:":
        result.start = index + 1 < lines.count ? lines[index + 1].lowerBound : file.bytes.count
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

  private init(file: SourceFile, period: AccountingPeriod) {
    self.file = file
    self.period = period
  }

  private mutating func addLog(_ text: String, at line: Range<Int>) -> Bool {
    guard text.hasPrefix("  - {on: "), text.hasSuffix("}") else { return false }
    let fields = text.dropFirst("  - {on: ".count).dropLast()
    // Neither the day nor the count has a comma; a reason may hold anything.
    let day = fields.prefix { $0 != "," }
    let rest = fields.dropFirst(day.count)
    guard Self.text(inJSON: day) != nil else { return false }
    let (closed, reopened, digest) = (", closed: ", ", reopened: ", ", digest: ")
    if rest.hasPrefix(reopened), Self.text(inJSON: rest.dropFirst(reopened.count)) != nil {
      log.append((.reopened, line))
      return true
    }
    let count = rest.dropFirst(closed.count).prefix { $0 != "," }
    let last = rest.dropFirst(closed.count + count.count)
    guard rest.hasPrefix(closed), Int(count) != nil, last.hasPrefix(digest),
      let text = Self.text(inJSON: last.dropFirst(digest.count))
    else { return false }
    log.append((.closed(digest: text), line))
    return true
  }

  /// The text in a JSON literal.
  private static func text(inJSON text: Substring) -> String? {
    let values = JSONLine.values(of: Array("[\(text)]".utf8)[...])
    return values?.count == 1 ? values?[0] : nil
  }

  private mutating func addKeys(_ text: String) -> Bool {
    guard text.hasPrefix("  "), let colon = text.firstIndex(of: ":"),
      let names = JSONLine.values(of: Array(text[text.index(after: colon)...].utf8)[...])
    else { return false }
    keys.append((String(text[..<colon].dropFirst(2)), names.compactMap(\.self)))
    return true
  }

  /// The lines above the records, except the lines of the log after the last closing.
  private func seedBytes() -> [UInt8] {
    let closing = log.lastIndex { if case .closed = $0.event { true } else { false } } ?? log.count
    var seed = Self.beginning(of: period)
    for entry in log[..<closing] {
      seed += file.bytes[entry.line]
      seed.append(UInt8(ascii: "\n"))
    }
    for (entity, names) in keys { seed += Self.keysLine(entity, names) }
    return seed
  }

  /// The first of the bytes that the first digest covers.
  private static func beginning(of period: AccountingPeriod) -> [UInt8] {
    Array("docket closed \(period.noun) \(period)\n".utf8)
  }

  // MARK: Writing

  /// The first lines of a file.
  private static func heading(_ period: AccountingPeriod) -> String {
    let noun = period.noun
    return """
      # The records of \(period) as they were when the \(noun) was closed. A record of it that is changed, added or deleted
      # afterwards is an error; 'docket reopen \(period) --reason TEXT' opens the \(noun) again. Leave this file to docket.
      \(noun): \(period)
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

  /// A period that is being closed.
  package struct Closing: Sendable {
    /// The bytes of its file.
    package let bytes: [UInt8]
    /// The digest of its last record.
    package let digest: String
    /// For each entity its name, the attribute whose day decides, if it has one, and the number of records.
    package let counts: [(entity: String, day: String?, records: Int)]
    /// The computed amounts that are not kept because they read other documents, or records inside with days of their own.
    package let amountsNotKept: (foreign: [String], dated: [String])
  }

  /// Closes a period.
  /// - Parameters:
  ///   - period: the period.
  ///   - book: the book with its records.
  ///   - earlier: the period's file, if it was closed and reopened before.
  ///   - day: the day of the closing.
  /// - Returns: nil if no record belongs to the period.
  package static func closing(
    _ period: AccountingPeriod, _ book: Book, after earlier: ClosedPeriod?, on day: CivilDate
  ) -> Closing? {
    let records = ClosedRecords(book.graph, book.expressions)
    guard let rows = records.rows(of: [period])[period] else { return nil }
    let entities = book.graph.model.entities.indices.filter { rows[$0] != nil }
    let names = entities.compactMap { index in records.names(of: index).map { (index, $0) } }
    var log: [UInt8] = []
    for entry in earlier?.log ?? [] {
      log += earlier?.file.bytes[entry.line] ?? []
      log.append(UInt8(ascii: "\n"))
    }
    var keys: [UInt8] = []
    for (index, names) in names { keys += keysLine(book.graph.model.entities[index].name, names) }
    let seed = beginning(of: period) + log + keys
    let (lines, digest) = records.lines(
      of: names.map { ($0, records.keys($1, of: $0)) }, rows, seed: seed)
    let count = rows.values.reduce(0) { $0 + $1.count }
    var bytes = Array(heading(period).utf8) + log
    bytes += "  - {on: \"\(day)\", closed: \(count), digest: \"\(digest)\"}\nkeys:\n".utf8
    let amounts = entities.map(records.amountsNotKept)
    let counts = entities.map { index in
      let entity = book.graph.model.entities[index]
      return (entity.name, entity.day?.name.text, rows[index]?.count ?? 0)
    }
    return Closing(
      bytes: bytes + keys + Array("records:\n".utf8) + lines, digest: digest, counts: counts,
      amountsNotKept: (amounts.flatMap(\.foreign), amounts.flatMap(\.dated)))
  }

  /// The file with a line added to its log that reopens the period.
  package func reopened(on day: CivilDate, reason: String) -> [UInt8] {
    var line = Array("  - {on: \"\(day)\", reopened: ".utf8)
    line.appendJSON(reason)
    line += "}\n".utf8
    let last = log.last?.line.upperBound ?? start
    let end = (file.bytes[last...].firstIndex(of: UInt8(ascii: "\n")) ?? last - 1) + 1
    return file.bytes[..<end] + line + file.bytes[end...]
  }
}
