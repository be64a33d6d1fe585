import Diagnostics
import Editing
import Publishing
import Site

extension FormAnswers {
  /// Makes the fix-its of a diagnostic, and redirects to the page that showed it.
  func fix(_ request: Request) async -> Response {
    await live.refresh()
    let snapshot = await live.reviewed()
    let wanted = request.form["diagnostic"]
    let plan = FixPlan(snapshot.diagnostics.filter { $0.key == wanted }) { $0.hasPrefix(content + "/") }
    var edit = Edit()
    edit.make(plan, below: content)
    // A fix-it is always right; other errors are shown as before.
    guard !edit.changes.isEmpty,
      case .written = await commit(
        edit, of: nil, placing: { _ in FieldDiagnostics() }, unless: { _, _ in FieldDiagnostics() })
    else {
      return .text(409, "the file has changed meanwhile; nothing was written")
    }
    let host = request.headers["host"] ?? ""
    let page = request.headers["referer"].flatMap { referer -> Substring? in
      // A path with two slashes would be another host's.
      let path = referer.dropFirst("http://\(host)".count)
      let isOwn = referer.hasPrefix("http://\(host)/") && !path.hasPrefix("//") && !path.hasPrefix("/\\")
      return isOwn ? path : nil
    }
    return .redirect(to: page.map(String.init) ?? "/" + DiagnosticsPage.path)
  }

  /// Writes the site, as `docket build` does.
  func build() async -> Response {
    let snapshot = await live.reviewed()
    guard let later = snapshot.later, !snapshot.diagnostics.hasErrors else {
      return .page(DiagnosticsPage.page(422, snapshot.diagnostics))
    }
    let (site, diagnostics) = await later.whole()
    guard !diagnostics.hasErrors else { return .page(DiagnosticsPage.page(422, diagnostics)) }
    do {
      let outcome = try await site.publish(to: output, verify: false)
      guard let summary = outcome.summary else {
        return .page(DiagnosticsPage.page(422, outcome.diagnostics))
      }
      let main: HTML = """
        <h1>\(localized: "Built")</h1>
        <p>\(
          localized: "{0}: {1} pages, {2} changed, {3} removed.", "<code>\(output)</code>", "\(site.pageCount)",
          "\(summary.changed)", "\(summary.removed)")</p>
        <p><a href="/">\(localized: "To the home page")</a></p>
        """
      return .page(200, ownPage(title: localized("Built"), main: main))
    } catch {
      let title = localized("The build failed")
      let main: HTML = "\(OwnPages.navigation(canEdit: true))\n<h1>\(title)</h1>\n<p>\("\(error)")</p>"
      return .page(500, ownPage(title: title, main: main))
    }
  }
}
