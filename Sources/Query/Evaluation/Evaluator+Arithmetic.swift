import Records

extension Evaluator {
  /// Applies an arithmetic operator element by element; the type checker has ensured that the types fit.
  ///
  /// Resulting amounts have no trailing zeros beyond their currency's digits, even if the operands do.
  func calculate(_ sign: ArithmeticSign, _ a: Vector, _ b: Vector) -> Vector {
    exactly(sign, a, b).withoutSurplusZeros
  }

  private func exactly(_ sign: ArithmeticSign, _ a: Vector, _ b: Vector) -> Vector {
    switch (sign, a, b) {
    case (.plus, .number(let a), .number(let b)): .number(a.zip(b) { $0.adding($1) })
    case (.minus, .number(let a), .number(let b)): .number(a.zip(b) { $0.subtracting($1) })
    case (.times, .number(let a), .number(let b)): .number(a.zip(b) { $0.multiplied(by: $1) })
    case (.divide, .number(let a), .number(let b)): .number(a.zip(b) { $0.divided(by: $1) })
    case (.power, .number(let a), .number(let b)):
      .number(a.zip(b) { base, exponent in exponent.integer.flatMap { base.raised(to: $0) } })

    case (.plus, .money(let a), .money(let b)): .money(a.zip(b) { $0.adding($1) })
    case (.minus, .money(let a), .money(let b)): .money(a.zip(b) { $0.subtracting($1) })
    case (.divide, .money(let a), .money(let b)): .number(a.zip(b) { $0.ratio(to: $1) })
    case (.plus, .money(let a), .number(let b)): .money(a.zip(b) { $0.adding(Self.amount($1, like: $0)) })
    case (.plus, .number(let a), .money(let b)): .money(a.zip(b) { Self.amount($0, like: $1)?.adding($1) })
    case (.minus, .money(let a), .number(let b)):
      .money(a.zip(b) { $0.subtracting(Self.amount($1, like: $0)) })
    case (.minus, .number(let a), .money(let b)):
      .money(a.zip(b) { Self.amount($0, like: $1)?.subtracting($1) })
    case (.times, .money(let a), .number(let b)): .money(a.zip(b) { $0.scaled(by: $1) })
    case (.times, .number(let a), .money(let b)): .money(a.zip(b) { $1.scaled(by: $0) })
    case (.divide, .money(let a), .number(let b)): .money(a.zip(b) { $0.divided(by: $1) })

    case (.plus, .date(let a), .number(let b)):
      .date(a.zip(b) { date, days in days.integer.flatMap { date.adding(days: $0) } })
    case (.plus, .number(let a), .date(let b)):
      .date(a.zip(b) { days, date in days.integer.flatMap { date.adding(days: $0) } })
    case (.minus, .date(let a), .number(let b)):
      .date(a.zip(b) { date, days in days.negated.integer.flatMap { date.adding(days: $0) } })
    case (.minus, .date(let a), .date(let b)): .number(a.zip(b) { Decimal($0.days(since: $1)) })

    case (.plus, .text(let a), .text(let b)): .text(a.zip(b) { Self.joined($0, $1) })
    default: a
    }
  }

  /// Two texts joined; nil beyond 4,096 bytes, because repeated doubling would soon exhaust memory.
  private static func joined(_ a: String, _ b: String) -> String? {
    a.utf8.count + b.utf8.count > 4_096 ? nil : a + b
  }

  /// A plain number in the currency of an amount; nil if that has several currencies, unless the number is 0.
  private static func amount(_ number: Decimal, like money: Money) -> Money? {
    guard let single = money.single else {
      return number.isZero ? money.amounts.first.map { Money(.zero, $0.currency) } : nil
    }
    return Money(number, single.currency)
  }

  /// The negated values.
  func negate(_ vector: Vector) -> Vector {
    switch vector {
    case .number(let lane): .number(lane.map(\.negated))
    case .money(let lane): .money(lane.map(\.negated))
    default: vector
    }
  }

  /// Applies a function element by element.
  func apply(_ function: Function, _ vector: Vector) -> Vector {
    switch (function, vector) {
    case (.abs, .number(let lane)): .number(lane.map(\.magnitude))
    case (.floor, .number(let lane)): .number(lane.map(\.floor))
    case (.ceiling, .number(let lane)): .number(lane.map(\.ceiling))
    case (.round, .number(let lane)): .number(lane.map(\.rounded))
    case (.abs, .money(let lane)): .money(lane.map(\.magnitude))
    case (.floor, .money(let lane)): .money(lane.map { $0.rounded(toDigits: 0, .down) })
    case (.ceiling, .money(let lane)): .money(lane.map { $0.rounded(toDigits: 0, .up) })
    case (.round, .money(let lane)): .money(lane.map { $0.rounded(toDigits: 0) })
    case (.length, .text(let lane)): .number(lane.map { Decimal($0.count) })
    case (.uppercase, .text(let lane)): .text(lane.map { $0.uppercased() })
    case (.lowercase, .text(let lane)): .text(lane.map { $0.lowercased() })
    default: vector
    }
  }

  /// Rounds numbers or amounts half away from zero.
  func round(_ vector: Vector, to digits: Int) -> Vector {
    switch vector {
    case .number(let lane): .number(lane.map { $0.rounded(toDigits: digits) })
    case .money(let lane): .money(lane.map { $0.rounded(toDigits: digits) })
    default: vector
    }
  }

  /// Adds months to dates, element by element.
  func addMonths(_ months: Vector, to dates: Vector) -> Vector {
    guard case .date(let dates) = dates, case .number(let months) = months else { return dates }
    return .date(dates.zip(months) { date, count in count.integer.flatMap { date.adding(months: $0) } })
  }

  /// Converts values by CAST, element by element; nil for a value that cannot be converted.
  func convert(_ vector: Vector, to cast: Cast) -> Vector {
    switch (cast, vector) {
    case (.date, .text(let lane)): .date(lane.map { CivilDate($0) })
    case (.integer, .text(let lane)): .number(lane.map { number(in: $0)?.rounded(toDigits: 0, .towardZero) })
    case (.integer, .number(let lane)): .number(lane.map { $0.rounded(toDigits: 0, .towardZero) })
    case (.decimal, .text(let lane)): .number(lane.map(number))
    case (.decimal, .money(let lane)): .number(lane.map { $0.single?.number })
    case (.string, .number(let lane)): .text(lane.map(\.description))
    case (.string, .money(let lane)): .text(lane.map(\.description))
    case (.string, .date(let lane)): .text(lane.map(\.description))
    case (.string, .boolean(let lane)): .text(lane.map { $0 ? "true" : "false" })
    default: vector
    }
  }

  /// The number in a text. The limit of digits in files does not apply: a computed number may have been made a text.
  private func number(in text: String) -> Decimal? {
    try? Decimal(parsing: text.utf8.span, wholeDigits: Decimal.precision)
  }
}

extension Vector {
  /// The vector with amounts in the form that computed amounts have.
  fileprivate var withoutSurplusZeros: Vector {
    guard case .money(let lane) = self, lane.values.contains(where: { $0?.hasFurtherDigits ?? false }) else {
      return self
    }
    return .money(lane.map(\.withoutSurplusZeros))
  }
}

extension Money {
  /// The sum; nil if the other amount is nil.
  fileprivate func adding(_ other: Money?) -> Money? { other.flatMap { adding($0) } }
  /// The difference; nil if the other amount is nil.
  fileprivate func subtracting(_ other: Money?) -> Money? { other.flatMap { subtracting($0) } }
}
