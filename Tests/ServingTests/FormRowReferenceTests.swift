import TestSupport
import Testing

/// What names the rows of a file when a form moves them and takes them away.
struct FormRowReferenceTests {
  /// Rows are named by their places, so what names them follows.
  @Test func otherRecordsFollowRowsThatAreMovedAndTakenAway() async throws {
    let model = """
      entities:
        Order:
          lists: {rows: {sort: text}}
        Return:
          folder: returns
          relationships: {row: {to: RowOfOrder}, others: {to: RowOfOrder, many: true}}

      """
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/model.yml": model,
        "Content/orders/2026/o1.md": "---\ndate: 2026-01-10\nrows:\n"
          + "  - {text: d, sum: 1}\n  - {text: c, sum: 2}\n  - {text: b, sum: 3}\n  - {text: a, sum: 4}\n---\n",
        "Content/returns/r1.md": "---\nrow: o1#4\nothers: ['o1#3', o1#1]\n---\n",
      ])
    let answer = try await send(
      site, "/-/edit/Order/o1", ["r.rows.3.-place": "0"], more: [("r.rows.1.-gone", "on")])
    #expect(answer.status == 303, "\(answer.body)")
    let moved = "---\nrow: o1#1\nothers: ['o1#3', o1#2]\n---\n"
    #expect(try site.folder.text("Content/returns/r1.md") == moved)
    let order = try site.folder.text("Content/orders/2026/o1.md")
    // A row that another record refers to stays.
    let refused = try await send(site, "/-/edit/Order/o1", [:], more: [("r.rows.0.-gone", "on")])
    #expect(refused.status == 422)
    #expect(
      refused.body.contains("&#39;o1#1&#39; may not be removed: &#39;r1&#39; refers to it"), "\(refused.body)"
    )
    #expect(try site.folder.text("Content/orders/2026/o1.md") == order)
    #expect(try site.folder.text("Content/returns/r1.md") == moved)
  }

  /// So do references within the record, unless the form changes them.
  @Test func theRecordsOwnReferencesFollowItsRows() async throws {
    let model = """
      entities:
        Order:
          relationships:
            parts: {to: Part, many: true, inverse: order}
            links: {to: Link, many: true, inverse: order}
            main: {to: Part}
        Part:
          inside: Order.parts
          attributes: {text: string}
          relationships: {order: {to: Order, inverse: parts}, links: {to: Link, many: true, inverse: part, delete: deny}}
        Link:
          inside: Order.links
          attributes: {text: string}
          relationships: {order: {to: Order, inverse: links}, part: {to: Part, inverse: links}, others: {to: Part, many: true}}

      """
    func order(_ parts: String, _ links: String, main: Int) -> String {
      "---\ndate: 2026-01-10\nmain: o1#\(main)\nparts: [\(parts.map { "{text: \($0)}" }.joined(separator: ", "))]\n"
        + "links: [\(links)]\n---\n"
    }
    let path = "Content/orders/2026/o1.md"
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/model.yml": model,
        path: order("ABC", "{text: l, part: o1#2, others: [o1#1, o1#3]}", main: 3),
      ])
    #expect(try await send(site, "/-/edit/Order/o1", ["r.parts.2.-place": "0"]).status == 303)
    let moved = order("CAB", "{text: l, part: o1#3, others: [o1#2, o1#1]}", main: 1)
    #expect(try site.folder.text(path) == moved)
    // The link keeps part 3, which is B now.
    let refused = try await send(site, "/-/edit/Order/o1", [:], more: [("r.parts.2.-gone", "on")])
    #expect(refused.status == 422)
    #expect(
      refused.body.contains("&#39;parts/o1#3&#39;") || refused.body.contains("&#39;o1#3&#39;"),
      "\(refused.body)")
    #expect(try site.folder.text(path) == moved)
    let changed = try await send(
      site, "/-/edit/Order/o1", ["r.links.0.part": "o1#1"], more: [("r.parts.2.-gone", "on")])
    #expect(changed.status == 303, "\(changed.body)")
    #expect(
      try site.folder.text(path) == order("CA", "{text: l, part: o1#1, others: [o1#2, o1#1]}", main: 1))
    // In a copy they lead to the copied rows.
    let copy = try await site.ask("/-/new/Order?-like=o1").body
    let made = try await send(site, "/-/new/Order", ["id": "o7", "r.parts.1.-place": "0"], from: copy)
    #expect(made.status == 303, "\(made.body)")
    let copied = try site.folder.text("Content/orders/2026/o7.md")
    for line in ["main: o7#2", "part: o7#2", "others: [o7#1, o7#2]"] {
      #expect(copied.contains(line), "\(copied)")
    }
  }

  /// A list that the row itself writes is no reference to it.
  @Test func aRowThatListsRecordsIsTakenAway() async throws {
    let model = """
      entities:
        RowOfOrder: {relationships: {batches: {to: Batch, many: true, inverse: items}}}
        Batch:
          folder: batches
          attributes: {lot: string}
          relationships: {items: {to: RowOfOrder, many: true, inverse: batches}}

      """
    let path = "Content/orders/2026/o1.md"
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/model.yml": model, "Content/batches/b1.md": "---\nlot: B1\n---\n",
        "Content/batches/b2.md": "---\nlot: B2\nitems: ['o1#2']\n---\n",
        path:
          "---\ndate: 2026-01-10\nrows:\n  - {text: a, sum: 1, batches: [b1]}\n  - {text: b, sum: 2}\n---\n",
      ])
    // The second row is named by the batch alone, which the form shows.
    let form = try await site.ask("/-/edit/Order/o1").body
    #expect(form.ranges(of: "and by their own files:").count == 1, "\(form)")
    #expect(form.contains("<a href=\"/-/edit/Batch/b2\">b2</a>"), "\(form)")
    let refused = try await send(site, "/-/edit/Order/o1", [:], more: [("r.rows.1.-gone", "on")])
    #expect(refused.status == 422 && refused.body.contains("&#39;b2&#39; refers to it"), "\(refused.body)")
    let taken = try await send(site, "/-/edit/Order/o1", [:], more: [("r.rows.0.-gone", "on")])
    #expect(taken.status == 303, "\(taken.body)")
    #expect(try site.folder.text(path) == "---\ndate: 2026-01-10\nrows:\n  - {text: b, sum: 2}\n---\n")
    #expect(try site.folder.text("Content/batches/b2.md").contains("o1#1"))
  }

  /// A delete rule that refuses is one in a form as in a command.
  @Test func aRowThatARuleProtectsStays() async throws {
    let model = """
      entities:
        Order: {relationships: {jobs: {to: Job, many: true, inverse: order}}}
        Job:
          inside: Order.jobs
          attributes: {fee: money}
          relationships: {order: {to: Order, inverse: jobs}, helper: {to: Helper, inverse: jobs, delete: deny}}
        Helper:
          folder: helpers
          attributes: {name: string}
          relationships: {jobs: {to: Job, many: true, inverse: helper}}

      """
    let order = "---\ndate: 2026-01-10\njobs:\n  - {fee: 1}\n  - {fee: 2, helper: kim}\n---\n"
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/model.yml": model, "Content/helpers/kim.md": "---\nname: Kim\n---\n",
        "Content/orders/2026/o1.md": order,
      ])
    let refused = try await send(site, "/-/edit/Order/o1", [:], more: [("r.jobs.1.-gone", "on")])
    #expect(refused.status == 422)
    #expect(refused.body.contains("&#39;jobs/o1#2&#39; may not be deleted"), "\(refused.body)")
    #expect(try site.folder.text("Content/orders/2026/o1.md") == order)
    #expect(try await send(site, "/-/edit/Order/o1", [:], more: [("r.jobs.0.-gone", "on")]).status == 303)
  }

  @Test func predicatesFollowRowsThatAreMovedAndTakenAway() async throws {
    let path = "Content/orders/2026/o1.md"
    func report(_ row: Int) -> String {
      "# One row\n\n```query\nfrom: RowOfOrder\nwhere: SELF = 'o1#\(row)'\ncolumns: text\n```\n"
    }
    let site = try await ServedSite(
      "--edit",
      adding: [
        path: "---\ndate: 2026-01-10\nrows:\n"
          + "  - {text: d, sum: 1}\n  - {text: c, sum: 2}\n  - {text: b, sum: 3}\n---\n",
        "Content/reports/row.md": report(3),
      ])
    let answer = try await send(site, "/-/edit/Order/o1", [:], more: [("r.rows.0.-gone", "on")])
    #expect(answer.status == 303, "\(answer.body)")
    #expect(try site.folder.text("Content/reports/row.md") == report(2))
    let order = try site.folder.text(path)
    let refused = try await send(site, "/-/edit/Order/o1", [:], more: [("r.rows.1.-gone", "on")])
    #expect(refused.status == 422 && refused.body.contains("o1#2"), "\(refused.body)")
    #expect(try site.folder.text(path) == order)
    #expect(try site.folder.text("Content/reports/row.md") == report(2))
  }

  /// Without scripts rows are ordered by their numbers: a row that is given another's takes its place.
  @Test(arguments: [
    (3, "1", "3124"), (1, "3", "2314"), (4, "2", "1423"), (1, "4", "2341"), (2, "2", "1234"),
  ])
  func aRowTakesThePlaceOfItsNewNumber(row: Int, place: String, result: String) async throws {
    func file(_ order: some Sequence<Character>) -> String {
      "---\ndate: 2026-01-10\nrows:\n\(order.map { "  - {text: r\($0), sum: 1.00}\n" }.joined())---\n"
    }
    let path = "Content/orders/2026/o1.md"
    let site = try await ServedSite("--edit", adding: [path: file("1234")])
    let answer = try await send(site, "/-/edit/Order/o1", ["r.rows.\(row - 1).-place": place])
    #expect(answer.status == 303)
    #expect(try site.folder.text(path) == file(result))
  }
}
