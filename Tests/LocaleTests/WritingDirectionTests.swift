import Locale
import Testing

/// Texts that stand among others of any direction.
struct WritingDirectionTests {
  @Test func anArrowLeadsToWhatIsReadNext() {
    #expect(WritingDirection.leftToRight.change(from: "1.5", to: "2") == "1.5 → 2")
    #expect(
      WritingDirection.rightToLeft.change(from: "1.5", to: "2")
        == "\u{2067}\u{2068}1.5\u{2069} ← \u{2068}2\u{2069}\u{2069}")
  }

  @Test func valuesOfTheOtherDirectionDoNotTurnTheArrow() {
    #expect(
      WritingDirection.leftToRight.change(from: "כהן", to: "Ann")
        == "\u{2066}\u{2068}כהן\u{2069} → \u{2068}Ann\u{2069}\u{2069}")
  }

  @Test func aTextKeepsItsDirectionInAPageOfAnother() {
    #expect(WritingDirection.leftToRight.isolated("€72.00 + $12.90") == "€72.00 + $12.90")
    #expect(WritingDirection.rightToLeft.isolated("72.00 €") == "\u{2067}72.00 €\u{2069}")
  }
}
