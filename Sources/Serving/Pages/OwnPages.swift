/// A page of the server's own.
/// - Parameters:
///   - title: the window's title.
///   - head: what else is in the head.
///   - main: what is between the head and the end.
///   - isWide: whether it needs the whole width of a large window.
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

/// What the server's own pages share.
enum OwnPages {
  /// The links above a page.
  /// - Parameters:
  ///   - canEdit: whether there are forms.
  ///   - more: further links.
  static func navigation(canEdit: Bool, more: HTML = "") -> HTML {
    """
    <nav class="crumbs"><a href="/">\(localized: "Home")</a>\(canEdit ? " · <a href=\"\(FormAddress(.edit).path)\">\(localized: "Forms")</a>" : "" as HTML) · \
    <a href="/-/changes">\(localized: "Changes")</a> · <a href="/-/query">\(localized: "Query")</a> · \
    <a href="/-/problems">\(localized: "Problems")</a>\(more)</nav>
    """
  }
}
