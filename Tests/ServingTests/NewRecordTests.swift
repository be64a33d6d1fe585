import TestSupport
import Testing

/// What the form of a new record makes.
struct NewRecordTests {
  @Test(arguments: ["index", "Index.md"]) func theNameOfTheIndexIsNoID(id: String) async throws {
    let site = try await ServedSite("--edit")
    let refused = try await send(site, "/-/new/Customer", ["v.name": "Zoe", "id": id])
    #expect(refused.status == 422)
    let why = "<p class=\"why\" id=\"id.why\">the index page of the folder is called &#39;\(id)&#39;"
    #expect(refused.body.contains(why), "\(refused.body)")
    #expect(refused.body.contains("value=\"Zoe\"") && !site.folder.has("Content/customers/index.md"))
  }

  @Test func aTakenIDIsToldFromAnIllFormedOne() async throws {
    let site = try await ServedSite(
      "--edit", adding: ["Content/customers/carl.md": "---\nname: Carl\nwas: charles\n---\n"])
    for (id, why) in [
      ("ann", "&#39;ann&#39; is the ID of Customer Ann</p>"),
      ("ANN", "&#39;ann&#39; is the ID of Customer Ann</p>"),
      ("charles", "&#39;charles&#39; was the ID of Customer Carl before</p>"),
      ("Käse 7/8", "an ID of at most 200 letters, digits,"),
    ] {
      let refused = try await send(site, "/-/new/Customer", ["v.name": "Zoe", "id": id])
      #expect(
        refused.status == 422 && refused.body.contains("id=\"id.why\">\(why)"), "\(id): \(refused.body)")
    }
  }

  /// A server that was killed after it wrote the record has not answered: the same form says that it is there.
  @Test func aFormOfAnEarlierRunSaysThatItsRecordIsThere() async throws {
    let site = try await ServedSite("--edit")
    let form = try await site.ask("/-/new/Customer").body
    let typed = ["token": "of an earlier run", "v.name": "Once"]
    let first = try await send(site, "/-/new/Customer", typed, from: form)
    #expect(first.status == 403 && !first.body.contains("says exactly this"))
    #expect(try await send(site, "/-/new/Customer", [:], from: first.body).status == 303)
    let second = try await send(site, "/-/new/Customer", typed, from: form)
    let told = "<a href=\"/-/edit/Customer/once\">once</a> says exactly this"
    #expect(second.status == 403 && second.body.contains(told), "\(second.body)")
    let other = try await send(site, "/-/new/Customer", typed.merging(["v.phone": "1"]) { $1 }, from: form)
    #expect(other.status == 403 && !other.body.contains("says exactly this"))
  }

  /// A record without an ID is named by its title, also by one that an expression computes.
  @Test func aNewRecordIsNamedByItsComputedTitle() async throws {
    let member =
      "entities:\n  Member: {folder: members, title: \"last + ', ' + first\", attributes: {last: string, first: string}}\n"
    let site = try await ServedSite("--edit", adding: ["Content/model.yml": member])
    let made = try await send(site, "/-/new/Member", ["v.last": "Weiß", "v.first": "Jo"])
    #expect(made.headers["location"]?.hasPrefix("/-/edit/Member/weiss-jo?") ?? false, "\(made.headers)")
    #expect(try site.folder.text("Content/members/weiss-jo.md") == "---\nlast: Weiß\nfirst: Jo\n---\n")
    let untitled = try await send(site, "/-/new/Member", ["v.last": "Weiß"])
    #expect(untitled.status == 422 && untitled.body.contains("an ID of at most 200 letters"))
  }

  /// A quote becomes an order: entities of one family offer each other's forms, filled in.
  @Test func aRecordOfTheFamilyIsMadeOfAnother() async throws {
    let model = "entities:\n  Quote: {parent: Order, folder: quotes, attributes: {validUntil: date}}\n"
    let quote =
      "---\ndate: 2026-01-10\ncustomer: ann\nvalidUntil: 2026-02-10\nrows: [{service: paint, sum: 12}]\n---\n"
    let site = try await ServedSite(
      "--edit", adding: ["Content/model.yml": model, "Content/quotes/q1.md": quote])
    let form = try await site.ask("/-/edit/Quote/q1").body
    #expect(form.contains("<a href=\"/-/new/Quote?-like=q1\">A new one like it</a>"))
    let link = "/-/new/Order?-like=q1"
    #expect(form.contains("<a href=\"\(link)\">New Order</a>"), "\(form)")
    let copy = try await site.ask(link).body
    #expect(try await send(site, "/-/new/Order", ["id": "o9"], from: copy).status == 303)
    let text = try site.folder.text("Content/orders/2026/o9.md")
    #expect(
      text.contains("sum: 12") && text.contains("customer: ann") && !text.contains("validUntil"), "\(text)")
    // A customer has no relatives.
    #expect(!(try await site.ask("/-/edit/Customer/ann").body).contains(">New Customer<"))
  }
}
