import Records
import Testing

/// Ids of records written inside others.
@Suite struct OwnedIDTests {
  @Test func hasAnOwnerAndAPosition() throws {
    let id = try #require(OwnedID("2026-0001#12"))
    #expect(id.owner == "2026-0001")
    #expect(id.position == 12)
  }

  @Test(arguments: ["2026-0001", "a#", "a#-1", "a#+1", "a#01", "a#1 ", "a#1.0", "a#9999999999", "a#١"])
  func isWrittenInOneWay(id: String) {
    #expect(OwnedID(id) == nil)
  }
}
