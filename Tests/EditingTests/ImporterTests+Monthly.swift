import Diagnostics
import Editing
import Testing

/// What shops, banks and spreadsheets export each month: lines to leave out, and records that are there already.
extension ImporterTests {
  private static let ledger = [
    "model.yml":
      """
    entities:
      Movement:
        folder: movements
        title: text
        attributes: {date: {type: date, required: true}, text: text, sum: money, note: string}

    """
  ]

  /// A bank's file ends with lines of another form, and a shop's has orders that failed.
  @Test func linesAreLeftOutByWhatIsInAColumn() async throws {
    let lines = """
      name;phone;info
      Ann B;1;paid
      Bob;2;failed
      Cyd;3;failed twice
      Dan;;paid
      3 lines downloaded
      "Balance";"1.179,51";"x";"y";"z"

      """
    let (book, result) = try await result(lines, as: "Customer") { mapping in
      mapping.delimiter = ";"
      mapping.skips = [("info", "failed*"), ("phone", ""), ("name", "Bal?nce")].map {
        (SourceText($0), SourceText($1))
      }
    }
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(result.counts.new == 1 && result.skippedCount == 5)
    #expect(book.text("customers/ann-b.md", after: result.edit) != nil)
    let prefix = try await self.result("name,Stat,Status\nA,x,failed\n", as: "Customer") { mapping in
      mapping.skips = [(SourceText("Status"), SourceText("failed"))]
    }
    #expect(prefix.result.edit.diagnostics.map(\.range.text) == ["Stat"], "'Status' is used, 'Stat' is not")
    let wrong = try await self.result(lines, as: "Customer") { mapping in
      mapping.delimiter = ";"
      mapping.skips = [(SourceText("phon"), SourceText("")), (SourceText("name"), SourceText("\\"))]
    }
    #expect(
      wrong.result.edit.diagnostics.map(\.summary) == [
        "the file has no column 'phon'; did you mean 'phone'?",
        "nothing after '\\' at the end of pattern; expected the character it quotes",
      ])
  }

  @Test func aMappingSaysWhichLinesAreLeftOut() throws {
    let text = "as: Customer\nskip:\n  Status: [failed, \"Test*\"]\n  Amount: \"\"\n"
    let (mapping, diagnostics) = ImportMapping.read(SourceFile(path: "imports/shop.yml", text: text))
    #expect(diagnostics.map(\.summary) == [])
    #expect(
      mapping.skips.map { [$0.column.text, $0.pattern.text] } == [
        ["Status", "failed"], ["Status", "Test*"], ["Amount", ""],
      ])
  }

  @Test func aColumnMayStandInForAnother() async throws {
    let (book, result) = try await result(
      "Company,Person,Mail\nAcme,Ann,a@x.org\n,Bob Ray,\n", as: "Customer"
    ) {
      $0.keys = [("id", "{Mail|else Company|else Person|slug}"), ("name", "{Company|else Person}")].map {
        (SourceText($0), SourceText($1))
      }
    }
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(book.text("customers/a-x.org.md", after: result.edit) == "---\nname: Acme\n---\n")
    #expect(book.text("customers/bob-ray.md", after: result.edit) == "---\nname: Bob Ray\n---\n")
    let wrong = try await self.result("Company\nAcme\n", as: "Customer") {
      $0.keys = [(SourceText("name"), SourceText("{Company|else Persn}"))]
    }
    #expect(wrong.result.edit.diagnostics.first?.summary == "the file has no column 'Persn'")
    #expect(wrong.result.edit.diagnostics.first?.range.text == "Persn")
  }

  // MARK: What is there already

  @Test func onlyWhatIsNewIsAdded() async throws {
    let (_, result) = try await result(
      "id,name,phone\nann,Other,7\nzoe,Zoe,8\n", as: "Customer", onlyNew: true)
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(result.counts.new == 1 && result.counts.changed == 0 && result.skippedCount == 1)
    #expect(result.edit.changes.map(\.path) == ["customers/zoe.md"])
  }

  /// Movements of an account have no numbers: they are known by what they say, and two equal ones are two.
  @Test func recordsWithoutIDsAreKnownByWhatTheySay() async throws {
    let lines = "date,text,sum\n2026-11-05,Parking,-2.50\n2026-11-05,Parking,-2.50\n2026-11-06,Clay,-40\n"
    let first = try await result(lines, as: "Movement", onlyNew: true, adding: Self.ledger)
    #expect(
      first.result.counts.new == 3 && first.result.skippedCount == 0, "\(first.result.edit.diagnostics)")
    var files = Self.ledger
    for change in first.result.edit.changes {
      files[change.path] = change.after.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(files.count == 4)
    let later = "2026-11-05,Parking,-2.5\n2026-11-07,Glaze,-7.00\n"
    let second = try await result(lines + later, as: "Movement", onlyNew: true, adding: files)
    #expect(second.result.edit.diagnostics.map(\.summary) == [])
    #expect(second.result.counts.new == 2 && second.result.skippedCount == 3)
    // Without the option all of them are records once more.
    let third = try await result(lines, as: "Movement", adding: files)
    #expect(third.result.counts.new == 3)
  }

  /// An empty cell equals any value, so that the line that says most chooses first; a text below the keys says something, too.
  @Test func whatSaysMostIsRecognizedFirst() async throws {
    let rent = ["movements/a.md": "---\ndate: 2026-01-31\ntext: Rent\nsum: 5.00\nnote: bank\n---\n\nfirst\n"]
    let files = Self.ledger.merging(rent) { $1 }
    let notes = try await result(
      "id,date,sum,text,note\n,2026-01-31,5,Rent,\n,2026-01-31,5.0,Rent,bank\n", as: "Movement",
      onlyNew: true, adding: files
    )
    #expect(notes.result.counts.new == 1 && notes.result.skippedCount == 1)
    #expect(
      notes.result.edit.changes.allSatisfy {
        !String(decoding: $0.after ?? [], as: UTF8.self).contains("bank")
      })
    let bodies = try await result(
      "date,sum,text,body\n2026-01-31,5,Rent,second\n2026-01-31,5,Rent,first\n", as: "Movement",
      onlyNew: true,
      adding: files)
    #expect(bodies.result.counts.new == 1 && bodies.result.skippedCount == 1)
  }

  /// A record that says just what a line says is its own, whatever follows from its values.
  @Test func whatARecordSaysIsNotWhatFollows() async throws {
    let model = [
      "model.yml": """
      entities:
        Movement:
          folder: movements
          title: text
          attributes:
            date: {type: date, required: true}
            text: text
            sum: money
            note: string
            kind: {type: string, default: out}

      """
    ]
    let lines = "date,text,sum,note,kind\n2026-01-05,Rent,5,bank,\n2026-01-05,Rent,5,,out\n"
    let first = try await result(lines, as: "Movement", onlyNew: true, adding: model)
    var files = model
    for change in first.result.edit.changes {
      files[change.path] = change.after.map { String(decoding: $0, as: UTF8.self) }
    }
    let again = try await result(lines, as: "Movement", onlyNew: true, adding: files)
    #expect(first.result.counts.new == 2 && again.result.counts.new == 0 && again.result.skippedCount == 2)
    let order = [
      "orders/o3.md": "---\ndate: 2026-05-01\ncustomer: ann\nrows: [{text: Cup, sum: 7.50}]\n---\n"
    ]
    let rows = try await result(
      "date,customer,rows.text,rows.sum\n2026-05-01,ann,,7.5\n2026-05-01,ann,Cup,7.5\n", as: "Order",
      onlyNew: true, adding: order)
    #expect(rows.result.counts.new == 1 && rows.result.skippedCount == 1)
    #expect(
      rows.result.edit.changes.allSatisfy { !String(decoding: $0.after ?? [], as: UTF8.self).contains("Cup") }
    )
  }

  /// A record says all of what it has: one with another row is another, and so is one of no day.
  @Test func whatSaysMoreOrHasNoDayIsNoneOfTheLines() async throws {
    let order = [
      "orders/o3.md":
        "---\ndate: 2026-05-01\ncustomer: ann\nrows: [{text: Cup, sum: 7.50}, {text: Jug, sum: 9.00}]\n---\n"
    ]
    let rows = try await result(
      "date,customer,rows.text,rows.sum\n2026-05-01,ann,Cup,7.5\n", as: "Order", onlyNew: true, adding: order)
    #expect(rows.result.counts.new == 1 && rows.result.skippedCount == 0)
    let note = ["notes/n.md": "---\ntext: Rent\n---\n"]
    let model = [
      "model.yml": "entities: {Note: {folder: notes, title: text, attributes: {date: date, text: string}}}\n"
    ]
    let undated = try await result(
      "date,text\n,Rent\n", as: "Note", onlyNew: true, adding: model.merging(note) { $1 })
    #expect(undated.result.counts.new == 1 && undated.result.skippedCount == 0)
  }

  /// Who cannot be read may be one of the lines.
  @Test func anUnreadableRecordIsNotAddedAgain() async throws {
    let files = Self.ledger.merging(["movements/a.md": "---\ndate: 2026-01-31\ntext: \"Rent\nsum: 5\n---\n"])
    { $1 }
    let (_, result) = try await result(
      "date,text,sum\n2026-01-31,Rent,5\n", as: "Movement", onlyNew: true, adding: files)
    #expect(result.counts.new == 0)
    #expect(result.edit.diagnostics.map(\.range.file.path) == ["Content/movements/a.md"])
    // With --update, a line without an id is a new record by intention.
    let (_, updated) = try await self.result(
      "id,date,text,sum\n,2026-01-31,Water,5\n", as: "Movement", update: true, adding: files)
    #expect(updated.edit.diagnostics.map(\.summary) == [] && updated.counts.new == 1)
  }

  @Test func listsAndRowsAreRecognizedAsWell() async throws {
    let files = [
      "model.yml": "entities: {Order: {relationships: {helpers: {to: Customer, many: true}}}}\n",
      "customers/bob.md": "---\nname: Bob\n---\n",
      "orders/o3.md":
        "---\ndate: 2026-05-01\ncustomer: ann\nhelpers: [bob, ann]\nrows: [{text: Cup, sum: 7.50}]\n---\n",
    ]
    for (helpers, sum, new) in [("ann; bob", "7.5", 0), ("ann", "7.50", 1), ("bob; ann", "8", 1)] {
      let (_, result) = try await result(
        "date,customer,helpers,rows.text,rows.sum\n2026-05-01,ann,\(helpers),Cup,\(sum)\n", as: "Order",
        onlyNew: true, adding: files)
      #expect(result.counts.new == new && result.skippedCount == 1 - new, "\(helpers) \(sum)")
    }
  }

  @Test func whatNothingTellsApartIsRefused() async throws {
    let (_, result) = try await result("name\nCarl\n", as: "Customer", onlyNew: true)
    #expect(
      result.edit.diagnostics.map(\.summary) == [
        "--only-new needs a column 'id', one of unique values or one of days, to say what is there already"
      ])
  }

  @Test func rowsThatAreThereAreLeftOut() async throws {
    let (_, result) = try await result(
      "order,service,price\no1,repair,48.00\no1,repair,9.00\n", as: "RowOfOrder", onlyNew: true)
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(result.counts.new == 1 && result.skippedCount == 1)
  }

  /// A shop knows its customers by their addresses.
  @Test func aUniqueValueSaysWhichRecordIsMeant() async throws {
    let files = [
      "model.yml": "entities: {Customer: {attributes: {email: {type: email, unique: true}}}}\n",
      "customers/ann.md": "---\nname: Ann\nemail: ann@example.org\n---\n",
    ]
    let lines = "email,name\nann@example.org,Ann Lee\nbob@example.org,Bob\n"
    let (book, changed) = try await result(lines, as: "Customer", update: true, adding: files)
    #expect(changed.edit.diagnostics.map(\.summary) == [])
    #expect(changed.counts.new == 1 && changed.counts.changed == 1)
    #expect(book.text("customers/ann.md", after: changed.edit)?.contains("name: Ann Lee") == true)
    // A line may have no value, or the same as another new one; an id may be empty.
    let (_, more) = try await result(
      "id,email,name\n,ann@example.org,\n,,Carl\nbob,bob@example.org,Bob\n,dan@example.org,\n,dan@example.org,Dan\n",
      as: "Customer", onlyNew: true, adding: files)
    #expect(more.edit.diagnostics.map(\.summary) == [])
    #expect(more.counts.new == 3 && more.skippedCount == 1)
    let (_, nameless) = try await result("email,name\n,Carl\n", as: "Customer", update: true, adding: files)
    #expect(
      nameless.edit.diagnostics.map(\.summary) == [
        "no id can be made of the line, so that each import adds it as a new record"
      ])
    let (_, added) = try await result(lines, as: "Customer", onlyNew: true, adding: files)
    #expect(added.counts.new == 1 && added.counts.changed == 0 && added.skippedCount == 1)
  }

  @Test func aLineOfWhichNoIDCanBeMadeIsTold() async throws {
    let (_, result) = try await result(
      "Mail,name\nann,Ann\n,Guest\n,Other\n", as: "Customer", update: true
    ) { $0.keys = [(SourceText("id"), SourceText("{Mail|slug}"))] }
    #expect(
      result.edit.diagnostics.map(\.summary) == [
        "no id can be made of the line, so that each import adds it as a new record"
      ])
    #expect(result.edit.diagnostics.first?.notes.map(\.text) == ["so it is with 1 more line"])
  }

  // MARK: What a spreadsheet did

  @Test func whatASpreadsheetRoundedIsTold() async throws {
    let lines = "id,name,phone,info\nx,X,\"4,00638E+12\",1E+5\ny,Y,1.2E+11,E+12\n"
    let (_, result) = try await result(lines, as: "Customer")
    #expect(result.edit.diagnostics.map { "\($0.severity) \($0.range.text)" } == ["warning \"4,00638E+12\""])
    #expect(result.edit.diagnostics.first?.notes.map(\.text) == ["so it is with 1 more line"])
    // Two numbers may look the same then.
    let (_, ids) = try await self.result("No,name\n1.23457E+11,X\n", as: "Customer") {
      $0.keys = [(SourceText("id"), SourceText("E{No|slug}"))]
    }
    #expect(ids.edit.diagnostics.map(\.severity) == [.error] && ids.counts.new == 0)
  }

  @Test func monthsMayHaveNamesInTheBooksLanguage() async throws {
    let (book, result) = try await result(
      "id,date,rows.sum\nx1,5. Okt. 2026,1\nx2,31. Dezember 2026,1\nx3,1. Mrz 2026,1\nx4,2. May 2026,1\n",
      as: "Order", adding: ["site.yml": "language: de\n"]
    ) { $0.dateFormat = "d. MMM yyyy" }
    #expect(result.edit.diagnostics.map(\.summary) == [])
    let days = (1...4).map { book.text("orders/x\($0).md", after: result.edit)?.split(separator: "\n")[1] }
    #expect(days == ["date: 2026-10-05", "date: 2026-12-31", "date: 2026-03-01", "date: 2026-05-02"])
  }

  @Test(arguments: [
    ("2026-10-01T09:12:33+02:00", "--date yyyy-M-dTHH:mm:ssZ says how the file writes days"),
    ("2025-11-03 09:12:33 +0100", "--date 'yyyy-M-d HH:mm:ss Z' says how the file writes days"),
    ("01.10.2026 13:45", "--date 'd.M.yyyy HH:mm' says how the file writes days"),
    ("3 Nov 2026", "--date 'd MMM yyyy' says how the file writes days"),
  ])
  func theFormOfADayWithATimeIsTold(cell: String, note: String) async throws {
    let (book, result) = try await result("id,date,rows.sum\nx1,\(cell),1\n", as: "Order")
    let found = result.located(
      await book.workspace.validate(result.edit, of: book.book, wholeSite: false), root: "Content")
    let notes = (result.edit.diagnostics + found).flatMap(\.notes).map(\.text)
    #expect(notes.contains(note), "\(notes)")
  }

  @Test func theDayOfASpreadsheetIsToldWhateverTheForm() async throws {
    let (_, result) = try await result("id,date,rows.sum\nx1,46327,1\n", as: "Order") {
      $0.dateFormat = "dd.MM.yyyy"
    }
    #expect(
      result.edit.diagnostics.flatMap(\.notes).map(\.text) == [
        "a spreadsheet counts 2026-11-01 so; give the column the format of a date before you save it as CSV"
      ])
  }

  // MARK: A model with an error

  @Test func whatTheModelHidesIsNotNothing() async throws {
    let model = ["model.yml": "entities: {Movement: {attributes: {date: date}}}\n"]
    let (_, result) = try await result("id,date\nx,2026-01-01\n", as: "Movement", adding: model)
    #expect(result.edit.diagnostics.map(\.range.file.path) == ["Content/model.yml"])
    #expect(result.edit.diagnostics.first?.notes.last?.text.contains("until this is fixed") == true)
  }
}
