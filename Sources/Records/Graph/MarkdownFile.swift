import Diagnostics

/// A Markdown file of Content as it was read.
///
/// This is a class because each link to a record uses it: one pointer instead of two texts.
package final class MarkdownFile: Sendable {
  /// The file; its path is as the user would type it.
  package let source: SourceFile
  /// The length in UTF-8 bytes of the path prefix that leads to Content.
  package let prefix: Int
  /// The bytes of the front matter, without its fences; empty if there is none.
  package let frontMatter: Range<Int>
  /// The bytes of the body.
  package let body: Range<Int>
  /// The lints that the front matter turns off for this record.
  package let lintsOff: Set<DiagnosticID>

  package init(
    source: SourceFile, prefix: Int, frontMatter: Range<Int>, body: Range<Int>,
    lintsOff: Set<DiagnosticID> = []
  ) {
    self.lintsOff = lintsOff
    self.source = source
    self.prefix = prefix
    self.frontMatter = frontMatter
    self.body = body
  }

  /// The path below Content: `orders/2026/1042.md`.
  package var path: Substring { Substring(source.path.utf8.dropFirst(prefix)) }

  /// The file as if it had no body.
  var withoutBody: MarkdownFile {
    MarkdownFile(
      source: source, prefix: prefix, frontMatter: frontMatter, body: body.upperBound..<body.upperBound,
      lintsOff: lintsOff)
  }

  /// The body as a text, without surrounding blank lines; nil if it is then empty.
  ///
  /// Its lines end in line feeds, whichever way an editor or git writes them, as those of values do.
  package var bodyText: String? {
    let text = source.bytes[body].trimming { $0 == 0x20 || 0x09...0x0D ~= $0 }
    guard text.contains(UInt8(ascii: "\r")) else {
      return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
    var lines: [UInt8] = []
    lines.reserveCapacity(text.count)
    var previous: UInt8 = 0
    for byte in text {
      if byte == UInt8(ascii: "\r") {
        lines.append(UInt8(ascii: "\n"))
      } else if byte != UInt8(ascii: "\n") || previous != UInt8(ascii: "\r") {
        lines.append(byte)
      }
      previous = byte
    }
    return String(decoding: lines, as: UTF8.self)
  }
}
