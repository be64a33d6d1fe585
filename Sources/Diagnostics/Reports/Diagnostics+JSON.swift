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
    var places = ReportPlace.Finder()
    json.array { json in
      for diagnostic in ReportItem.diagnostics(for: self) {
        json.object { json in
          json.string("id", diagnostic.id.rawValue)
          json.string("severity", diagnostic.severity.rawValue)
          json.place(diagnostic.range, &places)
          json.string("summary", diagnostic.summary)
          json.array("notes") { json in
            var places = ReportPlace.Finder()
            for note in diagnostic.notes {
              json.object { json in
                json.string("text", note.text)
                if let range = note.range { json.place(range, &places) }
              }
            }
          }
          json.array("fixes") { json in
            var places = ReportPlace.Finder()
            for fix in diagnostic.fixIts {
              json.object { json in
                json.place(fix.range, &places)
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
  fileprivate mutating func place(_ range: SourceRange, _ places: inout ReportPlace.Finder) {
    let place = places.place(of: range)
    string("path", range.file.path)
    number("line", place.start.line)
    number("column", place.start.column)
    number("endLine", place.end.line)
    number("endColumn", place.end.column)
    number("start", range.bytes.lowerBound)
    number("end", range.bytes.upperBound)
  }
}
