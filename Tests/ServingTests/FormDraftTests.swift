import TestSupport
import Testing

/// Forms of a server that leaves drafts out: drafts keep their ids and what they refer to, as for commands.
struct FormDraftTests {
  private static let model = """
    entities:
      Customer: {attributes: {number: {type: integer, unique: true}}, relationships: {orders: {delete: deny}}}
      Order: {relationships: {tasks: {to: Task, many: true, inverse: order, delete: cascade}}}
      Task:
        folder: tasks
        relationships: {order: {to: Order, inverse: tasks, required: true}, row: {to: RowOfOrder}}

    """

  private static func site(_ options: String..., adding files: [String: String]) async throws -> ServedSite {
    try await ServedSite(
      options: ["--edit"] + options, adding: files.merging(["Content/model.yml": model]) { $1 })
  }

  private static let order =
    "---\ndate: 2026-01-10\ncustomer: bob\nrows:\n  - {text: a, sum: 1}\n  - {text: b, sum: 2}\n  - {text: c, sum: 3}\n---\n"

  @Test func aDraftKeepsARecordByTheDeleteRule() async throws {
    let site = try await Self.site(adding: [
      "Content/orders/2026/o1.md": "---\ndate: 2026-01-10\ncustomer: ann\ndraft: true\n---\n"
    ])
    let ask = try await site.ask("/-/delete/Customer/ann").body
    #expect(ask.contains("Customer Ann cannot be deleted while these are there:"), "\(ask)")
    // It has no page to link to.
    #expect(ask.contains("<li>Order o1</li>"), "\(ask)")
    #expect(!ask.contains("<button class=\"delete\">"))
    let answer = try await send(site, "/-/delete/Customer/ann", ["base": ""], from: ask)
    #expect(answer.status != 303)
    #expect(try site.folder.text("Content/customers/ann.md") == "---\nname: Ann\n---\n")
  }

  @Test func draftsFollowRowsAndRecords() async throws {
    let site = try await Self.site(adding: [
      "Content/orders/2026/o1.md": Self.order,
      "Content/tasks/t1.md": "---\norder: o1\nrow: o1#3\ndraft: true\n---\n",
    ])
    let answer = try await send(site, "/-/edit/Order/o1", [:], more: [("r.rows.0.-gone", "on")])
    #expect(answer.status == 303, "\(answer.body)")
    #expect(try site.folder.text("Content/tasks/t1.md") == "---\norder: o1\nrow: o1#2\ndraft: true\n---\n")
    let refused = try await send(site, "/-/edit/Order/o1", [:], more: [("r.rows.1.-gone", "on")])
    #expect(refused.status == 422 && refused.body.contains("&#39;t1&#39; refers to it"), "\(refused.body)")
    let ask = try await site.ask("/-/delete/Order/o1").body
    #expect(ask.contains("2 files go") && ask.contains("<li>t1 deleted</li>"), "\(ask)")
    let deleted = try await send(site, "/-/delete/Order/o1", [:], from: ask)
    #expect(deleted.status == 303, "\(deleted.body)")
    #expect(!site.folder.has("Content/tasks/t1.md") && !site.folder.has("Content/orders/2026/o1.md"))
  }

  @Test func aDraftsValuesAndIDAreTaken() async throws {
    var files = ["Content/customers/zoe.md": "---\nname: Zoe\nnumber: 7\ndraft: true\n---\n"]
    for number in 1...9 {
      files["Content/orders/2026/2026-000\(number).md"] =
        "---\ndate: 2026-03-0\(number)\n\(number == 9 ? "draft: true\n" : "")---\n"
    }
    let site = try await Self.site(adding: files)
    let refused = try await send(site, "/-/edit/Customer/ann", ["v.number": "7"])
    #expect(refused.status == 422 && refused.body.contains("is the same as that of"), "\(refused.body)")
    #expect(refused.body.contains("One field is marked below"), "\(refused.body)")
    #expect(try site.folder.text("Content/customers/ann.md") == "---\nname: Ann\n---\n")
    let reference = try await send(site, "/-/edit/Order/2026-0001", ["v.customer": "zoe"])
    #expect(reference.status == 422 && reference.body.contains("is a draft"), "\(reference.body)")
    let new = try await send(site, "/-/new/Order", ["v.date": "2026-03-20"])
    #expect(new.status == 303 && site.folder.has("Content/orders/2026/2026-0010.md"), "\(new.body)")
  }

  /// What `docket check` says without drafts, a server with drafts says as well.
  @Test func aReferenceToADraftIsRefusedWhereDraftsAreShown() async throws {
    let site = try await Self.site(
      "--drafts", adding: ["Content/customers/zoe.md": "---\nname: Zoe\ndraft: true\n---\n"])
    let refused = try await send(site, "/-/edit/Order/o1", ["v.customer": "zoe"])
    #expect(refused.status == 422 && refused.body.contains("is a draft"), "\(refused.body)")
    #expect(refused.body.contains("One field is marked below"), "\(refused.body)")
    let made = try await send(site, "/-/edit/Customer/ann", ["v.draft": "true"])
    #expect(made.status == 422 && made.body.contains("is a draft"), "\(made.body)")
  }
}
