import TestSupport
import Testing

/// What a form does to the lists of a file: rows, and several values in one key.
struct FormListTests {
  @Test func rowsAreMovedAndTakenAway() async throws {
    let rows = (1...4).map { "  - {service: paint, text: r\($0), sum: \($0).00}\n" }
    let site = try await ServedSite(
      "--edit", adding: ["Content/orders/2026/o1.md": "---\ndate: 2026-01-10\nrows:\n\(rows.joined())---\n"])
    let answer = try await send(
      site, "/-/edit/Order/o1", ["r.rows.3.-place": "0", "r.rows.1.text": "changed"],
      more: [("r.rows.2.-gone", "on")])
    #expect(answer.status == 303)
    #expect(
      try site.folder.text("Content/orders/2026/o1.md")
        == "---\ndate: 2026-01-10\nrows:\n\(rows[3])\(rows[0])\(rows[1].replacing("r2", with: "changed"))---\n"
    )
  }

  /// The key stays where all of its rows are others, so its comments do.
  @Test(arguments: ["  - {date: 2026-01-11, sum: 1}\n", "  - date: 2026-01-11\n    sum: 1\n"])
  func commentsStayWhereEveryRowIsReplaced(row: String) async throws {
    let file = { (row: String) in
      "---\ndate: 2026-01-10\nrows:\n  - {sum: 5.00}\n# Receipt 17\npayments: # by card\n\(row)# All paid\n---\n"
    }
    let site = try await ServedSite("--edit", adding: ["Content/orders/2026/o1.md": file(row)])
    let answer = try await send(
      site, "/-/edit/Order/o1", ["r.payments.1000.date": "2026-01-12", "r.payments.1000.sum": "5"],
      more: [("r.payments.0.-gone", "on")])
    #expect(answer.status == 303)
    let text = try site.folder.text("Content/orders/2026/o1.md")
    #expect(text == file(row.replacing("01-11", with: "01-12").replacing("sum: 1", with: "sum: 5")))
  }

  /// At the width of a desk no label stands beside a row's field.
  @Test func eachFieldOfARowHasAName() async throws {
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/site.yml": "language: de\n",
        "Content/orders/2026/o1.md":
          "---\ndate: 2026-01-10\nrows:\n  - {text: a, sum: 1.00}\n  - {text: b, sum: 2.00}\n---\n",
      ])
    let page = try await site.ask("/-/edit/Order/o1").body
    let fields = page.matches(of: /<(?:input|select|textarea) [^>]*name="r\.rows\.\w+\.[^>]*>/)
      .map { String($0.output) }.filter { !$0.contains("type=\"hidden\"") }
    #expect(fields.count > 20)
    for field in fields { #expect(field.contains(/aria-label="[^"]+, Zeile \d"/), "\(field)") }
    #expect(
      fields.contains { $0.contains("name=\"r.rows.1.quantity\"") && $0.contains("\"Menge, Zeile 2\"") })
    #expect(Set(fields.compactMap { $0.firstMatch(of: /Menge, Zeile \d/)?.output }).count == 4)
  }

  /// What a row needs is marked as above the list.
  @Test func requiredKeysOfARowAreMarked() async throws {
    let model =
      "entities: {RowOfOrder: {attributes: {shade: {type: string, required: true}, tone: string}}}\n"
    let order = "---\ndate: 2026-01-10\nrows:\n  - {shade: white, sum: 1.00}\n---\n"
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/model.yml": model, "Content/orders/2026/o1.md": order, "Content/orders/2026/o2.md": order,
      ])
    let page = try await site.ask("/-/edit/Order/o1").body
    #expect(page.contains("<th scope=\"col\">Shade *</th>") && page.contains("<th scope=\"col\">Tone</th>"))
    #expect(page.contains("aria-label=\"Shade *, row 1\"") && page.contains("data-label=\"Shade *\""))
  }

  /// An empty date input shows no text; what is computed is said below it.
  @Test func aComputedDateIsSaidBelowItsField() async throws {
    let order = "---\ndate: 2026-01-10\ndue: 2026-01-20\n---\n"
    let model = "entities: {Order: {attributes: {reminder: {type: date, formula: due + 14}}}}\n"
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/model.yml": model, "Content/orders/2026/o1.md": order,
        "Content/orders/2026/o2.md": order.replacing("due:", with: "reminder: 2026-03-01\ndue:"),
      ])
    let page = try await site.ask("/-/edit/Order/o1").body
    let field = try #require(page.firstMatch(of: /<input id="v\.reminder"[^>]*>/)).output
    #expect(
      field.contains("aria-describedby=\"v.reminder.why v.reminder.computed\"")
        && field.contains("type=\"date\""))
    func said(_ page: String) -> Substring? {
      page.firstMatch(of: /id="v\.reminder\.computed"[^>]*data-computed="v\.reminder">([^<]*)</)?.1
    }
    #expect(said(page) == "Feb 3, 2026")
    #expect(said(try await site.ask("/-/edit/Order/o2").body) == "")
  }

  /// What a form sends beside the keys has names that no key can have.
  @Test func keysMayHaveTheNamesOfControls() async throws {
    let path = "Content/orders/2026/o1.md"
    let model = """
      entities:
        Order:
          attributes: {like: string, saved: string, body: string, take: string}
        RowOfOrder:
          attributes: {gone: string, place: string, new: string}

      """
    func order(_ gone: String) -> String {
      "---\ndate: 2026-01-10\nrows:\n"
        + "  - {text: a, sum: 1.00, gone: \(gone), place: Berlin, new: x}\n"
        + "  - {text: b, sum: 2.00, place: 1}\nlike: two\nsaved: yes\nbody: b\n---\n"
    }
    let site = try await ServedSite("--edit", adding: ["Content/model.yml": model, path: order("g")])
    #expect(try await send(site, "/-/edit/Order/o1", ["r.rows.0.gone": "h"]).status == 303)
    #expect(try site.folder.text(path) == order("h"))
    let new = try await site.ask("/-/new/Order?-saved=1&-like=o1&saved=later").body
    #expect(
      new.contains(
        "name=\"v.saved\" autocomplete=\"off\" aria-describedby=\"v.saved.why\" type=\"text\" dir=\"auto\" value=\"later\""
      ))
    #expect(new.contains("value=\"two\"") && new.contains("value=\"Berlin\""))
  }

  @Test func whatIsMovedOrAddedToStaysAsItIsWritten() async throws {
    let path = "Content/orders/2026/o1.md"
    let rows = [
      "  - service: paint\n    text: 'first' # As agreed.\n    sum: 1.00\n",
      "  # By hand.\n  - {service: \"paint\", sum: 2.00} # Twice.\n",
      "  - service: paint\n    text: |\n      Two\n      lines\n    sum: 3.00\n    # Till noon.\n",
    ]
    var files = FormTests.staff
    files[path] = "---\ndate: 2026-01-10\nrows:\n\(rows.joined())staff: [ 'ann', bob ]\n---\n"
    files["Content/people/ann.md"] = "---\nname: Ann Lee\nskills:\n  - 'paint' # Best.\n  - \"wood\"\n---\n"
    let site = try await ServedSite("--edit", adding: files)
    let moved = try await send(
      site, "/-/edit/Order/o1", ["r.rows.0.-place": "9", "r.rows.2.sum": "4", "v.staff": "ann, bob, cleo"])
    #expect(moved.status == 303, "\(moved.body)")
    #expect(
      try site.folder.text(path)
        == "---\ndate: 2026-01-10\nrows:\n\(rows[1])\(rows[2].replacing("3.00", with: "4"))\(rows[0])"
        + "staff: [ 'ann', bob, cleo ]\n---\n")
    #expect(try await send(site, "/-/edit/Person/ann", ["v.skills": "wood, glass"]).status == 303)
    #expect(
      try site.folder.text("Content/people/ann.md")
        == "---\nname: Ann Lee\nskills:\n  - \"wood\"\n  - glass\n---\n")
  }

  /// Rows of a refused save keep their names, and the empty ones beside them have others.
  @Test func noTwoRowsHaveOneName() async throws {
    let site = try await ServedSite(
      "--edit", adding: ["Content/orders/2026/o1.md": "---\ndate: 2026-01-10\n---\n"])
    let refused = try await send(
      site, "/-/edit/Order/o1", ["r.rows.1001.sum": "1", "r.rows.5001.sum": "2", "v.date": "soon"])
    #expect(refused.status == 422)
    let names = refused.body.matches(of: /name="(r\.rows\.[^"]*\.sum)"/).map { String($0.1) }
    #expect(names.count > 2 && Set(names).count == names.count, "\(names)")
    #expect(names.contains("r.rows.1001.sum") && names.contains("r.rows.5002.sum"))
  }

  @Test func rowsKeepTheirBytesWhenOthersMoveThem() async throws {
    let path = "Content/orders/2026/o1.md"
    func row(_ text: String, _ sum: String) -> String { "  - {text: '\(text)', sum: \(sum)} # \(text)\n" }
    func file(_ rows: [String]) -> String { "---\ndate: 2026-01-10\nrows:\n\(rows.joined())---\n" }
    let (a, b, c) = (row("a", "1.00"), row("b", "2.00"), row("c", "3.00"))
    let site = try await ServedSite("--edit", adding: [path: file([a, b, c])])
    let form = try await site.ask("/-/edit/Order/o1").body
    // Somebody else moves a row, changes one, and takes one away.
    let changed = c.replacing("text: 'c'", with: "text: 'C'")
    let other = row("b", "2.50")
    for (theirs, result) in [
      ([b, c, a], [a, b, changed]), ([a, other, c], [a, other, changed]),
      ([b, c], [b, changed]),
    ] {
      try site.folder.put(path, file(theirs))
      let conflict = try await send(site, "/-/edit/Order/o1", ["r.rows.2.text": "C"], from: form)
      #expect(conflict.status == 409)
      #expect(try await send(site, "/-/edit/Order/o1", [:], from: conflict.body).status == 303)
      #expect(try site.folder.text(path) == file(result))
    }
  }

  @Test func rowsThatOthersAddAndTakeAwayAreFollowed() async throws {
    let path = "Content/orders/2026/o1.md"
    func row(_ text: String) -> String { "  - {text: \(text), sum: 1.00}\n" }
    func file(_ rows: [String]) -> String {
      "---\ndate: 2026-01-10\nrows:\n\(rows.map(row).joined())---\n"
    }
    let site = try await ServedSite("--edit", adding: [path: file(["a", "b", "c"])])
    let form = try await site.ask("/-/edit/Order/o1").body
    // What a form does to its list, what others do to it, and what comes of both.
    let changes: [(typed: [String: String], gone: Int?, theirs: [String], result: [String])] = [
      (["r.rows.2.text": "C"], nil, ["x", "a", "c", "y"], ["x", "a", "C", "y"]),
      ([:], 0, ["a", "b", "c", "y"], ["b", "c", "y"]),
      // What is taken away goes though others change it, and what is typed stays where they take it away.
      ([:], 0, ["A", "b", "c"], ["b", "c"]),
      (["r.rows.2.text": "C"], nil, ["a", "b"], ["a", "b", "C"]),
      (
        ["r.rows.9.text": "new", "r.rows.9.sum": "1.00"], nil, ["a", "b", "c", "y"],
        ["a", "b", "c", "y", "new"]
      ),
    ]
    for (typed, gone, theirs, result) in changes {
      try site.folder.put(path, file(theirs))
      let more = gone.map { [("r.rows.\($0).-gone", "on")] } ?? []
      let conflict = try await send(site, "/-/edit/Order/o1", typed, from: form, more: more)
      #expect(conflict.status == 409)
      #expect(try await send(site, "/-/edit/Order/o1", [:], from: conflict.body).status == 303)
      #expect(try site.folder.text(path) == file(result))
    }
    // The file changes once more while the conflict is shown.
    try site.folder.put(path, file(["x", "a", "b", "c"]))
    let first = try await send(site, "/-/edit/Order/o1", ["r.rows.2.text": "C"], from: form)
    try site.folder.put(path, file(["a", "b", "c", "y"]))
    let second = try await send(site, "/-/edit/Order/o1", [:], from: first.body)
    #expect(second.status == 409)
    #expect(try await send(site, "/-/edit/Order/o1", [:], from: second.body).status == 303)
    #expect(try site.folder.text(path) == file(["a", "b", "C", "y"]))
  }

  /// A row that is taken away here and changed elsewhere is shown with the choice.
  @Test func aRowThatIsTakenAwayAndChangedIsMarked() async throws {
    let path = "Content/orders/2026/o1.md"
    func row(_ text: String, _ quantity: Int) -> String {
      "  - {text: \(text), quantity: \(quantity), price: 1.00}\n"
    }
    func file(_ rows: [String]) -> String { "---\ndate: 2026-01-10\nrows:\n\(rows.joined())---\n" }
    let (b, c) = (row("b", 1), row("c", 1))
    let site = try await ServedSite("--edit", adding: [path: file([row("a", 1), b, c])])
    let form = try await site.ask("/-/edit/Order/o1").body
    // With scripts the row is not sent at all, without them it is marked to be taken away.
    let scripted = form.replacing(/<tr>(?:(?!<tr>)[\s\S])*?name="r\.rows\.0\.[\s\S]*?<\/tr>/, with: "")
    let isGone = [("r.rows.0.-gone", "on")]
    for (page, more) in [(scripted, []), (form, isGone)] {
      for (keeps, result) in [(false, [b, c]), (true, [row("a", 5), b, c])] {
        try site.folder.put(path, file([row("a", 5), b, c]))
        let conflict = try await send(site, "/-/edit/Order/o1", [:], from: page, more: more)
        #expect(conflict.status == 409)
        #expect(conflict.body.contains("You took this row away, and the file has changed it meanwhile"))
        let marks = conflict.body.matches(of: /name="(r\.rows\.\w+\.-gone)" checked/)
        #expect(marks.count == 1 && conflict.body.contains("value=\"5\""))
        let name = try #require(marks.first).1
        #expect(conflict.body.matches(of: try Regex("name=\"\(name)\"")).count == 1)
        let chosen = keeps ? conflict.body.replacing(" checked", with: "") : conflict.body
        #expect(try await send(site, "/-/edit/Order/o1", [:], from: chosen).status == 303)
        #expect(try site.folder.text(path) == file(result))
      }
    }
  }

  /// What was typed stays with its row when others move that row and change it, and what is a guess is marked.
  @Test func whatIsTypedFollowsItsRow() async throws {
    typealias Row = (text: String, quantity: Int, price: Int)
    let path = "Content/orders/2026/o1.md"
    func file(_ rows: [Row]) -> String {
      let lines = rows.map { "  - {text: \($0.text), quantity: \($0.quantity), price: \($0.price).00}\n" }
      return "---\ndate: 2026-01-10\nrows:\n\(lines.joined())---\n"
    }
    let site = try await ServedSite(
      "--edit", adding: [path: file([("a", 1, 10), ("b", 1, 20), ("c", 1, 30)])])
    let form = try await site.ask("/-/edit/Order/o1").body
    let changes: [(typed: String, theirs: [Row], result: [Row], isGuess: Bool)] = [
      (
        "r.rows.0", [("b", 1, 21), ("a", 1, 11), ("c", 1, 30)], [("a", 5, 11), ("b", 1, 21), ("c", 1, 30)],
        false
      ),
      ("r.rows.1", [("b", 1, 21), ("c", 1, 30)], [("b", 5, 21), ("c", 1, 30)], false),
      (
        "r.rows.1", [("x", 1, 1), ("a", 1, 11), ("b", 1, 20), ("c", 1, 30)],
        [("x", 1, 1), ("a", 1, 11), ("b", 5, 20), ("c", 1, 30)], false
      ),
      // Another name at the same place, and two rows that are equally alike.
      (
        "r.rows.0", [("z", 1, 10), ("b", 1, 20), ("c", 1, 30)], [("z", 5, 10), ("b", 1, 20), ("c", 1, 30)],
        true
      ),
      (
        "r.rows.0", [("a", 1, 11), ("a", 1, 12), ("b", 1, 20), ("c", 1, 30)],
        [("a", 5, 11), ("a", 1, 12), ("b", 1, 20), ("c", 1, 30)], true
      ),
    ]
    for (typed, theirs, result, isGuess) in changes {
      try site.folder.put(path, file(theirs))
      let conflict = try await send(site, "/-/edit/Order/o1", [typed + ".quantity": "5"], from: form)
      #expect(conflict.status == 409)
      #expect(conflict.body.contains("is a guess") == isGuess, "\(theirs)")
      #expect(try await send(site, "/-/edit/Order/o1", [:], from: conflict.body).status == 303)
      #expect(
        try Set(site.folder.text(path).split(separator: "\n")) == Set(file(result).split(separator: "\n")))
    }
  }

  @Test func textsOfListsMoveWithoutTheOthers() async throws {
    let path = "Content/people/ann.md"
    let site = try await ServedSite(
      "--edit",
      adding: FormTests.staff.merging([
        path: "---\nname: Ann Lee\nskills:\n  - \"x\" # ex\n  # why\n  - 'y'\n  - z\n---\n",
        "Content/people/bob.md": "---\nname: Bob Ray\nskills: [ \"red\", 'green', blue ]\n---\n",
      ]) { $1 })
    for (id, typed, result) in [
      ("ann", "new, x, y, z", "  - new\n  - \"x\" # ex\n  # why\n  - 'y'\n  - z\n"),
      ("ann", "x, y, mid, z", "  - \"x\" # ex\n  # why\n  - 'y'\n  - mid\n  - z\n"),
      ("ann", "z, x, y", "  - z\n  - \"x\" # ex\n  # why\n  - 'y'\n"),
      ("ann", "x, y", "  - \"x\" # ex\n  # why\n  - 'y'\n"), ("ann", "q", "  - \"q\" # ex\n"),
      ("bob", "red, green, new, blue", "skills: [ \"red\", 'green', new, blue ]\n"),
      ("bob", "blue, red, green", "skills: [ blue, \"red\", 'green' ]\n"),
    ] {
      #expect(try await send(site, "/-/edit/Person/\(id)", ["v.skills": typed]).status == 303, "\(typed)")
      #expect(try site.folder.text("Content/people/\(id).md").contains(result), "\(typed)")
    }
  }
}
