import Diagnostics
import Templates
import TestSupport
import Testing

@Suite struct RenderingTests {
  static let data: JSON = [
    "site": ["title": "Orders & more", "root": "../"],
    "page": [
      "title": "2026-0123", "content": "<p>Notes</p>",
      "params": ["note": "a < b", "colors": ["red", "blue"], "rows": "mine", "kind": "map", "show": true],
    ],
    "number": "2026-0123", "date": "14 March", "paid": false, "kind": "order",
    "customer": [
      "name": "Zoë's \"Shop\"", "orders": [["number": "1", "customer": ["name": "inner"]], ["number": "2"]],
    ],
    "rows": [["service": "chai", "sum": "1.00", "kind": "row"], ["service": "chang", "kind": "gone"]],
  ]

  @Test(arguments: [
    ("{{number}} {{customer.name}}", "2026-0123 Zoë&#39;s &quot;Shop&quot;"),
    ("{{site.title}} {{{page.content}}} {{&page.content}}", "Orders &amp; more <p>Notes</p> <p>Notes</p>"),
    ("{{#rows}}{{service}}={{sum}};{{/rows}}", "chai=1.00;chang=;"),
    ("{{#rows}}{{number}} {{/rows}}", "2026-0123 2026-0123 "),
    ("{{rows.count}}", "2"),
    ("{{date}} {{date.upper}}", "14 March 14 MARCH"),
    ("{{^paid}}open{{/paid}}{{#paid}}paid{{/paid}}", "open"),
    (
      "{{#customer}}{{#orders}}{{number}}{{#customer}}{{name}}{{/customer}}{{/orders}}{{/customer}}",
      "1inner2"
    ),
    ("{{#date}}{{.}}{{upper}}{{/date}}", "14 March14 MARCH"),
    ("{{page.params.note}}{{page.params.none.at.all}}", "a &lt; b"),
    ("{{#page}}[{{#params}}{{note}}{{/params}}{{^params}}none{{/params}}]{{/page}}", "[a &lt; b]"),
    ("{{#page.params.colors}}<{{.}}>{{/page.params.colors}}", "<red><blue>"),
    ("{{#page.params}}{{note}}{{kind}}{{number}}{{unheard}}{{/page.params}}", "a &lt; bmap2026-0123"),
    (
      "{{#page.params.show}}{{#rows}}{{service}} {{/rows}}{{{page.content}}}{{/page.params.show}}",
      "chai chang <p>Notes</p>"
    ),
  ])
  func prints(_ template: String, _ expected: String) {
    let compiled = OrderTheme().compile(["main": template])
    #expect(compiled.diagnostics.map(\.summary) == [])
    let page = compiled.render(Self.data)
    #expect(page.diagnostics.isEmpty)
    #expect(page.text == expected)
    // It prints the same whatever of it was done before the page.
    #expect(compiled.specialized(Self.data) { _ in true } == expected)
    #expect(compiled.specialized(Self.data) { _ in false } == expected)
    #expect(compiled.specialized(Self.data) { ["site", "page", "rows"].contains($0) } == expected)
    #expect(compiled.specialized(Self.data) { ["customer", "paid"].contains($0) } == expected)
  }

  @Test func nilEndsTheLookUp() {
    // The inner order has no date; the outer one must not show through.
    let template = "{{#customer}}{{#orders}}[{{date}}]{{/orders}}{{/customer}}"
    #expect(OrderTheme().compile(["main": template]).render(Self.data).text == "[][]")
  }

  @Test func restoresFramesBehindSections() {
    let template = "{{number}}{{#customer}}{{#orders}}{{number}}{{/orders}}{{number}}{{/customer}}{{number}}"
    #expect(
      OrderTheme().compile(["main": template]).render(Self.data).text == "2026-0123122026-01232026-0123")
  }

  @Test func refusesASectionThatAMapTakesOver() throws {
    let marked = MarkedText("{{#page.params}}{{#1️⃣rows}}{{service}}{{/rows}}{{/page.params}}")
    let compiled = OrderTheme().compile(["main": marked.text])
    #expect(compiled.diagnostics.isEmpty)
    let diagnostic = try #require(compiled.render(Self.data).diagnostics.first)
    #expect(diagnostic.id == .unknownName)
    #expect(diagnostic.range.bytes.lowerBound == marked.offsets["1️⃣"])
  }

  @Test func blocksSeeTheArgumentsOfTheirOwnTemplateOnly() {
    // The card's title is its own and not the page's, though both blocks have one name.
    let compiled = OrderTheme().compile([
      "main":
        "{{<layout}}{{$title}}Page{{/title}}{{$main}}{{<card}}{{$title}}Card{{/title}}{{/card}}{{/main}}{{/layout}}",
      "layout": "<{{$title}}{{/title}}>{{$main}}{{/main}}", "partials/card": "[{{$title}}none{{/title}}]",
    ])
    #expect(compiled.diagnostics.isEmpty)
    #expect(compiled.render(Self.data).text == "<Page>[Card]")
  }

  @Test func indentsNestedPartialsAndKeepsInlineOnesAsTheyAre() {
    let compiled = OrderTheme().compile([
      "main": "<ul>\n  {{>rows}}\n</ul>\n",
      "partials/rows": "{{#rows}}\n<li>\n  {{>row}}\n</li>\n{{/rows}}\n({{>row}})\n",
      "partials/row": "{{kind}}\n-\n",
    ])
    #expect(compiled.diagnostics.isEmpty)
    #expect(
      compiled.render(Self.data).text == """
        <ul>
          <li>
            row
            -
          </li>
          <li>
            gone
            -
          </li>
          (order
        -
        )
        </ul>

        """)
  }

  @Test func indentsBlocksAtTheirPlace() {
    let compiled = OrderTheme().compile([
      "main":
        "{{<layout}}\n{{$main}}\n<h1>{{number}}</h1>\n  {{#rows}}\n  <p>\n  {{/rows}}\n{{/main}}\n{{/layout}}\n",
      "layout": "<main>\n  {{$main}}\n  {{/main}}\n</main>\n",
    ])
    #expect(compiled.diagnostics.isEmpty)
    #expect(
      compiled.render(Self.data).text
        == "<main>\n  <h1>2026-0123</h1>\n    <p>\n    <p>\n</main>\n")
  }

  @Test func readsCRLFAndAByteOrderMark() {
    let compiled = OrderTheme().compile(["main": "\u{FEFF}{{#rows}}\r\n{{kind}}\r\n{{/rows}}\r\n."])
    #expect(compiled.diagnostics.isEmpty)
    #expect(compiled.render(Self.data).text == "row\r\ngone\r\n.")
  }

  @Test func callsAPartialByTheTextOfAName() throws {
    let marked = MarkedText("{{#rows}}1️⃣{{>*kind}}{{/rows}}")
    let compiled = OrderTheme().compile([
      "main": marked.text, "partials/row": "<{{service}}>", "partials/goner": "", "gone": "not in partials",
      "partials/unfit": "{{unheard}}", "partials/own": "{{service}}",
    ])
    // `unfit` fits nowhere.
    #expect(compiled.diagnostics.count == 1)
    #expect(compiled.diagnostics.first?.summary.hasPrefix("unknown name 'unheard'; there is '") == true)
    let page = compiled.render(Self.data)
    #expect(page.text == "<chai>")
    let diagnostic = try #require(page.diagnostics.first)
    #expect(diagnostic.id == .missingTemplate)
    #expect(diagnostic.summary == "there is no partial 'gone'; did you mean 'goner'?")
    #expect(diagnostic.range.bytes.lowerBound == marked.offsets["1️⃣"])
  }

  @Test func aPartialThatFitsElsewhereIsAnErrorOnlyWhereItIsNamed() throws {
    let templates: KeyValuePairs = [
      "main": "{{#rows}}{{>*kind}}{{>partials/gone}}{{/rows}}{{>*kind}}", "partials/row": "{{service}}",
      "partials/gone": "{{sum}}", "partials/order": "{{number}}",
    ]
    let compiled = OrderTheme().compile(templates)
    #expect(compiled.diagnostics.isEmpty)
    let misfit = OrderTheme().compile([
      "main": "{{#rows}}{{>row}}{{/rows}}{{>*customer.name}}", "partials/row": "{{service}}",
    ])
    #expect(misfit.diagnostics.isEmpty)
    let diagnostic = try #require(misfit.render(["customer": ["name": "row"]]).diagnostics.first)
    #expect(diagnostic.summary == "partial 'row' does not fit here")
    #expect(diagnostic.notes.first?.text.hasPrefix("unknown name 'service'; there is '") == true)
  }

  /// `row` is made for the place where `table` names it, though nothing renders that.
  @Test func aPartialThatATagNamesNeedNotFitWhatIsFoundAtRunTime() {
    let compiled = OrderTheme().compile([
      "main": "{{>*customer.name}}", "table": "{{#rows}}{{>row}}{{/rows}}", "partials/row": "{{service}}",
    ])
    #expect(compiled.diagnostics.isEmpty)
  }

  @Test func rendersFromSeveralThreadsAtOnce() async {
    let compiled = OrderTheme().compile(["main": "{{#rows}}{{service}}{{>p}}{{/rows}}", "p": "{{number}}"])
    let (program, entry, slots) = (compiled.program, compiled.entry, compiled.theme.slots)
    let expected = compiled.render(Self.data).text
    let equal = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          guard let entry else { return false }
          let source = JSONSource(Self.data, slots: slots)
          var renderer = TemplateRenderer(program)
          var output = Output()
          for _ in 0..<50 {
            output.removeAll()
            _ = renderer.render(entry, [source.root, source.root, source.root], from: source, to: &output)
            if String(decoding: output.bytes, as: UTF8.self) != expected { return false }
          }
          return true
        }
      }
      return await group.allSatisfy { $0 }
    }
    #expect(equal)
  }
}
