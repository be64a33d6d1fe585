import Diagnostics
import Publishing
import Site

/// A page as the browser gets it: what a build would write, plus one line.
///
///     <script src="/-/live.js" data-mark="1f2e" data-head="77ab" data-theme="90c1"></script>
struct PageFile {
  /// The page with the line.
  let bytes: [UInt8]

  /// Adds the line, before the end of the body if the page marks it. The script runs there, before those
  /// that the theme has deferred, to see the page as it was sent.
  /// - Parameters:
  ///   - page: what a build would write.
  ///   - theme: identifies the files beside the pages.
  ///   - attributes: what else the line passes to the script.
  init(_ page: [UInt8], theme: String, attributes: HTML = "") {
    let marks: HTML = #"data-mark="\#(Self.digest(of: page))" data-head="\#(Self.headDigest(of: page))""#
    let line: HTML =
      #"<script src="/-/live.js" \#(marks) data-theme="\#(theme)"\#(attributes)></script>"#
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

  /// A number that identifies what is before a page's body, apart from the title: how the page looks, and the scripts
  /// that it runs.
  private static func headDigest(of page: [UInt8]) -> String {
    guard let end = page[...].firstIndex(of: "<body") else { return digest(of: []) }
    let head = page[..<end]
    guard let title = head.firstIndex(of: "<title>"), let rest = head[title...].firstIndex(of: "</title>")
    else {
      return digest(of: Array(head))
    }
    return digest(of: Array(head[..<title] + head[rest...]))
  }

  /// A number that identifies bytes.
  static func digest(of bytes: [UInt8]) -> String {
    var hash = XXHash64()
    bytes.withUnsafeBytes { hash.update($0) }
    return String(hash.finish(), radix: 16)
  }
}

extension ArraySlice<UInt8> {
  /// Where a text begins for the first time; nil if it is not there.
  fileprivate func firstIndex(of text: String) -> Int? {
    let text = Array(text.utf8)
    return indices.first { self[$0] == text[0] && self[$0...].starts(with: text) }
  }
}
