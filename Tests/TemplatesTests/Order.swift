import Diagnostics
import Templates

/// An order's shapes and templates, as a theme meets them.
struct OrderTheme {
  var shapes = ShapeTable()
  let slots = [
    "site", "title", "root", "page", "content", "params", "number", "date", "iso", "customer", "name", "city",
    "orders", "rows", "service", "sum", "count", "upper", "paid", "kind",
  ]
  let site: Shape.ID
  let page: Shape.ID
  let order: Shape.ID

  init() {
    let slots = slots
    func field(_ name: String, _ shape: Shape.ID) -> (String, Shape.Field) {
      (name, Shape.Field(slot: slots.firstIndex(of: name) ?? 0, shape: shape))
    }
    func fields(_ fields: (String, Shape.Field)...) -> [String: Shape.Field] {
      Dictionary(fields, uniquingKeysWith: { $1 })
    }
    let plain = shapes.add(Shape("text", printing: .text))
    let text = shapes.add(Shape("text", printing: .text, fields: fields(field("upper", plain))))
    let html = shapes.add(Shape("HTML", printing: .html))
    let flag = shapes.add(Shape("boolean", printing: .text))
    let siteFields = shapes.add(Shape("site", fields: fields(field("title", text), field("root", text))))
    site = shapes.add(Shape("site", fields: fields(field("site", siteFields))))
    let pageFields = shapes.add(
      Shape(
        "page",
        fields: fields(field("title", text), field("content", html), field("params", ShapeTable.dynamic))))
    page = shapes.add(Shape("page", fields: fields(field("page", pageFields))))
    order = shapes.add(Shape("Order"))
    let customer = shapes.add(Shape("Customer"))
    let row = shapes.add(
      Shape("RowOfOrder", fields: fields(field("service", text), field("sum", text), field("kind", text))))
    let rows = shapes.add(Shape("rows", fields: fields(field("count", plain)), element: row))
    let orders = shapes.add(Shape("orders", fields: fields(field("count", plain)), element: order))
    shapes[customer].fields = fields(field("name", text), field("city", text), field("orders", orders))
    shapes[order].fields = fields(
      field("number", text), field("date", text), field("customer", customer), field("rows", rows),
      field("paid", flag), field("kind", text))
  }

  /// Compiles templates for the stack of site, page and order.
  /// - Parameters:
  ///   - templates: texts by name; `main` is the entry.
  ///   - builtIn: the names of those that the theme's author cannot change.
  func compile(_ templates: KeyValuePairs<String, String>, builtIn: Set<String> = []) -> Compiled {
    var parsed: [Template] = []
    var diagnostics: [Diagnostic] = []
    for (name, text) in templates {
      let result = TemplateParser.parse(SourceFile(path: name, text: text), name: name)
      parsed.append(result.template)
      diagnostics += result.diagnostics
    }
    var compiler = TemplateCompiler(TemplateSet(parsed, builtIn: builtIn), shapes: shapes)
    let entry = compiler.add("main", shapes: [site, page, order])
    let result = compiler.finish()
    return Compiled(
      theme: self, program: result.program, entry: entry,
      diagnostics: (diagnostics + result.diagnostics).sortedByPlace())
  }

  struct Compiled {
    let theme: OrderTheme
    let program: TemplateProgram
    let entry: TemplateProgram.Entry?
    let diagnostics: [Diagnostic]

    /// Renders the entry with one map for all three contexts.
    func render(_ data: JSON) -> (text: String, diagnostics: [Diagnostic]) {
      guard let entry else { return ("", []) }
      return render(entry, program, JSONSource(data, slots: theme.slots))
    }

    /// Renders the entry with what is known of its data done beforehand.
    /// - Parameter isKnown: whether the outermost value of a name is the same on every page.
    func specialized(_ data: JSON, isKnown: @escaping (String) -> Bool) -> String {
      guard let entry else { return "" }
      let source = JSONSource(data, slots: theme.slots)
      let root = StaticHandle(source.root, isWhole: true)
      let specialized = program.specialized(
        for: KnownSource(source: source, isKnown: isKnown), entries: [(entry, [root, root, root])])
      return render(specialized.entries[0], specialized.program, source).text
    }

    private func render(
      _ entry: TemplateProgram.Entry, _ program: TemplateProgram, _ source: JSONSource
    ) -> (text: String, diagnostics: [Diagnostic]) {
      var renderer = TemplateRenderer(program)
      var output = Output()
      let diagnostics = renderer.render(
        entry, [source.root, source.root, source.root], from: source, to: &output)
      return (String(decoding: output.bytes, as: UTF8.self), diagnostics)
    }
  }
}
