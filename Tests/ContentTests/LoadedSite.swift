import Content
import Diagnostics
import Query
import Records
import Testing

/// A book read from files in memory, and what its records say.
struct LoadedSite {
  let content: Book
  private let today: CivilDate

  /// A customer and a service that most orders in these tests name.
  static let base = [
    "customers/acme.md": "---\nname: Acme\n---\n", "services/chai.md": "---\nname: Chai\nprice: 18.00\n---\n",
  ]

  /// Loads files by their paths below Content.
  init(_ files: [String: String], drafts: Bool = false, today: String = "2026-03-14") async throws {
    try await self.init(MemorySource(files), drafts: drafts, today: today)
  }

  /// Loads what a source holds.
  init(_ source: any ContentSource, drafts: Bool = false, today: String = "2026-03-14") async throws {
    self.today = try #require(CivilDate(today))
    content = await ContentLoader(source: source, includesDrafts: drafts, today: self.today).load()
  }

  /// Loads one order, its front matter given, with `base` and a model.yml.
  static func order(_ frontMatter: String, model: String? = nil, site: String? = nil) async throws
    -> LoadedSite
  {
    var files = base
    files["orders/o1.md"] = "---\n" + frontMatter + "\n---\n"
    files["model.yml"] = model
    files["site.yml"] = site
    return try await LoadedSite(files)
  }

  // MARK: Diagnostics

  /// The diagnostics as `orders/o1.md:2:7 invalid-date`, in the order in which they are reported.
  var diagnosticLines: [String] {
    content.diagnostics.sortedByPlace().map { diagnostic in
      let file = diagnostic.range.file
      let place = file.location(of: diagnostic.range.bytes.lowerBound)
      return "\(path(file.path)):\(place.line):\(place.column) \(diagnostic.id.rawValue)"
    }
  }

  private func path(_ path: String) -> String {
    path.hasPrefix(content.root + "/") ? String(path.dropFirst(content.root.count + 1)) : path
  }

  // MARK: Records

  /// The value of an expression for a record, as a text: `nil`, `12.50 EUR`, `2026-03-14`, `acme`, `[a, b]`.
  func callAsFunction(_ entity: String, _ id: String, _ expression: String) throws -> String {
    let index = try #require(content.graph.model.entity(named: entity), "no entity \(entity)")
    let table = content.graph.model.entities[index].table
    let row = try #require(content.graph.row(withID: id, in: table), "no \(entity) '\(id)'")
    let source = SourceText(expression, name: "test")
    let (compiled, diagnostics) = QueryCompiler(graph: content.graph).expression(source, entity: index)
    let checked = try #require(compiled, "\(diagnostics.map(\.summary))")
    return text(Evaluator(graph: content.graph, today: today).value(of: checked, row: row))
  }

  /// The ids of an entity's records and its subentities', in the entity's own order.
  func ids(_ entity: String) throws -> [String] {
    let index = try #require(content.graph.model.entity(named: entity), "no entity \(entity)")
    let table = content.graph.model.entities[index].table
    let rows = Set(content.graph.rows(of: index))
    let first = content.graph.model.tables[table].entities.lowerBound
    return content.graph.tables[table].orders[index - first].map { Int($0) }.filter { rows.contains($0) }
      .map { content.graph.id(of: $0, in: table) }
  }

  private func text(_ value: Value) -> String {
    switch value {
    case .null: "nil"
    case .text(let text): text
    case .number(let number): number.description
    case .money(let money): money.description
    case .boolean(let boolean): "\(boolean)"
    case .date(let date): date.description
    case .record(let table, let row): content.graph.id(of: row, in: table)
    case .list(let values): "[" + values.map(text).joined(separator: ", ") + "]"
    }
  }
}
