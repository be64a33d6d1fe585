import Foundation
import TestSupport
import Testing

/// The home page that is made from the model.
struct HomePageTests {
  @Test(arguments: ["", "---\nfilters: made, state\n---\n"])
  func aTileLeadsToTheListThatItsFigureIsOf(index: String) async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/orders/index.md": index,
      "Content/orders/2026/o9.md":
        "---\ndate: 2026-10-01\ndue: 2026-10-15\nmade: true\nrows: [{sum: 7}]\n---\n",
      "Content/orders/2026/o8.md": "---\ndate: 2026-11-02\nrows: [{sum: 3}]\n---\n",
    ])
    let site = try await folder.build().site
    let tiles = HTMLPage(Data(site.text("index.html").utf8)).root.all("div")
      .filter { $0.attributes["class"] == "number" }
    for (tile, column) in zip(tiles, ["Open", "Open", nil, "Total"]) {
      let path = try #require(tile.all("a").first?.attributes["href"])
      let list = HTMLPage(Data(site.text(path).utf8)).root
      let cells = list.all("td").filter { $0.attributes["data-l"] == column }
      let figure = column == nil ? list.all("small").first?.text : cells.last?.text
      #expect(tile.all("b").first?.text == figure, "\(path)")
    }
    #expect(tiles.count == 4)
  }

  /// What an order's page and the columns of lists call it.
  @Test(arguments: [
    ("{}", "Reste dû"), ("{Order: {attributes: {open: {label: Reste à payer}}}}", "Reste à payer"),
  ])
  func theTileOfWhatIsOpenIsCalledAsTheAmount(model: String, label: String) async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "language: fr\n", "Content/model.yml": "entities: \(model)\n",
    ])
    let site = try await folder.build().site
    let tile = HTMLPage(Data(site.text("index.html").utf8)).root.all("div")
      .first { $0.attributes["class"] == "number" }
    #expect(tile?.all("p").first?.text == label)
    let list = HTMLPage(Data(site.text("index/open.html").utf8)).root
    #expect(list.all("h1").first?.text.contains(label) == true)
    #expect(list.all("th").contains { $0.text == label })
  }

  /// The page is docket's own, so its author can rename nothing.
  @Test func twoPartsOfTheDashboardMayHaveTheSameTitle() async throws {
    let words = "stateOverdue: Open, stateToMake: Open, thisMonth: Open, revenueByMonth: Open"
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "theme: own\n",
      "Themes/own/theme.yml": "parent: default\ntexts: {en: {\(words)}}\n",
    ])
    let page = HTMLPage(Data(try await folder.build().site.text("index.html").utf8))
    #expect(page.errors == [])
    let titles = page.root.all("div").filter { $0.attributes["class"] == "number" }
      .compactMap { $0.all("p").first?.text }
    #expect(titles == ["Open", "Open", "Open", "Open"])
  }

  @Test func theDashboardCallsAnAmountThatIsNoTotalByItsName() async throws {
    let model = """
      extends: none
      entities:
        Pledge:
          folder: pledges
          attributes:
            day: {type: date, required: true}
            amount: money
            received: {type: money, derived: gifts.@sum.amount}
          relationships: {gifts: {to: Gift, many: true, inverse: pledge}}
        Gift:
          inside: Pledge.gifts
          attributes: {amount: money}
          relationships: {pledge: {to: Pledge, inverse: gifts}}

      """
    let folder = try TemporaryFolder([
      "Content/model.yml": model,
      "Content/pledges/p1.md": "---\nday: 2026-11-02\namount: 500\ngifts: [{amount: 10}]\n---\n",
    ])
    let text = try await folder.build().site.text("index.html")
    #expect(text.contains("This month: Received") && text.contains("<b>€10.00</b>"), "\(text)")
    #expect(!text.contains("Revenue"))
  }

  /// What a member owes is not of the day on which he joined, and neither is what an honorary one owes.
  @Test(arguments: ["", "  Honorary: {parent: Member, folder: honorary}\n"])
  func theHomePageAddsUpWhatIsOfTheRecordsDay(subentity: String) async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      extends: none
      entities:
        Member:
          folder: members
          title: "last + ', ' + first"
          attributes:
            first: string
            last: string
            joined: {type: date, required: true}
            owed: {type: money, derived: fees.@sum.open}
          relationships: {fees: {to: Fee, many: true, inverse: member}}
        Fee:
          folder: fees
          attributes:
            due: {type: date, required: true}
            sum: money
            paid: boolean
            open: {type: money, derived: "TERNARY(paid = true, 0, sum)"}
          relationships: {member: {to: Member, inverse: fees}}
      \(subentity)
      """,
      "Content/members/zm.md": "---\nfirst: Zoë\nlast: Müller\njoined: 2026-11-03\n---\n",
      "Content/fees/f1.md": "---\ndue: 2026-11-02\nsum: 20.00\nmember: zm\n---\n",
    ])
    let site = try await folder.build().site
    let page = HTMLPage(Data(site.text("index.html").utf8)).root
    #expect(page.all("b").map(\.text).prefix(2) == ["€20.00", "€20.00"])
    #expect(page.all("h2").map(\.text).contains("Fees"))
    let members = HTMLPage(Data(site.text("members/index.html").utf8)).root
    #expect(members.all("th").map(\.text).first == "Title")
  }

  @Test func aSiteWithoutAHomePageGetsADashboard() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/orders/index.md": "---\nfilters: state\n---\n",
      "Content/orders/2026/o9.md":
        "---\ndate: 2026-10-01\ndue: 2026-10-15\nmade: true\nrows: [{sum: 7}]\n---\n",
      "Content/orders/2026/o8.md": "---\ndate: 2026-11-02\nrows: [{sum: 3}]\n---\n",
    ])
    let site = try await folder.build().site
    let page = HTMLPage(Data(site.text("index.html").utf8))
    #expect(page.errors == [])
    let tiles = page.root.all("div").filter { $0.attributes["class"] == "number" }.map { tile in
      (tile.all("a").first?.attributes["href"], tile.all("p").first?.text, tile.all("b").first?.text)
    }
    #expect(tiles.map(\.1) == ["Open", "Overdue", "To make", "This month"])
    #expect(tiles.map(\.2) == ["€45.00", "€7.00", "1", "€3.00"])
    #expect(
      tiles.map(\.0) == [
        "index/open.html", "orders/where/state/overdue.html", "index/to-make.html", "index/this-month.html",
      ])
    #expect(page.root.all("figure").count == 1)
    #expect(site.files.keys.filter { $0.hasPrefix("index/revenue") } == [], "nobody asked for exports")
    #expect(page.root.text.contains("o8"), "the latest orders")
  }

  @Test(arguments: [
    "extends: none\nentities:\n  Note:\n    folder: notes\n    attributes:\n      text: string\n",
    "extends: none\nentities:\n  Note:\n    folder: notes\n    attributes:\n      from: {type: date, required: true}\n",
    "extends: none\nentities:\n  Note:\n    folder: notes\n    attributes:\n      from: {type: date, required: true}\n      and: {type: money, total: true}\n      open: boolean\n",
  ])
  func aModelOfOnesOwnHasAHomePageToo(model: String) async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": model,
      "Content/notes/a.md": "---\n\(model.contains("from") ? "from: 2026-11-01" : "text: x")\n---\n",
    ])
    let run = try await folder.docket("build")
    #expect(run.status == 0, "\(run.error)")
  }
}
