import Content
import Diagnostics
import Editing
import FileSystem
import Markdown
import Publishing
import Records
import Site

/// The forms: what they show, and the edits that they make.
package struct FormAnswers: Sendable {
  let live: LiveSite
  /// Content, as the user would type it.
  let content: String
  /// The folder that a build writes to.
  let output: String
  let queue = SaveQueue()

  /// Makes the forms of a site.
  package init(live: LiveSite, content: String, output: String) {
    self.live = live
    self.content = content
    self.output = output
  }

  private var today: CivilDate { live.loading.today() }

  /// Answers a request below `/-/`; nil where no form is asked for.
  func answer(_ request: Request, token: String) async -> Response? {
    let parts = request.path.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false)
    guard let verb = parts.first, ["edit", "new", "delete", "compute", "find", "build", "fix"].contains(verb)
    else {
      return nil
    }
    if verb == "build", request.method == .post { return await build() }
    if verb == "fix", request.method == .post { return await queue.run { await fix(request) } }
    // What a script asks for at each key is answered from what is shown.
    if verb != "find", verb != "compute" { await live.refresh() }
    let snapshot = await live.snapshot
    guard let book = snapshot.book, book.hasWholeModel else {
      return page(503, ProblemsPage.page(503, snapshot.diagnostics).bytes)
    }
    if verb == "find" { return find(request.query, in: book) }
    if verb == "edit", parts.count == 1 { return list(book, token) }
    guard parts.count == (verb == "new" ? 2 : 3) || (verb == "compute" && parts.count == 2),
      let form = RecordForm(book, today: today, entity: parts[1], id: parts.count > 2 ? parts[2] : nil)
    else { return nil }
    let isPost = request.method == .post
    switch (verb, isPost) {
    case ("new", false), ("edit", false): return await show(form, request, token)
    case ("new", true), ("edit", true):
      return await queue.run { await save(form, request, token) }
    case ("compute", true): return await compute(form, request)
    case ("delete", false): return await askToDelete(form, token)
    case ("delete", true): return await queue.run { await delete(form, token) }
    default: return nil
    }
  }

  private func page(_ status: Int, _ bytes: [UInt8]) -> Response {
    Response(status, type: ContentType.of(".html"), .bytes(bytes))
  }

  private func json(_ text: String) -> Response {
    Response(200, type: ContentType.of(".json"), .bytes(Array(text.utf8)))
  }

  // MARK: Showing

  private func list(_ book: Book, _ token: String) -> Response {
    let entities = book.graph.model.entities.filter { $0.owner == nil && !$0.isAbstract }
    let items = entities.map { entity -> HTML in
      let count = book.graph.rows(of: book.graph.model.entity(named: entity.name) ?? 0).count
      return """
        <li><a href="/\(PercentEncoding.path(entity.folder ?? ""))/index.html">\(entity.pluralLabel)</a> \(count) · \
        <a href="/-/new/\(entity.name)">New \(entity.label)</a></li>

        """
    }
    return page(
      200,
      ownPage(
        title: "Forms",
        main: """
          <nav class="crumbs"><a href="/">Home</a> · <a href="/-/problems">Problems</a> · <a href="/-/query">Query</a></nav>
          <h1>Forms</h1>
          <ul>\(items)</ul>
          <p>Every page of a record has a button to edit it.</p>
          <form method="post" action="/-/build"><input type="hidden" name="token" value="\(token)">
          <p class="buttons"><button>Build</button> writes the site to <code>\(output)</code></p></form>
          """))
  }

  private func show(_ form: RecordForm, _ request: Request, _ token: String) async -> Response {
    var values = form.written
    if form.record == nil { values = prefilled(form, request.query) }
    var page = FormPage(form: form, values: values, base: form.mark, token: token)
    page.computed = form.computed(in: form.book, path: form.document.map { String($0.path) }, values: values)
    if let number = request.query["saved"].flatMap(Int.init), let saved = await queue.saved(number) {
      page.notice = notice(saved, form)
    }
    return self.page(200, page.bytes())
  }

  /// What a new record begins with: what the address says, what another has, the model's defaults, and today.
  private func prefilled(_ form: RecordForm, _ query: FormFields) -> FormValues {
    var values = FormValues()
    if let like = query["like"],
      let other = RecordForm(form.book, today: today, entity: form.declared.name, id: like)
    {
      values = other.written
      values.body = ""
      for (name, kind) in form.keys.keys {
        if case .attribute(let attribute) = kind,
          [.date, .boolean].contains(attribute.type) || attribute.isUnique
        {
          values.fields[name] = nil
        }
        if case .rows(let list) = kind,
          form.model.entities[list.destination].attributes.contains(where: {
            $0.type == .date && $0.isRequired
          })
        {
          values.rows[name] = nil
        }
        values.rows[name] = values.rows[name]?.map { .init(name: $0.name, was: nil, fields: $0.fields) }
      }
    }
    for attribute in form.declared.attributes
    where attribute.type == .date && attribute.isRequired && attribute.expression == nil {
      values.fields[attribute.name.text] = today.description
    }
    for field in query.all where form.keys[field.name] != nil { values.fields[field.name] = field.value }
    return values
  }

  /// What was saved, with its diff on demand.
  private func notice(_ saved: SaveQueue.Saved, _ form: RecordForm) -> HTML {
    """
    <section class="notice good" role="status" data-saved="\(form.declared.name)" data-id="\(form.id ?? "")"><p>Saved \
    <code>\(saved.paths.joined(separator: ", "))</code></p>
    <details><summary>What changed</summary><pre>\(saved.diff)</pre></details></section>

    """
  }

  /// The records whose title or id holds a text, at most twenty.
  private func find(_ query: FormFields, in book: Book) -> Response {
    guard let name = query["entity"], let entity = book.graph.model.entity(named: name) else {
      return json("[]")
    }
    let wanted = folded(nfc(query["q"] ?? ""), case: true, marks: true)
    let lookup = RecordLookup(book, today: today)
    let table = book.graph.model.entities[entity].table
    var found: [String] = []
    for row in book.graph.rows(of: entity) {
      let id = book.graph.id(of: row, in: table)
      let title = lookup.title(of: RecordHandle(table: table, row: row))
      guard wanted.isEmpty || folded("\(title) \(id)", case: true, marks: true).contains(wanted) else {
        continue
      }
      found.append(#"{"id":\#(jsonText(id)),"title":\#(jsonText(title))}"#)
      if found.count == 20 { break }
    }
    return json("[\(found.joined(separator: ","))]")
  }

  // MARK: Saving

  private func save(_ asked: RecordForm, _ request: Request, _ token: String) async -> Response {
    // Saves follow each other: the book may be another one by now.
    let snapshot = await live.snapshot
    guard let book = snapshot.book,
      let form = RecordForm(book, today: today, entity: asked.declared.name, id: asked.id)
    else { return .text(409, "the record is no longer there") }
    let sent = request.form
    var values = FormValues(sent)
    var page = FormPage(form: form, values: values, base: form.mark, token: token, id: sent["id"] ?? "")
    if form.record != nil, sent["base"] != form.mark, form.written != values {
      page.theirs = form.written
      return self.page(409, page.bytes())
    }
    for key in sent.values(of: "take") {
      values.fields[key] = form.written.fields[key] ?? (values.fields[key] == nil ? nil : "")
      if values.rows[key] != nil { values.rows[key] = form.written.rows[key] ?? [] }
    }
    guard let (edit, id, path) = form.edit(values, id: sent["id"]) else {
      page.problems.byField["id"] = [
        "an ID of letters, digits, '-', '_' and '.' that no other record has is needed"
      ]
      return self.page(422, page.bytes())
    }
    let problems = await form.problems(
      of: edit, path: path, values: values, before: snapshot, loading: live.loading)
    guard problems.isEmpty else {
      page.problems = problems
      return self.page(422, page.bytes())
    }
    switch await commit(edit) {
    case .failure(let failure): return .text(500, "\(failure)")
    case .success(nil):
      page.theirs = form.written
      return self.page(409, page.bytes())
    case .success(let number?):
      let name = form.declared.name
      guard let now = await live.snapshot.book, RecordForm(now, today: today, entity: name, id: id) != nil
      else {
        return self.page(200, draftPage(content + "/" + path))
      }
      guard sent["then"] == "next" else {
        return .redirect(to: "/-/edit/\(name)/\(PercentEncoding.path(id))?saved=\(number)")
      }
      guard form.record != nil else { return .redirect(to: "/-/new/\(name)") }
      return .redirect(
        to: "/-/edit/\(name)/\(PercentEncoding.path(form.neighbour(after: 1) ?? id))?saved=\(number)")
    }
  }

  /// What is shown after a record was saved that is a draft, where drafts are left out.
  private func draftPage(_ path: String) -> [UInt8] {
    ownPage(
      title: "Saved",
      main: """
        <h1>Saved</h1>
        <p><code>\(path)</code> is a draft now. Drafts are left out of the book, forms included, unless the server is started \
        with <code>--drafts</code>.</p>
        <p><a href="/-/edit">All forms</a></p>
        """)
  }

  /// Writes an edit and reads the book again.
  /// - Returns: the number of the save; nil where a file is no longer what the edit was made for.
  private func commit(_ edit: Edit) async -> Result<Int?, EnvironmentFailure> {
    guard !edit.changes.isEmpty else {
      return .success(await queue.add(.init(paths: ["nothing, for nothing changed"], diff: "")))
    }
    do throws(EnvironmentFailure) {
      guard case .written = try Journal(content: content).commit(edit.changes) else { return .success(nil) }
    } catch {
      return .failure(error)
    }
    await live.refresh()
    let paths = edit.changes.map { content + "/" + $0.path }
    let diff = String(decoding: edit.unifiedDiff(root: content), as: UTF8.self)
    return .success(await queue.add(.init(paths: paths, diff: diff)))
  }

  // MARK: Computing

  /// What follows from what is typed, and what is wrong with it, before it is saved.
  private func compute(_ form: RecordForm, _ request: Request) async -> Response {
    let values = FormValues(request.form)
    guard
      let (edit, _, path) = form.edit(
        values, id: request.form["id"]?.isEmpty ?? true ? nil : request.form["id"])
    else { return json("{}") }
    let book = await live.loading.book(form.overlay(edit, over: live.loading.source))
    let problems = FieldProblems(
      book.diagnostics.filter { $0.severity == .error && $0.range.file.path == content + "/" + path },
      path: content + "/" + path, values: values, names: form.keys.names)
    let computed = form.computed(in: book, path: path, values: values)
    func object(_ pairs: [String: String]) -> String {
      "{"
        + pairs.sorted { $0.key < $1.key }.map { "\(jsonText($0.key)):\(jsonText($0.value))" }.joined(
          separator: ",") + "}"
    }
    var html: [UInt8] = []
    let body = SourceFile(path: path, text: values.body ?? "")
    _ = MarkdownDocument(body, body: body.range.bytes).render(into: &html) { _ in .unchanged }
    return json(
      #"{"computed":\#(object(computed)),"problems":\#(object(problems.byField.mapValues { $0.joined(separator: "; ") })),"#
        + #""body":\#(jsonText(String(decoding: html, as: UTF8.self)))}"#)
  }

  // MARK: Deleting

  private func askToDelete(_ form: RecordForm, _ token: String) async -> Response {
    guard let name = deletionName(form) else { return .text(404, "not found") }
    let (edit, _) = Editor(form.book, today: today).delete([name])
    let lines = edit.lines.map { "<li><code>\($0.record)</code> \($0.text)</li>\n" as HTML }
    let what: HTML =
      edit.diagnostics.hasErrors
      ? "\(DiagnosticList(edit.diagnostics).html)"
      : """
      <ul>\(lines)</ul>
      <details><summary>Its files</summary><pre>\(String(decoding: edit.unifiedDiff(root: content), as: UTF8.self))</pre></details>
      <form method="post" action="\(form.address.replacing("/-/edit/", with: "/-/delete/"))">
      <input type="hidden" name="token" value="\(token)"><input type="hidden" name="base" value="\(form.mark)">
      <p class="buttons"><button class="delete">Delete</button> <a class="cancel" href="\(form.address)">Cancel</a></p></form>
      """
    return page(200, ownPage(title: "Delete \(form.title)", main: "<h1>Delete \(form.title)?</h1>\n\(what)"))
  }

  private func delete(_ asked: RecordForm, _ token: String) async -> Response {
    let snapshot = await live.snapshot
    guard let book = snapshot.book,
      let form = RecordForm(book, today: today, entity: asked.declared.name, id: asked.id),
      let name = deletionName(form)
    else { return .text(409, "the record is no longer there") }
    let (edit, _) = Editor(book, today: today).delete([name])
    let path = form.document.map { String($0.path) } ?? ""
    let problems = await form.problems(
      of: edit, path: path, values: FormValues(), before: snapshot, loading: live.loading)
    guard !edit.diagnostics.hasErrors, problems.isEmpty else {
      let list = DiagnosticList(edit.diagnostics + problems.others)
      return page(422, ownPage(title: "Not deleted", main: "<h1>Nothing was deleted</h1>\n\(list.html)"))
    }
    switch await commit(edit) {
    case .failure(let failure): return .text(500, "\(failure)")
    case .success(nil): return await askToDelete(form, token)
    case .success: return .redirect(to: "/\(PercentEncoding.path(form.declared.folder ?? ""))/index.html")
    }
  }

  /// The record as a request names it, with its folder: two entities may have one id.
  private func deletionName(_ form: RecordForm) -> SourceText? {
    form.id.map { SourceText("\(form.declared.folder.map { $0 + "/" } ?? "")\($0)", name: "ID") }
  }

  // MARK: Fix-its

  /// Makes the fix-its of a diagnostic, and leads back to where it was shown.
  private func fix(_ request: Request) async -> Response {
    await live.refresh()
    let snapshot = await live.snapshot
    let wanted = request.form["diagnostic"]
    let plan = FixPlan(snapshot.diagnostics.filter { $0.key == wanted }) { $0.hasPrefix(content + "/") }
    let changes = plan.changes.map { change in
      FileChange(
        path: String(change.file.path.dropFirst(content.count + 1)), before: change.file.bytes,
        after: change.bytes)
    }
    var edit = Edit()
    for change in changes { edit.put(change.after, at: change.path, before: change.before) }
    guard !changes.isEmpty, case .success(.some) = await commit(edit) else {
      return .text(409, "the file has changed meanwhile; nothing was written")
    }
    let host = request.headers["host"] ?? ""
    let page = request.headers["referer"].flatMap { referer -> Substring? in
      referer.hasPrefix("http://\(host)/") ? referer.dropFirst("http://\(host)".count) : nil
    }
    return .redirect(to: page.map(String.init) ?? "/-/problems")
  }

  // MARK: Building

  private func build() async -> Response {
    let snapshot = await live.snapshot
    guard let site = snapshot.site, !snapshot.diagnostics.hasErrors else {
      return page(422, ProblemsPage.page(422, snapshot.diagnostics).bytes)
    }
    do {
      let outcome = try await site.publish(to: output, verify: false)
      guard let summary = outcome.summary else {
        return page(422, ProblemsPage.page(422, outcome.diagnostics).bytes)
      }
      let main: HTML = """
        <h1>Built</h1>
        <p><code>\(output)</code>: \(site.pageCount) pages, \(summary.changed) changed, \(summary.removed) removed.</p>
        <p><a href="/">To the home page</a></p>
        """
      return page(200, ownPage(title: "Built", main: main))
    } catch {
      return .text(500, "\(error)")
    }
  }
}

/// Saves one after the other, and what the last of them wrote.
actor SaveQueue {
  /// What a save wrote.
  struct Saved: Sendable {
    /// The files, as the user would type them.
    let paths: [String]
    /// What changed in them.
    let diff: String
  }

  private var last: Task<Void, Never>?
  private var saves: [Saved] = []
  private var first = 1

  /// Does something after all that was asked for before.
  func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
    let before = last
    let task = Task {
      await before?.value
      return await work()
    }
    last = Task { _ = await task.value }
    return await task.value
  }

  /// Keeps what a save wrote, and forgets those long past.
  /// - Returns: the number of the save.
  func add(_ saved: Saved) -> Int {
    saves.append(saved)
    if saves.count > 50 {
      saves.removeFirst()
      first += 1
    }
    return first + saves.count - 1
  }

  /// What a save wrote.
  func saved(_ number: Int) -> Saved? {
    saves.indices.contains(number - first) ? saves[number - first] : nil
  }
}
