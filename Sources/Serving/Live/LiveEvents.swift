import Diagnostics

/// The events sent to an open page: its bytes, the theme's files or the diagnostics changed, or any other page did,
/// whose data its scripts may have fetched.
///
/// A page whose bytes stay the same is not reloaded, unless it shows a list of fetched data.
struct LiveEvents: Sendable {
  let answers: SiteAnswers
  /// The path of the open page.
  let path: String
  /// The digest of the bytes that the page shows.
  let digest: String
  /// The digest of the theme's files that the page uses; nil if the page does not state it.
  let theme: String?

  /// The events, until the client disconnects.
  func stream() -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let task = Task {
      await withDiscardingTaskGroup { group in
        group.addTask { await follow(continuation) }
        group.addTask {
          // Proxies and browsers end an idle connection.
          while (try? await Task.sleep(for: .seconds(20))) != nil { continuation.yield(Array(":\n\n".utf8)) }
        }
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private func follow(_ continuation: AsyncStream<[UInt8]>.Continuation) async {
    continuation.yield(Array("retry: 1000\n\n".utf8))
    var (shown, theme) = (digest, theme)
    // The first message is always sent, because the page may show errors from before its connection was lost.
    var (told, showsErrors) = (String?.none, true)
    var site: Int?
    for await snapshot in await answers.live.snapshots() {
      if let theme, theme != snapshot.theme { continuation.yield(event("theme", snapshot.theme)) }
      theme = snapshot.theme
      let hasErrors = snapshot.diagnostics.hasErrors
      // Warnings are sent once all of them are known.
      if path != DiagnosticsPage.path, snapshot.isReviewed || hasErrors || showsErrors {
        // Where there is no site yet, every page lists them itself.
        let message = snapshot.site == nil ? "" : message(of: snapshot)
        if message != told { continuation.yield(event("diagnostics", message)) }
        (told, showsErrors) = (message, hasErrors)
      }
      // The page of diagnostics lists all of them, so it waits for the review, and needs no panel.
      if path == DiagnosticsPage.path, !snapshot.isReviewed { continue }
      let now = await answers.digest(of: path, in: snapshot)
      if now != shown { continuation.yield(event("page", now)) }
      shown = now
      if site != snapshot.siteNumber { continuation.yield(event("site", "\(snapshot.siteNumber)")) }
      site = snapshot.siteNumber
    }
  }

  private func event(_ name: String, _ data: String) -> [UInt8] {
    Array("event: \(name)\ndata: \(data)\n\n".utf8)
  }

  /// The errors and the number of warnings, as JSON on one line; empty if there are none.
  private func message(of snapshot: Snapshot) -> String {
    guard !snapshot.diagnostics.isEmpty else { return "" }
    let errors = snapshot.diagnostics.filter { $0.severity == .error }
    let warnings = DiagnosticList(snapshot.diagnostics.filter { $0.severity != .error }).count
    let list = DiagnosticList(errors, token: answers.changeToken)
    let html = errors.isEmpty ? "" : list.html.text
    return
      #"{"count":\#(jsonText(list.count)),"warnings":\#(jsonText(warnings)),"hasErrors":\#(!errors.isEmpty),"html":\#(jsonText(html))}"#
  }
}
