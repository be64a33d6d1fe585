import Diagnostics
import Exports
import Query
import Records
import ResultFixtures
import Testing

struct ExportsPrintingTests {
  private typealias Fixture = ExportFixture

  private let items = [
    ExportedItem(
      id: "a", text: "Acme", money: Fixture.money("1012.50"), number: Decimal("2"),
      date: CivilDate("2026-03-14"),
      other: "acme"),
    ExportedItem(
      id: "b", text: "漢字 | Müller & Söhne", money: Fixture.money("7 USD"), number: Decimal("10.5"),
      other: "-zoe"),
    ExportedItem(id: "c", text: "two\nlines\u{1B}[2J", money: Fixture.money("5"), flag: true, other: "acme"),
  ]

  private func text(_ columns: String, width: Int? = nil, section: String? = nil) throws -> String {
    let result = try Fixture.result(items, columns: columns) {
      $0.section = section.map { .init($0, name: "section") }
    }
    return Fixture.text(result.text(width: width))
  }

  @Test func columnsAreAlignedAndFiguresSetToTheRight() throws {
    #expect(
      try text("id, text, number, date, flag, other") == """
        ID  Text                   Number  Date        Flag  Other
        ──  ─────────────────────  ──────  ──────────  ────  ─────
        a   Acme                        2  2026-03-14        acme
        b   漢字 | Müller & Söhne    10.5                    -zoe
        c   two lines\u{FFFD}[2J                              true  acme
                                   ──────
                                     12.5

        """)
  }

  @Test func aNumberWithoutEndIsRoundedForPeopleAlone() throws {
    let item = ExportedItem(id: "a", money: Fixture.money("100 USD"), number: Decimal("2"))
    let result = try Fixture.result([item], columns: "number / 3, money / 7")
    let lines = Fixture.text(result.text(width: nil)).split(separator: "\n")
    #expect(lines.last.map { $0.split(separator: " ") } == ["0.666667", "14.285714", "USD"])
    #expect(Fixture.text(result.markdown()).hasSuffix("| 0.666667 | 14.285714 USD |\n"))
    #expect(
      Fixture.text(result.csv()).contains("0.66666666666666666666666666666666666667,14.2857142857142857"))
  }

  @Test func aTextCannotTurnALineAround() throws {
    let item = ExportedItem(id: "a", text: "x\u{202E}cod.exe\u{2069}")
    #expect(
      try Fixture.text(Fixture.result([item], columns: "id, text").text(width: nil)).hasSuffix(
        "x\u{FFFD}cod.exe\u{FFFD}\n"))
  }

  @Test func textsGiveWayUntilTheLineFits() throws {
    let item = ExportedItem(
      id: "abcdefghij", text: "漢字漢字漢字", long: "abcdefghij", date: CivilDate("2026-03-14"))
    for width in 20...46 {
      let result = try Fixture.result([item], columns: "id, text, date, long")
      let lines = Fixture.text(result.text(width: width)).split(separator: "\n")
      #expect(lines.allSatisfy { displayWidth(of: String($0)) <= max(width, 30) }, "\(width): \(lines)")
      #expect(lines.last?.contains("2026-03-14") == true)
    }
  }

  @Test func totalsStandBelow() throws {
    #expect(
      try text("id, money") == """
        ID              Money
        ──  ─────────────────
        a             1012.50
        b            7.00 USD
        c                5.00
            ─────────────────
            1017.50; 7.00 USD

        """)
  }

  @Test func sectionsHaveHeadingsAndSubtotals() throws {
    #expect(
      try text("id, money", section: "other") == """
        ID              Money
        ──  ─────────────────
        -zoe (1)
        b            7.00 USD
            ─────────────────
                     7.00 USD

        acme (2)
        a             1012.50
        c                5.00
            ─────────────────
                      1017.50

            ─────────────────
            1017.50; 7.00 USD

        """)
  }

  @Test func longTextsAreCutToTheTerminalAndFiguresAreNot() throws {
    let cut = try text("text, money, other, date", width: 46)
    #expect(cut.split(separator: "\n").allSatisfy { displayWidth(of: String($0)) <= 46 })
    #expect(cut.contains("漢字 | …"))
    #expect(cut.contains("1017.50; 7.00 USD"))
    let tight = try text("text, money, other, date", width: 10)
    #expect(tight.contains("1017.50; 7.00 USD") && tight.contains("2026-03-14"))
  }

  @Test func idsAreNeverCut() throws {
    let long = ExportedItem(
      id: "2026-0000000000001", text: String(repeating: "long ", count: 20), other: "acme")
    let printed = Fixture.text(try Fixture.result([long], columns: "id, text").text(width: 24))
    #expect(printed.contains("2026-0000000000001"))
    #expect(printed.contains("…"))
  }

  @Test func noFileCanSteerTheTerminal() throws {
    #expect(try !text("text").utf8.contains(0x1B))
    #expect(try !text("text", section: "text").utf8.contains(0x1B))
  }

  @Test func anEmptyResultIsItsHeadings() throws {
    let result = try Fixture.result([], columns: "id, text")
    #expect(Fixture.text(result.text(width: 80)) == "ID  Text\n──  ────\n")
    #expect(Fixture.text(result.markdown()) == "| ID | Text |\n| --- | --- |\n")
    let parted = try Fixture.result([], columns: "id, text") { $0.section = .init("text", name: "section") }
    #expect(Fixture.text(parted.markdown()) == "| ID | Text |\n| --- | --- |\n")
  }

  @Test func aResultThatUsedTodaySaysTheDay() throws {
    let result = try Fixture.result(items, columns: "id, today() - date")
    #expect(Fixture.text(result.text(width: nil)).hasSuffix("\nas of 2026-03-31\n"))
    #expect(Fixture.text(result.markdown()).hasSuffix("\nas of 2026-03-31\n"))
  }

  // MARK: Markdown

  @Test func markdownIsAPipeTable() throws {
    #expect(
      try Fixture.text(Fixture.result(items, columns: "id, text, money").markdown()) == """
        | ID | Text | Money |
        | --- | --- | ---: |
        | a | Acme | 1012.50 |
        | b | 漢字 \\| Müller & Söhne | 7.00 USD |
        | c | two lines\u{FFFD}\\[2J | 5.00 |
        |  |  | **1017.50; 7.00 USD** |

        """)
  }

  @Test func markdownHasATableForEachSection() throws {
    let result = try Fixture.result(items, columns: "id, money") {
      $0.section = .init("other", name: "section")
    }
    #expect(
      Fixture.text(result.markdown()) == """
        ### -zoe (1)

        | ID | Money |
        | --- | ---: |
        | b | 7.00 USD |
        |  | **7.00 USD** |

        ### acme (2)

        | ID | Money |
        | --- | ---: |
        | a | 1012.50 |
        | c | 5.00 |
        |  | **1017.50** |

        ### Total

        | ID | Money |
        | --- | ---: |
        |  | **1017.50; 7.00 USD** |

        """)
  }

  @Test func markdownTextIsNoMarkup() throws {
    let item = ExportedItem(text: #"a\b *c* `d` [e](f) <b> |"#)
    let result = try Fixture.result([item], columns: "text")
    #expect(Fixture.text(result.markdown()).contains(#"| a\\b \*c\* \`d\` \[e\](f) \<b\> \| |"#))
  }

  /// As GitHub reads Markdown: in an address that it makes a link of, backslashes would be a part of it.
  @Test(arguments: [
    ("~~Old~~ __Ann__ &lt;x&gt; AT&T", #"\~\~Old\~\~ \_\_Ann\_\_ &amp;lt;x&amp;gt; AT&T"#),
    ("see https://a.org/my_file?a=1&b=2&lt; _x_", #"see https://a.org/my_file?a=1&b=2&lt; \_x\_"#),
    ("https://a.org/a|b", #"https://a.org/a\|b"#), ("ahttps://a_b", #"ahttps://a\_b"#),
    ("www.a_b.org_", "www.a_b.org_"), ("2026-0001#1", "2026-0001\\#1"),
  ])
  func markdownLeavesAddressesAsTheyAre(text: String, markdown: String) {
    #expect(MarkdownText.escaped(text) == markdown)
  }
}
