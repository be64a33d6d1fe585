import Foundation
import TestSupport
import Testing

/// `docket close`, `docket reopen`, and what `check` says of closed years.
struct ClosingTests {
  /// The small site with an order that is not paid when its year is closed.
  static func closed(
    with files: [String: String] = [:], records: Int = 6
  ) async throws -> TemporaryFolder {
    var added = files
    added["Content/orders/2025/o0.md"] = """
      ---
      date: 2025-05-01
      customer: bob
      made: true
      rows:
        - {service: paint, text: "Say \\"hi\\"", quantity: 2, price: 20}
        - {service: tune, sum: 7.50}
      payments:
        - {date: 2025-05-02, sum: 10}
      ---
      """
    let folder = try SmallSite.folder(adding: added)
    let run = try await folder.docket("close", "2025")
    try #require(run.status == 0, "\(run.error)")
    #expect(run.output.hasPrefix("2025 is closed with \(records) records, digest "))
    return folder
  }

  private static let order = "Content/orders/2025/o0.md"
  private static let file = "Content/closed/2025.yml"

  @Test func whatChangesNoValueIsNoChange() async throws {
    let folder = try await Self.closed()
    #expect(try await folder.docket("check").status == 0)
    // Another order of keys, other quotes, more zeros, other notes, another folder, comments and CRLF.
    try folder.put(
      "Content/orders/elsewhere/o0.md",
      """
      ---
      customer: "bob"
      # A comment.
      date: 2025-05-01
      made: yes
      payments:
      - date: 2025-05-02
        sum: 10.00
      rows:
      - {text: 'Say "hi"', service: paint, price: 20.000, quantity: 2.0, sum: 40}
      - {service: tune, sum: 7.5}
      ---
      A note.
      """.replacing("\n", with: "\r\n"))
    try folder.remove(Self.order)
    let run = try await folder.docket("check")
    #expect(run.status == 0, "\(run.output)")
    try folder.put(Self.file, try folder.text(Self.file).replacing("\n", with: "\r\n"))
    #expect(try await folder.docket("check").status == 0)
    // A record of another year may change, and so may customers.
    try folder.replace("sum: 20", with: "sum: 21", in: "Content/orders/2026/o2.md")
    try folder.replace("Bob & Sons", with: "Bob & Daughters", in: "Content/customers/bob.md")
    #expect(try await folder.docket("check").status == 0)
    // A customer may be renamed by docket, which tells the old name.
    #expect(try await folder.docket("rename", "bob", "bobby").status == 0)
    #expect(try await folder.docket("check").status == 0)
  }

  /// In the sorted list the new id stands elsewhere than the old one.
  @Test(arguments: ["many: true", "many: true, inverse: jobs"])
  func aRecordInAListMayBeRenamed(team: String) async throws {
    let folder = try await Self.closed(with: [
      "Content/model.yml": """
      entities:
        Staff:
          folder: staff
          title: name
          attributes: {name: string}
          relationships: {\(team.contains("jobs") ? "jobs: {to: Order, many: true, inverse: team}" : "")}
        Order: {relationships: {team: {to: Staff, \(team)}}}
      """,
      "Content/staff/al.md": "---\nname: Al\n---\n", "Content/staff/bo.md": "---\nname: Bo\n---\n",
      "Content/staff/cy.md": "---\nname: Cy\n---\n",
      "Content/orders/2025/o1.md":
        "---\ndate: 2025-12-30\nteam: [al, bo]\nrows: [{service: paint, sum: 10}]\n---\n",
    ])
    #expect(try await folder.docket("rename", "al", "zoe").status == 0)
    #expect(try await folder.docket("check").status == 0)
    let added = try await folder.docket("add", "o1", "team", "cy")
    #expect(added.error.contains("'team' was 'al; bo' and is 'bo; cy; zoe'"), "\(added.error)")
    try folder.replace("team: [zoe, bo]", with: "team: [zoe, cy]", in: "Content/orders/2025/o1.md")
    #expect(try await folder.docket("check").output.contains("'team' was 'al; bo' and is 'cy; zoe'"))
  }

  @Test func anOrderOfAClosedYearMayStillBePaid() async throws {
    let folder = try await Self.closed()
    #expect(try await folder.docket("add", "o0", "payment", "sum=5", "date=2026-01-05").status == 0)
    #expect(try await folder.docket("set", "o0", "paidOn=2026-01-06").status == 0)
    #expect(try await folder.docket("check").status == 0)
    // Not in the year that is closed.
    let run = try await folder.docket("add", "o1", "payment", "sum=5", "date=2025-12-31")
    #expect(run.status == 1)
    #expect(
      run.error.contains("was added after 2025 was closed: date 2025-12-31, sum 5.00 EUR"), "\(run.error)")
    let implied = try await folder.docket("set", "o1", "paidOn=2025-12-31")
    #expect(
      implied.status == 1 && implied.error.contains("payment of order o1")
        || implied.error.contains("o1#paid"))
  }

  @Test(arguments: [
    ("date: 2025-05-01", "date: 2025-05-11", "'date' was '2025-05-01' and is '2025-05-11'"),
    ("date: 2025-05-01", "date: 2026-05-01", "'date' was '2025-05-01' and is '2026-05-01'"),
    ("customer: bob", "customer: ann", "'customer' was 'bob' and is 'ann'"),
    ("customer: bob", "", "'customer' was 'bob' and is empty"),
    (
      "price: 20", "price: 21",
      "'price' was '20.00 EUR' and is '21.00 EUR'; 'sum' was '40.00 EUR' and is '42.00 EUR'"
    ),
    ("sum: 10", "sum: 10.01", "'sum' was '10.00 EUR' and is '10.01 EUR'"),
    ("  - {service: tune, sum: 7.50}\n", "", "was deleted after 2025 was closed"),
    ("made: true", "made: true\ndue: 2025-06-01", "'due' was empty and is '2025-06-01'"),
    ("made: true", "made: true\ndraft: true", "was deleted after 2025 was closed"),
  ])
  func aChangeIsAnErrorThatNamesOldAndNew(old: String, new: String, words: String) async throws {
    let folder = try await Self.closed()
    try folder.replace(old, with: new, in: Self.order)
    let run = try await folder.docket("check")
    #expect(run.status == 1)
    #expect(run.output.contains(words), "\(run.output)")
    #expect(run.error.contains("1 error"), "\(run.output)")
    #expect(try await folder.docket("build").status == 1)
    #expect(!folder.has("Site"))
    // The way out is told and works.
    let reopened = try await folder.docket("reopen", "2025", "--reason", "A slip of \"mine\"")
    #expect(reopened.status == 0, "\(reopened.error)")
    #expect(try await folder.docket("check").status == 0)
    #expect(try await folder.docket("close", "2025").status == 0)
    #expect(try folder.text(Self.file).contains(#"reopened: "A slip of \"mine\"""#))
    #expect(try await folder.docket("check").status == 0)
  }

  @Test func whatAModelDerivesIsAsItWas() async throws {
    let model = """
      entities:
        Order:
          attributes:
            tax: {type: money, derived: total * 0.19}
            gross: {type: money, derived: total + tax}
            rest: {type: money, derived: gross - received}
            days: {type: integer, derived: today().day}
        RowOfOrder:
          attributes:
            net: {type: money, derived: sum / 2}
            vat: {type: money, derived: "TERNARY(service = 'tune', sum * 0.1, sum * 0.2)"}
            name: {type: string, derived: service.name}

      """
    let folder = try await Self.closed(with: ["Content/model.yml": model])
    #expect(
      try folder.text(Self.file).contains(
        #"Order: ["id", "date", "made", "due", "currency", "total", "tax", "gross""#))
    #expect(try await folder.docket("check").status == 0)
    // A payment, the day, and what follows from them change no closed year.
    #expect(try await folder.docket("add", "o0", "payment", "sum=5", "date=2026-01-05").status == 0)
    try folder.replace("gross - received", with: "gross - received - received", in: "Content/model.yml")
    #expect(try await folder.docket("check").status == 0)
    // Another rate is one error where the model says it; what follows from it is in its notes.
    try folder.replace("0.19", with: "0.20", in: "Content/model.yml")
    let run = try await folder.docket("check")
    #expect(run.status == 1)
    #expect(
      run.output.contains(
        "Content/model.yml:4:35: error: Order.tax is computed differently than when 2025 was closed: "
          + "in order o0 it was '9.03 EUR' and is '9.50 EUR'"), "\(run.output)")
    #expect(
      run.output.contains(
        "Content/model.yml:5:37: note: Order.gross follows from it: in order o0 it was '56.53 EUR' and is '57.00 EUR'"
      ), "\(run.output)")
    #expect(run.error.contains("1 error"), "\(run.output)\(run.error)")
    try folder.replace("0.20", with: "0.19", in: "Content/model.yml")
    // Which record a row names is kept, what that one says is not.
    try folder.replace("sum * 0.1,", with: "sum * 0.3,", in: "Content/model.yml")
    let named = try await folder.docket("check")
    #expect(named.error.contains("1 error") && named.output.contains("RowOfOrder.vat"), "\(named.output)")
    try folder.replace("sum * 0.3,", with: "sum * 0.1,", in: "Content/model.yml")
    // What a row changes in its order is told with the row.
    try folder.replace("sum: 7.50", with: "sum: 8.50", in: Self.order)
    let changed = try await folder.docket("check")
    #expect(changed.error.contains("1 error"), "\(changed.output)")
    #expect(changed.output.contains("'sum' was '7.50 EUR' and is '8.50 EUR'; 'net' was"), "\(changed.output)")
  }

  @Test func anAmountThatIsImpliedIsKept() async throws {
    let model = """
      extends: none
      entities:
        Invoice:
          folder: invoices
          attributes:
            date: {type: date, required: true}
            amount: money
            paid: {type: boolean, default: false}
            paidOn: date
          relationships:
            payments:
              to: Payment
              many: true
              inverse: invoice
              implied: {when: paid = true AND payments.@count = 0, date: paidOn, sum: amount}
        Payment:
          inside: Invoice.payments
          attributes: {date: {type: date, required: true}, sum: {type: money, required: true}}
          relationships: {invoice: {to: Invoice, inverse: payments}}

      """
    let folder = try TemporaryFolder([
      "Content/model.yml": model, "Content/invoices/i1.md": "---\ndate: 2025-02-02\namount: 100.00\n---\n",
    ])
    #expect(try await folder.docket("close", "2025").status == 0)
    let refused = try await folder.docket("set", "i1", "amount=900")
    #expect(refused.error.contains("'amount' was '100.00 EUR' and is '900.00 EUR'"), "\(refused.error)")
    #expect(try await folder.docket("set", "i1", "paid=true", "paidOn=2026-02-01").status == 0)
  }

  /// Two orders that are paid, so that each implies a payment, and one that is not.
  private static func paid() async throws -> TemporaryFolder {
    func order(_ day: Int) -> String {
      "---\ndate: 2025-04-0\(day)\ncustomer: bob\nmade: true\npaidOn: 2025-06-0\(day)\n"
        + "rows:\n  - {service: paint, quantity: 2, price: 5}\n---\n"
    }
    return try await closed(
      with: ["Content/orders/2025/p1.md": order(1), "Content/orders/2025/p2.md": order(2)], records: 12)
  }

  @Test func anotherCurrencyOfTheSiteIsOneError() async throws {
    let folder = try await Self.paid()
    try folder.put("Content/site.yml", "title: Shed\ncurrency: USD\n")
    let run = try await folder.docket("check")
    #expect(
      run.output.hasPrefix(
        "Content/site.yml:2:11: error: amounts that name no currency were in EUR when 2025 was closed and are in USD: "
      ), "\(run.output)")
    #expect(run.error.contains("1 error"), "\(run.output)")
    // What was changed besides is told at its record.
    try folder.replace("sum: 7.50", with: "sum: 8.50", in: Self.order)
    let two = try await folder.docket("check")
    #expect(two.error.contains("2 errors"), "\(two.output)")
    #expect(two.output.contains("o0.md:7:26: error: row of order o0#2 was changed"), "\(two.output)")
    // A record that gets another currency says so itself.
    try folder.replace("sum: 8.50", with: "sum: 7.50", in: Self.order)
    try folder.put("Content/site.yml", "title: Shed\n")
    try folder.replace("made: true", with: "made: true\ncurrency: USD", in: Self.order)
    let own = try await folder.docket("check").output
    #expect(own.contains("o0.md:5:11: error: order o0 was changed") && !own.contains("site.yml"), "\(own)")
  }

  @Test func whatAnotherFormulaImpliesIsNoErrorOfItsOwn() async throws {
    let folder = try await Self.paid()
    let model = "entities: {Order: {attributes: {total: {derived: rows.@sum.sum * %}}}}\n"
    for factor in ["1.1", "0.1"] {
      try folder.put("Content/model.yml", model.replacing("%", with: factor))
      let run = try await folder.docket("check")
      #expect(run.output.hasPrefix("Content/model.yml:1:50: error: Order.total is computed"), "\(run.output)")
      #expect(run.error.contains("1 error"), "\(run.output)")
    }
    // The records of a closed year may not lose what they imply.
    try folder.remove("Content/model.yml")
    try folder.replace("paidOn: 2025-06-01\n", with: "", in: "Content/orders/2025/p1.md")
    let run = try await folder.docket("check")
    #expect(
      run.output.contains("payment of p1 was deleted") && run.error.contains("1 error"), "\(run.output)")
  }

  @Test func anErrorIsWhereTheValueIsWrittenAndShowsIt() async throws {
    let folder = try await Self.paid()
    try folder.replace("paidOn: 2025-06-01", with: "paidOn: 2025-07-01", in: "Content/orders/2025/p1.md")
    let lines = try await folder.docket("check").output.split(separator: "\n")
    try #require(lines.count == 7)
    #expect(lines[0].hasPrefix("Content/orders/2025/p1.md:5:9: error: payment p1#paid was changed"))
    #expect(lines[3].hasSuffix("note: as it was"))
    // The marker is below the value.
    let marker = try #require(lines[5].firstIndex(of: "^"))
    let place = lines[5].distance(from: lines[5].startIndex, to: marker)
    #expect(lines[4].dropFirst(place).hasPrefix("\"2025-06-01\""), "\(lines)")
    #expect(
      lines[6].hasSuffix("note: 'docket reopen 2025 --reason TEXT' opens the year, if this is to change"))
  }

  @Test func aReasonMayHoldAnything() async throws {
    let folder = try await Self.closed()
    let reason = #"Ann said, closed: 3, digest: "x", reopened: no"#
    #expect(try await folder.docket("reopen", "2025", "--reason", reason).status == 0)
    #expect(try await folder.docket("check").status == 0)
    #expect(try await folder.docket("close", "2025").status == 0)
    #expect(
      try folder.text(Self.file).contains(#"reopened: "Ann said, closed: 3, digest: \"x\", reopened: no"}"#))
    #expect(try await folder.docket("check").status == 0)
  }

  @Test func theFileCannotBeChangedUnnoticed() async throws {
    let folder = try await Self.closed()
    #expect(try await folder.docket("reopen", "2025", "--reason", "Why").status == 0)
    #expect(try await folder.docket("close", "2025").status == 0)
    let text = try folder.text(Self.file)
    let lines = text.components(separatedBy: "\n")
    // Lines that are left out, and the last digit or letter of the others.
    for index in lines.indices.dropLast() where !lines[index].hasPrefix("#") {
      var shorter = lines
      shorter.remove(at: index)
      var changed = lines
      let end = lines[index].lastIndex { $0.isLetter || $0.isNumber } ?? lines[index].startIndex
      changed[index].replaceSubrange(end...end, with: lines[index][end] == "3" ? "4" : "3")
      for lines in [index % 2 == 0 ? shorter : changed] {
        try folder.put(Self.file, lines.joined(separator: "\n"))
        let run = try await folder.docket("check")
        #expect(run.status == 1, "line \(index + 1): \(lines[min(index, lines.count - 1)])")
        #expect(run.output.contains("[closed-year-file]"), "\(run.output)")
      }
    }
    // A change in a record and in the file at once is noticed all the same.
    try folder.put(Self.file, text.replacing("\"7.50 EUR\"", with: "\"8.50 EUR\""))
    try folder.replace("sum: 7.50", with: "sum: 8.50", in: Self.order)
    #expect(try await folder.docket("check").status == 1)
  }

  @Test func theDayOfAModelOfOnesOwnMayHaveAnyName() async throws {
    let entities = "extends: none\nentities:\n  Invoice: {folder: invoices, attributes: {total: money"
    let folder = try TemporaryFolder()
    try folder.put("Content/model.yml", entities + ", issued: {type: date, required: true}}}\n")
    let invoice = "---\nissued: 2025-03-01\ntotal: 5.00\n---\n"
    try folder.put("Content/invoices/a.md", invoice)
    #expect(try await folder.docket("close", "2025").output.hasPrefix("2025 is closed with 1 record, "))
    try folder.put("Content/invoices/a.md", invoice.replacing("5.00", with: "6.00"))
    #expect(try await folder.docket("check").output.contains("[closed-record]"))
    // An attribute that is gone is missed where it was declared, not in the file that nobody may change.
    try folder.put("Content/invoices/a.md", "---\nissued: 2025-03-01\n---\n")
    try folder.put(
      "Content/model.yml",
      entities.replacing("total: money", with: "") + "issued: {type: date, required: true}}}\n")
    #expect(
      try await folder.docket("check").output.hasPrefix(
        "Content/model.yml:3:3: error: Invoice no longer has 'total', and 2025 was closed with it; declare it again, "
          + "or its new name with 'was: total' [closed-record]"))
    try folder.remove(Self.file)
    try folder.put("Content/model.yml", entities + "}}\n")
    try folder.put("Content/invoices/a.md", "---\ntotal: 5.00\n---\n")
    #expect(
      try await folder.docket("close", "2024").error
        == "docket: no entity has a date that says which period its records are of; nothing was written\n")
  }

  /// Whoever reviews a change sees that a year was opened, whatever became of its file, and can let CI refuse it.
  @Test(.needsGit) func aChangeOfWhatIsClosedIsSeenInADiff() async throws {
    let folder = try await Self.closed()
    try await folder.git("init", "-q", "-b", "main")
    try await folder.commit("2026-02-01")
    func diff() async throws -> (status: Int, output: String) {
      let run = try await folder.docket("diff", "--fail-on", "closed")
      return (run.status, run.output + run.error)
    }
    #expect(try await diff() == (0, "No record changed.\n"))
    #expect(try await folder.docket("reopen", "2025", "--reason", "A row was missing").status == 0)
    let opened = try await diff()
    #expect(opened.status == 1)
    #expect(
      opened.output.contains("  2025: open again\n") && opened.output.contains("closed: 2025 was opened\n"),
      "\(opened)")
    try folder.replace("sum: 7.50", with: "sum: 8.50", in: Self.order)
    #expect(try await folder.docket("close", "2025").status == 0)
    let again = try await diff()
    #expect(again.status == 1 && again.output.contains("  2025: opened and closed again\n"), "\(again)")
    try folder.remove(Self.file)
    #expect(try await diff().output.contains("  2025: open again\n"))
    try await folder.commit("2026-02-02")
    #expect(try await folder.docket("close", "2025").status == 0)
    let closed = try await diff()
    #expect(closed.status == 0 && closed.output.contains("  2025: closed\n"), "\(closed)")
  }

  @Test func wrongUseIsRefused() async throws {
    let folder = try await Self.closed()
    let before = try FileTree(folder.path)
    for (arguments, status, words) in [
      (["close", "2026"], 64, "2026 is not over on 2026-11-21"),
      (["close", "25"], 64, "a period is a year, quarter or month"),
      (["close", "last"], 64, "last"), (["close", "2024"], 1, "no record is of 2024"),
      (["close", "2025"], 0, "2025 is closed already"),
      (["reopen", "2024", "--reason", "x"], 1, "is not closed"),
      (["reopen", "2025"], 64, "reason"), (["reopen", "2025", "--reason", " "], 64, "needs a text"),
    ] {
      let run = try await Program.docket(in: folder.path).run(arguments)
      #expect(run.status == status, "\(arguments): \(run.error)")
      #expect(run.error.contains(words), "\(arguments): \(run.error)")
    }
    #expect(try FileTree(folder.path).differences(from: before) == [])
  }
}
