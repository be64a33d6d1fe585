/// Prints diagnostics as text: a line with the place and the error, the source line, and a marker.
///
///     Content/orders/2026/1042.md:4:11: error: unknown customer 'acme-ltd'; did you mean 'acme'? [unknown-reference]
///     customer: acme-ltd
///               ^~~~~~~~
package struct DiagnosticPrinter: Sendable {
  /// Whether to use ANSI colours, for terminals only.
  let color: Bool

  package init(color: Bool) {
    self.color = color
  }

  /// The text of diagnostics in the order of a report, with a line end after each line.
  ///
  /// At most a hundred diagnostics of each id are printed per file.
  package func text(of diagnostics: [Diagnostic]) -> String {
    var tables = LineTables()
    var text = ""
    for item in ReportItem.items(of: diagnostics) {
      let diagnostic: Diagnostic
      switch item {
      case .diagnostic(let found): diagnostic = found
      case .others(let count, let first):
        let path = Self.visible(first.range.file.path)
        text += style("\(path):", "1") + " \(count) more of [\(first.id.rawValue)]\n"
        continue
      }
      let severity = diagnostic.severity.rawValue
      let hue = diagnostic.severity == .error ? "31" : "35"
      text += head(diagnostic.range, style(severity + ":", "1;" + hue), &tables)
      text += style(Self.visible(diagnostic.summary), "1") + " [\(diagnostic.id.rawValue)]\n"
      text += source(diagnostic.range, hue: hue, &tables)
      for note in diagnostic.notes {
        text += head(note.range ?? diagnostic.range, style("note:", "1;36"), &tables)
        text += Self.visible(note.text) + "\n"
        if let range = note.range { text += source(range, hue: "36", &tables) }
      }
    }
    return text
  }

  /// One line per fix-it that was made: the place, the old text and the new text.
  package func text(ofFixed diagnostics: [Diagnostic]) -> String {
    var tables = LineTables()
    var text = ""
    for diagnostic in diagnostics {
      for fix in diagnostic.fixIts {
        text += head(fix.range, style("fixed:", "1;32"), &tables)
        text +=
          "'\(Self.short(fix.range.text))' → '\(Self.short(fix.replacement))' [\(diagnostic.id.rawValue)]\n"
      }
    }
    return text
  }

  private func head(_ range: SourceRange, _ severity: String, _ tables: inout LineTables) -> String {
    let place = tables.lines(of: range.file).location(of: range.bytes.lowerBound)
    return style("\(Self.visible(range.file.path)):\(place.line):\(place.column):", "1") + " \(severity) "
  }

  /// The maximum number of bytes of a line to read on either side of a place: ten per character shown.
  private static let reach = 1_000

  /// The source line with the marker below; a long line is cut to the part around the marker.
  private func source(_ range: SourceRange, hue: String, _ tables: inout LineTables) -> String {
    let lines = tables.lines(of: range.file)
    let line = lines[lines.line(at: range.bytes.lowerBound)]
    guard !line.isEmpty else { return "" }
    let file = range.file
    let from = min(max(range.bytes.lowerBound, line.lowerBound), line.upperBound)
    let to = min(max(range.bytes.upperBound, from), line.upperBound)
    // Text farther away is not shown, so the length of the line does not matter.
    let start = from - line.lowerBound > Self.reach ? file.scalarStart(from - Self.reach) : line.lowerBound
    let middle = to - from > Self.reach ? file.scalarStart(from + Self.reach) : to
    let end = line.upperBound - to > Self.reach ? file.scalarStart(to + Self.reach) : line.upperBound
    let before = Self.cells(file.text(start..<from))
    let marked = Self.cells(file.text(from..<middle))
    let after = middle < to ? [] : Self.cells(file.text(to..<end))
    let lead = before.suffix(60)
    let body = marked.prefix(100)
    let cutFront = start > line.lowerBound || before.count > lead.count ? "…" : ""
    let tail = after.prefix(max(0, 100 - body.count))
    let isCut = middle < to || end < line.upperBound
    let cutBack = isCut || tail.count < after.count || body.count < marked.count ? "…" : ""
    let text = cutFront + lead.joined() + body.joined() + tail.joined() + cutBack
    let indent = displayWidth(of: cutFront + lead.joined())
    let width = max(1, displayWidth(of: body.joined()))
    let marker =
      String(repeating: " ", count: indent)
      + style("^" + String(repeating: "~", count: width - 1), "1;" + hue)
    return text + "\n" + marker + "\n"
  }

  /// The characters of a line, with control characters made visible.
  private static func cells(_ text: String) -> [String] {
    text.map { visible(String($0)) }
  }

  /// A text shortened to fit in a line with another.
  private static func short(_ text: String) -> String {
    let text = visible(text)
    return text.count > 60 ? text.prefix(59) + "…" : text
  }

  /// A text with tabs as spaces and control characters as U+FFFD, so that no file can control the terminal.
  package static func visible(_ text: String) -> String {
    guard
      text.unicodeScalars.contains(where: {
        $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.setsDirection
      })
    else {
      return text
    }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar -> Unicode.Scalar in
          switch scalar.value {
          case 0x09, 0x0A, 0x0D: " "
          case 0..<0x20, 0x7F..<0xA0: "\u{FFFD}"
          default: scalar.setsDirection ? "\u{FFFD}" : scalar
          }
        }))
  }

  private func style(_ text: String, _ code: String) -> String {
    color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension SourceFile {
  /// The first byte of the UTF-8 sequence that contains a byte of the file; at most three bytes before it.
  fileprivate func scalarStart(_ offset: Int) -> Int {
    (offset - 3...offset).last { bytes[$0] & 0xC0 != 0x80 } ?? offset
  }
}
