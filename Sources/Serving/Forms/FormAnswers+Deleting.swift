import Content
import Diagnostics
import Editing
import FileSystem
import Records

extension FormAnswers {
  /// Shows the effects of deleting a record.
  /// - Parameter hasChanged: whether other effects were shown before.
  func askToDelete(_ form: RecordForm, hasChanged: Bool = false) async -> Response {
    guard let name = deletionName(form) else { return .text(404, "not found") }
    guard let form = await formToDelete(at: form.address) else { return alreadyDeleted }
    let (edit, deletion) = await form.editor.delete([name], reader(after: form.book))
    let gone = edit.changes.count { $0.after == nil }
    // Rows count as records here, as in the list below.
    let sources = deletion.map { Set($0.references.map(\.source)) } ?? []
    let others = sources.count { !form.book.graph.isImplied($0) }
    let lines = if let deletion { await lines(of: deletion, form) } else { [HTML]() }
    let files = localized(gone == 1 ? "Its file goes" : "{0} files go", "\(gone)")
    let namers = localized(
      others == 1 ? "1 record that names it no longer does" : "{0} records that name it no longer do",
      "\(others)")
    let errors = edit.diagnostics.hasErrors ? edit.diagnostics : await errors(after: edit, of: form.book)
    let what: HTML =
      errors.hasErrors
      ? "\(await whatKeeps(deletion, form) ?? DiagnosticList(errors).html)\n<p class=\"buttons\"><a class=\"cancel\" href=\"\(form.address.path)\">\(localized: "Back to the form")</a></p>"
      : """
      <p>\(others == 0 ? files : localized("{0}, and {1}", files, namers)).</p>
      <ul>\(lines)</ul>
      <details><summary>\(localized: "What changes in the files")</summary><pre>\(String(decoding: edit.unifiedDiff(root: content), as: UTF8.self))</pre></details>
      <form method="post" action="\(form.address(.delete).path)" data-deletes="\(storageName(of: form))">
      <input type="hidden" name="token" value="\(token)"><input type="hidden" name="base" value="\(digest(of: edit))">
      <p class="buttons"><button class="delete">\(localized: "Delete")</button> <a class="cancel" href="\(form.address.path)">\(localized: "Cancel")</a></p></form>
      """
    let notice: HTML =
      hasChanged
      ? """
      <section class="notice bad" role="alert" tabindex="-1"><h2>\(localized: "The file has changed meanwhile")</h2></section>

      """
      : ""
    return .page(
      hasChanged ? 409 : 200,
      ownPage(
        title: localized("Delete {0}", form.title),
        head: FormPage.scripts,
        main:
          "\(OwnPages.navigation(canEdit: true))\n<h1>\(localized("Delete {0}?", form.title))</h1>\n\(notice)\(what)"
      ))
  }

  /// The effects of a deletion: removed references, rows and files.
  private func lines(of deletion: Deletion, _ form: RecordForm) async -> [HTML] {
    let graph = form.graph
    let names = await names(form)
    func line(_ record: RecordHandle, _ what: HTML) -> HTML {
      "<li>\(names.page(of: record)) \(what)</li>\n"
    }
    let references = deletion.references.filter { !graph.isImplied($0.source) }
    let records = deletion.records.sorted()
    let rows = records.filter { row in
      guard let owner = graph.owner(of: row), !graph.isImplied(row) else { return false }
      return !deletion.records.contains(owner)
    }
    return references.map { reference in
      let source = reference.source
      let entity = graph.model.entities[graph.entity(of: source)]
      let title = form.editor.lookup.title(of: reference.target)
      return line(source, "\(entity.relationships[reference.relationship].label): <del>\(title)</del>")
    } + rows.map { line($0, "\(localized: "taken away")") }
      + records.filter { graph.tables[$0.table].owners == nil }.map { line($0, "\(localized: "deleted")") }
  }

  /// The names of records, some of which may be drafts without a page.
  private func names(_ form: RecordForm) async -> RecordNames {
    RecordNames(
      form.book, on: form.site, today: today, canEdit: true,
      leavingOut: await live.snapshot.book?.drafts ?? [])
  }

  /// The errors that the book would have after an edit, such as an empty list that is required.
  /// - Parameter edited: the book that the edit was made in.
  func errors(after edit: Edit, of edited: Book) async -> [Diagnostic] {
    let before = await live.snapshot
    let after = await live.loading.load(edit.overlay(over: live.loading.source), .nothing, after: before.site)
    let errors =
      edit.refusals(after: after.book, before: before.book ?? after.book)
      + after.made.diagnostics.filter { $0.severity == .error }.without(before.diagnostics)
    guard errors.isEmpty else { return errors }
    return await live.loading.errorsOfOtherBook(after: edit, of: edited, shownAs: after.book)
  }

  /// The records that prevent a deletion, by delete rules or because they require the record; nil if none.
  private func whatKeeps(_ deletion: Deletion?, _ form: RecordForm) async -> HTML? {
    guard let deletion, !deletion.obstacles.isEmpty else { return nil }
    let names = await names(form)
    // A record is listed once, even if it has several references.
    var known: Set<RecordHandle> = []
    let keepers = deletion.obstacles.flatMap { $0.keepers.map(\.record) }.filter { known.insert($0).inserted }
    let (graph, model) = (form.book.graph, form.book.graph.model)
    let shown = keepers.prefix(Self.maximumLinks).map {
      "<li>\(model.entities[graph.entity(of: $0)].label) \(names.page(of: $0))</li>\n" as HTML
    }
    let left = keepers.count - shown.count
    return """
      <p>\(localized: "{0} cannot be deleted while these are there:", "\(form.title)")</p>
      <ul>\(shown)\(left > 0 ? "<li>\(localized: "{0} more", "\(left)")</li>" : "" as HTML)</ul>
      """
  }

  /// The maximum number of listed records that prevent a deletion.
  private static let maximumLinks = 20

  /// Identifies an edit by its diff.
  private func digest(of edit: Edit) -> String { PageFile.digest(of: edit.unifiedDiff(root: content)) }

  /// The form in the book that edits apply to; nil if its record is not there.
  private func formToDelete(at address: FormAddress) async -> RecordForm? {
    guard let form = await form(at: address) else { return nil }
    if let edited = await edited(form) { return edited }
    // The file has just changed.
    await live.refresh()
    guard let form = await self.form(at: address) else { return nil }
    return await edited(form)
  }

  /// Deletes a record by the delete rules, if the effects are those that were shown.
  func delete(_ asked: RecordForm, _ request: Request) async -> Response {
    guard let form = await formToDelete(at: asked.address), let name = deletionName(form) else {
      return alreadyDeleted
    }
    let (edit, deletion) = await form.editor.delete([name], reader(after: form.book))
    let path = form.file.map { String($0.path) } ?? ""
    guard !edit.diagnostics.hasErrors else {
      return notDeleted(await whatKeeps(deletion, form) ?? DiagnosticList(edit.diagnostics).html)
    }
    guard request.form["base"] == digest(of: edit) else {
      return await askToDelete(form, hasChanged: true)
    }
    let outcome = await commit(edit, of: form.book) {
      form.fieldDiagnostics($0, path: path, values: FormValues())
    } unless: {
      form.diagnostics(in: $0, path: path, values: FormValues(), before: $1)
    }
    switch outcome {
    case .refused(let diagnostics): return notDeleted(DiagnosticList(diagnostics.all).html)
    case .failed(let failure): return notDeleted("<p>\(failure.description)</p>", status: 500)
    case .conflict:
      await live.refresh()
      guard let form = await self.form(at: asked.address) else {
        return alreadyDeleted
      }
      return await askToDelete(form, hasChanged: true)
    case .written:
      let index = "/\(PercentEncoding.path(form.declared.folder ?? ""))/index.html"
      let title = PercentEncoding.path(form.title)
      return .redirect(to: "\(index)?\(FormAddress.Parameter.deleted.rawValue)=\(title)")
    }
  }

  /// The page if another program has deleted the record meanwhile.
  var alreadyDeleted: Response {
    notDeleted("<p>\(localized: "the record is no longer there")</p>", status: 409)
  }

  /// The page after a record could not be deleted.
  /// - Parameter why: the reason.
  private func notDeleted(_ why: HTML, status: Int = 422) -> Response {
    let main: HTML = "<h1>\(localized: "Nothing was deleted")</h1>\n\(why)"
    return .page(status, ownPage(title: localized("Nothing was deleted"), main: main))
  }

  /// The record's name in a request, with its folder, because two entities may use the same id.
  private func deletionName(_ form: RecordForm) -> SourceText? {
    form.id.map { SourceText("\(form.declared.folder.map { $0 + "/" } ?? "")\($0)", name: "ID") }
  }
}
