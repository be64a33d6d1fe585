import Query

/// How pages write a part of a date that queries give as a number or a text of its own.
enum DateForm: Sendable {
  /// A month or quarter, of a year or of any year, which are written as days are.
  case period
  /// A day of the week, which is written by its name.
  case weekday
}

extension Expression {
  /// The form of its values; nil if they are not a part of a date, or one that is written as it is.
  var dateForm: DateForm? {
    if isWeekday { return .weekday }
    let periods = [".month", ".quarter", ".monthOfYear", ".quarterOfYear"]
    return type.element == .text && periods.contains { text.hasSuffix($0) } ? .period : nil
  }
}

extension FetchColumn {
  /// The form of its values; nil if they are not a part of a date, or one that is written as it is.
  var dateForm: DateForm? { type == expression.type ? expression.dateForm : nil }
}
