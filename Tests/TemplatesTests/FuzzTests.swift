import Diagnostics
import TestSupport
import Testing

/// Mutated templates: whatever stands in them, parsing, compiling and rendering end, and diagnostics lie in their file.
@Suite struct FuzzTests {
  private static let pieces = [
    "{{", "}}", "{{{", "}}}", "{{#rows}}", "{{/rows}}", "{{#customer}}", "{{/customer}}", "{{^paid}}",
    "{{/paid}}",
    "{{>p}}", "{{> q }}\n", "  {{>p}}\n", "{{>*kind}}", "{{<p}}", "{{/p}}", "{{<q}}", "{{/q}}", "{{$a}}",
    "{{/a}}",
    "{{$b}}", "{{/b}}", "\n", "\r\n", "  ", "\t", "{{=<% %>=}}", "<%={{ }}=%>", "{{number}}",
    "{{customer.name}}",
    "{{{page.content}}}", "{{page.params.x}}", "{{#page.params}}", "{{/page.params}}", "{{.}}", "{{! c }}",
    "{{!\n}}",
    "text", "é", "&", ".", "*", "{{#.}}", "{{/.}}", "{{<*kind}}", "{{/*kind}}", "=", "\u{FEFF}",
  ]

  /// A template whose tags fit, with names that every context has.
  private static func tree(depth: Int, _ random: inout SeededGenerator) -> String {
    let leaves = [
      "{{number}}", "{{{page.content}}}", "text\n", "\r\n", "  ", "{{page.params.x}}", "{{! c }}\n",
    ]
    let callers = ["{{>p}}", "  {{>q}}\n", "{{>*kind}}", "\n  {{>*kind}}\n"]
    let holders = [
      ("{{#rows}}", "{{/rows}}"), ("{{^paid}}\n", "{{/paid}}\n"), ("{{#customer}}", "{{/customer}}"),
      ("{{#page.params}}", "{{/page.params}}"), ("{{$a}}", "{{/a}}"), ("  {{$b}}\n", "{{/b}}\n"),
      ("{{<p}}{{$a}}", "{{/a}}{{/p}}"), ("  {{<q}}{{$b}}\n", "{{/b}}{{/q}}\n"),
    ]
    return (0..<Int.random(in: 0...3, using: &random)).map { _ in
      switch depth == 0 ? 0 : Int.random(in: 0...5, using: &random) {
      case 0, 1: return leaves.randomElement(using: &random) ?? ""
      case 2: return callers.randomElement(using: &random) ?? ""
      default:
        let (open, close) = holders.randomElement(using: &random) ?? ("", "")
        return open + tree(depth: depth - 1, &random) + close
      }
    }.joined()
  }

  @Test func survivesTemplates() async {
    var random = SeededGenerator(seed: 1)
    let theme = OrderTheme()
    var rendered = 0
    let report = await fuzz(1_000) { _ in
      let text = { (wellNested: Bool) in
        wellNested
          ? Self.tree(depth: 3, &random)
          : (0..<Int.random(in: 0...14, using: &random))
            .map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      }
      let compiled = theme.compile([
        "main": text(.random(using: &random)), "p": text(true), "partials/q": text(true),
        "partials/row": text(.random(using: &random)), "partials/order": text(.random(using: &random)),
      ])
      for diagnostic in compiled.diagnostics {
        #expect(diagnostic.range.bytes.upperBound <= diagnostic.range.file.bytes.count)
      }
      if !compiled.diagnostics.hasErrors {
        _ = compiled.render(RenderingTests.data)
        rendered += 1
      }
    }
    #expect(report.isWithinBounds)
    #expect(rendered * 20 > report.count)
  }
}
