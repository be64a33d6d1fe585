import Site

/// The content type of a file by its extension.
enum ContentType {
  /// The content type of a file of the site or its theme; text is UTF-8.
  static func of(_ path: String) -> String {
    let type = MediaType.of(path)
    let isText =
      type.hasPrefix("text/") || ["application/json", "application/xml"].contains(type)
    return isText ? type + "; charset=utf-8" : type
  }

  /// The content type and further header fields of an attachment in Content.
  ///
  /// An attachment may come from anyone, and shares its origin with the forms. So it is never served as a
  /// script, and files that may contain scripts are shown without running them.
  static func ofAttachment(_ path: String) -> (type: String, headers: [(name: String, value: String)]) {
    switch MediaType.ending(of: path) {
    case "js", "mjs", "css": ("text/plain; charset=utf-8", [])
    case "html", "htm", "xhtml", "svg", "xml", "xht", "mht", "mhtml":
      (
        of(path),
        [
          (
            "Content-Security-Policy",
            "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:"
          )
        ]
      )
    default: (of(path), [])
    }
  }
}
