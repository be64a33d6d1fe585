/// A heading of a page, which links with a `#fragment` can lead to.
package struct Heading: Sendable, Equatable {
  /// The text without markup.
  package let text: String
  /// The value of its `id` attribute, unique within the page.
  package let id: String
}

/// Assigns ids to the headings of one page.
///
/// An id consists of the heading's lowercased words, joined with `-`. A word is a run of letters, combining
/// marks and digits of any script. A heading without words gets `section`. Repeated ids get `-2`, `-3` and so
/// on, skipping ids that already exist.
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
