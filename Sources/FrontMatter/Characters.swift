import Diagnostics

/// Finds the first byte that is not part of well-formed UTF-8.
/// - Returns: its offset, or nil if the bytes are UTF-8.
/// - Complexity: O(*n*)
package func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
  do throws(UTF8.ValidationError) {
    _ = try UTF8Span(validating: bytes.span)
    return nil
  } catch {
    return error.byteOffsets.lowerBound
  }
}

/// Whether bytes begin with the byte order mark of UTF-16.
package func isUTF16(_ bytes: [UInt8]) -> Bool {
  bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
}

/// The diagnostic that a file is not UTF-8.
/// - Parameters:
///   - offset: the first invalid byte, from `firstInvalidUTF8(in:)`.
///   - file: the file.
package func notUTF8(at offset: Int, in file: SourceFile) -> Diagnostic {
  Diagnostic(
    .notUTF8, at: file[offset..<min(offset + 1, file.bytes.count)],
    isUTF16(file.bytes)
      ? "the file is UTF-16; save it as UTF-8"
      : "the file is not UTF-8 from this byte on; save it as UTF-8")
}

/// A diagnostic for the first control character that HTML does not allow; nil if there is none.
/// - Complexity: O(*n*)
package func controlCharacter(in range: Range<Int>, of file: SourceFile) -> Diagnostic? {
  guard let offset = file.bytes[range].firstIndex(where: CharacterSurvey.isControl) else { return nil }
  return CharacterSurvey.diagnostic(at: file[offset..<offset + 1])
}

/// The bytes of U+00A0, U+2007 and U+202F, which editors show like spaces.
private let noBreakSpaces: [[UInt8]] = [[0xC2, 0xA0], [0xE2, 0x80, 0x87], [0xE2, 0x80, 0xAF]]

extension ArraySlice<UInt8> {
  /// The length in bytes of a no-break space at the beginning; nil if there is none.
  var noBreakSpaceLength: Int? {
    guard let first, first == 0xC2 || first == 0xE2 else { return nil }
    return noBreakSpaces.first { starts(with: $0) }?.count
  }
}

/// The kinds of characters in a text, found in one pass before it is read.
///
/// Nearly every file has no characters that need a closer look. A pass for each kind took a tenth of the time
/// for reading records, and so did SIMD vectors, whose comparisons are not compiled to vector instructions;
/// one look-up of each byte in a table takes a third of that.
package struct CharacterSurvey {
  /// Whether every character is one byte, so that bytes and code points have the same count.
  package var isASCII: Bool { kinds & Self.nonASCII == 0 }
  /// Whether there is a control character that YAML and HTML refuse.
  package var hasControl: Bool { kinds & Self.control != 0 }
  /// Whether there is a `<`, which every merge conflict has.
  package var hasLessThan: Bool { kinds & Self.lessThan != 0 }

  /// The kinds that occur, one bit each.
  private let kinds: UInt8

  private static let nonASCII: UInt8 = 1
  private static let control: UInt8 = 2
  private static let lessThan: UInt8 = 4
  /// The first byte of a refused character beyond ASCII.
  private static let separatorLead: UInt8 = 8

  /// The kinds of each byte.
  private static let kindsOfBytes: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case _ where isControl(byte): control
    case UInt8(ascii: "<"): lessThan
    case 0xC2, 0xE2, 0xEF: nonASCII | separatorLead
    default: byte < 0x80 ? 0 : nonASCII
    }
  }

  /// Surveys all bytes.
  /// - Complexity: O(*n*)
  package init(_ bytes: Span<UInt8>) {
    kinds = Self.kindsOfBytes.withUnsafeBufferPointer { kindsOfBytes in
      var kinds: UInt8 = 0
      for index in bytes.indices { kinds |= kindsOfBytes[Int(bytes[unchecked: index])] }
      return kinds
    }
  }

  /// The first character in a part of the surveyed text that docket's YAML refuses.
  ///
  /// U+0085, U+2028 and U+2029 are line ends in YAML 1.1, and a byte order mark may begin a line. Editors do
  /// not show them, so they are refused, as are the characters that YAML does not allow (all but those of the
  /// production `c-printable`, https://yaml.org/spec/1.1/#c-printable). So is a zero-width space, unless it separates
  /// words of a script without spaces, such as Thai.
  func firstRefused(in range: Range<Int>, of file: SourceFile) -> SourceRange? {
    let mayBeRefused = Self.control | Self.separatorLead
    guard kinds & mayBeRefused != 0 else { return nil }
    for start in range where Self.kindsOfBytes[Int(file.bytes[start])] & mayBeRefused != 0 {
      guard let scalar = file.text(start..<min(start + 4, range.upperBound)).unicodeScalars.first,
        Self.isRefused(scalar) || Self.isStrayZeroWidthSpace(scalar, at: start, in: file.bytes),
        // Within a line, a byte order mark is a character without a width.
        scalar != "\u{FEFF}" || start == range.lowerBound || isLineBreak(file.bytes[start - 1])
      else { continue }
      return file[start..<start + UTF8.width(scalar)]
    }
    return nil
  }

  fileprivate static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x80 && isRefused(Unicode.Scalar(byte))
  }

  private static func isStrayZeroWidthSpace(_ scalar: Unicode.Scalar, at start: Int, in bytes: [UInt8])
    -> Bool
  {
    guard scalar == "\u{200B}" else { return false }
    let neighbours = [start - 1, start + UTF8.width(scalar)].map {
      bytes.indices.contains($0) ? bytes[$0] : 0
    }
    return neighbours.contains { $0 < 0x80 }
  }

  /// Whether a character is refused everywhere.
  static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// The diagnostic for a text in double quotes that contains a refused character as an escape.
  static func diagnostic(of scalar: Unicode.Scalar, escapedIn range: SourceRange) -> Diagnostic {
    Diagnostic(
      .controlCharacter, at: range,
      "an escape in this text stands for an invisible character \(name(of: scalar)); delete it, or write '\\\\' for a backslash"
    )
  }

  /// How diagnostics name a character: `(U+0001)`.
  package static func name(of scalar: Unicode.Scalar) -> String { "(U+\(digits(of: scalar)))" }

  /// A character as a hexadecimal number of at least four digits.
  static func digits(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The diagnostic for a refused character.
  package static func diagnostic(at range: SourceRange) -> Diagnostic {
    let scalar = range.text.unicodeScalars.first ?? "\0"
    let isLineEnd = [0x85, 0x2028, 0x2029].contains(scalar.value)
    return Diagnostic(
      isLineEnd ? .lineSeparator : .controlCharacter, at: range,
      "there is an invisible \(isLineEnd ? "line separator" : "character") \(name(of: scalar)) here; "
        + (isLineEnd ? "replace it with a space or a line break" : "delete it"),
      // A character without a width changes no word.
      fixIts: scalar == "\u{200B}" ? [.init(replacing: range, with: "")] : [])
  }
}
