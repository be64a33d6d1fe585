import Diagnostics

/// The page at a former address of a record or page, which redirects to the current one.
struct RedirectPage {
  /// The output path of the current page.
  let target: String
  /// The language of the site.
  let language: String

  /// The page's HTML.
  /// - Parameter path: its path in the output.
  func bytes(at path: String) -> [UInt8] {
    // Percent-encoding leaves no character that is special in HTML.
    let url = OutputPath.root(from: path) + PercentEncoding.path(target)
    return Array(
      """
      <!DOCTYPE html>
      <html lang="\(language)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="robots" content="noindex">
      <meta http-equiv="refresh" content="0; url=\(url)">
      <link rel="canonical" href="\(url)">
      <title>\(url)</title>
      </head>
      <body><p><a href="\(url)">\(url)</a></p></body>
      </html>

      """.utf8)
  }
}
