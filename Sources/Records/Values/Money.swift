/// An exact amount of money: a bag with one amount per currency, which are never added to each other.
///
/// Zero is zero in every currency, so 0 EUR equals 0 USD, and a bag with other amounts has no zeros. Nearly
/// all money is in one currency, which needs no heap memory.
///
///     Money(12.50, EUR).adding(Money(5, USD))   // 12.50 EUR; 5.00 USD
package struct Money: Sendable {
  /// The amount of one currency in a bag.
  package struct Amount: Sendable, Hashable {
    package let number: Decimal
    package let currency: Currency

    package init(_ number: Decimal, _ currency: Currency) {
      self.number = number
      self.currency = currency
    }
  }

  /// The only amount, or the first by code.
  private var first: Amount
  /// The other amounts by code; nil if there are none. If there are any, no amount is zero.
  private var others: [Amount]?

  /// Money of one currency.
  package init(_ number: Decimal, _ currency: Currency) {
    self.init(Amount(number, currency))
  }

  /// Money of one currency.
  package init(_ amount: Amount) {
    first = amount
    others = nil
  }

  /// Makes a bag of amounts sorted by code, without zeros; if all are zero, it keeps the first.
  private init(sorted amounts: [Amount], zero: Amount) {
    let amounts = amounts.filter { !$0.number.isZero }
    first = amounts.first ?? Amount(zero.number, zero.currency)
    others = amounts.count > 1 ? Array(amounts.dropFirst()) : nil
  }

  /// Whether every amount is zero.
  package var isZero: Bool { others == nil && first.number.isZero }
  /// The amount, if there is only one currency.
  package var single: Amount? { others == nil ? first : nil }
  /// The amounts by code, at least one.
  package var amounts: [Amount] { [first] + (others ?? []) }
  /// The amount in one currency; 0 if there is none.
  package func number(in currency: Currency) -> Decimal {
    if first.currency == currency { return first.number }
    return others?.first { $0.currency == currency }?.number ?? .zero
  }
}

extension Money {
  /// The sum, currency by currency; nil if a number has more than 38 digits before the point.
  package func adding(_ other: Money) -> Money? {
    if let a = single, let b = other.single, a.currency == b.currency {
      return a.number.adding(b.number).map { Money($0, a.currency) }
    }
    if other.isZero { return self }
    if isZero { return other }
    return merging(other)
  }

  /// Adds another amount. One of a currency that this one has needs no new memory, so that a sum of many amounts in
  /// a few currencies is added up in place.
  /// - Returns: whether there is a sum; if a number had more than 38 digits before the point, this is as it was.
  /// - Complexity: O(*n*) in the number of currencies.
  package mutating func add(_ other: Money) -> Bool {
    if others != nil, let amount = other.single, !amount.number.isZero, let isAdded = addInPlace(amount) {
      return isAdded
    }
    guard let sum = adding(other) else { return false }
    self = sum
    return true
  }

  /// Adds an amount in a currency of this one.
  /// - Returns: whether there is a sum; nil if the amount is in another currency, or cancels out.
  private mutating func addInPlace(_ amount: Amount) -> Bool? {
    if first.currency == amount.currency { return first.add(amount.number) }
    guard let place = others?.firstIndex(where: { $0.currency == amount.currency }) else { return nil }
    return others?[place].add(amount.number)
  }

  /// The difference, currency by currency; nil if a number has more than 38 digits before the point.
  package func subtracting(_ other: Money) -> Money? { adding(other.negated) }

  /// The sum of two bags, by merging their sorted lists.
  /// - Complexity: O(*n*) in the number of currencies.
  private func merging(_ other: Money) -> Money? {
    let (mine, theirs) = (amounts, other.amounts)
    var sums: [Amount] = []
    sums.reserveCapacity(mine.count + theirs.count)
    var (i, j) = (0, 0)
    while i < mine.count || j < theirs.count {
      if j == theirs.count || (i < mine.count && mine[i].currency < theirs[j].currency) {
        sums.append(mine[i])
        i += 1
      } else if i == mine.count || theirs[j].currency < mine[i].currency {
        sums.append(theirs[j])
        j += 1
      } else {
        guard let sum = mine[i].number.adding(theirs[j].number) else { return nil }
        sums.append(Amount(sum, mine[i].currency))
        i += 1
        j += 1
      }
    }
    return Money(sorted: sums, zero: sums.first ?? first)
  }

  /// Every amount multiplied by a number; nil if a result has more than 38 digits before the point.
  package func scaled(by factor: Decimal) -> Money? { mapping { $0.number.multiplied(by: factor) } }

  /// Every amount divided by a number; nil if it is 0, or a result has more than 38 digits before the point.
  package func divided(by divisor: Decimal) -> Money? { mapping { $0.number.divided(by: divisor) } }

  /// This amount divided by another; nil if they are in different currencies or the other is 0.
  package func ratio(to other: Money) -> Decimal? {
    guard let a = single, let b = other.single, a.currency == b.currency || a.number.isZero else {
      return nil
    }
    return a.number.divided(by: b.number)
  }

  /// The money with the opposite sign.
  package var negated: Money { mapping { $0.number.negated } ?? self }
  /// The money with every amount positive.
  package var magnitude: Money { mapping { $0.number.magnitude } ?? self }
  /// The money with each amount rounded to its currency's digits, half away from zero.
  package var rounded: Money { mapping { $0.number.rounded(toDigits: $0.currency.digits) } ?? self }

  /// The money without trailing zeros beyond its currencies' digits: 264.000 EUR is 264.00 EUR.
  package var withoutSurplusZeros: Money {
    hasFurtherDigits
      ? mapping { $0.number.withoutTrailingZeros.padded(toDigits: $0.currency.digits) } ?? self : self
  }

  /// Whether an amount has more digits than its currency, including trailing zeros.
  package var hasFurtherDigits: Bool {
    first.number.scale > first.currency.digits
      || others.map { $0.contains { $0.number.scale > $0.currency.digits } } ?? false
  }

  /// The money with each amount made legible.
  package var legible: Money { mapping { $0.number.legible } ?? self }

  /// The money with each amount rounded to a number of digits after the point.
  package func rounded(toDigits digits: Int, _ rule: Decimal.RoundingRule = .halfAwayFromZero) -> Money {
    mapping { $0.number.rounded(toDigits: digits, rule) } ?? self
  }

  /// The money with each number transformed; nil if a transformation returns nil.
  private func mapping(_ transform: (Amount) -> Decimal?) -> Money? {
    guard let number = transform(first) else { return nil }
    let head = Amount(number, first.currency)
    guard let others else { return Money(head) }
    var amounts = [head]
    for other in others {
      guard let number = transform(other) else { return nil }
      amounts.append(Amount(number, other.currency))
    }
    return Money(sorted: amounts, zero: head)
  }
}

extension Money.Amount {
  /// Adds a number.
  /// - Returns: whether there is a sum; nil if it is zero. The amount is as it was unless there is one other than zero.
  fileprivate mutating func add(_ other: Decimal) -> Bool? {
    guard let sum = number.adding(other) else { return false }
    guard !sum.isZero else { return nil }
    self = Money.Amount(sum, currency)
    return true
  }
}

extension Money: Hashable {
  /// Whether both have the same amount of every currency.
  package static func == (a: Money, b: Money) -> Bool {
    if let a = a.single, let b = b.single {
      return a.number == b.number && (a.currency == b.currency || a.number.isZero)
    }
    return a.first == b.first && a.others == b.others
  }

  /// Hashes the amounts; zero has the same hash in every currency.
  package func hash(into hasher: inout Hasher) {
    guard !isZero else { return hasher.combine(0) }
    hasher.combine(first)
    hasher.combine(others)
  }

  /// The order in a query, where a missing amount counts as 0; nil if it depends on an exchange rate, since one
  /// currency has more and another less.
  package func compare(_ other: Money) -> Ordering? {
    if let a = single, let b = other.single, a.currency == b.currency { return a.number.compare(b.number) }
    let currencies = Set((amounts + other.amounts).map(\.currency))
    let orders = Set(currencies.map { number(in: $0).compare(other.number(in: $0)) }).subtracting([.same])
    return orders.count > 1 ? nil : orders.first ?? .same
  }

  /// The order relative to a plain number, in the same currency; several currencies only compare with 0.
  package func compare(_ number: Decimal) -> Ordering? {
    if let single { return single.number.compare(number) }
    return number.isZero ? compare(Money(.zero, first.currency)) : nil
  }

  /// The total order for sorting: by the amount in the home currency, then by those in the other currencies
  /// in the order of their codes; a missing amount counts as 0.
  /// - Complexity: O(*n*) in the number of currencies.
  package func sortOrder(_ other: Money, home: Currency) -> Ordering {
    if let a = single, let b = other.single, a.currency == b.currency { return a.number.compare(b.number) }
    let first = number(in: home).compare(other.number(in: home))
    if first != .same { return first }
    for currency in Set((amounts + other.amounts).map(\.currency)).sorted() {
      let order = number(in: currency).compare(other.number(in: currency))
      if order != .same { return order }
    }
    return .same
  }
}
