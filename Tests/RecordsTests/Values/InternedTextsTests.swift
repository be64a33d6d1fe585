import Records
import Testing

@Suite struct InternedTextsTests {
  @Test func numbersEachTextOnce() {
    var texts = InternedTexts()
    let words = (0..<5_000).map { "word\($0 * 7919 % 3_000)" }
    var numbers: [String: Int] = [:]
    for word in words {
      let number = texts.index(of: word.utf8.span)
      #expect(numbers[word, default: number] == number)
      numbers[word] = number
    }
    #expect(texts.count == 3_000)
    #expect(numbers.allSatisfy { Array(texts[$1]) == Array($0.utf8) })
    #expect(numbers.allSatisfy { texts.number(of: $0.utf8.span) == $1 })
    #expect(texts.number(of: "word3000".utf8.span) == nil)
    #expect(texts.count == 3_000)
  }

  @Test func tellsTextsApartByTheirBytes() {
    var texts = InternedTexts()
    #expect(texts.index(of: "é".utf8.span) == 0)
    #expect(texts.index(of: "e\u{301}".utf8.span) == 1)
    #expect(texts.index(of: "".utf8.span) == 2)
    #expect(texts.number(of: "".utf8.span) == 2)
  }
}
