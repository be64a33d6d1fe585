import Foundation
import TestSupport
import Testing

/// What `docket export` writes, read by the programs that it is for.
struct ExportCommandTests {
  private static let scripts = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts")

  private static func script(_ name: String, _ arguments: String..., in folder: TemporaryFolder) async throws
    -> Program.Run
  {
    let path = scripts.appending(path: name).path
    return try await Program("python3", path, in: folder.path).run(arguments)
  }

  /// A copy of the sample.
  static func sample() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(Repository.content, to: "Content")
    try folder.copy(Repository.root.appending(path: "Themes").path, to: "Themes")
    return folder
  }

  /// An order book with what is hard for other programs: names with marks of theirs, several currencies, credit notes,
  /// payments that are too much, implied, or without a day, and a total of 0.
  static func hard() throws -> TemporaryFolder {
    func order(_ date: String, _ customer: String, _ rest: String) -> String {
      "---\ndate: \(date)\ncustomer: \(customer)\nmade: true\n\(rest)\n---\n"
    }
    return try TemporaryFolder([
      "Content/site.yml": "title: 'A \"shed\"; \\ | x'\n",
      "Content/customers/a.b_c.md":
        "---\nname: 'Semi;colon | \"Quote\" \\ (1) *'\ninfo: '_x0041_ =1+1'\n---\n",
      "Content/customers/a-b-c.md": "---\nname: '! Müller: & <Söhne>'\n---\n",
      "Content/customers/漢字.md": "---\nname: 漢字\n---\n",
      "Content/customers/no-customer.md": "---\nname: '=SUM(A1)'\nphone: '+49 851 1'\n---\n",
      "Content/customers/_x.md": "ignored",
      "Content/customers/signs.md": "---\nname: \"'=SUM(A1)\"\ninfo: ＝1+1\n---\n",
      "Content/orders/1.md": order("2026-01-02", "a.b_c", "rows:\n- {sum: 12.50}\n- {sum: 700 JPY}"),
      "Content/orders/2.md": order(
        "2026-01-03", "a-b-c", "rows:\n- {sum: -80}\npayments:\n- {date: 2026-01-09, sum: -30}"),
      "Content/orders/3.md": order("2026-01-04", "漢字", "paid: true\nrows:\n- {sum: 5.25}"),
      "Content/orders/4.md": order("2026-01-05", "漢字", "paidOn: 2026-02-01\nrows:\n- {sum: 1.234 BHD}"),
      "Content/orders/5.md": order(
        "2026-01-06", "no-customer",
        "rows:\n- {sum: 9}\npayments:\n- {date: 2026-01-07, sum: 10, note: 'a;b'}"),
      "Content/orders/6.md": "---\ndate: 2026-01-08\nmade: true\nrows:\n- {sum: 0}\n- {sum: 44}\n---\n",
      "Content/orders/7.md": order("2026-01-09", "a.b_c", "rows:\n- {quantity: 3, price: 0.333333}"),
      "Content/account.md":
        "---\ntitle: Account\n---\n```query\nfrom: Order\nas: statement\nsince: 2026-01-04\n```\n",
    ])
  }

  // MARK: SQLite

  /// SQLite would merge what another program wrote into the new database, which it does not fit.
  @Test func aDatabaseThatIsInUseIsNotReplaced() async throws {
    let folder = try SmallSite.folder()
    #expect(try await folder.docket("export", "sqlite", "orders.db").status == 0)
    let before = try FileTree(folder.path).files["orders.db"]
    for ending in ["-wal", "-journal"] {
      try folder.put("orders.db" + ending, "changes")
      let refused = try await folder.docket("export", "sqlite", "orders.db", "--today", "2027-01-01")
      #expect(refused.status == 64 && refused.error.contains("'orders.db\(ending)' holds changes"))
      try folder.remove("orders.db" + ending)
    }
    #expect(try FileTree(folder.path).files["orders.db"] == before)
  }

  @Test(.needs("python3"))
  func aDatabaseAddsUpToWhatDocketSays() async throws {
    for folder in [try Self.sample(), try Self.hard()] {
      let run = try await folder.docket("export", "sqlite", "orders.db")
      #expect(run.status == 0, "\(run.error)")
      let sums = try await Self.script("database.py", "orders.db", in: folder)
      #expect(sums.status == 0, "\(sums.error)")
      var found: [String: Set<String>] = [:]
      for line in sums.output.split(separator: "\n") {
        let parts = line.split(separator: ",").map(String.init)
        guard let minor = Int(parts[2]), minor != 0 else { continue }
        let digits = ["JPY": 1, "BHD": 1000][parts[1]] ?? 100
        let amount = "\(Double(minor) / Double(digits))"
        found[parts[0], default: []].insert(amount + " " + parts[1])
      }
      let query = try await folder.docket(
        "query", "Order", "--columns", "id, total, received, open", "--format", "csv")
      let table = try CSVTable(query.output)
      for attribute in ["total", "received", "open"] {
        var sum: [String: Double] = [:]
        for amount in try table.column(attribute).flatMap({ $0.components(separatedBy: "; ") }) {
          let parts = amount.split(separator: " ")
          sum[parts.count > 1 ? String(parts[1]) : "EUR", default: 0] += Double(parts[0]) ?? .nan
        }
        let expected = sum.filter { abs($0.value) > 0.0001 }.map {
          "\(($0.value * 1000).rounded() / 1000) \($0.key)"
        }
        #expect(found[attribute] ?? [] == Set(expected), "\(attribute)")
      }
    }
  }

  @Test(.needs("sqlite3")) func tagsKeepTheirOrderInADatabase() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": "entities: {Customer: {attributes: {labels: tags}}}\n",
      "Content/customers/a.md": "---\nname: A\nlabels: [b, a]\n---\n",
    ])
    try #require(try await folder.docket("export", "sqlite", "a.db").status == 0)
    let run = try await Program("sqlite3", "a.db", in: folder.path)
      .run("SELECT position, value FROM Customer_labels ORDER BY position")
    #expect(run.output == "1|b\n2|a\n", "\(run.error)")
  }

  @Test func anExportIsTheSameEachTimeAndReplacesOnlyItsOwn() async throws {
    let folder = try Self.hard()
    for (form, file) in [
      ("sqlite", "a.db"), ("xlsx", "a.xlsx"), ("hledger", "a.journal"), ("beancount", "a.bean"),
    ] {
      #expect(try await folder.docket("export", form, file).status == 0)
      let first = try Data(contentsOf: URL(filePath: folder.path(file)))
      #expect(try await folder.docket("export", form, file).status == 0)
      #expect(try Data(contentsOf: URL(filePath: folder.path(file))) == first, "\(form)")
      // What another made stays.
      let other = "notes-\(form)"
      try folder.put(other, "Notes of mine\n")
      let refused = try await folder.docket("export", form, other)
      #expect(refused.status == 64)
      #expect(refused.error.contains("is not such an export by docket"))
      #expect(try folder.text(other) == "Notes of mine\n")
      for place in ["Content/\(file)", "Content", "missing/\(file)"] {
        let run = try await folder.docket("export", form, place)
        #expect(run.status == 64, "\(place): \(run.error)")
      }
      #expect(!folder.has("Content/\(file)"))
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!left.contains { $0.hasPrefix(".docket") }, "\(left)")
  }

  @Test func anExportSweepsWhatKilledOnesLeft() async throws {
    let folder = try SmallSite.folder()
    let (killed, build) = ("0123456789abcdef", "fedcba9876543210")
    let own = [".docket-export-\(killed)", ".docket-tmp-\(killed)-0"]
    // The folder may be the output of a build, which sweeps its own.
    let others = [".docket-run-\(build)", ".docket-tmp-\(build)-0", ".docket-tmp-mine"]
    for name in own + others { try folder.put("Out/" + name, "") }
    #expect(try await folder.docket("export", "hledger", "Out/a.journal").status == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("Out"))
    #expect(left.sorted() == (others + ["a.journal"]).sorted())
  }

  @Test func aBookWithErrorsIsNotExported() async throws {
    let folder = try SmallSite.folder(adding: ["Content/orders/2026/o4.md": "---\ndate: tomorrow\n---\n"])
    for form in ["sqlite", "xlsx", "hledger", "beancount"] {
      let run = try await folder.docket("export", form, "file")
      #expect(run.status == 1)
      #expect(run.error.contains("[invalid-date]") && run.error.contains("nothing was written"))
      #expect(!folder.has("file"))
    }
    let model = "extends: none\nentities:\n  Lamp: {folder: lamps, attributes: {watts: integer}}\n"
    let lamps = try TemporaryFolder([
      "Content/model.yml": model, "Content/lamps/a.md": "---\nwatts: 4\n---\n",
    ])
    let run = try await lamps.docket("export", "hledger")
    #expect(run.status == 1)
    #expect(run.error.contains("no entity of the model has what they need"), "\(run.error)")
    #expect(try await lamps.docket("export", "sqlite", "lamps.db").status == 0)
    #expect(try await lamps.docket("export", "xlsx", "lamps.xlsx").status == 0)
  }

  @Test func aPublicExportHasNothingPrivate() async throws {
    let model = "entities:\n  Customer:\n    attributes:\n      phone: {type: string, private: true}\n"
    let folder = try TemporaryFolder([
      "Content/model.yml": model,
      "Content/customers/ann.md": "---\nname: Ann\nphone: CANARYPHONE\n---\nCANARYBODY\n",
      "Content/orders/1.md":
        "---\ndate: 2026-01-02\ncustomer: ann\nmade: true\nrows:\n- {text: Tea, sum: 5}\n---\nCANARYBODY\n",
    ])
    for form in ["sqlite", "hledger", "beancount"] {
      let full = try await folder.docket("export", form, form)
      #expect(full.status == 0, "\(full.error)")
      let own = String(decoding: try Data(contentsOf: URL(filePath: folder.path(form))), as: UTF8.self)
      #expect(own.contains("CANARYPHONE") == (form == "sqlite"), "\(form)")
      let run = try await folder.docket("export", form, form, "--public")
      #expect(run.status == 0, "\(run.error)")
      let open = String(decoding: try Data(contentsOf: URL(filePath: folder.path(form))), as: UTF8.self)
      #expect(!open.contains("CANARY") && !open.contains("phone"), "\(form)")
    }
  }

  /// Accounts without the payments would tell wrong balances.
  @Test func accountsThatReadSomethingPrivateAreNotPublic() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": "entities: {Payment: {private: true}}\n",
      "Content/orders/1.md":
        "---\ndate: 2026-01-02\nmade: true\npaid: true\nrows:\n- {text: Tea, sum: 5}\n---\n",
    ])
    #expect(try await folder.docket("export", "hledger").status == 0)
    let run = try await folder.docket("export", "hledger", "--public")
    #expect(run.status == 1 && run.output == "")
    #expect(
      run.error
        == "docket: the accounts of Order are private, since they read 'payments', and not in a public export; "
        + "nothing was written\n")
  }

  /// A date that no day of an order is taken from may be private.
  @Test func anAccountReadsOnlyTheDaysThatItNeeds() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        Order: {attributes: {asked: {type: date, required: true, private: true}}}

      """,
      "Content/orders/1.md":
        "---\nasked: 2026-01-01\ndate: 2026-01-02\nrows:\n- {text: Tea, sum: 5}\n---\n",
    ])
    let run = try await folder.docket("export", "hledger", "--public")
    #expect(run.status == 0 && run.output.contains("2026-01-02"), "\(run.error)")
  }

  // MARK: Workbooks

  @Test(.needsPython(module: "openpyxl"))
  func aWorkbookHasTheCellsOfTheCSVFiles() async throws {
    for (folder, sheets) in [(try Self.sample(), 21), (try Self.hard(), 4)] {
      try await folder.build()
      let run = try await folder.docket("export", "xlsx", "orders.xlsx")
      #expect(run.output == "orders.xlsx: \(sheets) sheets\n", "\(run.error)")
      let compared = try await Self.script("workbook.py", "orders.xlsx", "Site", in: folder)
      #expect(compared.status == 0, "\(compared.error)")
      let counts = compared.output.split(separator: " ").compactMap { Int($0) }
      #expect(counts.count == 1 || compared.output.hasPrefix("\(sheets) sheets "), "\(compared.output)")
      #expect(compared.output.wholeMatch(of: /\d+ sheets \d\d+ cells \d\d+ numbers \d+ days\n/) != nil)
    }
  }

  /// Days before March 1900 are counted wrongly by spreadsheets, and of a number they keep 15 digits.
  @Test(.needs("unzip")) func whatASpreadsheetCannotCountIsText() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": "entities: {Customer: {attributes: {born: date, fortune: money}}}\n",
      "Content/customers/a.md": "---\nname: A\nborn: 1899-12-31\nfortune: 12345678901234.56\n---\n",
      "Content/customers/b.md": "---\nname: B\nborn: 1900-03-01\nfortune: 1234567890123.45\n---\n",
    ])
    try #require(try await folder.docket("export", "xlsx", "a.xlsx").status == 0)
    let unzip = Program("unzip", "-p", "a.xlsx", in: folder.path)
    let texts = try await unzip.run("xl/sharedStrings.xml").output
    #expect(texts.contains(">1899-12-31<") && texts.contains(">12345678901234.56<"), "\(texts)")
    #expect(!texts.contains("1900-03-01") && !texts.contains(">1234567890123.45<"), "\(texts)")
  }

  // MARK: Schemas

  @Test func aSchemaSaysWhatMayBeWritten() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/model.yml": """
      entities:
        Order:
          attributes:
            status: {type: string, choices: [waiting, ready], default: waiting}
            hours: {type: integer, min: 1, max: 40, required: true}
          relationships:
            helpers: {to: Customer, many: true}

      """
    ])
    let run = try await folder.docket("export", "schema", ".schemas")
    #expect(run.output.contains(".schemas/Order.schema.json: Order\n"), "\(run.error)")
    let data = try Data(contentsOf: URL(filePath: folder.path(".schemas/Order.schema.json")))
    let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    #expect(schema["additionalProperties"] as? Bool == false)
    #expect(schema["required"] as? [String] == ["date", "hours"])
    #expect((properties["status"]?["enum"] as? [Any])?.map { "\($0)" } == ["waiting", "ready", "<null>"])
    #expect(properties["hours"]?["minimum"] as? Int == 1)
    #expect(properties["total"] == nil && properties["state"] == nil)
    let rows = try #require(properties["rows"]?["items"] as? [String: Any])
    let row = try #require(rows["properties"] as? [String: Any])
    #expect(row["sum"] != nil && row["service"] != nil && row["order"] == nil)
    #expect(properties["helpers"]?["anyOf"] != nil && properties["draft"] != nil)
    try folder.put(".schemas/Order.schema.json", "{}")
    #expect(try await folder.docket("export", "schema", ".schemas").status == 64)
  }

  /// An unquoted choice may be a number or a boolean to a YAML reader.
  @Test func aSchemaAcceptsEveryChoiceAsItMayBeWritten() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/model.yml": """
      entities:
        Order:
          attributes:
            rate: {type: decimal, choices: [0.07, 19%]}
            fee: {type: money, choices: [4.50, 9 USD]}
            answer: {type: string, choices: ["true", maybe]}
            colours: {type: tags, choices: [red, "7"]}
            web: url

      """
    ])
    try #require(try await folder.docket("export", "schema", ".schemas").status == 0)
    let text = try folder.text(".schemas/Order.schema.json").split(whereSeparator: \.isWhitespace).joined()
    for part in [
      #""enum":["0.07","19%",0.07,0.19,null]"#, #""enum":["4.50","9USD",4.50,null]"#,
      #""enum":["true","maybe",true,null]"#, #""items":{"enum":["red","7",7]}"#, #""format":"iri""#,
    ] { #expect(text.contains(part), "\(part)") }
  }

  /// All files are there although nothing can be printed.
  @Test func schemasAreWrittenBeforeTheyAreReported() async throws {
    let folder = try SmallSite.folder()
    var program = Program.docket(in: folder.path)
    program.command = ["sh", "-c", "exec \"$@\" > /dev/full", "sh"] + program.command
    let run = try await program.run("export", "schema", ".schemas")
    #expect(run.status == 70, "\(run.error)")
    #expect(try FileTree(folder.path(".schemas")).paths.count == 3)
  }

  // MARK: CSV

  @Test func csvIsWrittenAsTheSiteSaysAndComesBack() async throws {
    let folder = try Self.hard()
    let plain = try await folder.docket("query", "Order", "--columns", "id, date, total", "--format", "csv")
      .output
    try folder.put("Content/site.yml", "csv: {delimiter: \";\", decimal: \",\", bom: true}\n")
    let run = try await folder.docket("query", "Order", "--columns", "id, date, total", "--format", "csv")
    #expect(run.output.unicodeScalars.first == "\u{FEFF}")
    let lines = run.output.replacing("\u{FEFF}", with: "").components(separatedBy: "\r\n")
    #expect(lines.prefix(3) == ["id;date;total", "1;2026-01-02;\"12,50; 700 JPY\"", "2;2026-01-03;-80,00"])
    #expect(plain.components(separatedBy: "\r\n")[1] == "1,2026-01-02,12.50; 700 JPY")
    let site = try await folder.build().site
    let index = String(decoding: try #require(site.files["orders/index.csv"]), as: UTF8.self)
    #expect(index.hasPrefix("\u{FEFF}id;") && index.contains("-80,00"))
    // What the site writes it reads.
    for entity in ["Order", "RowOfOrder", "Customer"] {
      let csv = try await folder.docket("query", entity, "--format", "csv").output
      try folder.put("back.csv", csv)
      let back = try await folder.docket("import", "back.csv", "--as", entity, "--update")
      #expect(
        back.status == 0 && back.error == "nothing to change\n", "\(entity): \(back.error)\(back.output)")
    }
  }

  /// A written amount comes back as what it was; a computed one is a number that a spreadsheet adds up.
  @Test func amountsOfRecordsInAnotherCurrency() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": "entities: {Order: {attributes: {deposit: money}}}\n",
      "Content/orders/a.md":
        "---\ndate: 2026-01-01\ncurrency: CHF\ndeposit: 5 EUR\nrows:\n  - {text: a, sum: 107.70 EUR}\n---\n",
      "Content/orders/b.md": "---\ndate: 2026-01-02\nrows: [{text: a, sum: 50}]\n---\n",
    ])
    let columns = "id,currency,deposit,total,rows.@sum.sum"
    let csv = try await folder.docket(
      "query", "Order", "--columns", columns, "--sort", "id", "--format", "csv"
    ).output
    #expect(csv == "\(columns)\r\na,CHF,5.00 EUR,107.70,107.70\r\nb,EUR,,50.00,50.00\r\n")
    try folder.put("back.csv", try await folder.docket("query", "Order", "--format", "csv").output)
    let back = try await folder.docket("import", "back.csv", "--as", "Order", "--update")
    #expect(back.status == 0 && back.error == "nothing to change\n", "\(back.error)")
    try folder.put("back.csv", "id,total\na,107.71\n")
    let other = try await folder.docket("import", "back.csv", "--as", "Order", "--update")
    #expect(other.error.contains("107.71"), "\(other.error)")
  }

  // MARK: Calendar

  @Test func whatFallsDueIsACalendar() async throws {
    let order = { (date: String, due: String, rest: String) in
      "---\ndate: \(date)\ncustomer: ann\nmade: true\ndue: \(due)\nrows:\n- {sum: 1250}\n\(rest)---\n"
    }
    let folder = try SmallSite.folder(adding: [
      "Content/customers/ann.md":
        "---\nname: 'Ann; Bäckerei Grübl, \\ und noch ein sehr langer Name ohne Ende'\n---\n",
      "Content/orders/a.md": order("2026-02-01", "2026-02-28", ""),
      "Content/orders/b.md": order(
        "2026-01-01", "2026-02-28", "payments:\n- {date: 2026-01-02, sum: 1000}\n"),
      "Content/orders/c.md": order("2026-01-01", "2026-01-31", "paid: true\n"),
      "Content/orders/d.md": order(
        "2026-01-01", "2026-01-31", "payments:\n- {date: 2026-01-02, sum: 2000}\n"),
    ])
    let site = try await folder.build().site
    let text = String(decoding: try #require(site.files["orders/due.ics"]), as: UTF8.self)
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.last == "" && lines.allSatisfy { $0.utf8.count <= 75 })
    let whole = text.replacing("\r\n ", with: "")
    let uids = whole.components(separatedBy: "\r\n").filter { $0.hasPrefix("UID:") }
    #expect(uids == ["UID:a.orders@shed", "UID:b.orders@shed"])
    #expect(whole.contains("DTSTART;VALUE=DATE:20260228\r\nDTEND;VALUE=DATE:20260301\r\n"))
    #expect(whole.contains(#"SUMMARY:Ann\; Bäckerei Grübl\, \\ und"#) && whole.contains(#"€250.00"#))
    #expect(
      String(decoding: try #require(site.files["orders/index.html"]), as: UTF8.self).contains("due.ics"))
    // Published, the addresses and ids are of the host.
    try folder.put("Content/site.yml", "title: Other\nbase-url: https://example.com/book\n")
    let published = try await folder.build().site
    let other = String(decoding: try #require(published.files["orders/due.ics"]), as: UTF8.self)
    #expect(other.contains("UID:a.orders@example.com\r\n"))
    #expect(other.contains("URL:https://example.com/book/orders/a.html\r\n"))
    #expect(site.files["customers/due.ics"] == nil)
  }
}
