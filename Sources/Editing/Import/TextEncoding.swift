import Diagnostics
import FrontMatter

/// The character encoding of an imported text.
package enum TextEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case latin1 = "latin-1"
  case windows1252 = "windows-1252"

  /// Reads a name of an encoding, as programs and people write it.
  package init?(named name: String) {
    switch name.lowercased().filter({ $0.isLetter || $0.isNumber }) {
    case "utf8": self = .utf8
    case "utf16", "utf16le", "utf16be", "unicode": self = .utf16
    case "latin1", "iso88591", "isolatin1": self = .latin1
    case "windows1252", "cp1252", "ansi", "win1252": self = .windows1252
    default: return nil
    }
  }

  /// Decodes a file to UTF-8.
  /// - Parameter file: the file with its original bytes.
  package func decoded(_ file: SourceFile) -> Result<SourceFile, Diagnostic> {
    let bytes = file.bytes
    switch self {
    case .utf8:
      if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
        return error(0, in: file, "the file is UTF-16; say so with --encoding utf-16")
      }
      guard let offset = firstInvalidUTF8(in: bytes) else { return .success(file) }
      return error(
        offset, in: file,
        "the file is not UTF-8 from here on; say what it is with --encoding, such as windows-1252")
    case .utf16: return decodedUTF16(file)
    case .latin1, .windows1252:
      // No text of these encodings has only bytes beyond ASCII that are valid UTF-8.
      if let offset = bytes.firstIndex(where: { $0 >= 0x80 }), firstInvalidUTF8(in: bytes) == nil {
        return error(offset, in: file, "the file is UTF-8; say so with --encoding utf-8")
      }
      var scalars = String.UnicodeScalarView()
      for (offset, byte) in bytes.enumerated() {
        guard let scalar = scalar(of: byte) else {
          return error(offset, in: file, "no character of \(rawValue) has this byte")
        }
        scalars.append(scalar)
      }
      return .success(SourceFile(path: file.path, text: String(scalars)))
    }
  }

  private func error(
    _ offset: Int, in file: SourceFile, _ summary: String
  ) -> Result<SourceFile, Diagnostic> {
    .failure(Diagnostic(.notUTF8, at: file[offset..<offset + 1], summary))
  }

  private func decodedUTF16(_ file: SourceFile) -> Result<SourceFile, Diagnostic> {
    let isBig = file.bytes.starts(with: [0xFE, 0xFF])
    let start = isBig || file.bytes.starts(with: [0xFF, 0xFE]) ? 2 : 0
    guard file.bytes.count % 2 == 0 else {
      return error(file.bytes.count - 1, in: file, "the file is not UTF-16: a character is cut in half")
    }
    let units = stride(from: start, to: file.bytes.count, by: 2).map { index in
      let (a, b) = (UInt16(file.bytes[index]), UInt16(file.bytes[index + 1]))
      return isBig ? a << 8 | b : b << 8 | a
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      return error(start, in: file, "the file is not UTF-16")
    }
    return .success(SourceFile(path: file.path, text: text))
  }

  private func scalar(of byte: UInt8) -> Unicode.Scalar? {
    guard self == .windows1252, (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    let table: [UInt16] = [
      0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
      0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
      0x0153, 0, 0x017E, 0x0178,
    ]
    let value = table[Int(byte) - 0x80]
    return value == 0 ? nil : Unicode.Scalar(value)
  }
}
