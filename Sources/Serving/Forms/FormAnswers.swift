import Content
import Diagnostics
import Editing
import FileSystem
import Records

/// Answers the requests of forms, and makes their edits.
package struct FormAnswers: Sendable {
  let live: LiveSite
  /// Content, as the user would type it.
  let content: String
  /// The folder that a build writes to.
  let output: String
  /// Called when a save finishes or undoes an interrupted edit.
  let recovered: @Sendable (EditJournal.Recovery) -> Void
  /// Identifies the book among others that may be served at this port at other times.
  let book: String
  /// The token that a change must carry.
  let token: String
  /// Makes saves sequential, so that each is checked in the book that the previous one produced.
  let turns = Turns()
  /// The results of the last saves.
  let saves = SaveLog()

  /// Makes the answers for the forms of a site.
  package init(
    live: LiveSite, access: Access, content: String, output: String,
    recovered: @escaping @Sendable (EditJournal.Recovery) -> Void = { _ in }
  ) {
    self.live = live
    token = access.token
    self.recovered = recovered
    self.content = content
    self.output = output
    book = PageFile.digest(of: Array((FileSystem.resolved(content) ?? content).utf8))
  }

  var today: CivilDate { live.loading.today() }

  /// Answers a request below `/-/`; nil if it is not for a form.
  func answer(_ request: Request) async -> Response? {
    guard let address = FormAddress(path: request.path) else { return nil }
    let isPost = request.method == .post
    switch address.verb {
    case .build where isPost: return await build()
    case .fix where isPost: return await turns.run { await fix(request) }
    // Requests that a script sends at each key press are answered from the current snapshot.
    case .find, .compute: break
    default:
      await live.refresh(fileAt: await form(at: address)?.file?.source.path)
      // A record whose file is gone may just have been renamed, and its new file not be reported yet.
      if address.id != nil, await form(at: address) == nil { await live.refresh() }
    }
    let snapshot = await live.snapshot
    guard let book = snapshot.book, !book.graph.model.isInvalid else {
      return .page(DiagnosticsPage.page(503, snapshot.diagnostics))
    }
    if address.verb == .find { return find(request.query, in: book) }
    guard let entity = address.entity else {
      return address.verb == .edit ? await list(book, request) : nil
    }
    if isPost, [.edit, .new].contains(address.verb) {
      return await turns.run { await save(address, request) }
    }
    guard let form = RecordForm(snapshot, today: today, entity: entity, id: address.id) else {
      guard let missing = await missing(at: address) else { return nil }
      if !isPost, let form = await renamed(address) {
        return .redirect(to: form.address(address.verb).path)
      }
      // A record may be missing because its file has an error.
      let errors = snapshot.errors(inFileOf: missing, content: content)
      guard errors.isEmpty else { return .page(DiagnosticsPage.page(422, errors, token: token)) }
      return address.verb == .delete && isPost ? alreadyDeleted : nil
    }
    switch (address.verb, isPost) {
    case (.new, false), (.edit, false): return await show(form, request)
    case (.compute, true): return await compute(form, request)
    case (.delete, false): return await askToDelete(form)
    case (.delete, true): return await turns.run { await delete(form, request) }
    default: return nil
    }
  }

  /// The form at an address, in the current snapshot; nil if its record or entity is not there.
  func form(at address: FormAddress) async -> RecordForm? {
    guard let entity = address.entity else { return nil }
    return await RecordForm(live.snapshot, today: today, entity: entity, id: address.id)
  }

  /// The form in the book that edits apply to, which has drafts as well; nil if its record's file has just changed.
  func edited(_ form: RecordForm) async -> RecordForm? {
    form.book.drafts.isEmpty ? form : RecordForm(form, in: await live.loading.editedBook(form.book))
  }

  /// A reader of the book with edits applied to a shown book.
  func reader(after shown: Book) -> LiveEditReader { LiveEditReader(loading: live.loading, shown: shown) }

  func json(_ text: String) -> Response {
    Response(200, type: ContentType.of(".json"), .bytes(Array(text.utf8)))
  }

  /// Shows a form again that was sent without the token of this run, so that it can be saved from there.
  func again(_ request: Request) async -> Response? {
    guard let address = FormAddress(path: request.path), [.edit, .new].contains(address.verb),
      address.entity != nil
    else { return nil }
    guard let graph = await live.snapshot.book?.graph, !graph.model.isInvalid else { return nil }
    let sent = request.form
    let storageName = sent[FormPage.storageName] ?? storageName(at: address.path)
    // Another book may have been served at this port.
    guard storageName.hasPrefix(book) else { return nil }
    guard let form = await form(at: address) else { return await gone(address, sent) }
    var shown = page(form, form.values(sent), sent)
    shown.failure = localized(
      "this form is of an earlier run of the server; Save again to save what is typed here")
    shown.same = form.recordThatSays(shown.values)
    return .page(403, shown.bytes())
  }

  /// The page of a form as it was sent.
  func page(_ form: RecordForm, _ values: FormValues, _ sent: FormFields) -> FormPage {
    var page = FormPage(
      form: form, values: values, base: sent["base"] ?? "", token: token,
      storageName: storageName(of: form, sent), id: sent["id"] ?? "")
    page.original = sent["original"]
    return page
  }

  /// The key under which a browser stores unsaved input of a form, made from the book and an address in it.
  /// - Parameter sent: the fields that were sent; a form that is shown again keeps its key.
  func storageName(of form: RecordForm, _ sent: FormFields? = nil) -> String {
    sent?[FormPage.storageName] ?? storageName(at: form.address.path)
  }

  /// The key under which a browser stores unsaved input of the form at an address.
  func storageName(at address: String) -> String { "\(book) \(address)" }

  // MARK: Overview

  private static let whatFormsAreFor =
    "Every page of a record has a button to edit it. {0} tells what is different from the last commit."

  private func list(_ book: Book, _ request: Request) async -> Response {
    var notice: HTML = ""
    if let number = request.query[.draft].flatMap(Int.init), let saved = await saves.saved(number) {
      notice = draftNotice(saved)
    }
    let entities = book.graph.model.entities
    let shown = entities.indices.filter { entities[$0].owner == nil && !entities[$0].isAbstract }
    let items = shown.map { index -> HTML in
      let (entity, count) = (entities[index], book.graph.rows(of: index).count)
      return """
        <li><a href="/\(PercentEncoding.path(entity.folder ?? ""))/index.html">\(entity.pluralLabel)</a> \(count) · \
        <a href="\(FormAddress(.new, entity: entity.name).path)">\(localized("New {0}", entity.label))</a></li>

        """
    }
    return .page(
      200,
      ownPage(
        title: localized("Forms"),
        head: FormPage.scripts,
        main: """
          \(OwnPages.navigation(canEdit: true))
          <h1>\(localized: "Forms")</h1>
          \(notice)<ul>\(items)</ul>
          <p>\(localized: Self.whatFormsAreFor, "<a href=\"/-/changes\">\(localized: "Changes")</a>")</p>
          <form method="post" action="\(FormAddress(.build).path)"><input type="hidden" name="token" value="\(token)">
          <p class="buttons"><button>\(localized: "Build")</button> \(localized: "writes the site to {0}", "<code>\(output)</code>")</p></form>
          """))
  }
}

extension Snapshot {
  /// The errors in the file of a record that the book does not have at the moment.
  func errors(inFileOf form: RecordForm, content: String) -> [Diagnostic] {
    guard let id = form.id else { return [] }
    let idOfFile = form.idOfFile
    return diagnostics.filter { diagnostic in
      diagnostic.severity == .error
        && diagnostic.range.file.path.path(below: content).flatMap { idOfFile(String($0)) } == id
    }
  }
}
