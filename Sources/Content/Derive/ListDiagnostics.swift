import Diagnostics
import Query
import Records

extension Entity {
  /// Every error in how lists of related records are shown; those of inherited lists are reported for the parent.
  func listDiagnostics(in graph: RecordGraph) -> [Diagnostic] {
    ownLists.flatMap { list -> [Diagnostic] in
      guard let relationship = relationship(named: list.name.text), relationship.isMany else {
        guard !hasInvalid(list.name.text) else { return [] }
        let names = relationships.filter(\.isMany).map(\.name)
        return [
          Diagnostic(
            .unknownKey, at: list.name.range,
            "\(name) has no list '\(list.name.text)'\(suggestion(nearestName(to: list.name.text, among: names)))"
          )
        ]
      }
      let request = FetchRequest(columns: list.columns, sort: list.sort.map { [$0] } ?? [])
      return FetchPlan.compile(request, entity: relationship.destination, graph: graph).diagnostics
    }
  }
}
