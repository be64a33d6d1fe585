import Diagnostics
import TestSupport
import Testing

@Suite struct TemplateDiagnosticsTests {
  /// A template with one error, or several, at its marks in order.
  struct Case: Sendable, CustomTestStringConvertible {
    let template: String
    let id: DiagnosticID
    let summaries: [String]

    init(_ template: String, _ id: DiagnosticID, _ summaries: String...) {
      self.template = template
      self.id = id
      self.summaries = summaries
    }

    var testDescription: String { template }
  }

  static let syntax = [
    Case("a 1️⃣{{number b", .templateSyntax, "tag '{{number b' is not closed by '}}'"),
    Case(
      "1️⃣{{number\n{{date}} 2️⃣{{x", .templateSyntax, "tag '{{number' is not closed by '}}'",
      "tag '{{x' is not closed by '}}'"),
    Case(
      "1️⃣{{{page.content}} {{number}}", .templateSyntax, "tag '{{{page.content}}' is not closed by '}}}'"),
    Case("1️⃣{{! never\n number}", .templateSyntax, "tag '{{! never' is not closed by '}}'"),
    Case(
      "1️⃣{{! never\n 2️⃣{{number}", .templateSyntax,
      "tag '{{! never' is not closed by '}}' before the next '{{'",
      "tag '{{number}' is not closed by '}}'"),
    Case(
      "1️⃣{{! the sum\n<p>Total {{number}}", .templateSyntax,
      "tag '{{! the sum' is not closed by '}}' before the next '{{'"),
    Case(
      "1️⃣{{! Summe }\n{{#rows}}{{number}}{{/rows}}", .templateSyntax,
      "tag '{{! Summe }' is not closed by '}}' before the next '{{'"),
    Case(
      "1️⃣{{! {{#rows}} }}\n{{number}}", .templateSyntax, "tag '{{!' is not closed by '}}' before the next '{{'"
    ),
    Case(
      "{{=<% %>=}}1️⃣<%! a {{ b\n<%number%>", .templateSyntax,
      "tag '<%! a {{ b' is not closed by '%>' before the next '<%'"),
    Case(
      "1️⃣{{}} 2️⃣{{# }}{{/}}", .templateSyntax, "the tag is empty; it needs a name",
      "the tag is empty; it needs a name"),
    Case("1️⃣{{#rows}} {{#paid}}{{/paid}}", .templateSyntax, "section 'rows' is never closed"),
    Case(
      "{{#rows}}{{#paid}}1️⃣{{/rows}}", .templateSyntax, "section 'paid' is not closed before '{{/rows}}'"),
    Case(
      "{{#rows}}1️⃣{{/row}}", .templateSyntax, "'{{/row}}' closes '{{#rows}}'; both need the same name"),
    Case("{{#rows}}1️⃣{{/paid}}{{/rows}}", .templateSyntax, "'{{/paid}}' closes nothing that is open"),
    Case(
      "{{#rows}}1️⃣{{/paid}}", .templateSyntax, "'{{/paid}}' closes '{{#rows}}'; both need the same name"),
    Case("1️⃣{{/rows}}", .templateSyntax, "'{{/rows}}' closes nothing"),
    Case("{{#rows}}1️⃣{{/}}", .templateSyntax, "the tag is empty; it needs the name of what it closes"),
    Case("1️⃣{{=<%=}}", .templateSyntax, "delimiters are two words without '=', as in {{=<% %>=}}"),
    Case("{{1️⃣made paid}}", .templateSyntax, "a name has no white space: 'made paid'"),
    Case(
      "{{#1️⃣if paid}}x{{/if}}{{#2️⃣each rows}}{{#paid}}x{{/paid}}{{/each}}{{#3️⃣unless paid}}x{{/paid}}",
      .templateSyntax, "a name has no white space: 'if paid'; in Mustache it is {{#paid}} … {{/paid}}",
      "a name has no white space: 'each rows'; in Mustache it is {{#rows}} … {{/rows}}",
      "a name has no white space: 'unless paid'; in Mustache it is {{^paid}} … {{/paid}}"),
    Case(
      "{{#rows}}{{#paid}}1️⃣{{/rows}}{{/paid}}", .templateSyntax,
      "section 'paid' is not closed before '{{/rows}}'"),
    Case("{{customer.1️⃣.name}}", .templateSyntax, "a part of the name 'customer..name' is empty"),
    Case(
      "{{<p}}1️⃣{{number}}{{/p}}", .templateSyntax,
      "a name between the blocks of a parent is not printed; move it into a block"),
    Case("{{<p}}{{$b}}a1️⃣{{/p}}", .templateSyntax, "block 'b' is not closed before '{{/p}}'"),
    Case("1️⃣{{<p}}{{$b}}a{{/b}}\n</html>", .templateSyntax, "parent 'p' is never closed"),
    Case("{{<p}}{{$b}}{{/b}}{{$1️⃣b}}{{/b}}{{/p}}", .templateSyntax, "block 'b' is given twice"),
    Case("{{=<% %>=}}<%number%> 1️⃣<%/x%>", .templateSyntax, "'<%/x%>' closes nothing"),
  ]

  static let names = [
    Case(
      "é {{1️⃣numbr}} {{2️⃣dat}}", .unknownName, "unknown name 'numbr'; did you mean 'number'?",
      "unknown name 'dat'; did you mean 'date'?"),
    Case("{{customer.1️⃣nam}}", .unknownName, "unknown name 'nam' in 'customer'; did you mean 'name'?"),
    Case(
      "{{customer.orders.1️⃣cont}}", .unknownName, "unknown name 'cont' in 'orders'; did you mean 'count'?"),
    Case(
      "{{rows.1️⃣sum}}", .unknownName,
      "unknown name 'sum' in 'rows'; elements of the list have it: {{#rows}}{{sum}}{{/rows}}"),
    Case(
      "{{#rows}}{{1️⃣custmer.name}}{{/rows}}", .unknownName, "unknown name 'custmer'; did you mean 'customer'?"),
    Case(
      "{{#rows}}{{1️⃣zzz}}{{#customer}}{{2️⃣zzz}}{{/customer}}{{/rows}}", .unknownName,
      "unknown name 'zzz'; there is 'kind', 'service', 'sum', 'customer', 'date', 'number', 'paid', 'rows', "
        + "'page', 'site'",
      "unknown name 'zzz'; there is 'city', 'name', 'orders', 'kind', 'service', 'sum', 'customer', 'date', "
        + "'number', 'paid', 'rows', 'page', 'site'"),
    Case("{{#1️⃣row}}{{service}}{{/row}}", .unknownName, "unknown name 'row'; did you mean 'rows'?"),
    Case("{{^1️⃣row}}none{{/row}}", .unknownName, "unknown name 'row'; did you mean 'rows'?"),
    Case("{{>*1️⃣knd}}", .unknownName, "unknown name 'knd'; did you mean 'kind'?"),
    Case(
      "{{<p}}{{$1️⃣mian}}{{/mian}}{{/p}}", .unknownName, "the parent has no block 'mian'; did you mean 'main'?"),
    // The folder alone makes no name similar.
    Case("{{>1️⃣partials/ab}}", .missingTemplate, "there is no template 'partials/ab'"),
    Case("{{>1️⃣pq}}", .missingTemplate, "there is no template 'pq'; did you mean 'p'?"),
    Case("{{<1️⃣letter}}{{/letter}}", .missingTemplate, "there is no template 'letter'"),
    Case(
      "1️⃣{{{number}}} 2️⃣{{& number }}", .unescapedText, "'number' is text and must be escaped: {{number}}",
      "'number' is text and must be escaped: {{number}}"),
    Case(
      "1️⃣{{{page.params.note}}}", .unescapedText,
      "'page.params.note' is text and must be escaped: {{page.params.note}}"),
    Case(
      "1️⃣{{page.content}}", .unescapedText,
      "'page.content' is HTML, whose tags would print as text: {{{page.content}}}"),
    Case("{{1️⃣rows}}", .wrongShape, "'rows' is a list and does not print; it has 'count'"),
    Case(
      "{{1️⃣customer}}", .wrongShape,
      "'customer' is no text and does not print; it has 'city', 'name', 'orders'"),
    Case("{{>*1️⃣rows}}", .wrongShape, "'rows' is a list and does not print; it has 'count'"),
  ]

  /// Tags that are closed under another name, each of which is one error, whichever of the names exists.
  static let mismatches = [
    Case(
      "{{<pattern}}1️⃣{{/layout}}", .templateSyntax,
      "'{{/layout}}' closes '{{<pattern}}'; both need the same name"),
    Case(
      "{{<layout}}{{$mian}}{{number}} {{numbr}}1️⃣{{/main}}2️⃣{{/layuot}}", .templateSyntax,
      "'{{/main}}' closes '{{$mian}}'; both need the same name",
      "'{{/layuot}}' closes '{{<layout}}'; both need the same name"),
    Case(
      "{{#custmer}}{{name}}{{^order}}1️⃣{{/orders}}2️⃣{{/customer}}", .templateSyntax,
      "'{{/orders}}' closes '{{^order}}'; both need the same name",
      "'{{/customer}}' closes '{{#custmer}}'; both need the same name"),
    Case(
      "{{#customer.order}}{{number}}1️⃣{{/customer.orders}}", .templateSyntax,
      "'{{/customer.orders}}' closes '{{#customer.order}}'; both need the same name"),
    Case(
      "{{#rows}}{{service}}1️⃣{{/customer}}", .templateSyntax,
      "'{{/customer}}' closes '{{#rows}}'; both need the same name"),
  ]

  @Test func saysOnceWhatOneNameIsWrongInSeveralPlaces() {
    let compiled = OrderTheme().compile([
      "main": "{{>p}}{{#rows}}{{>p}}{{/rows}}{{<layout}}{{$main}}x{{/main}}{{/layout}}",
      "p": "{{#cutsomer}}{{name}}{{/customer}}",
      "layout": "{{$mian}}{{/main}}", "partials/unused": "{{#rows}}{{/row}}",
    ])
    #expect(
      compiled.diagnostics.map(\.summary).sorted() == [
        "'{{/customer}}' closes '{{#cutsomer}}'; both need the same name",
        "'{{/main}}' closes '{{$mian}}'; both need the same name",
        "'{{/row}}' closes '{{#rows}}'; both need the same name",
      ])
  }

  @Test(arguments: syntax + names + mismatches)
  func locates(_ example: Case) {
    let marked = MarkedText(example.template)
    let compiled = OrderTheme().compile([
      "main": marked.text, "p": "{{$main}}{{/main}}{{$b}}{{/b}}", "layout": "{{$main}}{{/main}}",
    ])
    #expect(compiled.diagnostics.map(\.summary) == example.summaries)
    #expect(compiled.diagnostics.map(\.id) == example.summaries.map { _ in example.id })
    #expect(compiled.diagnostics.map(\.range.bytes.lowerBound) == marked.offsets.values.sorted())
    #expect(compiled.diagnostics.allSatisfy { $0.severity == .error && $0.range.file.path == "main" })
  }

  /// A value there may bring an event handler along.
  @Test(arguments: [
    ("<p title={{number}}>{{number}}</p>", ["\"{{number}}\""]),
    ("<p CLASS = a{{number}} id='{{number}}' lang=\"{{number}}\" hidden>={{number}}", [""]),
    (
      "<p class={{#paid}}\"{{number}}\"{{/paid}}>a < b ={{number}} <!-- <p x={{number}} --> <b x={{number}} y>",
      ["\"{{number}}\""]
    ),
    (
      "2<3 and x={{number}} <5 = {{number}} <!--><i x={{number}}></i><textarea><i x={{number}}></textarea>",
      ["\"{{number}}\""]
    ),
    ("<SCRIPT>a<b; c=1</script><style x={{number}}>a<b{x=y}</style>={{number}}", ["\"{{number}}\""]),
  ])
  func warnsOfAValueWithoutQuotes(text: String, fixes: [String]) {
    let compiled = OrderTheme().compile(["main": text])
    #expect(compiled.diagnostics.map { $0.fixIts.first?.replacement ?? "" } == fixes)
    #expect(
      compiled.diagnostics.allSatisfy {
        $0.severity == .warning && $0.range.text == "{{number}}"
          && $0.summary == "a space in {{number}} ends an attribute without quotes, and the rest becomes "
            + "further ones; write \"{{number}}\""
      })
  }

  /// A value there may be code, escaped or not.
  @Test(arguments: [
    ("<script>var n = \"{{number}}\"</script><p>{{number}}</p>", 1),
    ("<SCRIPT type=module>1<2; f('{{number}}', {{number}})</SCRIPT>{{number}}", 2),
    ("<button title='{{number}}' onclick=\"f('{{number}}')\">{{number}}</button>", 1),
    ("<a ONCLICK = '{{number}}' one=\"1\" data-on=\"{{number}}\" href=\"{{number}}\">", 1),
    ("<script src=\"{{site.root}}assets/a.js\" data-n=\"{{number}}\"></script>", 0),
    ("<script>var root = '{{site.root}}'</script><textarea>{{number}}</textarea>", 0),
  ])
  func warnsOfAValueInAScript(text: String, count: Int) {
    let found = OrderTheme().compile(["main": text]).diagnostics
    #expect(found.map(\.range.text) == Array(repeating: "{{number}}", count: count))
    #expect(
      found.allSatisfy {
        $0.severity == .warning
          && $0.summary
            == "a quote in {{number}} ends a text of the script, and the rest becomes code; let the script read "
            + "it from a data- attribute"
      })
  }

  @Test func pointsAtTheOpeningTag() throws {
    let marked = MarkedText("{{#rows}}1️⃣{{#paid}}{{/rows}}")
    let diagnostic = try #require(OrderTheme().compile(["main": marked.text]).diagnostics.first)
    #expect(diagnostic.notes.first?.range?.bytes.lowerBound == marked.offsets["1️⃣"])
  }

  @Test func offersTheMend() throws {
    let diagnostic = try #require(OrderTheme().compile(["main": "{{page.content}}"]).diagnostics.first)
    let fix = try #require(diagnostic.fixIts.first)
    #expect(fix.range.text == "{{page.content}}")
    #expect(fix.replacement == "{{{page.content}}}")
  }

  @Test func warnsOfTextBetweenBlocks() {
    let marked = MarkedText("{{<p}} 1️⃣lost {{$b}}kept{{/b}}{{/p}}")
    let compiled = OrderTheme().compile(["main": marked.text, "p": "{{$b}}{{/b}}"])
    #expect(compiled.diagnostics.map(\.severity) == [.warning])
    #expect(compiled.diagnostics.map(\.range.bytes.lowerBound) == marked.offsets.values.sorted())
    #expect(compiled.render([:]).text == "kept")
  }

  @Test func saysAnErrorInAPartialOnce() {
    let compiled = OrderTheme().compile([
      "main": "{{>p}}{{#rows}}{{>p}}{{/rows}}{{#customer}}{{>p}}{{/customer}}", "p": "{{numbr}}",
    ])
    #expect(compiled.diagnostics.map(\.summary) == ["unknown name 'numbr'; did you mean 'number'?"])
    #expect(compiled.diagnostics.map(\.range.file.path) == ["p"])
  }

  /// Nobody can change a built-in partial; its call is what can be.
  @Test func saysAtTheAuthorsTagWhatABuiltInPartialLacks() {
    let inner = "{{#rows}}{{service}}{{/rows}}{{#table}}{{{svg}}}{{/table}}{{label}}{{#table}}{{/table}}"
    let compiled = OrderTheme().compile(
      [
        "main": "{{>outer}}{{<outer}}{{/outer}} {{>own}}", "outer": "{{>inner}}", "inner": inner,
        "own": "{{numbr}}",
      ], builtIn: ["outer", "inner"])
    let lines = compiled.diagnostics.map {
      "\($0.range.file.path):\($0.range.bytes.lowerBound): \($0.summary); \($0.notes.first?.range?.text ?? "")"
    }
    let unknown =
      "unknown name 'table'; there is 'customer', 'date', 'kind', 'number', 'paid', 'rows', 'page', 'site'"
    #expect(
      lines == [
        "main:3: 'outer' does not fit here: \(unknown); table",
        "main:13: 'outer' does not fit here: \(unknown); table",
        "own:2: unknown name 'numbr'; did you mean 'number'?; ",
      ])
    let fitting = OrderTheme().compile(["main": "{{>inner}}", "inner": "{{rows}}"], builtIn: ["inner"])
    #expect(
      fitting.diagnostics.map(\.summary)
        == ["'inner' does not fit here: 'rows' is a list and does not print; it has 'count'"])
    #expect(
      OrderTheme().compile(["main": "{{nope}}"], builtIn: ["main"]).diagnostics.map(\.range.text) == ["nope"])
  }

  @Test func saysNothingOfValuesInASectionOfAnUnknownName() {
    let compiled = OrderTheme().compile([
      "main": "{{#char}}{{{svg}}}{{#a.b}}{{&c}}{{.}}{{{.}}}{{/a.b}}{{/char}}"
    ])
    #expect(compiled.diagnostics.map(\.range.text) == ["char"])
    let free = OrderTheme().compile(["main": "{{#page.params}}{{{note}}}{{/page.params}}"])
    #expect(free.diagnostics.map(\.id) == [.unescapedText])
  }

  @Test func saysOnceWhatIsWrongInSeveralContexts() throws {
    // The list of names is another in each; what is known in one of them says where it is not.
    let compiled = OrderTheme().compile([
      "main": "{{>p}}{{#customer}}{{>p}}{{/customer}}{{#rows}}{{>p}}{{/rows}}",
      "p": "{{zzzz}} {{sum}} {{city}}",
    ])
    #expect(compiled.diagnostics.map(\.range.text) == ["zzzz", "sum", "city"])
    #expect(
      compiled.diagnostics.map { $0.notes.map(\.text) } == [
        [], ["in 2 of the 3 places that use this template"], ["in 2 of the 3 places that use this template"],
      ])
  }

  @Test func saysNothingMoreBecauseOfABrokenFile() {
    let compiled = OrderTheme().compile([
      "main": "{{<p}}{{$main}}{{numbr}}{{/main}}{{/p}}", "p": "{{$main}}{{/main}}{{#rows}}",
    ])
    #expect(compiled.diagnostics.map(\.summary) == ["section 'rows' is never closed"])
  }

  private static let ancestries: [(KeyValuePairs<String, String>, [String])] = [
    (["main": "{{<p}}{{/p}}", "p": "x {{<p}}{{$b}}{{/b}}{{/p}}"], ["p: the template 'p' is its own parent"]),
    (
      ["main": "{{<p}}{{$b}}{{/b}}{{/p}}", "p": "{{<q}}{{/q}}", "q": "{{<p}}{{$c}}{{/c}}{{/p}}"],
      ["p: the template 'p' is its own parent: p → q → p"]
    ),
    // Within a section it may end.
    (["main": "{{<p}}{{/p}}", "p": "{{#rows}}{{<p}}{{/p}}{{/rows}}"], []),
  ]

  @Test(arguments: ancestries)
  func saysOnceThatATemplateIsItsOwnParent(templates: KeyValuePairs<String, String>, lines: [String]) {
    let compiled = OrderTheme().compile(templates)
    #expect(compiled.diagnostics.map { "\($0.range.file.path): \($0.summary)" } == lines)
  }

  @Test func offersTheSameNameInAFolderFirst() {
    let compiled = OrderTheme().compile(["main": "{{>row}}", "partial/row": "", "partials/rows": ""])
    #expect(
      compiled.diagnostics.map(\.summary) == ["there is no template 'row'; did you mean 'partial/row'?"])
  }
}
