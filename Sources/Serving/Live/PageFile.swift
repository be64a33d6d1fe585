import Publishing

/// A page as sent to the browser: the page that a build writes, with one more line.
///
///     <script src="/-/live.js" data-mark="1f2e" data-head="77ab" data-theme="90c1"></script>
struct PageFile {
  /// The page with the line.
  let bytes: [UInt8]

  /// Adds the line before the end of the body, if it is marked. There the script runs before the theme's
  /// deferred scripts, and sees the page as it was sent.
  /// - Parameters:
  ///   - page: the page that a build writes.
  ///   - theme: the digest of the theme's files.
  ///   - attributes: further attributes of the line for the script.
  ///   - before: what precedes the script on the line.
  init(_ page: [UInt8], theme: String, attributes: HTML = "", before: HTML = "") {
    let marks: HTML = #"data-mark="\#(Self.digest(of: page))" data-head="\#(Self.headDigest(of: page))""#
    let line: HTML =
      #"\#(before)<script src="/-/live.js" \#(marks) data-theme="\#(theme)"\#(attributes)></script>"#
    let end = Array("</body>".utf8)
    var place = page.count
    if page.count >= end.count {
      for start in stride(from: page.count - end.count, through: max(0, page.count - 512), by: -1)
      where page[start] == end[0] && page[start...].starts(with: end) {
        place = start
        break
      }
    }
    bytes = page[..<place] + Array((line.text + "\n").utf8) + page[place...]
  }

  /// A digest of the part before a page's body, without the title: it determines styles and scripts.
  private static func headDigest(of page: [UInt8]) -> String {
    guard let end = page[...].firstIndex(of: "<body") else { return digest(of: []) }
    let head = page[..<end]
    guard let title = head.firstIndex(of: "<title>"), let rest = head[title...].firstIndex(of: "</title>")
    else {
      return digest(of: Array(head))
    }
    return digest(of: Array(head[..<title] + head[rest...]))
  }

  /// A digest of bytes, in hexadecimal.
  static func digest(of bytes: [UInt8]) -> String {
    var hash = XXHash64()
    bytes.withUnsafeBytes { hash.update($0) }
    return String(hash.finish(), radix: 16)
  }
}

extension ArraySlice<UInt8> {
  /// The first index of a text; nil if it does not occur.
  fileprivate func firstIndex(of text: String) -> Int? {
    let text = Array(text.utf8)
    return indices.first { self[$0] == text[0] && self[$0...].starts(with: text) }
  }
}
