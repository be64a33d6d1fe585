/// Escapes text in XML 1.0, and in HTML other than text areas, where line endings matter.
package enum XMLText {
  /// Appends a text with markup escaped, for use between tags and in quoted attributes.
  ///
  /// Characters that XML 1.0 does not allow (section 2.2), such as U+0001, cannot be written even when
  /// escaped. They become U+FFFD, so that readers see that something was there.
  package static func append(_ text: String, to output: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;".utf8
      case "<": output += "&lt;".utf8
      case ">": output += "&gt;".utf8
      case "\"": output += "&quot;".utf8
      case "'": output += "&#39;".utf8
      case "\t", "\n", "\r": output += "&#\(scalar.value);".utf8
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": output += "\u{FFFD}".utf8
      default: output += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
  }

  /// A text as ``append(_:to:)`` writes it.
  package static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
