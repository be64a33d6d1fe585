import Foundation
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

  /// Texts that say by a digit how much of the one before they begin with.
  private func wholes(_ texts: [Substring]) throws -> [String] {
    var whole: [String] = []
    for text in texts {
      let common = try #require(text.first.flatMap { Int(String($0), radix: 36) })
      let shared = String(decoding: (whole.last ?? "").utf16.prefix(common), as: UTF16.self)
      whole.append(shared + text.dropFirst())
    }
    return whole
  }

  /// How the first word of each part begins, and for each part its words with what stands beside them.
  private func parts(
    of site: FileTree
  ) throws -> (firsts: [String], lines: [[(word: String, rest: [Substring])]]) {
    let head = try #require(value("head", of: site) as? [String: Any])
    let count = try #require(head["parts"] as? Int)
    let (indexed, begin) = try (#require(head["indexed"] as? Int), #require(head["firsts"] as? String))
    let indexes = try (0..<(count + indexed - 1) / indexed).map {
      try wholes(#require(value("index-\($0)", of: site) as? String).split(separator: "\n"))
    }
    #expect(try wholes(begin.split(separator: "\n")) == indexes.map { $0[0] })
    let lines = try (0..<count).map { part in
      let lines = try #require(value("words-\(part)", of: site) as? String).split(separator: "\n")
        .map { $0.split(separator: " ") }
      return try Array(zip(wholes(lines.map { $0[0] }), lines.map { Array($0.dropFirst()) }))
        .map { (word: $0.0, rest: $0.1) }
    }
    return (indexes.flatMap { $0 }, lines)
  }

  /// The six bits of a character.
  private static func bits(_ character: Character) -> Int {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return digits.firstIndex(of: character).map { digits.distance(from: digits.startIndex, to: $0) } ?? -1
  }

  private func decodedNumbers(_ text: some StringProtocol) -> [Int] {
    var (numbers, last, distance, shift) = ([Int](), -1, 0, 0)
    for bits in text.map(Self.bits) {
      distance |= (bits & 31) << shift
      shift += 5
      guard bits < 32 else { continue }
      last += distance + 1
      numbers.append(last)
      (distance, shift) = (0, 0)
    }
    return numbers
  }

  /// Beside its title a record has its total, even if the model computes other amounts before.
  @Test func hitsShowTheTotal() async throws {
    let amounts = "net: money, vat: {type: money, derived: net / 4}, total: {type: money, derived: net + vat}"
    let site = try await SiteFixture([
      "Content/model.yml": "entities: {Bill: {folder: bills, attributes: {\(amounts)}}}\n",
      "Content/bills/b1.md": "---\nnet: 8\n---\n",
    ]).write()
    let page = try #require(
      site.paths.filter { $0.hasPrefix("search/pages-") }.map { site.text($0) }.first { $0.contains("b1") })
    #expect(page.contains("€10.00") && !page.contains("€2.00"), "\(page)")
  }

  /// An amount of three digits after the mark is found with and without its last zeros, in the file or not.
  @Test func amountsOfThreeDigitsAreFoundInBothForms() async throws {
    let site = try await SiteFixture([
      "Content/orders/o1.md": "---\ndate: 2026-01-02\ncurrency: KWD\nrows: [{sum: 55.5}]\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-01-02\ncurrency: KWD\nrows: [{sum: 667.280}]\n---\n",
    ]).write()
    let words = try Set(parts(of: site).lines.flatMap { $0 }.map(\.word))
    // A query for 55.500 asks for 55500, which three digits after a mark are anywhere.
    #expect(words.isSuperset(of: ["55.5", "55500", "667.28", "667280"]), "\(words.sorted())")
  }

  /// The statements of `each` follow the customers whom they are about.
  @Test func recordsComeBeforePagesMadeOfThem() async throws {
    let site = try await SiteFixture([
      "Content/account.md": "---\ntitle: Account\neach: customer\nfrom: Order\n---\n",
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-02\ncustomer: ann\nrows: [{sum: 1}]\n---\n",
    ]).write()
    let pages = try #require(value("pages-0", of: site) as? [[Any]])
    #expect(
      pages.compactMap { $0[1] as? String } == [
        "account.html", "index.html", "customers/ann.html", "account/ann.html", "orders/o1.html",
      ])
  }

  /// The pages of a word on few stand beside it; of more the first few do, and all are in parts: a bit each where more
  /// than a sixth of all have the word, else their distances from the page that the part begins with.
  @Test func everyPageOfAWordIsFound() async throws {
    var files: [String: String] = [:]
    for number in 0..<1_020 {
      let words = [(2, "second"), (6, "sixth"), (9, "ninth")].filter { number % $0.0 == 0 }.map { $0.1 }
      files["Content/customers/c\(number).md"] =
        "---\nname: C\(number)\n---\n\n\(words.joined(separator: " "))\n"
    }
    let site = try await SiteFixture(files).write()
    let lines = try parts(of: site).lines.flatMap { $0 }
    let pages = Dictionary(uniqueKeysWithValues: lines.map { ($0.word, $0.rest) })
    func whole(_ word: String) throws -> [Int] {
      let rest = try #require(pages[word])
      guard rest.count > 1 else { return decodedNumbers(rest[0]) }
      let first = try #require(Int(rest[2]))
      #expect(decodedNumbers(rest[0]).count == 40)
      var found: [Int] = []
      if rest.count == 4 {
        for (part, start) in decodedNumbers(rest[3]).enumerated() {
          let own = try decodedNumbers(#require(value("long-\(first + part)", of: site) as? String))
          #expect(own[0] == start)
          found += own
        }
      } else {
        let text = try #require(value("long-\(first)", of: site) as? String)
        for (place, character) in text.enumerated() {
          found += (0..<6).filter { Self.bits(character) >> $0 & 1 == 1 }.map { place * 6 + $0 }
        }
      }
      #expect(found.count == Int(rest[1]) && found.starts(with: decodedNumbers(rest[0])))
      return found
    }
    let (second, sixth, ninth) = try (whole("second"), whole("sixth"), whole("ninth"))
    #expect([second, sixth, ninth].map(\.count) == [510, 170, 114])
    #expect(Set(sixth).isSubset(of: second) && Set(sixth).intersection(ninth).count == 57)
    #expect(pages["second"]?.count == 3 && pages["sixth"]?.count == 4 && pages["ninth"]?.count == 1)
    #expect(try whole("c17").count == 1)
  }

  /// A day is found as its page prints it as well as by its ISO form, and an order by the titles of several related
  /// records.
  @Test func findsPrintedDatesAndTitlesOfRelatedRecords() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": """
      entities:
        Tuner: {folder: tuners, title: name, attributes: {name: {type: string, required: true}}}
        Order:
          relationships:
            tuners: {to: Tuner, many: true}
      """,
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/tuners/bob.md": "---\nname: Robert\n---\n",
      "Content/tuners/eve.md": "---\nname: Evelyn\n---\n",
      "Content/orders/first.md":
        "---\ncustomer: ann\ntuners: [bob, eve]\ndate: 2026-03-04\n---\n",
    ]).write()
    #expect(site.text("orders/first.html").contains("Mar 4, 2026"))
    let pages = try Dictionary(
      uniqueKeysWithValues: parts(of: site).lines.flatMap { $0 }
        .map { ($0.word, decodedNumbers($0.rest[0])) })
    let order = try #require(pages["first"])
    for word in ["2026-03-04", "2026", "mar", "4", "ann", "robert", "evelyn"] {
      #expect(pages[word]?.contains(order[0]) == true, "\(word)")
    }
  }

  /// What a page is called: the label of its entity, and its title, which may be of numbers.
  @Test func findsTheLabelAndTheTitleOfARecord() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": """
      entities:
        Order: {label: Visite}
        Piano:
          folder: pianos
          title: CAST(number, 'String')
          attributes: {number: integer}
      """,
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/pianos/grand.md": "---\nnumber: 48211\n---\n",
      "Content/orders/first.md": "---\ncustomer: ann\ndate: 2026-03-04\n---\n",
    ]).write()
    let pages = try Dictionary(
      uniqueKeysWithValues: parts(of: site).lines.flatMap { $0 }
        .map { ($0.word, decodedNumbers($0.rest[0])) })
    #expect(pages["visite"] == pages["first"] && pages["first"]?.count == 1)
    #expect(pages["piano"] == pages["grand"] && pages["48211"] == pages["grand"])
    #expect(pages["customer"]?.count == 1)
  }

  /// The script looks a word up in the last part whose beginning does not follow it: that part must hold it.
  @Test func thePartOfEachWordIsToldByBeginnings() async throws {
    var files: [String: String] = [:]
    var state: UInt64 = 7
    let letters = ["a", "b", "ä", "я", "z", "1", "浪", "é", "n", "0"]
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
    let (firsts, lines) = try parts(of: site)
    try #require(firsts.count > 3)
    for (part, first) in firsts.enumerated() {
      let words = lines[part].map(\.word)
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
