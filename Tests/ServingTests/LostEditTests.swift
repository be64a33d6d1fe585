import Foundation
import TestSupport
import Testing

/// That no edit made in a form is lost: neither by a restart, nor beside other windows and programs, nor by a kill.
struct LostEditTests {
  /// A form of an earlier run, or one whose record was deleted meanwhile, shows again what was typed.
  @Test func whatWasTypedSurvivesARestartAndADeletion() async throws {
    let site = try await ServedSite("--edit")
    let form = try await site.ask("/-/edit/Order/o2").body
    let late = try await send(
      site, "/-/edit/Order/o2", ["token": "of an earlier run", "body": "Typed before."], from: form)
    #expect(late.status == 403 && late.body.contains("earlier run") && late.body.contains("Typed before."))
    #expect(try !site.folder.text("Content/orders/2026/o2.md").contains("Typed"))
    #expect(try await send(site, "/-/edit/Order/o2", [:], from: late.body).status == 303)
    #expect(try site.folder.text("Content/orders/2026/o2.md").hasSuffix("---\nTyped before.\n"))
    let open = try await site.ask("/-/edit/Order/o2").body
    try site.folder.remove("Content/orders/2026/o2.md")
    let gone = try await send(site, "/-/edit/Order/o2", ["v.due": "2026-05-01"], from: open)
    #expect(gone.status == 409 && gone.body.contains("was deleted meanwhile"))
    #expect(gone.body.contains("2026-05-01"))
    let again = try await send(site, "/-/edit/Order/o2", [:], from: gone.body)
    #expect(again.headers["location"]?.hasPrefix("/-/edit/Order/o2") ?? false, "\(again.headers)")
    #expect(try site.folder.text("Content/orders/2026/o2.md").contains("due: 2026-05-01"))
  }

  /// A browser sends line endings of one kind, and no control characters; a text that nobody touched stays.
  @Test func aTextThatAFormCannotSendStays() async throws {
    let front = "---\nname: Zed\ninfo: \"a\\rb\"\n"
    let body = "---\nfirst\rsecond\u{2028}still\u{85}it\u{FFFE}\nthird\n"
    let site = try await ServedSite("--edit", adding: ["Content/customers/zed.md": front + body])
    #expect(try await send(site, "/-/edit/Customer/zed", ["v.phone": "1"]).status == 303)
    #expect(try site.folder.text("Content/customers/zed.md") == front + "phone: 1\n" + body)
    // A new body has the line endings of the file.
    #expect(try await send(site, "/-/edit/Customer/zed", ["body": "one\ntwo"]).status == 303)
    #expect(try site.folder.text("Content/customers/zed.md").hasSuffix("---\none\ntwo\n"))
  }

  /// The form of a record that has another id by now is saved in that.
  @Test func whatWasTypedFollowsARenamedRecord() async throws {
    let site = try await ServedSite("--edit")
    let form = try await site.ask("/-/edit/Customer/ann").body
    let renamed = try await Program.docket(in: site.folder.path).run("rename", "ann", "anna")
    #expect(renamed.status == 0, "\(renamed.error)")
    try await site.eventually { try await site.ask("/-/edit/Customer/anna").status == 200 }
    let refused = try await send(site, "/-/edit/Customer/ann", ["v.phone": "123"], from: form)
    #expect(refused.status == 409)
    #expect(refused.body.contains("the record &#39;ann&#39; is called &#39;anna&#39; now"))
    #expect(refused.body.contains("action=\"/-/edit/Customer/anna\"") && !refused.body.contains("deleted"))
    #expect(try await send(site, "/-/edit/Customer/anna", [:], from: refused.body).status == 303)
    #expect(
      try site.folder.text("Content/customers/anna.md") == "---\nname: Ann\nphone: 123\nwas: [ann]\n---\n")
    #expect(!site.folder.has("Content/customers/ann.md"))
  }

  /// A record's former address leads to its form, where what is kept under the former name is offered.
  @Test func theFormOfARenamedRecordIsAtItsFormerAddress() async throws {
    let site = try await ServedSite("--edit")
    let kept = try #require(
      fields(try await site.ask("/-/edit/Customer/ann").body).first { $0.name == "draft" }?.value)
    let renamed = try await Program.docket(in: site.folder.path).run("rename", "ann", "anna")
    #expect(renamed.status == 0, "\(renamed.error)")
    try await site.eventually { try await site.ask("/-/edit/Customer/anna").status == 200 }
    for verb in ["edit", "delete"] {
      let answer = try await site.ask("/-/\(verb)/Customer/ann")
      #expect(answer.status == 303 && answer.headers["location"] == "/-/\(verb)/Customer/anna")
    }
    let form = try await site.ask("/-/edit/Customer/anna").body
    #expect(form.contains("data-former=\"[&quot;\(kept)&quot;]\""), "\(form)")
    #expect(try await !site.ask("/-/edit/Customer/bob").body.contains("data-former"))
    #expect(try await site.ask("/-/edit/Customer/annie").status == 404)
  }

  /// What was typed stays on the page where the model no longer has the entity, and is saved once it has it again.
  @Test func whatWasTypedSurvivesTheLossOfItsEntity() async throws {
    func model(_ name: String) -> String {
      "entities: {\(name): {folder: tools, attributes: {name: string, note: text}}}\n"
    }
    let path = "Content/tools/saw.md"
    let site = try await ServedSite(
      "--edit", adding: ["Content/model.yml": model("Tool"), path: "---\nname: Saw\n---\n"])
    let form = try await site.ask("/-/edit/Tool/saw").body
    let new = try await site.ask("/-/new/Tool").body
    try site.folder.put("Content/model.yml", model("Device"))
    try await site.eventually { try await site.ask("/-/edit/Device/saw").status == 200 }
    let typed = ["v.note": "Two lines,\n<both>", "body": "Sharp."]
    let refused = try await send(site, "/-/edit/Tool/saw", typed, from: form)
    #expect(refused.status == 409 && refused.body.contains("the model no longer has &#39;Tool&#39;"))
    let shown = fields(refused.body)
    for (name, value) in typed {
      #expect(shown.contains { $0.name == name && $0.value == value }, "\(shown)")
    }
    #expect(try await send(site, "/-/edit/Tool/saw", [:], from: refused.body).status == 409)
    let late = try await send(site, "/-/edit/Tool/saw", ["token": "of an earlier run"], from: refused.body)
    #expect(late.status == 409 && fields(late.body).contains { $0.name == "body" && $0.value == "Sharp." })
    let another = try await send(site, "/-/new/Tool", ["v.name": "Axe", "id": "axe"], from: new)
    #expect(
      another.status == 409 && fields(another.body).contains { $0.name == "v.name" && $0.value == "Axe" })
    #expect(try site.folder.text(path) == "---\nname: Saw\n---\n")
    try site.folder.put("Content/model.yml", model("Tool"))
    try await site.eventually { try await site.ask("/-/edit/Tool/saw").status == 200 }
    #expect(try await send(site, "/-/edit/Tool/saw", [:], from: refused.body).status == 303)
    #expect(try site.folder.text(path).hasSuffix("---\nSharp.\n"))
    #expect(try site.folder.text(path).contains("<both>"))
    #expect(try await send(site, "/-/new/Tool", [:], from: another.body).status == 303)
    #expect(site.folder.has("Content/tools/axe.md"))
  }

  /// A form of a new record that is sent twice makes one, and leads both times to it.
  @Test func aFormThatIsSentTwiceMakesOneRecord() async throws {
    let site = try await ServedSite("--edit")
    let form = try await site.ask("/-/new/Order").body
    let typed = ["v.date": "2026-03-02", "r.rows.1000.sum": "4"]
    async let first = send(site, "/-/new/Order", typed, from: form)
    async let second = send(site, "/-/new/Order", typed, from: form, more: [("then", "stay")])
    let answers = try await [first, second]
    #expect(answers.allSatisfy { $0.status == 303 })
    #expect(Set(answers.map { $0.headers["location"] }).count == 1)
    #expect(site.folder.has("Content/orders/2026/o3.md") && !site.folder.has("Content/orders/2026/o4.md"))
    // What was changed before it is sent again is another record, and so is the same in another form.
    #expect(
      try await send(site, "/-/new/Order", typed.merging(["body": "More."]) { $1 }, from: form).status == 303)
    #expect(try await send(site, "/-/new/Order", typed).status == 303)
    #expect(site.folder.has("Content/orders/2026/o5.md") && !site.folder.has("Content/orders/2026/o6.md"))
    // A record that is gone by now is made again.
    try site.folder.remove("Content/orders/2026/o3.md")
    #expect(try await send(site, "/-/new/Order", typed, from: form).status == 303)
    #expect(site.folder.has("Content/orders/2026/o6.md"))
  }

  /// A record that has changed since its deletion was asked for is asked for again, with what it is now.
  @Test func whatChangedMeanwhileIsNotDeleted() async throws {
    let site = try await ServedSite("--edit")
    let ask = try await site.ask("/-/delete/Customer/ann").body
    try site.folder.put("Content/customers/ann.md", "---\nname: Ann\n---\nHer new address.\n")
    let refused = try await send(site, "/-/delete/Customer/ann", [:], from: ask)
    #expect(refused.status == 409 && refused.body.contains("The file has changed meanwhile"))
    #expect(refused.body.contains("Her new address."))
    #expect(try site.folder.text("Content/orders/2026/o1.md").contains("customer: ann"))
    let deleted = try await send(site, "/-/delete/Customer/ann", [:], from: refused.body)
    #expect(deleted.status == 303, "\(deleted.body)")
    #expect(!site.folder.has("Content/customers/ann.md"))
    #expect(try !site.folder.text("Content/orders/2026/o1.md").contains("customer"))
  }

  /// A record that another program has deleted before is not deleted twice, and a page says so.
  @Test func aRecordThatIsGoneIsNotDeletedAgain() async throws {
    let site = try await ServedSite("--edit")
    let ask = try await site.ask("/-/delete/Customer/ann").body
    try site.folder.replace("customer: ann\n", with: "", in: "Content/orders/2026/o1.md")
    try site.folder.remove("Content/customers/ann.md")
    let refused = try await send(site, "/-/delete/Customer/ann", [:], from: ask)
    #expect(refused.status == 409 && refused.body.contains("<h1>Nothing was deleted</h1>"), "\(refused.body)")
    #expect(refused.body.contains("the record is no longer there"))
  }

  /// A record whose file cannot be read any more is not said to be deleted.
  @Test func aFormOfAFileWithAnErrorSaysSo() async throws {
    let site = try await ServedSite("--edit")
    let open = try await site.ask("/-/edit/Order/o2").body
    let text = "---\nrows: [\n---\n"
    try site.folder.put("Content/orders/2026/o2.md", text)
    let refused = try await send(site, "/-/edit/Order/o2", ["body": "Typed."], from: open)
    #expect(refused.status == 409 && refused.body.contains("has an error") && refused.body.contains("Typed."))
    #expect(try await send(site, "/-/edit/Order/o2", [:], from: refused.body).status == 409)
    #expect(try site.folder.text("Content/orders/2026/o2.md") == text)
    for verb in ["edit", "delete"] {
      let shown = try await site.ask("/-/\(verb)/Order/o2")
      #expect(shown.status == 422 && shown.body.contains("Content/orders/2026/o2.md"), "\(shown.body)")
      #expect(try await site.ask("/-/\(verb)/Order/o9").status == 404)
    }
  }

  /// What was typed for a key is kept while an error in the model hides it, and where the model has it no more.
  @Test func whatTheModelNoLongerHasIsNotDropped() async throws {
    let path = "Content/customers/ann.md"
    func model(_ attribute: String) -> String {
      "entities:\n  Customer:\n    attributes:\n      vat: string\n\(attribute)"
    }
    let level = "      level: integer\n"
    let site = try await ServedSite("--edit", adding: ["Content/model.yml": model(level)])
    let form = try await site.ask("/-/edit/Customer/ann").body
    try site.folder.put("Content/model.yml", model("      level: intger\n"))
    try await site.eventually { try await site.ask("/-/problems").body.contains("intger") }
    let refused = try await send(site, "/-/edit/Customer/ann", ["v.level": "3", "v.vat": "DE1"], from: form)
    #expect(refused.status == 422 && refused.body.contains("the model has an error"))
    #expect(refused.body.contains("Content/model.yml:5"))
    #expect(try site.folder.text(path) == "---\nname: Ann\n---\n")
    let new = try await site.ask("/-/new/Customer").body
    #expect(try await send(site, "/-/new/Customer", ["v.name": "Zoe"], from: new).status == 422)
    try site.folder.put("Content/model.yml", model(""))
    try await site.eventually { try await !site.ask("/-/problems").body.contains("intger") }
    let unknown = try await send(site, "/-/edit/Customer/ann", [:], from: refused.body)
    #expect(unknown.status == 422 && unknown.body.contains("the model no longer has &#39;level&#39;"))
    #expect(try await send(site, "/-/edit/Customer/ann", ["v.level": ""], from: unknown.body).status == 303)
    #expect(try site.folder.text(path) == "---\nname: Ann\nvat: DE1\n---\n")
    try site.folder.put("Content/model.yml", model(level))
    try await site.eventually { try await site.ask("/-/new/Customer").body.contains("v.level") }
    let kept = fields(unknown.body).map { $0.name == "base" ? ($0.name, "") : $0 }
    let conflict = try await ask(
      site.port, "/-/edit/Customer/ann", method: "POST", body: encoded(kept))
    #expect(try await send(site, "/-/edit/Customer/ann", [:], from: conflict.body).status == 303)
    #expect(try site.folder.text(path).contains("level: 3\n"))
  }

  /// The same for what was typed in rows.
  @Test func whatTheModelNoLongerHasInRowsIsNotDropped() async throws {
    let model = "entities:\n  RowOfOrder:\n    attributes:\n      shade: string\n"
    let site = try await ServedSite("--edit", adding: ["Content/model.yml": model])
    let form = try await site.ask("/-/edit/Order/o1").body
    try site.folder.remove("Content/model.yml")
    try await site.eventually { try await !site.ask("/-/new/Order").body.contains(".shade") }
    let refused = try await send(site, "/-/edit/Order/o1", ["r.rows.0.shade": "white"], from: form)
    #expect(refused.status == 422 && refused.body.contains("the model no longer has &#39;shade&#39;"))
    try site.folder.put("Content/model.yml", model)
    try await site.eventually { try await site.ask("/-/new/Order").body.contains(".shade") }
    #expect(try await send(site, "/-/edit/Order/o1", [:], from: refused.body).status == 303)
    #expect(try site.folder.text("Content/orders/2026/o1.md").contains("sum: 10.00, shade: white"))
  }

  /// Two windows and an editor change a book at once. Each change is of a key or row of its own, so that the files show which
  /// of them were lost; a form that was open while its file changed is refused, opened again and saved.
  @Test func randomSavesLoseNoEdit() async throws {
    let count = Int(ProcessInfo.processInfo.environment["DOCKET_SAVES"] ?? "") ?? 60
    let ids = (1...4).map { "o\($0)" }
    let files = Dictionary(
      uniqueKeysWithValues: ids.map {
        (
          "Content/orders/2026/\($0).md",
          ServedSite.order("2026-01-1\($0.last ?? "0")", "ann", "made: true\n", "1.00")
        )
      })
    let site = try await ServedSite("--edit", adding: files)
    let locks = FileTurns()
    // What each of the three has made of each order: window 1 the sum of the row, window 2 the text below, the editor the day.
    func window(_ seed: UInt64, _ name: String, _ value: (Int) -> String) async throws -> [String: String] {
      var random = SeededGenerator(seed: seed)
      var last: [String: String] = [:]
      for step in 0..<count / 3 {
        let id = ids[Int.random(in: 0..<ids.count, using: &random)]
        let text = value(step)
        var status = 0
        for _ in 0..<200 where status != 303 {
          let form = try await site.ask("/-/edit/Order/\(id)").body
          // The editor empties a file before it writes it.
          guard form.contains("name=\"base\"") else { continue }
          if Bool.random(using: &random) { try await Task.sleep(for: .milliseconds(3)) }
          status = try await locks.run(id) {
            try await send(site, "/-/edit/Order/\(id)", [name: text], from: form).status
          }
          #expect([303, 409].contains(status), "\(status)")
        }
        #expect(status == 303)
        last[id] = text
      }
      return last
    }
    func editor() async throws -> [String: String] {
      var random = SeededGenerator(seed: 3)
      var last: [String: String] = [:]
      for step in 0..<count / 3 {
        let id = ids[Int.random(in: 0..<ids.count, using: &random)]
        let day = "2026-0\(step % 9 + 1)-\(10 + step % 19)"
        // Between an editor's reading and writing nobody else writes: that loss would be the editor's.
        try await locks.run(id) {
          let path = "Content/orders/2026/\(id).md"
          let text = try site.folder.text(path)
          try site.folder.put(
            path,
            text.contains("due:")
              ? text.replacing(/due: .*/, with: "due: \(day)")
              : text.replacing("made:", with: "due: \(day)\nmade:"))
        }
        last[id] = day
        try await Task.sleep(for: .milliseconds(Int.random(in: 0..<30, using: &random)))
      }
      return last
    }
    async let sums = window(1, "r.rows.0.sum") { "\($0 + 2).00" }
    async let notes = window(2, "body") { "Note \($0).\n" }
    async let days = editor()
    let (allSums, allNotes, allDays) = try await (sums, notes, days)
    for id in ids {
      let text = try site.folder.text("Content/orders/2026/\(id).md")
      #expect(text.contains("sum: \(allSums[id] ?? "1.00")}"), "\(id): \(text)")
      #expect(text.hasSuffix("---\n\(allNotes[id] ?? "")"), "\(id): \(text)")
      if let day = allDays[id] { #expect(text.contains("due: \(day)\n"), "\(id): \(text)") }
    }
    let build = try await Program.docket(in: site.folder.path).run("build")
    #expect(build.status == 0, "\(build.error)")
    for path in ids.map({ "orders/2026/\($0).html" }) + ["orders/index.html", "orders/index.csv"] {
      let written = try site.folder.text("Site/\(path)")
      try await site.eventually(path) {
        try await site.ask("/" + path).body.withoutAddedLine == written
      }
    }
  }

  /// An edit of another program that was interrupted is finished by the next save, which says so.
  @Test func aSaveSaysThatItFinishedAnotherEdit() async throws {
    let site = try await ServedSite("--edit")
    let text = "---\nname: Zoe\n---\n"
    try site.folder.put(
      ".docket-edit-Content", "docket-edit 1\nfile 16 - \(text.utf8.count) customers/zoe.md\n\(text)\nend\n")
    #expect(try await send(site, "/-/edit/Order/o1", ["body": "Typed."]).status == 303)
    #expect(try site.folder.text("Content/customers/zoe.md") == text)
    #expect(try site.folder.text("Content/orders/2026/o1.md").hasSuffix("Typed.\n"))
    #expect(try site.errors().contains("docket: an edit of 1 file was interrupted; it is finished now\n"))
  }

  /// The server is killed while forms are saved; the file is always one that a save wrote.
  @Test func aKilledServerLeavesWholeFiles() async throws {
    let kills = Int(ProcessInfo.processInfo.environment["DOCKET_KILLS"] ?? "") ?? 3
    for round in 0..<kills {
      let site = try await ServedSite("--edit")
      let body = String(repeating: "A long note. ", count: 5_000)
      async let saves: Void = {
        for number in 0..<200 {
          guard (try? await send(site, "/-/edit/Order/o1", ["body": "\(number) \(body)"]).status) == 303
          else { return }
        }
      }()
      try await Task.sleep(for: .milliseconds(150 + 37 * round))
      site.kill()
      await saves
      let text = try site.folder.text("Content/orders/2026/o1.md")
      #expect(
        text.hasPrefix("---\ndate: 2026-01-10\n")
          && (text.hasSuffix("---\n") || text.hasSuffix("A long note. \n")))
      let check = try await Program.docket(in: site.folder.path).run("check")
      #expect(check.status == 0, "\(check.output)\(check.error)")
    }
  }
}

/// One change of a file after the other.
private actor FileTurns {
  private var last: [String: Task<Void, Never>] = [:]

  func run<Result: Sendable>(
    _ file: String, _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let before = last[file]
    let task = Task {
      await before?.value
      return try await work()
    }
    last[file] = Task { _ = try? await task.value }
    return try await task.value
  }
}
