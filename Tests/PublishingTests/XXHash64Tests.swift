import Publishing
import Testing

/// The buffer and the numbers are those of xxHash's own sanity test (`cli/xsum_sanity_check.c`); the others were
/// printed by its reference library 0.8.
struct XXHash64Tests {
  private static func hash(_ bytes: ArraySlice<UInt8>, cutAfter cut: Int = 0) -> UInt64 {
    var hash = XXHash64()
    bytes.prefix(cut).withUnsafeBytes { hash.update($0) }
    bytes.dropFirst(cut).withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }

  @Test(arguments: [
    (0, 0xEF46_DB37_51D8_E999), (1, 0xE934_A84A_DB05_2768), (4, 0x9136_A0DC_A574_57EE),
    (14, 0x8282_DCC4_994E_35C8), (222, 0xB641_AE8C_B691_C174 as UInt64),
  ])
  func agreesWithTheSanityTest(count: Int, expected: UInt64) {
    var generator: UInt64 = 2_654_435_761
    var bytes: [UInt8] = []
    for _ in 0..<count {
      bytes.append(UInt8(generator >> 56))
      generator &*= 11_400_714_785_074_694_797
    }
    #expect(Self.hash(bytes[...]) == expected)
  }

  @Test(arguments: [
    (3, 0x31D2_363F_52E5_64C9), (7, 0x9A7B_1499_59CE_60D8), (8, 0xDAB9_9D95_C6F9_0092),
    (31, 0xA2AA_5F33_CC4A_6119), (32, 0x23C3_C17E_F790_FD97), (33, 0x50A7_CFC7_BA58_8784),
    (63, 0x5E3E_54B4_31C7_493C), (64, 0x0EB6_4B3E_F6EE_B01F), (100, 0xA61F_8D4C_170F_E531),
    (300, 0x2400_04DB_EE0B_A6DC as UInt64),
  ])
  func agreesWithTheReferenceLibrary(count: Int, expected: UInt64) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }
    #expect(Self.hash(bytes[...]) == expected)
  }

  @Test func isTheSameHoweverTheBytesAreCut() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }
    for cut in 0...200 { #expect(Self.hash(bytes[...], cutAfter: cut) == Self.hash(bytes[...])) }
  }
}
