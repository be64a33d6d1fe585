import Formatting
import Query
import Records

extension RecordLists {
  /// A list of related records that is too long for some records' pages.
  struct Cut: Sendable {
    /// The entity of the records, an index into the model's entities.
    let entity: Int
    /// The list.
    let relationship: Relationship
    /// The rows of the records with longer lists than their pages show.
    let owners: [Int]
  }

  /// The lists that are too long for records' pages.
  static func cut(in graph: RecordGraph) -> [Cut] {
    graph.model.entities.enumerated().flatMap { index, entity in
      entity.relationships.filter { $0.isBounded && entity.folder != nil }.compactMap { relationship in
        let link = graph.tables[entity.table].links[relationship.link]
        let owners = graph.rows(of: index, includingSubentities: false).filter {
          link.targets(of: $0).count > maximumRows
        }
        return owners.isEmpty ? nil : Cut(entity: index, relationship: relationship, owners: owners)
      }
    }
  }
}

extension IndexPlanner {
  /// Plans the full lists of related records for pages that show only the first.
  mutating func planRelated(_ list: RecordLists.Cut) {
    let entity = model.entities[list.entity]
    let columns = RecordLists.columns(of: list.relationship, in: entity, graph)
    guard
      let plan = RecordLists.plan(ofAll: list.relationship, in: entity, columns: columns, graph),
      let exported = FetchPlan.compile(FetchRequest(), entity: plan.entity, graph: graph).plan
    else { return }
    let link = graph.tables[entity.table].links[list.relationship.link]
    for row in list.owners {
      let path = OutputPath.page(of: graph.file(of: row, in: entity.table).path)
      let owner = Navigation.Link(title: titles.title(of: row, in: entity.table, graph: graph), path: path)
      let stem = path.dropLast(".html".utf8.count) + "/" + slug(list.relationship.name)
      let title = formatter.labelled(owner.title, list.relationship.label)
      let result = plan.run(graph: graph, today: today, among: Array(link.targets(of: row)))
      indexes.listings.append(
        IndexListing(
          kind: .related(owner), entity: plan.entity, stem: stem, title: title, summary: title,
          pageSize: RecordLists.maximumRows, columns: columns, result: result, hasExports: true,
          exported: exported, day: result.day))
    }
  }
}
