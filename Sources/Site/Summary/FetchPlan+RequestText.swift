import Query
import Records

extension FetchPlan {
  /// The request as a user could write it, which explains a result; nil if there is nothing to explain.
  func requestText(in model: Model) -> String? {
    guard
      predicate != nil || isGrouped || having != nil || limit != nil || offset > 0 || isDistinct
        || !includesSubentities
    else { return nil }
    func list(_ expressions: [Expression]) -> String {
      expressions.map { $0.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        .joined(separator: ", ")
    }
    func sorts(_ descriptors: some Collection<SortDescriptor>) -> String {
      descriptors.map { ($0.isDescending ? "-" : "") + list([$0.expression]) }.joined(separator: ", ")
    }
    let lines = [
      ("from", model.entities[entity].name), ("where", list([predicate].compactMap(\.self))),
      ("group", list(keys)), ("having", list([having].compactMap(\.self))),
      ("pivot", list([pivot].compactMap(\.self))),
      ("columns", (pivoted ?? columns).map(\.text).joined(separator: ", ")),
      // A limit applies to the sort as written, which sections come after.
      ("sort", sorts(writtenSort)), ("section", section == nil ? "" : sorts(sort.prefix(1))),
      ("distinct", isDistinct ? "true" : ""),
      ("subentities", includesSubentities ? "" : "false"), ("offset", offset > 0 ? String(offset) : ""),
      ("limit", limit.map(String.init) ?? ""), ("as-of", asOf?.description ?? ""),
    ]
    return lines.filter { !$1.isEmpty }.map { "\($0): \($1)" }.joined(separator: "\n")
  }
}
