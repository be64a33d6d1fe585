import FileSystem

/// The media types of files, by file extension.
package enum MediaType {
  private static let types = [
    "html": "text/html", "htm": "text/html", "css": "text/css", "js": "text/javascript",
    "mjs": "text/javascript", "json": "application/json", "csv": "text/csv", "ics": "text/calendar",
    "txt": "text/plain", "md": "text/plain", "xml": "application/xml", "svg": "image/svg+xml",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "avif": "image/avif", "ico": "image/x-icon", "pdf": "application/pdf", "woff": "font/woff",
    "woff2": "font/woff2", "mp4": "video/mp4", "mp3": "audio/mpeg", "zip": "application/zip",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "webmanifest": "application/manifest+json",
  ]

  /// The media type of a file; `application/octet-stream` for an unknown extension.
  package static func of(_ path: String) -> String { types[ending(of: path)] ?? "application/octet-stream" }

  /// The lowercased extension of a file's name, without the dot; empty if there is none.
  package static func ending(of path: String) -> String {
    let name = path.fileName
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }
}
