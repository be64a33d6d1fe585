// How columns of a result get labels that differ.

extension [FetchColumn] {
  /// The columns, labelled with the expression as written where several would have the same words. If one of
  /// them is the plainest, it keeps its words: "Total" for `@sum.total` beside `sum(round(total))`.
  var withDistinctLabels: [FetchColumn] {
    var columns = self
    for same in Dictionary(grouping: indices, by: { self[$0].label }).values
    where Set(same.map { self[$0].text }).count > 1 {
      let plainest = same.map { self[$0].complexity }.min()
      let isOne = same.count { self[$0].complexity == plainest } == 1
      for index in same where !self[index].hasOwnLabel {
        if !isOne || self[index].complexity != plainest { columns[index].label = self[index].text }
      }
    }
    return columns
  }
}

extension FetchColumn {
  /// Whether the request gives the column a label.
  fileprivate var hasOwnLabel: Bool { header != text }

  /// How much the column's values differ from what its label suggests; 0 if the request gives the label.
  fileprivate var complexity: Int {
    if hasOwnLabel { return 0 }
    guard rowFunction == nil else { return 3 }
    switch expression.syntax.kind {
    case .path(_, let steps): return steps.contains(where: \.isOperator) ? 2 : 1
    case .call(.aggregate(.sum), let arguments):
      if case .path? = arguments.first?.kind { return 2 }
      return 3
    default: return 3
    }
  }
}
