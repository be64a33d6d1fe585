import Diagnostics

extension HTMLTag {
  /// A part of a page in which the ids of headings have an ending, as have the links to them, so that it can stand
  /// beside others that were made like it.
  /// - Parameter ending: letters, digits, and what else needs no escape in an attribute or a fragment.
  /// - Complexity: O(*n*) in the bytes.
  static func part(_ html: [UInt8], endingHeadingIDsWith ending: String) -> [UInt8] {
    let tags = tags(in: html)
    let headings: Set = ["h1", "h2", "h3", "h4", "h5", "h6"]
    let ids = tags.compactMap { headings.contains($0.name) ? $0["id"] : nil }
    guard !ids.isEmpty else { return html }
    let names = Set(ids.map(\.value))
    let links = tags.compactMap { $0.name == "a" ? $0["href"] : nil }.filter { link in
      guard link.value.first == UInt8(ascii: "#") else { return false }
      return names.contains(PercentEncoding.decoded(link.value.dropFirst(), isStrict: false) ?? [])
    }
    var result: [UInt8] = []
    var written = 0
    for quoted in (ids + links).compactMap(\.quoted).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      // Before the closing quote.
      result += html[written..<quoted.upperBound - 1] + ending.utf8
      written = quoted.upperBound - 1
    }
    return result + html[written...]
  }
}
