import Formatting
import Query
import Records

/// The open records of an index that have a due date, for the calendar of the index.
///
/// An entity has such a calendar if it has a date `due` and an amount `open`.
struct DueCalendarPlan: Sendable {
  /// A record in the calendar.
  struct Entry: Sendable {
    /// The record's row.
    let row: Int
    let due: CivilDate
    /// The open amount.
    let open: Money
    /// The record's own date, if it has one.
    let date: CivilDate?
  }

  /// The path: `orders/due.ics`.
  let path: String
  /// The records' table.
  let table: Int
  /// The records, by due date, then by id.
  let entries: [Entry]

  /// Selects the records of a result that are open and have a due date; overpaid ones are not open.
  /// - Returns: nil if the result does not consist of records, or the entity has no such attributes.
  /// - Complexity: O(*n* log *n*) in the result.
  init?(_ result: FetchResult, path: String) {
    let graph = result.graph
    let entity = graph.model.entities[result.plan.entity]
    guard let due = entity.attribute(named: "due"), let open = entity.attribute(named: "open"),
      let records = result.records, case .date(let days) = graph.tables[entity.table].columns[due.column],
      case .money(let amounts) = graph.tables[entity.table].columns[open.column]
    else { return nil }
    let date = entity.day?.column
    self.path = path
    table = entity.table
    let ids = graph.tables[entity.table].ids
    entries = records.compactMap { row -> Entry? in
      let row = Int(row)
      guard let day = days[row], let amount = amounts[row],
        amount.amounts.contains(where: { !$0.number.isZero && !$0.number.isNegative })
      else { return nil }
      return Entry(
        row: row, due: day, open: amount,
        date: date.flatMap { graph.tables[entity.table].columns[$0][row].date })
    }.sorted { a, b in a.due == b.due ? ids[a.row] < ids[b.row] : a.due < b.due }
  }
}

/// Writes the due records as a calendar (RFC 5545), with one whole-day event per record.
///
/// An event's UID consists of the record's id and folder, and of the site's URL or, without `base-url`, its
/// title. It is the same in every build, so that a subscribed calendar moves an event instead of adding
/// another one. The time stamp is the record's own date, because the build's clock would change the bytes
/// every day.
struct DueCalendar {
  /// The content that all pages share.
  let site: SiteView
  let listing: IndexListing
  let siteTitle: String
  /// The URL of the published site, with a trailing slash; nil if there is none.
  let base: String?

  func bytes(_ plan: DueCalendarPlan) -> [UInt8] {
    var lines = ICalendarLines()
    lines.add("BEGIN", "VCALENDAR")
    lines.add("VERSION", "2.0")
    lines.add("PRODID", "-//docket//due//EN")
    lines.add("CALSCALE", "GREGORIAN")
    let due = site.graph.model.entities[listing.entity].attribute(named: "due")?.label ?? "Due"
    lines.add("X-WR-CALNAME", text: site.formatter.labelled(siteTitle, due))
    let host = host
    for entry in plan.entries { add(entry, in: plan.table, host: host, to: &lines) }
    lines.add("END", "VCALENDAR")
    return lines.bytes
  }

  private func add(
    _ entry: DueCalendarPlan.Entry, in table: Int, host: String, to lines: inout ICalendarLines
  ) {
    let graph = site.graph
    let id = graph.id(of: entry.row, in: table)
    let entity = graph.model.entities[graph.entity(of: entry.row, in: table)]
    func written(_ value: Value) -> String {
      site.formatter.text(of: value) { site.title(of: $1, in: $0) }
    }
    lines.add("BEGIN", "VEVENT")
    lines.add("UID", text: "\(id).\(slug(entity.folder ?? entity.name))@\(host)")
    lines.add("DTSTAMP", Self.digits(of: entry.date ?? entry.due) + "T000000Z")
    lines.add("DTSTART;VALUE=DATE", Self.digits(of: entry.due))
    if let next = entry.due.adding(days: 1) { lines.add("DTEND;VALUE=DATE", Self.digits(of: next)) }
    let customer = entity.relationship(named: "customer").flatMap { relationship in
      relationship.isMany
        ? nil
        : graph.tables[table].links[relationship.link].target(of: entry.row).map {
          written(.record(table: graph.model.entities[relationship.destination].table, row: $0))
        }
    }
    let open = written(.money(entry.open))
    let amount = entry.open.single == nil ? open.replacing("\n", with: ", ") : open
    lines.add(
      "SUMMARY", text: [customer, "\(entity.label) \(id)", amount].compactMap(\.self).joined(separator: ", "))
    if let base {
      let page = site.pages[site.fileIndex(of: entry.row, in: table)]
      lines.add("URL", base + String(decoding: page, as: UTF8.self))
    }
    lines.add("TRANSP", "TRANSPARENT")
    lines.add("END", "VEVENT")
  }

  /// A host name that distinguishes this site's records from those of others.
  private var host: String {
    guard let base, let start = base.firstRange(of: "://")?.upperBound else {
      let folded = slug(siteTitle)
      return folded.isEmpty ? "docket" : folded
    }
    return String(base[start...].prefix { $0 != "/" })
  }

  private static func digits(of day: CivilDate) -> String {
    String(decoding: day.description.utf8.filter { $0 != UInt8(ascii: "-") }, as: UTF8.self)
  }
}

/// The lines of a calendar, which end in CRLF and are folded after 75 bytes.
private struct ICalendarLines {
  private(set) var bytes: [UInt8] = []

  /// Adds a line with a value that needs no escaping.
  mutating func add(_ name: String, _ value: String) {
    add(Array("\(name):\(value)".utf8))
  }

  /// Adds a line with a text.
  mutating func add(_ name: String, text: String) {
    var line = Array("\(name):".utf8)
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where isAfterReturn: break
      case "\\", ";", ",":
        line.append(UInt8(ascii: "\\"))
        line += scalar.utf8
      case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": line += "\\n".utf8
      default: line += scalar.utf8
      }
      isAfterReturn = scalar == "\r"
    }
    add(line)
  }

  /// Adds a line, folded.
  private mutating func add(_ line: [UInt8]) {
    var start = 0
    var limit = 75
    while line.count - start > limit {
      var end = start + limit
      // A character is not cut.
      while UTF8.isContinuation(line[end]) { end -= 1 }
      bytes += line[start..<end]
      bytes += "\r\n ".utf8
      start = end
      limit = 74
    }
    bytes += line[start...]
    bytes += "\r\n".utf8
  }
}
