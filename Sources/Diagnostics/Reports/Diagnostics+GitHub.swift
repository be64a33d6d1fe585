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
    var places = ReportPlace.Finder()
    for diagnostic in ReportItem.diagnostics(for: self) {
      var properties: [(String, String)] = []
      if !diagnostic.range.file.isArgument {
        let place = places.place(of: diagnostic.range)
        properties = [
          ("file", paths.path(diagnostic.range.file.path)), ("line", String(place.start.line)),
          ("endLine", String(place.end.line)),
        ]
        if place.isOneLine {
          properties.append(("col", String(place.characters.start)))
          properties.append(("endColumn", String(place.characters.end)))
        }
      }
      properties.append(("title", diagnostic.id.rawValue))
      let list = properties.map { "\($0)=\(escaped($1, isProperty: true))" }.joined(separator: ",")
      var message = diagnostic.summary
      for note in diagnostic.notes {
        message += "\nnote: " + note.text
        guard let range = note.range, !range.file.isArgument else { continue }
        message += " (\(paths.path(range.file.path)):\(range.file.location(of: range.bytes.lowerBound).line))"
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
