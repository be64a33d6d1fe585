/// The type that a file is sent as, by its ending.
enum ContentType {
  /// The types by their endings.
  private static let types = [
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "json": "application/json; charset=utf-8", "csv": "text/csv; charset=utf-8",
    "ics": "text/calendar; charset=utf-8",
    "txt": "text/plain; charset=utf-8", "md": "text/plain; charset=utf-8",
    "xml": "application/xml; charset=utf-8",
    "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon", "pdf": "application/pdf",
    "woff": "font/woff", "woff2": "font/woff2", "mp4": "video/mp4", "mp3": "audio/mpeg",
    "zip": "application/zip",
    "webmanifest": "application/manifest+json",
  ]

  /// The type of a file of the site or of its theme.
  static func of(_ path: String) -> String { types[ending(of: path)] ?? "application/octet-stream" }

  /// The type and the further header fields of a file in Content beside the records.
  ///
  /// It may come from anyone, and it shares its origin with the forms. So it is never served as a script, and
  /// what could contain a script is shown without running it.
  static func ofAttachment(_ path: String) -> (type: String, headers: [(name: String, value: String)]) {
    switch ending(of: path) {
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

  private static func ending(of path: String) -> String {
    path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
  }
}
