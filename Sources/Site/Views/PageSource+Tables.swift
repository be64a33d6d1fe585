import Query
import Records
import Templates

// Tables: the meaning of a handle's reference and rows, and the cells.

extension PageSource {
  // Tables and columns are not copied to variables, which would retain them several times per cell.

  /// The table that a handle refers to.
  func table(_ handle: Handle) -> TableView { page.tables[handle.cell.table] }

  // MARK: Fields

  /// The field of a table by its slot in ``TableFields``.
  func field(_ slot: Int, ofTable handle: Handle) -> Handle? {
    let table = table(handle)
    switch TableFields(rawValue: slot) {
    case .name, .count, .columnCount, .totalLabel: return handle.with(.tableText, column: slot)
    case .label: return table.label == nil ? nil : handle.with(.tableText, column: slot)
    case .isEmpty: return .flag(rowCount(of: handle) == 0)
    case .columns:
      return node(table.columnsNode, handle.cell.table < site.indexTables.lowerBound ? .siteNode : .pageNode)
    case .rows: return handle.with(.rows)
    case .sections: return handle.with(.sections)
    case .totals:
      return table.columns.indices.contains { hasTotal(handle.with(.totalCell, column: $0)) }
        ? handle.with(.totals) : nil
    case .csv, .json:
      return table.exportPath == nil && !isCut(handle) ? nil : handle.with(.tableText, column: slot)
    case .more: return isCut(handle) ? handle.with(.tableText, column: slot) : nil
    case .isAdded: return .flag(table.isAdded)
    case .isInside: return .flag(table.isInside)
    case nil: return nil
    }
  }

  /// Whether a column has a total; a record's list has none if its rows have nothing to add up.
  private func hasTotal(_ handle: Handle) -> Bool {
    let table = table(handle)
    let column = table.columns[handle.cell.column]
    guard case .related(let link) = table.rows else { return total(handle) != .null }
    return column.isTotal
      && site.graph.tables[table.ownerTable].links[link].targets(of: handle.cell.owner).contains {
        value(of: column, row: $0, in: table) != .null
      }
  }

  /// The value of a column for a row of a list.
  private func value(of column: ColumnView, row: Int32, in table: TableView) -> Value {
    column.ownColumn >= 0
      ? site.graph.tables[table.table].columns[column.ownColumn][Int(row)]
      : site.value(of: column.source, row: Int(row), table: table.table)
  }

  /// The field of a section by its slot in ``SectionFields``.
  func field(_ slot: Int, ofSection handle: Handle) -> Handle? {
    let section = table(handle).sections[handle.cell.row]
    switch SectionFields(rawValue: slot) {
    case .title, .count, .totalLabel: return handle.with(.sectionText, column: slot)
    case .rows: return handle.with(.sectionRows)
    case .totals:
      guard section.totals.contains(where: { $0 != .null }) else { return nil }
      return handle.with(.totals, row: handle.cell.row + 1)
    case nil: return nil
    }
  }

  /// The field of a cell by its slot in ``CellFields``.
  func field(_ slot: Int, ofCell handle: Handle) -> Handle? {
    switch CellFields(rawValue: slot) {
    case .value:
      return hasValue(cell: handle) || recordInstead(ofCell: handle) != nil ? handle.with(.cellValue) : nil
    case .url: return linkTarget(ofCell: handle) == nil ? nil : handle.with(.cellURL)
    case .isMissing: return .flag(isMissing(handle))
    case .isNumber: return .flag(page.tables[handle.cell.table].columns[handle.cell.column].type.isNumber)
    case .isBoolean:
      return .flag(page.tables[handle.cell.table].columns[handle.cell.column].type == .boolean)
    case .isTrue: return .flag(value(ofCell: handle) == .boolean(true))
    case .type: return handle.with(.cellType)
    case .isFirst: return .flag(handle.cell.column == 0)
    case .isAdded: return .flag(page.tables[handle.cell.table].columns[handle.cell.column].isAdded)
    case .isState: return .flag(page.tables[handle.cell.table].columns[handle.cell.column].isState)
    case .label:
      let column = page.tables[handle.cell.table].columns[handle.cell.column]
      // A dash needs no label where it stands alone, and a title is not a value of the column.
      return column.isLabelled && !(column.isOfOthers && value(ofCell: handle).isZero)
        && recordInstead(ofCell: handle) == nil
        ? handle.with(.cellLabel) : nil
    case .items: return items(of: handle)
    case .name: return handle.with(.cellName)
    case .svg:
      return page.tables[handle.cell.table].pictures[handle.cell.column] == nil ? nil : handle.with(.cellSVG)
    case nil: return nil
    }
  }

  /// The field of a total by its slot in ``CellFields``; columns without a total have no value.
  func field(_ slot: Int, ofTotal handle: Handle) -> Handle? {
    let column = table(handle).columns[handle.cell.column]
    switch CellFields(rawValue: slot) {
    case .value: return hasTotal(handle) ? handle.with(.totalValue) : nil
    case .isNumber: return .flag(column.type.isNumber)
    case .type: return handle.with(.totalType)
    case .isFirst: return .flag(handle.cell.column == 0)
    case .isAdded: return .flag(column.isAdded)
    case .isMissing, .isBoolean, .isTrue, .isState: return .flag(false)
    case .label: return handle.with(.cellLabel)
    case .name: return handle.with(.cellName)
    case .url, .svg, .items, nil: return nil
    }
  }

  // MARK: Rows

  /// The number of rows that a table shows.
  func rowCount(of handle: Handle) -> Int {
    min(linkCount(of: handle), page.tables[handle.cell.table].maximumRows ?? Int.max)
  }

  /// The number of a table's rows or, for a record's list, of its links.
  func linkCount(of handle: Handle) -> Int {
    switch page.tables[handle.cell.table].rows {
    case .related(let link):
      site.linkCount(page.tables[handle.cell.table].ownerTable, link, handle.cell.owner)
    case .records(let rows): rows.count
    case .values(let rows): rows.count
    }
  }

  /// Whether a list of related records shows only the first of them.
  private func isCut(_ handle: Handle) -> Bool {
    page.tables[handle.cell.table].maximumRows.map { linkCount(of: handle) > $0 } ?? false
  }

  /// The record of a row; nil for a group.
  func record(ofRow handle: Handle) -> Int? {
    switch page.tables[handle.cell.table].rows {
    case .related(let link):
      site.linkTarget(handle.cell.row, page.tables[handle.cell.table].ownerTable, link, handle.cell.owner)
    case .records(let rows): Int(rows[handle.cell.row])
    case .values: nil
    }
  }

  /// The path to the page of a row's record; nil for a group.
  func rowURL(_ handle: Handle) -> Handle? {
    record(ofRow: handle) == nil ? nil : handle.with(.rowURL)
  }

  // MARK: Cells

  /// The attribute that a cell shows, of the row's own record or one that its key path leads to; nil for any
  /// other value.
  func attribute(ofCell handle: Handle) -> Handle? {
    guard let row = record(ofRow: handle) else { return nil }
    let table = page.tables[handle.cell.table].table
    let own = page.tables[handle.cell.table].columns[handle.cell.column].ownColumn
    if own >= 0 { return Handle(.attribute, table: table, member: own, row: row) }
    guard case .path(let path) = page.tables[handle.cell.table].columns[handle.cell.column].source,
      case .attribute(let column) = path.leaf,
      let end = site.record(from: row, in: table, along: path.steps[...])
    else { return nil }
    return Handle(.attribute, table: end.table, member: column, row: end.row)
  }

  /// The value of a cell, by its row and its column.
  func value(ofCell handle: Handle) -> Value {
    guard let row = record(ofRow: handle) else {
      guard case .values(let rows) = page.tables[handle.cell.table].rows else { return .null }
      return rows[handle.cell.row][handle.cell.column]
    }
    if !page.tables[handle.cell.table].values.isEmpty,
      let value = page.tables[handle.cell.table].values[handle.cell.column]?[handle.cell.row]
    {
      return value
    }
    return site.value(
      of: page.tables[handle.cell.table].columns[handle.cell.column].source, row: row,
      table: page.tables[handle.cell.table].table)
  }

  /// Whether a cell has a value of its own, computing it only if necessary.
  private func hasValue(cell handle: Handle) -> Bool {
    guard let row = record(ofRow: handle) else { return value(ofCell: handle) != .null }
    let table = page.tables[handle.cell.table].table
    let own = page.tables[handle.cell.table].columns[handle.cell.column].ownColumn
    if own >= 0 { return site.hasValue(table, own, row) }
    if case .path(let path) = page.tables[handle.cell.table].columns[handle.cell.column].source {
      return site.hasValue(path, row: row, table: table)
    }
    return value(ofCell: handle) != .null
  }

  /// The record whose title a cell shows because it has no value of its own.
  func recordInstead(ofCell handle: Handle) -> Int? {
    guard page.tables[handle.cell.table].columns[handle.cell.column].leadsToRow,
      let row = record(ofRow: handle), !hasValue(cell: handle), !isMissing(handle)
    else { return nil }
    return row
  }

  /// The record that a cell links to.
  func linkTarget(ofCell handle: Handle) -> (table: Int, row: Int)? {
    guard let row = record(ofRow: handle) else {
      if case .record(let table, let row) = value(ofCell: handle) { return (table, row) }
      return nil
    }
    guard let count = page.tables[handle.cell.table].columns[handle.cell.column].linkSteps else { return nil }
    let table = page.tables[handle.cell.table].table
    guard case .path(let path) = page.tables[handle.cell.table].columns[handle.cell.column].source, count > 0
    else {
      return (table, row)
    }
    return site.record(from: row, in: table, along: path.steps[..<count])
  }

  // MARK: Records in cells

  /// The records that a cell lists; nil if it lists none.
  private func items(of cell: Handle) -> Handle? {
    let table = page.tables[cell.cell.table]
    guard table.columns[cell.cell.column].type == .records else { return nil }
    var items = Handle(.cellItems, Int(cell.major), cell.cell.row)
    if case .related = table.rows, let row = record(ofRow: cell) { items = items.with(.cellItems, row: row) }
    return self.items(ofCell: items).isEmpty ? nil : items
  }

  /// The values that a cell lists.
  /// - Parameter handle: the items of a cell, or one of them.
  func items(ofCell handle: Handle) -> [Value] {
    page.items(of: handle.with(.cellItems, part: 0)) {
      let table = page.tables[handle.cell.table]
      let value =
        if case .related = table.rows {
          site.value(of: table.columns[handle.cell.column].source, row: handle.record.row, table: table.table)
        } else {
          value(ofCell: handle)
        }
      return table.columns[handle.cell.column].items(of: value)
    }
  }

  /// The record that an item of a cell links to; nil if it is no record.
  func linkTarget(ofItem handle: Handle) -> (table: Int, row: Int)? {
    guard case .record(let table, let row) = items(ofCell: handle)[handle.record.part] else { return nil }
    return (table, row)
  }

  /// Whether a cell has no value because a record on its path is missing.
  private func isMissing(_ handle: Handle) -> Bool {
    let table = table(handle)
    let column = table.columns[handle.cell.column]
    guard column.namesMissing else { return false }
    guard let row = record(ofRow: handle), case .path(let path) = column.source else {
      return value(ofCell: handle) == .null
    }
    return site.record(from: row, in: table.table, along: path.steps[...]) == nil
  }

  /// The total of a column over the whole table, a section, or an owner's list.
  func total(_ handle: Handle) -> Value {
    let table = table(handle)
    if handle.cell.row > 0 { return table.sections[handle.cell.row - 1].totals[handle.cell.column] }
    if let totals = table.totals { return totals[handle.cell.column] }
    let column = table.columns[handle.cell.column]
    guard column.isTotal, case .related(let link) = table.rows else { return .null }
    var total = RunningSum(from: .null)
    for row in site.graph.tables[table.ownerTable].links[link].targets(of: handle.cell.owner) {
      total.add(value(of: column, row: row, in: table))
    }
    return site.total(total.value)
  }
}

extension PageSource {
  /// The total of an attribute over the records of a list.
  func sum(_ handle: Handle) -> Value {
    let destination = site.graph.model.tables[handle.record.table].links[handle.record.member].destination
    let column = site.graph.tables[destination].columns[handle.record.part]
    var sum = RunningSum(from: .null)
    for row in site.graph.tables[handle.record.table].links[handle.record.member].targets(
      of: handle.record.row)
    {
      sum.add(column[Int(row)])
    }
    return site.total(sum.value)
  }
}

extension Value {
  /// A total without the zeros that adding up left at its end, such as `2.00` of 1.50 and 0.5.
  /// - Parameter digits: the digits after the point of a number that remain; of an amount its currency's do.
  func withoutTrailingZeros(after digits: Int) -> Value {
    switch self {
    case .number(let number): .number(number.withoutTrailingZeros.padded(toDigits: digits))
    case .money(let money): .money(money.withoutSurplusZeros)
    default: self
    }
  }
}

extension SiteView {
  /// A total as it is printed: zero is of the site's currency, whichever the records have.
  fileprivate func total(_ value: Value) -> Value {
    guard let money = value.money, money.isZero else { return value }
    return .money(Money(.zero, graph.model.currency))
  }
}
