import Records

/// Paths of the output, and links between them.
package enum OutputPath {
  /// The path of a Markdown file's page: `orders/2026/1042.html` for `orders/2026/1042.md`, in NFC.
  package static func page(of source: some StringProtocol) -> String {
    nfc(String(decoding: source.utf8.dropLast(3), as: UTF8.self)) + ".html"
  }

  /// The path of a record's document beside its page: `orders/2026/1042/invoice.html`.
  static func document(_ name: String, ofPage page: String) -> String { "\(page.dropLast(5))/\(name).html" }

  /// The path from a page to the site's top: `../` for each folder.
  package static func root(from path: String) -> String {
    String(repeating: "../", count: depth(of: path.utf8))
  }

  /// The number of bytes of the path from a page to the site's top.
  static func rootCount(from path: some Sequence<UInt8>) -> Int { 3 * depth(of: path) }

  /// The number of folders that contain a page.
  private static func depth(of path: some Sequence<UInt8>) -> Int { path.count { $0 == UInt8(ascii: "/") } }
}
