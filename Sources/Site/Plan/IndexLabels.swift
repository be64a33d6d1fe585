import Diagnostics
import Locale
import Query
import Records

extension IndexPlanner {
  /// The name of an expression of an index: that of the column that shows it, else of its key path.
  func label(of expression: Expression, in listing: IndexListing) -> String {
    let plan = listing.result.plan
    if let column = plan.columns.first(where: { $0.expression.syntax == expression.syntax }) {
      return column.label
    }
    var request = FetchRequest(columns: [.init(expression.text)])
    request.group = plan.keys.map { SourceText($0.text, name: "group") }
    let compiled = FetchPlan.compile(request, entity: listing.entity, graph: graph).plan
    return compiled?.columns.first?.label ?? expression.text
  }
}

extension ValueFormatter {
  /// What a sorted listing shows: `Orders, by total`, `Orders, by total (descending)`.
  func summary(_ title: String, by label: String, isDescending: Bool) -> String {
    let text = sentence("summaryBy", "{0}, by {1}", title, withinSentence(label))
    return isDescending ? "\(text) (\(words["descending"] ?? "descending"))" : text
  }

  /// What a filtered listing shows: `Orders not paid`, `Orders, customer: Acme`.
  func summary(_ title: String, where label: String, is value: Value, called name: String) -> String {
    switch value {
    case .boolean(true): sentence("summaryIs", "{0} {1}", title, withinSentence(label, isNoun: false))
    case .boolean(false):
      sentence("summaryIsNot", "{0} not {1}", title, withinSentence(label, isNoun: false))
    default: sentence("summaryWith", "{0}, {1}: {2}", title, withinSentence(label), isolated(name))
    }
  }

  /// A label as it is within a sentence: `Due date` is `due date`, `VAT ID` stays, and so does a noun in German.
  func withinSentence(_ label: String, isNoun: Bool = true) -> String {
    let isAbbreviation = label.dropFirst().first.map { $0.isUppercase || $0.isNumber } ?? false
    let isGerman = locale.tag.lowercased().split(separator: "-").first == "de"
    guard !isAbbreviation, !(isGerman && isNoun) else { return label }
    return label.prefix(1).lowercased() + label.dropFirst()
  }
}
