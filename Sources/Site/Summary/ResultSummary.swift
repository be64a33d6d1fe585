import Locale
import Query
import Records

/// What a query's result shows, in words, if its filter has a certain reading.
///
///     where: made == true AND paid == false     Made and not paid
///     where: due < today() - 30                 nothing
struct ResultSummary {
  /// The result.
  let result: FetchResult
  /// The titles of records.
  let titles: RecordTitles
  /// How values are written, and the theme's words.
  let formatter: ValueFormatter

  /// The summary; nil for a result without filter, and for a filter without a certain reading.
  var text: String? {
    result.plan.predicate.flatMap {
      FilterDescription(
        entity: result.plan.entity, today: result.today, graph: result.graph, titles: titles,
        formatter: formatter
      )
      .text(of: $0)
    }
  }
}

extension FetchPlan {
  /// The request as it could be written, showing how a result is computed; nil if that goes without saying.
  func requestText(in model: Model) -> String? {
    guard
      predicate != nil || isGrouped || having != nil || limit != nil || offset > 0 || isDistinct
        || !includesSubentities
    else { return nil }
    func list(_ expressions: [Expression]) -> String {
      expressions.map { $0.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        .joined(separator: ", ")
    }
    let sorts = sort.map { ($0.isDescending ? "-" : "") + list([$0.expression]) }.joined(separator: ", ")
    let lines = [
      ("from", model.entities[entity].name), ("where", list([predicate].compactMap(\.self))),
      ("group", list(keys)), ("having", list([having].compactMap(\.self))),
      ("pivot", list([pivot].compactMap(\.self))),
      ("columns", (pivoted ?? columns).map(\.text).joined(separator: ", ")), ("sort", sorts),
      ("section", list([section?.expression].compactMap(\.self))), ("distinct", isDistinct ? "true" : ""),
      ("subentities", includesSubentities ? "" : "false"), ("offset", offset > 0 ? String(offset) : ""),
      ("limit", limit.map(String.init) ?? ""), ("as-of", asOf?.description ?? ""),
    ]
    return lines.filter { !$1.isEmpty }.map { "\($0): \($1)" }.joined(separator: "\n")
  }
}

/// The day that a record belongs to: the first date that its entity requires, else that of the record it is written
/// inside of.
struct MainDate: Sendable {
  /// The keys that lead to it: `date`, or `order.date`.
  let keys: [String]
  private let table: Int
  private let column: Int
  /// The table of the records written inside others; nil if the date is their own.
  private let inner: Int?

  /// Finds an entity's date; nil if it has none.
  init?(of entity: Int, in model: Model) {
    let declared = model.entities[entity]
    if let own = declared.requiredDate {
      (keys, table, column, inner) = ([own.name.text], declared.table, own.column, nil)
    } else if let owner = declared.owner.map({ model.entities[$0.entity] }), let date = owner.requiredDate,
      let back = declared.relationships.first(where: { $0.origin == .owner })
    {
      (keys, table, column) = ([back.name, date.name.text], owner.table, date.column)
      inner = declared.table
    } else {
      return nil
    }
  }

  /// The day of a record.
  /// - Parameter row: in the entity's own table.
  func day(of row: Int, in graph: RecordGraph) -> CivilDate? {
    var row = row
    if let inner {
      guard let owners = graph.tables[inner].owners else { return nil }
      row = Int(owners.rows[row])
    }
    guard case .date(let days) = graph.tables[table].columns[column] else { return nil }
    return days[row]
  }
}

extension ValueFormatter {
  /// A sentence of the theme with its parts put in for `{0}`, `{1}` ….
  /// - Parameter fallback: the sentence if the theme lacks it.
  func sentence(_ name: String, _ fallback: String, _ parts: String...) -> String {
    // By hand: a search for each placeholder took a fiftieth of a build, because every overdue order has such a
    // sentence.
    let sentence = words[name] ?? fallback
    guard let open = sentence.utf8.firstIndex(of: UInt8(ascii: "{")) else { return sentence }
    var text = String(sentence[..<open])
    var rest = sentence[open...]
    while let character = rest.popFirst() {
      if character == "{", let index = rest.first?.wholeNumberValue, index < parts.count,
        rest.dropFirst().first == "}"
      {
        text += parts[index]
        rest.removeFirst(2)
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// A value beside its label: `Customer: Acme`.
  func labelled(_ label: String, _ value: String) -> String {
    sentence("labelled", "{0}: {1}", isolated(label), isolated(value))
  }

  /// A name among others in a text, in isolates (U+2068, U+2069) if it has letters of the other direction: else a
  /// number after it would be shown before it.
  func isolated(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 >= 0x80 }) || locale.direction == .rightToLeft else { return name }
    let isOther = name.unicodeScalars.contains {
      $0.properties.isAlphabetic && $0.isRightToLeft != (locale.direction == .rightToLeft)
    }
    return isOther ? "\u{2068}\(name)\u{2069}" : name
  }

  /// A day as a text.
  func text(of day: CivilDate) -> String { text(of: .date(day)) }

  /// From one day to another, or the only one: `Jan 4, 2026 – Nov 20, 2026`.
  func period(_ days: ClosedRange<CivilDate>) -> String {
    days.lowerBound == days.upperBound
      ? text(of: days.lowerBound) : "\(text(of: days.lowerBound)) – \(text(of: days.upperBound))"
  }
}
