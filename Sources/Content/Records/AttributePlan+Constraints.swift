import Diagnostics
import Patterns
import Records

/// Why a value of the right type is not allowed.
enum ConstraintError {
  /// None of the choices; the value is as written.
  case choice(String)
  /// Less than `min`, more than `max`, or a text that `pattern` does not match.
  case belowMinimum, aboveMaximum, pattern
  /// With the number of characters found.
  case tooShort(Int), tooLong(Int)
}

extension AttributePlan {
  /// Why the options do not allow a value; nil if they do.
  /// - Parameters:
  ///   - currency: the record's currency; nil if unknown.
  ///   - matches: returns whether a pattern matches a whole text; for more than a few texts, pass one that
  ///     reuses a matcher.
  func error(
    in value: Value, currency: Currency?, matches: (Pattern, String) -> Bool = { $0.matches($1) }
  ) -> ConstraintError? {
    if case .list(let items) = value {
      for item in items {
        if let error = error(in: item, currency: currency, matches: matches) { return error }
      }
      return nil
    }
    if !isChoice(value, currency) {
      return .choice(value.plainText ?? "")
    }
    if minimum != .null,
      parts(of: value, minimumCurrency).contains(where: { Self.isOrdered($0, before: minimum) })
    {
      return .belowMinimum
    }
    if maximum != .null,
      parts(of: value, maximumCurrency).contains(where: { Self.isOrdered(maximum, before: $0) })
    {
      return .aboveMaximum
    }
    guard case .text(let text) = value else { return nil }
    if let least = attribute.minLength, text.count < least { return .tooShort(text.count) }
    if let most = attribute.maxLength, text.count > most { return .tooLong(text.count) }
    if let pattern, !matches(pattern, text) { return .pattern }
    return nil
  }

  /// Whether a value is one of the choices, if there are any.
  private func isChoice(_ value: Value, _ currency: Currency?) -> Bool {
    if choices.isEmpty && openChoices.isEmpty || choices.contains(value) { return true }
    guard case .money(let money) = value, let amount = money.single, openChoices.contains(amount.number)
    else { return false }
    return currency == nil || amount.currency == currency || amount.number.isZero
  }

  /// The parts of a value that a bound applies to: for money, each single amount, or only the one in the
  /// bound's currency, because a bound of 100 USD does not apply to 5000 JPY.
  private func parts(of value: Value, _ currency: Currency?) -> [Value] {
    guard case .money(let money) = value else { return [value] }
    if currency == nil, money.single != nil { return [value] }
    return money.amounts.filter { currency == nil || $0.currency == currency }.map { .money(Money($0)) }
  }

  /// Whether one value is less than another of its type; a bound without a currency applies to all of them.
  static func isOrdered(_ a: Value, before b: Value) -> Bool {
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

extension AttributePlan {
  /// The error in a computed value; nil if it is allowed. The options apply to it as to a written value.
  func diagnostic(
    of value: Value, currency: Currency, at range: @autoclosure () -> SourceRange
  ) -> Diagnostic? {
    if case .text(let text) = value,
      case .failure(let error) = ValueReader.value(of: text, as: attribute, currency: currency, at: range())
    {
      return error
    }
    return error(in: value, currency: currency).map { .constraint($0, attribute, range()) }
  }
}
