import Site
import Testing

@Suite struct SearchWordsTests {
  private func words(_ text: String) -> [String] {
    var finder = SearchWords()
    var words: [String] = []
    finder.forEach(in: text.utf8.span) { word in
      words.append(word.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }
    return words
  }

  @Test(arguments: [
    ("Straße 12", ["strasse", "12"]),
    ("2026-0054", ["2026-0054", "2026", "0054"]),
    ("1.250,00 €", ["1250"]),
    ("1,250 or 1.250.000,5", ["1250", "or", "1250000.5"]),
    ("1 240,90 1\u{202F}240,90 1\u{A0}240 €", ["1240.9", "1240.9", "1240"]),
    ("12'345'678.5 or 1’240", ["12345678.5", "or", "1240"]),
    // Two numbers, and what only looks like groups.
    ("1 240 1 240,909 2026 240,90", ["1", "240", "1", "240909", "2026", "240.9"]),
    ("1 240x,9 a1 240,90 1'24 5'", ["1", "240x", "9", "a1", "240.9", "1", "24", "5"]),
    ("浪速サイクル", ["浪速", "速さ", "さい", "いく", "くる"]),
    ("a浪b 速", ["a", "浪", "b", "速"]),
    ("-- so-called - end.", ["so-called", "so", "called", "end"]),
    ("am 19.02.2026, 1.2.2026. 19.02.26", ["am", "2026-02-19", "2026-02-01", "1902.26"]),
    ("1.250.0000 1,2.2026", ["12500000", "122026"]),
    ("2.5-3.5", ["25-3.5", "2.5", "3.5"]),
    ("Ærø, Łódź. ΣΊΣΥΦΟΣ Main-d'œuvre", ["aero", "lodz", "σισυφοσ", "main-d", "main", "d", "oeuvre"]),
    ("snake_case", ["snake_case"]),
    ("12.50, 0.00 or 1,05 and 100.0", ["12.5", "0", "or", "1.05", "and", "100"]),
    ("", []), ("… !", []), ("1.", ["1"]), ("-", []),
  ])
  func findsTheWords(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test func cutsALongWordBetweenCharacters() {
    #expect(words("Donaudampfschifffahrtsgesellschaft") == ["donaudampfschifffahrtsge"])
    #expect(words(String(repeating: "я", count: 20)) == [String(repeating: "я", count: 12)])
    #expect(words("x" + String(repeating: "я", count: 20)) == ["x" + String(repeating: "я", count: 11)])
  }
}
