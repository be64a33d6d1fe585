import Formatting
import Query
import Records

/// Describes a filter in plain language, if its meaning is clear.
///
/// Supported are booleans and their opposites, alone or joined by AND or by OR; attributes or records that
/// equal a value; and dates: a day, a range, a year, quarter or month. Any other predicate is not described,
/// because a partial description would be misleading.
///
///     made == true AND paid == false                    Made and not paid
///     customer = 'acme' AND date.year = 2026            Customer: Acme Ltd · 2026
///     date BETWEEN {'2026-01-01', '2026-03-31'}         Jan 1, 2026 – Mar 31, 2026
///     due < today() - 30                                nothing
struct FilterDescription {
  /// The entity of the filtered records.
  let entity: Int
  /// The day that `today()` returns.
  let today: CivilDate
  /// Names values in the site's language.
  let names: ValueNames

  private var formatter: ValueFormatter { names.formatter }
  private var model: Model { names.graph.model }

  /// The filter in words; nil if its meaning is not clear.
  func text(of predicate: Expression) -> String? { reading(of: predicate.syntax) }

  /// The description of a part of a filter.
  private enum Phrase {
    /// A word for a boolean: `not paid`.
    case state(String)
    /// A self-contained phrase: `Customer: Acme`.
    case fact(String)
    /// The first and the last day; nil if open.
    case days(label: String?, first: CivilDate?, last: CivilDate?)
  }

  private func reading(of syntax: Syntax) -> String? {
    switch syntax.kind {
    case .and(let parts): all(parts)
    case .or(let parts): any(parts)
    default: all([syntax])
    }
  }

  // MARK: Joined

  /// Joins the states into one phrase, followed by the facts in written order.
  private func all(_ parts: [Syntax]) -> String? {
    var states: [String] = []
    var rest: [Phrase] = []
    for part in parts {
      guard let phrase = phrase(part) else { return nil }
      if case .state(let state) = phrase { states.append(state) } else { add(phrase, to: &rest) }
    }
    let facts = rest.compactMap { phrase -> String? in
      switch phrase {
      case .state: nil
      case .fact(let text): text
      case .days(let label, let first, let last): labelled(label, span(first, last))
      }
    }
    let state = states.isEmpty ? [] : [capitalized(joined(states, "filterAnd", "{0} and {1}"))]
    return (state + facts).joined(separator: " · ")
  }

  private func labelled(_ label: String?, _ text: String) -> String {
    label.map { formatter.labelled($0, text) } ?? text
  }

  /// Joins states with "or". For other phrases its scope would be unclear.
  private func any(_ parts: [Syntax]) -> String? {
    var states: [String] = []
    for part in parts {
      guard case .state(let state) = phrase(part) else { return nil }
      states.append(state)
    }
    return capitalized(joined(states, "filterOr", "{0} or {1}"))
  }

  private func joined(_ states: [String], _ name: String, _ fallback: String) -> String {
    states.dropFirst().reduce(states.first ?? "") { formatter.sentence(name, fallback, $0, $1) }
  }

  /// Adds a phrase; a start date and an end date are combined to a range.
  private func add(_ phrase: Phrase, to rest: inout [Phrase]) {
    if case .days(let label, let first, let last) = phrase {
      for (index, other) in rest.enumerated() {
        guard case .days(label, let otherFirst, let otherLast) = other,
          (first == nil) != (otherFirst == nil), (last == nil) != (otherLast == nil)
        else { continue }
        rest[index] = .days(label: label, first: first ?? otherFirst, last: last ?? otherLast)
        return
      }
    }
    rest.append(phrase)
  }

  private func span(_ first: CivilDate?, _ last: CivilDate?) -> String {
    switch (first, last) {
    case (let first?, let last?) where first <= last: formatter.period(first...last)
    // The range contains no day.
    case (let first?, let last?): "\(formatter.text(of: first)) – \(formatter.text(of: last))"
    case (let first?, nil): formatter.sentence("filterFrom", "from {0}", formatter.text(of: first))
    case (nil, let last?): formatter.sentence("filterUntil", "until {0}", formatter.text(of: last))
    case (nil, nil): ""
    }
  }

  // MARK: Parts

  private func phrase(_ syntax: Syntax) -> Phrase? {
    switch syntax.kind {
    case .path: state(syntax, is: true)
    case .not(let operand): if case .path = operand.kind { state(operand, is: false) } else { nil }
    case .comparison(let comparison) where comparison.quantifier == nil && comparison.options.isEmpty:
      phrase(comparison)
    default: nil
    }
  }

  private func phrase(_ comparison: Syntax.Comparison) -> Phrase? {
    switch (comparison.relation, comparison.right.kind) {
    case (.equal, .boolean(let value)): state(comparison.left, is: value)
    case (.notEqual, .boolean(let value)): state(comparison.left, is: !value)
    case (.equal, _): partOfDate(comparison) ?? day(comparison) ?? fact(comparison)
    default: day(comparison)
    }
  }

  private func state(_ path: Syntax, is value: Bool) -> Phrase? {
    guard let attribute = read(path)?.reading.attribute, attribute.type == .boolean else { return nil }
    // For a value that may be nil, "not" would be wrong.
    guard value || attribute.isRequired || attribute.defaultValue != nil || attribute.expression != nil else {
      return nil
    }
    let word = formatter.withinSentence(attribute.label, isNoun: false)
    return .state(value ? word : formatter.sentence("filterNot", "not {0}", word))
  }

  /// Describes an attribute or record that equals a value.
  private func fact(_ comparison: Syntax.Comparison) -> Phrase? {
    guard let (_, reading) = read(comparison.left), let path = reading.path else { return nil }
    func fact(_ value: Value) -> Phrase {
      let style = reading.attribute.map { ValueStyle($0) } ?? .plain
      return .fact(
        formatter.labelled(
          reading.label, names.label(of: value, as: style, relationship: reading.namedRelationship)))
    }
    switch comparison.right.kind {
    case .null: return fact(.null)
    case .text(let text):
      if path.leaf == .record, let table = path.steps.last?.destination {
        return names.graph.row(withID: text, in: table).map { fact(.record(table: table, row: $0)) }
      }
      return reading.attribute?.type.isText ?? false ? fact(.text(text)) : nil
    case .number(let number):
      guard let type = reading.attribute?.type, type == .integer || type == .decimal else { return nil }
      return fact(.number(number))
    default: return nil
    }
  }

  // MARK: Days

  /// Describes a date that is compared with a day or a range.
  private func day(_ comparison: Syntax.Comparison) -> Phrase? {
    guard let (keys, reading) = read(comparison.left), reading.attribute?.type == .date else { return nil }
    let label = label(keys, reading)
    if comparison.relation == .between {
      guard case .set(let ends) = comparison.right.kind, ends.count == 2, let first = day(ends[0]),
        let last = day(ends[1])
      else { return nil }
      return .days(label: label, first: first, last: last)
    }
    guard let day = day(comparison.right) else { return nil }
    switch comparison.relation {
    case .equal: return .days(label: label, first: day, last: day)
    case .greaterOrEqual: return .days(label: label, first: day, last: nil)
    case .lessOrEqual: return .days(label: label, first: nil, last: day)
    case .greater: return day.adding(days: 1).map { .days(label: label, first: $0, last: nil) }
    case .less: return day.adding(days: -1).map { .days(label: label, first: nil, last: $0) }
    default: return nil
    }
  }

  /// `date.year = 2026`, `date.quarter = '2026-Q1'`, `date.month = '2026-03'`, `date.weekday = 1`.
  private func partOfDate(_ comparison: Syntax.Comparison) -> Phrase? {
    guard case .path(nil, let steps) = comparison.left.kind, let part = steps.last, steps.count > 1,
      let (keys, reading) = read(Syntax(.path(base: nil, steps: steps.dropLast()))),
      reading.attribute?.type == .date
    else { return nil }
    let value: String
    switch (part.name, comparison.right.kind) {
    case ("year", .number(let year)): value = year.description
    case ("quarter", .text(let text)), ("month", .text(let text)), ("week", .text(let text)):
      value = formatter.text(of: .text(text), as: .period)
    case ("weekday", .number(let day)): value = formatter.text(of: .number(day), as: .weekday)
    default: return nil
    }
    return .fact(labelled(label(keys, reading), value))
  }

  private func day(_ syntax: Syntax) -> CivilDate? {
    switch syntax.kind {
    case .text(let text): CivilDate(text)
    case .call(.today, _): today
    default: nil
    }
  }

  /// The label of a date; nil for the records' main date, which is understood.
  private func label(_ keys: [String], _ reading: KeyPathReading) -> String? {
    MainDate(of: entity, in: model)?.keys == keys ? nil : reading.label
  }

  // MARK: Key paths

  /// Reads a key path with an unambiguous label: of the record itself, of the record that contains it, or the
  /// title of another record, which is described by its relationship.
  private func read(_ syntax: Syntax) -> (keys: [String], reading: KeyPathReading)? {
    guard case .path(nil, let steps) = syntax.kind,
      let reading = KeyPathReading(steps[...], from: entity, in: model),
      let path = reading.path
    else { return nil }
    var at = entity
    var isOwn = true
    for step in steps.prefix(path.leaf == .record ? path.steps.count - 1 : path.steps.count) {
      guard let relationship = model.relationship(named: step.name, from: at) else { return nil }
      isOwn = isOwn && relationship.origin == .owner
      at = relationship.destination
    }
    return isOwn || path.leaf == .title ? (steps.map(\.name), reading) : nil
  }

  private func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
