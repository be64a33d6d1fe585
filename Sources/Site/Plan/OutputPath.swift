import Records

/// A path of the output, and how pages link to it.
package enum OutputPath {
  /// The path of the page made from a Markdown file: `orders/2026/1042.md` is `orders/2026/1042.html`, in NFC.
  package static func page(of source: some StringProtocol) -> String {
    nfc(String(decoding: source.utf8.dropLast(3), as: UTF8.self)) + ".html"
  }

  /// The way from a page up to the site's top: empty, or `../` once for each folder.
  package static func root(from path: String) -> String {
    String(repeating: "../", count: path.utf8.count { $0 == UInt8(ascii: "/") })
  }

  /// Appends a path percent-encoded for an href, by RFC 3986: letters, digits and `-._~/` stay, each other byte is
  /// `%XX`. A path is encoded whole, so a `#` or `?` in a file's name is no fragment and no query.
  package static func appendEncoded(_ path: some Collection<UInt8>, to output: inout [UInt8]) {
    guard !path.allSatisfy(isUnreserved) else { return output.append(contentsOf: path) }
    for byte in path {
      if isUnreserved(byte) {
        output.append(byte)
      } else {
        output.append(UInt8(ascii: "%"))
        output.append(hexadecimal(byte >> 4))
        output.append(hexadecimal(byte & 15))
      }
    }
  }

  /// A path percent-encoded for an href.
  package static func encoded(_ path: String) -> String {
    var bytes: [UInt8] = []
    appendEncoded(path.utf8, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
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

  private static func hexadecimal(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
