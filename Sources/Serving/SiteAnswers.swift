import Diagnostics
import Site

/// What the server answers: the files of the site, and its own pages below `/-/`.
package struct SiteAnswers: Sendable {
  let live: LiveSite
  let access: Access

  /// Makes the answers of a server.
  package init(live: LiveSite, access: Access) {
    self.live = live
    self.access = access
  }

  /// Answers a request.
  package func answer(_ request: Request) async -> Response {
    if let refusal = access.refusal(of: request) { return refusal }
    let isOwn = request.path.hasPrefix("-/")
    guard request.method != .post else {
      return Response.text(405, "this is only read").with("Allow", "GET, HEAD")
    }
    let snapshot = await live.snapshot
    return isOwn ? own(request, snapshot) : file(request.path, snapshot)
  }

  /// The server's own pages and files.
  private func own(_ request: Request, _ snapshot: Snapshot) -> Response {
    if let file = ownFiles.first(where: { "-/" + $0.path == request.path }) {
      return Response(200, type: ContentType.of(file.path), .bytes(file.content.bytes))
    }
    switch request.path {
    case "-/events":
      let path = String((request.query["page"] ?? "").drop { $0 == "/" })
      let events = LiveEvents(answers: self, path: path, mark: request.query["have"] ?? "")
      return Response(200, type: "text/event-stream", .events(events.stream()))
    default: return shown(page(request.path, snapshot))
    }
  }

  // MARK: The site

  /// A file of the site.
  private func file(_ path: String, _ snapshot: Snapshot) -> Response {
    guard let site = snapshot.site, let place = snapshot.place(of: path) else {
      return shown(page(path, snapshot))
    }
    let name = site.paths[place]
    switch site.file(at: place) {
    case .made(let bytes, let isPage, let diagnostics):
      if isPage || diagnostics.hasErrors { return shown(page(bytes, diagnostics)) }
      return Response(200, type: ContentType.of(name), .bytes(bytes))
    case .asset(let bytes): return Response(200, type: ContentType.of(name), .bytes(bytes))
    case .themeFile(let path): return Response(200, type: ContentType.of(name), .file(path: path))
    case .attachment(let path):
      let (type, headers) = ContentType.ofAttachment(name)
      return Response(200, type: type, .file(path: path), headers: headers)
    }
  }

  // MARK: Pages

  /// A page before the script's line is added to it.
  struct Page {
    let status: Int
    let bytes: [UInt8]
  }

  /// The page at a path: one of the site, or one of the server's own that follows the book.
  private func page(_ path: String, _ snapshot: Snapshot) -> Page {
    if path == "-/problems" { return ProblemsPage.page(200, snapshot.diagnostics) }
    guard let site = snapshot.site else { return ProblemsPage.page(503, snapshot.diagnostics) }
    guard let place = snapshot.place(of: path) else { return NotFoundPage.page(path, site.paths) }
    guard case .made(let bytes, _, let diagnostics) = site.file(at: place) else {
      return Page(status: 200, bytes: [])
    }
    return page(bytes, diagnostics)
  }

  private func page(_ bytes: [UInt8], _ diagnostics: [Diagnostic]) -> Page {
    diagnostics.hasErrors ? ProblemsPage.page(500, diagnostics) : Page(status: 200, bytes: bytes)
  }

  /// A page with the script's line.
  private func shown(_ page: Page) -> Response {
    Response(page.status, type: ContentType.of(".html"), .bytes(PageFile(page.bytes).bytes))
  }

  /// The mark of what a path shows, to see whether an open page is still right.
  func mark(of path: String, in snapshot: Snapshot) -> String {
    PageFile.mark(of: page(path, snapshot).bytes)
  }
}
