import Diagnostics
import Editing
import Testing

@Suite struct EssenceTests {
  /// An edit that adds a record with a nearer name makes nothing wrong that was not before.
  @Test func aDiagnosticIsTheSameWhateverNameItOffers() {
    let file = SourceFile(path: "Content/orders/1.md", text: "---\ncustomer: acm\n---\n")
    func unknown(_ name: String, nearest: String?) -> Diagnostic {
      Diagnostic(.unknownReference, at: file[14..<17], "unknown customer '\(name)'", nearest: nearest)
    }
    let before = [unknown("acm", nearest: "acme")]
    #expect(before[0].summary == "unknown customer 'acm'; did you mean 'acme'?")
    #expect([unknown("acm", nearest: "acn"), unknown("acm", nearest: nil)].without(before).count == 1)
    #expect([unknown("acn", nearest: "acme")].without(before).count == 1)
  }
}
