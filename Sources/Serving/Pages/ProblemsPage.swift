import Diagnostics

/// The page of everything that is wrong, at `/-/problems` and in place of what cannot be shown.
enum ProblemsPage {
  /// Makes the page.
  static func page(_ status: Int, _ diagnostics: [Diagnostic]) -> SiteAnswers.Page {
    let list = DiagnosticList(diagnostics)
    let main: HTML =
      diagnostics.isEmpty
      ? "<h1>Nothing is wrong</h1>\n<p>Everything in the book was read, linked and checked.</p>"
      : "<h1>\(list.count)</h1>\n\(list.html)"
    return SiteAnswers.Page(
      status: status, bytes: ownPage(title: diagnostics.isEmpty ? "Nothing is wrong" : list.count, main: main)
    )
  }
}

/// The answer for an address where there is no page.
enum NotFoundPage {
  /// Makes the page.
  /// - Parameter paths: the paths that there are.
  static func page(_ path: String, _ paths: [String]) -> SiteAnswers.Page {
    let nearest = nearestName(to: path, among: paths.lazy.filter { $0.hasSuffix(".html") })
    let suggestion: HTML? = nearest.map { "\n<p>Did you mean <a href=\"/\(url(of: $0))\">\($0)</a>?</p>" }
    let main: HTML = """
      <h1>There is no page here</h1>
      <p>The book makes no file <code>\(path)</code>.</p>\(suggestion ?? "")
      <p><a href="/">To the home page</a></p>
      """
    return SiteAnswers.Page(status: 404, bytes: ownPage(title: "Not found", main: main))
  }
}

/// A path as a URL has it: everything but letters, digits and a few marks percent-encoded.
func url(of path: String) -> String {
  var result = ""
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "~"):
      result.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      result += "%" + (digits.count == 1 ? "0" : "") + digits
    }
  }
  return result
}
