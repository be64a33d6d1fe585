import Content
import Diagnostics
import Locale
import Records
import Site

/// Answers requests for the files of the site, and for the server's own pages below `/-/`.
package struct SiteAnswers: Sendable {
  let live: LiveSite
  let access: Access
  /// The forms; nil if records cannot be edited.
  let editing: FormAnswers?
  let changes: ChangesPage

  /// The token that a change must carry; nil if changes are not allowed.
  var changeToken: String? { editing == nil ? nil : access.token }

  /// Makes the answers of a server.
  package init(live: LiveSite, access: Access, editing: FormAnswers? = nil) {
    self.live = live
    self.access = access
    self.editing = editing
    changes = ChangesPage(live)
  }

  /// Answers a request. The server's own pages are in the language of the site.
  package func answer(_ request: Request) async -> Response {
    let snapshot = await live.snapshot
    let language = snapshot.site?.language ?? snapshot.book?.settings.language ?? "en"
    return await OwnTexts.$current.withValue(OwnTexts(language: language)) { await answered(request) }
  }

  private func answered(_ request: Request) async -> Response {
    if let refusal = access.refusal(of: request) { return refusal }
    let isOwn = request.path.hasPrefix("-/")
    if request.method == .post {
      guard isOwn, editing != nil else {
        return Response.text(405, "this is only read").with("Allow", "GET, HEAD")
      }
      guard access.mayChange(request) else {
        return await editing?.again(request)
          ?? .text(403, "this form is of an earlier run of the server, or of elsewhere; open it again")
      }
    }
    if isOwn, let response = await editing?.answer(request) { return response }
    let snapshot = await live.snapshot
    guard request.method != .post else { return .text(404, "there is no such form") }
    return isOwn ? await own(request, snapshot) : await file(request.path, snapshot)
  }

  /// The server's own pages and files.
  private func own(_ request: Request, _ snapshot: Snapshot) async -> Response {
    if let file = ownFiles.first(where: { "-/" + $0.path == request.path }) {
      return Response(200, type: ContentType.of(file.path), .bytes(file.content.bytes))
    }
    switch request.path {
    case "-/events":
      let path = String((request.query["page"] ?? "").drop { $0 == "/" })
      let events = LiveEvents(
        answers: self, path: path, digest: request.query["have"] ?? "", theme: request.query["theme"])
      return Response(200, type: "text/event-stream", .events(events.stream()))
    case "-/query":
      return QueryPage.answer(
        request.query, snapshot, today: live.loading.today(), canEdit: editing != nil)
    // Content may have a folder of the same name.
    default: return await file(request.path, snapshot)
    }
  }

  // MARK: The site

  private func file(_ path: String, _ snapshot: Snapshot) async -> Response {
    guard let site = snapshot.site, let place = snapshot.place(of: path) else {
      if path.hasPrefix("search/"), case .made(let bytes, _, _)? = await snapshot.later?.searchFile(at: path)
      {
        return Response(200, type: ContentType.of(path), .bytes(bytes))
      }
      // Browsers ask for it by themselves, and would count the answer to a site without one as an error of the page.
      if path == "favicon.ico", snapshot.site != nil {
        return Response(200, type: "image/x-icon", .bytes([]))
      }
      return shown(await page(path, snapshot), snapshot)
    }
    let name = site.paths[place]
    let later = site.needsSorting(at: place) ? snapshot.later : nil
    switch await later?.sortedFile(at: place) ?? site.file(at: place) {
    case .made(let bytes, let isPage, let diagnostics):
      if isPage || diagnostics.hasErrors {
        return shown(page(bytes, diagnostics), snapshot, tools: tools(place, site))
      }
      return Response(200, type: ContentType.of(name), .bytes(bytes))
    case .asset(let bytes): return Response(200, type: ContentType.of(name), .bytes(bytes))
    case .themeFile(let path, let theme):
      return Response(200, type: ContentType.of(name), .file(path: theme.root + "/" + path))
    case .attachment(let path, let content):
      let (type, headers) = ContentType.ofAttachment(name)
      return Response(200, type: type, .file(path: content.root + "/" + path), headers: headers)
    }
  }

  // MARK: Pages

  /// A page before the line with the script is added.
  struct Page {
    let status: Int
    let bytes: [UInt8]
  }

  /// The page at a path: a page of the site, or one of the server's own that depends on the book.
  private func page(_ path: String, _ snapshot: Snapshot) async -> Page {
    if path == ChangesPage.path { return await changes.page(snapshot, canEdit: editing != nil) }
    if path == DiagnosticsPage.path {
      let whole = snapshot.isReviewed ? snapshot : await live.reviewed()
      return DiagnosticsPage.page(200, whole.diagnostics, token: changeToken, of: whole.book)
    }
    guard let site = snapshot.site else {
      return DiagnosticsPage.page(503, snapshot.diagnostics, token: changeToken)
    }
    guard let place = snapshot.place(of: path) else {
      return NotFoundPage.page(path, site, canEdit: editing != nil)
    }
    // Files other than pages are never requested as one.
    guard !site.needsSorting(at: place), case .made(let bytes, _, let diagnostics) = site.file(at: place)
    else {
      return Page(status: 200, bytes: [])
    }
    return page(bytes, diagnostics)
  }

  private func page(_ bytes: [UInt8], _ diagnostics: [Diagnostic]) -> Page {
    diagnostics.hasErrors ? DiagnosticsPage.page(500, diagnostics) : Page(status: 200, bytes: bytes)
  }

  /// A page with the line that loads the script.
  private func shown(
    _ page: Page, _ snapshot: Snapshot, tools: [(name: String, address: String)] = []
  ) -> Response {
    let pairs = tools.map { "\(jsonText($0.name)):\(jsonText($0.address))" }
    let offer: HTML = pairs.isEmpty ? "" : " data-tools=\"\("{\(pairs.joined(separator: ","))}")\""
    let change = OwnTexts.current.siteDirection.change(from: "{0}", to: "{1}")
    let attributes: HTML = "\(offer) data-change=\"\(change)\"\(OwnTexts.current.ofScripts)"
    let links = tools.map { "<a href=\"\($0.address)\">\($0.name)</a> " as HTML }
    let file = PageFile(
      page.bytes, theme: snapshot.theme, attributes: attributes,
      before: tools.isEmpty ? "" : "<noscript data-tools><p>\(links)</p></noscript>")
    return .page(page.status, file.bytes)
  }

  /// The links that the script adds to a page if records can be edited: the forms of its record or entity.
  private func tools(_ place: Int, _ site: PlannedSite) -> [(name: String, address: String)] {
    guard editing != nil else { return [] }
    func new(_ entity: Entity) -> (name: String, address: String) {
      (localized("New {0}", entity.label), FormAddress(.new, entity: entity.name).path)
    }
    switch site.subject(at: place) {
    case .record(let entity, let id):
      return [(localized("Edit"), FormAddress(.edit, entity: entity.name, id: id).path), new(entity)]
    case .entity(let entity) where !entity.isAbstract && entity.owner == nil: return [new(entity)]
    case .entity, nil: return [(localized("Forms"), FormAddress(.edit).path)]
    }
  }

  /// The digest of a page's current content, to tell whether an open page is up to date.
  func digest(of path: String, in snapshot: Snapshot) async -> String {
    PageFile.digest(of: await page(path, snapshot).bytes)
  }
}
