import Diagnostics
import Formatting
import Locale
import Query
import Records

extension IndexPlanner {
  /// The label of an expression of an index: of the column that shows it, else of its key path.
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
  /// The summary of a sorted listing: `Orders, by total`, `Orders, by total (descending)`.
  func summary(_ title: String, by label: String, isDescending: Bool) -> String {
    let text = sentence("summaryBy", "{0}, by {1}", title, withinSentence(label))
    return isDescending ? "\(text) (\(word("descending", "descending")))" : text
  }

  /// The summary of a filtered listing: `Orders not paid`, `Orders, customer: Acme`.
  func summary(_ title: String, where label: String, is value: Value, called name: String) -> String {
    switch value {
    case .boolean(true): sentence("summaryIs", "{0} {1}", title, withinSentence(label, isNoun: false))
    case .boolean(false):
      sentence("summaryIsNot", "{0} not {1}", title, withinSentence(label, isNoun: false))
    default: sentence("summaryWith", "{0}, {1}: {2}", title, withinSentence(label), isolated(name))
    }
  }

  /// A label for use within a sentence: `due date` for `Due date`; `VAT ID` and German nouns are unchanged.
  func withinSentence(_ label: String, isNoun: Bool = true) -> String {
    let isAbbreviation = label.dropFirst().first.map { $0.isUppercase || $0.isNumber } ?? false
    let isGerman = locale.tag.lowercased().split(separator: "-").first == "de"
    guard !isAbbreviation, !(isGerman && isNoun) else { return label }
    return label.prefix(1).lowercased() + label.dropFirst()
  }
}
