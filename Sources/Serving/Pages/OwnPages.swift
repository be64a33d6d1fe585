/// A page of the server itself.
/// - Parameters:
///   - title: the title of the window.
///   - head: further content of the head.
///   - main: the content of the body.
///   - isWide: whether to use the full width of a large window.
func ownPage(title: String, head: HTML = "", main: HTML, isWide: Bool = false) -> [UInt8] {
  let page: HTML = """
    <!doctype html>
    <html lang="\(OwnTexts.current.tag)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title) – docket</title>
    <link rel="stylesheet" href="/-/own.css">
    \(head)</head>
    <body>
    <main\(isWide ? " class=\"wide\"" : "" as HTML)>
    \(main)
    </main>
    </body>
    </html>

    """
  return Array(page.text.utf8)
}

/// The common parts of the server's own pages.
enum OwnPages {
  /// The links above a page.
  /// - Parameters:
  ///   - canEdit: whether there are forms.
  ///   - more: further links.
  static func navigation(canEdit: Bool, more: HTML = "") -> HTML {
    """
    <nav class="crumbs"><a href="/">\(localized: "Home")</a>\(canEdit ? " · <a href=\"\(FormAddress(.edit).path)\">\(localized: "Forms")</a>" : "" as HTML) · \
    <a href="/-/changes">\(localized: "Changes")</a> · <a href="/-/query">\(localized: "Query")</a> · \
    <a href="/\(DiagnosticsPage.path)">\(localized: "Problems")</a>\(more)</nav>
    """
  }
}
