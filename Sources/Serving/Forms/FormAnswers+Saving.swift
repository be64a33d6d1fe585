import Content
import Diagnostics
import Editing
import FileSystem
import Records

extension FormAnswers {
  /// The outcome of an edit.
  enum Outcome: Sendable {
    /// It was made; the number of the save.
    case written(Int)
    /// Nothing was written: a file is no longer what the edit was made for.
    case conflict
    /// Nothing was written, because this would be wrong afterwards.
    case refused(FieldDiagnostics)
    /// Nothing was written, because the environment failed.
    case failed(EnvironmentFailure)
  }

  /// Writes an edit, and shows the book that it was checked in.
  /// - Parameter diagnostics: the diagnostics of the book as it would be.
  func commit(
    _ edit: Edit,
    unless diagnostics: @escaping @Sendable (_ after: Loaded, _ before: Snapshot) -> FieldDiagnostics
  ) async -> Outcome {
    guard !edit.changes.isEmpty else {
      return .written(await saves.add(.init(paths: [], diff: "")))
    }
    let outcome = await tryToCommit(edit, unless: diagnostics)
    // An error in another file may have come from another program while this was checked.
    let paths = Set(edit.changes.map { content + "/" + $0.path })
    guard case .refused(let found) = outcome,
      found.all.contains(where: { !paths.contains($0.range.file.path) })
    else { return outcome }
    await live.refresh()
    return await tryToCommit(edit, unless: diagnostics)
  }

  private func tryToCommit(
    _ edit: Edit,
    unless diagnostics: @escaping @Sendable (_ after: Loaded, _ before: Snapshot) -> FieldDiagnostics
  ) async -> Outcome {
    await live.change(to: edit.overlay(over: live.loading.source)) { after, before in
      let diagnostics = diagnostics(after, before)
      guard diagnostics.isEmpty else { return (.refused(diagnostics), false) }
      do throws(EnvironmentFailure) {
        guard case .written = try Journal(content: content).commit(edit.changes) else {
          return (.conflict, false)
        }
      } catch {
        return (.failed(error), false)
      }
      let paths = edit.changes.map { content + "/" + $0.path }
      let diff = String(decoding: edit.unifiedDiff(root: content), as: UTF8.self)
      return (.written(await saves.add(.init(paths: paths, diff: diff))), true)
    }
  }

  // MARK: Saving

  /// Saves what was typed, or shows it again with what keeps it from being saved.
  func save(_ asked: RecordForm, _ request: Request, _ token: String) async -> Response {
    let sent = request.form
    var values = FormValues(sent)
    // Saves are sequential: the book may have changed by now.
    guard let form = await current(asked) else {
      return await gone(asked.declared.name, id: asked.id ?? "", values, token)
    }
    if form.record != nil, sent["base"] != form.digest, form.written != values {
      return page(409, conflict(form, values, token, original: sent["original"]).bytes())
    }
    for key in sent.values(of: "take") {
      values.fields[key] = form.written.fields[key] ?? (values.fields[key] == nil ? nil : "")
      if values.rows[key] != nil { values.rows[key] = form.written.rows[key] ?? [] }
    }
    if sent.values(of: "take").contains(FormPage.body) { values.body = form.written.body }
    var shown = FormPage(form: form, values: values, base: form.digest, token: token, id: sent["id"] ?? "")
    if let why = form.whatTheModelLacks(for: values) {
      shown.failure = why
      shown.diagnostics.others = await live.snapshot.diagnostics.filter {
        $0.severity == .error && $0.range.file.path == content + "/model.yml"
      }
      return page(422, shown.bytes())
    }
    let taken = form.record == nil ? await form.ids(in: live.loading.source) : []
    let typed = values
    guard let (edit, id, path) = form.edit(values, id: sent["id"], taken: taken) else {
      shown.diagnostics = await whatIsMissing(form, typed, id: sent["id"] ?? "", taken)
      return page(422, shown.bytes())
    }
    switch await commit(edit, unless: { form.diagnostics(in: $0, path: path, values: typed, before: $1) }) {
    case .refused(let diagnostics):
      shown.diagnostics = diagnostics
      return page(422, shown.bytes())
    case .conflict:
      await live.refresh()
      // A new record's file exists by now: it is another record's, and the next id is free.
      guard form.record != nil else { return await save(asked, request, token) }
      guard let form = await current(asked) else {
        return await gone(asked.declared.name, id: asked.id ?? "", values, token)
      }
      return page(409, conflict(form, values, token, original: sent["original"]).bytes())
    case .failed(let failure):
      shown.failure = failure.description
      return page(500, shown.bytes())
    case .written(let number): return await saved(form, id, number, then: sent["then"])
    }
  }

  /// What keeps a new record from having an id: an invalid one, or the missing values that it would follow from.
  private func whatIsMissing(
    _ form: RecordForm, _ values: FormValues, id: String, _ taken: Set<String>
  ) async -> FieldDiagnostics {
    if id.trimmingSpaces().isEmpty,
      let (edit, _, path) = form.edit(values, id: RecordForm.unnamed, taken: taken)
    {
      let diagnostics = await live.change(to: edit.overlay(over: live.loading.source)) {
        (form.diagnostics(in: $0, path: path, values: values, before: $1), isMade: false)
      }
      if !diagnostics.isEmpty { return diagnostics }
    }
    var diagnostics = FieldDiagnostics()
    diagnostics.byField["id"] = [
      localized(
        "an ID of letters, digits, '-', '_' and '.' is needed that no other record has, drafts among them")
    ]
    return diagnostics
  }

  /// A form in the book as it is now; nil if its record is no longer there.
  private func current(_ asked: RecordForm) async -> RecordForm? {
    await RecordForm(live.snapshot, today: today, entity: asked.declared.name, id: asked.id)
  }

  /// A form with what was typed beside what the file says now.
  /// - Parameter original: what the file said when the form was first shown, if the form sent it.
  private func conflict(
    _ form: RecordForm, _ values: FormValues, _ token: String, original: String?
  ) -> FormPage {
    let first = original.map { FormValues(encoded: $0) }
    var page = FormPage(
      form: form, values: values.rebased(from: first, to: form.written), base: form.digest, token: token)
    page.unchanged =
      first.map { first in
        let keys = form.keys.names + [FormPage.body]
        return Set(keys.filter { values.says(the: first, of: $0) })
      } ?? []
    page.theirs = form.written
    // If the form changed a list, its rows know their positions in the file as it is now.
    var next = first
    for list in values.rows.keys where !page.unchanged.contains(list) {
      next?.rows[list] = form.written.rows[list]
    }
    page.original = next?.encoded
    return page
  }

  /// The form of a new record with what was typed for one that is no longer there.
  func gone(_ entity: String, id: String, _ values: FormValues, _ token: String) async -> Response {
    guard let form = await RecordForm(live.snapshot, today: today, entity: entity, id: nil as String?) else {
      return .text(409, localized("the record is no longer there"))
    }
    var page = FormPage(form: form, values: values.asNew, base: "", token: token, id: id)
    let isThere = await form.ids(in: live.loading.source).contains(nfc(id))
    page.failure =
      isThere
      ? localized(
        "the file of '{0}' is a draft now or has an error; correct it there, nothing was written", id)
      : localized(
        "the record '{0}' was deleted meanwhile; Save makes it again from what is typed here", id)
    return self.page(409, page.bytes())
  }

  /// Where a save leads: to the form of what was saved, the next one, or an empty one.
  private func saved(
    _ form: RecordForm, _ id: String, _ number: Int, then next: String?
  ) async -> Response {
    let name = form.declared.name
    guard await RecordForm(live.snapshot, today: today, entity: name, id: id) != nil else {
      return .redirect(to: "/-/edit?draft=\(number)")
    }
    guard next == "next" else {
      return .redirect(to: "/-/edit/\(name)/\(PercentEncoding.path(id))?saved=\(number)")
    }
    guard form.record != nil else { return .redirect(to: "/-/new/\(name)?saved=\(number)") }
    return .redirect(
      to: "/-/edit/\(name)/\(PercentEncoding.path(form.neighbour(after: 1) ?? id))?saved=\(number)")
  }

  // MARK: Deleting

  /// Shows what deleting a record would do.
  /// - Parameter hasChanged: whether it was shown before, and would now do something else.
  func askToDelete(_ form: RecordForm, _ token: String, hasChanged: Bool = false) async -> Response {
    guard let name = deletionName(form) else { return .text(404, "not found") }
    let (edit, deletion) = Editor(form.book, today: today).delete([name])
    let gone = edit.changes.count { $0.after == nil }
    // Rows are records of their own here, as in the list below.
    let sources = deletion.map { Set($0.references.map(\.source)) } ?? []
    let others = sources.count { !form.book.graph.tables[$0.table].isImplied($0.row) }
    let lines = edit.lines.map { "<li>\(link(to: $0.record, in: form.book)) \($0.text)</li>\n" as HTML }
    let files = localized(gone == 1 ? "Its file goes" : "{0} files go", "\(gone)")
    let namers = localized(
      others == 1 ? "1 record that names it no longer does" : "{0} records that name it no longer do",
      "\(others)")
    let what: HTML =
      edit.diagnostics.hasErrors
      ? "\(whatKeeps(deletion, form) ?? DiagnosticList(edit.diagnostics).html)\n<p class=\"buttons\"><a class=\"cancel\" href=\"\(form.address)\">\(localized: "Back to the form")</a></p>"
      : """
      <p>\(others == 0 ? files : localized("{0}, and {1}", files, namers)).</p>
      <ul>\(lines)</ul>
      <details><summary>\(localized: "What changes in the files")</summary><pre>\(String(decoding: edit.unifiedDiff(root: content), as: UTF8.self))</pre></details>
      <form method="post" action="\(form.address(.delete))">
      <input type="hidden" name="token" value="\(token)"><input type="hidden" name="base" value="\(digest(of: edit))">
      <p class="buttons"><button class="delete">\(localized: "Delete")</button> <a class="cancel" href="\(form.address)">\(localized: "Cancel")</a></p></form>
      """
    let notice: HTML =
      hasChanged
      ? """
      <section class="notice bad" role="alert" tabindex="-1"><h2>\(localized: "The file has changed meanwhile")</h2></section>

      """
      : ""
    return page(
      hasChanged ? 409 : 200,
      ownPage(
        title: localized("Delete {0}", form.title),
        main:
          "\(OwnPages.navigation(canEdit: true))\n<h1>\(localized("Delete {0}?", form.title))</h1>\n\(notice)\(what)"
      ))
  }

  /// The records that keep another from being deleted, by the model's delete rules; nil if none does.
  private func whatKeeps(_ deletion: Deletion?, _ form: RecordForm) -> HTML? {
    guard let deletion, !deletion.refusals.isEmpty else { return nil }
    let graph = form.book.graph
    let ids = deletion.refusals.flatMap(\.destinations).map { graph.id(of: $0.row, in: $0.table) }
    let shown = ids.prefix(Self.maximumLinks).map { "<li>\(link(to: $0, in: form.book))</li>\n" as HTML }
    let left = ids.count - shown.count
    return """
      <p>\(localized: "{0} cannot be deleted while these are there:", "\(form.title)")</p>
      <ul>\(shown)\(left > 0 ? "<li>\(localized: "{0} more", "\(left)")</li>" : "" as HTML)</ul>
      """
  }

  /// The maximum number of listed records that keep one from being deleted.
  private static let maximumLinks = 20

  /// Identifies an edit: all that it removes and adds.
  private func digest(of edit: Edit) -> String { PageFile.digest(of: edit.unifiedDiff(root: content)) }

  /// A record's id as a link to its page.
  private func link(to id: String, in book: Book) -> HTML {
    let lookup = RecordLookup(book, today: today)
    guard case .record(let record) = lookup.record(id) else { return "<code>\(id)</code>" }
    let path = book.graph.document(of: record.row, in: record.table).path
    let title = lookup.title(of: record)
    return """
      <a href="/\(PercentEncoding.path(String(path.dropLast(3)))).html">\(title)</a>\(title == id ? "" : " <code>\(id)</code>" as HTML)
      """
  }

  /// Deletes a record by its relationships' delete rules, if that does what was shown.
  func delete(_ asked: RecordForm, _ request: Request, _ token: String) async -> Response {
    guard let form = await current(asked), let name = deletionName(form) else {
      return .text(409, localized("the record is no longer there"))
    }
    let (edit, deletion) = Editor(form.book, today: today).delete([name])
    let path = form.document.map { String($0.path) } ?? ""
    guard !edit.diagnostics.hasErrors else {
      return notDeleted(whatKeeps(deletion, form) ?? DiagnosticList(edit.diagnostics).html)
    }
    guard request.form["base"] == digest(of: edit) else {
      return await askToDelete(form, token, hasChanged: true)
    }
    let outcome = await commit(edit) {
      form.diagnostics(in: $0, path: path, values: FormValues(), before: $1)
    }
    switch outcome {
    case .refused(let diagnostics): return notDeleted(DiagnosticList(diagnostics.all).html)
    case .failed(let failure): return .text(500, failure.description)
    case .conflict:
      await live.refresh()
      guard let form = await current(asked) else {
        return .text(409, localized("the record is no longer there"))
      }
      return await askToDelete(form, token, hasChanged: true)
    case .written: return .redirect(to: "/\(PercentEncoding.path(form.declared.folder ?? ""))/index.html")
    }
  }

  /// - Parameter why: what keeps the record from being deleted.
  private func notDeleted(_ why: HTML) -> Response {
    let main: HTML = "<h1>\(localized: "Nothing was deleted")</h1>\n\(why)"
    return page(422, ownPage(title: localized("Nothing was deleted"), main: main))
  }

  /// The record as a request names it, with its folder: two entities may have one id.
  private func deletionName(_ form: RecordForm) -> SourceText? {
    form.id.map { SourceText("\(form.declared.folder.map { $0 + "/" } ?? "")\($0)", name: "ID") }
  }
}
