import Diagnostics
import Templates
import Testing

/// What is the same on every page is done before any is rendered, and shows on none.
@Suite struct SpecializingTests {
  private static let layout: KeyValuePairs = [
    "main": "{{<layout}}{{$main}}\n  {{>partials/rows}}\n{{number}}{{/main}}{{/layout}}",
    "layout": "<{{site.title}}>{{#site.root}}<{{.}}{{site.root}}>{{/site.root}}{{$main}}{{/main}}</>",
    "partials/rows": "{{#rows}}\n- {{service}}{{^sum}} free{{/sum}}\n{{/rows}}\n{{^paid}}open{{/paid}}\n",
  ]

  @Test(arguments: [
    [], ["site"], ["rows"], ["rows", "paid"], ["site", "number"], ["site", "page", "rows", "number", "paid"],
  ])
  func printsTheSameWithPartialsAndBlocksInPlace(known: [String]) {
    let compiled = OrderTheme().compile(Self.layout)
    #expect(compiled.diagnostics.map(\.summary) == [])
    let expected = compiled.render(RenderingTests.data).text
    #expect(expected.contains("- chang free"))
    #expect(compiled.specialized(RenderingTests.data) { known.contains($0) } == expected)
  }

  /// A list that is too long to be unrolled is found by the value around it, which must then be there.
  @Test(arguments: [64, 65, 200]) func printsLongListsInSections(count: Int) {
    let template =
      "{{#site}}{{title}}{{/site}}{{#customer}}[{{#orders}}{{number}}{{/orders}}{{^orders}}none{{/orders}}]{{name}}{{/customer}}"
    let orders = JSON.list((0..<count).map { _ in ["number": "o"] })
    let data: JSON = ["site": ["title": "T"], "customer": ["name": "A", "orders": orders]]
    let compiled = OrderTheme().compile(["main": template])
    let expected = "T[\(String(repeating: "o", count: count))]A"
    #expect(compiled.render(data).text == expected)
    for known in [["customer"], ["site", "customer"], ["site"]] {
      #expect(compiled.specialized(data) { known.contains($0) } == expected)
    }
  }

  @Test func aTemplateThatCallsItselfStaysAsItIs() {
    let compiled = OrderTheme().compile([
      "main": "{{>partials/orders}}",
      "partials/orders": "{{number}}{{#customer}}{{#orders}}{{>partials/orders}}{{/orders}}{{/customer}}",
    ])
    let expected = compiled.render(RenderingTests.data).text
    #expect(compiled.specialized(RenderingTests.data) { _ in true } == expected)
  }
}

/// A source that knows some of its data before a page is rendered.
struct KnownSource: StaticSource {
  let source: JSONSource
  /// Whether the outermost value of a name is the same on every page, with all that is in it.
  let isKnown: (String) -> Bool

  func field(_ slot: Int, of value: StaticHandle) -> StaticValue {
    guard value.handle != source.root || isKnown(source.name(ofSlot: slot)) else { return .unknown }
    return source.value(slot, of: value.handle).map { .always(StaticHandle($0, isWhole: true)) } ?? .absent
  }

  func isTrue(_ value: StaticHandle) -> Bool? {
    source.count(of: value.handle) == nil ? source.isTrue(value.handle) : nil
  }

  func elements(of value: StaticHandle) -> [StaticValue]? {
    source.count(of: value.handle).map { count in
      (0..<count).map { .always(StaticHandle(source.element($0, of: value.handle), isWhole: true)) }
    }
  }

  func element(of value: StaticHandle) -> StaticHandle? { nil }

  func append(_ value: StaticHandle, to output: inout Output) -> Bool {
    source.append(value.handle, to: &output)
    return true
  }
}
