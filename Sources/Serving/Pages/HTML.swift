/// HTML composed of parts. What is interpolated is escaped, unless it is HTML itself.
///
///     let line: HTML = "<p>\("a < b")</p>"     // <p>a &lt; b</p>
struct HTML: ExpressibleByStringInterpolation, Sendable {
  /// The HTML as text.
  private(set) var text: String

  init(stringLiteral value: String) {
    text = value
  }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  /// Appends more.
  static func += (html: inout HTML, more: HTML) {
    html.text += more.text
  }

  /// The parts of a text as they are interpolated.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ html: HTML) { text += html.text }

    mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { text += part.text }
    }

    mutating func appendInterpolation(_ number: Int) { text += String(number) }

    mutating func appendInterpolation(_ plain: some StringProtocol) {
      for scalar in plain.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        case "'": text += "&#39;"
        // An attribute or a text area keeps its line ends, and nothing else that steers is let through.
        case "\u{0}"..<"\u{9}", "\u{B}", "\u{C}", "\u{E}"..<" ", "\u{7F}":
          text.unicodeScalars.append("\u{FFFD}")
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }
}

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
