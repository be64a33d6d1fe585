/// A heading of a page: what a link with a `#fragment` may lead to.
package struct Heading: Sendable, Equatable {
  /// The text without markup.
  package let text: String
  /// The value of its `id` attribute, unique within the page.
  package let id: String
}

/// Gives the headings of one page their ids.
///
/// An id is the heading's words in lower case, joined with `-`. A word is a run of letters with their marks and of
/// digits, of any script; everything else separates words. A heading without any is `section`. The second of two
/// equal ids gets `-2`, the next `-3`, skipping ids that exist already.
///
///     Offene Posten (März)    offene-posten-märz
///     Notes                   notes
///     Notes                   notes-2
struct HeadingIDs {
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]

  /// The id of the next heading of the page.
  mutating func next(for text: String) -> String {
    let base = Self.fold(text)
    var id = base
    while !taken.insert(id).inserted {
      let count = counts[base, default: 1] + 1
      counts[base] = count
      id = "\(base)-\(count)"
    }
    return id
  }

  private static func fold(_ text: String) -> String {
    var id = ""
    var isBetweenWords = false
    for scalar in text.lowercased().unicodeScalars {
      if isPartOfWord(scalar) {
        if isBetweenWords, !id.isEmpty { id += "-" }
        isBetweenWords = false
        id.unicodeScalars.append(scalar)
      } else {
        isBetweenWords = true
      }
    }
    return id.isEmpty ? "section" : id
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}
