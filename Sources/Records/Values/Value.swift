/// A value of any type, for use outside loops over records.
package enum Value: Sendable, Hashable {
  /// No value.
  case null
  /// The value of a string, text, email or url, or a currency's code.
  case text(String)
  /// The value of an integer or decimal.
  case number(Decimal)
  /// Amounts by currency.
  case money(Money)
  /// True or false.
  case boolean(Bool)
  /// A civil day.
  case date(CivilDate)
  /// A record, by its table and row.
  case record(table: Int, row: Int)
  /// Tags, or the values of a query through a to-many relationship.
  case list([Value])

  /// The value in sentences: ISO dates, plain digits, amounts with their currency; nil for null, records and
  /// lists.
  package var plainText: String? { plainText(home: nil) }

  /// The value in sentences, with the amounts in a currency written without its code, as in that currency's
  /// files.
  package func plainText(home: Currency?) -> String? {
    switch self {
    case .text(let text): text
    case .number(let number): number.description
    case .money(let money): money.text(home: home)
    case .date(let date): date.description
    case .boolean(let flag): flag ? "true" : "false"
    case .null, .record, .list: nil
    }
  }

  /// The text, if it is one.
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The number, if it is one.
  package var number: Decimal? { if case .number(let number) = self { number } else { nil } }
  /// The money, if it is some.
  package var money: Money? { if case .money(let money) = self { money } else { nil } }
  /// The boolean, if it is one.
  package var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }
  /// The day, if it is one.
  package var date: CivilDate? { if case .date(let date) = self { date } else { nil } }
}
