import Query
import Records

/// The labels, URL names and order of an expression's values.
struct ValueNames {
  /// The records.
  let graph: RecordGraph
  /// The titles of records.
  let titles: RecordTitles
  /// Formats values.
  let formatter: ValueFormatter

  /// The label of a value.
  /// - Parameters:
  ///   - style: the style, for types that do not determine it.
  ///   - relationship: the relationship of the value; nil if it has none. A missing record may be unknown.
  func label(of value: Value, as style: ValueStyle, relationship: Relationship? = nil) -> String {
    if value == .null { return formatter.missing(relationship) }
    return formatter.text(of: value, as: style) { titles.title(of: $1, in: $0, graph: graph) }
  }

  /// Whether a value precedes another in a list of links: in sort order, with records by their titles, true
  /// before false, and nil last.
  func precedes(_ a: Value, _ b: Value) -> Bool {
    let order: Ordering =
      switch (a, b) {
      case (.null, _), (_, .null): a == b ? .same : b == .null ? .ascending : .descending
      case (.boolean(let a), .boolean(let b)): a == b ? .same : a ? .ascending : .descending
      case (.number(let a), .number(let b)): a.compare(b)
      case (.money(let a), .money(let b)): a.sortOrder(b, home: graph.model.currency)
      case (.date(let a), .date(let b)): Ordering(a.dayNumber, b.dayNumber)
      default: NaturalOrder.compare(sortText(of: a), sortText(of: b))
      }
    return order == .same ? urlText(of: a) < urlText(of: b) : order == .ascending
  }

  private func sortText(of value: Value) -> String {
    if case .record(let table, let row) = value { return titles.title(of: row, in: table, graph: graph) }
    return urlText(of: value)
  }

  // MARK: URLs

  /// The name of each value in a URL.
  ///
  /// `none` is reserved for nil, `index` for the page of all values, whatever the values are.
  func names(of values: [Value]) -> [String] {
    var taken: Set = ["none", "index"]
    return values.map { value in
      if value == .null { return "none" }
      let name = name(of: value)
      let known = name.isEmpty ? "none" : name
      return firstFree(known, among: &taken, by: idFolded) { "\(known)-\($0)" }
    }
  }

  /// A value in a URL: ids, ISO forms and numbers are unchanged, other texts become slugs.
  private func name(of value: Value) -> String {
    switch value {
    case .record, .date, .number, .boolean: urlText(of: value)
    case .money(let money):
      // A minus sign is kept; it is not a separator of words.
      (money.single?.number.isNegative ?? false ? "-" : "") + slug(urlText(of: value))
    case .null, .text, .list: slug(urlText(of: value))
    }
  }

  private func urlText(of value: Value) -> String {
    switch value {
    case .record(let table, let row): graph.id(of: row, in: table)
    case .list(let values): values.map { urlText(of: $0) }.joined(separator: "-")
    case .null, .text, .number, .money, .boolean, .date: value.plainText ?? ""
    }
  }
}
