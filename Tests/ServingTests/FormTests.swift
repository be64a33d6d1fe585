import Foundation
import TestSupport
import Testing

/// The forms as a browser without scripts uses them.
struct FormTests {
  /// A model with several people at an order, customers of their own kind, and tags.
  static let staff = [
    "Content/model.yml": """
    entities:
      Person:
        folder: people
        title: name
        sort: name
        attributes:
          name: {type: string, required: true}
          skills: tags
          level: {type: string, choices: [helper, master], default: helper}
        relationships:
          jobs: {to: Order, many: true, inverse: staff}
      Company:
        parent: Customer
        folder: companies
        attributes:
          vat: {type: string, pattern: '[A-Z]{2}[0-9]+'}
      Order:
        relationships:
          staff: {to: Person, many: true, inverse: jobs}
      RowOfOrder:
        relationships:
          helpers: {to: Person, many: true}

    """,
    "Content/people/ann.md": "---\nname: Ann Lee\nskills: [paint, wood]\n---\n",
    "Content/people/bob.md": "---\nname: Bob Ray\n---\n",
    "Content/people/cleo.md": "---\nname: Cleo Anders\n---\n",
    "Content/people/dan.md": "---\nname: Smith, Dan\n---\n",
    "Content/companies/zinc.md": "---\nname: Zinc Ltd\nvat: AT1\n---\n",
    "Content/orders/2026/o1.md":
      "---\ndate: 2026-01-10\ncustomer: ann\nmade: true\nrows:\n  - {service: paint, sum: 10.00}\nstaff: [ann, bob]\n---\n",
  ]

  @Test func aSaveChangesTheBytesOfWhatWasTypedAndNoOthers() async throws {
    let text =
      "---\ndate: 2026-01-10   # the day\ncustomer: ann\nmade: yes\nrows:\n  - {service: paint, sum: 10.00}\n---\n\nBlue.\n"
    let site = try await ServedSite("--edit", adding: ["Content/orders/2026/o1.md": text])
    let unchanged = try await send(site, "/-/edit/Order/o1", [:])
    #expect(unchanged.status == 303)
    #expect(try site.folder.text("Content/orders/2026/o1.md") == text)
    let saved = try await send(
      site, "/-/edit/Order/o1",
      [
        "v.customer": "Bob & Sons", "r.rows.0.sum": "12,50", "r.rows.1000.service": "paint",
        "r.rows.1000.sum": "3",
      ])
    #expect(saved.status == 303)
    #expect(
      try site.folder.text("Content/orders/2026/o1.md")
        == text.replacing("customer: ann", with: "customer: bob").replacing(
          "sum: 10.00}", with: "sum: 12.50}\n  - {service: paint, sum: 3}"))
    let page = try await site.ask(saved.headers["location"] ?? "").body
    #expect(page.contains("Saved <code>Content/orders/2026/o1.md</code>") && page.contains("+customer: bob"))
    #expect(try await site.ask("/orders/2026/o1.html").body.contains("15.50"))
  }

  /// A script takes rows out of the form: then its list has no field but its name.
  @Test func theLastRowOfAListIsTakenAway() async throws {
    let order = "---\ndate: 2026-01-10\nrows:\n  - {text: r, sum: 1.00}\nmade: true\n---\n"
    let site = try await ServedSite("--edit", adding: ["Content/orders/2026/o1.md": order])
    let page = try await site.ask("/-/edit/Order/o1").body
    let left = page.replacing(/<tr[^>]*>(?:(?!<\/tr>)[\s\S])*name="r\.rows\.0[\s\S]*?<\/tr>/, with: "")
    #expect(!left.contains("name=\"r.rows.0.sum\"") && left.contains("name=\"v.date\""))
    #expect(try await send(site, "/-/edit/Order/o1", [:], from: left).status == 303)
    #expect(try site.folder.text("Content/orders/2026/o1.md") == "---\ndate: 2026-01-10\nmade: true\n---\n")
    // A form without the list, as other programs send it, leaves it as it is.
    let other = try await ServedSite("--edit", adding: ["Content/orders/2026/o1.md": order])
    let without = try await other.ask("/-/edit/Order/o1").body.replacing(
      /name="r\.[^"]*"/, with: "name=\"x\"")
    #expect(try await send(other, "/-/edit/Order/o1", ["v.made": "false"], from: without).status == 303)
    #expect(try other.folder.text("Content/orders/2026/o1.md").contains("{text: r, sum: 1.00}\nmade: false"))
  }

  @Test func aRowBelowTheFirstPlaceIsTheFirst() async throws {
    let order = "---\ndate: 2026-01-10\nrows:\n  - {text: a, sum: 1.00}\n  - {text: b, sum: 2.00}\n---\n"
    let site = try await ServedSite("--edit", adding: ["Content/orders/2026/o1.md": order])
    #expect(try await send(site, "/-/edit/Order/o1", ["r.rows.1.-place": "-1"]).status == 303)
    #expect(
      try site.folder.text("Content/orders/2026/o1.md").contains(
        "rows:\n  - {text: b, sum: 2.00}\n  - {text: a, sum: 1.00}\n"))
  }

  @Test func aRefusedSaveKeepsWhatWasTypedAndNamesItsFields() async throws {
    let site = try await ServedSite("--edit")
    let before = try site.folder.text("Content/orders/2026/o1.md")
    let answer = try await send(
      site, "/-/edit/Order/o1",
      ["v.date": "2026-02-30", "v.customer": "<zoe>", "r.rows.0.sum": "10,0,0", "body": "\nKept & \"so\"."])
    #expect(answer.status == 422)
    #expect(try site.folder.text("Content/orders/2026/o1.md") == before)
    #expect(answer.body.contains("3 fields are marked below.</a>"))
    let first = try #require(answer.body.firstMatch(of: /<a href="#([^"]*)">3 fields/)?.1)
    #expect(answer.body.firstMatch(of: /id="([^"]*\.why)">[^<]/)?.1 == first + ".why")
    // In a row, the first column and not the first name.
    let inRow = try await send(
      site, "/-/edit/Order/o1", ["r.rows.0.service": "nothing", "r.rows.0.price": "x"])
    #expect(inRow.body.contains("<a href=\"#r.rows.0.service\">2 fields"))
    for (name, words) in [
      ("v.date", "2026-02-30"), ("v.customer", "unknown customer"), ("r.rows.0.sum", "10,0,0"),
    ] {
      let why = answer.body.firstMatch(of: try Regex("id=\"\(name).why\">([^<]*)<"))?[1].substring ?? ""
      #expect(why.contains(words), "\(name): \(why)")
    }
    let kept = fields(answer.body)
    #expect(kept.first { $0.name == "v.customer" }?.value == "<zoe>")
    #expect(kept.first { $0.name == "body" }?.value == "\nKept & \"so\".")
    #expect(!answer.body.contains("<zoe>"))
    let fixed = try await send(
      site, "/-/edit/Order/o1", ["v.date": "2026-02-28", "v.customer": "ann", "r.rows.0.sum": "10.00"],
      from: answer.body)
    #expect(fixed.status == 303)
    #expect(try site.folder.text("Content/orders/2026/o1.md").hasSuffix("---\n\nKept & \"so\".\n"))
  }

  @Test func aNameOfSeveralRecordsListsThem() async throws {
    let site = try await ServedSite("--edit", adding: Self.staff)
    let refused = try await send(
      site, "/-/edit/Order/o1", ["v.customer": "n", "v.staff": "bob, L", "r.rows.0.service": "nothing"])
    #expect(refused.status == 422)
    func why(_ name: String) throws -> String {
      String(refused.body.firstMatch(of: try Regex("id=\"\(name).why\">([^<]*)<"))?[1].substring ?? "")
    }
    #expect(
      try why("v.customer")
        == "&#39;n&#39; may be any of 3 records: ann (Ann), bob (Bob &amp; Sons), zinc (Zinc Ltd)")
    #expect(try why("v.staff").hasPrefix("&#39;L&#39; may be any of 2 records: ann (Ann Lee), cleo"))
    #expect(try why("r.rows.0.service").hasPrefix("unknown service"))
  }

  /// Where a comma is the decimal mark, `1.000` is a thousand for whoever types it, and one in the file.
  @Test func aPointThatMaySeparateThousandsIsAskedAbout() async throws {
    let path = "Content/orders/2026/o1.md"
    let site = try await ServedSite("--edit", adding: ["Content/site.yml": "title: Shed\nlanguage: de\n"])
    let form = try await site.ask("/-/edit/Order/o1").body
    for (typed, readings) in [("1.000", "1 oder 1000"), ("1.234", "1,2340 oder 1234")] {
      let run = try await send(site, "/-/edit/Order/o1", ["r.rows.0.quantity": typed], from: form)
      #expect(run.status == 422 && run.body.contains("eindeutig ist \(readings)<"), "\(run.body)")
    }
    // However its sign and its currency are written.
    for (typed, readings) in [
      ("1.500 €", "1,5 EUR oder 1500 EUR"), ("EUR 1.234", "1,2340 EUR oder 1234 EUR"),
      ("(1.500)", "-1,5 oder -1500"), ("\u{2212}1.500", "-1,5 oder -1500"), ("+1.500", "+1,5 oder +1500"),
      ("１．５００", "1,5 oder 1500"), ("1.500 KWD", "1,5 KWD oder 1500 KWD"),
    ] {
      let run = try await send(site, "/-/edit/Order/o1", ["r.rows.0.price": typed], from: form)
      #expect(run.status == 422 && run.body.contains("eindeutig ist \(readings)<"), "\(typed): \(run.body)")
    }
    #expect(try !site.folder.text(path).contains("quantity"))
    #expect(
      try await send(site, "/-/edit/Order/o1", ["r.rows.0.quantity": "1.2340"], from: form).status == 303)
    // What the file says is meant.
    try site.folder.replace("1.2340", with: "1.234", in: path)
    let again = try await site.ask("/-/edit/Order/o1").body
    #expect(try await send(site, "/-/edit/Order/o1", ["body": "Typed."], from: again).status == 303)
    #expect(try site.folder.text(path).contains("quantity: 1.234"))
    // In a copied row, too, unless it is typed over.
    let copy = try await site.ask("/-/new/Order?-like=o1").body
    #expect(try await send(site, "/-/new/Order", ["id": "o7"], from: copy).status == 303)
    #expect(
      try await send(site, "/-/new/Order", ["id": "o8", "r.rows.0.quantity": "3.000"], from: copy).status
        == 422)
  }

  /// Which tags there are, and how several are written.
  @Test func aFieldOfTagsSaysWhatMayBeChosen() async throws {
    let model = "entities: {Order: {attributes: {teeth: {type: tags, choices: ['11', '21', '31']}}}}\n"
    let site = try await ServedSite("--edit", adding: ["Content/model.yml": model])
    let form = try await site.ask("/-/edit/Order/o1").body
    #expect(form.contains("<span class=\"others\">11, 21, 31</span>"), "\(form)")
    let answer = try await send(site, "/-/edit/Order/o1", ["v.teeth": "11 31"], from: form)
    #expect(
      answer.status == 422 && answer.body.contains("not &#39;11 31&#39;; commas separate several: 11, 31"))
    #expect(try await send(site, "/-/edit/Order/o1", ["v.teeth": "11, 31"], from: form).status == 303)
  }

  @Test func recordsAreMadeAndDeletedByTheirRules() async throws {
    let site = try await ServedSite("--edit")
    let made = try await send(site, "/-/new/Customer", ["v.name": "Zoë <b>Grün</b>", "body": "Pays late."])
    #expect(made.headers["location"]?.hasPrefix("/-/edit/Customer/zoe-b-grun-b") ?? false, "\(made.headers)")
    let page = try await site.ask(made.headers["location"] ?? "").body
    #expect(page.contains("Zoë &lt;b&gt;Grün&lt;/b&gt;") && !page.contains("<b>Grün"))
    let order = try await send(
      site, "/-/new/Order",
      ["v.date": "2026-03-01", "v.customer": "zoë", "r.rows.1000.service": "paint", "r.rows.1000.sum": "9"])
    #expect(order.headers["location"]?.hasPrefix("/-/edit/Order/o3") ?? false, "\(order.headers)")
    #expect(try site.folder.text("Content/orders/2026/o3.md").contains("customer: zoe"))
    let ask = try await site.ask("/-/delete/Customer/ann").body
    #expect(
      ask.contains("<a href=\"/orders/2026/o1.html\">o1</a> Customer: <del>Ann</del>")
        && ask.contains("<button class=\"delete\">"))
    let deleted = try await send(site, "/-/delete/Customer/ann", [:])
    #expect(deleted.headers["location"] == "/customers/index.html?-deleted=Customer%20Ann")
    #expect(!site.folder.has("Content/customers/ann.md"))
    #expect(try !site.folder.text("Content/orders/2026/o1.md").contains("customer"))
    for id in ["bob", "bob.md"] {
      let taken = try await send(site, "/-/new/Customer", ["v.name": "Bob", "id": id])
      #expect(taken.status == 422)
    }
    let file = try await send(site, "/-/new/Customer", ["v.name": "Tom", "id": "tom.md"])
    #expect(file.headers["location"]?.hasPrefix("/-/edit/Customer/tom?") ?? false, "\(file.headers)")
    #expect(site.folder.has("Content/customers/tom.md"))
  }

  @Test func aRuleThatDeniesIsToldBeforeAndKeepsTheRecord() async throws {
    let model =
      "entities:\n  Customer:\n    relationships:\n      orders: {to: Order, many: true, inverse: customer, delete: deny}\n"
    let site = try await ServedSite("--edit", adding: ["Content/model.yml": model])
    let ask = try await site.ask("/-/delete/Customer/ann")
    #expect(ask.status == 200 && ask.body.contains("Ann cannot be deleted while these are there:"))
    #expect(
      ask.body.contains("<a href=\"/orders/2026/o1.html\">")
        && !ask.body.contains("<button class=\"delete\">"))
    let token = try #require(
      fields(try await site.ask("/-/edit/Customer/ann").body).first { $0.name == "token" }?.value)
    let refused = try await ServingTests.ask(
      site.port, "/-/delete/Customer/ann", method: "POST", body: "token=\(token)")
    #expect(
      refused.status == 422 && refused.body.contains("Nothing was deleted")
        && refused.body.contains("orders/2026/o1.html"))
    #expect(site.folder.has("Content/customers/ann.md"))
  }

  @Test func aNewRecordLeavesTheIDsOfDraftsAlone() async throws {
    let draft = ServedSite.order("2026-03-01", "ann", "draft: true\n", "9.00")
    let site = try await ServedSite("--edit", adding: ["Content/orders/later/o3.md": draft])
    let made = try await send(site, "/-/new/Order", ["v.date": "2026-03-02", "r.rows.1000.sum": "4"])
    #expect(made.headers["location"]?.hasPrefix("/-/edit/Order/o4") ?? false, "\(made.headers)")
    let refused = try await send(site, "/-/new/Order", ["v.date": "2026-03-02", "id": "o3", "body": "Kept."])
    #expect(
      refused.status == 422 && refused.body.contains("drafts among them") && refused.body.contains("Kept."))
    #expect(try site.folder.text("Content/orders/later/o3.md") == draft)
  }

  @Test func saveAndNextLeadsToTheRecordThatFollows() async throws {
    let site = try await ServedSite("--edit")
    let next = try await send(site, "/-/edit/Order/o1", ["v.due": "2026-03-01"], more: [("then", "next")])
    #expect(next.headers["location"]?.hasPrefix("/-/edit/Order/o2?-saved=") ?? false, "\(next.headers)")
    let after = try await site.ask(next.headers["location"] ?? "").body
    #expect(after.contains("+due: 2026-03-01"))
    // Without scripts the page waits for the diagnostics.
    #expect(after.contains("<p>Nothing is wrong</p>") && !after.contains("aria-busy"))
    let last = try await send(site, "/-/edit/Order/o2", [:], more: [("then", "next")])
    #expect(last.headers["location"]?.hasPrefix("/-/edit/Order/o2?-saved=") ?? false, "\(last.headers)")
    let new = try await send(site, "/-/new/Customer", ["v.name": "Zora"], more: [("then", "next")])
    #expect(new.headers["location"]?.hasPrefix("/-/new/Customer?-saved=") ?? false, "\(new.headers)")
  }

  @Test func aSavedRecordIsTheOnlyOneSaidToBeRight() async throws {
    let site = try await ServedSite("--edit")
    try site.folder.replace("name", with: "nme", in: "Content/customers/bob.md")
    let saved = try await send(site, "/-/edit/Order/o1", ["v.due": "2026-03-01"])
    #expect(saved.status == 303, "\(saved.body)")
    let after = try await site.ask(saved.headers["location"] ?? "").body
    #expect(
      after.contains(#"<p>Nothing is wrong in this record – <a href="/-/problems">1 error</a></p>"#),
      "\(after)")
  }

  @Test func aRecordThatBecomesADraftIsSavedAndLeavesTheBook() async throws {
    let site = try await ServedSite("--edit")
    let answer = try await send(site, "/-/edit/Order/o1", ["v.draft": "true"])
    let address = answer.headers["location"] ?? ""
    #expect(answer.status == 303 && address.hasPrefix("/-/edit?-draft="))
    let page = try await site.ask(address).body
    #expect(page.contains("<code>Content/orders/2026/o1.md</code> is a draft now"))
    #expect(try site.folder.text("Content/orders/2026/o1.md").contains("draft: true"))
    #expect(try await site.ask("/orders/2026/o1.html").status == 404)
  }

  @Test func changesNeedTheTokenAndAServerThatEdits() async throws {
    let site = try await ServedSite("--edit")
    let form = try await site.ask("/-/edit/Order/o1").body
    let before = try site.folder.text("Content/orders/2026/o1.md")
    let body = encoded(fields(form).map { $0.name == "v.made" ? ($0.name, "false") : ($0.name, $0.value) })
    let token = try #require(fields(form).first { $0.name == "token" }?.value)
    for wrong in ["", "0", String(token.reversed()), token + "0", String(token.dropLast())] {
      let answer = try await ask(
        site.port, "/-/edit/Order/o1", method: "POST",
        body: body.replacing("token=\(token)", with: "token=\(wrong)"))
      #expect(answer.status == 403)
    }
    for header in ["Origin: http://evil.example\r\n", "Origin: null\r\n"] {
      #expect(
        try await ask(site.port, "/-/edit/Order/o1", method: "POST", headers: header, body: body).status
          == 403)
    }
    let foreign = try await ask(
      site.port, "/-/edit/Order/o1", method: "POST", host: "evil.example:\(site.port)", body: body)
    #expect(foreign.status == 403)
    for target in ["/-/delete/Order/o1", "/-/build", "/-/fix", "/-/compute/Order/o1"] {
      #expect(try await ask(site.port, target, method: "POST", body: "token=0").status == 403, "\(target)")
    }
    #expect(try site.folder.text("Content/orders/2026/o1.md") == before)
    let reader = try await ServedSite()
    #expect(try await ask(reader.port, "/-/edit/Order/o1", method: "POST", body: body).status == 405)
    #expect(try await reader.ask("/-/edit/Order/o1").status == 404)
    #expect(try await !reader.ask("/orders/2026/o1.html").body.contains("data-tools"))
    #expect(try await site.ask("/orders/2026/o1.html").body.contains("/-/edit/Order/o1"))
  }

  @Test func whatIsComputedIsToldWhileOneTypes() async throws {
    let site = try await ServedSite("--edit")
    let form = fields(try await site.ask("/-/edit/Order/o1").body)
    let token = try #require(form.first { $0.name == "token" }?.value)
    let body = encoded(
      form.map {
        $0.name == "r.rows.0.sum"
          ? ($0.name, "41.5") : $0.name == "v.due" ? ($0.name, "soon") : ($0.name, $0.value)
      })
    let answer = try await ask(
      site.port, "/-/compute/Order/o1", method: "POST", headers: "X-Docket-Token: \(token)\r\n", body: body)
    #expect(
      answer.body.contains("\"v.total\":\"€41.50\"") && answer.body.contains("\"v.due\":\""), "\(answer.body)"
    )
    #expect(
      try await site.ask("/-/find?entity=Customer&q=SONS").body
        == "[{\"id\":\"bob\",\"title\":\"Bob & Sons\"}]")
  }

  @Test func fixItsAndTheBuildAreOneButton() async throws {
    let site = try await ServedSite("--edit")
    try site.folder.replace("customer: ann", with: "custommer: ann", in: "Content/orders/2026/o1.md")
    try await site.eventually { try await site.ask("/-/problems").body.contains("action=\"/-/fix\"") }
    let page = try await site.ask("/-/problems").body
    #expect(page.contains("<a href=\"/-/edit/Order/o1\"><code>Content/orders/2026/o1.md:"))
    let match = try #require(page.firstMatch(of: /name="diagnostic" value="([^"]*)"/))
    let key = String(match.1).replacing("&#39;", with: "'")
    let token = try #require(fields(page).first { $0.name == "token" }?.value)
    // Only a path of this server is gone back to.
    let fixed = try await ask(
      site.port, "/-/fix", method: "POST",
      headers: "Referer: http://localhost:\(site.port)//elsewhere.example/x\r\n",
      body: encoded([("token", token), ("diagnostic", key)]))
    #expect(fixed.status == 303 && fixed.headers["location"] == "/-/problems")
    #expect(try site.folder.text("Content/orders/2026/o1.md").contains("customer: ann"))
    let built = try await ask(site.port, "/-/build", method: "POST", body: "token=\(token)")
    #expect(built.status == 200 && built.body.contains("<h1>Built</h1>"))
    #expect(site.folder.has("Site/orders/2026/o1.html"))
  }

  /// Subentities, tags, choices and several references without a script: parts of titles between commas.
  @Test func everyKindOfKeyIsTypedWithoutScripts() async throws {
    let site = try await ServedSite("--edit", adding: Self.staff)
    let form = try await site.ask("/-/edit/Order/o1").body
    #expect(
      form.contains(
        "data-many data-titles=\"{&quot;ann&quot;:&quot;Ann Lee&quot;,&quot;bob&quot;:&quot;Bob Ray&quot;}\"")
    )
    #expect(form.contains("<span class=\"title\" dir=\"auto\">Ann Lee, Bob Ray</span>"))
    #expect(
      try await send(site, "/-/edit/Order/o1", ["v.staff": "cleo, nobody, ann", "v.customer": "zinc"]).status
        == 422)
    #expect(
      try await send(site, "/-/edit/Order/o1", ["v.staff": "cleo, Bob Ray, ann", "v.customer": "zinc"]).status
        == 303)
    #expect(
      try site.folder.text("Content/orders/2026/o1.md")
        == "---\ndate: 2026-01-10\ncustomer: zinc\nmade: true\nrows:\n  - {service: paint, sum: 10.00}\nstaff: [cleo, bob, ann]\n---\n"
    )
    // A list within a row, too.
    #expect(try await send(site, "/-/edit/Order/o1", ["r.rows.0.helpers": "Bob Ray, cleo"]).status == 303)
    #expect(
      try site.folder.text("Content/orders/2026/o1.md").contains(
        "  - {service: paint, sum: 10.00, helpers: [bob, cleo]}\n"))
    // The side that has nothing written shows what the other one has.
    let person = try await site.ask("/-/edit/Person/cleo").body
    #expect(person.contains("<span class=\"others\">and by their own files: <a href=\"/-/edit/Order/o1\">"))
    #expect(
      try await send(
        site, "/-/edit/Person/ann", ["v.skills": "paint, glass work,,wood", "v.level": "master"]
      )
      .status == 303)
    #expect(
      try site.folder.text("Content/people/ann.md")
        == "---\nname: Ann Lee\nskills: [paint, glass work, wood]\nlevel: master\n---\n")
    // A subentity: keys of its own and inherited ones, its folder, its pattern.
    #expect(try await site.ask("/-/edit/Customer/zinc").body.contains("name=\"v.vat\""))
    let refused = try await send(
      site, "/-/edit/Company/zinc", ["v.vat": "none", "v.email": "post@zinc.example"])
    #expect(refused.status == 422 && refused.body.contains("id=\"v.vat.why\">"))
    let made = try await send(site, "/-/new/Company", ["v.name": "Tin Ltd", "v.vat": "DE22"])
    #expect(made.headers["location"]?.hasPrefix("/-/edit/Company/tin-ltd") ?? false, "\(made.headers)")
    #expect(try site.folder.text("Content/companies/tin-ltd.md") == "---\nname: Tin Ltd\nvat: DE22\n---\n")
    let found = try await site.ask("/-/find?entity=Customer&q=ltd").body
    #expect(found == #"[{"id":"tin-ltd","title":"Tin Ltd"},{"id":"zinc","title":"Zinc Ltd"}]"#)
  }
}
