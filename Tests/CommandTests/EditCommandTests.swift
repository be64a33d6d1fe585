import Foundation
import TestSupport
import Testing

/// The commands that edit, as a new user meets them.
struct EditCommandTests {
  @Test func aShopIsKeptWithoutAnEditor() async throws {
    let folder = try TemporaryFolder()
    func docket(_ arguments: String...) async throws -> String {
      let run = try await Program.docket(in: folder.has("shop") ? folder.path("shop") : folder.path).run(
        arguments)
      #expect(run.status == 0, "\(arguments): \(run.error)")
      return run.output
    }
    _ = try await docket("init", "shop")
    _ = try await docket("new", "customer", "Karin Müller")
    for order in 0..<10 {
      _ = try await docket("new", "order", "customer=karin", "--row", "service=repair,quantity=\(order + 1)")
    }
    let added = try await docket("add", "2026-0004", "payment", "date=14.11.2026", "sum=20,00")
    #expect(added.contains("2026-11-14"))
    #expect(
      try folder.text("shop/Content/orders/2026/2026-0013.md").contains(
        "{service: repair, quantity: 10, price: 48.00}"))
    _ = try await docket("rename", "karin-muller", "karin")
    _ = try await docket("rename", "repair", "repairs")
    _ = try await docket("delete", "2026-0013", "--yes")
    let raised = try await docket("set", "service", "--where", "price > 0", "price:=price + 2", "--dry-run")
    #expect(raised.contains("+price: 50.00"))
    #expect(!folder.has("shop/Content/orders/2026/2026-0013.md"))
    let lines = (0..<50).map { "i\($0);0\($0 % 9 + 1).10.2026;karin;repairs;\($0 + 1),50" }
    try folder.put(
      "shop/orders.csv",
      "id;date;customer;rows.service;rows.quantity\n" + lines.joined(separator: "\n") + "\n")
    _ = try await docket(
      "import", "orders.csv", "--as", "Order", "--delimiter", ";", "--decimal", ",", "--date", "dd.MM.yyyy")
    #expect(try await docket("query", "Order", "--count") == "62\n")
    #expect(try await docket("show", "i49").contains("2424.00"))
    _ = try await docket("check")
    _ = try await docket("build")
    let old = try folder.text("shop/Site/customers/karin-muller.html")
    #expect(old.contains("content=\"0; url=../customers/karin.html\""))
  }

  @Test func aRecordIsShownWithTheComputedValuesOfItsRows() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml":
        "entities: {RowOfOrder: {attributes: {gross: {type: money, derived: sum * 1.2}}}}\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-02\nrows: [{text: A, sum: 100}]\n---\n",
    ])
    let shown = try await folder.docket("show", "o1").output
    #expect(shown.contains("\n  o1#1  text A, quantity 1, discount 0%, sum 100.00, gross 120.00\n"))
  }

  /// What one line's value prevents does not hide what is wrong in another line.
  @Test func anImportReportsTheMistakesOfAllLines() async throws {
    let folder = try TemporaryFolder([
      "Content/orders/o1.md": "---\ndate: 2026-01-02\nrows: [{text: A, sum: 100}]\n---\n",
      "bank.csv": "order,date,sum\no1,25/13/2026,x\no1,25/12/2026,7.512\no1,26/12/2026,\no1,27/12/2026,5\n",
      "header.csv": "order,date,summ\no1,25/12/2026,1\no1,25/13/2026,1\n",
    ])
    func errors(_ file: String) async throws -> [String] {
      let run = try await folder.docket("import", file, "--as", "Payment", "--date", "dd/MM/yyyy")
      #expect(run.status == 1)
      return run.error.split(separator: "\n").filter { $0.contains(": error: ") }.map {
        String($0.prefix(25))
      }
    }
    #expect(
      try await errors("bank.csv") == [
        "bank.csv:2:4: error: '25/", "bank.csv:2:15: error: 'su", "bank.csv:3:15: error: '7.",
        "bank.csv:4:15: error: 'su",
      ])
    #expect(
      try await errors("header.csv").map { String($0.prefix(13)) } == ["header.csv:1:"])
  }

  /// A record without an id of its own takes the next one that is free when it is written.
  @Test func recordsMadeAtOnceAllGetIDs() async throws {
    let folder = try TemporaryFolder([
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/orders/2026/2026-0001.md": "---\ndate: 2026-01-02\nrows: [{text: A, sum: 1}]\n---\n",
    ])
    let runs = try await withThrowingTaskGroup(of: Program.Run.self) { group in
      for number in 1...8 {
        group.addTask { try await folder.docket("new", "order", "--row", "text=\(number),sum=\(number)") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(runs.map(\.status) == Array(repeating: 0, count: 8), "\(runs.map(\.error))")
    let total = try await folder.docket(
      "query", "Order", "--group", "date.year", "--columns", "@count,sum(total)")
    #expect(total.output == "@count,sum(total)\r\n9,37.00\r\n", "\(total.error)")
  }

  @Test func whatIsWrongIsRefusedAndNothingIsWritten() async throws {
    let folder = try SmallSite.folder(adding: ["Content/imports/shop.yml": "as: Customer\n"])
    let old = try FileTree(folder.path("Content"))
    for (arguments, text) in [
      (["set", "o9", "made=no"], "unknown record 'o9'; did you mean"),
      (["set", "o2", "mde=no"], "unknown key 'mde' in Order; did you mean 'made'?"),
      (["set", "o2", "date=soon"], "Content/orders/2026/o2.md:2:7: error:"),
      (["set", "o2#4", "sum=1"], "'o2' has no row 4"),
      (["set", "payments/o2#4", "sum=1"], "'o2' has no row 4; it has 0 in 'payments'"),
      (["set", "paymets/o2#1", "sum=1"], "'o2' has no list 'paymets'; did you mean 'payments'?"),
      (["set", "02#1", "sum=1"], "unknown record '02#1'; did you mean 'o2#1'?"),
      (["set", "o2", "customer=zoe"], "unknown customer 'zoe'"),
      (["set", "Order", "--where", "made = ture", "made=no"], "--where:1:8: error:"),
      (
        ["set", "Order", "--where", "made", "date="],
        "Content/orders/2025/o1.md:2:1: error: 'date' is missing"
      ),
      (["new", "customer"], "a new Customer needs an id or 'name'"),
      (["add", "o2", "row", "service=paint"], "'sum' is missing"),
      (["remove", "o2"], "'o2' is not a row"), (["rename", "ann", "bob"], "the id 'bob' is taken"),
      (["import", "a.csv", "--with", "shp"], "no mapping 'Content/imports/shp.yml'; did you mean 'shop'?"),
    ] {
      let run = try await Program.docket(in: folder.path).run(arguments)
      #expect(run.status == 1, "\(arguments)")
      #expect(run.error.contains(text), "\(arguments): \(run.error)")
    }
    for arguments in [
      ["set", "o2", "made"], ["add", "o2", "rows", "paint"], ["new", "order", "--row", "paint"],
      ["new", "order", "--row", "payments:paint"],
    ] {
      let run = try await Program.docket(in: folder.path).run(arguments)
      #expect(run.status == 64, "\(arguments)")
      #expect(run.error.contains("is not KEY=VALUE, such as"), "\(arguments): \(run.error)")
    }
    for text in [#""say \"hi\"""#, #""say ""hi""""#, "'it''s'"] {
      let run = try await folder.docket("new", "order", "--row", "sum=1, text=\(text)")
      #expect(run.status == 64 && run.error.contains("around it, or none"), "\(text): \(run.error)")
    }
    try folder.put("a.csv", "id,name\nx,X\n")
    let named = try await folder.docket("import", "a.csv", "--with", "shop.yml", "--dry-run")
    #expect(named.status == 0, "\(named.error)")
    let row = try await folder.docket("new", "order", "--row", "service=paint")
    #expect(
      row.status == 1 && row.error.hasPrefix("--row:1:9: error: 'sum' is missing; write it or 'price'"),
      "\(row.error)")
    let diff = try await folder.docket("set", "o2", "made=no", "--dry-run")
    #expect(diff.status == 0)
    #expect(diff.output.contains("-made: true\n+made: no\n"))
    #expect(try FileTree(folder.path("Content")).touched(since: old) == [])
  }

  /// A program that changes the file it is given, as a person would.
  private static func editor(_ folder: TemporaryFolder, _ commands: String) throws -> String {
    try folder.put("edit.sh", "#!/bin/sh\necho \"$1\" >> \(folder.path("opened"))\n\(commands)\n")
    return "sh " + folder.path("edit.sh")
  }

  @Test func aNewRecordIsEditedBeforeItIsChecked() async throws {
    let folder = try SmallSite.folder()
    func run(_ commands: String, _ arguments: String...) async throws -> Program.Run {
      var program = Program.docket(in: folder.path)
      program.environment["VISUAL"] = try Self.editor(folder, commands)
      program.environment["EDITOR"] = "false"
      return try await program.run(["new", "order", "--edit"] + arguments)
    }
    let good = try await run("sed -i 's/made: false/made: true/' \"$1\"", "o7", "customer=ann")
    #expect(good.status == 0, "\(good.error)")
    #expect(good.output.contains("Content/orders/2026/o7.md"))
    #expect(try folder.text("Content/orders/2026/o7.md").contains("customer: ann\nmade: true\n"))
    #expect(try FileTree(folder.path("Content")).files.keys.allSatisfy { !$0.hasPrefix("_") })
    // Nobody is there to go on: what was typed is kept, and said where.
    let bad = try await run("sed -i 's/made: false/mode: true/' \"$1\"", "o8", "customer=ann")
    #expect(bad.status == 1)
    #expect(
      bad.error.contains("Content/orders/2026/o8.md:4:1: error: unknown key 'mode' in Order"), "\(bad.error)")
    let draft = "Content/_orders+2026+o8.md"
    #expect(bad.error.contains("no record was made; what you wrote is in \(draft)"))
    #expect(try folder.text(draft).contains("mode: true"))
    #expect(!folder.has("Content/orders/2026/o8.md"))
    // A dry run shows what was typed, and keeps it.
    let dry = try await run("sed -i 's/mode: true/made: true/' \"$1\"", "o8", "customer=ann", "--dry-run")
    #expect(dry.status == 0, "\(dry.error)")
    #expect(dry.output.contains("+made: true\n") && !folder.has("Content/orders/2026/o8.md"))
    #expect(dry.error.hasSuffix("nothing was written\nwhat you wrote is in \(draft)\n"), "\(dry.error)")
    #expect(try folder.text(draft).contains("made: true"))
    #expect(try folder.text("opened").split(separator: "\n").count == 3)
    // Another command took the id meanwhile.
    let taken = try await run(
      "cp \"$1\" \"$(dirname \"$1\")/orders/2026/o6.md\"; echo '# note' >> \"$1\"", "o6", "customer=ann")
    #expect(taken.status != 0 && taken.error.contains("what you wrote is in Content/_orders+2026+o6.md"))
    #expect(try folder.text("Content/_orders+2026+o6.md").hasSuffix("# note\n"))
    let failed = try await run("exit 3", "o9")
    #expect(failed.status == 70)
    #expect(failed.error.contains("ended with status 3; what it wrote is in Content/_orders+2026+o9.md"))
    #expect(!folder.has("Content/orders/2026/o9.md"))
    var none = Program.docket(in: folder.path).through("env", "-u", "VISUAL", "-u", "EDITOR")
    none.environment["SOURCE_DATE_EPOCH"] = Program.docket(in: folder.path).environment["SOURCE_DATE_EPOCH"]
    let without = try await none.run("new", "order", "o9", "--edit")
    #expect(without.status == 64)
    #expect(without.error.contains("$VISUAL or $EDITOR"))
  }

  /// What an edit writes is worth a warning at once; what may still be written is not, nor what was there before.
  @Test func whatIsWrittenIsWarnedOf() async throws {
    let folder = try SmallSite.folder()
    let new = try await folder.docket("new", "order", "o7", "customer=ann", "date=2026-01-02")
    #expect(new.status == 0 && new.error == "", "\(new.error)")
    let add = try await folder.docket("add", "o7", "rows", "text=x", "quantity=2", "price=3", "sum=7")
    #expect(add.status == 0 && add.error.contains("'sum' is 7.00 EUR, and its formula"), "\(add.error)")
    let set = try await folder.docket("set", "o7", "made=true")
    #expect(set.status == 0 && set.error == "", "\(set.error)")
    let strict = try await folder.docket("set", "o7#1", "quantity=1.500", "--strict")
    #expect(strict.status == 1 && strict.error.contains("[three-decimals]"), "\(strict.error)")
    #expect(try folder.text("Content/orders/2026/o7.md").contains("quantity: 2,"))
  }

  /// A check tells of twenty of a kind; an edit that adds one more is stopped by it as by the first.
  @Test func strictStopsAWarningOfAKindThatThereAreManyOf() async throws {
    let odd = "rows:\n  - {service: tune, quantity: 2, price: 3.00, sum: 7.00}\n"
    let orders = (1...22).map {
      ("Content/orders/2026/p\($0).md", "---\ndate: 2026-01-02\ncustomer: ann\nmade: true\n\(odd)---\n")
    }
    let folder = try SmallSite.folder(adding: Dictionary(uniqueKeysWithValues: orders))
    let order = ["new", "order", "o4", "customer=ann", "date=2026-01-02", "made=true", "--strict", "--row"]
    let docket = Program.docket(in: folder.path)
    let odder = try await docket.run(order + ["service=tune,quantity=2,price=3,sum=8"])
    #expect(odder.status == 1 && odder.error.contains("[sum-differs]"), "\(odder.error)")
    #expect(!folder.has("Content/orders/2026/o4.md"))
    let even = try await docket.run(order + ["service=tune,quantity=2,price=3"])
    #expect(even.status == 0 && even.error == "", "\(even.error)")
  }

  @Test func aRenameLeavesEveryFigureAndLink() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/about.md":
        "# About\n\n[Ann](customers/ann.md), [bill](/orders/2026/o3.md#x), [unpaid](reports/unpaid.md).\n",
      "Content/orders/2026/o3.md": SmallSite.order(
        "2026-02-20", "ann", "tune", 5, "\n# x\n\n[Ann](../../customers/ann.html)"),
      "Content/reports/of-ann.md": "# Ann\n\n```query\nfrom: Order\nwhere: customer = 'ann'\n```\n",
      // A key of groups is repeated where it is shown.
      "Content/reports/parts.md":
        "```query\nfrom: Order\ngroup: TERNARY(customer = 'ann', 1, 2)\n"
        + "columns: TERNARY(customer = 'ann', 1, 2), @count\nsort: -TERNARY(customer = 'ann', 1, 2)\n```\n",
    ])
    func figures() async throws -> [String: Data] {
      try await folder.build()
      let names = [
        "customers/anna", "orders/where/customer/anna", "orders/2026/o3x", "reports/unpaid", "reports/open",
      ]
      return try FileTree(folder.path("Site")).files.filter { file in
        file.key.hasSuffix(".csv") && !names.contains { file.key.hasPrefix($0) }
      }
      .mapValues {
        Data(
          String(decoding: $0, as: UTF8.self).replacing("anna", with: "ann").replacing("o3x", with: "o3").utf8
        )
      }
    }
    let before = try await figures()
    for (old, new) in [("ann", "anna"), ("o3", "o3x"), ("reports/unpaid.md", "reports/open.md")] {
      let run = try await folder.docket("rename", old, new)
      #expect(run.status == 0, "\(run.error)")
    }
    #expect(
      try folder.text("Content/about.md")
        == "# About\n\n[Ann](customers/anna.md), [bill](/orders/2026/o3x.md#x), [unpaid](reports/open.md).\n")
    #expect(try folder.text("Content/orders/2026/o3x.md").contains("[Ann](../../customers/anna.html)"))
    #expect(try folder.text("Content/reports/of-ann.md").contains("where: customer = 'anna'"))
    #expect(try folder.text("Content/reports/parts.md").matches(of: /'anna', 1, 2/).count == 3)
    let after = try await figures()
    for (path, bytes) in before { #expect(after[path] == nil || after[path] == bytes, "\(path)") }
    #expect(try folder.text("Site/orders/2026/o3.html").contains("o3x.html"))
    #expect(try folder.text("Site/reports/unpaid.html").contains("open.html"))
  }

  /// Links to what is named by a record follow it, those of a page that is moved follow the page, and texts that may
  /// mean the record are told of.
  @Test func whatIsNamedByARecordFollowsARename() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/orders/index.md": "---\nfilters: customer\n---\n",
      "Content/reports/of.md": "---\neach: customer\nfrom: Order\n---\n$each\n",
      "Content/about.md":
        "[hers](orders/where/customer/ann.html), [data](orders/where/customer/ann.csv), [all](reports/of/ann.html)\n",
      "Content/like.md":
        "```query\nfrom: Order\nwhere: customer.id LIKE 'ann'\n```\n\n[of](reports/unpaid.md), [all](orders/index.html)\n",
      "Content/imports/bank.yml": "as: Customer\nkeys:\n  name: ann\n",
    ])
    let run = try await folder.docket("rename", "ann", "anna")
    #expect(run.status == 0, "\(run.error)")
    #expect(
      try folder.text("Content/about.md")
        == "[hers](orders/where/customer/anna.html), [data](orders/where/customer/anna.csv), [all](reports/of/anna.html)\n"
    )
    #expect(run.output.contains("like.md: line 3 still has 'ann': where: customer.id LIKE 'ann'\n"))
    #expect(run.output.contains("imports/bank.yml: line 3 still has 'ann': name: ann\n"))
    let moved = try await folder.docket("rename", "like.md", "/help/more/like.md")
    #expect(moved.status == 0, "\(moved.error)")
    #expect(
      try folder.text("Content/help/more/like.md").hasSuffix(
        "[of](../../reports/unpaid.md), [all](../../orders/index.html)\n"))
    // The link to the list would lead out of Content.
    let movedUp = try await folder.docket("rename", "help/more/like.md", "/like.md")
    #expect(movedUp.status == 0, "\(movedUp.error)")
    #expect(
      try folder.text("Content/like.md").hasSuffix("[of](reports/unpaid.md), [all](orders/index.html)\n"))
  }

  @Test func draftsRulesAndIndexesFollowARename() async throws {
    let folder = try TemporaryFolder([
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/customers/bob.md": "---\nname: Bob\n---\n",
      "Content/orders/o1.md":
        "---\ndate: 2026-03-14\ncustomer: 'ann' # hers\nrows: [{text: x, sum: 5}]\n---\n",
      "Content/orders/o2.md": "---\r\ndate: 2026-03-14\r\ncustomer: ann\r\ndraft: true\r\n---\r\n",
      "Content/orders/index.md": "---\nwhere: customer IN {'bob', 'ann'}\n---\n",
    ])
    let run = try await folder.docket("rename", "ann", "anna")
    #expect(run.status == 0, "\(run.error)")
    #expect(try folder.text("Content/customers/anna.md") == "---\nname: Ann\nwas: [ann]\n---\n")
    #expect(try folder.text("Content/orders/o1.md").contains("customer: 'anna' # hers\n"))
    #expect(try folder.text("Content/orders/o2.md").contains("customer: anna\r\n"))
    #expect(try folder.text("Content/orders/index.md").contains("{'bob', 'anna'}"))
  }

  /// A key that the model newly requires is given to all records at once.
  @Test func whatIsMissingIsSetInManyRecords() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/model.yml": """
      entities:
        Customer: {attributes: {town: {type: string, required: true}, since: {type: date, required: true}}}

      """
    ])
    for assignment in ["town=Passau", "since=2026-01-01"] {
      let run = try await folder.docket("set", "Customer", "--where", "TRUEPREDICATE", assignment)
      #expect(run.status == 0, "\(run.error)")
    }
    let query = try await folder.docket("query", "Customer", "--where", "town = 'Passau'", "--ids")
    #expect(query.output == "ann\nbob\n")
  }

  /// What a rule newly asks for is given to all records at once, or to some of them.
  @Test func whatARuleAsksForIsSetInManyRecords() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/model.yml":
        "entities: {Customer: {attributes: {town: string}, rules: [{when: town = nil, error: needs a town}]}}\n"
    ])
    #expect(try await folder.docket("check").status == 1)
    let some = try await folder.docket("set", "Customer", "--where", "id = 'ann'", "town=Passau")
    #expect(some.status == 0, "\(some.error)")
    #expect(try await folder.docket("check").output.contains("needs a town"))
    let all = try await folder.docket("set", "Customer", "--where", "town = nil", "town=Linz")
    #expect(all.status == 0, "\(all.error)")
    #expect(try await folder.docket("check").status == 0)
    let broken = try await folder.docket("set", "Customer", "--where", "TRUEPREDICATE", "town=")
    #expect(broken.status == 1 && broken.error.contains("needs a town"))
  }

  /// A total of which a part is missing is no total.
  @Test func whatIsComputedFromAMissingValueIsNotUsed() async throws {
    let folder = try SmallSite.folder()
    try folder.replace("sum: 10", with: "text: x", in: "Content/orders/2025/o1.md")
    let old = try FileTree(folder.path)
    for (predicate, assignment) in [
      ("order.total < 8", "sum=1"), ("service.id = 'paint'", "sum:=order.total / 2"),
    ] {
      let run = try await folder.docket("set", "RowOfOrder", "--where", predicate, assignment)
      #expect(run.status == 1 && run.error.contains("'sum' is missing"), "\(run.error)")
    }
    #expect(try FileTree(folder.path).touched(since: old) == [])
    #expect(try await folder.docket("set", "RowOfOrder", "--where", "sum = nil", "sum=1").status == 0)
    #expect(try folder.text("Content/orders/2025/o1.md").contains("sum: 1"))
  }

  /// Nobody is late with an order that costs nothing, or with a credit note.
  @Test func onlyWhatCostsSomethingIsOverdue() async throws {
    func order(_ sum: Int) -> String {
      "---\ndate: 2026-01-01\ncustomer: ann\nmade: true\ndue: 2026-02-01\nrows: [{service: tune, sum: \(sum)}]\n---\n"
    }
    let folder = try SmallSite.folder(adding: [
      "Content/orders/a.md": order(5), "Content/orders/b.md": order(0), "Content/orders/c.md": order(-5),
    ])
    let query = try await folder.docket(
      "query", "Order", "--where", "state = 'overdue'", "--ids", "--today", "2026-03-01")
    #expect(query.output == "a\n", "\(query.error)")
  }
}
