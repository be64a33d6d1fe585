import TestSupport
import Testing

/// An attribute, a reference and a list that the model calls otherwise now, and says so with `was`.
@Suite struct RenamedKeyTests {
  private static let former = """
    entities:
      Order: {attributes: {bike: string}, relationships: {helper: {to: Customer}, parts: {to: Part, many: true, inverse: order}}}
      Part: {inside: Order.parts, attributes: {size: {type: integer, required: true}}, relationships: {order: {to: Order, inverse: parts}}}

    """
  private static let present = """
    entities:
      Order: {attributes: {bicycle: {type: string, was: bike}}, relationships: {mechanic: {to: Customer, was: helper}, pieces: {to: Part, many: true, inverse: order, was: parts}}}
      Part: {inside: Order.pieces, attributes: {length: {type: integer, required: true, was: size}}, relationships: {order: {to: Order, inverse: pieces}}}

    """

  private static func order(_ bike: String, _ helper: String, _ parts: String, _ size: String) -> String {
    "---\ndate: 2025-03-01\n\(bike): red\ncustomer: ann\n\(helper): bob\nrows:\n  - {text: a, sum: 5}\n\(parts):\n  - {\(size): 7}\n---\n"
  }

  /// A book with a closed year and a past, whose model has the present names now.
  private static func folder() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "Content/model.yml": former, "Content/orders/o1.md": order("bike", "helper", "parts", "size"),
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/customers/bob.md": "---\nname: Bob\n---\n",
      "Content/list.md":
        "```query\nfrom: Order\nwhere: ANY parts.size > 1\ncolumns: bike, helper.name\n```\n",
    ])
    #expect(try await folder.docket("close", "2025").status == 0)
    try await folder.git("init", "-q")
    try await Self.commit("one", folder)
    try folder.put("Content/model.yml", present)
    return folder
  }

  private static func commit(_ message: String, _ folder: TemporaryFolder) async throws {
    try await folder.git("add", "-A")
    try await folder.git("commit", "-q", "-m", message)
  }

  /// Drafts are left out of what is reported, but they have the new names as well.
  @Test func checkFixesDraftsAsWell() async throws {
    let draft = "---\ndate: 2025-03-01\nbike: red\nnoone: 1\ndraft: true\n---\n"
    let page = "---\ndraft: true\n---\n```query\nfrom: Order\ncolumns: bike\n```\n"
    let folder = try TemporaryFolder([
      "Content/model.yml": Self.present, "Content/orders/o1.md": draft, "Content/list.md": page,
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
    ])
    let run = try await folder.docket("check", "--fix")
    #expect(run.status == 0 && run.error.contains("2 fixes in 2 files"), "\(run.error)")
    #expect(!run.output.contains("noone"), "\(run.output)")
    #expect(try folder.text("Content/orders/o1.md") == draft.replacing("bike:", with: "bicycle:"))
    #expect(try folder.text("Content/list.md") == page.replacing("bike", with: "bicycle"))
  }

  @Test(.needsGit) func checkFixesKeysAndQueries() async throws {
    let folder = try await Self.folder()
    // A list is read only under its name, and its rows after that.
    _ = try await folder.docket("check", "--fix")
    let run = try await folder.docket("check", "--fix")
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(try folder.text("Content/orders/o1.md") == Self.order("bicycle", "mechanic", "pieces", "length"))
    #expect(
      try folder.text("Content/list.md").contains(
        "where: ANY pieces.length > 1\ncolumns: bicycle, mechanic.name\n"))
  }

  /// The other places of the model that name them follow.
  @Test func checkFixesWhatElseTheModelNames() async throws {
    func model(_ guests: String, _ list: String, _ inverse: String, _ inside: String) -> String {
      """
      entities:
        Tasting: {folder: tastings, relationships: {\(guests): {to: Customer, many: true, inverse: tastings}}}
        Customer:
          relationships:
            tastings: {to: Tasting, many: true, inverse: \(inverse)}
            \(list): {to: Log, many: true, inverse: of}
        Log: {inside: Customer.\(inside), attributes: {text: string}, relationships: {of: {to: Customer, inverse: \(inside)}}}

      """
    }
    let renamed = model("guests", "notes", "people", "logs")
      .replacing("guests: {", with: "guests: {was: people, ").replacing(
        "notes: {", with: "notes: {was: logs, ")
    let folder = try TemporaryFolder([
      "Content/model.yml": renamed, "Content/tastings/t1.md": "---\npeople: [ann]\n---\n",
      "Content/customers/ann.md": "---\nname: Ann\nlogs:\n  - {text: a}\n---\n",
    ])
    let check = try await folder.docket("check")
    #expect(check.output.contains("Tasting has no relationship 'people'; it is called 'guests' now"))
    #expect(check.output.contains("Customer has no relationship 'logs'; it is called 'notes' now"))
    let run = try await folder.docket("check", "--fix")
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(
      try folder.text("Content/model.yml")
        == renamed.replacing("inverse: people", with: "inverse: guests")
        .replacing("Customer.logs", with: "Customer.notes").replacing("inverse: logs", with: "inverse: notes")
    )
    #expect(try folder.text("Content/tastings/t1.md") == "---\nguests: [ann]\n---\n")
    #expect(try folder.text("Content/customers/ann.md").contains("\nnotes:\n"))
  }

  /// What has the name now may be something else.
  @Test func onlyAListTakesThePlaceOfAList() async throws {
    let run = try await TemporaryFolder([
      "Content/model.yml": """
      entities:
        Customer: {attributes: {mail: {type: string, was: logs}}}
        Log: {inside: Customer.logs, attributes: {text: string}, relationships: {of: {to: Customer, inverse: logs}}}

      """
    ]).docket("check")
    #expect(!run.output.contains("is called 'mail'"), "\(run.output)")
  }

  /// A closed year is not judged by what could not be read: neither the payment that a paid order implies, nor the rest.
  @Test(arguments: [("bike: red", 0), ("colour: red", 0), ("bike: red", 1)])
  func aKeyIsOneErrorInAClosedYear(key: String, others: Int) async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": "entities: {Order: {attributes: {bike: string}}}\n",
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/orders/o1.md":
        "---\ndate: 2025-03-01\nbike: red\nmade: true\npaidOn: 2025-03-04\ncustomer: ann\nrows:\n  - {text: a, sum: 5}\n---\n",
    ])
    #expect(try await folder.docket("close", "2025").status == 0)
    if key.hasPrefix("bike") {
      try folder.put(
        "Content/model.yml", "entities: {Order: {attributes: {bicycle: {type: string, was: bike}}}}\n")
    } else {
      try folder.replace("bike: red", with: "bike: red\n\(key)", in: "Content/orders/o1.md")
    }
    if others > 0 { try folder.replace("sum: 5", with: "sum: 6", in: "Content/orders/o1.md") }
    let run = try await folder.docket("check", "--quiet")
    let errors = run.output.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(errors.filter { $0.contains("[unknown-key]") }.count == 1, "\(run.output)")
    #expect(errors.count == 1 + others, "\(run.output)")
  }

  /// Nothing of the record has changed: not for the closed year, the comparison, the log or the lines' commits.
  @Test(.needsGit) func thePastHasThePresentNames() async throws {
    let folder = try await Self.folder()
    for _ in 1...2 { _ = try await folder.docket("check", "--fix") }
    let diff = try await folder.docket("diff")
    #expect(!diff.output.contains("o1"), "\(diff.output)")
    try await Self.commit("two", folder)
    let log = try await folder.docket("log", "o1").output
    #expect(!log.contains("  two\n"))
    #expect(
      log.contains("bicycle: red") && log.contains("mechanic: bob")
        && log.contains("pieces#1 inserted: length: 7"))
    let blame = try await folder.docket("blame", "o1").output
    #expect(blame.contains("bicycle") && !blame.contains("  two\n"))
    try folder.replace("red", with: "blue", in: "Content/orders/o1.md")
    let run = try await folder.docket("check")
    #expect(run.output.contains("'bicycle' was 'red' and is 'blue'"), "\(run.output)")
  }

  @Test(.needsGit) func anOldSpreadsheetIsImported() async throws {
    let folder = try await Self.folder()
    for _ in 1...2 { _ = try await folder.docket("check", "--fix") }
    try folder.put(
      "new.csv", "id,date,customer,bike,parts.size,rows.sum,rows.text\no2,2026-01-01,ann,green,3,2,b\n")
    let run = try await folder.docket("import", "new.csv", "--as", "Order")
    #expect(run.status == 0, "\(run.error)")
    #expect(try folder.text("Content/orders/o2.md").contains("bicycle: green"))
  }
}
