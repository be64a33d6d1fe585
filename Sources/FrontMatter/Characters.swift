import Diagnostics

/// Finds the first byte that is not part of well-formed UTF-8.
/// - Returns: its offset, or nil where the bytes are UTF-8.
/// - Complexity: O(*n*)
package func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
  bytes.withUnsafeBufferPointer { firstInvalidUTF8(in: $0) }
}

func firstInvalidUTF8(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
  do throws(UTF8.ValidationError) {
    _ = try UTF8Span(validating: bytes.span)
    return nil
  } catch {
    return error.byteOffsets.lowerBound
  }
}

/// Says that a file is not UTF-8.
/// - Parameters:
///   - offset: the first byte that is not, as `firstInvalidUTF8(in:)` found it.
///   - file: the file.
package func notUTF8(at offset: Int, in file: SourceFile) -> Diagnostic {
  let isUTF16 = file.bytes.starts(with: [0xFF, 0xFE]) || file.bytes.starts(with: [0xFE, 0xFF])
  return Diagnostic(
    .notUTF8, at: file[offset..<min(offset + 1, file.bytes.count)],
    isUTF16
      ? "the file is UTF-16; save it as UTF-8"
      : "the file is not UTF-8 from this byte on; save it as UTF-8")
}

/// Says where the first control character stands that HTML does not allow; nil where there is none.
/// - Complexity: O(*n*)
package func controlCharacter(in range: Range<Int>, of file: SourceFile) -> Diagnostic? {
  let hasOne = file.bytes.withUnsafeBufferPointer { bytes in
    // No early exit, so that the compiler makes vector instructions of it.
    bytes[range].reduce(UInt8(0)) { $0 | (CharacterSurvey.isControl($1) ? 1 : 0) } != 0
  }
  guard hasOne, let offset = file.bytes[range].firstIndex(where: CharacterSurvey.isControl) else {
    return nil
  }
  return CharacterSurvey.diagnostic(at: file[offset..<offset + 1])
}

/// The length of the byte order mark that bytes begin with: 3, or 0.
func byteOrderMarkLength(_ bytes: borrowing Span<UInt8>) -> Int {
  bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
}

/// A space or a tab.
func isBlank(_ byte: UInt8) -> Bool { byte == .space || byte == .tab }

/// The bytes of U+00A0, U+2007 and U+202F; no editor shows that they are not spaces.
private let noBreakSpaces: [[UInt8]] = [[0xC2, 0xA0], [0xE2, 0x80, 0x87], [0xE2, 0x80, 0xAF]]

extension ArraySlice<UInt8> {
  /// The number of bytes of the no-break space that begins it; nil where none does.
  var noBreakSpaceLength: Int? {
    guard let first, first == 0xC2 || first == 0xE2 else { return nil }
    return noBreakSpaces.first { starts(with: $0) }?.count
  }
}

/// LF or CR.
func isLineBreak(_ byte: UInt8) -> Bool { byte == .lineFeed || byte == .carriageReturn }

/// What the characters of a YAML text are, found before the text is read.
///
/// U+0085, U+2028 and U+2029 are line ends in YAML 1.1, and a byte order mark may begin a line; no editor shows them,
/// so they are refused. So are the characters that YAML does not allow (the
/// `c-printable` production of https://yaml.org/spec/1.1/#c-printable).
struct CharacterSurvey {
  /// Whether every character is one byte, so that code points count bytes.
  let isASCII: Bool
  /// The bytes of the first character that is refused.
  let refused: Range<Int>?

  /// Looks at every byte once.
  /// - Complexity: O(*n*)
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // No early exit, so that the compiler makes vector instructions of it.
    var all: UInt8 = 0
    var controls: UInt8 = 0
    for byte in bytes {
      all |= byte
      controls |= Self.isControl(byte) ? 1 : 0
    }
    isASCII = all < 0x80
    refused = isASCII && controls == 0 ? nil : Self.firstRefused(bytes)
  }

  fileprivate static func isControl(_ byte: UInt8) -> Bool {
    (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D) || byte == 0x7F
  }

  private static func firstRefused(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    for index in bytes.indices {
      let byte = bytes[index]
      if isControl(byte) { return index..<index + 1 }
      guard byte >= 0xC2, index + 1 < bytes.count else { continue }
      let second = bytes[index + 1]
      if byte == 0xC2, second < 0xA0 { return index..<index + 2 }
      guard index + 2 < bytes.count else { continue }
      let isRefused =
        switch (byte, second, bytes[index + 2]) {
        case (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xEF, 0xBF, 0xBE), (0xEF, 0xBF, 0xBF): true
        case (0xEF, 0xBB, 0xBF): index == 0 || isLineBreak(bytes[index - 1])
        default: false
        }
      if isRefused { return index..<index + 3 }
    }
    return nil
  }

  /// Whether a character is refused wherever it stands.
  static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// Says that a text in double quotes has a refused character by its escape.
  static func diagnostic(of scalar: Unicode.Scalar, escapedIn range: SourceRange) -> Diagnostic {
    Diagnostic(
      .controlCharacter, at: range,
      "an escape in this text stands for an invisible character (\(name(of: scalar))); delete it")
  }

  private static func name(of scalar: Unicode.Scalar?) -> String {
    let digits = String(scalar?.value ?? 0, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Says which character is refused.
  static func diagnostic(at range: SourceRange) -> Diagnostic {
    let scalar = range.text.unicodeScalars.first
    let name = name(of: scalar)
    switch scalar?.value ?? 0 {
    case 0x85, 0x2028, 0x2029:
      return Diagnostic(
        .lineSeparator, at: range,
        "an invisible line separator (\(name)) stands here; replace it with a space or a line break")
    default:
      return Diagnostic(
        .controlCharacter, at: range, "an invisible character (\(name)) stands here; delete it")
    }
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at its ends.
  package func trimmingBlanks() -> String {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
