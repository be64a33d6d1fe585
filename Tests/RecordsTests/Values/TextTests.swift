import Records
import TestSupport
import Testing

struct PlainSpacesTests {
  @Test(arguments: [
    ("", ""), ("a b", "a b"), (" a b", "a b"), ("a b ", "a b"), ("a  b", "a b"), ("a\u{A0}b", "a b"),
    ("a\tb\r\nc", "a b c"), ("Ma\u{AD}ier", "Maier"), ("Zoë Ü", "Zoë Ü"), (" ", ""),
  ])
  func spacesArePlain(text: String, plain: String) { #expect(text.withPlainSpaces == plain) }
}

struct FoldingTests {
  @Test func composes() {
    #expect(Array(nfc("Mu\u{308}ller").unicodeScalars) == Array("M\u{FC}ller".unicodeScalars))
    #expect(nfc("plain") == "plain")
    #expect(Array(nfc("\u{1100}\u{1161}").unicodeScalars) == ["\u{AC00}"])
  }

  @Test(arguments: [
    ("Straße", "strasse"), ("STRASSE", "strasse"), ("GROẞ", "gross"), ("ΟΔΟΣ", "οδοσ"), ("οδος", "οδοσ"),
    ("İ", "i\u{307}"), ("ı", "ı"), ("MÜLLER", "müller"), ("ﬁn", "fin"), ("\u{212A}", "k"), ("plain", "plain"),
    ("ЖУК", "жук"), ("Ǆ", "ǆ"), ("\u{1E9E}", "ss"), ("\u{13A0}\u{AB70}", "\u{13A0}\u{13A0}"),
    ("\u{13F8}", "\u{13F0}"),
  ])
  func foldsCaseFully(text: String, result: String) {
    #expect(Array(folded(text, case: true, marks: false).unicodeScalars) == Array(result.unicodeScalars))
  }

  @Test(arguments: [
    ("Ångström", "Angstrom"), ("Muu\u{308}", "Muu"), ("café", "cafe"), ("Ζεύς", "Ζευς"),
    ("Чайковский", "Чаиковскии"),
    ("ø", "ø"), ("が", "が"), ("हिन्दी", "हिन्दी"), ("שָׁלוֹם", "שלום"), ("plain", "plain"), ("한국", "한국"),
  ])
  func dropsMarks(text: String, result: String) {
    #expect(Array(folded(text, case: false, marks: true).unicodeScalars) == Array(result.unicodeScalars))
  }

  @Test func foldingTwiceChangesNothing() {
    for value in UInt32(0)..<0x20000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for (folds, drops) in [(true, false), (false, true), (true, true)] {
        let once = folded(String(scalar), case: folds, marks: drops)
        guard folded(once, case: folds, marks: drops) != once else { continue }
        Issue.record("U+\(String(value, radix: 16)) folds to \(once), and that to another text")
      }
    }
  }
}

struct NaturalOrderTests {
  private func key(_ text: String) -> [UInt8] {
    var key: [UInt8] = []
    NaturalOrder.appendKey(of: text, to: &key)
    return key
  }

  @Test(arguments: [
    ["", "!", "2 chairs", "10 chairs", "100 chairs", "A", "a", "Ä", "ä", "ab", "Zebra"],
    ["ladder", "Łańcuch", "Lukas", "Łukasz", "mat", "oar", "Œuvres", "Østby", "Oz"],
    ["O’Neill", "Oak", "あおき", "アオキ", "がくや", "ガラス", "すずき", "スズキ"],
    ["Order 9", "Order 9a", "order 009a", "Order 10"], ["a01", "a1", "a01b", "a1c", "a2"],
    ["Müllen", "Muller", "Müller", "muller", "müller", "Müllers"], ["strasse 2", "Straße 3", "strasse 4"],
    ["9", "99999999999999999999998", "99999999999999999999999", "100000000000000000000000"],
    ["x9", "x٣٣", "x３４"], ["中文", "東京 2", "東京 10"], ["1.9", "1.10", "1.10.1"],
    ["\u{0}", "\u{1}", "\u{2}", "a\u{0}", "a\u{1}", "aa"],
    ["0", "1", "01x"], ["가", "가나", "각", "나"], ["#1", "1", ":1"],
  ])
  func sorts(texts: [String]) {
    for (i, a) in texts.enumerated() {
      for (j, b) in texts.enumerated() {
        #expect(NaturalOrder.compare(a, b) == Ordering(i, j), "\(a) and \(b)")
      }
    }
  }

  @Test func countsRunsOfAnyLength() {
    for length in [253, 254, 255, 256, 509, 510, 511, 1000] {
      let nines = String(repeating: "9", count: length)
      #expect(NaturalOrder.compare(nines, "1" + String(repeating: "0", count: length)) == .ascending)
      #expect(key(nines).lexicographicallyPrecedes(key("1" + String(repeating: "0", count: length))))
    }
  }

  @Test func keysSortAsTextsDo() {
    var generator = SeededGenerator(seed: 4)
    let alphabet = [
      "a", "A", "b", "0", "0", "1", "9", " ", "-", "_", "ä", "u\u{308}", "ü", "ß", "\u{0}", "\u{1}", "東", "٣",
      "é", "\u{301}",
    ]
    func text() -> String {
      let simple = Bool.random(using: &generator)
      return (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        alphabet[Int.random(in: 0..<(simple ? 10 : alphabet.count), using: &generator)]
      }.joined()
    }
    for _ in 0..<20_000 {
      let (a, b) = (text(), text())
      let (x, y) = (key(a), key(b))
      let order: Ordering = x.lexicographicallyPrecedes(y) ? .ascending : x == y ? .same : .descending
      #expect(NaturalOrder.compare(a, b) == order, "\(a) and \(b)")
      #expect((order == .same) == (nfc(a) == nfc(b)))
      #expect(x == y || !x.starts(with: y))
    }
  }

  @Test func aSimpleTextHasTheKeyOfItsNormalForm() {
    for value in UInt32(0)..<0x180 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // The ideograph makes the whole text take the long way.
      let short = key(String(scalar) + "1")
      let long = key(String(scalar) + "1東")
      let end = short.firstIndex(of: 0) ?? 0
      #expect(short[..<end] == long[..<end], "U+\(String(value, radix: 16))")
    }
  }
}

struct IdentifierTests {
  @Test(arguments: [
    "acme", "2026-0123", "22.10", "a_b.c", "müller", "mu\u{308}ller", "東京", "हिन्दी", "-x", "٣", "Größe.2",
  ])
  func acceptsID(text: String) {
    #expect(isValidID(text))
  }

  @Test(arguments: [
    "", "_a", ".a", "a b", "a/b", "a#1", "a&b", "\u{308}a", "1\u{308}", "-\u{308}", "a\u{200B}", "½", "a,b",
    "a'b", "€",
  ])
  func refusesID(text: String) {
    #expect(!isValidID(text))
  }

  @Test func idsDifferByMoreThanCaseAndForm() {
    #expect(idFolded("ACME") == idFolded("acme"))
    #expect(idFolded("Mu\u{308}ller") == idFolded("MÜLLER"))
    #expect(idFolded("muller") != idFolded("müller"))
    #expect(idFolded("straße") == idFolded("STRASSE"))
  }

  @Test(arguments: [
    ("Müller & Söhne", "muller-sohne"), ("東京", "東京"), ("  A  b ", "a-b"), ("St. Gallen", "st-gallen"),
    (".NET", "net"),
    ("v1.2", "v1.2"), ("Acme Inc.", "acme-inc"), ("Straße 3", "strasse-3"), ("a--b", "a-b"), ("a - b", "a-b"),
    ("_x_y_", "x_y"),
    ("Йод", "йод"), ("Mu\u{308}ller", "muller"), ("हिन्दी भाषा", "हिन्दी-भाषा"), ("co\u{AD}op", "coop"), ("100 %", "100"),
    ("½", ""),
    ("", ""), ("&", ""), ("…", ""), ("\u{308}", ""), ("Łódź", "lodz"), ("Ærø Đorđe Þór", "aero-dorde-thor"),
    ("Œuvre", "oeuvre"), ("a/b", "a-b"), ("../../etc", "etc"),
    ("2026-Q1", "2026-q1"),
  ])
  func makesSlugs(text: String, result: String) {
    #expect(Array(slug(text).unicodeScalars) == Array(result.unicodeScalars))
  }

  @Test func everySlugIsAFoldedID() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<5000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let limit: UInt32 = Bool.random(using: &generator) ? 0x80 : 0x3100
        scalars.append(Unicode.Scalar(UInt32.random(in: 0..<limit, using: &generator)) ?? "a")
      }
      let result = slug(String(scalars))
      #expect(result.isEmpty || isValidID(result), "\(scalars)")
      #expect(idFolded(result) == result, "\(scalars)")
      #expect(slug(result) == result, "\(scalars)")
    }
  }
}
