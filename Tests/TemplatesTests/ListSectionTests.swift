import Diagnostics
import Templates
import Testing

/// Sections of lists whose elements print the same wherever they stand can be printed once and put in again.
@Suite struct ListSectionTests {
  /// A page of a list and what is around it.
  private struct Repetition {
    let program: TemplateProgram
    let entry: TemplateProgram.Entry
    let source: JSONSource

    init(_ template: String) throws {
      let theme = OrderTheme()
      let compiled = theme.compile(["main": template])
      #expect(compiled.diagnostics.map(\.summary) == [])
      source = JSONSource(RenderingTests.data, slots: theme.slots)
      let root = StaticHandle(source.root, isWhole: true)
      let known = ListSource(source: source)
      let made = compiled.program.specialized(
        for: known, entries: [(try #require(compiled.entry), [root, root, root])])
      (program, entry) = (made.program, made.entries[0])
    }

    /// What is printed for one page or one element.
    func print(_ entry: TemplateProgram.Entry, _ contexts: [Handle], _ source: JSONSource) -> String {
      var renderer = TemplateRenderer(program)
      var output = Output()
      #expect(renderer.render(entry, contexts, from: source, to: &output).isEmpty)
      return String(decoding: output.bytes, as: UTF8.self)
    }

    /// - Parameter printed: what the source has printed of every list; nil if nothing.
    func page(printed: String? = nil) -> String {
      var source = source
      source.printed = printed
      return print(entry, [source.root, source.root, source.root], source)
    }
  }

  @Test(arguments: [
    "{{#rows}}{{service}}{{#sum}}={{sum}}{{/sum}}{{^sum}} free{{/sum}};{{/rows}}",
    "<{{#rows}}{{#sum}}{{service}}{{/sum}}{{kind}}{{/rows}}>",
    "{{#customer}}{{name}}{{#orders}}({{number}}){{/orders}}{{/customer}}",
  ])
  func anElementPrintsByItself(template: String) throws {
    let page = try Repetition(template)
    let section = try #require(page.program.sections.last)
    let list = section.list
    let count = try #require(page.source.count(of: list))
    let elements = (0..<count).map {
      page.print(section.element, [page.source.element($0, of: list)], page.source)
    }
    #expect(page.page().contains(elements.joined()) && !elements.joined().isEmpty)
    // What the source has printed stands in the section's place.
    let printed = page.page(printed: "*")
    #expect(printed == page.page().replacing(elements.joined(), with: "*"))
  }

  @Test(arguments: [
    // What is around the list, and what only the page tells.
    "{{#rows}}{{service}}{{number}}{{/rows}}", "{{#rows}}{{service}}{{site.root}}{{/rows}}",
    "{{#rows}}{{#paid}}{{service}}{{/paid}}{{/rows}}", "{{#rows}}{{^paid}}{{service}}{{/paid}}{{/rows}}",
    "{{#rows}}{{#customer}}{{name}}{{/customer}}{{/rows}}",
  ])
  func whatAsksForMoreIsNotSuchASection(template: String) throws {
    let page = try Repetition(template)
    #expect(page.program.sections.isEmpty)
    #expect(page.page() == page.page(printed: "*"))
  }
}

/// A source whose lists are known before a page is rendered, but not how long they are.
private struct ListSource: StaticSource {
  let source: JSONSource

  func field(_ slot: Int, of value: StaticHandle) -> StaticValue {
    guard let field = source.value(slot, of: value.handle), source.name(ofSlot: slot) != "number" else {
      return .unknown
    }
    return value.isWhole && source.name(ofSlot: slot) == "root"
      ? .always(StaticHandle(field, isWhole: true))
      : ["rows", "customer", "orders"].contains(source.name(ofSlot: slot))
        ? .sometimes(StaticHandle(field, isWhole: false)) : .unknown
  }

  func isTrue(_ value: StaticHandle) -> Bool? { source.isTrue(value.handle) }
  func elements(of value: StaticHandle) -> [StaticValue]? { nil }

  func element(of value: StaticHandle) -> StaticHandle? {
    source.count(of: value.handle) == nil ? nil : StaticHandle(Handle(kind: 9), isWhole: false)
  }

  func append(_ value: StaticHandle, to output: inout Output) -> Bool { false }
}
