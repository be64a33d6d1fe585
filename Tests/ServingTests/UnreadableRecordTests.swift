import TestSupport
import Testing

/// The form of a record whose file cannot be read for a while, or is not there.
struct UnreadableRecordTests {
  private static let path = "Content/orders/2026/o1.md"
  private static let rows = "rows:\n  - {text: a, sum: 1.00}\n  - {text: b, sum: 2.00}\n"
  private static let order = "---\ndate: 2026-01-10\nmade: true\n\(rows)---\n"
  private static let conflict = order.replacing(
    "made: true\n", with: "<<<<<<< HEAD\nmade: true\n=======\nmade: false\n>>>>>>> other\n")

  /// Save goes on as a change of the record, so its rows are not added to those of the file.
  @Test(arguments: [
    order.replacing("made: true", with: "made true"), conflict,
    order.replacing("---\nd", with: "---\ndraft: true\nd"),
    nil,
  ])
  func aSaveGoesOnWhenTheFileIsThereAgain(meanwhile: String?) async throws {
    let site = try await ServedSite("--edit", adding: [Self.path: Self.order])
    let open = try await site.ask("/-/edit/Order/o1").body
    if let meanwhile {
      try site.folder.put(Self.path, meanwhile)
    } else {
      try site.folder.remove(Self.path)
    }
    let refused = try await send(site, "/-/edit/Order/o1", ["body": "Typed."], from: open)
    #expect(refused.status == 409 && refused.body.contains("action=\"/-/edit/Order/o1\""), "\(refused.body)")
    let before = fields(open).filter {
      $0.name == "base" || $0.name == "original" || $0.name.hasSuffix("-was")
    }
    let after = fields(refused.body).filter { field in before.contains { $0.name == field.name } }
    #expect(before.count == 8 && before.map(\.value) == after.map(\.value), "\(after)")
    if meanwhile?.contains("draft") == false {
      #expect(refused.body.contains("<code>\(Self.path):"), "\(refused.body)")
    }
    // Unless it was deleted, it is not written over.
    if let meanwhile {
      #expect(try await send(site, "/-/edit/Order/o1", [:], from: refused.body).status == 409)
      #expect(try site.folder.text(Self.path) == meanwhile)
    }
    try site.folder.put(Self.path, Self.order)
    let saved = try await send(site, "/-/edit/Order/o1", [:], from: refused.body)
    #expect(saved.status == 303, "\(saved.body)")
    #expect(try site.folder.text(Self.path) == Self.order + "Typed.\n")
  }

  /// Another file may name a row by its place, which cannot be known while it cannot be read.
  @Test func rowsStayWhereTheyAreWhileAFileThatMayReferToThemCannotBeRead() async throws {
    let model = "entities:\n  Task: {folder: tasks, relationships: {row: {to: RowOfOrder}}}\n"
    let site = try await ServedSite(
      "--edit",
      adding: [
        Self.path: Self.order, "Content/model.yml": model,
        "Content/tasks/t1.md": "---\n<<<<<<< HEAD\n=======\n>>>>>>> b\nrow: o1#2\n---\n",
      ])
    let refused = try await send(site, "/-/edit/Order/o1", [:], more: [("r.rows.0.-gone", "on")])
    #expect(refused.status == 422 && refused.body.contains("the edit depends on it"), "\(refused.body)")
    #expect(try site.folder.text(Self.path) == Self.order)
    let saved = try await send(site, "/-/edit/Order/o1", ["r.rows.0.sum": "5.00"])
    #expect(saved.status == 303, "\(saved.body)")
  }

  /// So may a page, in the predicate of a query.
  @Test func rowsStayWhileAPageThatNamesThemCannotBeRead() async throws {
    let page =
      "---\n<<<<<<< HEAD\n=======\n>>>>>>> b\n---\n```query\nfrom: RowOfOrder\nwhere: id = 'o1#2'\n```\n"
    let site = try await ServedSite(
      "--edit",
      adding: [
        Self.path: Self.order, "Content/reports/q.md": page, "Content/reports/r.md": "---\n<<<\n---\n",
      ])
    let refused = try await send(site, "/-/edit/Order/o1", [:], more: [("r.rows.0.-gone", "on")])
    #expect(refused.status == 422 && refused.body.contains("it names a row that moves"), "\(refused.body)")
    let command = try await Program.docket(in: site.folder.path).run("remove", "o1#1")
    #expect(command.status == 1 && command.error.contains("it names a row that moves"), "\(command.error)")
    #expect(try site.folder.text(Self.path) == Self.order)
    try site.folder.put("Content/reports/q.md", page.replacing("o1#2", with: "o2#2"))
    #expect(try await Program.docket(in: site.folder.path).run("remove", "o1#1").status == 0)
  }

  /// A record that is there again with other values is compared with what was typed.
  @Test func aDeletedRecordThatIsBackWithOtherValuesIsNotWrittenOver() async throws {
    let site = try await ServedSite("--edit", adding: [Self.path: Self.order])
    let open = try await site.ask("/-/edit/Order/o1").body
    try site.folder.remove(Self.path)
    let gone = try await send(site, "/-/edit/Order/o1", ["body": "Typed."], from: open)
    #expect(gone.status == 409 && gone.body.contains("was deleted meanwhile"))
    let changed = Self.order.replacing("sum: 2.00", with: "sum: 3.00")
    try site.folder.put(Self.path, changed)
    let conflict = try await send(site, "/-/edit/Order/o1", [:], from: gone.body)
    #expect(conflict.status == 409 && conflict.body.contains("The file has changed meanwhile"))
    let rows = fields(conflict.body).filter { $0.name.hasPrefix("r.rows.") && $0.name.hasSuffix(".-was") }
    #expect(rows.filter { !$0.value.isEmpty }.count == 2, "\(rows)")
    let saved = try await send(site, "/-/edit/Order/o1", [:], from: conflict.body, more: [("take", "rows")])
    #expect(saved.status == 303, "\(saved.body)")
    #expect(try site.folder.text(Self.path) == changed + "Typed.\n")
  }

  /// A deleted record is made again once, however often the form is sent.
  @Test func aDeletedRecordIsMadeAgainOnce() async throws {
    let site = try await ServedSite("--edit", adding: [Self.path: Self.order])
    let open = try await site.ask("/-/edit/Order/o1").body
    try site.folder.remove(Self.path)
    let gone = try await send(site, "/-/edit/Order/o1", ["v.due": "soon"], from: open)
    #expect(gone.status == 409)
    let refused = try await send(site, "/-/edit/Order/o1", [:], from: gone.body)
    #expect(refused.status == 422 && refused.body.contains("id=\"v.due.why\">"), "\(refused.body)")
    for _ in 1...2 {
      let answer = try await send(site, "/-/edit/Order/o1", ["v.due": "2026-05-01"], from: refused.body)
      #expect(answer.status == 303 && answer.headers["location"]?.hasPrefix("/-/edit/Order/o1?") ?? false)
    }
    let text = try site.folder.text(Self.path)
    #expect(text.contains("due: 2026-05-01\n") && text.hasSuffix("\n\(Self.rows)---\n"), "\(text)")
  }
}
