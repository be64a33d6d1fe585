import TestSupport

/// A generated book, half of which is private.
///
/// What is public depends on one seed, what is private on another: two books of one `seed` and different `secret`s have
/// the same public site if, and only if, nothing private shows in it. Every private text holds the canary, and every
/// private number its digits.
struct SecretBook {
  /// What every private text holds.
  static let canary = "Kanàri"
  /// What every private number begins with.
  static let digits = "773311559"

  /// The files of Content.
  private(set) var files: [String: [UInt8]] = [:]
  /// How many private things there are: values, bodies, records, pages, attachments.
  private(set) var secretCount = 0

  private var open: SeededGenerator
  private var secret: SeededGenerator
  private var marks: Set<String> = []

  /// Makes a book.
  /// - Parameters:
  ///   - seed: decides on everything that is public, and on what is private.
  ///   - secret: decides on everything that is private.
  init(seed: UInt64, secret: UInt64) {
    open = SeededGenerator(seed: seed)
    self.secret = SeededGenerator(seed: secret &* 0x9E37_79B9 &+ 1)
    for name in Self.markable where open.next() % 4 == 0 { marks.insert(name) }
    // Without its root nothing of an entity is left; mostly something should be.
    if open.next() % 3 != 0 { marks.subtract(["Order", "RowOfOrder", "Customer"]) }
    writeModel()
    writeRecords()
    writePages()
  }

  private static let markable = [
    "Customer", "Firm", "Bicycle", "Order", "RowOfOrder", "Payment", "Service", "Customer.phone",
    "Customer.email",
    "Customer.address", "Customer.level", "Customer.orders", "Customer.tags", "Firm.vat", "Order.due",
    "Order.made",
    "Order.paid", "Order.paidOn", "Order.margin", "Order.customer", "Order.payments", "RowOfOrder.text",
    "RowOfOrder.cost", "RowOfOrder.discount", "Service.price", "Service.unit", "Service.rows",
    "Bicycle.frameNumber",
    "Payment.note", "Payment.date", "Customer.body", "Order.body", "Service.body", "Firm.body",
  ]

  // MARK: The model

  private func mark(_ name: String) -> String { marks.contains(name) ? "private: true" : "private: false" }

  private mutating func writeModel() {
    func body(_ name: String) -> String { marks.contains(name + ".body") ? "private" : "public" }
    put(
      "model.yml",
      """
      entities:
        Customer:
          \(mark("Customer"))
          body: \(body("Customer"))
          attributes:
            phone: {\(mark("Customer.phone"))}
            email: {\(mark("Customer.email"))}
            address: {\(mark("Customer.address"))}
            level: {type: integer, \(mark("Customer.level"))}
            grade: {type: decimal, formula: level * 2}
            tags: {type: tags, \(mark("Customer.tags"))}
            turnover: {type: money, derived: orders.@sum.total}
            owed: {type: money, derived: orders.@sum.open}
          relationships:
            orders: {to: Order, many: true, inverse: customer, \(mark("Customer.orders"))}
            bicycles: {to: Bicycle, many: true, inverse: owner}
        Firm:
          parent: Customer
          folder: firms
          \(mark("Firm"))
          body: \(body("Firm"))
          attributes:
            vat: {type: string, \(mark("Firm.vat"))}
        Bicycle:
          folder: bicycles
          title: frame
          \(mark("Bicycle"))
          attributes:
            frame: {type: string, required: true}
            frameNumber: {type: string, \(mark("Bicycle.frameNumber"))}
          relationships:
            owner: {to: Customer, inverse: bicycles}
        Order:
          \(mark("Order"))
          body: \(body("Order"))
          attributes:
            due: {\(mark("Order.due"))}
            made: {\(mark("Order.made"))}
            paid: {\(mark("Order.paid"))}
            paidOn: {\(mark("Order.paidOn"))}
            margin: {type: money, \(mark("Order.margin"))}
            share: {type: money, derived: margin * 0.5}
          relationships:
            customer: {to: Customer, inverse: orders, \(mark("Order.customer"))}
            payments:
              to: Payment
              many: true
              inverse: order
              delete: cascade
              implied: {when: paid = true AND payments.@sum.sum < total, date: paidOn, sum: total - payments.@sum.sum}
              \(mark("Order.payments"))
        RowOfOrder:
          \(mark("RowOfOrder"))
          attributes:
            text: {type: string, \(mark("RowOfOrder.text"))}
            cost: {type: money, \(mark("RowOfOrder.cost"))}
            discount: {\(mark("RowOfOrder.discount"))}
        Payment:
          \(mark("Payment"))
          attributes:
            note: {\(mark("Payment.note"))}
            date: {\(mark("Payment.date"))}
        Service:
          \(mark("Service"))
          body: \(body("Service"))
          attributes:
            price: {\(mark("Service.price"))}
            unit: {\(mark("Service.unit"))}
          relationships:
            rows: {to: RowOfOrder, many: true, inverse: service, \(mark("Service.rows"))}

      """)
    let base = open.next() % 2 == 0 ? "base-url: https://book.example.org/\n" : ""
    put("site.yml", "title: Book\nlanguage: \(["en", "de", "fr", "ja"][pick(4)])\n\(base)")
  }

  // MARK: Records

  private mutating func writeRecords() {
    let services = writeEntity("Service", "services", public: 3) { book, _, isSecret in
      "name: \(book.name(isSecret, "Service"))\nprice: \(book.number("Service.price", isSecret))\n"
        + "unit: \(book.text("Service.unit", isSecret))\n"
    }
    let customer: (inout SecretBook, Bool) -> String = { book, isSecret in
      "name: \(book.name(isSecret, "Customer"))\nphone: \(book.text("Customer.phone", isSecret))\n"
        + "email: \(book.email(isSecret))\naddress: \(book.text("Customer.address", isSecret))\n"
        + "level: \(book.whole("Customer.level", isSecret))\n"
        + "tags: [\(book.word("Customer.tags", isSecret)), \(book.word("Customer.tags", isSecret))]\n"
    }
    let people = writeEntity("Customer", "customers", public: 4) { book, _, isSecret in
      customer(&book, isSecret)
    }
    let firms = writeEntity("Firm", "firms", public: 2, with: "Customer") { book, _, isSecret in
      customer(&book, isSecret) + "vat: \(book.text("Firm.vat", isSecret))\n"
    }
    let customers = (shown: people.shown + firms.shown, hidden: people.hidden + firms.hidden)
    _ = writeEntity("Bicycle", "bicycles", public: 2, with: nil) { book, _, isSecret in
      "frame: \(book.name(isSecret, "Bicycle"))\nframeNumber: \(book.text("Bicycle.frameNumber", isSecret))\n"
        + book.reference("owner", customers, isSecret)
    }
    _ = writeEntity("Order", "orders/2026", public: 5) { book, number, isSecret in
      let day = isSecret ? 1 + book.hidden(28) : 1 + book.pick(28)
      var text = "date: 2026-0\(1 + number % 9)-\(day < 10 ? "0" : "")\(day)\n"
      text += book.reference(
        "customer", customers, isSecret || book.isPrivate("Order.customer", "Customer.orders"))
      text += "made: \(book.flag("Order.made", isSecret))\n"
      if book.isPrivate("Order.due") || isSecret {
        book.secretCount += 1
        text += "due: 2027-01-1\(book.hidden(9))\n"
      } else {
        text += "due: 2026-12-1\(book.pick(9))\n"
      }
      // Without its payments a book does not tell their days either.
      let isPaid = isSecret || book.isPrivate("Order.paidOn", "Order.payments", "Payment", "Payment.date")
      if (isPaid ? book.hidden(2) : book.pick(2)) == 0 {
        book.secretCount += isPaid ? 1 : 0
        text += "paidOn: 2026-10-1\(isPaid ? book.hidden(9) : book.pick(9))\n"
      }
      text += "margin: \(book.number("Order.margin", isSecret))\nrows:\n"
      let areRowsSecret = isSecret || book.isPrivate("RowOfOrder")
      for _ in 0...(areRowsSecret ? book.hidden(3) : book.pick(3)) {
        text += "  - sum: \(areRowsSecret ? Self.digits + ".05" : "\(10 + book.pick(90)).00")\n"
        text += "    text: \(book.text("RowOfOrder.text", areRowsSecret))\n"
        text += "    cost: \(book.number("RowOfOrder.cost", areRowsSecret))\n"
        let discount = areRowsSecret || book.isPrivate("RowOfOrder.discount")
        text += "    discount: 0.0\(discount ? book.hidden(9) : book.pick(9))\n"
        text += book.reference("    service", services, areRowsSecret || book.isPrivate("Service.rows"))
      }
      let arePaymentsSecret = isSecret || book.isPrivate("Payment", "Order.payments", "Payment.date")
      let count = arePaymentsSecret ? book.hidden(3) : book.pick(3)
      if count > 0 { text += "payments:\n" }
      for _ in 0..<count {
        text += "  - date: 2026-10-2\(arePaymentsSecret ? book.hidden(9) : book.pick(9))\n"
        text += "    sum: \(arePaymentsSecret ? Self.digits + ".07" : "\(1 + book.pick(9)).00")\n"
        text += "    note: \(book.text("Payment.note", arePaymentsSecret))\n"
      }
      return text
    }
  }

  /// Writes records of an entity: where it is private a hidden number of them, else some that everybody may see.
  private mutating func writeEntity(
    _ entity: String, _ folder: String, public count: Int, with parent: String? = nil,
    _ text: (inout SecretBook, Int, Bool) -> String
  ) -> (shown: [String], hidden: [String]) {
    let isSecret = marks.contains(entity) || parent.map { marks.contains($0) } ?? false
    var ids: [String] = []
    let number = isSecret ? 1 + hidden(4) : count
    for index in 0..<number {
      let id = isSecret ? "\(Self.canary)-\(entity.lowercased())-\(index)" : "\(entity.lowercased())-\(index)"
      ids.append(id)
      let isBodySecret = isSecret || marks.contains(entity + ".body") || entity == "Bicycle"
      var body = "Open text of \(id).\n"
      if isBodySecret {
        secretCount += 1
        body = "# \(secretText)\n\n\(secretText), see [scan](\(Self.canary)-\(index).pdf).\n"
        put("\(folder)/\(Self.canary)-\(index).pdf", "scan \(secretText)")
      }
      if isSecret { secretCount += 1 }
      let was = isSecret ? "was: [\(Self.canary)-old-\(entity.lowercased())-\(index)]\n" : ""
      put("\(folder)/\(id).md", "---\n\(text(&self, index, isSecret))\(was)---\n\(body)")
    }
    if isSecret {
      put("\(folder)/\(Self.canary)-beside.txt", secretText)
      if hidden(2) == 0 { put("\(folder)/\(Self.canary)-page/index.md", "# \(secretText)\n") }
      return ([], ids)
    }
    return (ids, [])
  }

  // MARK: Pages

  /// What a total, what is open and an order's customer are made of.
  private static let total = ["Order", "RowOfOrder", "RowOfOrder.discount"]
  private static let balance =
    total + ["Payment", "Payment.date", "Order.payments", "Order.paid", "Order.paidOn"]
  private static let customer = ["Customer", "Customer.orders", "Order", "Order.customer"]

  /// Queries, each with the marks of which none may be set where it is read in a public site.
  private static let queries: [(text: String, reads: [String])] = [
    ("from: Order\ncolumns: id, date, total", total),
    ("from: Order\ngroup: date.month\ncolumns: date.month, @sum.total, @count", total),
    ("from: Customer\ncolumns: name, turnover\nsort: -turnover", customer + total),
    ("from: Customer\ncolumns: name, phone", ["Customer", "Customer.phone"]),
    ("from: Payment\ngroup: date.quarter\ncolumns: date.quarter, @sum.sum", balance),
    ("from: Order\nwhere: open > 0\nas: number", balance),
    (
      "from: RowOfOrder\ngroup: service.name\ncolumns: service.name, @sum.sum\nas: bar",
      total + ["Service", "Service.rows"]
    ),
    ("from: Order\nsort: customer.name", customer),
    ("from: Order\nwhere: body CONTAINS 'text'\nas: list", ["Order", "Order.body"]),
    ("from: Customer\nwhere: level > 3\nas: number", ["Customer", "Customer.level"]),
    ("from: Order\nsection: customer.name\ncolumns: id, total", customer + total),
    ("from: Customer\ncolumns: name, grade, owed", customer + balance + ["Customer.level"]),
  ]

  /// A query of a public page; mostly one that a public site may have.
  private mutating func publicQuery() -> String {
    let legal = Self.queries.filter { $0.reads.allSatisfy { !marks.contains($0) } }
    let choices = legal.isEmpty || pick(8) == 0 ? Self.queries : legal
    return choices[pick(choices.count)].text
  }

  private mutating func writePages() {
    put("plans/plan.txt", "A plan that is linked.\n")
    put("plans/\(Self.canary).txt", "A plan that is not: \(secretText)\n")
    var blocks = ""
    for _ in 0..<pick(3) { blocks += "```query\n\(publicQuery())\n```\n\n" }
    put("plans/open.md", "---\ntitle: Open\n---\nSee [the plan](plan.txt).\n\n\(blocks)")
    for index in 0...hidden(2) {
      secretCount += 1
      put(
        "plans/\(Self.canary)-\(index).md",
        "---\ntitle: \"\(secretText)\"\nprivate: true\nwas: [\(Self.canary)-former-\(index)]\n---\n\(secretText)\n\n"
          + "```query\n\(Self.queries[hidden(Self.queries.count)].text)\n```\n")
    }
    guard !marks.contains("Order"), pick(2) == 0 else { return }
    let feed =
      open.next() % 2 == 0 && String(decoding: files["site.yml"] ?? [], as: UTF8.self).contains("base")
    put("orders/index.md", "---\nsorts: date, id\nfilters: date.month\n\(feed ? "feed: true\n" : "")---\n")
  }

  // MARK: Values

  private func isPrivate(_ names: String...) -> Bool { names.contains { marks.contains($0) } }

  private mutating func pick(_ count: Int) -> Int { Int(open.next() % UInt64(count)) }
  private mutating func hidden(_ count: Int) -> Int { Int(secret.next() % UInt64(count)) }

  /// A text with the canary, different in every book, with what HTML, URLs and JSON escape.
  private var secretText: String {
    mutating get { "x\(hidden(1000)) \(Self.canary) <&'\(hidden(1000))" }
  }

  private mutating func text(_ name: String, _ isSecret: Bool) -> String {
    guard isSecret || marks.contains(name) else { return "\"open \(pick(1000)) <&\"" }
    secretCount += 1
    return "\"\(secretText)\""
  }

  private mutating func word(_ name: String, _ isSecret: Bool) -> String {
    guard isSecret || marks.contains(name) else { return "open\(pick(9))" }
    secretCount += 1
    return "\(Self.canary)\(hidden(9))"
  }

  private mutating func name(_ isSecret: Bool, _ entity: String) -> String {
    isSecret ? text(entity, true) : "\(entity) \(pick(1000))"
  }

  private mutating func email(_ isSecret: Bool) -> String {
    guard isSecret || marks.contains("Customer.email") else { return "open\(pick(99))@example.org" }
    secretCount += 1
    return "kanari\(hidden(99))@example.org"
  }

  private mutating func number(_ name: String, _ isSecret: Bool) -> String {
    guard isSecret || marks.contains(name) else { return "\(1 + pick(99)).50" }
    secretCount += 1
    return "\(Self.digits)\(hidden(99)).25"
  }

  private mutating func whole(_ name: String, _ isSecret: Bool) -> String {
    guard isSecret || marks.contains(name) else { return "\(pick(9))" }
    secretCount += 1
    return "\(Self.digits)\(hidden(99))"
  }

  private mutating func flag(_ name: String, _ isSecret: Bool) -> String {
    let isTrue = isSecret || marks.contains(name) ? hidden(2) == 0 : pick(2) == 0
    return isTrue ? "yes" : "no"
  }

  /// A reference to a record that everybody may see, or to a hidden one, or to none.
  private mutating func reference(_ key: String, _ ids: (shown: [String], hidden: [String]), _ isSecret: Bool)
    -> String
  {
    let choice = isSecret || ids.shown.isEmpty ? 9 : pick(4)
    if choice < 3 { return "\(key): \(ids.shown[pick(ids.shown.count)])\n" }
    let all = isSecret ? ids.shown + ids.hidden : ids.hidden
    guard !all.isEmpty, hidden(3) > 0 else { return "" }
    secretCount += 1
    return "\(key): \(all[hidden(all.count)])\n"
  }

  private mutating func put(_ path: String, _ text: String) { files[path] = Array(text.utf8) }
}
