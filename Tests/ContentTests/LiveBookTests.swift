import Content
import Diagnostics
import FileSystem
import Foundation
import Query
import Records
import Synchronization
import TestSupport
import Testing

/// A book read again and again equals one that is loaded from nothing.
@Suite struct LiveBookTests {
  /// The number of random edits; `DOCKET_LIVE_EDITS` asks for more.
  private static let edits =
    ProcessInfo.processInfo.environment["DOCKET_LIVE_EDITS"].flatMap { Int($0) } ?? 120

  @Test(arguments: [false, true]) func equalsAFreshBookAfterEveryEdit(drafts: Bool) async throws {
    let day = try #require(CivilDate("2026-06-30"))
    var editor = RandomEditor(state: drafts ? 7 : 2026)
    let live = LiveBook(includesDrafts: drafts, findsLints: true)
    var compared = 0
    var whole = 0
    var last: (book: Book, version: LiveBook.Version)?
    var before: MemorySource?
    var named = 0
    for index in 0..<Self.edits {
      let edit = editor.edit()
      let isOverlay = index % 5 == 4
      let source: any ContentSource = isOverlay ? editor.overlay() : editor.source
      // Often the files that may have changed are told.
      let changed = index % 3 == 0 ? .all : editor.source.changes(since: isOverlay ? nil : before)
      if changed != .all { named += 1 }
      before = isOverlay ? nil : editor.source
      // Where it says that the book at hand is still right, that is compared.
      if let known = last {
        last =
          await live.reading(of: source, changed: changed, today: day, unless: known.version) ?? known
      } else {
        last = await live.reading(of: source, changed: changed, today: day)
      }
      let book = try #require(last?.book)
      let fresh = await ContentLoader(source: source, includesDrafts: drafts, today: day, findsLints: true)
        .load()
      let (facts, expected) = (book.facts, fresh.facts)
      if facts != expected {
        let difference = facts.difference(from: expected)
        Issue.record("after edit \(index), \(edit): \(difference.prefix(6).map { "\($0)" })")
        return
      }
      compared += facts.count
      if !fresh.diagnostics.hasErrors { whole += 1 }
    }
    // Most books have hundreds of facts, and some are without errors.
    #expect(compared > Self.edits * 100)
    #expect(whole * 20 > Self.edits)
    #expect(named * 4 > Self.edits)
  }

  /// A sync that stores accents in another way renames a file to a name that equals the old one as a text.
  @Test(arguments: [("o-Jo\u{308}rg", "o-J\u{F6}rg"), ("o-J\u{F6}rg", "o-Jo\u{308}rg")])
  func aFileWhoseAccentsAreStoredAnewIsTheSameRecord(old: String, new: String) async throws {
    let day = try #require(CivilDate("2026-06-30"))
    var source = MemorySource(RandomEditor.files)
    let order = Array("---\ndate: 2026-03-14\n---\n".utf8)
    let paths = [old, new].map { "orders/2026/\($0).md" }
    source[paths[0]] = order
    let live = LiveBook(includesDrafts: false, findsLints: true)
    let before = await live.reading(of: source, today: day).book.recordCount
    source[paths[0]] = nil
    source[paths[1]] = order
    var changed = ChangedFiles.nothing
    for path in paths { changed.formUnion(.only(["Content/" + path])) }
    let book = await live.reading(of: source, changed: changed, today: day).book
    #expect(book.recordCount == before)
    let loader = ContentLoader(source: source, includesDrafts: false, today: day, findsLints: true)
    #expect(book.facts == (await loader.load()).facts)
    // Reported the other way round, and twice.
    source[paths[1]] = nil
    source[paths[0]] = order
    let again = ChangedFiles.only((paths + paths.reversed()).map { "Content/" + $0 })
    #expect(await live.reading(of: source, changed: again, today: day).book.recordCount == before)
  }

  @Test func looksAtTheFilesAloneThatMayHaveChanged() async throws {
    let day = try #require(CivilDate("2026-06-30"))
    let reads = CountingSource.Counter()
    var source = MemorySource(RandomEditor.files)
    let live = LiveBook(includesDrafts: false, findsLints: true)
    func reading(_ source: any ContentSource, _ changed: ChangedFiles) async -> Book {
      await live.reading(of: source, changed: changed, today: day).book
    }
    func counted() -> CountingSource { CountingSource(base: source, counter: reads) }
    let before = await reading(counted(), .all).facts
    _ = reads.take()
    // An edit that is laid over the files and then not made.
    var edit = Overlay(over: counted())
    edit.put(Array("---\ndate: 2026-03-14\n---\n".utf8), at: "orders/2026/2026-0003.md")
    edit.delete("orders/2026/2026-0004.md")
    #expect(await reading(edit, .nothing).facts != before)
    #expect(reads.take() == 0)
    #expect(await reading(counted(), .nothing).facts == before)
    #expect(reads.take() == 2)
    source["orders/2026/2026-0005.md"] = nil
    source["orders/2026/new.md"] = Array("---\ndate: 2026-03-14\n---\n".utf8)
    let named = ["2026-0005", "new", "absent", ".swap"].map { "Content/orders/2026/\($0).md" }
    let book = await reading(counted(), .only(named + ["Themes/x.css"]))
    #expect(reads.take() == 1)
    let fresh = await ContentLoader(source: source, includesDrafts: false, today: day, findsLints: true)
      .load()
    #expect(book.facts == fresh.facts)
  }

  @Test func knowsABookThatIsStillRight() async throws {
    let day = try #require(CivilDate("2026-06-30"))
    var source = MemorySource(RandomEditor.files)
    let live = LiveBook(includesDrafts: false, findsLints: true)
    let first = await live.reading(of: source, today: day).version
    #expect(await live.reading(of: source, today: day, unless: first) == nil)
    let bytes = Array("---\ndate: 2026-03-14\n---\n".utf8)
    var edit = Overlay(over: source)
    edit.put(bytes, at: "orders/2026/2026-0003.md")
    let edited = try #require(await live.reading(of: edit, today: day, unless: first)).version
    // The edit is not made yet, then it is, then it is made again.
    #expect(await live.reading(of: source, today: day, unless: first) == nil)
    source["orders/2026/2026-0003.md"] = bytes
    #expect(await live.reading(of: source, today: day, unless: edited) == nil)
    #expect(await live.reading(of: source, today: day, unless: first) != nil)
    #expect(
      await live.reading(of: source, today: try #require(CivilDate("2026-07-01")), unless: edited) != nil)
    source["orders/2026/other.md"] = bytes
    source["orders/2026/2026-0003.md"] = nil
    #expect(await live.reading(of: source, today: day, unless: edited) != nil)
  }

  @Test func readsAgainOnlyWhatHasChanged() async throws {
    let day = try #require(CivilDate("2026-06-30"))
    let reads = CountingSource.Counter()
    var source = MemorySource(RandomEditor.files)
    let live = LiveBook(includesDrafts: false, findsLints: true)
    _ = await live.book(of: CountingSource(base: source, counter: reads), today: day)
    #expect(reads.take() == source.paths.count)
    _ = await live.book(of: CountingSource(base: source, counter: reads), today: day)
    #expect(reads.take() == 0)
    source["orders/2026/2026-0003.md"] = Array("---\ndate: 2026-03-14\n---\n".utf8)
    source["orders/2026/2026-0004.md"] = nil
    _ = await live.book(of: CountingSource(base: source, counter: reads), today: day)
    #expect(reads.take() == 1)
  }
}

/// Counts the files that are read.
private struct CountingSource: ContentSource {
  final class Counter: Sendable {
    private let count = Mutex(0)

    func add(_ number: Int) { count.withLock { $0 += number } }

    func take() -> Int {
      count.withLock { count in
        defer { count = 0 }
        return count
      }
    }
  }

  let base: MemorySource
  let counter: Counter

  var root: String { base.root }

  func list(withStamps: Bool) -> [ContentEntry] { base.list(withStamps: withStamps) }

  func file(at path: String) -> FileLookup? { base.file(at: path) }

  func read(_ paths: [String], limit: Int) -> [Result<[UInt8], EnvironmentFailure>] {
    counter.add(paths.count)
    return base.read(paths, limit: limit)
  }
}

/// Changes, adds, deletes, renames, breaks and repairs the files of a small book.
private struct RandomEditor {
  private(set) var source = MemorySource(files)
  private var generator: SeededGenerator

  init(state: UInt64) {
    generator = SeededGenerator(seed: state)
  }

  static let files: [String: String] = {
    var files: [String: String] = [
      "site.yml": sites[0], "model.yml": models[0], "index.md": "# Home\n",
      "orders/index.md": "---\npage-size: 10\n---\n# Orders\n",
      "reports/unpaid.md": "---\ntitle: Unpaid\n---\n{{query}}\n", "scans/one.pdf": "%PDF",
      "notes.txt": "Notes\n",
    ]
    for (index, name) in customers.enumerated() {
      files["customers/\(name).md"] = "---\nname: \(name.capitalized)\nphone: 0\(index)\n---\nKnown.\n"
    }
    for name in services {
      files["services/\(name).md"] = "---\nname: \(name.capitalized)\nprice: 1.25\n---\n"
    }
    for number in 1...30 {
      files["orders/2026/2026-00\(number < 10 ? "0" : "")\(number).md"] = order(number)
    }
    return files
  }()

  private static let customers = ["acme", "bear", "cole", "dora", "emil", "finn"]
  private static let services = ["chai", "repair", "tube", "wash"]
  private static let sites = [
    "title: Tea\ncurrency: EUR\n", "currency: JPY\n", "title: [\n",
    "title: Tea\nlints: {gap-in-ids: false}\n",
    "title: Tea\nthemes: x\n",
  ]
  private static let models = [
    "entities: {Order: {rules: [{unless: total >= 0, error: a negative total}]}}\n",
    "entities: {Customer: {attributes: {phone: {type: string, unique: true}}}}\n",
    "entities: {Order: {attributes: {due: null}}}\n", "entities: {Boat: {folder: scans}}\n", "entities: [\n",
    "entities: {Order: {attributes: {total: {type: money, derived: rows.@sum.summ}}}}\n",
    "entities: {Customer: {relationships: {orders: {to: Order, many: true, inverse: customer, max-count: 5}}}}\n",
  ]
  private static let pieces = [
    "paid: true\n", "made: true\n", "paid: maybe\n", "due: 2026-01-01\n", "note: x\n", "draft: true\n",
    "customer: bear\n", "customer: nobody\n", "currency: USD\n", "---\n", "[", "\"", ": ", "\u{FEFF}", "é",
    "payments: [{date: 2026-04-01, sum: 3.00}]\n", "phone: 00\n", "price: 1,5\n", "\r\n", "# ",
  ]

  private static func order(_ number: Int) -> String {
    """
    ---
    date: 2026-03-\(number % 18 + 10)
    customer: \(customers[number % customers.count])
    rows:
      - {service: \(services[number % services.count]), sum: \(number).50}
      - service: \(services[number % 3])
        quantity: \(number)
        price: 2.25
    ---
    Notes.

    """
  }

  /// Makes one edit.
  /// - Returns: what was done, for a message.
  mutating func edit() -> String {
    let paths = source.paths.filter { $0.hasSuffix(".md") }
    let path = paths.randomElement(using: &generator) ?? "index.md"
    let number = Int.random(in: 1...30, using: &generator)
    switch Int.random(in: 0..<20, using: &generator) {
    case 0...3:
      insert(Self.pieces.randomElement(using: &generator) ?? "", at: path, afterFence: true)
    case 4...5: insert(Self.pieces.randomElement(using: &generator) ?? "", at: path, afterFence: false)
    case 6...8:
      // A repaired file is as it was.
      let broken = Self.files.keys.sorted().filter { source[$0] != Array((Self.files[$0] ?? "").utf8) }
      for path in broken.shuffled(using: &generator).prefix(8) {
        source[path] = Array((Self.files[path] ?? "").utf8)
      }
      return "repaired \(broken.count)"
    case 10: source[path] = nil
    case 11:
      let bytes = source[path]
      source[path] = nil
      source[path.replacingOccurrences(of: "-00", with: "-01")] = bytes
    case 12: source["orders/2025/2026-00\(number).md"] = Array(Self.order(number).utf8)
    case 9, 13:
      for path in source.paths where Self.files[path] == nil { source[path] = nil }
      for (path, text) in Self.files { source[path] = Array(text.utf8) }
      return "repaired everything"
    case 14: source["site.yml"] = Array((Self.sites.randomElement(using: &generator) ?? "").utf8)
    case 15: source["model.yml"] = Array((Self.models.randomElement(using: &generator) ?? "").utf8)
    case 16:
      source["site.yml"] = Bool.random(using: &generator) ? nil : Array(Self.sites[0].utf8)
      source["model.yml"] = Bool.random(using: &generator) ? nil : Array(Self.models[0].utf8)
    case 17:
      let names = ["orders/a.MD", "Orders/a.md", "model.yaml", "orders/page/x.md", "scans/r.txt", "_x/a.md"]
      let name = names.randomElement(using: &generator) ?? ""
      source[name] = source[name] == nil ? Array(Self.order(number).utf8) : nil
      return "toggled \(name)"
    case 18: source["pages/p\(number).md"] = Array("---\ntitle: P\(number)\n---\n".utf8)
    default: source["customers/new/c\(number).md"] = Array("---\nname: C\(number)\n---\n".utf8)
    }
    return path
  }

  /// The files as they are, by way of an overlay over others.
  func overlay() -> Overlay {
    var beneath = MemorySource(Self.files)
    beneath["orders/2026/extra.md"] = []
    var overlay = Overlay(over: beneath)
    for path in beneath.paths where source[path] == nil { overlay.delete(path) }
    for path in source.paths { overlay.put(source[path] ?? [], at: path) }
    return overlay
  }

  private mutating func insert(_ piece: String, at path: String, afterFence: Bool) {
    var bytes = source[path] ?? []
    let place = afterFence ? min(4, bytes.count) : Int.random(in: 0...bytes.count, using: &generator)
    bytes.insert(contentsOf: Array(piece.utf8), at: place)
    source[path] = bytes
  }
}

extension MemorySource {
  /// The files that differ from those of before; any where that is not known.
  fileprivate func changes(since before: MemorySource?) -> ChangedFiles {
    guard let before else { return .all }
    let paths = Set(before.paths).union(paths).filter { before[$0] != self[$0] }
    return .only(paths.map { "\(root)/\($0)" })
  }
}

extension Book {
  /// Everything there is to tell of a book, a line a fact.
  fileprivate var facts: [String] {
    var facts = ["\(settings)", "\(attachments)", "\(recordCount)"]
    facts += expressions.computed.map { "\($0.entity) \($0.attribute.name.text) \($0.expression.text)" }
    for page in pages { facts.append("\(page.file.facts) \(page)") }
    for file in graph.files { facts.append(file.facts) }
    for (index, table) in graph.tables.enumerated() {
      facts.append(
        "table \(table.count) \(table.entityStarts) \(table.drafts) \(table.positions) \(table.fileOffsets)")
      facts.append(
        "\(table.files) \(table.owners.map { "\($0.rows) \($0.firsts)" } ?? "") \(table.orders)")
      facts.append(
        "\(table.idRanks) \(table.datedColumns.sorted()) \(table.rowsByID.sorted { $0.key < $1.key })")
      for row in 0..<table.count {
        let values = table.columns.map { "\($0[row])" }.joined(separator: "|")
        let links = table.links.map { "\(Array($0.targets(of: row)))" }.joined(separator: "|")
        facts.append("\(graph.id(of: row, in: index)) \(values) \(links)")
      }
    }
    return facts + diagnostics.sortedByPlace().map(\.facts)
  }
}

extension MarkdownFile {
  fileprivate var facts: String {
    "\(source.path) \(path) \(frontMatter) \(body) \(source.text(0..<source.bytes.count))"
  }
}

extension Diagnostic {
  fileprivate var facts: String {
    let notes = notes.map { "\($0.text) \($0.range.map { "\($0.file.path) \($0.bytes)" } ?? "")" }
    let fixIts = fixIts.map { "\($0.range.bytes) \($0.replacement)" }
    return "\(range.file.path) \(range.bytes) \(id) \(severity) \(summary) \(notes) \(fixIts)"
  }
}
