import Content
import Diagnostics
import Editing
import FileSystem
import Records

extension FormAnswers {
  /// The outcome of an edit.
  enum Outcome: Sendable {
    /// The edit was made; the number of the save.
    case written(Int)
    /// Nothing was written, because a file has changed since the edit was made.
    case conflict
    /// Nothing was written, because the edit would cause these diagnostics.
    case refused(FieldDiagnostics)
    /// Nothing was written, because the environment failed.
    case failed(EnvironmentFailure)
  }

  /// Writes an edit, and shows the book that it was checked in.
  /// - Parameters:
  ///   - edited: the book that the edit was made in; nil for one that cannot cause errors.
  ///   - place: assigns errors to fields.
  ///   - diagnostics: finds the diagnostics of the shown book after the edit.
  func commit(
    _ edit: Edit, of edited: Book?, placing place: @escaping @Sendable ([Diagnostic]) -> FieldDiagnostics,
    unless diagnostics: @escaping @Sendable (_ after: Loaded, _ before: Snapshot) -> FieldDiagnostics
  ) async -> Outcome {
    guard !edit.changes.isEmpty else {
      return .written(await saves.add(.init(paths: [], created: [], diff: "")))
    }
    let outcome = await tryToCommit(edit, of: edited, placing: place, unless: diagnostics)
    // An error in another file may come from another program that wrote it in the meantime.
    let paths = Set(edit.changes.map { content + "/" + $0.path })
    guard case .refused(let found) = outcome,
      found.all.contains(where: { !paths.contains($0.range.file.path) })
    else { return outcome }
    await live.refresh()
    return await tryToCommit(edit, of: edited, placing: place, unless: diagnostics)
  }

  private func tryToCommit(
    _ edit: Edit, of edited: Book?, placing place: @escaping @Sendable ([Diagnostic]) -> FieldDiagnostics,
    unless diagnostics: @escaping @Sendable (_ after: Loaded, _ before: Snapshot) -> FieldDiagnostics
  ) async -> Outcome {
    let outcome: Result<Outcome, EnvironmentFailure> = await live.change(
      to: edit.overlay(over: live.loading.source), locking: content
    ) { after, before, lock in
      var diagnostics = diagnostics(after, before)
      if let edited, diagnostics.isEmpty {
        diagnostics = place(
          await live.loading.errorsOfOtherBook(after: edit, of: edited, shownAs: after.book))
      }
      guard diagnostics.isEmpty else { return (.refused(diagnostics), false) }
      do throws(EnvironmentFailure) {
        let journal = EditJournal(content: content)
        guard case .written = try journal.commit(edit.changes, under: lock, recovered: recovered) else {
          return (.conflict, false)
        }
      } catch {
        return (.failed(error), false)
      }
      let paths = edit.changes.map { content + "/" + $0.path }
      let created = edit.changes.filter { $0.before == nil }.map(\.path)
      let diff = String(decoding: edit.unifiedDiff(root: content), as: UTF8.self)
      return (.written(await saves.add(.init(paths: paths, created: created, diff: diff))), true)
    }
    return switch outcome {
    case .success(let outcome): outcome
    case .failure(let failure): .failed(failure)
    }
  }

  // MARK: Saving

  /// Saves a form, or shows it again with the errors that prevent it.
  func save(_ address: FormAddress, _ request: Request, attempt: Int = 1) async -> Response {
    let sent = request.form
    guard let form = await formToSave(at: address, sent) else { return await gone(address, sent) }
    let makes = form.record == nil
    let taken = makes || sent[FormPage.once] != nil ? await form.ids(in: live.loading.source) : []
    // A second click sends a form again while the first response is on its way.
    if let earlier = await saves.created(from: sent.onceOnly), taken.contains(nfc(earlier.id)) {
      return earlier.response
    }
    guard let typed = values(sent, for: form) else {
      return .page(409, conflict(form, form.values(sent), sent).bytes())
    }
    let values = form.following(typed)
    var shown = page(form, values, sent)
    if makes {
      shown.makesAgain = !form.isNew
    } else {
      (shown.base, shown.original) = (form.digest, nil)
    }
    let doubtful = form.doubtfulNumbers(in: values)
    guard doubtful.isEmpty else {
      shown.diagnostics.byField = doubtful
      return .page(422, shown.bytes())
    }
    guard let edited = await edited(form) else {
      return await changedMeanwhile(at: address, values, sent)
    }
    guard let (edit, id, path) = await edit(edited, values, id: form.id ?? sent["id"], taken, &shown) else {
      return .page(422, shown.bytes())
    }
    let outcome = await commit(edit, of: edited.book) {
      edited.fieldDiagnostics($0, path: edited.book.root + "/" + path, values: values)
    } unless: {
      edited.diagnostics(in: $0, path: path, values: values, before: $1)
    }
    switch outcome {
    case .refused(let diagnostics):
      shown.diagnostics = diagnostics
      return .page(422, shown.bytes())
    case .conflict:
      guard makes else { return await changedMeanwhile(at: address, values, sent) }
      await live.refresh()
      // Another record's file was created in the meantime, so the next id is tried.
      if attempt < 10 { return await save(address, request, attempt: attempt + 1) }
      shown.failure = "'\(path)' was changed by another program in the meantime"
      return .page(409, shown.bytes())
    case .failed(let failure):
      shown.failure = failure.description
      return .page(500, shown.bytes())
    case .written(let number):
      let response = await saved(form, id, number, sent)
      if makes, !sent.onceOnly.isEmpty {
        await saves.add(SaveLog.Created(form: sent.onceOnly, id: id, response: response))
      }
      return response
    }
  }

  /// The response to a form whose file has changed since it was read for saving.
  private func changedMeanwhile(
    at address: FormAddress, _ values: FormValues, _ sent: FormFields
  ) async -> Response {
    await live.refresh()
    guard let form = await form(at: address) else { return await gone(address, sent) }
    return .page(409, conflict(form, values, sent).bytes())
  }

  /// The form that is saved; nil if its record is not there. A record whose user was told that it was deleted
  /// is made again.
  private func formToSave(at address: FormAddress, _ sent: FormFields) async -> RecordForm? {
    if let form = await form(at: address) { return form }
    guard sent[FormPage.once] != nil, let form = await missing(at: address),
      await renamed(address) == nil, await !hasFile(form)
    else { return nil }
    return form
  }

  /// The form of a record that the book does not have at the moment; nil if its entity is not there.
  func missing(at address: FormAddress) async -> RecordForm? {
    guard let entity = address.entity, let id = address.id else { return nil }
    return await RecordForm(live.snapshot, today: today, entity: entity, missing: id)
  }

  /// Whether a record that the book does not have at the moment has a file.
  private func hasFile(_ form: RecordForm) async -> Bool {
    await form.ids(in: live.loading.source).contains(nfc(form.id ?? ""))
  }

  /// The values that a form sent, with the file's values for keys that the user chose to take from it; nil if
  /// the file has changed since the form was shown, or a list was changed beside the file's that was to be taken.
  private func values(_ sent: FormFields, for form: RecordForm) -> FormValues? {
    var values = form.values(sent)
    let written = form.written
    guard form.record == nil || sent["base"] == form.digest || written == values else { return nil }
    var taken = sent.values(of: FormPage.take)
    let original = sent["original"].map { FormValues(encoded: $0) }
    for key in sent.values(of: FormPage.takeUnchanged) {
      if original.map({ values.hasSameValue(as: $0, of: key) }) ?? true {
        taken.append(key)
      } else if values.rows[key] != nil {
        return nil
      }
    }
    for key in taken {
      values.emptied.remove(key)
      values.fields[key] = written.fields[key] ?? (values.fields[key] == nil ? nil : "")
      if values.rows[key] != nil { values.rows[key] = written.rows[key] ?? [] }
    }
    if taken.contains(FormPage.body) { values.body = written.body }
    return values
  }

  /// The edit for the values of a form.
  /// - Parameters:
  ///   - id: the typed id of a new record.
  ///   - shown: the form, which receives the errors.
  /// - Returns: the edit, and the id and the path below Content of the record; nil if there are errors.
  private func edit(
    _ form: RecordForm, _ values: FormValues, id: String?, _ taken: Set<String>, _ shown: inout FormPage
  ) async -> (edit: Edit, id: String, path: String)? {
    if let why = form.whatTheModelLacks(for: values) {
      shown.failure = why
      shown.diagnostics.others = await live.snapshot.diagnostics.filter {
        $0.severity == .error && $0.range.file.path == content + "/model.yml"
      }
      return nil
    }
    let title = await computedTitle(form, values, id: id ?? "", taken)
    guard var made = form.edit(values, id: id, computedTitle: title, taken: taken) else {
      shown.diagnostics = await whatIsMissing(form, values, id: id ?? "", taken)
      return nil
    }
    made.edit = await form.editor.followingRows(in: made.edit, reader(after: form.book))
    guard !made.edit.diagnostics.hasErrors else {
      shown.diagnostics = form.fieldDiagnostics(
        made.edit.diagnostics, path: content + "/" + made.path, values: values)
      return nil
    }
    return made
  }

  /// The computed title of a new record, if the record's id follows from it.
  private func computedTitle(
    _ form: RecordForm, _ values: FormValues, id: String, _ taken: Set<String>
  ) async -> String? {
    guard form.isNew, id.trimmingSpaces().isEmpty else { return nil }
    var ids = IDAllocator(form.editor, form.entity, taken: taken)
    guard let provisional = ids.provisional(),
      let (edit, _, _) = form.edit(values, id: provisional, taken: taken)
    else { return nil }
    let book = await live.loading.book(of: edit.overlay(over: live.loading.source), after: form.book)
    return RecordLookup(book, today: today).title(ofRecordWithID: provisional, of: form.entity)
  }

  /// The errors that leave a new record without an id: an invalid id, or missing values that it follows from.
  private func whatIsMissing(
    _ form: RecordForm, _ values: FormValues, id: String, _ taken: Set<String>
  ) async -> FieldDiagnostics {
    if id.trimmingSpaces().isEmpty,
      let (edit, _, path) = form.edit(values, id: RecordForm.unnamed, taken: taken)
    {
      let diagnostics = form.fieldDiagnostics(
        await errors(after: edit, of: form.book), path: form.book.root + "/" + path, values: values)
      if !diagnostics.isEmpty { return diagnostics }
    }
    var diagnostics = FieldDiagnostics()
    diagnostics.byField[.id] = [
      isReservedID(RecordForm.stem(of: id))
        ? localized("the index page of the folder is called '{0}'; choose another ID", id)
        : whoseID(RecordForm.stem(of: id), form)
          ?? localized(
            "an ID of at most 200 letters, digits, '-', '_' and '.' is needed that no other record has, drafts among them"
          )
    ]
    return diagnostics
  }

  /// The record that has an id in any case, or had it before, in words; nil if the book has none that is not a draft.
  private func whoseID(_ id: String, _ form: RecordForm) -> String? {
    let (table, folded) = (form.declared.table, idFolded(id))
    func name(_ row: Int) -> String {
      let record = RecordHandle(table: table, row: row)
      let label = form.model.entities[form.graph.entity(of: record)].label
      return "\(label) \(form.editor.lookup.title(of: record))"
    }
    let drafts = form.graph.tables[table].drafts
    if let row = form.graph.tables[table].ids.firstIndex(where: { idFolded($0) == folded }),
      drafts.isEmpty || !drafts[row]
    {
      return localized("'{0}' is the ID of {1}", form.graph.tables[table].ids[row], name(row))
    }
    let former = form.graph.formerNames.first { $0.table == table && idFolded($0.id) == folded }
    return former.map { localized("'{0}' was the ID of {1} before", $0.id, name($0.row)) }
  }

  /// A form with the typed values next to the current values of the file.
  /// - Parameter sent: the fields that were sent, including the original values of the file.
  private func conflict(
    _ form: RecordForm, _ values: FormValues, _ sent: FormFields
  ) -> FormPage {
    let first = sent["original"].map { FormValues(encoded: $0) }
    let rebased = values.rebased(from: first, to: form.written, names: form.namingKeys)
    var page = FormPage(
      form: form, values: form.following(rebased.values), base: form.digest, token: token,
      storageName: storageName(of: form, sent))
    let keys = form.keys.names + [FormPage.body]
    let unchanged = Set(first.map { first in keys.filter { values.hasSameValue(as: first, of: $0) } } ?? [])
    // What was chosen beside the same values of the file stays chosen.
    let taken =
      sent["base"] == form.digest
      ? unchanged.intersection(sent.values(of: FormPage.takeUnchanged)).union(sent.values(of: FormPage.take))
      : unchanged
    page.conflict = .init(
      theirs: form.written, unchanged: unchanged, taken: taken, guessed: rebased.guessed,
      removed: rebased.removed)
    // In a list that the form changed, rows are identified by their current positions in the file.
    var next = first
    for list in values.rows.keys where !unchanged.contains(list) {
      next?.rows[list] = form.written.rows[list]
    }
    page.original = next?.encoded
    return page
  }

  /// The response to a form whose record is not there: the form of the renamed record; the same form again,
  /// to be saved once the file can be read, or to make a deleted record again; or, if the entity is not there
  /// either, a page with only the typed values.
  func gone(_ address: FormAddress, _ sent: FormFields) async -> Response {
    guard let missing = await missing(at: address), let id = missing.id else {
      return .page(409, TypedPage(address: address, sent: sent, token: token).bytes)
    }
    if let form = await renamed(address), let new = form.id {
      var page = conflict(form, form.values(sent), sent)
      page.failure = localized(
        "the record '{0}' is called '{1}' now; Save writes there what is typed here", id, new)
      return .page(409, page.bytes())
    }
    // The form keeps what it was made from, so that it is compared with the file when that is there again.
    var page = page(missing, missing.values(sent), sent)
    page.makesAgain = await !hasFile(missing)
    if page.makesAgain {
      page.failure = localized(
        "the record '{0}' was deleted meanwhile; Save makes it again from what is typed here", id)
    } else {
      page.failure = localized(
        "the file of '{0}' is a draft now or has an error; correct it there, then save what is typed here", id
      )
      page.diagnostics.others = await live.snapshot.errors(inFileOf: missing, content: content)
    }
    return .page(409, page.bytes())
  }

  /// The form of the record with a former id.
  func renamed(_ address: FormAddress) async -> RecordForm? {
    let snapshot = await live.snapshot
    guard let entity = address.entity, let id = address.id, let graph = snapshot.book?.graph,
      let index = graph.model.entity(named: entity),
      let new = graph.id(formerly: id, in: graph.model.entities[index].table)
    else { return nil }
    return RecordForm(snapshot, today: today, entity: entity, id: new)
  }

  /// The redirect after a save: to the form of the saved record, to the next record, or to an empty form.
  private func saved(
    _ form: RecordForm, _ id: String, _ number: Int, _ sent: FormFields
  ) async -> Response {
    let name = form.declared.name
    guard await RecordForm(live.snapshot, today: today, entity: name, id: id) != nil else {
      return .redirect(to: FormAddress(.edit).path(.draft, "\(number)"))
    }
    let address =
      if sent["then"] != "next" {
        FormAddress(.edit, entity: name, id: id)
      } else if form.isNew {
        FormAddress(.new, entity: name)
      } else {
        FormAddress(.edit, entity: name, id: form.idOfNext ?? id)
      }
    // Without scripts, nothing requests the diagnostics later.
    let found = sent[FormPage.plain] == nil ? "" : "&\(FormAddress.Parameter.found.rawValue)="
    return .redirect(to: address.path(.saved, "\(number)") + found)
  }
}

extension FormFields {
  /// Identifies a submitted form that makes a record, whichever button sent it; empty without a mark.
  fileprivate var onceOnly: String {
    guard let mark = self[FormPage.once], !mark.isEmpty else { return "" }
    let texts = all.filter { $0.name != "then" }.flatMap { [$0.name, $0.value] }
    return PageFile.digest(of: Array(texts.joined(separator: "\0").utf8))
  }
}
