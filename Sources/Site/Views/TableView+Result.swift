import Content
import Formatting
import Query
import Records

// Makes tables from the columns and rows of fetch requests.

extension ColumnView {
  /// The columns of a compiled request.
  /// - Parameter day: the day for which the request was run; nil for the site's day.
  static func columns(of plan: FetchPlan, asOf day: CivilDate?) -> [ColumnView] {
    let isComputed = plan.isGrouped || plan.isDistinct || plan.pivot != nil
    let linkSteps = isComputed ? [] : linkSteps(of: plan.columns)
    return plan.columns.enumerated().map { index, column in
      // What compares rows has no value of a record alone.
      let source: CellSource =
        isComputed || column.rowFunction != nil
        ? .computed : column.path.map { .path($0) } ?? .expression(column.expression, asOf: day)
      return ColumnView(
        name: column.header, label: column.label, type: ColumnType(column), isTotal: column.isTotal,
        namesMissing: column.relationship?.isExpected ?? false,
        isOfOthers: column.type.isNumeric && !column.isShare && !column.isOfGroup
          && (plan.isGrouped || column.expression.syntax.addsUp),
        isAligned: column.type == .decimal && column.path == nil && !column.isShare,
        digits: column.attribute?.digits ?? 0, source: source,
        linkSteps: isComputed ? nil : linkSteps[index],
        // Elsewhere in a row a title would be read as the value.
        isOfRow: index == 0 || column.path?.leaf == .title || column.path?.leaf == .id,
        style: ValueStyle(column))
    }
  }

  /// Makes a column of pictures to add to those of a result.
  convenience init(sparkline label: String) {
    self.init(name: label, label: label, type: .sparkline, source: .computed)
  }

  /// Makes a column for further values of another column.
  convenience init(_ label: String, of column: ColumnView) {
    self.init(
      name: label, label: label, type: column.type, isAligned: column.isAligned, digits: column.digits,
      source: .computed, style: column.style)
  }

  /// The number of references from a row to the record that a cell of each column links to. Cells that show a
  /// record or a record's title link to the record, and the first of the others to the row's own, unless one does.
  private static func linkSteps(of columns: [FetchColumn]) -> [Int?] {
    var linkSteps = columns.map { column -> Int? in
      switch column.path?.leaf {
      case .title, .record, .id: column.path?.steps.count
      case .attribute, nil: nil
      }
    }
    // A state and a yes or no are shown as marks, which have no link, and listed records have links of their own.
    let others = columns.indices.filter {
      linkSteps[$0] == nil && !columns[$0].isState && columns[$0].type != .boolean
        && ColumnType(columns[$0]) != .records
    }
    if others.first == 0 {
      linkSteps[0] = 0
    } else if !linkSteps.contains(0) {
      // A cell without a value has no link.
      let filled = others.first { index in
        columns[index].attribute.map { $0.isRequired || $0.expression != nil } ?? false
      }
      if let column = filled ?? others.first { linkSteps[column] = 0 }
    }
    return linkSteps
  }
}

extension Syntax {
  /// Whether the key path adds up or counts records.
  fileprivate var addsUp: Bool {
    if case .path(_, let steps) = kind { steps.contains(where: \.isOperator) } else { false }
  }
}

extension FetchResult {
  /// The result with headings in the site's language for columns made from the values of `pivot`.
  func headed(by names: ValueNames) -> FetchResult {
    guard let pivot = plan.pivot else { return self }
    let style = ValueStyle(pivot, of: plan.entity, in: names.graph.model)
    return naming { names.label(of: $0.value, as: style) }
  }

  /// Some of the rows for a table.
  func tableRows(_ range: Range<Int>) -> TableView.Rows {
    if let records, plan.pivot == nil { return .records(Array(records[range])) }
    let columns = plan.columns.indices.map { values(of: $0, in: range) }
    return .values(range.indices.map { row in columns.map { $0[row - range.lowerBound] } })
  }

  /// The figure of a column: its total, or else its first value.
  func figure(of column: Int) -> Value {
    if plan.columns[column].isTotal { return totals[column] }
    return count == 0 ? .null : values(of: column, in: 0..<1).first ?? .null
  }
}

extension TableView {
  /// Makes a table of a whole result.
  convenience init(
    _ result: FetchResult, name: String, label: String?, exportPath: String?, _ model: Model,
    tree: inout ViewTree
  ) {
    let columns = ColumnView.columns(of: result.plan, asOf: result.day)
    let all = 0..<result.count
    let values = Self.computedValues(of: columns, result, all)
    self.init(
      name: name, label: label, table: model.entities[result.plan.entity].table, columns: columns,
      rows: result.tableRows(all), count: result.count, sections: Self.sections(of: result, all),
      totals: result.totals, exportPath: exportPath,
      scales: Self.scales(of: columns, totals: result.totals) { column in
        (values.isEmpty ? nil : values[column]) ?? result.values(of: column, in: all)
      },
      values: values, columnsNode: tree.columns(columns))
  }

  /// The digits after the point in aligned columns: the maximum among their numbers.
  /// - Parameter totals: the totals of the columns, shown below the numbers.
  static func scales(
    of columns: [ColumnView], totals: [Value], _ values: (Int) -> [Value]
  ) -> [Int?] {
    guard columns.contains(where: \.isAligned) else { return [] }
    return columns.enumerated().map { index, column in
      guard column.isAligned else { return nil }
      return (values(index) + [totals[index]]).compactMap { $0.number?.legible.scale }.max()
    }
  }

  /// Makes a table for a page of a listing; totals and counts are those of the whole result.
  convenience init(
    _ listing: IndexListing, _ range: Range<Int>, _ model: Model, sorts: [ColumnSort?], tree: inout ViewTree
  ) {
    self.init(
      name: model.entities[listing.entity].name, label: listing.title,
      table: model.entities[listing.entity].table,
      columns: listing.columns, rows: listing.result.tableRows(range), count: listing.result.count,
      sections: Self.sections(of: listing.result, range), totals: listing.result.totals,
      exportPath: listing.exportPath, values: Self.computedValues(of: listing.columns, listing.result, range),
      columnsNode: tree.columns(listing.columns, sorts))
  }

  /// The values of columns other than key paths, which are computed fastest for many records at once.
  static func computedValues(
    of columns: [ColumnView], _ result: FetchResult, _ range: Range<Int>
  ) -> [[Value]?] {
    guard case .records = result.tableRows(range.prefix(0)) else { return [] }
    let values = columns.enumerated().map { index, column -> [Value]? in
      if case .path = column.source { return nil }
      return result.values(of: index, in: range)
    }
    return values.contains { $0 != nil } ? values : []
  }

  /// Makes a table with the common properties of a listing's pages: columns, and whether it has sections.
  convenience init(columnsOf listing: IndexListing, _ model: Model, tree: inout ViewTree) {
    self.init(
      name: model.entities[listing.entity].name, label: nil, table: model.entities[listing.entity].table,
      columns: listing.columns, rows: listing.result.tableRows(0..<0),
      sections: listing.result.plan.section.map { _ in
        [Section(title: .null, count: 0, rows: 0..<0, totals: [])]
      } ?? [], columnsNode: tree.columns(listing.columns))
  }

  /// The sections of a whole result, with further columns that have no totals.
  /// - Parameters:
  ///   - places: the positions of inserted columns, in ascending order.
  ///   - count: the total number of columns, including those appended at the end.
  static func sections(of result: FetchResult, withPicturesAt places: [Int], count: Int) -> [Section] {
    sections(of: result, 0..<result.count).map { section in
      var section = section
      for place in places { section.totals.insert(.null, at: min(place, section.totals.count)) }
      section.totals += Array(repeating: .null, count: count - section.totals.count)
      return section
    }
  }

  /// The sections that are shown, at least in part, on a page.
  private static func sections(of result: FetchResult, _ range: Range<Int>) -> [Section] {
    let style =
      result.plan.section.map {
        ValueStyle($0.expression, of: result.plan.entity, in: result.graph.model)
      } ?? .plain
    return result.sections.compactMap { section in
      let shown = section.rows.clamped(to: range)
      guard !shown.isEmpty else { return nil }
      return Section(
        title: section.title, style: style, relationship: result.plan.section?.relationship,
        count: section.rows.count,
        rows: shown.lowerBound - range.lowerBound..<shown.upperBound - range.lowerBound,
        totals: section.totals)
    }
  }
}
