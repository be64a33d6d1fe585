import Diagnostics
import Templates
import Testing

/// Files made to exhaust time, memory or the stack end in a located error.
@Suite(.timeLimit(.minutes(5))) struct LimitTests {
  @Test func nestedSections() {
    let text = String(repeating: "{{#paid}}", count: 10_000) + String(repeating: "{{/paid}}", count: 10_000)
    let diagnostics = OrderTheme().compile(["main": text]).diagnostics
    #expect(diagnostics.map(\.id) == [.templateDepth])
    #expect(diagnostics.map(\.range.bytes.lowerBound) == [900])
  }

  @Test func aHundredLevelsAreFine() {
    let text = String(repeating: "{{^paid}}", count: 100) + "x" + String(repeating: "{{/paid}}", count: 100)
    let compiled = OrderTheme().compile(["main": text])
    #expect(compiled.diagnostics.isEmpty)
    #expect(compiled.render([:]).text == "x")
  }

  @Test func aPartialThatCallsItselfWithoutEnd() {
    let compiled = OrderTheme().compile(["main": "{{>p}}", "p": "x{{>p}}{{>p}}"])
    #expect(compiled.diagnostics.isEmpty)
    let page = compiled.render([:])
    #expect(page.diagnostics.map(\.id) == [.templateDepth])
    #expect(page.diagnostics.map(\.range.text) == ["{{>p}}"])
    #expect(page.text.count == 100)
  }

  @Test func aPartialInTheBlockOfAParentThatCallsItselfWithoutEnd() {
    let compiled = OrderTheme().compile([
      "main": "{{<layout}}{{$b}}x{{>p}}{{/b}}{{/layout}}", "layout": "<{{$b}}{{/b}}>", "p": "y{{>main}}",
    ])
    #expect(compiled.diagnostics.isEmpty)
    let found = compiled.render([:]).diagnostics
    #expect(found.map(\.id) == [.templateDepth])
    let notes = found.flatMap(\.notes).compactMap(\.range).map(\.text)
    #expect(Set(found.map(\.range.text) + notes).isSuperset(of: ["{{>p}}", "{{>main}}"]), "\(notes)")
    #expect(found.map { $0.range.text.hasPrefix("{{>") } == [true])
  }

  @Test func aParentThatGivesItselfBlocksWithoutEnd() {
    let compiled = OrderTheme().compile([
      "main": "{{>p}}", "p": "{{^paid}}{{<p}}{{$b}}{{$b}}x{{/b}}y{{/b}}{{/p}}{{/paid}}{{$b}}z{{/b}}",
    ])
    #expect(compiled.diagnostics.isEmpty)
    #expect(compiled.render([:]).diagnostics.map(\.id) == [.templateDepth])
  }

  @Test func aPageThatFillsTheMemory() throws {
    let text = String(repeating: " ", count: 100_000) + "{{>p}}\n"
    let compiled = OrderTheme().compile(["main": text, "p": text + String(repeating: "\n", count: 1_000)])
    #expect(compiled.diagnostics.isEmpty)
    let entry = try #require(compiled.entry)
    var renderer = TemplateRenderer(compiled.program)
    var output = Output()
    let diagnostics = renderer.render(entry, [], from: JSONSource(nil), to: &output)
    #expect(diagnostics.map(\.id) == [.templateDepth])
    #expect(output.bytes.count < 300 << 20)
  }

  @Test func moreErrorsThanAnyoneReads() {
    let text = String(repeating: "{{nowhere}}{{<p}} lost {{/p}}\n", count: 2_500)
    let diagnostics = OrderTheme().compile(["main": text, "p": ""]).diagnostics
    #expect(diagnostics.filter { $0.severity == .error }.count == 2_002)
    #expect(diagnostics.filter { $0.severity == .warning }.count == 2_500)
    #expect(diagnostics.contains { $0.summary == "there are too many errors to continue" })
  }

  @Test func argumentsThatDouble() {
    // Each level hands its block twice to the next: 2⁶⁰ contents, none of which prints.
    var templates = "{{$b}}{{/b}}"
    var files: [(String, String)] = []
    for level in 0..<60 {
      files.append(
        (
          "t\(level)",
          level == 59
            ? templates
            : "{{<t\(level + 1)}}{{$b\(level + 1)}}{{$b\(level)}}{{/b\(level)}}{{$b\(level)}}{{/b\(level)}}{{/b\(level + 1)}}{{/t\(level + 1)}}"
        ))
      templates = "{{$b59}}{{/b59}}"
    }
    let parsed = files.map { TemplateParser.parse(SourceFile(path: $0.0, text: $0.1), name: $0.0) }
    #expect(parsed.allSatisfy { $0.diagnostics.isEmpty })
    var compiler = TemplateCompiler(TemplateSet(parsed.map(\.template)), shapes: ShapeTable())
    _ = compiler.add("t0", shapes: [])
    #expect(compiler.finish().diagnostics.map(\.id) == [.templateDepth])
  }

  @Test func partialsUnderEveryOrderOfShapes() {
    // Twelve shapes can lie on each other in 12! ways.
    var shapes = ShapeTable()
    let root = shapes.add(Shape("root"))
    let all = (0..<12).map { shapes.add(Shape("shape\($0)")) }
    for (index, shape) in all.enumerated() {
      for owner in all + [root] { shapes[owner].fields["f\(index)"] = Shape.Field(slot: index, shape: shape) }
    }
    let text = all.indices.map { "{{#f\($0)}}{{>p}}{{/f\($0)}}" }.joined()
    let parsed = TemplateParser.parse(SourceFile(path: "p", text: text), name: "p")
    var compiler = TemplateCompiler(TemplateSet([parsed.template]), shapes: shapes)
    _ = compiler.add("p", shapes: [root])
    let diagnostics = compiler.finish().diagnostics
    #expect(diagnostics.map(\.id) == [.templateDepth])
    #expect(diagnostics.map(\.range.file.path) == ["p"])
  }

  /// Of the partials that a name known during rendering may call, most do not fit what the tag is in, which is no error.
  @Test func partialsThatNeedNotFitDoNotCount() {
    let names = (0..<60).map { "{{nothing\($0)}}" }.joined()
    let files =
      [("main", "{{#rows}}{{>*page.params.card}}{{/rows}}"), ("partials/card", "{{service}}")]
      + (0..<60).map { ("partials/p\($0)", names) }
    let parsed = files.map { TemplateParser.parse(SourceFile(path: $0, text: $1), name: $0).template }
    let theme = OrderTheme()
    var compiler = TemplateCompiler(
      TemplateSet(parsed, builtIn: Set((0..<60).map { "partials/p\($0)" })), shapes: theme.shapes)
    _ = compiler.add("main", shapes: [theme.site, theme.page, theme.order])
    #expect(compiler.finish().diagnostics.map(\.summary) == [])
  }

  /// Each level calls the next twice: 2⁶⁰ calls.
  @Test(arguments: ["", "Tea for all.\n"]) func partialsThatDoubleAtRunTime(text: String) throws {
    let files = (0..<60).map { level in
      let text = level == 59 ? text : String(repeating: "{{>t\(level + 1)}}", count: 2)
      return TemplateParser.parse(SourceFile(path: "t\(level)", text: text), name: "t\(level)").template
    }
    var compiler = TemplateCompiler(TemplateSet(files), shapes: ShapeTable())
    let added = compiler.add("t0", shapes: [])
    let (program, diagnostics) = compiler.finish()
    #expect(diagnostics.isEmpty)
    let entry = try #require(added)
    let source = JSONSource(nil)
    // What can be done before rendering has an end too.
    let specialized = program.specialized(
      for: KnownSource(source: source, isKnown: { _ in true }), entries: [(entry, [])])
    #expect(specialized.entries == [entry])
    var renderer = TemplateRenderer(program, maximumSteps: 1_000_000)
    var output = Output()
    let errors = renderer.render(entry, [], from: source, to: &output)
    #expect(errors.map(\.summary) == ["the page runs through more than 1000000 partials and elements"])
  }

  @Test(arguments: ["{{{", "{{#a", "{{a ", "{{/a}}", "{{<p}}", "{{$b}}\n", "{{=", "{{#a}}{{/b}}", "{{! "])
  func oneMegabyteOf(_ piece: String) {
    let text = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
    let parsed = TemplateParser.parse(SourceFile(path: "main", text: text), name: "main")
    #expect(parsed.diagnostics.hasErrors)
    #expect(parsed.diagnostics.count <= 101)
  }
}
