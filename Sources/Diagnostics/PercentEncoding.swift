/// Percent-encoding as defined by RFC 3986.
package enum PercentEncoding {
  /// Appends a path: letters, digits and `-._~/` are unchanged, all other bytes become `%XX`. The whole path
  /// is encoded, so a `#` or `?` in a file's name does not begin a fragment or a query.
  package static func appendPath(_ path: String, to output: inout [UInt8]) {
    path.utf8.span.withUnsafeBufferPointer { bytes in
      var start = 0
      for index in bytes.indices where !isUnreserved(bytes[index]) {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
        append(bytes[index], to: &output)
        start = index + 1
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    }
  }

  /// A percent-encoded path.
  package static func path(_ path: String) -> String {
    var bytes: [UInt8] = []
    appendPath(path, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An address with what none may have percent-encoded; what is encoded or separates its parts stays.
  package static func address(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isAllowed = byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
      if isAllowed { bytes.append(byte) } else { append(byte, to: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An address in a `mailto` link, in which `?`, `&`, `#` and `%` mean something else (RFC 6068).
  package static func mailAddress(_ address: String) -> String {
    guard address.utf8.contains(where: "%?&#".utf8.contains) else { return address }
    var bytes: [UInt8] = []
    for byte in address.utf8 {
      if "%?&#".utf8.contains(byte) { append(byte, to: &bytes) } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a byte as `%XX`.
  package static func append(_ byte: UInt8, to output: inout [UInt8]) {
    func digit(_ value: UInt8) -> UInt8 {
      value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
    output.append(UInt8(ascii: "%"))
    output.append(digit(byte >> 4))
    output.append(digit(byte & 15))
  }

  /// Bytes in which each `%41` is replaced by `A`.
  /// - Parameter isStrict: whether to return nil for a `%` without two digits; otherwise, it is unchanged.
  package static func decoded(_ bytes: ArraySlice<UInt8>, isStrict: Bool) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%") {
        if index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) {
          decoded.append(high << 4 | low)
          index += 3
          continue
        }
        if isStrict { return nil }
      }
      decoded.append(bytes[index])
      index += 1
    }
    return decoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
