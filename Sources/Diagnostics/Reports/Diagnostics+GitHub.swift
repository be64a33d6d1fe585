extension [Diagnostic] {
  /// The diagnostics as workflow commands of GitHub Actions, which shows them beside the changed lines.
  ///
  ///     ::error file=Content/orders/1042.md,line=4,endLine=4,col=11,endColumn=19,title=unknown-reference::unknown …
  ///
  /// The format and its escapes are described at
  /// https://docs.github.com/actions/reference/workflow-commands-for-github-actions; columns count code
  /// points and are given only for ranges in one line, as in the annotations of its API.
  /// - Parameter paths: how to name files.
  package func gitHubCommands(paths: ReportPaths) -> String {
    var text = ""
    var tables = LineTables()
    for diagnostic in ReportItem.diagnostics(for: self) {
      var properties: [(String, String)] = []
      if !diagnostic.range.file.isArgument {
        let place = ReportPlace(diagnostic.range, tables.lines(of: diagnostic.range.file))
        properties = [
          ("file", paths.path(diagnostic.range.file.path)), ("line", String(place.start.line)),
          ("endLine", String(place.end.line)),
        ]
        if place.isOneLine {
          let columns = place.characters
          properties += [("col", String(columns.start)), ("endColumn", String(columns.end))]
        }
      }
      properties.append(("title", diagnostic.id.rawValue))
      let list = properties.map { "\($0)=\(escaped($1, isProperty: true))" }.joined(separator: ",")
      var message = diagnostic.summary
      for note in diagnostic.notes {
        message += "\nnote: " + note.text
        guard let range = note.range, !range.file.isArgument else { continue }
        let line = tables.lines(of: range.file).line(at: range.bytes.lowerBound)
        message += " (\(paths.path(range.file.path)):\(line))"
      }
      text += "::\(diagnostic.severity.rawValue) \(list)::\(escaped(message, isProperty: false))\n"
    }
    return text
  }

  private func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      // The runner's log may also be shown in a terminal.
      default: result += DiagnosticPrinter.visible(String(scalar))
      }
    }
    return result
  }
}
