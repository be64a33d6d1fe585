import Diagnostics
import Records

// The rows of a list stand in a table where their fields fit beside each other; elsewhere each row is a card. In a
// field that is too narrow an amount would be cut, and read as another.

extension FormPage {
  /// The style sheet that says for each list how wide its table is.
  var tableWidths: HTML {
    let lists = form.keys.keys.compactMap { name, kind in
      if case .rows(let list) = kind { (name, form.model.entities[list.destination]) } else { nil }
    }
    return lists.isEmpty ? "" : "<style>\n\(lists.map { tableWidth($0.0, $0.1) })</style>\n"
  }

  private func tableWidth(_ list: String, _ entity: Entity) -> HTML {
    let columns =
      EntityKeys(entity).keys.map { (name: $0.name, kind: $0.kind, heading: heading(of: $0)) }
      + entity.attributes.filter { $0.derived != nil }.map { ($0.name.text, .attribute($0), $0.label) }
    let widths = columns.enumerated().map { index, column in
      // A word of the heading is not broken.
      let longestWord = column.heading.split(separator: " ").map(\.count).max() ?? 0
      return max(width(of: column.name, column.kind, list, isFirst: index == 0), longestWord * 5 + 10)
    }
    let cells = widths.enumerated().map { index, width in
      " [data-list=\"\(list)\"] td:nth-child(\(index + 1)) { min-width: \(tenths: width) }" as HTML
    }
    return """
      @container (min-width: \(tenths: widths.reduce(Self.buttons, +))) {
      [data-list="\(list)"] { --head: static; --clip: none; --row: table-row; --label: none; --card: 0; --line-below: 1px solid var(--line) }
      \(cells) }

      """
  }

  /// The width of a row's buttons, in tenths of rem, as all of these widths.
  private static let buttons = 110

  /// The width that the fields of a column need.
  private func width(
    of key: String, _ kind: EntityKeys.Kind, _ list: String, isFirst: Bool
  ) -> Int {
    switch kind {
    case .reference(let relationship) where relationship.isMany: return 170
    case .attribute(let attribute) where attribute.type == .money:
      let texts = (values.rows[list] ?? []).flatMap { row in
        [row.fields[key], computed[.cell(list: list, row: row.name, key: key)]].compactMap(\.self)
      }
      // Amounts up to -1234567.89 may be typed without a change of the table.
      return texts.map(\.count).reduce(11, max) * 6 + 20
    case .attribute(let attribute) where attribute.isDateField: return 95
    case .attribute(let attribute) where attribute.type == .boolean: return 90
    default:
      // A choice or a word that is cut may read as another.
      let choices =
        if case .attribute(let attribute) = kind { attribute.choices.map(\.text) } else { [String]() }
      let written = (values.rows[list] ?? []).compactMap { $0.fields[key] }
      let longest = (choices + written).map(\.count).max() ?? 0
      return max(isFirst ? 100 : 50, min(longest, 40) * 5 + (choices.isEmpty ? 20 : 40))
    }
  }
}

extension HTML.StringInterpolation {
  /// Appends a length in rem, given in tenths.
  fileprivate mutating func appendInterpolation(tenths length: Int) {
    appendLiteral("\(length / 10).\(length % 10)rem")
  }
}
