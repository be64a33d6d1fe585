import Locale
import Query
import Records

/// Describes a query's result in words, if the meaning of its filter is clear.
///
///     where: made == true AND paid == false     Made and not paid
///     where: due < today() - 30                 nothing
struct ResultSummary {
  /// The result.
  let result: FetchResult
  /// The titles of records.
  let titles: RecordTitles
  /// Formats values, and has the theme's words.
  let formatter: ValueFormatter

  /// The summary; nil without a filter, or if the meaning of the filter is not clear.
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
  /// The request as a user could write it, which explains a result; nil if there is nothing to explain.
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

/// The main date of a record: the first required date of its entity, else that of the owning record.
struct MainDate: Sendable {
  /// The keys of the date: `date`, or `order.date`.
  let keys: [String]
  private let table: Int
  private let column: Int
  /// The table of the contained records; nil if the date is the record's own.
  private let inner: Int?

  /// Finds the main date of an entity; nil if it has none.
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

  /// The main date of a record.
  /// - Parameter row: a row of the entity's own table.
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
  /// A sentence of the theme with its parts inserted for `{0}`, `{1}` ….
  /// - Parameter fallback: the sentence to use if the theme lacks it.
  func sentence(_ name: String, _ fallback: String, _ parts: String...) -> String {
    // Hand-written: a search for each placeholder took a fiftieth of a build with many overdue orders.
    let sentence = word(name, fallback)
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

  /// A value with its label: `Customer: Acme`.
  func labelled(_ label: String, _ value: String) -> String {
    sentence("labelled", "{0}: {1}", isolated(label), isolated(value))
  }

  /// A name within a text, enclosed in isolates (U+2068, U+2069) if it contains letters of the other
  /// direction. Otherwise a number after it would be displayed before it.
  func isolated(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 >= 0x80 }) || locale.direction == .rightToLeft else { return name }
    let isOther = name.unicodeScalars.contains {
      $0.properties.isAlphabetic && $0.isRightToLeft != (locale.direction == .rightToLeft)
    }
    return isOther ? "\u{2068}\(name)\u{2069}" : name
  }

  /// A date as text.
  func text(of day: CivilDate) -> String { text(of: .date(day)) }

  /// A range of dates, or a single date: `Jan 4, 2026 – Nov 20, 2026`.
  func period(_ days: ClosedRange<CivilDate>) -> String {
    days.lowerBound == days.upperBound
      ? text(of: days.lowerBound) : "\(text(of: days.lowerBound)) – \(text(of: days.upperBound))"
  }
}
