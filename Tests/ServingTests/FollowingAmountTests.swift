import TestSupport
import Testing

/// Which written sums follow from what is typed in a form: those that equal their formulas in the file.
struct FollowingAmountTests {
  private static let path = "Content/orders/2026/o1.md"

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
        try await told(site, "Order/o1", typed, from: page).contains(#""emptied":["r.trips.0.cost"]"#))
      let saved = try await send(site, "/-/edit/Order/o1", typed, from: page)
      #expect(saved.status == 303, "\(saved.body)")
      #expect(try site.folder.text(Self.path) == file("km: 20, rate: 2.00", agreed.replacing("5", with: "6")))
    }
  }
}
