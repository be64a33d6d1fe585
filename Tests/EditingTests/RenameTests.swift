import Content
import Diagnostics
import Editing
import Records
import Testing

struct RenameTests {
  private static let files = [
    "customers/ann.md": "---\nname: Ann\n---\n",
    "customers/bob.md": "---\nname: Bob\n---\nKnows ann.\n",
    "orders/o1.md": "---\ndate: 2026-03-14\ncustomer: 'ann' # hers\nrows: [{text: x, sum: 5}]\n---\n",
    "orders/o2.md": "---\r\ndate: 2026-03-14\r\ncustomer: ann\r\ndraft: true\r\n---\r\n",
    "model.yml":
      "entities:\n  Order:\n    rules:\n      - {when: \"customer = 'ann' AND date < '2000-01-01'\", error: Too old}\n",
    "orders/index.md": "---\nwhere: customer IN {'bob', 'ann'}\n---\n",
  ]

  @Test func theNewNameMustBeFree() async throws {
    let book = try await EditedBook(Self.files)
    for (old, new) in [("ann", "bob"), ("ann", "a b"), ("o1#1", "x"), ("zoe", "x")] {
      let edit = await book.editor.rename(SourceText(old), to: SourceText(new), in: book.workspace)
      #expect(edit.diagnostics.count == 1, "\(old) \(new)")
      #expect(edit.changes.isEmpty)
    }
  }

  @Test func anErrorThatWasThereBeforeIsNotNew() async throws {
    let customer = "---\nname: Ann\nemail: none\n---\n"
    let book = try await EditedBook(Self.files.merging(["customers/ann.md": customer]) { $1 })
    for name in ["robert", "röbert"] {
      let edit = await book.editor.rename(SourceText("ann"), to: SourceText(name), in: book.workspace)
      #expect(edit.validated?.map(\.summary) == [], "\(name)")
      #expect(edit.changes.map(\.path).contains("customers/\(name).md"))
    }
  }

  /// Nor is one that says the new name where it said the old one.
  @Test func anErrorThatSaysTheNameIsNotNew() async throws {
    let order = "---\ndate: 2026-03-14\ncustomer: d\nrows: [{text: x, sum: 5}]\n---\n"
    let files = ["customers/d.md": "---\nname: Ann\ndraft: true\n---\n", "orders/o1.md": order]
    let book = try await EditedBook(files)
    for name in ["dd", "a", "this"] {
      let edit = await book.editor.rename(SourceText("d"), to: SourceText(name), in: book.workspace)
      let found = await book.workspace.validate(edit, of: book.book, wholeSite: true)
      #expect(found.map(\.summary) == [], "\(name)")
    }
  }

  /// A page has a path and a record an id, to 'rename' and to 'delete' alike.
  @Test func aPathIsThatOfAPageAndAnIDThatOfARecord() async throws {
    let book = try await EditedBook(Self.files.merging(["ann.md": "# Ann\n"]) { $1 })
    for (name, path) in [("ann", "customers/ann.md"), ("ann.md", "ann.md"), ("Content/ann.md", "ann.md")] {
      let edit = await book.editor.rename(SourceText(name), to: SourceText("news"), in: book.workspace)
      #expect(edit.changes.map(\.path).contains(path), "\(name): \(edit.changes.map(\.path))")
      #expect(book.editor.page(name)?.file.path == (path == "ann.md" ? "ann.md" : nil))
    }
  }

  /// A name alone stays in its folder, and a path begins at Content, as it is completed and printed.
  @Test(arguments: [("new.md", "reports/new.md"), ("Content/new.md", "new.md"), ("/new", "new.md")])
  func aPageMovesToThePathThatIsGiven(path: String, place: String) async throws {
    let book = try await EditedBook(Self.files.merging(["reports/open.md": "# Open\n"]) { $1 })
    let edit = await book.editor.rename(
      SourceText("reports/open.md"), to: SourceText(path), in: book.workspace)
    #expect(Set(edit.changes.map(\.path)) == ["reports/open.md", place])
  }

  @Test(arguments: ["reports/opn.md", "open.md", "Content/report/open.md"])
  func anUnknownPageGetsTheNearestOne(path: String) async throws {
    let book = try await EditedBook(Self.files.merging(["reports/open.md": "# Open\n"]) { $1 })
    let edit = await book.editor.rename(SourceText(path), to: SourceText("x"), in: book.workspace)
    #expect(
      edit.diagnostics.map(\.summary) == ["unknown page '\(path)'; did you mean 'reports/open.md'?"])
  }

  @Test func everyFileThatNamesItFollows() async throws {
    let book = try await EditedBook(Self.files)
    let edit = await book.editor.rename(SourceText("ann"), to: SourceText("anna"), in: book.workspace)
    #expect(edit.diagnostics.map(\.summary) == [])
    #expect(edit.validated?.map(\.summary) == [])
    #expect(book.text("customers/anna.md", after: edit) == "---\nname: Ann\nwas: [ann]\n---\n")
    #expect(book.text("orders/o1.md", after: edit)?.contains("customer: 'anna' # hers\n") == true)
    #expect(book.text("orders/o2.md", after: edit)?.contains("customer: anna\r\n") == true)
    #expect(book.text("model.yml", after: edit)?.contains("customer = 'anna' AND") == true)
    #expect(
      edit.changes.map(\.path) == [
        "customers/ann.md", "customers/anna.md", "model.yml", "orders/o1.md", "orders/o2.md",
      ])
  }

  /// References keep their quotes, alone and in lists.
  @Test func referencesStayInTheirQuotes() async throws {
    let model = "entities: {Order: {relationships: {helpers: {to: Customer, many: true}}}}\n"
    let order = "---\ndate: 2026-03-14\nhelpers: [bob, 'ann', \"bob\"]\n---\n"
    let book = try await EditedBook([
      "customers/ann.md": "---\nname: Ann\n---\n", "customers/bob.md": "---\nname: Bob\n---\n",
      "model.yml": model, "orders/o1.md": order,
    ])
    for (old, new, result) in [
      ("ann", "anna-2", "[bob, 'anna-2', \"bob\"]"), ("bob", "bo", "[bo, 'ann', \"bo\"]"),
    ] {
      let edit = await book.editor.rename(SourceText(old), to: SourceText(new), in: book.workspace)
      #expect(edit.diagnostics.map(\.summary) == [])
      #expect(book.text("orders/o1.md", after: edit)?.contains("helpers: \(result)\n") == true)
    }
  }

  /// A page may have its first name again, and what was beside it is named from Content on once it is elsewhere.
  @Test(arguments: [
    ("info.md", "[about]", "about", "about.md", "[info]"),
    ("info.md", "[about, faq]", "about.md", "about.md", "[faq, info]"),
    ("info.md", "[about]", "news", "news.md", "[about, info]"),
    ("info.md", "about", "help/info", "help/info.md", "[/about, /info]"),
    ("help/info.md", "[about, /faq]", "faq", "help/faq.md", "[about, /faq, info]"),
    ("help/info.md", "[about, /faq]", "/faq", "faq.md", "[help/about, help/info]"),
  ])
  func aPageSaysWhatItWas(path: String, was: String, name: String, newPath: String, nowWas: String)
    async throws
  {
    let book = try await EditedBook(Self.files.merging([path: "---\nwas: \(was)\n---\nText.\n"]) { $1 })
    let edit = await book.editor.rename(SourceText(path), to: SourceText(name), in: book.workspace)
    #expect(edit.diagnostics.map(\.summary) == [])
    #expect(edit.validated?.map(\.summary) == [])
    #expect(book.text(newPath, after: edit) == "---\nwas: \(nowWas)\n---\nText.\n")
  }

  @Test func anIdMayChangeItsCase() async throws {
    let book = try await EditedBook(Self.files)
    let edit = await book.editor.rename(SourceText("ann"), to: SourceText("Ann"), in: book.workspace)
    #expect(edit.diagnostics.map(\.summary) == [])
    #expect(edit.validated?.map(\.summary) == [])
    #expect(book.text("orders/o1.md", after: edit)?.contains("customer: 'Ann' # hers\n") == true)
  }

  /// What a skipped record refers to nobody knows.
  @Test(arguments: ["orders/o2.md", "customers/bob.md"])
  func nothingIsRenamedOrDeletedBesideSkippedRecords(path: String) async throws {
    let text = try #require(Self.files[path])
    let book = try await EditedBook(Self.files.merging([path: "<<<<<<< HEAD\n" + text]) { $1 })
    let rename = await book.editor.rename(SourceText("ann"), to: SourceText("anna"), in: book.workspace)
    let delete = book.editor.delete([SourceText("o1")]).edit
    for edit in [rename, delete] {
      #expect(edit.changes.isEmpty)
      #expect(edit.diagnostics.map { $0.range.file.path } == ["Content/" + path])
      #expect(edit.diagnostics.first?.notes.last?.text.hasPrefix("what it says is unknown") == true)
    }
    // What changes one record alone goes on.
    #expect(book.editor.set(SourceText("o1"), []).diagnostics.isEmpty)
  }

  @Test func anOldIdIsAnErrorWithItsFix() async throws {
    var files = Self.files
    files["customers/ann.md"] = nil
    files["customers/anna.md"] = "---\nname: Ann\nwas: [ann, a]\n---\n"
    let book = try await EditedBook(files).book
    let found = book.diagnostics.filter { $0.id == .unknownReference }
    #expect(found.count == 3)
    #expect(
      found.allSatisfy {
        $0.fixIts.map(\.replacement) == ["anna"] || $0.fixIts.map(\.replacement) == ["'anna'"]
      })
    files["customers/bob.md"] = "---\nname: Bob\nwas: a\n---\n"
    files["customers/cid.md"] = "---\nname: Cid\nwas: bob\n---\n"
    let doubled = try await EditedBook(files).book.diagnostics.filter { $0.id == .duplicateID }
    #expect(doubled.count == 2)
  }

  /// Who has a former id again is not redirected to itself.
  @Test func aFormerIdMayBeGivenBack() async throws {
    var files = Self.files
    files["customers/ann.md"] = "---\nname: Ann\nwas: [anna]\n---\n"
    let book = try await EditedBook(files)
    let edit = await book.editor.rename(SourceText("ann"), to: SourceText("anna"), in: book.workspace)
    #expect(edit.validated?.map(\.summary) == [])
    #expect(book.text("customers/anna.md", after: edit) == "---\nname: Ann\nwas: [ann]\n---\n")
  }

  @Test func aPageTakesNoOthersPlace() async throws {
    let book = try await EditedBook(["a.md": "# A\n", "b.md": "# B\n"])
    let edit = await book.editor.rename(SourceText("a.md"), to: SourceText("b.md"), in: book.workspace)
    #expect(edit.diagnostics.map(\.severity) == [.error] && edit.changes.isEmpty)
  }

  /// A page's links lead where they led, though in its new folder there is a file of that name as well.
  @Test(arguments: [
    ("reports/p.md", "[t](old/terms.md#a), `[t](terms.md)`, [a](../customers/ann.md \"A\"), ![i](old/i.png)"),
    (
      "/p.md",
      "[t](reports/old/terms.md#a), `[t](terms.md)`, [a](customers/ann.md \"A\"), ![i](reports/old/i.png)"
    ),
    ("reports/old/q.md", "[t](terms.md#a), `[t](terms.md)`, [a](../../customers/ann.md \"A\"), ![i](i.png)"),
  ])
  func aMovedPageKeepsTheTargetsOfItsLinks(name: String, links: String) async throws {
    let book = try await EditedBook([
      "customers/ann.md": "---\nname: Ann\n---\n", "reports/terms.md": "# a\n",
      "reports/old/terms.md": "# a\n", "reports/old/i.png": "", "reports/i.png": "",
      "reports/old/p.md":
        "---\ntitle: P\n---\n[t](terms.md#a), `[t](terms.md)`, [a](../../customers/ann.md \"A\"), ![i](i.png)\n",
    ])
    let edit = await book.editor.rename(
      SourceText("reports/old/p.md"), to: SourceText(name), in: book.workspace)
    #expect(await book.diagnosticLines(of: edit) == [])
    let text = book.text(name.hasPrefix("/") ? String(name.dropFirst()) : name, after: edit)
    #expect(text?.hasSuffix("\n---\n\(links)\n") ?? false, "\(text ?? "")")
  }
}
