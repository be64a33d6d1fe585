import Diagnostics

/// Finds the first byte that is not part of well-formed UTF-8.
/// - Returns: its offset, or nil if the bytes are UTF-8.
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

/// Says where the first control character is that HTML does not allow; nil if there is none.
/// - Complexity: O(*n*)
package func controlCharacter(in range: Range<Int>, of file: SourceFile) -> Diagnostic? {
  guard let offset = file.bytes[range].firstIndex(where: CharacterSurvey.isControl) else { return nil }
  return CharacterSurvey.diagnostic(at: file[offset..<offset + 1])
}

/// The characters of a text that are refused in front matter, with the names that diagnostics give them: `U+0001`.
/// - Complexity: O(*n*)
package func refusedCharacters(in range: SourceRange) -> [(name: String, range: SourceRange)] {
  var offset = range.bytes.lowerBound
  var found: [(name: String, range: SourceRange)] = []
  for scalar in range.text.unicodeScalars {
    let end = offset + UTF8.width(scalar)
    if CharacterSurvey.isRefused(scalar) {
      found.append((CharacterSurvey.name(of: scalar), range.file[offset..<end]))
    }
    offset = end
  }
  return found
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
  /// The number of bytes of the no-break space that begins it; nil if none does.
  var noBreakSpaceLength: Int? {
    guard let first, first == 0xC2 || first == 0xE2 else { return nil }
    return noBreakSpaces.first { starts(with: $0) }?.count
  }
}

/// LF or CR.
func isLineBreak(_ byte: UInt8) -> Bool { byte == .lineFeed || byte == .carriageReturn }

/// Which kinds of characters a text holds, found in one pass before it is read.
///
/// Nearly every file has none of those that need a closer look. A pass for each kind took a tenth of the reading of records,
/// and so did vectors, whose comparisons are not compiled to instructions of the processor; one look at a table of the 256
/// bytes takes a third of that.
package struct CharacterSurvey {
  /// Whether every character is one byte, so that code points count bytes.
  package var isASCII: Bool { kinds & Self.nonASCII == 0 }
  /// Whether a control character is among them that YAML and HTML refuse.
  package var hasControl: Bool { kinds & Self.control != 0 }
  /// Whether a `<` is among them, without which there is no merge conflict.
  package var hasLessThan: Bool { kinds & Self.lessThan != 0 }

  /// The kinds of bytes that are there, a bit each.
  private let kinds: UInt8

  private static let nonASCII: UInt8 = 1
  private static let control: UInt8 = 2
  private static let lessThan: UInt8 = 4
  /// What a refused character beyond ASCII begins with.
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

  /// Looks at every byte once.
  /// - Complexity: O(*n*)
  package init(_ bytes: [UInt8]) {
    self = bytes.withUnsafeBufferPointer { CharacterSurvey($0) }
  }

  /// Looks at every byte once.
  /// - Complexity: O(*n*)
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    kinds = Self.kindsOfBytes.withUnsafeBufferPointer { kindsOfBytes in
      var kinds: UInt8 = 0
      for index in bytes.indices { kinds |= kindsOfBytes[Int(bytes[index])] }
      return kinds
    }
  }

  /// The bytes of the first character of a part of the text that docket's YAML refuses.
  ///
  /// U+0085, U+2028 and U+2029 are line ends in YAML 1.1, and a byte order mark may begin a line; no editor shows them,
  /// so they are refused. So are the characters that YAML does not allow (the
  /// `c-printable` production of https://yaml.org/spec/1.1/#c-printable).
  func firstRefused(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    kinds & (Self.control | Self.separatorLead) != 0 ? Self.firstRefused(bytes) : nil
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

  /// Whether a character is refused wherever it is.
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

  fileprivate static func name(of scalar: Unicode.Scalar?) -> String {
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
        "there is an invisible line separator (\(name)) here; replace it with a space or a line break")
    default:
      return Diagnostic(
        .controlCharacter, at: range, "there is an invisible character (\(name)) here; delete it")
    }
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at its ends.
  package func trimmingBlanks() -> String {
    String(trimming { $0 == " " || $0 == "\t" })
  }
}
