import Diagnostics

/// Formats front matter: keys in a given order, lists indented by two spaces below their key, one space after
/// `:`, `-` and `,`, and quotes only where the text needs them.
///
///     rows:                                        date: 2026-03-14
///     -   { sum : 252.00,service: 'chai' }         rows:
///     date:   2026-03-14  # Pi                       - {service: chai, sum: 252.00}
///
/// Values and comments are kept, and so is the author's choice between braces and one key per line. A comment
/// above a key moves with it; comments above the first key stay at the top if an empty line follows them.
/// Formatting twice gives the same result as once.
package struct FrontMatterFormatter: Sendable {
  private let order: [String]
  private let rows: [String: [String]]

  /// Makes a formatter.
  /// - Parameters:
  ///   - order: the order of a record's keys; other keys follow in their current order.
  ///   - rows: the order of the keys in a list's items, by the list's key.
  package init(order: [String], rows: [String: [String]] = [:]) {
    self.order = order
    self.rows = rows
  }

  /// A file's bytes with the front matter formatted.
  /// - Returns: nil if the front matter has an error or is no mapping, if an entry in braces has no `:`, or if a
  ///   text without quotes continues on the next line, where the line break may be part of it; the same bytes if
  ///   there is none, or if a line of `...` ends it early.
  /// - Complexity: O(*n* log *n*)
  package func formatted(_ file: SourceFile) -> [UInt8]? {
    let range: Range<Int>
    switch Fences(of: file.bytes) {
    case .absent: return file.bytes
    case .unclosed: return nil
    case .present(let yaml, _): range = yaml
    }
    var document = FrontMatterDocument()
    guard document.read(file, range).isEmpty, !document.hasEntryWithoutColon, !document.hasContinuedText
    else {
      return nil
    }
    guard let root = document.root else { return file.bytes }
    guard root.kind == .mapping else { return nil }
    var printer = FrontMatterPrinter(document, order: order, rows: rows)
    guard let text = printer.print(root) else { return file.bytes }
    return file.bytes[..<range.lowerBound] + Array(text.utf8) + file.bytes[range.upperBound...]
  }
}

/// The text between two values apart from indicators: comments and empty lines.
struct FrontMatterGap {
  /// A line without a key or value.
  struct Line {
    /// The comment; nil for an empty line.
    var comment: String?
    /// The comment's column, from 0.
    var column = 0
  }

  /// The comment at the end of the preceding line.
  var trailing: String?
  /// The separate lines.
  var lines: [Line] = []

  /// Reads a part of a file; nil if it contains anything else.
  init?(_ file: SourceFile, _ range: Range<Int>) {
    let bytes = file.bytes
    var lineStart: Int?
    var isEmptyLine = true
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == .hash {
        let start = index
        while index < range.upperBound, !isLineBreak(bytes[index]) { index += 1 }
        var end = index
        while isBlank(bytes[end - 1]) { end -= 1 }
        if let lineStart {
          lines.append(Line(comment: file.text(start..<end), column: start - lineStart))
        } else {
          trailing = file.text(start..<end)
        }
        isEmptyLine = false
      } else if isLineBreak(bytes[index]) {
        if lineStart != nil, isEmptyLine { lines.append(Line()) }
        index = afterLineBreak(bytes, index)
        lineStart = index
        isEmptyLine = true
      } else if isBlank(bytes[index]) {
        index += 1
      } else {
        return nil
      }
    }
  }
}
