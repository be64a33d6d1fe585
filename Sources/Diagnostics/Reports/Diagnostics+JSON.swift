extension [Diagnostic] {
  /// The diagnostics as a JSON array of objects.
  ///
  /// Lines and columns count from 1, columns in UTF-8 bytes as in the text format; ends are exclusive.
  /// `start` and `end` are the same places in bytes from the start of the file.
  ///
  ///     [
  ///       {
  ///         "id": "unknown-reference", "severity": "error", "path": "Content/orders/1042.md",
  ///         "line": 4, "column": 11, "endLine": 4, "endColumn": 19, "start": 37, "end": 45,
  ///         "summary": "unknown customer 'acme-ltd'; did you mean 'acme'?",
  ///         "notes": [], "fixes": []
  ///       }
  ///     ]
  ///
  /// A note has a `text`, and a place if it points to one; a fix has the place to replace and the
  /// `replacement`.
  package func json() -> [UInt8] {
    var json = JSONWriter()
    var tables = LineTables()
    json.array { json in
      for diagnostic in ReportItem.diagnostics(for: self) {
        json.object { json in
          json.string("id", diagnostic.id.rawValue)
          json.string("severity", diagnostic.severity.rawValue)
          json.place(diagnostic.range, &tables)
          json.string("summary", diagnostic.summary)
          json.array("notes") { json in
            for note in diagnostic.notes {
              json.object { json in
                json.string("text", note.text)
                if let range = note.range { json.place(range, &tables) }
              }
            }
          }
          json.array("fixes") { json in
            for fix in diagnostic.fixIts {
              json.object { json in
                json.place(fix.range, &tables)
                json.string("replacement", fix.replacement)
              }
            }
          }
        }
      }
    }
    return json.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func place(_ range: SourceRange, _ tables: inout LineTables) {
    let place = ReportPlace(range, tables.lines(of: range.file))
    string("path", range.file.path)
    number("line", place.start.line)
    number("column", place.start.column)
    number("endLine", place.end.line)
    number("endColumn", place.end.column)
    number("start", range.bytes.lowerBound)
    number("end", range.bytes.upperBound)
  }
}
