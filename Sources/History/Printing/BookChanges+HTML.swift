import Content
import Exports

extension BookChanges {
  /// The changes as an HTML page without external scripts or styles.
  /// - Parameter title: what is compared, such as `HEAD to the files`.
  package func html(title: String) -> String {
    var body = ""
    func list(_ heading: String, _ lines: [String]) {
      guard !lines.isEmpty else { return }
      body += "<h2>\(heading)</h2>\n<ul>\n" + lines.map { "<li>\($0)</li>\n" }.joined() + "</ul>\n"
    }
    if isEmpty { body += "<p>No record changed.</p>\n" }
    list("Model and settings", settings.map(XMLText.escaped))
    list("Not compared, because they have errors", skipped.map(XMLText.escaped))
    list(
      "Records",
      records.map { record in
        let lines = record.lines.map { "<li>\(XMLText.escaped($0))</li>" }.joined()
        return "<b>\(record.kind.rawValue)</b> \(XMLText.escaped(record.name))"
          + (lines.isEmpty ? "" : "<ul>\(lines)</ul>")
      })
    for (heading, rows) in tables {
      let lines = rows.map { "<tr>" + $0.map { "<td>\(XMLText.escaped($0))</td>" }.joined() + "</tr>\n" }
      body +=
        "<h2>\(heading)</h2>\n<table>\n<tr><th>Record</th><th>Value</th><th>Before</th><th>After</th></tr>\n"
        + lines.joined() + "</table>\n"
    }
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta name="robots" content="noindex"><title>\(XMLText.escaped(title))</title>
      <style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
      table{border-collapse:collapse}td,th{padding:.2rem 1rem .2rem 0;text-align:left;border-bottom:1px solid #8884}
      td+td+td{white-space:nowrap;font-variant-numeric:tabular-nums;text-align:right}</style></head>
      <body><main><h1>\(XMLText.escaped(title))</h1>
      \(body)</main></body></html>

      """
  }
}
