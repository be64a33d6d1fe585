import Content
import Diagnostics
import Foundation
import TestSupport
import Testing

/// Fix-its never change what a record says: a fixed record reads as its author meant it, or the file was not touched.
@Suite(.serialized) struct FixItMeaningTests {
  // MARK: Words

  /// Keys and choices that are others' opposites, or near them.
  @Test(arguments: [
    "unpaid: true", "nopaid: true", "non-paid: yes", "unmade: true", "mode: true",
    "repayments: [{sum: 5.00}]",
    "state: inactive", "state: undone", "state: invalid", "state: no work", "state: reopen", "state: actives",
    "customer: Bob", "customer: Zoe/bob", "customer: ANN", "kinds: [repair, sale],", "kinds: [repair] sale",
    "kinds: - repair",
    "rows:[\n  - {service: paint, sum: 1}", "rows: - {service: paint, sum: 1}", "note:tip: \"v\": w",
    "note: fragile made: true",
    "note: fragile mde: true", "note: a, mdae: true", "rows:[{service: paint, sum: 1}", "note:'it''s",
    "note:\"a\" b",
  ])
  func leavesAloneWhatMayMeanTheOpposite(lines: String) async throws {
    var files = Author.site
    files["orders/o1.md"] = "---\ndate: 2026-03-14\n\(lines)\n---\n"
    let content = try await LoadedSite(files).content
    #expect(content.diagnostics.hasErrors)
    #expect(
      FixPlan(content.diagnostics) { _ in true }.changes.isEmpty, "\(content.diagnostics.flatMap(\.fixIts))")
  }

  // MARK: Generated errors

  /// Orders with one error each, beside the same orders as they were meant.
  ///
  ///     DOCKET_FIXES=20000 swift test -c release --filter FixItMeaningTests
  @Test func aMendedRecordReadsAsItWasMeant() async throws {
    let written = ProcessInfo.processInfo.environment["DOCKET_FIXES"].flatMap { Int($0) }
    let total = written ?? 600
    var author = Author(seed: 20_261_122)
    var touched = 0
    for batch in stride(from: 0, to: total, by: 500) {
      let orders = (batch..<min(batch + 500, total)).map { _ in author.order() }
      touched += try await check(orders)
    }
    if written != nil { print("\(total) errors, \(touched) files fixed") }
    #expect(touched > total / 8, "\(touched)")
  }

  /// Fixes the orders and compares those that were touched.
  /// - Returns: how many were touched.
  private func check(_ orders: [Author.Order]) async throws -> Int {
    var (meant, written) = (Author.site, Author.site)
    for (index, order) in orders.enumerated() {
      meant["orders/o\(index).md"] = order.meant
      written["orders/o\(index).md"] = order.written
    }
    let good = try await LoadedSite(meant)
    #expect(!good.content.diagnostics.hasErrors, "\(good.diagnosticLines)")
    var site = try await LoadedSite(written)
    var touched: [Int: String] = [:]
    for _ in 0..<3 {
      let changes = FixPlan(site.content.diagnostics) { $0.contains("/orders/") }.changes
      guard !changes.isEmpty else { break }
      for change in changes {
        let name = try #require(change.file.path.split(separator: "/").last)
        let text = String(decoding: change.bytes, as: UTF8.self)
        written["orders/\(name)"] = text
        touched[try #require(Int(name.dropFirst().dropLast(3)))] = text
      }
      site = try await LoadedSite(written)
    }
    let errors = Set(
      site.content.diagnostics.filter { $0.severity == .error }.compactMap {
        $0.range.file.path.split(separator: "/").last
      })
    for (index, text) in touched.sorted(by: { $0.key < $1.key }) {
      let order = orders[index]
      guard !errors.contains("o\(index).md") else {
        Issue.record("still wrong after a fix:\n\(order.written)→\n\(text)")
        continue
      }
      let (before, after) = (try values(of: index, in: good), try values(of: index, in: site))
      #expect(before == after, "\(order.written)→\n\(text)")
    }
    return touched.count
  }

  private static let expressions = [
    "date", "customer", "made", "paid", "paidOn", "due", "state", "unit", "kinds", "note", "tip", "weight",
    "total",
    "rows.service", "rows.text", "rows.quantity", "rows.price", "rows.sum", "payments.date", "payments.sum",
    "payments.note",
  ]

  private func values(of index: Int, in site: LoadedSite) throws -> [String] {
    try Self.expressions.map { try site("Order", "o\(index)", $0) }
  }
}

/// Someone who writes orders and makes one error in each.
struct Author {
  /// An order as it was meant, and as it was written.
  struct Order {
    let meant: String
    let written: String
  }

  /// What the orders refer to.
  static let site = [
    "model.yml": """
    entities:
      Order:
        attributes:
          state: {type: string, choices: [quote, active, done, valid, in work, cancelled, open]}
          unit: {type: string, choices: [kg, g, "size 40", "size 42"]}
          kinds: tags
          note: string
          tip: money
          weight: decimal

    """,
    "customers/ann.md": "---\nname: Ann\n---\n",
    "customers/bob.md": "---\nname: Robert\n---\n",
    "customers/robert-2.md": "---\nname: Bob\n---\n",
    "customers/ann-2.md": "---\nname: ANN\n---\n",
    "customers/zoe.md": "---\nname: \"Zoe & Sons\"\n---\n",
    "services/paint.md": "---\nname: Paint\n---\n",
    "services/tune.md": "---\nname: Tuning\n---\n",
  ]

  private static let titles = [
    "ann": "Ann", "bob": "Robert", "robert-2": "Bob", "ann-2": "ANN", "zoe": "\"Zoe & Sons\"",
    "paint": "Paint",
    "tune": "Tuning",
  ]

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The next order.
  mutating func order() -> Order {
    while true {
      let lines = lines()
      var (good, bad) = (lines, lines)
      makeError(&good, &bad)
      if good != bad { return Order(meant: Self.text(good), written: Self.text(bad)) }
    }
  }

  private static func text(_ lines: [String]) -> String {
    "---\n" + lines.joined(separator: "\n") + "\n---\nNotes.\n"
  }

  // MARK: Orders

  private mutating func lines() -> [String] {
    var lines = [
      "date: 2026-0\(digit(1, 9))-1\(digit(0, 9))", "customer: \(pick(["ann", "bob", "robert-2", "zoe"]))",
    ]
    if chance(2) { lines.append("made: \(pick(["true", "false"]))") }
    if chance(3) { lines.append("paidOn: 2026-09-1\(digit(0, 9))") }
    if chance(2) {
      lines.append("state: \(pick(["quote", "active", "done", "valid", "in work", "cancelled", "open"]))")
    }
    if chance(3) { lines.append("unit: \(pick(["kg", "g", "size 40", "size 42"]))") }
    if chance(3) { lines.append("kinds: [\(pick(["repair, sale", "new", "old, used"]))]") }
    if chance(2) {
      lines.append("note: \(pick(["fragile", "for the shop", "Werkstatt", "un pezzo", "not paid"]))")
    }
    if chance(3) { lines.append("tip: \(digit(1, 9)).\(digit(0, 9))0") }
    if chance(4) { lines.append("weight: \(digit(1, 9)).\(digit(1, 9))") }
    let service = pick(["paint", "tune"])
    switch digit(0, 2) {
    case 0: lines.append("rows: [{service: \(service), sum: 1\(digit(0, 9)).50}]")
    case 1:
      lines += [
        "rows:", "  - {text: strings, quantity: \(digit(1, 9)), price: 2.50}",
        "  - {service: \(service), sum: 10.00}",
      ]
    default:
      lines += [
        "rows:", "  - service: \(service)", "    quantity: 2", "    price: 1.50", "  - text: glue",
        "    sum: 3.00",
      ]
    }
    if chance(3) { lines.append("payments: [{date: 2026-03-15, sum: 5.00}]") }
    return lines
  }

  // MARK: Errors

  private mutating func makeError(_ good: inout [String], _ bad: inout [String]) {
    let line = digit(0, good.count - 1)
    switch digit(0, 13) {
    case 0, 1, 2, 3: slipInWord(&bad[line])
    case 4: inText(&good, &bad)
    case 5: inText(&good, &bad)
    case 6: inNumber(&bad)
    case 7: inReference(&bad)
    case 8: colon(&bad[line])
    case 9: join(&bad, at: line)
    case 10: bullet(&bad)
    // Behind a text ' # late' is part of it.
    case 11 where !bad[line].contains("note:") && !bad[line].contains("text:"):
      bad[line] += pick([",", ";", "]", "}", ", ", " #", " # late", ":", " :", "\"", "'"])
    case 12: drop(&bad[line])
    default: negate(&bad[line])
    }
  }

  /// A slip of the fingers in one word of a line.
  private mutating func slipInWord(_ line: inout String) {
    guard let word = word(in: line) else { return }
    var letters = Array(line[word])
    let index = digit(0, letters.count - 1)
    switch digit(0, 6) {
    case 0, 1: if index + 1 < letters.count { letters.swapAt(index, index + 1) }
    case 2: letters.insert(letters[index], at: index)
    case 3: letters.remove(at: index)
    case 4: letters[index] = Character(pick(["a", "e", "n", "o", "s", "u"]))
    case 5:
      letters = Array(
        chance(2)
          ? String(letters).uppercased() : String(letters).prefix(1).uppercased() + letters.dropFirst())
    default: letters.insert(Character(pick(["-", "_", " "])), at: index)
    }
    line.replaceSubrange(word, with: String(letters))
  }

  /// A prefix or suffix that turns a word round.
  private mutating func negate(_ line: inout String) {
    guard let word = word(in: line) else { return }
    let text = line[word]
    let prefix = pick(["un", "in", "non", "no", "not", "de", "dis", "re", "un-", "no ", "not_"])
    let isSuffixed = chance(5)
    line.replaceSubrange(word, with: isSuffixed ? "\(text)less" : "\(prefix)\(text)")
  }

  /// A text that needs quotes, without them.
  private mutating func inText(_ good: inout [String], _ bad: inout [String]) {
    let text = pick([
      "Werkstatt #3", "#3", "Foo: bar", "&co", "*all*", "!now", "{x}", "@home", "`x`", "%5", "- b", "? b",
      "[x] done", ">5 kg",
      "|x|", "it's", "a: b: c", "key: \"v\": w", "one, two", "paid: true", "Achtung: fragile, 5 kg", "12:30",
      "http://x.de/#a",
      "[a, b],", "] b", ", b", "\"Foo\" bar", "'Foo' bar", "x #", "re: paid",
    ])
    let quoted =
      "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
      + "\""
    good.removeAll { $0.hasPrefix("note:") }
    bad = good
    good.append("note: " + quoted)
    bad.append("note: " + text)
  }

  /// A number or a date as people write it.
  private mutating func inNumber(_ lines: inout [String]) {
    for index in lines.indices {
      let parts = lines[index].split(separator: " ")
      guard parts.count == 2, let value = parts.last, value.contains(where: \.isNumber) else { continue }
      var new = String(value)
      if value.contains("-"), value.hasPrefix("2026") {
        let numbers = value.split(separator: "-")
        new = pick([
          "\(numbers[2]).\(numbers[1]).2026", "\(numbers[2])/\(numbers[1])/2026",
          "2026/\(numbers[1])/\(numbers[2])",
          "\(value)T00:00", "2026.\(numbers[1]).\(numbers[2])",
        ])
      } else if value.contains(".") {
        new = pick([
          value.replacingOccurrences(of: ".", with: ","), value + " EUR", value + " €", "€ " + value,
          value + " eur", value + ".",
          "EUR " + value, value.replacingOccurrences(of: ".", with: ",") + " €", value + "-", "\(value)0",
          "'\(value)'",
        ])
      }
      if new != value, chance(2) {
        lines[index] = "\(parts[0]) \(new)"
        return
      }
    }
  }

  /// A record's title, or the way to its file, where its id is due.
  private mutating func inReference(_ lines: inout [String]) {
    guard let index = lines.firstIndex(where: { $0.hasPrefix("customer: ") }) else { return }
    let id = String(lines[index].dropFirst(10))
    let title = Self.titles[id] ?? id
    let name = pick([
      title, title, title.uppercased(), title.lowercased(), "\(id).md", "customers/\(id).md",
      "customers/\(id)",
      id.uppercased(),
    ])
    lines[index] = "customer: \(name)"
  }

  private mutating func colon(_ line: inout String) {
    guard let colon = line.range(of: ": ") else { return }
    line.replaceSubrange(colon, with: pick([":", "::", ":\u{A0}", " : ", " ", ";", ": : ", " ", ":: "]))
  }

  /// Two lines in one.
  private mutating func join(_ lines: inout [String], at index: Int) {
    guard index + 1 < lines.count else { return }
    lines[index] +=
      pick([" ", ", ", "; ", ",", "  "]) + lines.remove(at: index + 1).trimmingCharacters(in: .whitespaces)
  }

  private mutating func bullet(_ lines: inout [String]) {
    for index in lines.indices where lines[index].hasPrefix("  - ") && chance(2) {
      lines[index] = pick(["  * ", "  – ", "  -", "  • ", "  ", "- ", "   - "]) + lines[index].dropFirst(4)
      return
    }
  }

  /// One character too few.
  private mutating func drop(_ line: inout String) {
    let marks = line.indices.filter { !line[$0].isLetter && !line[$0].isNumber }
    guard let index = marks.isEmpty ? nil : marks[digit(0, marks.count - 1)] else { return }
    line.remove(at: index)
  }

  // MARK: Chance

  private mutating func digit(_ low: Int, _ high: Int) -> Int { Int.random(in: low...high, using: &random) }
  private mutating func chance(_ n: Int) -> Bool { digit(1, n) == 1 }
  private mutating func pick(_ texts: [String]) -> String { texts[digit(0, texts.count - 1)] }

  /// One of a line's words, with its range.
  private mutating func word(in line: String) -> Range<String.Index>? {
    let words = line.split { !$0.isLetter }
    guard !words.isEmpty else { return nil }
    let word = words[digit(0, words.count - 1)]
    return word.startIndex..<word.endIndex
  }
}
