import Records

/// Paths of the output, and links between them.
package enum OutputPath {
  /// The path of a Markdown file's page: `orders/2026/1042.html` for `orders/2026/1042.md`, in NFC.
  package static func page(of source: some StringProtocol) -> String {
    var path = ""
    path.reserveCapacity(source.utf8.count + 2)
    path.append(contentsOf: source[..<source.utf8.index(source.endIndex, offsetBy: -3)])
    path.append(".html")
    return nfc(path)
  }

  /// The path of a record's document beside its page: `orders/2026/1042/invoice.html`.
  static func document(_ name: String, ofPage page: String) -> String { "\(page.dropLast(5))/\(name).html" }

  /// The path from a page to the site's top: `../` for each folder.
  package static func root(from path: String) -> String {
    String(repeating: "../", count: depth(of: path.utf8.span))
  }

  /// The number of bytes of the path from a page to the site's top.
  static func rootCount(from path: ArraySlice<UInt8>) -> Int { 3 * depth(of: path.span) }

  /// The number of folders that contain a page.
  private static func depth(of path: Span<UInt8>) -> Int {
    var count = 0
    for index in path.indices where path[index] == UInt8(ascii: "/") { count += 1 }
    return count
  }
}
