import Exports

/// Measures the labels of a chart, in tenths of a unit.
package enum LabelWidth {
  /// The size of all text.
  static let fontSize = 12

  /// The width of a text.
  /// - Complexity: O(*n*) in its characters.
  package static func width(of text: String) -> Int {
    TextWidth.thousandths(of: text) * fontSize / 100
  }

  /// The text itself if it is within a limit, otherwise its beginning and `…`.
  static func cut(_ text: String, to limit: Int) -> String {
    guard width(of: text) > limit else { return text }
    let room = limit * 100 / fontSize - TextWidth.thousandths(of: "…")
    var used = 0
    var kept = text.prefix { character in
      used += TextWidth.thousandths(of: character)
      return used <= room
    }
    while kept.last == " " { kept.removeLast() }
    return kept + "…"
  }
}
