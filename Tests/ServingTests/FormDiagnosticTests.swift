import TestSupport
import Testing

/// What forms tell of the records that they save.
struct FormDiagnosticTests {
  /// What is computed from a value that cannot be read is unknown, not computed without it.
  @Test func nothingIsComputedFromAValueThatCannotBeRead() async throws {
    let site = try await ServedSite("--edit")
    let page = try await site.ask("/-/edit/Order/o1").body
    let token = try #require(fields(page).first { $0.name == "token" }?.value)
    func computed(_ sum: String) async throws -> String {
      let typed = fields(page).map { $0.name == "r.rows.0.sum" ? ($0.name, sum) : $0 }
      let answer = try await ask(
        site.port, "/-/compute/Order/o1", method: "POST", headers: "X-Docket-Token: \(token)\r\n",
        body: encoded(typed))
      return answer.body
    }
    #expect(try await computed("12.50").contains(#""v.total":"€12.50""#))
    let wrong = try await computed("12x")
    #expect(wrong.contains(#""diagnostics":{"r.rows.0.sum":"'Sum' is an amount"#), "\(wrong)")
    #expect(!wrong.contains("v.total") && !wrong.contains("v.open"), "\(wrong)")
    let form = try await send(site, "/-/edit/Order/o1", ["r.rows.0.sum": "12x"])
    #expect(form.status == 422 && form.body.contains("data-computed=\"v.total\">–</output>"), "\(form.body)")
  }

  /// A sentence that only begins and ends like one with a translation is told as it is.
  @Test func noSentenceIsTakenForAnother() async throws {
    let site = try await ServedSite(adding: [
      "Content/site.yml": "title: Kurse\nlanguage: de\n",
      "Content/model.yml": "entities: {Kurs: {folder: kurse, attributes: {titel: string}}}\n",
      "Content/kursex/a.md": "---\ntitel: A\n---\n",
    ])
    let problems = try await site.ask("/-/problems").body
    #expect(problems.contains("in a page; it is one of Kurs"), "\(problems)")
    #expect(!problems.contains("ist nicht bekannt"), "\(problems)")
  }

  /// A character that cannot be seen keeps the file from being read, and is told of where it was typed.
  @Test func anInvisibleCharacterIsToldAtItsField() async throws {
    let site = try await ServedSite("--edit")
    let form = try await send(site, "/-/edit/Customer/ann", ["v.phone": "1\u{200B}2"])
    let place = try #require(form.body.firstRange(of: "id=\"v.phone.why\""))
    #expect(
      form.status == 422 && form.body[place.upperBound...].prefix(80).contains("(U+200B)"), "\(form.body)")
  }

  /// Where a row is given another service, the price of the former one makes place for that of the new one, and the form
  /// says so before it is saved.
  @Test func aPriceFollowsTheServiceThatItIsOf() async throws {
    let path = "Content/orders/2026/o1.md"
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/services/chain.md": "---\nname: Chain\nprice: 39.90\n---\n",
        "Content/services/brake.md": "---\nname: Brake\nprice: 18.50\n---\n",
        path:
          "---\ndate: 2026-01-10\nrows:\n  - {service: chain, price: 39.90}\n  - {service: chain, price: 35.00}\n---\n",
      ])
    let page = try await site.ask("/-/edit/Order/o1").body
    let token = try #require(fields(page).first { $0.name == "token" }?.value)
    let services = ["r.rows.0.service": "brake", "r.rows.1.service": "brake"]
    let typed = fields(page).map { ($0.name, services[$0.name] ?? $0.value) }
    let answer = try await ask(
      site.port, "/-/compute/Order/o1", method: "POST", headers: "X-Docket-Token: \(token)\r\n",
      body: encoded(typed))
    #expect(answer.body.contains(#""emptied":["r.rows.0.price"]"#), "\(answer.body)")
    #expect(
      answer.body.contains(#""r.rows.0.price":"18.50""#) && answer.body.contains(#""v.total":"€53.50""#))
    #expect(try await send(site, "/-/edit/Order/o1", services).status == 303)
    let rows = "rows:\n  - {service: brake, price: 18.50}\n  - {service: brake, price: 35.00}\n"
    #expect(try site.folder.text(path) == "---\ndate: 2026-01-10\n\(rows)---\n")
    // As the script sends it: emptied, and back to the former service.
    let emptied = ["r.rows.0.service": "chain", "r.rows.0.price": ""]
    #expect(try await send(site, "/-/edit/Order/o1", emptied).status == 303)
    #expect(try site.folder.text(path).contains("{service: chain, price: 39.90}"))
    // The former price is agreed for the other service.
    let kept = ["r.rows.0.service": "brake", "r.rows.0.price": "39.90", "r.rows.0.-kept": "price"]
    #expect(try await send(site, "/-/edit/Order/o1", kept).status == 303)
    #expect(try site.folder.text(path).contains("{service: brake, price: 39.90}"))
  }

  /// A sum that a spreadsheet wrote follows what is typed beside it, and the form shows so while it is typed.
  @Test func aSumFollowsItsQuantity() async throws {
    let path = "Content/orders/2026/o1.md"
    let site = try await ServedSite(
      "--edit",
      adding: [
        path:
          "---\ndate: 2026-01-10\nrows:\n  - {text: a, quantity: 1, price: 48, sum: 48}\n  - {sum: 2}\n---\n"
      ])
    let page = try await site.ask("/-/edit/Order/o1").body
    let token = try #require(fields(page).first { $0.name == "token" }?.value)
    let answer = try await ask(
      site.port, "/-/compute/Order/o1", method: "POST", headers: "X-Docket-Token: \(token)\r\n",
      body: encoded(
        fields(page).map { $0.name == "r.rows.0.quantity" ? ($0.name, "3") : ($0.name, $0.value) }))
    #expect(answer.body.contains(#""emptied":["r.rows.0.sum"]"#), "\(answer.body)")
    #expect(
      answer.body.contains(#""r.rows.0.sum":"144.00""#) && answer.body.contains(#""v.total":"€146.00""#))
    #expect(try await send(site, "/-/edit/Order/o1", ["r.rows.0.quantity": "3"]).status == 303)
    #expect(try site.folder.text(path).contains("{text: a, quantity: 3, price: 48}"))
    // What was typed again stays, although the file had the same.
    try site.folder.replace("price: 48}", with: "price: 48, sum: 144}", in: path)
    try await site.eventually { try await site.ask("/-/edit/Order/o1").body.contains("value=\"144\"") }
    let kept = ["r.rows.0.quantity": "4", "r.rows.0.sum": "144", "r.rows.0.-kept": "sum"]
    #expect(try await send(site, "/-/edit/Order/o1", kept).status == 303)
    #expect(try site.folder.text(path).contains("{text: a, quantity: 4, price: 48, sum: 144}"))
  }

  /// A form may be older than its file, and have rows that this no longer has.
  @Test func typingInAFormWithMoreRowsThanItsFileIsAnswered() async throws {
    let path = "Content/orders/2026/o1.md"
    let rows = "rows:\n  - {text: a, sum: 1}\n  - {text: b, sum: 2}\n  - {text: c, sum: 4}\n"
    let site = try await ServedSite("--edit", adding: [path: "---\ndate: 2026-01-10\n\(rows)---\n"])
    let page = try await site.ask("/-/edit/Order/o1").body
    let token = try #require(fields(page).first { $0.name == "token" }?.value)
    func computed(_ typed: [String: String] = [:]) async throws -> String {
      let answer = try await ask(
        site.port, "/-/compute/Order/o1", method: "POST", headers: "X-Docket-Token: \(token)\r\n",
        body: encoded(fields(page).map { ($0.name, typed[$0.name] ?? $0.value) }))
      return answer.body
    }
    #expect(try await computed().contains(#""v.total":"€7.00""#))
    #expect(try await computed(["r.rows.0.-was": "-1"]).contains("v.total"))
    try site.folder.replace("  - {text: a, sum: 1}\n  - {text: b, sum: 2}\n", with: "", in: path)
    try await site.eventually { try await !site.ask("/-/edit/Order/o1").body.contains("r.rows.1.sum") }
    // The row that was typed in is still there, as the conflict will show it.
    #expect(try await computed(["r.rows.1.sum": "3"]).contains(#""v.total":"€7.00""#))
    #expect(try await site.ask("/-/edit/Order/o1").status == 200)
  }

  /// An amount with a comma is shown as it is written, and replaced as a whole.
  @Test func anAmountWithACommaInBracesIsOneValue() async throws {
    let path = "Content/orders/2026/o1.md"
    let site = try await ServedSite(
      "--edit", adding: [path: "---\ndate: 2026-01-10\nrows:\n  - {text: a, sum: 12,90}\n---\n"])
    let form = try await site.ask("/-/edit/Order/o1").body
    #expect(fields(form).contains { $0.name == "r.rows.0.sum" && $0.value == "12,90" }, "\(form)")
    #expect(try await send(site, "/-/edit/Order/o1", ["r.rows.0.sum": "12,95"]).status == 303)
    #expect(try site.folder.text(path).contains("{text: a, sum: 12.95}"))
  }

  /// A note that says what to do instead is at the field, too.
  @Test func advisoryNotesAreAtTheField() async throws {
    let site = try await ServedSite(
      "--edit", adding: ["Content/orders/2026/o1.md": "---\ndate: 2025-12-20\nrows: [{sum: 5.00}]\n---\n"])
    let close = try await Program.docket(in: site.folder.path).run("close", "2025", "--today", "2026-02-01")
    #expect(close.status == 0, "\(close.error)")
    try await site.eventually { try await site.ask("/-/problems").status == 200 }
    // Who opens the form learns it before typing.
    let form = try await site.ask("/-/edit/Order/o1").body
    for text in ["2025 is closed", "<code>docket reopen 2025 --reason …</code>"] {
      #expect(form.contains(text), "\(form)")
    }
    #expect(try await !site.ask("/-/edit/Order/o2").body.contains("is closed"))
    let answer = try await send(site, "/-/edit/Order/o1", ["v.paid": "true"])
    #expect(
      answer.status == 422
        && answer.body.contains("was added after 2025 was closed: sum 5.00 EUR; write the date of"),
      "\(answer.body)")
  }

  @Test func whatASaveMakesStrangeIsToldInTheForm() async throws {
    let site = try await ServedSite("--edit", adding: [:])
    func found(_ page: String) -> Bool { page.contains("data-found><details>") }
    let address = "/-/edit/Order/o1"
    let before = try await site.ask(address + "?-found").body
    let saved = try await send(site, address, ["v.due": "2020-01-01"])
    #expect(saved.status == 303)
    // A page comes at once, and what is found once it is known; then every page of the form has it.
    let location = try #require(saved.headers["location"])
    let page = try await site.ask(location + "&-found").body
    #expect(try await site.ask(location).body.contains("data-found"))
    #expect(found(page) && page.contains("[due-before-date]") && !before.contains("[due-before-date]"))
    #expect(try await site.ask(address).body.contains("[due-before-date]"))
    #expect(try await send(site, address, ["v.due": ""]).status == 303)
    #expect(!(try await site.ask(address + "?-found").body.contains("[due-before-date]")))
    // What was saved is told of in the next record's form, too.
    let next = try await send(site, address, ["v.due": "2020-01-01"], more: [("then", "next")])
    let other = try #require(next.headers["location"])
    #expect(other.hasPrefix("/-/edit/Order/o2"))
    #expect(try await site.ask(other + "&-found").body.contains("Content/orders/2026/o1.md:"))
  }

  /// The list of problems has twenty of a kind; a form has those of its record, however many there are.
  @Test func aFormTellsOfAWarningThatThereAreManyOf() async throws {
    let orders = (1...22).map {
      ("Content/orders/2026/a\($0).md", "---\ndate: 2026-01-02\nrows: [{text: x, sum: \($0)}]\n---\n")
    }
    let site = try await ServedSite("--edit", adding: Dictionary(uniqueKeysWithValues: orders))
    let address = "/-/edit/Order/o2"
    let location = try #require(
      try await send(site, address, ["v.customer": ""]).headers["location"])
    let page = try await site.ask(location + "&-found").body
    #expect(page.contains("the order has no customer <small>[order-without-customer]"), "\(page)")
    #expect(page.contains("orders/2026/o2.md") && !page.contains("orders/2026/a1.md"))
    let problems = try await site.ask("/-/problems").body
    #expect(!problems.contains("orders/2026/o2.md") && problems.contains("more of Order"), "\(problems)")
    // The last one of the list tells of the others there, and not in its form.
    let last = try #require(problems.matches(of: /orders\/2026\/(a\d+)\.md/).last?.1)
    let form = try await site.ask("/-/edit/Order/\(last)?-found").body
    #expect(form.contains("[order-without-customer]") && !form.contains("more of Order"), "\(form)")
  }

  @Test func aNewRecordWithoutANameIsRefusedAtItsName() async throws {
    let site = try await ServedSite("--edit")
    let refused = try await send(site, "/-/new/Customer", ["v.email": "post@zinc.example"])
    #expect(refused.status == 422)
    let why = refused.body.firstMatch(of: /id="v\.name\.why">([^<]*)</)?.1 ?? ""
    #expect(why.hasPrefix("&#39;Name&#39; is missing"), "\(refused.body)")
    #expect(refused.body.contains("value=\"post@zinc.example\""))
  }

  @Test func aRuleIsToldAtTheFieldThatItReadsOrAboveTheForm() async throws {
    let model = """
      entities:
        Order:
          rules:
            - {unless: due = nil OR due >= date, error: Due before its date}
            - {unless: total < 1000, error: Too much at once}
      """
    let site = try await ServedSite("--edit", adding: ["Content/model.yml": model])
    let large = try await send(site, "/-/edit/Order/o1", ["r.rows.0.sum": "2000"])
    let notice = large.body.firstMatch(of: /<section class="notice bad"[\s\S]*?<\/section>/)?.0 ?? ""
    #expect(large.status == 422 && notice.contains("Too much at once"), "\(large.body)")
    let refused = try await send(site, "/-/edit/Order/o1", ["v.due": "2026-01-01"])
    #expect(refused.status == 422)
    let why = refused.body.firstMatch(of: /id="v\.due\.why">([^<]*)</)?.1 ?? ""
    #expect(why == "Due before its date", "\(refused.body)")
    #expect(refused.body.contains("id=\"v.date.why\" hidden"))
    #expect(
      try await send(site, "/-/edit/Order/o1", ["v.due": "2026-02-01"], from: refused.body).status == 303)
  }

  @Test func aValueThatAnotherRecordHasIsToldAtItsField() async throws {
    let model = """
      entities:
        Customer:
          attributes:
            number: {type: string, unique: true}

      """
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/model.yml": model, "Content/customers/aa.md": "---\nname: Aa\nnumber: K1\n---\n",
        "Content/customers/zz.md": "---\nname: Zz\nnumber: K2\n---\n",
      ])
    for (id, number, why) in [
      ("zz", "K1", "'Number' is the same as that of 'aa', and must be unique"),
      ("aa", "K2", "'Number' is the same as that of 'zz', and must be unique"),
    ] {
      let refused = try await send(site, "/-/edit/Customer/\(id)", ["v.number": number])
      #expect(refused.status == 422)
      let place = "id=\"v.number.why\">\(why.replacing("'", with: "&#39;"))<"
      #expect(refused.body.contains(place), "\(refused.body)")
    }
  }
}
