import Content
import Diagnostics
import Records
import TestSupport
import Testing

/// Links between records, both ways.
@Suite struct GraphAssemblyTests {
  private static let order = "---\ndate: 2026-03-14\ncustomer: acme\n---\n"

  @Test func toOneAndToManyAreInverse() async throws {
    var files = LoadedSite.base
    files["customers/bear.md"] = "---\nname: Bear\n---\n"
    files["orders/o1.md"] = Self.order
    files["orders/o2.md"] = "---\ndate: 2026-03-10\ncustomer: acme\n---\n"
    files["orders/o3.md"] = "---\ndate: 2026-03-14\n---\n"
    let site = try await LoadedSite(files)
    #expect(site.diagnosticLines == [])
    // In the destination's own order: by date.
    #expect(try site("Customer", "acme", "orders") == "[o2, o1]")
    #expect(try site("Customer", "bear", "orders") == "[]")
    #expect(try site("Order", "o3", "customer") == "nil")
  }

  /// The order that cannot be read is one error; who names a row of it is not another.
  @Test func aRowOfARecordThatCannotBeReadIsNotUnknown() async throws {
    let site = try await LoadedSite([
      "model.yml":
        "entities: {Note: {folder: notes, relationships: {row: {to: RowOfOrder}}}}\n",
      "orders/o1.md": "---\ndate: [\n---\n", "notes/n.md": "---\nrow: o1#1\n---\n",
    ])
    #expect(site.diagnosticLines.map { $0.prefix { $0 != ":" } } == ["orders/o1.md"])
  }

  @Test func recordsInsideAnotherKnowTheirOwnerAndPlace() async throws {
    var files = LoadedSite.base
    files["orders/o1.md"] = "---\ndate: 2026-03-14\nrows:\n  - {sum: 1}\n  - {service: chai, sum: 2}\n---\n"
    files["orders/o2.md"] = "---\ndate: 2026-03-14\n---\n"
    files["orders/o3.md"] =
      "---\ndate: 2026-03-14\nrows: [{service: chai, sum: 3}]\npayments: [{date: 2026-03-20, sum: 3}]\n---\n"
    let site = try await LoadedSite(files)
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "rows.id") == "[o1#1, o1#2]")
    #expect(try site("Order", "o2", "rows") == "[]")
    #expect(try site("RowOfOrder", "o3#1", "order") == "o3")
    #expect(try site("RowOfOrder", "o1#2", "position") == "2")
    #expect(try site("RowOfOrder", "o1#2", "order.date") == "2026-03-14")
    #expect(try site("Service", "chai", "rows") == "[o3#1, o1#2]")
    #expect(try site("Payment", "o3#1", "order.total") == "3.00 EUR")
    #expect(site.content.graph.row(withID: "o1#3", in: 3) == nil)
    #expect(site.content.graph.row(withID: "o2#1", in: 3) == nil)
  }

  /// What pages call a key, and what else names a record, is what people write.
  @Test(arguments: [
    ("Anzahlung: 5", "did you mean 'deposit'?"), ("acompte: 5", "did you mean 'deposit'?"),
    ("customer: C-100", "did you mean 'acme'?"),
  ])
  func labelsAndUniqueValuesAreSuggested(line: String, suggestion: String) async throws {
    var files = LoadedSite.base
    files["model.yml"] = """
      entities:
        Order: {attributes: {deposit: {type: money, label: {de: Anzahlung, fr: Acompte}}}}
        Customer: {attributes: {number: {type: string, unique: true}}}

      """
    files["customers/acme.md"] = "---\nname: Acme\nnumber: C-100\n---\n"
    files["orders/o1.md"] = "---\ndate: 2026-03-14\n\(line)\n---\n"
    let summaries = try await LoadedSite(files).content.diagnostics.map(\.summary)
    #expect(summaries.count == 1 && summaries[0].hasSuffix(suggestion), "\(summaries)")
  }

  private static let staff = """
    entities:
      Person:
        folder: people
        title: name
        attributes: {name: string}
        relationships:
          orders: {to: Order, many: true, inverse: staff}
          boss: {to: Person, inverse: team}
          team: {to: Person, many: true, inverse: boss}
          best: {to: RowOfOrder}
      Order:
        relationships:
          staff: {to: Person, many: true, inverse: orders}
          after: {to: Order}
          similar: {to: Order, many: true}
    """

  @Test func eitherSideOfAManyToManyRelationshipMayListTheLink() async throws {
    let site = try await LoadedSite([
      "model.yml": Self.staff, "people/ann.md": "---\nname: Ann\norders: [o2, o1]\n---\n",
      "people/bob.md": "---\nname: Bob\norders: o1\n---\n", "people/cid.md": "---\nname: Cid\n---\n",
      "orders/o1.md": "---\ndate: 2026-03-14\nstaff: [ann, cid]\n---\n",
      "orders/o2.md": "---\ndate: 2026-03-15\nstaff: bob\n---\n",
    ])
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "staff") == "[ann, bob, cid]")
    #expect(try site("Order", "o2", "staff") == "[ann, bob]")
    #expect(try site("Person", "ann", "orders") == "[o1, o2]")
    #expect(try site("Person", "bob", "orders") == "[o1, o2]")
    #expect(try site("Person", "cid", "orders") == "[o1]")
  }

  /// Where `many: true` was forgotten every record but the first has an error, and each says where to write it.
  @Test func aOneToOneRelationshipTakesOneAndTellsHowToTakeMore() async throws {
    let site = try await LoadedSite([
      "model.yml": """
      entities:
        Person:
          folder: people
          relationships:
            orders: {to: Order, inverse: worker}
        Order:
          relationships:
            worker: {to: Person, inverse: orders}
      """,
      "people/ann.md": "---\n---\n", "orders/o1.md": "---\ndate: 2026-03-14\nworker: ann\n---\n",
      "orders/o2.md": "---\ndate: 2026-03-15\nworker: ann\n---\n",
    ])
    #expect(site.diagnosticLines == ["orders/o2.md:3:9 wrong-count"])
    let note = try #require(site.content.diagnostics.first?.notes.first)
    #expect(note.text == "'orders' takes several with 'many: true'")
    #expect(note.range.map { $0.file.location(of: $0.bytes.lowerBound).line } == 5)
    #expect(try site("Person", "ann", "orders") == "o1")
  }

  /// One error, and none caused by it in records that use what stands in a wrong place.
  @Test func whatIsDeclaredBesideTheEntitiesIsOneError() async throws {
    let site = try await LoadedSite([
      "model.yml": "entities:\n  Order:\n  attributes:\n    colour: string\n",
      "orders/o1.md": "---\ndate: 2026-03-14\ncolour: red\n---\n",
    ])
    #expect(site.diagnosticLines == ["model.yml:3:3 invalid-model"])
  }

  /// A title that several records have names none of them.
  @Test func aTitleOfSeveralRecordsSuggestsNoOneOfThem() async throws {
    let acme = "---\nname: Acme\n---\n"
    let site = try await LoadedSite([
      "customers/a1.md": acme, "customers/a2.md": acme,
      "orders/o1.md": "---\ndate: 2026-03-14\ncustomer: Acme\n---\n",
    ])
    let diagnostic = try #require(site.content.diagnostics.first)
    #expect(diagnostic.summary == "unknown customer 'Acme'" && diagnostic.fixIts.isEmpty)
    #expect(diagnostic.notes.map(\.text) == ["that is the title of 'a1', 'a2'"])
  }

  /// Part of an id, or an id and more, is far from it letter by letter.
  @Test(arguments: [("ann", "ann-schmidt"), ("ltd", "acme-ltd"), ("ann-schmidt-passau", "ann-schmidt")])
  func aReferenceToPartOfAnIDNamesTheRecord(text: String, id: String) async throws {
    let site = try await LoadedSite([
      "customers/ann-schmidt.md": "---\nname: A. Schmidt\n---\n",
      "customers/acme-ltd.md": "---\nname: Acme\n---\n",
      "orders/o1.md": "---\ndate: 2026-03-14\ncustomer: \(text)\n---\n",
    ])
    #expect(site.content.diagnostics.map(\.summary) == ["unknown customer '\(text)'; did you mean '\(id)'?"])
    #expect(site.content.diagnostics.first?.fixIts.isEmpty == true)
  }

  @Test func aRecordNamedTwiceInOneListCountsOnceAndIsReported() async throws {
    let site = try await LoadedSite([
      "model.yml": Self.staff, "people/ann.md": "---\nname: Ann\n---\n",
      "orders/o1.md": "---\ndate: 2026-03-14\nstaff: [ann, ann]\n---\n",
      "orders/o2.md": "---\ndate: 2026-03-15\nstaff: [zoe, ann, zoe]\n---\n",
    ])
    #expect(
      site.diagnosticLines == [
        "orders/o1.md:3:14 repeated-reference", "orders/o2.md:3:9 unknown-reference",
        "orders/o2.md:3:19 repeated-reference",
      ])
    #expect(try site("Order", "o1", "staff") == "[ann]")
    #expect(try site("Order", "o2", "staff") == "[ann]")
  }

  @Test func aRelationshipMayLeadOneWayToItsOwnEntityAndToARow() async throws {
    let site = try await LoadedSite([
      "model.yml": Self.staff, "people/ann.md": "---\nname: Ann\nboss: bob\nbest: o1#2\n---\n",
      "people/bob.md": "---\nname: Bob\nboss: bob\n---\n",
      "orders/o1.md": "---\ndate: 2026-03-14\nrows: [{sum: 1}, {sum: 2}]\n---\n",
      "orders/o2.md": "---\ndate: 2026-03-15\nafter: o1\nsimilar: [o2, o1]\n---\n",
    ])
    #expect(site.diagnosticLines == [])
    #expect(try site("Person", "ann", "boss.team") == "[ann, bob]")
    #expect(try site("Person", "ann", "best.sum") == "2.00 EUR")
    #expect(try site("Order", "o2", "after") == "o1")
    #expect(try site("Order", "o2", "similar") == "[o1, o2]")
    #expect(try site("Order", "o1", "after") == "nil")
  }

  @Test(arguments: ["best: o1#3", "best: o1#0", "best: o9#1", "best: o1", "best: o1#x", "boss: Bob"])
  func aReferenceThatLeadsNowhereIsReportedOnce(line: String) async throws {
    let site = try await LoadedSite([
      "model.yml": Self.staff, "people/ann.md": "---\nname: Ann\n\(line)\n---\n",
      "people/bob.md": "---\nname: Bob\n---\n",
      "orders/o1.md": "---\ndate: 2026-03-14\nrows: [{sum: 1}, {sum: 2}]\n---\n",
    ])
    #expect(site.diagnosticLines == ["people/ann.md:3:7 unknown-reference"])
    #expect(try site("Person", "ann", "boss") == "nil")
  }

  private static let firms = """
    entities:
      Party: {abstract: true, title: name, attributes: {name: string}}
      Firm: {parent: Party, folder: firms, attributes: {vat: string}}
      Shop: {parent: Firm, folder: shops, attributes: {hours: string}}
      Club: {parent: Party, folder: clubs, attributes: {members: integer}}
      Order:
        relationships: {party: {to: Party}, firm: {to: Firm}}
    """

  @Test func aReferenceLeadsToAnEntityOrItsSubentities() async throws {
    let site = try await LoadedSite([
      "model.yml": Self.firms, "firms/acme.md": "---\nname: Acme\nvat: A1\n---\n",
      "shops/bear.md": "---\nname: Bear\nhours: 9 to 5\nvat: B2\n---\n",
      "clubs/cats.md": "---\nname: Cats\nmembers: 9\n---\n", "clubs/dogs.md": "---\nname: Dogs\n---\n",
      "orders/o1.md": "---\ndate: 2026-03-14\nparty: bear\nfirm: bear\n---\n",
      "orders/o2.md": "---\ndate: 2026-03-15\nparty: cats\nfirm: dogs\n---\n",
      "firms/cats.md": "---\nname: Other\n---\n",
    ])
    // An id is unique in its family: the file of the later path is the duplicate, and a club is no firm.
    #expect(site.diagnosticLines == ["firms/cats.md:1:1 duplicate-id", "orders/o2.md:4:7 unknown-reference"])
    #expect(try site("Order", "o1", "firm.vat") == "B2")
    #expect(try site("Order", "o1", "party.name") == "Bear")
    #expect(try site.ids("Party") == ["acme", "bear", "cats", "dogs"])
    #expect(try site.ids("Firm") == ["acme", "bear"])
    #expect(try site("Club", "cats", "members") == "9")
  }

  @Test func linksHoldAcrossChunksOfFiles() async throws {
    // Chunks hold 256 files; some files here are left out, and some have no rows.
    var random = SeededGenerator(seed: 7)
    var files: [String: String] = [:]
    var totals: [String: Int] = [:]
    var rowCounts: [String: Int] = [:]
    for number in 0..<700 {
      let id = "o\(number)"
      let isDraft = number % 11 == 0
      let sums = (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 0...99, using: &random)
      }
      let rows = sums.map { "  - {service: s\(number % 300), sum: \($0)}\n" }.joined()
      files["orders/\(id).md"] =
        "---\ndate: 2026-03-14\ndraft: \(isDraft)\nrows:\n\(rows)---\n"
      guard !isDraft else { continue }
      totals[id] = sums.reduce(0, +)
      rowCounts["s\(number % 300)", default: 0] += sums.count
    }
    for number in 0..<300 { files["services/s\(number).md"] = "---\nname: S\(number)\n---\n" }
    let site = try await LoadedSite(files)
    #expect(site.diagnosticLines == [])
    #expect(try site.ids("Order").count == totals.count)
    for (id, total) in totals {
      #expect(try site("Order", id, "total") == "\(total).00 EUR")
    }
    for (id, count) in rowCounts {
      #expect(try site("Service", id, "rows.@count") == "\(count)")
      #expect(try site("Service", id, "rows.order.rows.@distinct.@count") != "nil")
    }
  }

  @Test(arguments: ["acme.md", "customers/acme", "customers/acme.md", "ACME", "' acme'"])
  func theNameOfAFileStandsForItsId(reference: String) async throws {
    let site = try await LoadedSite.order("date: 2026-03-14\ncustomer: \(reference)")
    #expect(site.diagnosticLines == ["orders/o1.md:3:11 unknown-reference"])
    #expect(site.content.diagnostics.flatMap(\.fixIts).map(\.replacement) == ["acme"])
  }

  @Test(arguments: [
    ("o1#3", "'o1' has 2: 'o1#1' to 'o1#2'"), ("o1#0", "'o1' has 2: 'o1#1' to 'o1#2'"),
    ("o2#1", "'o2' has none"),
    ("o3#1", "it is referred to by its record's id, '#', and its place in the list, as in 'o1#1'"),
    ("o1", "'o1' has 2: 'o1#1' to 'o1#2'"),
  ])
  func anUnknownRowSaysWhichThereAre(reference: String, note: String) async throws {
    let site = try await LoadedSite([
      "model.yml": "entities:\n  Order:\n    relationships:\n      best: {to: RowOfOrder}\n",
      "orders/o1.md": "---\ndate: 2026-03-14\nbest: \(reference)\nrows: [{sum: 1}, {sum: 2}]\n---\n",
      "orders/o2.md": "---\ndate: 2026-03-14\n---\n",
    ])
    #expect(site.diagnosticLines == ["orders/o1.md:3:7 unknown-reference"])
    #expect(site.content.diagnostics.first?.notes.map(\.text) == [note])
  }

  /// What a change of the built-in model breaks there is reported where it is changed.
  @Test(arguments: [
    ("RowOfOrder:\n    attributes:\n      sum: {type: decimal}", "4:7 type-mismatch"),
    ("Order:\n    relationships:\n      customer: {many: true}", "4:7 type-mismatch"),
    ("RowOfOrder:\n    attributes:\n      quantity: {type: string}", "4:7 type-mismatch"),
  ])
  func aChangeIsReportedInModelYML(change: String, diagnosticLine: String) async throws {
    let site = try await LoadedSite(["model.yml": "entities:\n  \(change)\n"])
    #expect(Set(site.diagnosticLines.map { $0.replacing("model.yml:", with: "") }) == [diagnosticLine])
    #expect(site.content.diagnostics.allSatisfy { $0.notes.first?.range?.file.path == "orders.model.yml" })
  }

  /// A list whose entity misnames it is one error, whoever writes it.
  @Test func aMisnamedListMayBeWritten() async throws {
    let model = """
      entities:
        Box:
          inside: Order.boxs
          sort: position
          attributes: {weight: integer}
          relationships: {order: {to: Order, inverse: boxes}}
        Order:
          relationships: {boxes: {to: Box, many: true, inverse: order}}
      """
    let site = try await LoadedSite([
      "model.yml": model, "orders/a.md": "---\ndate: 2026-03-14\nboxes: [{weight: 1}]\n---\n",
    ])
    #expect(site.diagnosticLines == ["model.yml:3:13 invalid-model"])
    #expect(
      site.content.diagnostics.first?.summary
        == "Order has no to-many relationship 'boxs' to Box; did you mean 'boxes'?")
  }

  /// A name that cannot be removed is one error, not one for each record that writes it.
  @Test func whatCannotBeRemovedMayBeWritten() async throws {
    let site = try await LoadedSite.order(
      "date: 2026-03-14\ncustomer: acme", model: "entities:\n  Order:\n    attributes: {date: null}\n")
    #expect(site.diagnosticLines == ["model.yml:3:18 unknown-key-path"])
    let other = try await LoadedSite.order("date: 2026-03-14", model: "entities:\n  Customer: null\n")
    #expect(other.diagnosticLines == ["model.yml:2:3 unknown-key-path"])
  }
}
