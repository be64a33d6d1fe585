import Diagnostics
import Records

extension TypeChecker {
  /// Converts a text literal to the date, amount, record or choice that it means beside another value.
  /// - Parameters:
  ///   - checked: the literal.
  ///   - other: the other value.
  ///   - isExact: whether it must be one of the values that exist.
  mutating func literal(_ checked: Checked, as other: Checked, isExact: Bool) -> Checked? {
    guard let text = checked.literal else { return checked }
    let result: Checked
    switch other.type {
    case .date:
      guard let date = date(text, checked.range) else { return nil }
      result = checked.replaced(by: .date(Lane(constant: date)), .date)
    case .money:
      guard let value = amount(text, checked.range) else { return nil }
      result =
        value.currency.map { checked.replaced(by: .money(Lane(constant: Money(value.number, $0))), .money) }
        ?? checked.replaced(by: .number(Lane(constant: value.number)), .decimal)
    case .record(let entity):
      guard let row = record(text, entity, checked.range) else { return nil }
      result = checked.replaced(by: .record(Lane(constant: row)), other.type)
    case .integer, .decimal:
      if Decimal(text) != nil {
        report(.quotedNumber(text), checked.range)
        return nil
      }
      return checked
    case .boolean where Keyword.reserves(text) && ["TRUE", "FALSE", "YES", "NO"].contains(text.uppercased()):
      report(.quotedBoolean(text), checked.range)
      return nil
    case .text: return !isExact || isAllowed(checked, in: other.domain) ? checked : nil
    default: return checked
    }
    return isExact && !isAllowed(result, in: other.domain) ? nil : result
  }

  private mutating func date(_ text: String, _ range: Range<Int>) -> CivilDate? {
    do {
      return try CivilDate(parsing: text.utf8.span)
    } catch {
      report(error == .impossible ? .impossibleDate(text) : .invalidDate(text), range)
      return nil
    }
  }

  private mutating func amount(_ text: String, _ range: Range<Int>) -> (number: Decimal, currency: Currency?)?
  {
    do {
      let amount = try Money.parse(text.utf8.span)
      let currency = amount.currency ?? model.currency
      let kept = amount.number.rounded(toDigits: currency.digits)
      // As in a record, see `ValueReader`.
      if amount.number.mayHaveThousands, currency.digits < 3, kept == amount.number {
        report(.thousandsOrDecimals(text, amount: "\(Money(kept, currency))"), range)
        return nil
      }
      return amount
    } catch .unknownCurrency(let code) {
      report(
        .unknownCurrency(code, suggested: Currency.suggestedCode(for: code, home: model.currency)), range)
    } catch {
      report(.invalidAmount(text), range)
    }
    return nil
  }

  private mutating func record(_ id: String, _ entity: Int, _ range: Range<Int>) -> Int32? {
    let table = model.entities[entity].table
    let rows = graph.rows(of: entity)
    let inside = range.lowerBound + 1..<max(range.upperBound - 1, range.lowerBound + 1)
    switch graph.rowChanges[id, in: table] {
    case .moved(let new)?:
      report(.changedRow(id, new: new), range, replacing: inside, with: new)
      return nil
    case .removed?:
      report(.changedRow(id, new: nil), range)
      return nil
    case nil: break
    }
    if let row = graph.row(withID: id, in: table), rows.contains(row) {
      return Int32(truncatingIfNeeded: row)
    }
    guard !graph.isSkipped(id, in: table) else { return nil }
    if table < graph.privateIDs.count, graph.privateIDs[table].contains(id) {
      report(.privateRecord(id), range)
      return nil
    }
    let name = model.entities[entity].name
    if let new = graph.id(formerly: id, in: table) {
      report(.unknownID(id, entity: name, nearest: new), range, replacing: inside, with: new)
    } else if let row = row(titled: id, among: rows, of: entity) {
      let titled = graph.id(of: row, in: table)
      report(.unknownID(id, entity: name, nearest: titled), range, replacing: inside, with: titled)
    } else {
      let ids = rows.lazy.map { [graph] in graph.id(of: $0, in: table) }
      report(.unknownID(id, entity: name, nearest: nearestName(to: id, among: ids)), range)
    }
    return nil
  }

  /// The only record with a title, for users who write a record's title instead of its id.
  private func row(titled title: String, among rows: Range<Int>, of entity: Int) -> Int? {
    guard let attribute = model.entities[entity].titleAttribute else { return nil }
    let table = model.entities[entity].table
    let titles = graph.tables[table].columns[attribute.column]
    let titled = rows.filter { titles[$0] == .text(title) }
    guard titled.count == 1, let row = titled.first else { return nil }
    // The title may also be another record's id in different case.
    let id = idFolded(title)
    return rows.allSatisfy { $0 == row || idFolded(graph.id(of: $0, in: table)) != id } ? row : nil
  }

  // MARK: Domains

  /// Whether a constant is a possible value of another expression; reports it otherwise.
  mutating func isAllowed(_ checked: Checked, in domain: TextDomain) -> Bool {
    guard checked.isConstant, case .constant(let vector) = checked.node else { return true }
    switch (domain, vector) {
    case (.currency, .text(let lane)):
      guard let code = lane[0], Currency(code: code) == nil else { return true }
      report(
        .unknownCurrency(code, suggested: Currency.suggestedCode(for: code, home: model.currency)),
        checked.range)
      return false
    case (.choices(let attribute, let choices), _):
      let value = vector.value(at: 0, table: 0)
      guard value != .null, !choices.contains(where: { isSame($0.text, value) }) else { return true }
      report(
        .unknownChoice(value.plainText ?? "", attribute: attribute, choices: choices.map(\.text)),
        checked.range)
      return false
    case (.id(let entity), .text(let lane)):
      return lane[0].map { record($0, entity, checked.range) != nil } ?? true
    case (.datePart(let part), .text(let lane)):
      guard let text = lane[0], let example = part.example, !hasForm(text, of: example, upTo: part.greatest)
      else {
        return true
      }
      report(.malformedPart(text, form: example), checked.range)
      return false
    default: return true
    }
  }

  /// Whether a choice, as written in the model, equals a value.
  private func isSame(_ choice: String, _ value: Value) -> Bool {
    switch value {
    case .text(let text): choice == text
    case .number(let number):
      // Compared with money, a number takes the currency of the amount.
      (try? Decimal(parsing: choice.utf8.span, percent: true)) == number
        || (try? Money.parse(choice.utf8.span))?.number == number
    case .date(let date): CivilDate(choice) == date
    case .money(let money):
      isSameMoney(choice, money)
    default: true
    }
  }

  private func isSameMoney(_ choice: String, _ money: Money) -> Bool {
    guard let parsed = try? Money.parse(choice.utf8.span), let single = money.single else { return false }
    // A choice without a currency applies in each record's own.
    return parsed.number == single.number && (parsed.currency ?? single.currency) == single.currency
  }

  /// Whether a text has digits where an example has digits and is otherwise equal to it, and its last number
  /// is within the limit.
  func hasForm(_ text: String, of example: String, upTo greatest: Int) -> Bool {
    guard text.utf8.count == example.utf8.count else { return false }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let isAlike = zip(text.utf8, example.utf8).allSatisfy {
      $0 == $1 || (digits.contains($0) && digits.contains($1))
    }
    let number = Int(String(text.reversed().prefix { $0.isNumber }.reversed())) ?? 0
    return isAlike && (1...greatest).contains(number)
  }
}
