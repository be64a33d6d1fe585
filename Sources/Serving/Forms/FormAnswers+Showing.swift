import Content
import Diagnostics
import Editing
import FileSystem
import Markdown
import Records
import Site

extension FormAnswers {
  /// Shows the form of a record, or of a new one.
  func show(_ form: RecordForm, _ request: Request) async -> Response {
    var values = form.written
    if form.isNew { values = await prefilled(form, request.query) }
    var page = FormPage(
      form: form, values: values, base: form.digest, token: token,
      storageName: storageName(of: form, asking: request.query))
    page.formerStorageNames = form.formerAddresses.map { storageName(at: $0.path) }
    page.computed = form.computed(in: form.book, path: form.file.map { String($0.path) }, values: values)
    var paths = form.file.map { [content + "/" + $0.path] } ?? []
    if let number = request.query[.saved].flatMap(Int.init), let saved = await saves.saved(number) {
      page.notice = notice(saved, form)
      paths += saved.paths
    }
    // After a save, a script requests the diagnostics once the page is shown: finding them takes longer.
    let snapshot = request.query[.found] == nil ? await live.snapshot : await live.reviewed()
    page.found = snapshot.isReviewed ? await diagnostics(of: paths, in: snapshot) : nil
    page.errorsElsewhere = snapshot.diagnostics.filter {
      $0.severity == .error && !paths.contains($0.range.file.path)
    }
    return .page(200, page.bytes())
  }

  /// What a reviewed book says of some files, lints among it that it has too many of to list them all.
  private func diagnostics(of paths: [String], in snapshot: Snapshot) async -> [Diagnostic] {
    // One about another record may name this one as well, such as that both have the same name.
    let found = snapshot.diagnostics.filter { diagnostic in
      ([diagnostic.range] + diagnostic.notes.compactMap(\.range)).contains { paths.contains($0.file.path) }
    }
    let files = Set(paths.map { String($0.dropFirst(content.count + 1)) })
    let more = await snapshot.book?.lints(of: files, leftOutOf: snapshot.diagnostics) ?? []
    return (more + found).sortedByPlace()
  }

  /// The key under which a browser stores unsaved input; forms with other prefilled values have other keys.
  private func storageName(of form: RecordForm, asking query: FormFields) -> String {
    let words = form.isNew ? query.all.filter { isPrefilled($0.name, form) } : []
    let pairs = words.map { "\(PercentEncoding.path($0.name))=\(PercentEncoding.path($0.value))" }
    return storageName(of: form) + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }

  /// Whether a parameter of the address prefills the form of a new record.
  private func isPrefilled(_ parameter: String, _ form: RecordForm) -> Bool {
    parameter == FormAddress.Parameter.like.rawValue || form.keys[parameter] != nil
  }

  /// The initial values of a new record: from the address, copied from another record, and today's date.
  private func prefilled(_ form: RecordForm, _ query: FormFields) async -> FormValues {
    var values = FormValues()
    if let like = query[.like],
      let other = await RecordForm(live.snapshot, today: today, entity: form.declared.name, id: like)
    {
      values = other.written.copied(into: form)
      values = values.asNew(like: .init(id: other.id ?? like, digest: other.written.rowsDigest))
    }
    if let day = form.declared.requiredDay, day.expression == nil {
      values.fields[day.name.text] = today.description
    }
    for field in query.all where form.keys[field.name] != nil { values.fields[field.name] = field.value }
    return values
  }

  /// A notice of what was saved, with a diff on demand.
  func notice(_ saved: SaveLog.Saved, _ form: RecordForm) -> HTML {
    let files: HTML =
      saved.paths.isEmpty
      ? "\(localized: "Nothing has changed")"
      : "\(localized: "Saved") <code>\(saved.paths.joined(separator: ", "))</code>"
    let changes: HTML =
      saved.diff.isEmpty
      ? "" : "\n<details><summary>\(localized: "What changed")</summary><pre>\(saved.diff)</pre></details>"
    let created = saved.created.first.map { path in
      let id = String(path.fileName.withoutMarkdownEnding)
      return storageName(at: FormAddress(.edit, entity: form.declared.name, id: id).path)
    }
    return """
      <section class="notice good" role="status" data-saved="\(form.declared.name)" data-made="\(created ?? "")" data-id="\(form.id ?? "")" data-title="\(form.shortTitle)"><p>\(files)</p>\(changes)</section>

      """
  }

  private static let whatADraftIs =
    "{0} is a draft now. Drafts are left out of the book, forms included, unless the server is started with {1}."

  /// A notice of a record saved as a draft while drafts are left out, so that no form can show it.
  func draftNotice(_ saved: SaveLog.Saved) -> HTML {
    let files: HTML = "<code>\(saved.paths.joined(separator: ", "))</code>"
    return """
      <section class="notice good" role="status" data-saved><p>\(localized: Self.whatADraftIs, files, "<code>--drafts</code>")</p></section>

      """
  }

  // MARK: As one types

  /// The records whose title or id contains a text, at most twenty, best matches first.
  func find(_ query: FormFields, in book: Book) -> Response {
    guard let name = query["entity"], let entity = book.graph.model.entity(named: name) else {
      return json("[]")
    }
    let found = RecordLookup(book, today: today).candidates(query["q"] ?? "", of: entity, limit: 20)
    let items = found.map { #"{"id":\#(jsonText($0.id)),"title":\#(jsonText($0.title))}"# }
    return json("[\(items.joined(separator: ","))]")
  }

  /// The HTML of typed notes, with links as on the page; as written if there was no site without errors yet.
  private func preview(of markdown: String, at path: String, in site: PlannedSite?) -> [UInt8] {
    if let site { return site.html(of: markdown, at: path) }
    var html: [UInt8] = []
    let body = SourceFile(path: path, text: markdown)
    _ = MarkdownDocument(body, body: body.range.bytes).render(into: &html) { _ in .unchanged }
    return html
  }

  /// The computed values and diagnostics of what is typed, before it is saved.
  func compute(_ form: RecordForm, _ request: Request) async -> Response {
    var values = form.values(request.form)
    // Rows of a form that is older than the file may be elsewhere in it, or nowhere.
    if form.record != nil, request.form["base"] != form.digest {
      let original = request.form["original"].map { FormValues(encoded: $0) }
      values = values.rebased(from: original, to: form.written, names: form.namingKeys).values
    }
    let typed = values
    values = form.following(typed)
    let id = request.form["id"].flatMap { $0.trimmingSpaces().isEmpty ? nil : $0 }
    guard let (edit, _, path) = form.edit(values, id: id) ?? form.edit(values, id: RecordForm.unnamed) else {
      return json("{}")
    }
    let book = await live.loading.book(of: edit.overlay(over: live.loading.source), after: form.book)
    var diagnostics = form.fieldDiagnostics(
      book.diagnostics.filter { diagnostic in
        let ranges = [diagnostic.range] + diagnostic.notes.compactMap(\.range)
        return diagnostic.severity == .error && ranges.contains { $0.file.path == content + "/" + path }
      }, path: content + "/" + path, values: values)
    diagnostics.byField.merge(form.doubtfulNumbers(in: values)) { $0 + $1 }
    let computed = form.computed(in: book, path: path, values: values)
    func object(_ pairs: [FieldName: String]) -> String {
      let texts = pairs.map { (name: $0.key.text, value: $0.value) }.sorted { $0.name < $1.name }
      return "{" + texts.map { "\(jsonText($0.name)):\(jsonText($0.value))" }.joined(separator: ",") + "}"
    }
    let body = preview(of: values.body ?? "", at: path, in: form.site)
    return json(
      #"{"computed":\#(object(computed)),"diagnostics":\#(object(diagnostics.byField.mapValues { $0.joined(separator: "; ") })),"#
        + #""same":\#(jsonText(form.recordThatSays(values) ?? "")),"#
        + #""emptied":[\#(values.emptiedFields.map { jsonText($0.text) }.joined(separator: ","))],"#
        + #""filled":\#(object(values.figuresFilled(since: typed))),"#
        + #""body":\#(jsonText(String(decoding: body, as: UTF8.self)))}"#)
  }
}
