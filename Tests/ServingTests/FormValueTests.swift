import TestSupport
import Testing

/// What forms show of values that are computed and of choices.
struct FormValueTests {
  /// What nobody can write is printed as on the pages; what stands in a field, as one would write it there.
  @Test func computedValuesAreInTheSitesLanguage() async throws {
    let model = """
      entities:
        Order:
          attributes:
            late: {type: boolean, derived: total > 1000}
            state: {type: string, choices: [to make, overdue], default: overdue}
            sure: {type: boolean, default: yes}
            vat: {type: decimal, percent: true, choices: [0.21, 10%], default: 21%}
            rate: {type: decimal, percent: true, choices: [0.21, 10%]}

      """
    let order =
      "---\ndate: 2026-01-12\ndue: 2026-01-13\nrate: 21%\nrows:\n  - {quantity: 2, price: 617.25}\n---\n"
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/site.yml": "language: de\n", "Content/model.yml": model,
        "Content/orders/2026-0101.md": order,
      ])
    let form = try await site.ask("/-/edit/Order/2026-0101").body
    #expect(form.contains("data-computed=\"v.total\">1.234,50\u{a0}€</output>"))
    #expect(form.contains("data-computed=\"v.late\">Ja</output>"))
    #expect(form.contains("<option value=\"to make\">Zu erledigen</option>"))
    #expect(form.contains("<option value=\"\" selected>(Überfällig)</option>"))
    #expect(form.contains("<option value=\"\" selected>(Ja)</option>"))
    #expect(form.contains("<option value=\"\" selected>(21\u{a0}%)</option>"))
    #expect(
      form.contains("<option value=\"0.21\">21\u{a0}%</option><option value=\"10%\">10\u{a0}%</option>"))
    #expect(form.contains("<option value=\"21%\" selected>21\u{a0}%</option><option value=\"10%\">"))
    #expect(form.contains("placeholder=\"1234.50\""))
  }

  /// What is computed and what is chosen have the same words: the theme's.
  @Test func yesAndNoAreTheThemesWords() async throws {
    let model =
      "entities: {Order: {attributes: {late: {type: boolean, derived: total > 1}, sure: {type: boolean, default: no}}}}\n"
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/site.yml": "language: de\ntheme: own\n", "Content/model.yml": model,
        "Themes/own/theme.yml": "parent: default\ntexts: {de: {yes: Jawohl, no: Nö}}\n",
      ])
    let form = try await site.ask("/-/edit/Order/o1").body
    #expect(form.contains("data-computed=\"v.late\">Jawohl</output>"))
    #expect(form.contains("<option value=\"true\">Jawohl</option><option value=\"false\">Nö</option>"))
    #expect(form.contains("<option value=\"\" selected>(Nö)</option>"))
    #expect(!form.contains(">Ja<") && !form.contains("Nein"))
  }

  /// A character that was pasted and that nobody sees keeps nothing from being saved, and becomes no other.
  @Test func controlCharactersAreLeftOut() async throws {
    let site = try await ServedSite("--edit")
    let saved = try await send(
      site, "/-/edit/Customer/ann", ["v.name": "A\u{1}n\u{0}n Lee\u{7F}", "body": "One\u{8}\ntwo"])
    #expect(saved.status == 303, "\(saved.body)")
    #expect(try site.folder.text("Content/customers/ann.md") == "---\nname: Ann Lee\n---\nOne\ntwo\n")
  }

  /// Line separators, which texts from other programs contain and files cannot, become line breaks or spaces.
  @Test func lineSeparatorsBecomeLineBreaksOrSpaces() async throws {
    let site = try await ServedSite("--edit")
    let saved = try await send(
      site, "/-/edit/Customer/ann",
      [
        "v.name": "Ann\u{2028}Lee\u{FFFE}", "v.address": "Road 1\u{2029}Town\u{85}\u{FFFF}Land",
        "body": "One\u{2028}two\u{80}",
      ])
    #expect(saved.status == 303, "\(saved.body)")
    let text = try site.folder.text("Content/customers/ann.md")
    #expect(text.hasPrefix("---\nname: Ann Lee\n") && text.hasSuffix("---\nOne\ntwo\n"), "\(text)")
    let form = fields(try await site.ask("/-/edit/Customer/ann").body)
    #expect(form.first { $0.name == "v.address" }?.value == "Road 1\nTown\nLand")
    let row = try await send(site, "/-/edit/Order/o1", ["r.rows.0.text": "White\u{2028}paint"])
    #expect(row.status == 303, "\(row.body)")
    #expect(try site.folder.text("Content/orders/2026/o1.md").contains("text: White paint"))
  }

  /// What is typed below is shown with its links and pictures, as the page will have them.
  @Test func thePreviewLeadsWhereThePageDoes() async throws {
    let site = try await ServedSite("--edit")
    let body = "![Plan](plan.svg) [Ann](../../customers/ann.md) [top](/about.md) [out](https://example.org/a)"
    for address in ["edit/Order/o1", "new/Order"] {
      let form = fields(try await site.ask("/-/\(address)").body)
      let token = try #require(form.first { $0.name == "token" }?.value)
      let sent = form.map { $0.name == "body" ? ($0.name, body) : $0 }
      let answer = try await ask(
        site.port, "/-/" + address.replacing(/^(edit|new)/, with: "compute"), method: "POST",
        headers: "X-Docket-Token: \(token)\r\n", body: encoded(sent))
      for path in ["/orders/2026/plan.svg", "/customers/ann.html", "/about.html"] {
        #expect(answer.body.contains("=\\\"\(path)\\\""), "\(answer.body)")
        #expect(try await site.ask(path).status == 200)
      }
      #expect(answer.body.contains("https://example.org/a"))
    }
  }

  /// Texts from records stand in attributes as well: as what is computed and shown in an empty field.
  @Test func whatIsComputedStaysWithinItsAttribute() async throws {
    let model = "entities:\n  Customer:\n    attributes:\n      greeting: {type: string, formula: name}\n"
    let name = "A onfocus=alert(1) autofocus"
    let site = try await ServedSite(
      "--edit",
      adding: ["Content/model.yml": model, "Content/customers/ann.md": "---\nname: '\(name)'\n---\n"])
    let form = try await site.ask("/-/edit/Customer/ann").body
    #expect(form.contains(" placeholder=\"\(name)\""))
  }

  /// A file may end with its front matter, and a text below begins on a line of its own.
  @Test(arguments: ["Pays late.", "\nPays late.\n"]) func aTextMayFollowTheLastLine(typed: String)
    async throws
  {
    let site = try await ServedSite(
      "--edit", adding: ["Content/customers/ann.md": "---\nname: Ann\n---"])
    let saved = try await send(site, "/-/edit/Customer/ann", ["v.name": "Anna", "body": typed])
    #expect(saved.status == 303, "\(saved.body)")
    #expect(
      try site.folder.text("Content/customers/ann.md") == "---\nname: Anna\n---\n\(typed)"
        + (typed.hasSuffix("\n") ? "" : "\n"))
    let again = try await send(site, "/-/edit/Customer/ann", ["body": "  Late.\n\nBut pays."])
    #expect(again.status == 303, "\(again.body)")
    #expect(
      try site.folder.text("Content/customers/ann.md") == "---\nname: Anna\n---\n  Late.\n\nBut pays.\n")
  }

  /// What counts while a field is empty is shown in it: a default as well as a computed value.
  @Test func anEmptyFieldShowsItsDefault() async throws {
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/model.yml": """
        entities:
          Customer:
            attributes:
              minutes: {type: integer, default: 45}
              rate: {type: decimal, default: 10%}
              until: {type: date, default: 2026-12-31}

        """
      ])
    let form = try await site.ask("/-/edit/Customer/ann").body
    for name in ["minutes", "rate"] {
      let field = form.firstMatch(of: try Regex("<input id=\"v.\(name)\"[^>]*placeholder=\"([^\"]*)\""))
      #expect(field?[1].substring == (name == "rate" ? "0.1" : "45"))
    }
    #expect(form.contains("data-computed=\"v.until\">Dec 31, 2026<"))
    // What is typed counts instead.
    let token = try #require(fields(form).first { $0.name == "token" }?.value)
    let typed = try await ask(
      site.port, "/-/compute/Customer/ann", method: "POST", headers: "X-Docket-Token: \(token)\r\n",
      body: encoded(fields(form).map { $0.name == "v.minutes" ? ($0.name, "60") : $0 })
    ).body
    #expect(!typed.contains(#""v.minutes":"45"#) && typed.contains(#""v.rate":"0.1""#), "\(typed)")
  }
}
