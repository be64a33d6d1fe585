import Query
import Records
import Templates

/// The data of templates that is the same on every page, or on all pages of an entity: the site, and the
/// fields, columns and labels of entities.
struct StaticView: StaticSource {
  private let site: SiteView
  /// A page without content of its own.
  private let blank: PageSource
  /// The entity of each table with a single entity; -1 for other tables.
  private let entities: [Int32]
  /// By table and column, which records have a value.
  private let fillings: [[Column.Filling]]
  /// By table and link, whether every record has a destination.
  private let fullLinks: [[Bool]]

  init(_ site: SiteView) {
    self.site = site
    let page = PageView(path: "", roots: [], tree: ViewTree(), tables: site.tables)
    blank = PageSource(site: site, page: page)
    entities = site.graph.model.tables.map { $0.entities.count == 1 ? Int32($0.entities.lowerBound) : -1 }
    fillings = site.graph.tables.map { $0.columns.map(\.filling) }
    fullLinks = site.graph.tables.map { $0.links.map(\.isFull) }
  }

  /// The outermost context of every page.
  static let root = StaticHandle(PageSource.root, isWhole: true)

  /// The outermost context of the pages that show one of the site's index tables.
  static func root(showing table: Int) -> StaticHandle {
    StaticHandle(PageSource.root, isWhole: true, detail: Int32(table))
  }

  func record(of entity: Int) -> StaticHandle {
    StaticHandle(
      Handle(.record, table: site.graph.model.entities[entity].table, row: 0), isWhole: false,
      detail: Int32(entity))
  }

  /// A record of a table, with its entity if there is only one.
  private func record(in table: Int) -> StaticHandle {
    StaticHandle(Handle(.record, table: table, row: 0), isWhole: false, detail: entities[table])
  }

  // MARK: Fields

  func field(_ slot: Int, of value: StaticHandle) -> StaticValue {
    guard let kind = HandleKind(rawValue: value.handle.kind) else { return .unknown }
    switch kind {
    case .pageNode where value.isWhole && value.handle.minor < 0:
      return switch RootFields(rawValue: slot) {
      case .site: whole(Handle(.siteNode, 0, Int(site.siteNode)))
      case .table where value.detail >= 0:
        .sometimes(StaticHandle(Handle(.table, table: Int(value.detail), owner: 0), isWhole: false))
      default: .unknown
      }
    case .siteNode where value.isWhole: return whole(blank.value(slot, of: value.handle))
    case .record: return field(slot, ofRecord: value)
    case .info: return field(slot, ofInfo: value)
    case .field: return field(slot, ofField: value)
    case .added:
      return .always(
        StaticHandle(
          value.handle.with(.addedFields, member: slot), isWhole: false, detail: value.detail))
    case .table: return field(slot, ofTable: value)
    case .row:
      return slot == RowFields.cells.rawValue ? always(.cells, value) : always(.rowURL, value)
    case .cell: return field(slot, ofCell: value)
    default: return .unknown
    }
  }

  private func whole(_ handle: Handle?) -> StaticValue {
    handle.map { .always(StaticHandle($0, isWhole: true)) } ?? .absent
  }

  private func whole(_ flag: Bool) -> StaticValue { whole(Handle.flag(flag)) }

  /// A value with the same integers and another kind.
  private func always(_ kind: HandleKind, _ value: StaticHandle) -> StaticValue {
    .always(with(kind, value))
  }

  private func sometimes(_ kind: HandleKind, _ value: StaticHandle) -> StaticValue {
    .sometimes(with(kind, value))
  }

  private func with(_ kind: HandleKind, _ value: StaticHandle) -> StaticHandle {
    StaticHandle(value.handle.with(kind), isWhole: false, detail: value.detail)
  }

  private func field(_ slot: Int, ofRecord value: StaticHandle) -> StaticValue {
    let table = value.handle.record.table
    switch RecordSlot(slot) {
    case .record: return always(.info, value)
    case .fields: return always(.fields, value)
    case .lists: return always(.lists, value)
    case .attribute(let column):
      switch fillings[table][column] {
      case .empty: return .absent
      case .partial: return .unknown
      case .full:
        if case .tags = site.graph.tables[table].columns[column] { return .unknown }
        return .always(StaticHandle(Handle(.attribute, table: table, member: column, row: 0), isWhole: false))
      }
    case .link(let link):
      let (isMany, destination) = site.link(link, of: table)
      return isMany
        ? .always(StaticHandle(Handle(.records, table: table, member: link, row: 0), isWhole: false))
        : .sometimes(record(in: destination))
    }
  }

  private func field(_ slot: Int, ofInfo value: StaticHandle) -> StaticValue {
    let table = value.handle.record.table
    let text = StaticHandle(
      Handle(.infoText, table: table, member: slot, row: 0), isWhole: false, detail: value.detail)
    switch RecordFields(rawValue: slot) {
    case .index:
      return value.detail < 0
        ? .unknown : whole(blank.node(site.entityNodes[Int(value.detail)], .siteNode))
    case .labels:
      return value.detail < 0
        ? .unknown : whole(blank.node(site.labelNodes[Int(value.detail)], .siteNode))
    case .previous, .next: return .sometimes(with(.info, record(in: table)))
    case .url: return site.hasPages(table) ? .always(text) : .absent
    case .state, .stateLabel:
      return value.detail >= 0 && site.states[Int(value.detail)] == nil ? .absent : .sometimes(text)
    case .body: return .sometimes(text)
    case .id, .title, .label, .path: return .always(text)
    case .sums: return always(.sums, value)
    case .position: return site.hasPages(table) ? .absent : .always(text)
    case .paymentCode: return site.account == nil ? .absent : .sometimes(text)
    case .created: return site.graph.tables[table].createdDays.isEmpty ? .absent : .sometimes(text)
    case .changed: return site.graph.tables[table].changedDays.isEmpty ? .absent : .sometimes(text)
    case .asOf: return .sometimes(text)
    case .added: return always(.added, value)
    case .implied, .isOverdue, nil: return .unknown
    }
  }

  private func field(_ slot: Int, ofField value: StaticHandle) -> StaticValue {
    let own = site.fields[Int(value.detail)][value.handle.record.member]
    let field = own.column
    switch FieldFields(rawValue: slot) {
    case .value:
      return switch filling(of: field.source, in: value.handle.record.table) {
      case .empty: .absent
      case .partial: sometimes(.fieldValue, value)
      // The site's own currency does not count as a value.
      case .full: field.type == .currency ? sometimes(.fieldValue, value) : always(.fieldValue, value)
      }
    case .url: return field.type == .record || field.type.isAddress ? sometimes(.fieldURL, value) : .absent
    case .isMissing:
      guard field.namesMissing else { return whole(false) }
      return filling(of: field.source, in: value.handle.record.table) == .full ? whole(false) : .unknown
    case .isTrue: return field.type == .boolean ? .unknown : whole(false)
    case .isNumber: return whole(field.type.isNumber)
    case .isBoolean: return whole(field.type == .boolean)
    case .isLong: return whole(field.type == .text)
    case .isTitle: return whole(own.isTitle)
    case .isAdded: return whole(field.isAdded)
    case .isState: return whole(field.isState)
    case .isTotal: return whole(field.isTotal && !field.isAdded)
    case .isPart: return whole(own.isPart)
    case .part: return own.isPart ? .unknown : .absent
    case .name: return always(.fieldName, value)
    case .label: return always(.fieldLabel, value)
    case .type: return always(.fieldType, value)
    case .isUsed: return field.isAdded ? .unknown : whole(false)
    case .isZero: return field.type.isNumber ? .unknown : whole(false)
    case .items:
      return field.type == .records || site.tagPages.paths(for: field, of: Int(value.detail)) != nil
        ? .unknown : .absent
    case nil: return .unknown
    }
  }

  private func field(_ slot: Int, ofTable value: StaticHandle) -> StaticValue {
    let table = site.tables[value.handle.cell.table]
    let text = StaticHandle(value.handle.with(.tableText, column: slot), isWhole: false)
    let isIndex = isIndex(value.handle)
    switch TableFields(rawValue: slot) {
    case .name, .count, .columnCount, .totalLabel: return .always(text)
    case .label: return isIndex ? .sometimes(text) : table.label == nil ? .absent : .always(text)
    case .columns: return isIndex ? .unknown : whole(blank.node(table.columnsNode, .siteNode))
    case .rows: return always(.rows, value)
    case .sections: return always(.sections, value)
    case .isAdded: return whole(table.isAdded)
    case .isInside: return whole(table.isInside)
    case .csv, .json, .more: return table.maximumRows == nil && !isIndex ? .absent : .unknown
    case .isEmpty, .totals, nil: return .unknown
    }
  }

  /// Whether a table belongs to an index.
  private func isIndex(_ table: Handle) -> Bool { site.indexTables.contains(table.cell.table) }

  private func field(_ slot: Int, ofCell value: StaticHandle) -> StaticValue {
    let table = site.tables[value.handle.cell.table]
    let column = table.columns[value.handle.cell.column]
    switch CellFields(rawValue: slot) {
    case .value where column.leadsToRow && !column.namesMissing: return always(.cellValue, value)
    case .value:
      return switch filling(of: column.source, in: table.table) {
      case .empty where column.leadsToRow: sometimes(.cellValue, value)
      case .empty: .absent
      case .partial: sometimes(.cellValue, value)
      case .full: always(.cellValue, value)
      }
    case .url: return url(ofCell: value, column, of: table)
    case .isMissing:
      guard column.namesMissing else { return whole(false) }
      guard case .path(let path) = column.source else { return .unknown }
      return leadsOn(path.steps[...], from: table.table) ? whole(false) : .unknown
    case .isTrue: return column.type == .boolean ? .unknown : whole(false)
    case .isNumber: return whole(column.type.isNumber)
    case .isBoolean: return whole(column.type == .boolean)
    case .isFirst: return whole(value.handle.cell.column == 0)
    case .isAdded: return whole(column.isAdded)
    case .isState: return whole(column.isState)
    case .type: return always(.cellType, value)
    case .name: return always(.cellName, value)
    case .label:
      guard column.isLabelled else { return .absent }
      return column.isOfOthers || column.leadsToRow ? sometimes(.cellLabel, value) : always(.cellLabel, value)
    case .svg: return table.pictures.isEmpty ? .absent : .unknown
    case .items: return column.type == .records ? .unknown : .absent
    case nil: return .unknown
    }
  }

  /// The link of a cell.
  private func url(ofCell value: StaticHandle, _ column: ColumnView, of table: TableView) -> StaticValue {
    guard let count = column.linkSteps else {
      return column.type == .record ? sometimes(.cellURL, value) : .absent
    }
    guard case .path(let path) = column.source, count > 0 else { return always(.cellURL, value) }
    return leadsOn(path.steps[..<count], from: table.table)
      ? always(.cellURL, value) : sometimes(.cellURL, value)
  }

  /// Which records of a table have a value; `partial` if unknown.
  private func filling(of source: CellSource, in table: Int) -> Column.Filling {
    guard case .path(let path) = source else { return .partial }
    let end = path.steps.last?.destination ?? table
    if case .attribute(let attribute) = path.leaf, fillings[end][attribute] != .full {
      return fillings[end][attribute]
    }
    return leadsOn(path.steps[...], from: table) ? .full : .partial
  }

  /// Whether the steps of a path have a destination for every record of a table.
  private func leadsOn(_ steps: ArraySlice<FetchPath.Step>, from table: Int) -> Bool {
    var table = table
    return steps.allSatisfy { step in
      let from = table
      table = step.destination
      return fullLinks[from][step.link]
    }
  }

  // MARK: Sections

  func isTrue(_ value: StaticHandle) -> Bool? {
    switch HandleKind(rawValue: value.handle.kind) {
    case .siteNode where value.isWhole:
      switch site.tree.nodes[value.handle.minor] {
      case .isEntity, .isPage, .list: nil
      default: blank.isTrue(value.handle)
      }
    case .flag where value.isWhole: blank.isTrue(value.handle)
    case .attribute:
      if case .boolean = site.graph.tables[value.handle.record.table].columns[value.handle.record.member] {
        nil
      } else {
        true
      }
    case .info, .record, .field, .table, .row, .cell, .infoText, .tableText, .rowURL, .cellValue, .cellURL,
      .cellType, .cellLabel, .cellName, .fieldName, .fieldLabel, .fieldType, .fieldValue:
      true
    default: nil
    }
  }

  func elements(of value: StaticHandle) -> [StaticValue]? {
    let handle = value.handle
    switch HandleKind(rawValue: handle.kind) {
    case .siteNode where value.isWhole:
      return blank.count(of: handle).map { (0..<$0).map { whole(blank.element($0, of: handle)) } }
    case .fields where value.detail >= 0:
      return site.fields[Int(value.detail)].indices.map {
        .always(
          StaticHandle(
            Handle(.field, table: handle.record.table, member: $0, row: 0), isWhole: false,
            detail: value.detail))
      }
    case .lists where value.detail >= 0:
      // The owner's row is in the upper bits of a table's handle.
      return site.lists[Int(value.detail)].map {
        .always(StaticHandle(Handle(.table, table: $0, owner: 0), isWhole: false), shift: 32)
      }
    case .addedFields:
      return value.detail >= 0 && site.addedFields[Int(value.detail)].isEmpty ? [] : nil
    case .cells:
      return site.tables[handle.cell.table].columns.indices.map {
        .always(StaticHandle(handle.with(.cell, column: $0), isWhole: false))
      }
    case .sections: return site.tables[handle.cell.table].sections.isEmpty ? [] : nil
    default: return nil
    }
  }

  func element(of value: StaticHandle) -> StaticHandle? {
    let handle = value.handle
    switch HandleKind(rawValue: handle.kind) {
    case .records: return record(in: site.link(handle.record.member, of: handle.record.table).destination)
    case .rows: return StaticHandle(Handle(.row, table: handle.cell.table, owner: 0), isWhole: false)
    default: return nil
    }
  }

  // MARK: Text

  func append(_ value: StaticHandle, to output: inout Output) -> Bool {
    let handle = value.handle
    switch HandleKind(rawValue: handle.kind) {
    case .siteNode where value.isWhole:
      switch site.tree.nodes[handle.minor] {
      case .text, .labelled, .number, .flag, .html, .value: blank.append(handle, to: &output)
      case .path, .root, .isEntity, .isPage, .object, .list, .map, .handle: return false
      }
    case .fieldName: output.append(site.fields[Int(value.detail)][handle.record.member].column.name)
    case .fieldLabel: output.append(site.fields[Int(value.detail)][handle.record.member].column.label)
    case .fieldType: output.append(site.fields[Int(value.detail)][handle.record.member].column.type.name)
    case .cellType, .cellLabel, .cellName: blank.append(handle, to: &output)
    case .infoText where handle.record.member == RecordFields.label.rawValue && value.detail >= 0:
      output.append(site.graph.model.entities[Int(value.detail)].label)
    case .tableText:
      switch TableFields(rawValue: handle.cell.column) {
      case .label where isIndex(handle): return false
      case .name, .label, .columnCount: blank.append(handle, to: &output)
      default: return false
      }
    default: return false
    }
    return true
  }
}

extension SiteView {
  /// Whether a relationship is to-many, and its destination table.
  fileprivate func link(_ link: Int, of table: Int) -> (isMany: Bool, destination: Int) {
    let link = graph.model.tables[table].links[link]
    return (link.isMany, link.destination)
  }
}
