import Records
import TestSupport

/// A repository of random commits, half of whose contents are private.
///
/// What is public depends on one seed, what is private on another: two repositories of one `seed` and different
/// `secret`s have the same public history if, and only if, nothing of it depends on anything private. Every private text
/// holds the canary.
struct SecretRepository {
  /// What every private text holds.
  static let canary = "kanari"

  let git: GitFixture
  private var open: SeededGenerator
  private var secret: SeededGenerator
  private var number = 0
  private var book = OpenBook()

  /// The public state of a book.
  private struct OpenBook {
    var customers: [String: Record] = [:]
    var orders: [String: Record] = [:]
  }

  /// The public state of a record.
  private struct Record: Equatable {
    var name = ""
    var customer: String?
    var helpers: [String] = []
    var rows: [String] = []
    var was: [String] = []
    /// Whether the public knows of it; else it is a draft, private as a whole, or not there.
    var isPublished = true
  }

  /// Makes a repository.
  init(seed: UInt64, secret: UInt64) throws {
    git = try GitFixture()
    open = SeededGenerator(seed: seed)
    self.secret = SeededGenerator(seed: secret &* 0x9E37_79B9 &+ 1)
    var first = book
    for _ in 0..<4 { insert(into: &first) }
    try commit(first)
    book = first
    for _ in 0..<Int.random(in: 8...24, using: &open) {
      if Int.random(in: 0..<5, using: &open) == 0 { try merge() } else { try edit() }
    }
  }

  private static let model = """
    entities:
      Customer: {attributes: {phone: {private: true}}}
      Patient: {parent: Customer, folder: customers/patients, private: true}
      Order:
        attributes: {note: {type: string, private: true}, word: string}
        relationships: {helpers: {to: Customer, many: true}}
      RowOfOrder:
        attributes: {sum: {private: true}, price: {private: true}, discount: {private: true}}
      Payment: {private: true}
    """

  // MARK: Commits

  private mutating func edit() throws {
    var next = book
    for _ in 0..<Int.random(in: 0...3, using: &open) { change(&next) }
    try commit(next)
    book = next
  }

  /// Commits changes on two branches and merges them: of each record what one of the branches has.
  private mutating func merge() throws {
    let base = book
    var (side, main) = (base, base)
    for _ in 0..<Int.random(in: 1...3, using: &open) { change(&side) }
    for _ in 0..<Int.random(in: 1...3, using: &open) { change(&main) }
    let branch = "side\(number)"
    try git.git("checkout", "-qb", branch)
    try commit(side)
    try commit(side)
    try git.git("checkout", "-q", "main")
    try commit(main)
    var merged = main
    for id in Set(side.orders.keys).union(main.orders.keys).sorted()
    where side.orders[id] != base.orders[id] && Int.random(in: 0..<4, using: &open) > 0 {
      merged.orders[id] = side.orders[id]
    }
    for id in Set(side.customers.keys).union(main.customers.keys).sorted()
    where side.customers[id] != base.customers[id] && Int.random(in: 0..<4, using: &open) > 0 {
      merged.customers[id] = side.customers[id]
    }
    try git.git("merge", "-q", "--no-commit", "-s", "ours", branch)
    try commit(merged)
    book = merged
  }

  /// Writes a book with private contents made anew, and commits it on a day of its own.
  private mutating func commit(_ book: OpenBook) throws {
    try? git.folder.remove("firm/Content")
    try git.folder.put("firm/Content/model.yml", Self.model)
    for (id, customer) in book.customers.sorted(by: { $0.key < $1.key }) {
      let phone = has(2) ? "phone: \(word())\n" : ""
      let body = has(2) ? word() : ""
      try put(id, customer, in: "customers", "name: \(customer.name)\n\(phone)", body)
    }
    for (id, order) in book.orders.sorted(by: { $0.key < $1.key }) { try put(order: order, id) }
    for number in 0..<4 where has(2) {
      let name = "firm/Content/customers/patients/\(Self.canary)-\(number).md"
      try git.folder.put(name, "---\nname: \(word())\n---\n")
    }
    number += 1
    // Its bytes may be the same as before.
    try git.folder.put("firm/Content/state.txt", "\(number)")
    try git.commit(CivilDate(dayNumber: 20_000 + number)?.description ?? "")
  }

  private mutating func put(order: Record, _ id: String) throws {
    var keys = "date: 2026-01-02\nword: \(order.name)\n"
    if let customer = order.customer ?? (has(2) ? patient() : nil) { keys += "customer: \(customer)\n" }
    var helpers = order.helpers
    for _ in 0..<hidden(3) { helpers.insert(patient(), at: hidden(helpers.count + 1)) }
    if !helpers.isEmpty { keys += "helpers: [\(helpers.joined(separator: ", "))]\n" }
    if has(2) { keys += "note: \(word())\n" }
    if !order.rows.isEmpty {
      keys += "rows:\n"
      for row in order.rows {
        keys += "  - {text: \(row), sum: \(hidden(4))\(has(2) ? ", discount: 0.\(hidden(9))" : "")}\n"
      }
    }
    let payments = hidden(3)
    if payments > 0 {
      keys += "payments:\n"
      for _ in 0..<payments { keys += "  - {date: 2026-01-0\(hidden(8) + 1), sum: \(hidden(9))}\n" }
    }
    try put(id, order, in: "orders", keys, has(2) ? word() : "")
  }

  /// Writes a record; one that is not published as a draft with other contents, or not at all.
  private mutating func put(_ id: String, _ record: Record, in folder: String, _ keys: String, _ body: String)
    throws
  {
    var text = keys
    if !record.was.isEmpty { text += "was: [\(record.was.joined(separator: ", "))]\n" }
    if !record.isPublished {
      guard has(3) else { return }
      text = "draft: true\n" + text.replacing(record.name, with: word())
    }
    try git.folder.put("firm/Content/\(folder)/\(id).md", "---\n\(text)---\n\(body)\n")
  }

  private mutating func hidden(_ count: Int) -> Int { Int.random(in: 0..<count, using: &secret) }
  private mutating func has(_ odds: Int) -> Bool { hidden(odds) > 0 }
  private mutating func word() -> String { "\(Self.canary)\(hidden(3))" }
  private mutating func patient() -> String { "\(Self.canary)-\(hidden(4))" }

  // MARK: Changes

  private mutating func insert(into book: inout OpenBook) {
    number += 1
    let isPublished = Int.random(in: 0..<4, using: &open) > 0
    if Bool.random(using: &open) {
      book.customers["c\(number)"] = Record(name: "Name \(number)", isPublished: isPublished)
    } else {
      book.orders["o\(number)"] = Record(name: "w\(number)", rows: ["r1", "r2"], isPublished: isPublished)
    }
  }

  private mutating func change(_ book: inout OpenBook) {
    number += 1
    let orders = book.orders.keys.sorted()
    let customers = book.customers.keys.sorted()
    guard let order = orders.randomElement(using: &open), let customer = customers.randomElement(using: &open)
    else { return insert(into: &book) }
    switch Int.random(in: 0..<12, using: &open) {
    case 0: insert(into: &book)
    case 1: book.orders[order]?.name = "w\(number)"
    case 2: book.orders[order]?.customer = Bool.random(using: &open) ? customer : nil
    case 3: book.orders[order]?.helpers = customers.filter { _ in Bool.random(using: &open) }
    case 4:
      let place = Int.random(in: 0...(book.orders[order]?.rows.count ?? 0), using: &open)
      book.orders[order]?.rows.insert("r\(Int.random(in: 1...4, using: &open))", at: place)
    case 5: book.orders[order]?.rows.shuffle(using: &open)
    case 6: if book.orders[order]?.rows.isEmpty == false { book.orders[order]?.rows.removeFirst() }
    case 7: book.orders[order]?.isPublished.toggle()
    case 8: book.customers[customer]?.isPublished.toggle()
    case 9: rename(customer, in: &book)
    case 10: book.orders[order] = nil
    default: book.customers[customer] = nil
    }
  }

  /// Gives a customer another id, with or without a word of the old one.
  private mutating func rename(_ customer: String, in book: inout OpenBook) {
    guard var record = book.customers.removeValue(forKey: customer) else { return }
    let id = "c\(number)"
    if Bool.random(using: &open) { record.was.append(customer) }
    book.customers[id] = record
    for order in book.orders.keys {
      if book.orders[order]?.customer == customer { book.orders[order]?.customer = id }
      let helpers = book.orders[order]?.helpers ?? []
      book.orders[order]?.helpers = helpers.map { $0 == customer ? id : $0 }
    }
  }
}
