import Foundation
import Site
import TestSupport
import Testing

/// The parts that the search loads.
@Suite struct SearchPartsTests {
  /// The value of a part, by its name.
  private func value(_ name: String, of site: FileTree) throws -> Any {
    let text = site.text("search/\(name).js")
    let json = text.dropFirst("docket(\"search/\(name)\",".count).dropLast(")\n".count)
    return try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
  }

  /// The script looks a word up in the last part whose beginning does not follow it: that part must hold it.
  @Test func thePartOfEachWordIsToldByBeginnings() async throws {
    var files: [String: String] = [:]
    var state: UInt64 = 7
    let letters = ["a", "b", "ä", "ł", "z", "1", "浪", "é", "n", "0"]
    for number in 0..<300 {
      let words = (0..<10).map { _ in
        (0..<6).map { _ in
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return letters[Int(state >> 33) % letters.count]
        }.joined()
      }
      files["Content/customers/c\(number).md"] =
        "---\nname: C\(number)\n---\n\n\(words.joined(separator: " "))\n"
    }
    let site = try await SiteFixture(files).write()
    let head = try #require(value("head", of: site) as? [String: Any])
    let coded = try #require(head["firsts"] as? String).split(
      separator: "\n", omittingEmptySubsequences: false)
    var firsts: [String] = []
    for line in coded {
      let common = try #require(line.first?.hexDigitValue)
      firsts.append(
        String(decoding: (firsts.last ?? "").utf16.prefix(common), as: UTF16.self) + line.dropFirst())
    }
    try #require(firsts.count > 3)
    for (part, first) in firsts.enumerated() {
      let lines = try #require(value("words-\(part)", of: site) as? String).split(separator: "\n")
      let words = lines.map { String($0.prefix { $0 != " " }) }
      #expect(words[0].hasPrefix(first))
      for word in words {
        // As JavaScript compares.
        let last = firsts.lastIndex { !word.utf16.lexicographicallyPrecedes($0.utf16) }
        #expect(last == part, "\(word)")
      }
    }
    // As much of a word as tells it from the one before, and no more.
    #expect(firsts[0].count == 1)
    #expect(firsts.allSatisfy { $0.count < 6 })
  }
}
