/// The direction in which a language is written, as in HTML's `dir`.
package enum WritingDirection: String, Sendable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"

  /// The direction of the script in a language tag, or else of the one its language is mostly written in.
  ///
  /// From CLDR 48, `scriptMetadata.json` and `likelySubtags.json`, for living languages and scripts.
  ///
  /// - Parameter language: A BCP 47 tag in any case, such as `he`, `fa-IR` or `ku-Arab`.
  package init(language: String) {
    let parts = language.lowercased().split { $0 == "-" || $0 == "_" }
    let script = parts.dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) }
    let rightToLeft =
      if let script {
        Self.rightToLeftScripts.contains(String(script))
      } else {
        parts.first.map { Self.rightToLeftLanguages.contains(String($0)) } ?? false
      }
    self = rightToLeft ? .rightToLeft : .leftToRight
  }

  // MARK: Texts of more than one direction

  /// The arrow from one part of a line to the next.
  package var arrow: String {
    switch self {
    case .leftToRight: "→"
    case .rightToLeft: "←"
    }
  }

  /// A change of a value, with an arrow from the old to the new one: `2 → 3`.
  ///
  /// If any text is written from right to left, both values and the whole are isolated, so that the arrow
  /// points in the same direction for all values and in any context.
  package func change(from old: String, to new: String) -> String {
    guard self == .rightToLeft || (old + new).unicodeScalars.contains(where: \.isRightToLeft) else {
      return "\(old) \(arrow) \(new)"
    }
    return "\(isolate)\u{2068}\(old)\u{2069} \(arrow) \u{2068}\(new)\u{2069}\u{2069}"
  }

  /// A text in the language that can be placed in a page of any direction.
  package func isolated(_ text: String) -> String {
    self == .leftToRight ? text : "\(isolate)\(text)\u{2069}"
  }

  /// The character that begins an isolate of this direction; U+2069 ends it.
  private var isolate: String {
    switch self {
    case .leftToRight: "\u{2066}"
    case .rightToLeft: "\u{2067}"
    }
  }

  private static let rightToLeftScripts = ["adlm", "arab", "hebr", "mand", "nkoo", "rohg", "syrc", "thaa"]
  private static let rightToLeftLanguages = [
    "ar", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]
}

extension Unicode.Scalar {
  /// Whether the scalar is in a block of a right-to-left script.
  package var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
