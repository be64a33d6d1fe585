import Diagnostics
import Editing
import Testing

/// Which columns of a file become keys.
extension ImporterTests {
  /// A column that no key is made of is not left out without a word, unless a mapping in a file says so.
  @Test func columnsThatAreLeftOutAreTold() async throws {
    let text = "Nr.,Name,PLZ,Ort\nx,X,1,Y\n"
    let (_, told) = try await result(text, as: "Customer") {
      $0.keys = [(SourceText("id"), SourceText("Nr."))]
    }
    #expect(told.counts.new == 1)
    #expect(
      told.edit.diagnostics.map(\.summary) == [
        "left out, because no key has that name and no '--map COLUMN=KEY' maps it: 'PLZ', 'Ort'"
      ])
    #expect(!told.edit.diagnostics.hasErrors)
    let file = SourceFile(path: "imports/a.yml", text: "as: Customer\nkeys: {id: Nr.}\n")
    let (_, silent) = try await result(text, as: "Customer") { $0 = ImportMapping.read(file).mapping }
    #expect(silent.edit.diagnostics.isEmpty)
  }

  /// The order of a payment is called as its owner calls it.
  @Test(arguments: ["order", "Auftrag", "Commande", "注文"])
  func aWordNamesTheOwner(word: String) async throws {
    let (book, result) = try await result("\(word),date,sum\no1,2026-02-03,1\n", as: "Payment")
    #expect(result.edit.diagnostics.filter { $0.severity == .error }.map(\.summary) == [])
    #expect(book.text("orders/o1.md", after: result.edit)?.contains("date: 2026-02-03, sum: 1") ?? false)
  }

  /// An order would have no rows without them, whether or not a mapping names other columns.
  @Test(arguments: [[], [(SourceText("id"), SourceText("Nr"))]])
  func columnsOfRowsAreNotLeftOut(keys: [(SourceText, SourceText)]) async throws {
    let header = keys.isEmpty ? "id" : "Nr"
    let (_, result) = try await result("\(header),date,Leistung\nx,2026-01-02,repair\n", as: "Order") {
      $0.keys = keys
    }
    #expect(
      result.edit.diagnostics.map(\.summary) == [
        "unknown key 'Leistung' in Order; did you mean 'rows.service'?"
      ])
    // Orders with rows may leave out what is called like another key of theirs.
    let text = "\(header),date,rows.sum,Leistung\nx,2026-01-02,5,repair\n"
    let (_, others) = try await self.result(text, as: "Order") { $0.keys = keys }
    #expect(others.edit.diagnostics.hasErrors == keys.isEmpty)
    let named = try await self.result("id,date,ROWS.Leistung\nx,2026-01-02,repair\n", as: "Order").1
    #expect(named.edit.diagnostics.filter { $0.severity == .error }.map(\.id) == [])
  }

  /// What is part of an id is a value nonetheless, unless another text is its key, or it is left out.
  @Test func aColumnWithinATextIsAKeyAsWell() async throws {
    let text = "name,phone,email\nZoe,5,z@a.eu\n"
    let (book, result) = try await result(text, as: "Customer") {
      $0.keys = [
        (SourceText("id"), SourceText("{name|lower}-{phone}")), (SourceText("phone"), SourceText("+{phone}")),
      ]
    }
    #expect(result.edit.diagnostics.isEmpty)
    let (other, without) = try await self.result(text, as: "Customer") {
      $0.keys = [
        (SourceText("id"), SourceText("{name|lower}-{phone}")), (SourceText(""), SourceText("phone")),
        (SourceText("info"), SourceText("{name}: {email}")),
      ]
    }
    #expect(without.edit.diagnostics.isEmpty)
    #expect(
      other.text("customers/zoe-5.md", after: without.edit) == "---\nname: Zoe\ninfo: \"Zoe: z@a.eu\"\n---\n")
    #expect(
      book.text("customers/zoe-5.md", after: result.edit)
        == "---\nname: Zoe\nemail: z@a.eu\nphone: +5\n---\n")
  }

  /// A bank's file has lines about the account above the names, and the sign of an amount in a column of its own.
  @Test func aBanksFileIsReadAsItIs() async throws {
    let text = """
      Account;DE02
      From;01.02.2026

      Day;Amount;DC;In;Out
      02.02.2026;35,00;H;35,00;0,00
      09.02.2026;5,00;S;0,00;5,00

      """
    for amount in ["{DC|S:-|H:}{Amount}", "{In|0,00:}, -{Out|0,00:}"] {
      let (book, result) = try await result(text, as: "Payment") {
        ($0.delimiter, $0.decimal, $0.dateFormat) = (";", ",", "dd.MM.yyyy")
        $0.keys = [(SourceText("date"), SourceText("Day")), (SourceText("sum"), SourceText(amount))]
        $0.constants = [(SourceText("order"), SourceText("o1"))]
      }
      #expect(result.edit.diagnostics.filter { $0.severity == .error }.map(\.summary) == [])
      let order = try #require(book.text("orders/o1.md", after: result.edit))
      #expect(
        order.contains("- {date: 2026-02-02, sum: 35.00}\n  - {date: 2026-02-09, sum: -5.00}"), "\(order)")
    }
  }

  /// The line with the most of the mapped columns names them, and what stands above is told; so a column that is missing
  /// there is the only error. A first line with one of them is the header, whatever follows.
  @Test func onlyAMissingColumnIsTold() async throws {
    let (_, bank) = try await result("Account;DE02\nDay;Amount\n02.02.2026;5,00\n", as: "Payment") {
      $0.delimiter = ";"
      $0.keys = [(SourceText("date"), SourceText("{Day|lower}")), (SourceText("sum"), SourceText("Betrag"))]
    }
    #expect(
      bank.edit.diagnostics.prefix(2).map(\.summary) == [
        "this line and those up to the one with the names of the columns are left out",
        "the file has no column 'Betrag'",
      ])
    let (_, customers) = try await result("name,phone\nAnna,1\nname,phone,email\n", as: "Customer") {
      $0.keys = [(SourceText("name"), SourceText("name")), (SourceText("email"), SourceText("email"))]
    }
    #expect(
      customers.edit.diagnostics.map(\.summary) == [
        "the line has 3 fields, and the header 2", "the file has no column 'email'",
      ])
  }

  /// A payment belongs to the order of which it quotes a unique value.
  @Test func anOwnerMayBeNamedByAUniqueValue() async throws {
    let files = [
      "model.yml": "entities: {Order: {attributes: {quoted: {type: string, unique: true}}}}\n",
      "orders/o1.md": "---\ndate: 2026-03-14\nquoted: +++1/2+++\nrows: [{text: x, sum: 5}]\n---\n",
    ]
    let (book, result) = try await result(
      "order,date,sum\n+++1/2+++,2026-03-15,5.00\n", as: "Payment", adding: files)
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(book.text("orders/o1.md", after: result.edit)?.contains("sum: 5.00}") ?? false)
  }

  /// Without a line that has one of the mapped columns, the first one names them.
  @Test func aMissingColumnIsToldAtTheFirstLine() async throws {
    let (_, result) = try await result("Account;DE02\nDay;Amount\n", as: "Payment") {
      $0.delimiter = ";"
      $0.keys = [(SourceText("date"), SourceText("{Tag|lowr}")), (SourceText("sum"), SourceText("Betrag"))]
    }
    #expect(
      result.edit.diagnostics.filter { $0.severity == .error }.map(\.summary).contains(
        "the file has no column 'Tag'"))
  }

  @Test func aColumnThatIsThereTwiceIsNotGuessed() async throws {
    let (_, result) = try await result("id,name,x,x\nz,Zoe,1,2\n", as: "Customer") {
      $0.keys = [(SourceText("id"), SourceText("id")), (SourceText("phone"), SourceText("+{x}"))]
    }
    #expect(
      result.edit.diagnostics.filter { $0.severity == .error }.map(\.summary) == [
        "the file has 2 columns 'x'; 'x#1' is the first of them, 'x#2' the second"
      ])
  }

  @Test func aNumberSaysWhichOfTwoColumnsIsMeant() async throws {
    let (book, result) = try await result("id,name,x, x \nz,Zoe,1,2\n", as: "Customer") {
      $0.keys = [(SourceText("phone"), SourceText("+{x#2}")), (SourceText("info"), SourceText("x#1"))]
    }
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(book.text("customers/z.md", after: result.edit) == "---\nname: Zoe\ninfo: 1\nphone: +2\n---\n")
  }

  /// Outlook has a column for a middle name, which few people have.
  @Test func anEmptyColumnLeavesOneBlank() async throws {
    let (book, result) = try await result("First,Middle,Last\nAnn,,Lee\nBob,J.,Ray\n,,Ost\n", as: "Customer")
    {
      $0.keys = [(SourceText("name"), SourceText("{First} {Middle} {Last}"))]
    }
    #expect(
      ["ann-lee", "bob-j-ray", "ost"].map { book.text("customers/\($0).md", after: result.edit) } == [
        "---\nname: Ann Lee\n---\n", "---\nname: Bob J. Ray\n---\n", "---\nname: Ost\n---\n",
      ])
  }

  /// Marketplaces write quotes between tabs as they are; a spreadsheet quotes a field that has one.
  @Test(arguments: [
    ("\"Rose\" cup", "\"Rose\" cup"), ("\"Rose cup", "\"Rose cup"), ("pipe 5\"", "pipe 5\""),
    ("\"a \"\"b\"\"\"", "a \"b\""), ("\"a, b\"", "a, b"), ("\"\"", nil), ("\"", "\""),
  ])
  func quotesBetweenTabsMayBeCharacters(cell: String, info: String?) async throws {
    let (book, result) = try await result("id\tname\tinfo\tphone\nz\tZoe\t\(cell)\t5\"\n", as: "Customer") {
      $0.delimiter = "tab"
    }
    #expect(result.edit.diagnostics.map(\.summary) == [])
    let text = try #require(book.text("customers/z.md", after: result.edit))
    let line = text.split(separator: "\n").first { $0.hasPrefix("info: ") }.map { $0.dropFirst(6) }
    let written = info.map { $0.hasPrefix("\"") ? "'\($0)'" : $0 }
    #expect(line.map(String.init) == written && text.contains("phone: 5\""), "\(text)")
  }

  @Test func aFieldBetweenTabsMayHaveLines() async throws {
    let lines = "name\tinfo\tphone\nA\t\"one\ntwo\tthree\"\t\nB\tx\t\"5\t6\"\n"
    let (book, result) = try await result(lines, as: "Customer") { $0.delimiter = "tab" }
    #expect(result.edit.diagnostics.map(\.summary) == [] && result.counts.new == 2)
    #expect(book.text("customers/a.md", after: result.edit)?.contains("three") == true)
    #expect(book.text("customers/b.md", after: result.edit)?.contains("6") == true)
  }

  /// Spreadsheets and shops mark a text that is not to be read as a number or a formula; another apostrophe is the text's.
  @Test(arguments: [
    ("'02139", "02139"), ("'+49 30", "+49 30"), ("''02139", "'02139"), ("'20", "'20"), ("02139", "02139"),
    ("'94032", "94032"), ("'0851 123", "0851 123"), ("'68 Mustang", "'68 Mustang"), ("=\"00123\"", "00123"),
  ])
  func theMarkOfATextGoes(cell: String, phone: String) async throws {
    let (book, result) = try await result("id,name,phone\nzoe,Zoe,\(cell)\n", as: "Customer")
    let text = try #require(book.text("customers/zoe.md", after: result.edit))
    #expect(text.contains(": \(phone)\n") || text.contains(": \"\(phone)\"\n"), "\(text)")
  }
}
