import Diagnostics
import FileSystem
import Markdown
import Records

// Links to files that have moved, and links written for a file's former place.

extension LinkTargets {
  /// The present path of a moved file. This includes files beside a page, such as exports, and the pages of
  /// `each` and of a filter for a renamed record.
  func newPath(of path: String) -> String? {
    guard !moved.isEmpty else { return nil }
    if let new = moved[path] { return new }
    func stem(_ path: String, without ending: Int) -> String {
      String(decoding: path.utf8.dropLast(ending), as: UTF8.self)
    }
    if path.hasSuffix(".html"), let new = moved[stem(path, without: 5) + ".md"] {
      return stem(new, without: 3) + ".html"
    }
    for (old, new) in moved where path.hasPrefix(stem(old, without: 3) + "/") {
      return stem(new, without: 3) + String(decoding: path.utf8.dropFirst(old.utf8.count - 3), as: UTF8.self)
    }
    return newPathOfValue(path)
  }

  /// The present path of a page named after a record's former id: `orders/where/customer/ann.html`.
  private func newPathOfValue(_ path: String) -> String? {
    for name in graph.formerNames {
      let id = graph.id(of: name.row, in: name.table)
      let parts = path.split(separator: "/").map { part in
        part == name.id || part.hasPrefix(name.id + ".") ? id + part.dropFirst(name.id.count) : String(part)
      }
      let new = parts.joined(separator: "/")
      if new != path, files.contains(new) { return new }
    }
    return nil
  }

  /// The target of a link from a file's former path, as a path below Content; nil if it had none.
  func target(of link: LinkReference, beforeMoveOf source: MarkdownFile) -> (from: String, to: String)? {
    let path = nfc(String(source.path))
    for former in moved.filter({ $0.value == path }).keys.sorted() {
      if let target = Self.path(link.path, from: former), lookUp(target).output != nil {
        return (former, target)
      }
    }
    return nil
  }

  /// A link with another path, relative or absolute like the original.
  static func destination(
    _ path: String, like link: LinkReference, from source: some StringProtocol
  ) -> String {
    let target = link.path.hasPrefix("/") ? "/" + path : path.link(from: Substring(source).parentFolder)
    return PercentEncoding.path(target) + (link.query.map { "?" + $0 } ?? "")
      + (link.fragment.map { "#" + $0 } ?? "")
  }

  /// The destination of a link to a file whose name has a `#` or `?` that the link does not escape; nil if there is
  /// no such file.
  func file(at destination: String, from source: some StringProtocol) -> String? {
    guard let path = Self.path(destination, from: source), lookUp(path).output != nil else { return nil }
    return PercentEncoding.path(destination)
  }
}
