import TestSupport
import Testing

/// A record whose file another program changes while its form is open.
extension FormTests {
  @Test func aFileThatChangedMeanwhileShowsBothAndLetsOneChoose() async throws {
    let site = try await ServedSite("--edit")
    let form = try await site.ask("/-/edit/Order/o1").body
    try site.folder.replace("10.00", with: "11.00", in: "Content/orders/2026/o1.md")
    try site.folder.replace("customer: ann", with: "customer: bob", in: "Content/orders/2026/o1.md")
    let theirs = try site.folder.text("Content/orders/2026/o1.md")
    let conflict = try await send(
      site, "/-/edit/Order/o1", ["v.made": "false", "v.due": "2026-05-01"], from: form)
    #expect(conflict.status == 409)
    #expect(
      conflict.body.contains("The file has changed meanwhile")
        && conflict.body.contains("In the file now: <b>bob</b>"))
    #expect(conflict.body.contains("In the file now: <b>Yes</b>"))
    #expect(conflict.body.contains("<b>Service: paint, Sum: 11.00</b>"))
    // What nobody changed here follows the file.
    #expect(conflict.body.contains("value=\"customer\" checked>"))
    #expect(conflict.body.contains("value=\"rows\" checked>"))
    #expect(conflict.body.contains("value=\"due\">") && conflict.body.contains("value=\"made\">"))
    #expect(try site.folder.text("Content/orders/2026/o1.md") == theirs)
    // The customer is taken, the rows are not.
    let choice = conflict.body.replacing("value=\"rows\" checked", with: "value=\"rows\"")
    let chosen = try await send(site, "/-/edit/Order/o1", [:], from: choice)
    #expect(chosen.status == 303)
    let text = try site.folder.text("Content/orders/2026/o1.md")
    #expect(
      text.contains("customer: bob") && text.contains("sum: 10.00") && text.contains("due: 2026-05-01")
        && text.contains("made: false"))
  }

  /// What is typed on the page of a conflict is not replaced by the file's, whose values are taken by default.
  @Test func whatIsTypedAtAConflictStays() async throws {
    let site = try await ServedSite("--edit")
    let path = "Content/orders/2026/o1.md"
    let form = try await site.ask("/-/edit/Order/o1").body
    try site.folder.replace("customer: ann", with: "customer: bob\ndue: 2026-03-01", in: path)
    try site.folder.replace("10.00", with: "11.00", in: path)
    let conflict = try await send(site, "/-/edit/Order/o1", ["body": "Mine."], from: form)
    #expect(conflict.status == 409 && conflict.body.contains("value=\"due\" checked>"))
    let saved = try await send(site, "/-/edit/Order/o1", ["v.due": "2026-04-15"], from: conflict.body)
    #expect(saved.status == 303, "\(saved.body)")
    let text = try site.folder.text(path)
    #expect(text.contains("due: 2026-04-15") && text.contains("customer: bob") && text.contains("sum: 11.00"))
    #expect(text.hasSuffix("Mine.\n"), "\(text)")
  }

  /// A row that is added there is asked about, because the file's rows would be lost otherwise.
  @Test func aRowThatIsAddedAtAConflictIsNotLost() async throws {
    let site = try await ServedSite("--edit")
    let path = "Content/orders/2026/o1.md"
    let form = try await site.ask("/-/edit/Order/o1").body
    try site.folder.replace("10.00", with: "11.00", in: path)
    let conflict = try await send(site, "/-/edit/Order/o1", ["body": "Mine."], from: form)
    let theirs = try site.folder.text(path)
    let again = try await send(
      site, "/-/edit/Order/o1", ["r.rows.1000.text": "Mine", "r.rows.1000.sum": "5"], from: conflict.body)
    #expect(again.status == 409 && again.body.contains("value=\"rows\">"), "\(again.body)")
    #expect(try site.folder.text(path) == theirs)
    #expect(try await send(site, "/-/edit/Order/o1", [:], from: again.body).status == 303)
    #expect(try site.folder.text(path).contains("text: Mine, sum: 5"))
  }

  /// What was chosen on the first page of a conflict is still chosen on the second, which asks about the rows.
  @Test func whatWasChosenAtAConflictStaysChosen() async throws {
    let site = try await ServedSite("--edit")
    let path = "Content/orders/2026/o1.md"
    let form = try await site.ask("/-/edit/Order/o1").body
    try site.folder.replace("customer: ann", with: "customer: bob\ndue: 2026-03-01", in: path)
    try site.folder.replace("10.00", with: "11.00", in: path)
    let conflict = try await send(site, "/-/edit/Order/o1", ["v.due": "2026-04-15"], from: form).body
    #expect(conflict.contains("value=\"customer\" checked>") && conflict.contains("value=\"due\">"))
    let choice = conflict.replacing("value=\"customer\" checked>", with: "value=\"customer\">")
      .replacing("value=\"due\">", with: "value=\"due\" checked>")
    let again = try await send(site, "/-/edit/Order/o1", ["r.rows.1000.sum": "5"], from: choice).body
    #expect(again.contains("value=\"customer\">") && again.contains("value=\"due\" checked>"), "\(again)")
    #expect(try await send(site, "/-/edit/Order/o1", [:], from: again).status == 303)
    let text = try site.folder.text(path)
    #expect(text.contains("customer: ann\ndue: 2026-03-01") && text.contains("sum: 5"), "\(text)")
  }

  /// A save waits for a command that changes the book, and is checked against what that leaves.
  @Test(.needs("flock")) func aSaveSeesWhatACommandHasJustChanged() async throws {
    let site = try await ServedSite("--edit")
    let form = try await site.ask("/-/edit/Order/o1").body
    let other = try Program("flock", site.folder.path("Content"), "sh", "-c", in: site.folder.path)
      .start(["touch held; sleep 2; rm Content/customers/bob.md"])
    while !site.folder.has("held") { try await Task.sleep(for: .milliseconds(5)) }
    let run = try await send(site, "/-/edit/Order/o1", ["v.customer": "bob"], from: form)
    #expect(run.status == 422 && run.body.contains("unknown customer"), "\(run.body)")
    #expect(try await other.end().status == 0)
    #expect(try site.folder.text("Content/orders/2026/o1.md").contains("customer: ann"))
  }

  @Test func aTextThatChangedMeanwhileIsShownAndCanBeTaken() async throws {
    let site = try await ServedSite("--edit")
    let form = try await site.ask("/-/edit/Order/o1").body
    let path = "Content/orders/2026/o1.md"
    try site.folder.put(path, try site.folder.text(path) + "Their <note>.\n")
    let conflict = try await send(
      site, "/-/edit/Order/o1", ["body": "Mine.", "v.due": "2026-05-01"], from: form)
    #expect(conflict.status == 409 && conflict.body.contains("<pre>Their &lt;note&gt;.\n</pre>"))
    #expect(!conflict.body.contains(" checked"))
    // What was taken stays so where something else keeps it from being saved.
    let refused = try await send(
      site, "/-/edit/Order/o1", ["v.date": "soon"], from: conflict.body, more: [("take", "-body")])
    #expect(refused.status == 422 && refused.body.contains("Their &lt;note&gt;."))
    #expect(!refused.body.contains("Mine."))
    let taken = try await send(site, "/-/edit/Order/o1", [:], from: conflict.body, more: [("take", "-body")])
    #expect(taken.status == 303)
    let text = try site.folder.text(path)
    #expect(text.hasSuffix("---\nTheir <note>.\n") && text.contains("due: 2026-05-01"))
  }
}
