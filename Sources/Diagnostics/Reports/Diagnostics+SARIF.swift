extension [Diagnostic] {
  /// The diagnostics in the Static Analysis Results Interchange Format, for code hosts and editors.
  ///
  /// SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/): one run with all of docket's
  /// rules. SARIF has no columns in bytes, so columns count code points, as `columnKind` says. An error in a
  /// command line argument has no location, because it is not in a file.
  /// - Parameters:
  ///   - version: docket's version.
  ///   - paths: how to name files.
  package func sarif(version: String, paths: ReportPaths) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.string(
        "$schema",
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
      json.string("version", "2.1.0")
      json.array("runs") { json in
        json.object { json in
          json.object("tool") { json in
            json.object("driver") { json in
              json.string("name", "docket")
              json.string("version", version)
              json.array("rules") { json in
                for id in DiagnosticID.allCases { json.rule(id) }
              }
            }
          }
          json.string("columnKind", "unicodeCodePoints")
          json.array("newlineSequences") { json in
            for sequence in ["\r\n", "\n", "\r"] { json.string(nil, sequence) }
          }
          json.array("results") { json in
            var writer = SARIFResults(paths: paths)
            for diagnostic in ReportItem.diagnostics(for: self) { writer.write(diagnostic, to: &json) }
          }
        }
      }
    }
    return json.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func rule(_ id: DiagnosticID) {
    let explanation = id.explanation
    object { json in
      json.string("id", id.rawValue)
      json.message("shortDescription", explanation.title)
      json.message("fullDescription", explanation.reason)
      json.object("help") { json in
        json.string("text", explanation.help)
        json.string("markdown", explanation.markdown)
      }
      json.object("defaultConfiguration") { $0.string("level", explanation.severity.rawValue) }
    }
  }

  fileprivate mutating func message(_ key: String?, _ text: String) {
    object(key) { $0.string("text", text) }
  }
}

/// Writes the results of a run.
private struct SARIFResults {
  let paths: ReportPaths
  private var tables = LineTables()

  init(paths: ReportPaths) {
    self.paths = paths
  }

  mutating func write(_ diagnostic: Diagnostic, to json: inout JSONWriter) {
    // Notes without a place become part of the message.
    let loose = diagnostic.notes.filter { $0.range?.file.isArgument ?? true }
    let placed = diagnostic.notes.filter { !($0.range?.file.isArgument ?? true) }
    let text = ([diagnostic.summary] + loose.map { "note: \($0.text)" }).joined(separator: "\n")
    let isPlaced = !diagnostic.range.file.isArgument
    json.object { json in
      json.string("ruleId", diagnostic.id.rawValue)
      json.number("ruleIndex", diagnostic.id.index)
      json.string("level", diagnostic.severity.rawValue)
      json.message("message", text)
      json.array("locations") { json in
        guard isPlaced else { return }
        json.object { location(diagnostic.range, to: &$0) }
      }
      if !placed.isEmpty {
        json.array("relatedLocations") { json in
          for note in placed {
            guard let range = note.range else { continue }
            json.object { json in
              location(range, to: &json)
              json.message("message", note.text)
            }
          }
        }
      }
      if isPlaced, !diagnostic.fixIts.isEmpty {
        json.array("fixes") { json in
          for fix in diagnostic.fixIts { json.object { self.fix(fix, to: &$0) } }
        }
      }
    }
  }

  private mutating func location(_ range: SourceRange, to json: inout JSONWriter) {
    json.object("physicalLocation") { json in
      artifact(range.file, to: &json)
      region("region", range, to: &json)
    }
  }

  private func artifact(_ file: SourceFile, to json: inout JSONWriter) {
    json.object("artifactLocation") { $0.string("uri", uri(paths.path(file.path))) }
  }

  private mutating func region(_ key: String, _ range: SourceRange, to json: inout JSONWriter) {
    let place = ReportPlace(range, tables.lines(of: range.file))
    json.object(key) { json in
      json.number("startLine", place.start.line)
      // A file that could not be read has a first line, but no text.
      guard !range.file.bytes.isEmpty else { return }
      let columns = place.characters
      json.number("startColumn", columns.start)
      json.number("endLine", place.end.line)
      json.number("endColumn", columns.end)
    }
  }

  private mutating func fix(_ fix: Diagnostic.FixIt, to json: inout JSONWriter) {
    json.message("description", "Replace '\(fix.range.text)' with '\(fix.replacement)'")
    json.array("artifactChanges") { json in
      json.object { json in
        artifact(fix.range.file, to: &json)
        json.array("replacements") { json in
          json.object { json in
            region("deletedRegion", fix.range, to: &json)
            json.message("insertedContent", fix.replacement)
          }
        }
      }
    }
  }

  /// A path as a URI reference (RFC 3986).
  private func uri(_ path: String) -> String {
    (path.hasPrefix("/") ? "file://" : "") + PercentEncoding.path(path)
  }
}

extension DiagnosticID {
  /// The index among all ids.
  fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? -1 }
}
