import Formatting
import Query
import Records

/// The labels, URL names and order of an expression's values.
struct ValueNames {
  let graph: RecordGraph
  let titles: RecordTitles
  /// Formats values.
  let formatter: ValueFormatter

  /// The label of a value.
  /// - Parameters:
  ///   - style: the style, for types that do not determine it.
  ///   - relationship: the relationship of the value; nil if it has none. A missing record may be unknown.
  func label(of value: Value, as style: ValueStyle, relationship: Relationship? = nil) -> String {
    if value == .null { return formatter.missing(relationship) }
    return formatter.text(of: canonical(value), as: style) { titles.title(of: $1, in: $0, graph: graph) }
  }

  /// Elements in the order of their values in a list of links: in sort order, with records by their titles,
  /// true before false, and nil last.
  /// - Complexity: O(*n* log *n*); the sort key of each value is made once.
  func sorted<Element>(_ elements: [Element], by value: (Element) -> Value) -> [Element] {
    let keyed = elements.map { element in
      let value = value(element)
      return (element: element, value: value, key: sortKey(of: value))
    }
    return keyed.sorted { a, b in
      let order: Ordering =
        switch (a.value, b.value) {
        case (.null, .null): .same
        case (.null, _): .descending
        case (_, .null): .ascending
        case (.boolean(let a), .boolean(let b)): a == b ? .same : a ? .ascending : .descending
        case (.number(let a), .number(let b)): a.compare(b)
        case (.money(let a), .money(let b)): a.sortOrder(b, home: graph.model.currency)
        case (.date(let a), .date(let b)): Ordering(a.dayNumber, b.dayNumber)
        default:
          a.key == b.key ? .same : a.key.lexicographicallyPrecedes(b.key) ? .ascending : .descending
        }
      return order == .same ? urlText(of: a.value) < urlText(of: b.value) : order == .ascending
    }.map(\.element)
  }

  /// The key of a text, a list or a record's title; empty for values that are compared themselves.
  private func sortKey(of value: Value) -> [UInt8] {
    var key: [UInt8] = []
    switch value {
    case .record(let table, let row):
      NaturalOrder.appendKey(of: titles.title(of: row, in: table, graph: graph), to: &key)
    case .text, .list: NaturalOrder.appendKey(of: urlText(of: value), to: &key)
    case .null, .boolean, .number, .money, .date: break
    }
    return key
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

  /// The form of a value that is the same whichever of the records with equal values it was read from.
  private func canonical(_ value: Value) -> Value {
    guard case .money(let money) = value else { return value }
    return .money(money.isZero ? Money(.zero, graph.model.currency) : money.withoutSurplusZeros)
  }

  /// A value in a URL: ids and ISO forms are unchanged, numbers without zeros at the end, other texts become slugs.
  private func name(of value: Value) -> String {
    let value = canonical(value)
    return switch value {
    case .number(let number): number.withoutTrailingZeros.description
    case .record, .date, .boolean: urlText(of: value)
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
