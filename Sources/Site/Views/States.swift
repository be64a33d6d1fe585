import Formatting
import Query
import Records

/// The columns of an entity's state, and of the date from which its duration is computed.
struct StateColumns: Sendable {
  /// The column of the attribute.
  let state: Int
  /// The column of an order's due date; nil if the site's own state replaces the built-in one.
  let due: Int?

  /// Finds the columns; nil if the entity's records have no state.
  init?(_ entity: Entity) {
    guard let state = entity.attributes.first(where: \.isState) else { return nil }
    self.state = state.column
    due = state.derived == nil ? nil : entity.attribute(named: "due", of: .date)?.column
  }
}

extension SiteView {
  /// The value of a record's state; null if its entity has none.
  func state(of row: Int, in table: Int) -> Value {
    guard let columns = states[graph.entity(of: row, in: table)] else { return .null }
    return graph.tables[table].columns[columns.state][row]
  }

  /// A state in words: `Overdue by 83 days`, `To make`. A site's own state is printed as written, unless the
  /// theme has a word for it.
  /// - Parameter row: the record with the state; nil for a group or a filter.
  func state(_ value: Value, row: Int?, table: Int) -> String {
    guard let name = value.text else { return "" }
    // Only these two show days; comparing the name is cheaper than reading the record.
    guard name == "overdue" || name == "due" else { return formatter.state(name) }
    guard let row, let columns = states[graph.entity(of: row, in: table)],
      graph.tables[table].columns[columns.state][row] == value,
      let due = columns.due.flatMap({ graph.tables[table].columns[$0][row].date })
    else { return formatter.state(name) }
    let days = Int(due.dayNumber) - Int(today.dayNumber)
    switch name {
    case "overdue": return formatter.days(-days, "overdueBy", "Overdue by {0} days")
    case _ where days == 0: return formatter.word("dueToday", "Due today")
    default: return formatter.days(days, "dueIn", "Due in {0} days")
    }
  }
}

extension SiteView {
  /// The state in a column, in words; with its days if it is a record's own state.
  /// - Parameters:
  ///   - path: the column's key path; nil for any other expression.
  ///   - row: the record at which the path starts; nil for a group.
  func state(_ value: Value, along path: FetchPath?, from row: Int?, in table: Int) -> String {
    guard let row, let path, let end = record(from: row, in: table, along: path.steps[...]) else {
      return formatter.state(value.text ?? "")
    }
    return state(value, row: end.row, table: end.table)
  }
}

extension ValueFormatter {
  /// A sentence with a number of days; there may be a separate sentence for one day.
  fileprivate func days(_ count: Int, _ name: String, _ fallback: String) -> String {
    guard count != 1 || words[name + "One"] == nil else { return words[name + "One"] ?? "" }
    return sentence(name, fallback, text(of: .number(Decimal(count))))
  }
}

extension Value {
  /// Whether there is a value; an empty list is none.
  var isStated: Bool { self != .null && self != .list([]) }

  /// Whether the value is zero, as a number or an amount.
  var isZero: Bool {
    switch self {
    case .number(let number): number.isZero
    case .money(let money): money.isZero
    case .null, .text, .boolean, .date, .record, .list: false
    }
  }
}
