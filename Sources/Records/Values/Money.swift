/// An exact amount of money: a bag of one amount for each currency, which are never added together.
///
/// Zero is zero in every currency, so 0 EUR equals 0 USD, and a bag keeps no zeros beside other amounts. Nearly all
/// money is of one currency, and that takes no memory of its own.
///
///     Money(12.50, EUR).adding(Money(5, USD))   // 12.50 EUR; 5.00 USD
package struct Money: Sendable {
  /// What a bag holds of one currency.
  package struct Amount: Sendable, Hashable {
    /// The number.
    package let number: Decimal
    /// Its currency.
    package let currency: Currency

    /// Makes an amount.
    package init(_ number: Decimal, _ currency: Currency) {
      self.number = number
      self.currency = currency
    }
  }

  /// The only amount, or the first by code.
  private let first: Amount
  /// The further amounts by code; nil if there are none. No amount is zero if there are any.
  private let others: [Amount]?

  /// Money of one currency.
  package init(_ number: Decimal, _ currency: Currency) {
    self.init(Amount(number, currency))
  }

  /// Money of one currency.
  package init(_ amount: Amount) {
    first = amount
    others = nil
  }

  /// A bag of amounts sorted by code, without the zero ones; of zeros alone it keeps the first.
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
  /// The amount in one currency, 0 if there is none.
  package func number(in currency: Currency) -> Decimal {
    amounts.first { $0.currency == currency }?.number ?? .zero
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

  /// The difference, currency by currency; nil if a number has more than 38 digits before the point.
  package func subtracting(_ other: Money) -> Money? { adding(other.negated) }

  /// The sum of two bags: the two sorted lists are walked side by side.
  /// - Complexity: O(*n*) in the count of currencies.
  private func merging(_ other: Money) -> Money? {
    let (mine, theirs) = (amounts, other.amounts)
    var sums: [Amount] = []
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

  /// Every amount times a number; nil if one has more than 38 digits before the point.
  package func scaled(by factor: Decimal) -> Money? { mapping { $0.number.multiplied(by: factor) } }

  /// Every amount divided by a number; nil if that is 0 or one has more than 38 digits before the point.
  package func divided(by divisor: Decimal) -> Money? { mapping { $0.number.divided(by: divisor) } }

  /// How many times the other amount this one is; nil if they are not of one currency or the other is 0.
  package func ratio(to other: Money) -> Decimal? {
    guard let a = single, let b = other.single, a.currency == b.currency || a.number.isZero else {
      return nil
    }
    return a.number.divided(by: b.number)
  }

  /// The money with the other sign.
  package var negated: Money { mapping { $0.number.negated } ?? self }
  /// The money with every amount positive.
  package var magnitude: Money { mapping { $0.number.magnitude } ?? self }
  /// The money with each amount rounded to its currency's digits, half away from zero.
  package var rounded: Money { mapping { $0.number.rounded(toDigits: $0.currency.digits) } ?? self }

  /// The money without the zeros at the end of each amount that its currency has no digits for: 264.000 EUR is 264.00 EUR.
  package var withoutSurplusZeros: Money {
    hasFurtherDigits
      ? mapping { $0.number.withoutTrailingZeros.padded(toDigits: $0.currency.digits) } ?? self : self
  }

  /// Whether an amount has more digits than its currency, be they zeros or not.
  package var hasFurtherDigits: Bool {
    first.number.scale > first.currency.digits
      || others.map { $0.contains { $0.number.scale > $0.currency.digits } } ?? false
  }

  /// The money with each amount for readers.
  package var legible: Money { mapping { $0.number.legible } ?? self }

  /// The money with each amount rounded to so many digits after the point.
  package func rounded(toDigits digits: Int, _ rule: Decimal.RoundingRule = .halfAwayFromZero) -> Money {
    mapping { $0.number.rounded(toDigits: digits, rule) } ?? self
  }

  /// The money with each number replaced, or nil if one has no replacement.
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

extension Money: Hashable {
  /// Whether both hold the same amount of every currency.
  package static func == (a: Money, b: Money) -> Bool {
    if let a = a.single, let b = b.single {
      return a.number == b.number && (a.currency == b.currency || a.number.isZero)
    }
    return a.first == b.first && a.others == b.others
  }

  /// Hashes the amounts; zero of every currency hashes alike.
  package func hash(into hasher: inout Hasher) {
    guard !isZero else { return hasher.combine(0) }
    hasher.combine(first)
    hasher.combine(others)
  }

  /// How the money compares in a query, or nil if only a rate of exchange could tell: two amounts of different
  /// currencies, unless one is zero; and in several currencies, what is more in one of them and less in another.
  package func compare(_ other: Money) -> Ordering? {
    if let a = single, let b = other.single {
      guard a.currency == b.currency || a.number.isZero || b.number.isZero else { return nil }
      return a.number.compare(b.number)
    }
    let currencies = Set((amounts + other.amounts).map(\.currency))
    let orders = Set(currencies.map { number(in: $0).compare(other.number(in: $0)) }).subtracting([.same])
    return orders.count > 1 ? nil : orders.first ?? .same
  }

  /// How the money compares with a plain number, which takes its currency: several currencies compare only with 0.
  package func compare(_ number: Decimal) -> Ordering? {
    if let single { return single.number.compare(number) }
    return number.isZero ? compare(Money(.zero, first.currency)) : nil
  }

  /// The place in a sort, which is total: by the amount in the home currency, then by those in the others in the
  /// order of their codes, where an absent one counts as 0.
  /// - Complexity: O(*n*) in the count of currencies.
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
