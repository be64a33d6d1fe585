import Diagnostics
import Query
import Records
import Templates

/// Where an entity's state is, and the day that says how long it will last or has lasted.
struct StateColumns: Sendable {
  /// The column of the attribute.
  let state: Int
  /// The column of the day by which an order is to be paid; nil if the site's own state replaces the built-in one.
  let due: Int?

  /// Finds them; nil for an entity whose records have no state.
  init?(_ entity: Entity) {
    guard let state = entity.attributes.first(where: \.isState) else { return nil }
    self.state = state.column
    due = state.derived == nil ? nil : entity.attribute(named: "due", of: .date)?.column
  }
}

extension SiteView {
  /// The value of the attribute that is a record's state; null if its entity has none.
  func state(of row: Int, in table: Int) -> Value {
    guard let columns = states[graph.entity(of: row, in: table)] else { return .null }
    return graph.tables[table].columns[columns.state][row]
  }

  /// A state in words: `Overdue by 83 days`, `To make`; one of the site's own as it is written, unless the theme has
  /// a word for it.
  /// - Parameters:
  ///   - value: the state.
  ///   - row: the record whose state it is; nil if it is that of a group or of a filter.
  func state(_ value: Value, row: Int?, table: Int) -> String {
    guard let name = value.text else { return "" }
    // Only these two have days; checking the name costs less than checking the record.
    guard name == "overdue" || name == "due" else { return formatter.state(name) }
    guard let row, let columns = states[graph.entity(of: row, in: table)],
      graph.tables[table].columns[columns.state][row] == value,
      let due = columns.due.flatMap({ graph.tables[table].columns[$0][row].date })
    else { return formatter.state(name) }
    let days = Int(due.dayNumber) - Int(today.dayNumber)
    switch name {
    case "overdue": return formatter.days(-days, "overdueBy", "Overdue by {0} days")
    case _ where days == 0: return formatter.words["dueToday"] ?? "Due today"
    default: return formatter.days(days, "dueIn", "Due in {0} days")
    }
  }
}

extension SiteView {
  /// A state that a column shows, in words; of a record itself with its days.
  /// - Parameters:
  ///   - path: the column's; nil for any other expression.
  ///   - row: the record that the path starts at; nil for a group.
  func state(_ value: Value, along path: FetchPath?, from row: Int?, in table: Int) -> String {
    guard let row, let path, let end = record(from: row, in: table, along: path.steps[...]) else {
      return formatter.state(value.text ?? "")
    }
    return state(value, row: end.row, table: end.table)
  }
}

extension ValueFormatter {
  /// A number of days within a sentence; one day has a sentence of its own.
  fileprivate func days(_ count: Int, _ name: String, _ fallback: String) -> String {
    guard count != 1 || words[name + "One"] == nil else { return words[name + "One"] ?? "" }
    return sentence(name, fallback, text(of: .number(Decimal(count))))
  }
}

extension Value {
  /// Whether it is the number or the amount zero.
  var isZero: Bool {
    switch self {
    case .number(let number): number.isZero
    case .money(let money): money.isZero
    case .null, .text, .boolean, .date, .record, .list: false
    }
  }
}
