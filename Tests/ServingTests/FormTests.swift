import Foundation
import TestSupport
import Testing

/// The forms as a browser without scripts uses them.
struct FormTests {
  /// The fields of a form as the page has them: what a browser sends when nothing is typed.
  private func fields(_ page: String) -> [(name: String, value: String)] {
    func plain(_ text: Substring) -> String {
      [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(String(text)) {
        $0.replacing($1.0, with: $1.1)
      }
    }
    let withoutTemplates = page.replacing(/<template>[\s\S]*?<\/template>/, with: "")
    var result: [(String, String)] = []
    for match in withoutTemplates.matches(
      of:
        /<input[^>]*? name="([^"]*)"[^>]*?>|<select[^>]*? name="([^"]*)"[^>]*>([\s\S]*?)<\/select>|<textarea[^>]*? name="([^"]*)"[^>]*>\n?([\s\S]*?)<\/textarea>/
    ) {
      if let name = match.1 {
        guard !match.0.contains("type=\"checkbox\"") else { continue }
        result.append((plain(name), plain(match.0.firstMatch(of: /\ value="([^"]*)"/)?.1 ?? "")))
      } else if let name = match.2, let options = match.3 {
        let selected = options.firstMatch(of: /<option value="([^"]*)" selected>/)?.1 ?? ""
        result.append((plain(name), plain(selected)))
      } else if let name = match.4, let text = match.5 {
        result.append((plain(name), plain(text)))
      }
    }
    return result
  }

  private func encoded(_ fields: [(name: String, value: String)]) -> String {
    func encoded(_ text: String) -> String {
      text.utf8.map { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
          ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
    }
    return fields.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
  }

  /// Opens a form, types into some fields, and sends it.
  @discardableResult
  private func send(
    _ site: ServedSite, _ address: String, _ typed: [String: String], from page: String? = nil,
    more: [(String, String)] = []
  ) async throws -> Answer {
    let shown: String
    if let page { shown = page } else { shown = try await site.ask(address).body }
    var all = fields(shown)
    for (name, value) in typed {
      if let index = all.firstIndex(where: { $0.name == name }) {
        all[index].value = value
      } else {
        all.append((name, value))
      }
    }
    return try await ask(site.port, address, method: "POST", body: encoded(all + more))
  }

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

  @Test func rowsAreMovedAndTakenAway() async throws {
    let rows = (1...4).map { "  - {service: paint, text: r\($0), sum: \($0).00}\n" }
    let site = try await ServedSite(
      "--edit", adding: ["Content/orders/2026/o1.md": "---\ndate: 2026-01-10\nrows:\n\(rows.joined())---\n"])
    let answer = try await send(
      site, "/-/edit/Order/o1", ["r.rows.3.place": "0", "r.rows.1.text": "changed"],
      more: [("r.rows.2.gone", "on")])
    #expect(answer.status == 303)
    #expect(
      try site.folder.text("Content/orders/2026/o1.md")
        == "---\ndate: 2026-01-10\nrows:\n\(rows[3])\(rows[0])\(rows[1].replacing("r2", with: "changed"))---\n"
    )
  }

  @Test func aRefusedSaveKeepsWhatWasTypedAndNamesItsFields() async throws {
    let site = try await ServedSite("--edit")
    let before = try site.folder.text("Content/orders/2026/o1.md")
    let answer = try await send(
      site, "/-/edit/Order/o1",
      ["v.date": "2026-02-30", "v.customer": "<zoe>", "r.rows.0.sum": "10,0,0", "body": "\nKept & \"so\"."])
    #expect(answer.status == 422)
    #expect(try site.folder.text("Content/orders/2026/o1.md") == before)
    #expect(answer.body.contains("3 fields are marked below"))
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
    let mended = try await send(
      site, "/-/edit/Order/o1", ["v.date": "2026-02-28", "v.customer": "ann", "r.rows.0.sum": "10.00"],
      from: answer.body)
    #expect(mended.status == 303)
    #expect(try site.folder.text("Content/orders/2026/o1.md").hasSuffix("---\n\nKept & \"so\".\n"))
  }

  @Test func aFileThatChangedMeanwhileShowsBothAndLetsOneChoose() async throws {
    let site = try await ServedSite("--edit")
    let form = try await site.ask("/-/edit/Order/o1").body
    try site.folder.replace("10.00", with: "11.00", in: "Content/orders/2026/o1.md")
    try site.folder.replace("customer: ann", with: "customer: bob", in: "Content/orders/2026/o1.md")
    let theirs = try site.folder.text("Content/orders/2026/o1.md")
    let conflict = try await send(
      site, "/-/edit/Order/o1", ["v.made": "false", "v.due": "2026-05-01"], from: form)
    #expect(conflict.status == 409)
    #expect(
      conflict.body.contains("The file has changed meanwhile")
        && conflict.body.contains("In the file now: <b>bob</b>"))
    #expect(try site.folder.text("Content/orders/2026/o1.md") == theirs)
    let chosen = try await send(
      site, "/-/edit/Order/o1", [:], from: conflict.body, more: [("take", "customer")])
    #expect(chosen.status == 303)
    let text = try site.folder.text("Content/orders/2026/o1.md")
    #expect(
      text.contains("customer: bob") && text.contains("sum: 10.00") && text.contains("due: 2026-05-01")
        && text.contains("made: false"))
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
    #expect(ask.contains("<code>o1</code>") && ask.contains("<button class=\"delete\">"))
    let deleted = try await send(site, "/-/delete/Customer/ann", [:])
    #expect(deleted.headers["location"] == "/customers/index.html")
    #expect(!site.folder.has("Content/customers/ann.md"))
    #expect(try !site.folder.text("Content/orders/2026/o1.md").contains("customer"))
    let taken = try await send(site, "/-/new/Customer", ["v.name": "Bob", "id": "bob"])
    #expect(taken.status == 422)
  }

  @Test func aRecordThatBecomesADraftIsSavedAndLeavesTheBook() async throws {
    let site = try await ServedSite("--edit")
    let answer = try await send(site, "/-/edit/Order/o1", ["v.draft": "true"])
    #expect(answer.status == 200 && answer.body.contains("is a draft now"))
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
      answer.body.contains("\"v.total\":\"41.5") && answer.body.contains("\"v.due\":\""), "\(answer.body)")
    #expect(
      try await site.ask("/-/find?entity=Customer&q=SONS").body
        == "[{\"id\":\"bob\",\"title\":\"Bob & Sons\"}]")
    let query = try await site.ask("/-/query?from=Order&where=made+%3D+tru")
    #expect(query.body.contains("<mark>tru</mark>"))
    #expect(
      try await site.ask("/-/query?from=Order&where=made+%3D+true&columns=id").body.contains("<td>o1</td>"))
  }

  @Test func fixItsAndTheBuildAreOneButton() async throws {
    let site = try await ServedSite("--edit")
    try site.folder.replace("customer: ann", with: "custommer: ann", in: "Content/orders/2026/o1.md")
    try await site.eventually { try await site.ask("/-/problems").body.contains("action=\"/-/fix\"") }
    let problems = try await site.ask("/-/problems").body
    let match = try #require(problems.firstMatch(of: /name="diagnostic" value="([^"]*)"/))
    let key = String(match.1).replacing("&#39;", with: "'")
    let token = try #require(fields(problems).first { $0.name == "token" }?.value)
    let fixed = try await ask(
      site.port, "/-/fix", method: "POST", body: encoded([("token", token), ("diagnostic", key)]))
    #expect(fixed.status == 303)
    #expect(try site.folder.text("Content/orders/2026/o1.md").contains("customer: ann"))
    let built = try await ask(site.port, "/-/build", method: "POST", body: "token=\(token)")
    #expect(built.status == 200 && built.body.contains("<h1>Built</h1>"))
    #expect(site.folder.has("Site/orders/2026/o1.html"))
  }

  /// Two windows and an editor change a book at once; the files end up as the last of each said, and pages show them.
  @Test func randomSavesLoseNoEdit() async throws {
    let count = Int(ProcessInfo.processInfo.environment["DOCKET_SAVES"] ?? "") ?? 40
    let site = try await ServedSite("--edit")
    var random = SeededGenerator(seed: 15)
    var sums = ["o1": "10.00", "o2": "5.00"]
    for step in 0..<count {
      let id = Bool.random(using: &random) ? "o1" : "o2"
      let path = "Content/orders/2026/\(id).md"
      let sum = "\(step + 1).00"
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        try site.folder.put(path, try site.folder.text(path).replacing(/sum: [0-9.]+/, with: "sum: \(sum)"))
      case 1:
        #expect(try await send(site, "/-/edit/Order/\(id)", ["r.rows.0.sum": sum]).status == 303)
      default:
        // A second window saves first: the form that was open does not write over it.
        let form = try await site.ask("/-/edit/Order/\(id)").body
        #expect(try await send(site, "/-/edit/Order/\(id)", ["r.rows.0.sum": sum]).status == 303)
        #expect(
          try await send(site, "/-/edit/Order/\(id)", ["r.rows.0.sum": "0.0\(step % 9 + 1)"], from: form)
            .status == 409)
      }
      sums[id] = sum
      for (id, sum) in sums {
        #expect(try site.folder.text("Content/orders/2026/\(id).md").contains("sum: \(sum)}"), "step \(step)")
      }
    }
    for (id, sum) in sums {
      try await site.eventually { try await site.ask("/orders/2026/\(id).html").body.contains(sum) }
    }
  }

  /// The server is killed while forms are saved; the file is always one that a save wrote.
  @Test func aKilledServerLeavesWholeFiles() async throws {
    let kills = Int(ProcessInfo.processInfo.environment["DOCKET_KILLS"] ?? "") ?? 3
    for round in 0..<kills {
      let site = try await ServedSite("--edit")
      let body = String(repeating: "A long note. ", count: 5_000)
      async let saves: Void = {
        for number in 0..<200 {
          guard (try? await send(site, "/-/edit/Order/o1", ["body": "\(number) \(body)"]).status) == 303
          else { return }
        }
      }()
      try await Task.sleep(for: .milliseconds(150 + 37 * round))
      site.kill()
      await saves
      let text = try site.folder.text("Content/orders/2026/o1.md")
      #expect(
        text.hasPrefix("---\ndate: 2026-01-10\n")
          && (text.hasSuffix("---\n") || text.hasSuffix("A long note. \n")))
      let check = try await Program.docket(in: site.folder.path).run("check")
      #expect(check.status == 0, "\(check.output)\(check.error)")
    }
  }
}
