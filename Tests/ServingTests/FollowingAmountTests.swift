import TestSupport
import Testing

/// Which written sums follow from what is typed in a form: those that equal their formulas in the file, unless
/// they are typed on purpose.
struct FollowingAmountTests {
  private static let path = "Content/orders/2026/o1.md"

  private static func order(_ rows: String...) -> String {
    "---\ndate: 2026-01-10\nrows:\n\(rows.map { "  - {\($0)}\n" }.joined())---\n"
  }

  /// An order with a row whose sum is what its formula gives.
  private static func site() async throws -> ServedSite {
    let order = order("text: a, quantity: 12, price: 8.50, sum: 102.00")
    return try await ServedSite("--edit", adding: [path: order])
  }

  /// What the server tells a script of what is typed.
  private func told(
    _ site: ServedSite, _ address: String, _ typed: [String: String], from page: String
  ) async throws -> String {
    var sent = fields(page).map { ($0.name, typed[$0.name] ?? $0.value) }
    sent += typed.filter { key, _ in !sent.contains { $0.0 == key } }.map { ($0.key, $0.value) }
    let token = try #require(fields(page).first { $0.name == "token" }?.value)
    return try await ask(
      site.port, "/-/compute/" + address, method: "POST", headers: "X-Docket-Token: \(token)\r\n",
      body: encoded(sent)
    ).body
  }

  /// The rows of a file are counted as they are written, whatever order the model gives them.
  @Test func eachSumFollowsItsOwnRowInASortedList() async throws {
    let model = """
      entities:
        Order: {lists: {trips: {sort: day}}, relationships: {trips: {to: Trip, many: true, inverse: order}}}
        Trip:
          inside: Order.trips
          attributes:
            day: date
            km: decimal
            rate: money
            cost: {type: money, required: true, formula: km * rate}
          relationships: {order: {to: Order, inverse: trips}}

      """
    func file(_ first: String, _ second: String) -> String {
      "---\ndate: 2026-01-10\ntrips:\n  - {day: 2026-01-09, \(first)}\n  - {day: 2026-01-02, \(second)}\n---\n"
    }
    let (equal, agreed) = ("km: 10, rate: 2.00, cost: 20.00", "km: 5, rate: 3.00, cost: 99.00")
    for sort in [model, model.replacing("sort: day", with: "sort: -day")] {
      let site = try await ServedSite(
        "--edit", adding: ["Content/model.yml": sort, Self.path: file(equal, agreed)])
      let page = try await site.ask("/-/edit/Order/o1").body
      let typed = ["r.trips.0.km": "20", "r.trips.1.km": "6"]
      #expect(
        try await told(site, "Order/o1", typed, from: page).contains(
          #""emptied":["r.trips.0.cost"]"#))
      let saved = try await send(site, "/-/edit/Order/o1", typed, from: page)
      #expect(saved.status == 303, "\(saved.body)")
      #expect(
        try site.folder.text(Self.path)
          == file("km: 20, rate: 2.00", agreed.replacing("5", with: "6")))
    }
  }

  /// What is typed on purpose survives a refused save, with a script and without.
  @Test(arguments: [["r.rows.0.-kept": "sum"], ["r.rows.0.-emptied": "sum"]])
  func aSumTypedOnPurposeIsKeptOverARefusal(mark: [String: String]) async throws {
    let site = try await Self.site()
    let typed = ["r.rows.0.quantity": "10", "r.rows.0.sum": "102.00", "v.date": "soon"]
    let refused = try await send(site, "/-/edit/Order/o1", typed.merging(mark) { $1 })
    #expect(refused.status == 422)
    #expect(fields(refused.body).contains { $0.name == "r.rows.0.-kept" && $0.value == "sum" })
    #expect(fields(refused.body).contains { $0.name == "r.rows.0.sum" && $0.value == "102.00" })
    #expect(
      try await told(site, "Order/o1", [:], from: refused.body).contains(
        #""emptied":[],"filled":{}"#))
    #expect(
      try await send(site, "/-/edit/Order/o1", ["v.date": "2026-01-10"], from: refused.body).status
        == 303)
    #expect(
      try site.folder.text(Self.path)
        == Self.order("text: a, quantity: 10, price: 8.50, sum: 102.00"))
  }

  /// A refused form has the sum emptied that follows, so that what is typed there is known to be typed.
  @Test func aSumTypedIntoARefusedFormIsKept() async throws {
    let site = try await Self.site()
    let refused = try await send(
      site, "/-/edit/Order/o1", ["r.rows.0.quantity": "10", "v.date": "soon"])
    #expect(refused.status == 422)
    #expect(fields(refused.body).contains { $0.name == "r.rows.0.sum" && $0.value == "" })
    let typed = ["v.date": "2026-01-10", "r.rows.0.sum": "102.00"]
    #expect(try await send(site, "/-/edit/Order/o1", typed, from: refused.body).status == 303)
    #expect(
      try site.folder.text(Self.path)
        == Self.order("text: a, quantity: 10, price: 8.50, sum: 102.00"))
  }

  /// The same where another program changes the file meanwhile.
  @Test func aSumTypedOnPurposeIsKeptOverAConflict() async throws {
    let site = try await Self.site()
    let form = try await site.ask("/-/edit/Order/o1").body
    let other = "text: b, quantity: 1, price: 2.00"
    try site.folder.put(
      Self.path, Self.order("text: A, quantity: 12, price: 8.50, sum: 102.00", other))
    let typed = ["r.rows.0.quantity": "10", "r.rows.0.sum": "102.00", "r.rows.0.-kept": "sum"]
    let conflict = try await send(site, "/-/edit/Order/o1", typed, from: form)
    #expect(conflict.status == 409)
    #expect(fields(conflict.body).contains { $0.name == "r.rows.0.sum" && $0.value == "102.00" })
    #expect(try await send(site, "/-/edit/Order/o1", [:], from: conflict.body).status == 303)
    #expect(
      try site.folder.text(Self.path)
        == Self.order("text: A, quantity: 10, price: 8.50, sum: 102.00", other))
    // What was not typed on purpose follows, also from what the other program wrote.
    let again = try await site.ask("/-/edit/Order/o1").body
    try site.folder.put(
      Self.path, Self.order("text: A, quantity: 2, price: 3.00, sum: 6.00", other))
    let emptied = [
      "r.rows.0.quantity": "2", "r.rows.0.sum": "", "r.rows.0.-emptied": "sum", "body": "Typed.",
    ]
    let second = try await send(site, "/-/edit/Order/o1", emptied, from: again)
    #expect(second.status == 409)
    #expect(fields(second.body).contains { $0.name == "r.rows.0.sum" && $0.value == "6.00" })
  }

  /// A save changes only the bytes of what changed: what is as in the file again leaves the sum alone.
  @Test func aSumIsThereAgainWhereWhatItFollowsFromIs() async throws {
    let site = try await Self.site()
    let form = try await site.ask("/-/edit/Order/o1").body
    for quantity in ["12", "12.0"] {
      let emptied = ["r.rows.0.quantity": quantity, "r.rows.0.sum": "", "r.rows.0.-emptied": "sum"]
      let answer = try await told(site, "Order/o1", emptied, from: form)
      #expect(answer.contains(#""emptied":[],"filled":{"r.rows.0.sum":"102.00"}"#), "\(answer)")
      #expect(try await send(site, "/-/edit/Order/o1", emptied).status == 303)
      #expect(
        try site.folder.text(Self.path)
          == Self.order("text: a, quantity: \(quantity), price: 8.50, sum: 102.00"))
    }
    // What is emptied on purpose is gone.
    #expect(try await send(site, "/-/edit/Order/o1", ["r.rows.0.sum": ""]).status == 303)
    #expect(try site.folder.text(Self.path) == Self.order("text: a, quantity: 12.0, price: 8.50"))
  }

  /// A copy is compared with the row that it was made from.
  @Test func theSumOfADuplicatedRowFollows() async throws {
    let rows = [
      "text: a, quantity: 1, price: 4.00, sum: 3.00",
      "text: b, quantity: 2, price: 5.00, sum: 10.00",
    ]
    let site = try await ServedSite("--edit", adding: [Self.path: Self.order(rows[0], rows[1])])
    func copy(_ name: Int, of row: String, _ index: Int, _ quantity: String) -> [String: String] {
      var typed = ["r.rows.\(name).-of": "\(index)"]
      for pair in row.split(separator: ", ") {
        let parts = pair.split(separator: ": ")
        typed["r.rows.\(name).\(parts[0])"] = String(parts[1])
      }
      typed["r.rows.\(name).quantity"] = quantity
      return typed
    }
    let typed = copy(5001, of: rows[0], 0, "5").merging(copy(5002, of: rows[1], 1, "5")) { $1 }
      .merging(copy(5003, of: rows[1], 1, "2")) { $1 }
    let page = try await site.ask("/-/edit/Order/o1").body
    #expect(
      try await told(site, "Order/o1", typed, from: page).contains(
        #""emptied":["r.rows.5002.sum"]"#))
    #expect(try await send(site, "/-/edit/Order/o1", typed, from: page).status == 303)
    let text = try site.folder.text(Self.path)
    let copies = text.split(separator: "\n").dropFirst(5).dropLast().map(String.init).sorted()
    #expect(
      copies == [
        "  - {text: a, quantity: 5, price: 4.00, sum: 3.00}",
        "  - {text: b, quantity: 2, price: 5.00, sum: 10.00}",
        "  - {text: b, quantity: 5, price: 5.00}",
      ])
  }

  /// What is changed in the other record beside its rows does not matter.
  @Test func theSumsOfACopyFollowWhereItsOriginalChanged() async throws {
    let order = Self.order("text: a, quantity: 6, price: 14.20, sum: 85.20")
    let site = try await ServedSite("--edit", adding: [Self.path: order])
    let form = try await site.ask("/-/new/Order?-like=o1").body
    try site.folder.put(Self.path, order.replacing("rows:", with: "made: true\nrows:"))
    let typed = ["id": "o8", "v.date": "2026-03-02", "r.rows.0.quantity": "60"]
    #expect(try await send(site, "/-/new/Order", typed, from: form).status == 303)
    #expect(try site.folder.text("Content/orders/2026/o8.md").contains("quantity: 60, price: 14.20}"))
  }

  /// So are the rows of a record that is like another.
  @Test func theSumsOfARecordLikeAnotherFollow() async throws {
    let site = try await ServedSite(
      "--edit",
      adding: [
        Self.path: Self.order(
          "text: a, quantity: 6, price: 14.20, sum: 85.20",
          "text: b, quantity: 6, price: 14.20, sum: 80.00")
      ])
    let form = try await site.ask("/-/new/Order?-like=o1").body
    let typed = [
      "id": "o8", "v.date": "2026-03-02", "r.rows.0.quantity": "60", "r.rows.1.quantity": "60",
    ]
    #expect(
      try await told(site, "Order", typed, from: form).contains(#""emptied":["r.rows.0.sum"]"#))
    // A refusal keeps what the rows are copies of.
    let wrong = typed.merging(["v.customer": "nobody"]) { $1 }
    let refused = try await send(site, "/-/new/Order", wrong, from: form)
    #expect(refused.status == 422)
    #expect(
      try await send(site, "/-/new/Order", ["v.customer": ""], from: refused.body).status == 303)
    #expect(
      try site.folder.text("Content/orders/2026/o8.md").contains(
        "  - {text: a, quantity: 60, price: 14.20}\n  - {text: b, quantity: 60, price: 14.20, sum: 80.00}\n"
      ))
    // Unchanged, it says what the other says.
    let same = try await send(
      site, "/-/new/Order", ["id": "o9", "v.date": "2026-03-02"], from: form)
    #expect(same.status == 303)
    #expect(try site.folder.text("Content/orders/2026/o9.md").contains("price: 14.20, sum: 85.20}"))
  }

  // MARK: The record itself

  private static let fees = [
    "Content/model.yml": """
    entities:
      Customer: {attributes: {discount: decimal, fee: money}}
      Order:
        attributes:
          discount: {type: decimal, formula: customer.discount}
          fee: {type: money, formula: customer.fee}

    """,
    "Content/customers/ann.md": "---\nname: Ann\ndiscount: 0.1\nfee: 5\n---\n",
    "Content/customers/bob.md": "---\nname: Bob\ndiscount: 0.2\n---\n",
  ]

  private static func order(of customer: String, _ figures: String) -> String {
    "---\ndate: 2026-01-10\ncustomer: \(customer)\n\(figures)---\n"
  }

  /// An order keeps its customer's figures, and those of the former one make place for those of another. Agreed ones stay,
  /// and so does what is typed on purpose.
  @Test(arguments: [
    ("discount: 0.1\nfee: 5.00\n", [:], #"["v.discount","v.fee"]"#, "discount: 0.2\n"),
    ("discount: 0.15\nfee: 6.00\n", [:], "[]", "discount: 0.15\nfee: 6.00\n"),
    ("discount: 0.1\n", ["v.-kept": "discount"], "[]", "discount: 0.1\n"),
    ("", [:], "[]", ""),
  ])
  func anOrdersFiguresFollowItsCustomer(
    written: String, more: [String: String], emptied: String, figures: String
  ) async throws {
    let site = try await ServedSite(
      "--edit", adding: Self.fees.merging([Self.path: Self.order(of: "ann", written)]) { $1 })
    let page = try await site.ask("/-/edit/Order/o1").body
    let typed = more.merging(["v.customer": "bob"]) { $1 }
    let answer = try await told(site, "Order/o1", typed, from: page)
    #expect(answer.contains("\"emptied\":\(emptied)"), "\(answer)")
    let saved = try await send(site, "/-/edit/Order/o1", typed, from: page)
    #expect(saved.status == 303, "\(saved.body)")
    #expect(try site.folder.text(Self.path) == Self.order(of: "bob", figures))
  }

  /// While a new order is typed, its customer's figures are shown in empty fields; what is typed there instead stays.
  @Test(arguments: [("", "fee: 5.00"), ("7.00", "fee: 7.00")])
  func aNewOrderKeepsItsCustomersFigures(fee: String, figure: String) async throws {
    let site = try await ServedSite("--edit", adding: Self.fees)
    let form = try await site.ask("/-/new/Order").body
    let typed = ["id": "o7", "v.date": "2026-02-01", "v.customer": "ann", "v.fee": fee]
    let answer = try await told(site, "Order", typed, from: form)
    #expect(answer.contains("\"v.discount\":\"0.1\",\"v.fee\":\"5.00\"") == fee.isEmpty, "\(answer)")
    #expect(try await send(site, "/-/new/Order", typed, from: form).status == 303)
    let text = try site.folder.text("Content/orders/2026/o7.md")
    #expect(text == "---\ndate: 2026-02-01\ncustomer: ann\ndiscount: 0.1\n\(figure)\n---\n")
  }

  /// What the script has emptied is filled again where the customer is the former one again; a copy of another customer
  /// gets that one's figures.
  @Test func anOrdersFiguresComeBack() async throws {
    let order = Self.order(of: "ann", "discount: 0.1\nfee: 5.00\n")
    let site = try await ServedSite("--edit", adding: Self.fees.merging([Self.path: order]) { $1 })
    let page = try await site.ask("/-/edit/Order/o1").body
    let emptied = ["v.customer": "ann", "v.fee": "", "v.-emptied": "fee"]
    let answer = try await told(site, "Order/o1", emptied, from: page)
    #expect(answer.contains(#""emptied":[],"filled":{"v.fee":"5.00"}"#), "\(answer)")
    #expect(try await send(site, "/-/edit/Order/o1", emptied, from: page).status == 303)
    #expect(try site.folder.text(Self.path) == order)

    let copy = try await site.ask("/-/new/Order?-like=o1").body
    let made = ["id": "o7", "v.date": "2026-02-01", "v.customer": "bob"]
    #expect(try await send(site, "/-/new/Order", made, from: copy).status == 303)
    let text = try site.folder.text("Content/orders/2026/o7.md")
    #expect(text.contains("discount: 0.2\n") && !text.contains("fee:"), "\(text)")
  }
}
