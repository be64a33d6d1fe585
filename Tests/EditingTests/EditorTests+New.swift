import Diagnostics
import Editing
import Testing

/// New records: their ids, what they take from the model and the day, and those like another.
extension EditorTests {
  /// An id may be given as the name of its file.
  @Test func anIdIsGivenAsAFileName() async throws {
    let book = try await book()
    var request = NewRecord(entity: SourceText("customer"))
    request.name = SourceText("aux.md")
    request.assignments = try Assignment.of(["name=Q"])
    let (edit, record) = book.editor.new(request)
    #expect(edit.diagnostics.map(\.summary) == [])
    #expect(record?.path == "customers/aux.md")
  }

  /// Of several required days only the record's own is today.
  @Test func aBirthdayIsNotToday() async throws {
    let book = try await EditedBook([
      "model.yml": """
      entities:
        Child:
          folder: children
          attributes: {joined: {type: date, required: true}, birthday: {type: date, required: true}}

      """
    ])
    var request = NewRecord(entity: SourceText("child"))
    request.name = SourceText("ute")
    #expect(
      await book.diagnosticLines(of: book.editor.new(request).edit) == [
        "missing-value: 'birthday' is missing: every Child needs one"
      ])
    request.assignments = try Assignment.of(["birthday=2019-04-05"])
    let (edit, record) = book.editor.new(request)
    #expect(await book.diagnosticLines(of: edit) == [])
    let path = try #require(record?.path)
    #expect(book.text(path, after: edit)?.contains("joined: 2026-11-21\n") ?? false)
  }

  @Test func newRecordsTakeTheNextIdTheDayAndThePrices() async throws {
    let book = try await book()
    var request = NewRecord(entity: SourceText("order"))
    request.assignments = try Assignment.of(["customer=Ann Example"])
    request.rows = [
      (nil, SourceText("service=brake,quantity=2")), (nil, SourceText("service=labour, sum=60")),
    ]
    let (edit, record) = book.editor.new(request)
    #expect(record?.path == "orders/2026/2026-0003.md")
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(
      book.text("orders/2026/2026-0003.md", after: edit) == """
        ---
        date: 2026-11-21
        customer: ann
        made: false
        rows:
          - {service: brake, quantity: 2, price: 38.00}
          - {service: labour, sum: 60}
        ---

        """)
    var next = NewRecord(entity: SourceText("Order"))
    next.assignments = try Assignment.of(["date=2027-01-02"])
    #expect(book.editor.new(next).record?.path == "orders/2027/2027-0001.md")
    var customer = NewRecord(entity: SourceText("customers"))
    customer.name = SourceText("Karin Müller")
    let made = book.editor.new(customer)
    #expect(made.record?.path == "customers/karin-muller.md")
    #expect(book.text("customers/karin-muller.md", after: made.edit) == "---\nname: Karin Müller\n---\n")
    customer.name = SourceText("Zoe")
    #expect(book.editor.new(customer).record?.path == "customers/zoe.md")
    customer.name = SourceText("ann")
    #expect(book.editor.new(customer).edit.diagnostics.map(\.id) == [.duplicateID])
  }

  /// Where most orders are in the folders of their years, one elsewhere does not move the next.
  @Test func aNewOrderIsWhereMostAre() async throws {
    func path(_ folders: [String]) async throws -> String? {
      var files: [String: String] = [:]
      for (index, folder) in folders.enumerated() {
        files["orders/\(folder)o\(index).md"] = "---\ndate: 2026-01-0\(index + 1)\n---\n"
      }
      var request = NewRecord(entity: SourceText("order"))
      request.assignments = try Assignment.of(["date=2027-01-02"])
      request.name = SourceText("x")
      return try await EditedBook(files).editor.new(request).record?.path
    }
    #expect(try await path(["2026/", "2026/", "2026/", "archive/"]) == "orders/2027/x.md")
    #expect(try await path(["2026/", "2026/", ""]) == "orders/2027/x.md")
    #expect(try await path(["2026/", "archive/", "", "archive/"]) == "orders/x.md")
    // Who begins to sort by year has the older ones elsewhere.
    #expect(try await path(["1", "1", "1", "2026/"]) == "orders/2027/x.md")
    #expect(try await path(["big/", "small/"]) == "orders/x.md")
    #expect(try await path(["big/", "big/"]) == "orders/big/x.md")
  }

  /// With an order in another dollar '$5' is no certain amount, though it is the first such order.
  @Test func aSignOfTwoCurrenciesIsNoAmount() async throws {
    let book = try await EditedBook(["site.yml": "currency: USD\n"])
    for (currency, summary) in [("CAD", "write 5.00 CAD"), ("USD", nil)] as [(String, String?)] {
      var request = NewRecord(entity: SourceText("order"))
      request.assignments = try Assignment.of(["date=2026-01-02", "currency=\(currency)"])
      request.rows = [(nil, SourceText("sum=$5.00"))]
      let (edit, _) = book.editor.new(request)
      let found = await book.workspace.validate(edit, of: book.book, wholeSite: false).map(\.summary)
      #expect(summary.map { found.count == 1 && found[0].contains($0) } ?? found.isEmpty, "\(found)")
    }
  }

  @Test func anIdFollowsFromATitleThatAnExpressionComputes() async throws {
    let model = """
      extends: none
      entities:
        Team: {folder: teams, title: name, attributes: {name: string}}
        Member:
          folder: members
          title: last + ', ' + first + ' (' + team.name + ')'
          attributes: {last: string, first: string}
          relationships: {team: {to: Team}}
      """
    let book = try await EditedBook([
      "model.yml": model, "teams/a.md": "---\nname: Juniors\n---\n",
      "members/berg-anna-juniors.md": "---\nlast: Berg\nfirst: Anna\nteam: a\n---\n",
      "members/berg-anna-juniors-2.md": "---\nlast: Berg\nfirst: Anna\nteam: a\n---\n",
    ])
    func made(_ assignments: [String]) async throws -> (edit: Edit, record: NewRecord.Created?) {
      var request = NewRecord(entity: SourceText("Member"))
      request.assignments = try Assignment.of(assignments)
      return await book.editor.new(request, in: book.workspace)
    }
    let first = try await made(["last=Weiß", "first=Jo", "team=Juniors"])
    #expect(first.record?.path == "members/weiss-jo-juniors.md")
    #expect(await book.diagnosticLines(of: first.edit) == [])
    #expect(first.edit.changes.count == 1)
    let second = try await made(["last=Berg", "first=Anna", "team=a"])
    #expect(second.record?.path == "members/berg-anna-juniors-3.md")
    // A part is missing, and so is the title.
    let untitled = try await made(["last=Berg"])
    #expect(
      await book.diagnosticLines(of: untitled.edit)
        == [
          "missing-value: a new Member needs an id or 'last + ', ' + first + ' (' + team.name + ')''"
        ])
  }

  @Test func likeLeavesOutDaysStateAndPayments() async throws {
    var files = Self.files
    files["orders/2026/2026-0002.md"] =
      "---\ndate: 2026-03-15\ncustomer: ann\nmade: true\ndue: 2026-05-01\nrows:\n  - {service: brake, sum: 5}\npayments:\n  - {date: 2026-04-01, sum: 5}\n---\n"
    let book = try await EditedBook(files)
    var request = NewRecord(entity: SourceText("Order"))
    request.original = SourceText("2026-0002")
    let (edit, record) = book.editor.new(request)
    #expect(
      book.text(try #require(record).path, after: edit)
        == "---\ndate: 2026-11-21\ncustomer: ann\nmade: false\nrows:\n  - {service: brake, sum: 5}\n---\n")
  }

  /// A copy in another currency has the same amounts, not the same numbers.
  @Test func likeKeepsAmountsInTheirCurrency() async throws {
    var files = Self.files
    files["orders/2026/2026-0002.md"] =
      "---\ndate: 2026-03-15\nrows:\n  - {service: brake, price: 5, quantity: 2}\n  - {sum: 7 USD}\n---\n"
    let book = try await EditedBook(files)
    var request = NewRecord(entity: SourceText("Order"))
    request.original = SourceText("2026-0002")
    request.assignments = try Assignment.of(["currency=USD"])
    let (edit, record) = book.editor.new(request)
    #expect(
      book.text(try #require(record).path, after: edit)
        == "---\ndate: 2026-11-21\nmade: false\ncurrency: USD\nrows:\n  - {service: brake, price: 5 EUR, quantity: 2}\n  - {sum: 7 USD}\n---\n"
    )
  }

  /// Whether an order is free of tax is no state, because its total is computed from it; nor is whether a job is
  /// certified. When a job was done is a date.
  @Test func likeCopiesWhatAmountsAreComputedFrom() async throws {
    let book = try await EditedBook([
      "model.yml": """
      entities:
        Order:
          attributes:
            reverse: {type: boolean, default: false}
            rush: {type: boolean, default: false}
            packed: {type: boolean, default: false}
            factor: {type: decimal, derived: "TERNARY(rush, 1.2, 1)"}
            vat: {type: money, derived: "TERNARY(reverse, 0 * rows.@sum.sum, rows.@sum.sum * 0.2)"}
            total: {derived: rows.@sum.sum * factor + vat}
          relationships: {jobs: {to: Job, many: true, inverse: order}}
        Job:
          inside: Order.jobs
          relationships: {order: {to: Order, inverse: jobs}}
          attributes: {done: date, certified: boolean, state: {type: string, choices: [new, done]}, fee: money, status: {type: string, choices: [a, b], required: true}}

      """,
      "orders/o1.md":
        "---\ndate: 2026-03-15\nmade: true\nreverse: true\nrush: true\npacked: true\npaid: true\n"
        + "jobs:\n  - {done: 2026-03-16, certified: true, state: done, fee: 30, status: a}\n---\n",
    ])
    var request = NewRecord(entity: SourceText("Order"))
    request.original = SourceText("o1")
    request.name = SourceText("o2")
    let (edit, record) = book.editor.new(request)
    #expect(
      book.text(try #require(record).path, after: edit)
        == "---\ndate: 2026-11-21\nmade: false\nreverse: true\nrush: true\npacked: false\njobs:\n  - {certified: true, fee: 30, status: a}\n---\n"
    )
  }

  /// What is open is computed from whether a bill is paid, which is its state, and so is how many tasks are done.
  @Test func likeLeavesOutWhatOnlyOtherAmountsAreComputedFrom() async throws {
    let book = try await EditedBook([
      "model.yml": """
      entities:
        Bill:
          folder: bills
          attributes:
            date: {type: date, required: true}
            net: money
            paid: boolean
            open: {type: money, derived: "TERNARY(paid = true, 0, net)"}
          relationships: {project: {to: Project, inverse: bills}}
        Project:
          folder: projects
          attributes: {finished: {type: integer, derived: "SUBQUERY(bills, $b, $b.paid = true).@count"}}
          relationships: {bills: {to: Bill, many: true, inverse: project}}

      """,
      "bills/b1.md": "---\ndate: 2026-03-15\nnet: 100\npaid: true\n---\n",
    ])
    var request = NewRecord(entity: SourceText("Bill"))
    request.original = SourceText("b1")
    request.name = SourceText("b2")
    let (edit, record) = book.editor.new(request)
    #expect(
      book.text(try #require(record).path, after: edit) == "---\ndate: 2026-11-21\nnet: 100\n---\n")
  }

  /// A list with an implied record that has a date is one of payments, whether a payment's date is required or not.
  @Test func likeCopiesNoPaymentsWithoutADate() async throws {
    let book = try await EditedBook([
      "model.yml": """
      extends: none
      entities:
        Loan:
          folder: loans
          attributes: {joined: {type: date, required: true}, total: money, settled: date}
          relationships:
            receipts: {to: Receipt, many: true, inverse: loan, implied: {when: settled != nil, sum: total, date: settled}}
            parts: {to: Part, many: true, inverse: loan, implied: {when: total > 100, sum: total}}
        Receipt:
          inside: Loan.receipts
          attributes: {date: date, sum: {type: money, required: true}}
          relationships: {loan: {to: Loan, inverse: receipts}}
        Part:
          inside: Loan.parts
          attributes: {sum: money}
          relationships: {loan: {to: Loan, inverse: parts}}

      """,
      "loans/l1.md":
        "---\njoined: 2026-03-15\ntotal: 9\nreceipts: [{date: 2026-03-16, sum: 4}]\nparts: [{sum: 9}]\n---\n",
    ])
    var request = NewRecord(entity: SourceText("Loan"))
    request.original = SourceText("l1")
    request.name = SourceText("l2")
    let (edit, record) = book.editor.new(request)
    #expect(
      book.text(try #require(record).path, after: edit)
        == "---\njoined: 2026-11-21\ntotal: 9\nparts:\n  - {sum: 9}\n---\n")
  }

  /// A book reports the later of two files; an edit, the file that it writes.
  @Test(arguments: ["anchor", "zebra"]) func aRepeatedValueIsReportedWhereItIsWritten(id: String) async throws
  {
    let book = try await EditedBook([
      "model.yml": "entities: {Service: {attributes: {code: {type: string, unique: true}}}}\n",
      "services/net.md": "---\nname: Net\ncode: BA1\n---\n",
    ])
    var request = NewRecord(entity: SourceText("Service"))
    request.name = SourceText(id)
    request.assignments = try Assignment.of(["name=Other", "code=BA1"])
    let found = await book.workspace.validate(book.editor.new(request).edit, of: book.book, wholeSite: false)
    #expect(
      found.map { "\($0.range.file.path): \($0.summary); \($0.notes.first?.range?.file.path ?? "")" } == [
        "Content/services/\(id).md: 'code' is the same as that of 'net', and must be unique; Content/services/net.md"
      ])
  }

  /// What a boat is made of is no state; its own `status` is.
  @Test func likeCopiesChoicesAndWhatAThingIs() async throws {
    let book = try await EditedBook([
      "model.yml": """
      entities:
        Boat: {folder: boats, attributes: {kind: {type: string, choices: [dinghy, keelboat], default: dinghy}, steel: {type: boolean, default: false}, status: {type: string, choices: [free, hired]}}}
        Order: {attributes: {kind: {type: string, choices: [repair, sale]}}}

      """,
      "boats/pike.md": "---\nkind: keelboat\nsteel: true\nstatus: hired\n---\n",
      "orders/o1.md": "---\ndate: 2026-03-15\nkind: repair\nmade: true\n---\n",
    ])
    func copy(of original: String, _ entity: String, id: String) throws -> String? {
      var request = NewRecord(entity: SourceText(entity))
      request.original = SourceText(original)
      request.name = SourceText(id)
      let (edit, record) = book.editor.new(request)
      return book.text(try #require(record).path, after: edit)
    }
    #expect(try copy(of: "pike", "Boat", id: "bass") == "---\nkind: keelboat\nsteel: true\n---\n")
    #expect(
      try copy(of: "o1", "Order", id: "o2")
        == "---\ndate: 2026-11-21\nmade: false\nkind: repair\n---\n")
  }

  /// A quote becomes an order with what both have; a record of another family does not.
  @Test func likeCopiesFromWhateverHasTheParentInCommon() async throws {
    let book = try await EditedBook([
      "model.yml":
        "entities: {Quote: {parent: Order, folder: quotes, attributes: {until: date, place: string}}}\n",
      "customers/ann.md": "---\nname: Ann\n---\n",
      "quotes/q1.md":
        "---\ndate: 2026-03-15\ncustomer: ann\nuntil: 2026-04-01\nplace: hall\nrows: [{text: tent, sum: 5}]\n---\n",
    ])
    func copy(of original: String, id: String) throws -> (edit: Edit, record: NewRecord.Created?) {
      var request = NewRecord(entity: SourceText("Order"))
      request.original = SourceText(original)
      request.name = SourceText(id)
      return book.editor.new(request)
    }
    let (edit, record) = try copy(of: "q1", id: "o1")
    #expect(
      book.text(try #require(record).path, after: edit)
        == "---\ndate: 2026-11-21\ncustomer: ann\nmade: false\nrows:\n  - {text: tent, sum: 5}\n---\n")
    #expect(
      try copy(of: "ann", id: "o2").edit.diagnostics.map(\.summary) == [
        "'ann' is one of Customer, not of Order"
      ])
  }

  /// A part of a row is a part of the copied row. Rows without anything to copy leave no gap, and another record's
  /// rows stay that record's.
  @Test func likeLeadsReferencesToTheCopiedRows() async throws {
    let book = try await EditedBook([
      "model.yml": """
      entities:
        Job:
          folder: jobs
          relationships: {steps: {to: Step, many: true, inverse: job}, main: {to: Step}, repeats: {to: Step}}
        Step:
          inside: Job.steps
          attributes: {day: date, text: string}
          relationships: {job: {to: Job, inverse: steps}, after: {to: Step}, needs: {to: Step, many: true}}

      """,
      "jobs/a.md": "---\nsteps: [{text: x}]\n---\n",
      "jobs/d1.md": """
      ---
      main: d1#3
      repeats: d1#2
      steps: [{day: 2026-01-01}, {text: cut}, {text: sew, after: d1#2, needs: [a#1, d1#3, d1#2]}]
      ---

      """,
    ])
    var request = NewRecord(entity: SourceText("Job"))
    request.original = SourceText("d1")
    request.name = SourceText("d2")
    request.assignments = try Assignment.list(SourceText("repeats=d1#2")).get()
    request.rows = [(list: nil, fields: SourceText("text=iron,after=d1#2"))]
    let (edit, record) = book.editor.new(request)
    #expect(
      book.text(try #require(record).path, after: edit) == """
        ---
        main: d2#2
        repeats: d1#2
        steps:
          - {text: cut}
          - {text: sew, after: d2#1, needs: [a#1, d2#2, d2#1]}
          - {after: d1#2, text: iron}
        ---

        """)
  }
}
