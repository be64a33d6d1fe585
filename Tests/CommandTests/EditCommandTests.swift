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

  @Test func whatIsWrongIsRefusedAndNothingIsWritten() async throws {
    let folder = try SmallSite.folder()
    let old = try FileTree(folder.path("Content"))
    for (arguments, text) in [
      (["set", "o9", "made=no"], "unknown record 'o9'; did you mean"),
      (["set", "o2", "mde=no"], "unknown key 'mde' in Order; did you mean 'made'?"),
      (["set", "o2", "date=soon"], "Content/orders/2026/o2.md:2:7: error:"),
      (["set", "o2#4", "sum=1"], "'o2' has no row 4"),
      (["set", "o2", "customer=zoe"], "unknown customer 'zoe'"),
      (["new", "customer"], "a new Customer needs an id or 'name'"),
      (["add", "o2", "row", "service=paint"], "'sum' is missing"),
      (["remove", "o2"], "'o2' is no row"), (["rename", "ann", "bob"], "the id 'bob' is taken"),
    ] {
      let run = try await Program.docket(in: folder.path).run(arguments)
      #expect(run.status == 1, "\(arguments)")
      #expect(run.error.contains(text), "\(arguments): \(run.error)")
    }
    let diff = try await folder.docket("set", "o2", "made=no", "--dry-run")
    #expect(diff.status == 0)
    #expect(diff.output.contains("-made: true\n+made: no\n"))
    #expect(try FileTree(folder.path("Content")).touched(since: old) == [])
  }

  @Test func aRenameLeavesEveryFigureAndLink() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/about.md":
        "# About\n\n[Ann](customers/ann.md), [bill](/orders/2026/o3.md#x), [unpaid](reports/unpaid.md).\n",
      "Content/orders/2026/o3.md": SmallSite.order(
        "2026-02-20", "ann", "tune", 5, "\n# x\n\n[Ann](../../customers/ann.html)"),
      "Content/reports/of-ann.md": "# Ann\n\n```query\nfrom: Order\nwhere: customer = 'ann'\n```\n",
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
    let after = try await figures()
    for (path, bytes) in before { #expect(after[path] == nil || after[path] == bytes, "\(path)") }
    #expect(try folder.text("Site/orders/2026/o3.html").contains("o3x.html"))
    #expect(try folder.text("Site/reports/unpaid.html").contains("open.html"))
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
    #expect(try folder.text("Content/orders/o1.md").contains("customer: anna # hers\n"))
    #expect(try folder.text("Content/orders/o2.md").contains("customer: anna\r\n"))
    #expect(try folder.text("Content/orders/index.md").contains("{'bob', 'anna'}"))
  }

  /// A rename that touches many files, killed at any moment: the next command finishes it or takes it back.
  @Test func aKilledRenameIsWholeOrNothing() async throws {
    let (orders, kills) =
      ProcessInfo.processInfo.environment["DOCKET_KILLS"].flatMap { Int($0) }.map { (2_000, $0) } ?? (200, 6)
    let folder = try TemporaryFolder(["Content/customers/a.md": "---\nname: A\n---\n"])
    for order in 0..<orders {
      try folder.put(
        "Content/orders/o\(order).md", "---\ndate: 2026-01-01\ncustomer: a\nrows: [{text: x, sum: 1}]\n---\n")
    }
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try await folder.docket("rename", "a", "b").status == 0)
    let duration = clock.now - start
    #expect(try await folder.docket("rename", "b", "a").status == 0)
    var random = SeededGenerator(seed: 300)
    var (said, wasOld, wasNew) = (0, 0, 0)
    var (name, other) = ("a", "b")
    for kill in 0..<kills {
      let run = try Program.docket(in: folder.path).start(["rename", name, other])
      if kill % 2 == 0 {
        run.kill(after: .microseconds(Int.random(in: 0..<30_000, using: &random))) {
          folder.has(".docket-edit-Content.new") || folder.has(".docket-edit-Content")
        }
      } else {
        try await Task.sleep(for: duration * Double.random(in: 0..<1.1, using: &random))
        run.kill()
      }
      _ = try await run.end()
      let next = try await folder.docket("check", "--quiet")
      #expect(next.status == 0, "kill \(kill): \(next.error)")
      if next.error.contains("interrupted") { said += 1 }
      let isOld = folder.has("Content/customers/\(name).md")
      #expect(isOld != folder.has("Content/customers/\(other).md"), "kill \(kill)")
      let tree = try FileTree(folder.path)
      let expected = "customer: \(isOld ? name : other)\n"
      #expect(tree.files.count == orders + 1, "kill \(kill)")
      let isWhole = tree.files.allSatisfy { path, bytes in
        !path.contains("orders/") || String(decoding: bytes, as: UTF8.self).contains(expected)
      }
      #expect(isWhole, "kill \(kill)")
      if isOld { wasOld += 1 } else { wasNew += 1 }
      if !isOld { (name, other) = (other, name) }
    }
    print("\(kills) kills: \(wasOld) taken back or not begun, \(wasNew) finished, \(said) told")
    #expect(said > 0)
  }
}
