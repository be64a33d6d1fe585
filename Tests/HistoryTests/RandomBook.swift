import TestSupport

/// A book as the test knows it, and in how many ways its files can be written.
struct RandomBook {
  struct Row: Equatable {
    var service: String
    var sum: Int
  }

  struct Order: Equatable {
    var customer: String
    var made: Bool
    var rows: [Row]
    var folder = "2026"
  }

  var customers: [String: String] = [:]
  var orders: [String: Order] = [:]
  /// The former ids of renamed customers.
  var former: [String: String] = [:]

  init(_ random: inout SeededGenerator) {
    for number in 0..<6 { customers["c\(number)"] = "Customer \(number)" }
    for number in 0..<12 {
      let rows = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Row(
          service: "s\(Int.random(in: 0...3, using: &random))",
          sum: Int.random(in: 1...9999, using: &random))
      }
      orders["o\(number)"] = Order(
        customer: "c\(Int.random(in: 0...5, using: &random))", made: Bool.random(using: &random), rows: rows
      )
    }
  }

  /// Changes one thing.
  mutating func change(_ random: inout SeededGenerator, number: Int) {
    guard let id = orders.keys.sorted().randomElement(using: &random) else { return }
    let customer = customers.keys.sorted().randomElement(using: &random) ?? "c0"
    switch Int.random(in: 0..<9, using: &random) {
    case 0: orders[id]?.made.toggle()
    case 1: orders[id]?.customer = customer
    case 2:
      let place = Int.random(in: 0...(orders[id]?.rows.count ?? 0), using: &random)
      orders[id]?.rows.insert(Row(service: "s1", sum: 10_000 + number), at: place)
    case 3:
      if let count = orders[id]?.rows.count, count > 0 {
        orders[id]?.rows.remove(at: Int.random(in: 0..<count, using: &random))
      }
    case 4: orders.removeValue(forKey: id)
    case 5:
      orders["n\(number)"] = Order(
        customer: customer, made: true, rows: [Row(service: "s2", sum: number + 1)])
    case 6: customers[customer] = "Renamed \(number)"
    case 7: orders[id]?.folder = "moved"
    default:
      // A customer gets another id, and every order follows.
      guard former[customer] == nil, former.values.contains(customer) == false else { return }
      let new = "r\(number)"
      customers[new] = customers.removeValue(forKey: customer)
      former[new] = customer
      for key in orders.keys where orders[key]?.customer == customer { orders[key]?.customer = new }
    }
  }

  /// The files, each written in a way of its own.
  func files(_ random: inout SeededGenerator) -> [String: String] {
    var files: [String: String] = [:]
    for number in 0...3 { files["services/s\(number).md"] = "---\nname: Service \(number)\n---\n" }
    for (id, name) in customers.sorted(by: { $0.key < $1.key }) {
      var lines = [Bool.random(using: &random) ? "name: \(name)" : "name: \"\(name)\""]
      if let old = former[id] { lines.append("was: [\(old)]") }
      files["customers/\(id).md"] =
        "---\n" + lines.shuffled(using: &random).joined(separator: "\n") + "\n---\n"
    }
    for (id, order) in orders.sorted(by: { $0.key < $1.key }) {
      let isFlow = Bool.random(using: &random)
      let rows = order.rows.map { row in
        let sum = "\(row.sum / 100).\(row.sum % 100 / 10)\(row.sum % 10)"
        return isFlow
          ? "  - {sum: \(sum), service: \(row.service)}" : "  - service: '\(row.service)'\n    sum: \(sum)"
      }
      var lines = ["date: 2026-03-14", "customer: \(order.customer)", "made: \(order.made ? "yes" : "no")"]
      if !rows.isEmpty { lines.append("rows:\n" + rows.joined(separator: "\n")) }
      if Bool.random(using: &random) { lines.append("# A comment.") }
      let breaks = Bool.random(using: &random) ? "\n" : "\r\n"
      files["orders/\(order.folder)/\(id).md"] =
        (["---"] + lines.shuffled(using: &random) + ["---", ""]).joined(separator: "\n").replacing(
          "\n", with: breaks)
    }
    return files
  }

  /// What changed since another state, a line each.
  func changes(since old: RandomBook) -> Set<String> {
    var lines: Set<String> = []
    for (id, name) in customers {
      let before = former[id] ?? id
      guard let oldName = old.customers[before] else {
        lines.insert("inserted \(id)")
        continue
      }
      if before != id { lines.insert("renamed \(before) \(id)") }
      if oldName != name { lines.insert("\(id) name") }
    }
    let formerIDs = Set(former.values)
    for id in old.customers.keys where customers[id] == nil && !formerIDs.contains(id) {
      lines.insert("deleted \(id)")
    }
    for (id, order) in orders {
      guard let before = old.orders[id] else {
        lines.insert("inserted \(id)")
        continue
      }
      if before.made != order.made { lines.insert("\(id) made") }
      if (former[order.customer] ?? order.customer) != before.customer { lines.insert("\(id) customer") }
      var (gone, come) = (before.rows, order.rows)
      for row in before.rows {
        guard let place = come.firstIndex(of: row), let other = gone.firstIndex(of: row) else { continue }
        come.remove(at: place)
        gone.remove(at: other)
      }
      // A row that is gone and one that has come may be told as one that was changed.
      if gone.count + come.count > 0 { lines.insert("\(id) rows \(max(gone.count, come.count))") }
    }
    for id in old.orders.keys where orders[id] == nil { lines.insert("deleted \(id)") }
    return lines
  }
}
