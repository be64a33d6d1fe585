import Content
import Diagnostics
import Records
import Templates

/// The names available in each template with their types, as `docket theme names` prints them.
///
///     entities/Order sees:
///       customer   Customer
///       date       date
///       rows       list of RowOfOrder
///       ...
///
///     date:
///       iso   text
package struct TemplateNames {
  private let shapes: ViewShapes
  private let model: Model
  /// The theme's own templates, which pages may select by name.
  private let ofPages: [String]
  /// The pages that name each of them.
  private let pages: [String: [Page]]

  /// Why the names of a template cannot be listed.
  package enum LookupError: Error {
    /// A partial, or the layout, which has the names of the template around it.
    case seesWhatItsCallerSees
    /// There is no such template. The most similar name, if there is one.
    case unknown(suggestedName: String?)
  }

  /// Finds the names for a model and a theme's words.
  /// - Parameter pages: the pages, which may name templates.
  package init(_ model: Model, settings: SiteSettings, theme: Theme, pages: [Page]) {
    let words = theme.texts(in: settings.language)
    self.model = model
    self.pages = Dictionary(grouping: pages) { $0.template?.text ?? "page" }
    ofPages = theme.templates.keys.filter { !$0.contains("/") && $0 != "layout" }
    shapes = ViewShapes(
      model: model, words: words.keys.sorted(), hasAllWords: theme.hasAllTexts,
      params: settings.params, pageParams: nil, assets: theme.assetNames)
  }

  /// The templates that docket looks for, sorted by name, followed by those that pages name.
  package var templates: [String] {
    let entities = model.entities.filter { $0.folder != nil && !$0.isAbstract }.map { "entities/\($0.name)" }
    let own = ["home", "index", "page", "record"]
    return own + entities.sorted() + QueryBlockPlan.Style.allCases.map { "blocks/\($0.rawValue)" }.sorted()
      + ofPages.filter { !own.contains($0) }.sorted()
  }

  /// The names available in a template.
  /// - Parameter name: its path in the theme, without `.mustache`.
  package func text(for name: String) throws(LookupError) -> String {
    let contexts: [Shape.ID]
    var table = shapes.table
    switch name {
    case "page": contexts = [shapes.page]
    case "home": contexts = [shapes.home]
    case "index": contexts = [index(in: &table)]
    case "record": contexts = [record(in: &table), shapes.page]
    case "layout": throw .seesWhatItsCallerSees
    default:
      if name.hasPrefix("partials/") { throw .seesWhatItsCallerSees }
      // A document has the same names as its record's page.
      let known = name.hasPrefix("entities/") ? name.prefix { $0 != "." } : name[...]
      guard templates.contains(String(known)) else {
        throw .unknown(suggestedName: nearestName(to: name, among: templates))
      }
      if name.hasPrefix("blocks/") {
        contexts = [shapes.block]
      } else if ofPages.contains(name) {
        contexts = [ofPages(named: name, in: &table)]
      } else {
        let entity = model.entities.firstIndex { known == "entities/\($0.name)" } ?? 0
        contexts = [shapes.records[entity], shapes.page]
      }
    }
    var outline = Outline(table: table)
    outline.add("\(name) sees", contexts)
    return outline.text
  }

  /// The shape of what a template shows that pages name: that of their entity's list, if they are of one.
  private func ofPages(named name: String, in table: inout ShapeTable) -> Shape.ID {
    let kinds = pages[name, default: []].map(\.kind)
    let entities = Set(kinds.compactMap { if case .index(let entity) = $0 { entity } else { nil } })
    if let entity = entities.first { return entities.count == 1 ? shapes.indexes[entity] : index(in: &table) }
    return kinds.contains(.home) ? shapes.home : shapes.page
  }

  /// Adds the shape of a record of any entity: docket's additions, without sums and lists by name.
  private func record(in table: inout ShapeTable) -> Shape.ID {
    var record = Shape("a record")
    for name in ["record", "fields", "lists"] {
      record.fields[name] = shapes.records.last.flatMap { table[$0].fields[name] }
    }
    if let own = record.fields["record"] {
      var shared = table[own.shape]
      shared.name = "record of any entity"
      for field in [RecordFields.sums, .added, .labels] { shared.fields[field.stringValue] = nil }
      record.fields["record"]?.shape = table.add(shared)
    }
    return table.add(record)
  }

  /// Adds the shape of an index of any entity.
  private func index(in table: inout ShapeTable) -> Shape.ID {
    guard var index = shapes.indexes.first.map({ table[$0] }) else { return shapes.page }
    let record = record(in: &table)
    index.fields[RootFields.records.stringValue]?.shape = table.add(Shape("records", element: record))
    return table.add(index)
  }
}

/// The sections of the text: each type once, at its first use.
private struct Outline {
  let table: ShapeTable
  private(set) var text = ""
  private var seen: Set<Shape.ID> = []

  init(table: ShapeTable) { self.table = table }

  /// Adds the names of some contexts, and the types that they use.
  mutating func add(_ heading: String, _ contexts: [Shape.ID]) {
    var queue = section(heading, contexts)
    while !queue.isEmpty {
      let id = queue.removeFirst()
      guard seen.insert(id).inserted, !table[id].isFree, !table[id].fields.isEmpty else { continue }
      queue += section(table[id].name.droppingArticle, [id])
    }
  }

  /// Writes the names of some contexts, innermost first. An inner name hides an outer one.
  /// - Returns: the shapes of their values.
  private mutating func section(_ heading: String, _ contexts: [Shape.ID]) -> [Shape.ID] {
    if !text.isEmpty { text += "\n" }
    text += heading + ":\n"
    var names: Set<String> = []
    var lines: [(name: String, type: String)] = []
    var next: [Shape.ID] = []
    for context in contexts {
      for (name, field) in table[context].allFields.sorted(by: { $0.key < $1.key })
      where names.insert(name).inserted {
        lines.append((name, type(of: field)))
        var id = field.shape
        while let element = table[id].element { id = element }
        next.append(id)
      }
    }
    let width = lines.map(\.name.count).max() ?? 0
    for line in lines {
      text += "  " + line.name + String(repeating: " ", count: width - line.name.count + 2) + line.type + "\n"
    }
    return next
  }

  private func type(of field: Shape.Field) -> String {
    let shape = table[field.shape]
    if let element = shape.element { return "list of " + table[element].name.droppingArticle }
    guard !shape.isFree else {
      return "whatever is written" + (shape.fields.isEmpty ? "" : ": ")
        + shape.fields.keys.sorted().joined(separator: ", ")
    }
    return shape.name.droppingArticle
  }
}

extension String {
  /// The text without its article: `amount of money` for `an amount of money`.
  fileprivate var droppingArticle: String {
    for article in ["a ", "an "] where hasPrefix(article) { return String(dropFirst(article.count)) }
    return self
  }
}
