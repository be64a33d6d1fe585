import Query
import Records

/// Why a value of the right type is not allowed.
enum ConstraintMistake {
  case choice(String)
  case belowMinimum, aboveMaximum, pattern
  /// With the number of characters found.
  case tooShort(Int), tooLong(Int)
}

extension AttributePlan {
  /// What the options say against a value; nil where they allow it.
  func mistake(in value: Value) -> ConstraintMistake? {
    if case .list(let items) = value {
      for item in items {
        if let mistake = mistake(in: item) { return mistake }
      }
      return nil
    }
    if !choices.isEmpty, !choices.contains(value) {
      return .choice(text(of: value))
    }
    if minimum != .null, isOrdered(value, before: minimum), isIn(minimumCurrency, value) {
      return .belowMinimum
    }
    if maximum != .null, isOrdered(maximum, before: value), isIn(maximumCurrency, value) {
      return .aboveMaximum
    }
    guard case .text(let text) = value else { return nil }
    if let least = attribute.minLength, text.count < least { return .tooShort(text.count) }
    if let most = attribute.maxLength, text.count > most { return .tooLong(text.count) }
    if let pattern, !pattern.matches(text) { return .pattern }
    return nil
  }

  private func text(of value: Value) -> String {
    switch value {
    case .text(let text): text
    case .number(let number): number.description
    case .date(let date): date.description
    default: ""
    }
  }

  /// Whether a bound's currency, if it names one, is an amount's: 100 USD say nothing of 5000 JPY.
  private func isIn(_ currency: Currency?, _ value: Value) -> Bool {
    guard let currency, case .money(let money) = value else { return true }
    return money.single?.currency == currency
  }

  /// Whether one value is less than another of the same type; a bound without a currency holds in every currency.
  func isOrdered(_ a: Value, before b: Value) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): a < b
    case (.date(let a), .date(let b)): a < b
    case (.text(let a), .text(let b)): NaturalOrder.compare(a, b) == .ascending
    case (.money(let a), .money(let b)): (a.single?.number ?? .zero) < (b.single?.number ?? .zero)
    default: false
    }
  }
}

extension Value {
  /// The elements of a list, or the value itself.
  var items: [Value] {
    if case .list(let items) = self { items } else { [self] }
  }
}
