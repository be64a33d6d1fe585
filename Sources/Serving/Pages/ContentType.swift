import Publishing

/// The type that a file is sent as, by its ending.
enum ContentType {
  /// The type of a file of the site or of its theme; what is text is UTF-8.
  static func of(_ path: String) -> String {
    let type = MediaType.of(path)
    let isText =
      type.hasPrefix("text/") || ["application/json", "application/xml"].contains(type)
    return isText ? type + "; charset=utf-8" : type
  }

  /// The type and the further header fields of a file in Content beside the records.
  ///
  /// It may come from anyone, and it shares its origin with the forms. So it is never served as a script, and
  /// what could contain a script is shown without running it.
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
