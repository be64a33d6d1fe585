import Records
import Templates

/// Provides templates with the data of the site and of a page, under the names in `ViewShapes`.
struct PageSource: TemplateSource {
  /// The content that all pages share.
  let site: SiteView
  /// The further content of this page.
  let page: PageView
  /// The rendered rows of indexes; nil to render rows on every page.
  var repeated: RepeatedRows?

  /// The handle of the page's outermost context; a record's page has the record as a second one.
  static let root = Handle(.pageNode, 0, -1)

  // MARK: Fields

  func value(_ slot: Int, of handle: Handle) -> Handle? {
    guard let kind = HandleKind(rawValue: handle.kind) else { return nil }
    switch kind {
    case .pageNode where handle.minor < 0:
      guard slot < page.roots.count, page.roots[slot] >= 0 else { return nil }
      return node(page.roots[slot], .pageNode)
    case .pageNode, .siteNode: return field(slot, ofNode: handle, kind)
    case .record: return field(slot, ofRecord: handle)
    case .info: return field(slot, ofInfo: handle)
    case .sums: return handle.with(.listSums, member: slot)
    case .added: return handle.with(.addedFields, member: slot)
    case .listSums: return handle.with(.sumValue, part: slot)
    case .sumValue: return handle.with(.sumPlain)
    case .attribute: return part(slot, ofAttribute: handle)
    case .amount: return handle.with(slot == AmountFields.plain.rawValue ? .amountPlain : .amountCurrency)
    case .field: return field(slot, ofField: handle)
    case .fieldItem, .cellItem: return field(slot, ofItem: handle, of: kind)
    case .fieldValue: return handle.with(.fieldPlain)
    case .table: return field(slot, ofTable: handle)
    case .row: return slot == RowFields.cells.rawValue ? handle.with(.cells) : rowURL(handle)
    case .cell: return field(slot, ofCell: handle)
    case .cellValue: return handle.with(.cellPlain)
    case .section: return field(slot, ofSection: handle)
    case .totalCell: return field(slot, ofTotal: handle)
    case .totalValue: return handle.with(.totalPlain)
    default: return nil
    }
  }

  func value(named name: String, of handle: Handle) -> Handle? {
    guard let kind = HandleKind(rawValue: handle.kind), kind == .siteNode || kind == .pageNode,
      handle.minor >= 0,
      case .map(let keys) = tree(kind).nodes[handle.minor], let index = keys[name]
    else { return nil }
    return node(index, kind)
  }

  func isTrue(_ handle: Handle) -> Bool {
    guard let kind = HandleKind(rawValue: handle.kind) else { return true }
    switch kind {
    case .flag: return handle.minor == 1
    case .attribute:
      return site.graph.tables[handle.record.table].columns[handle.record.member][handle.record.row].boolean
        ?? true
    case .siteNode, .pageNode:
      guard handle.minor >= 0 else { return true }
      switch tree(kind).nodes[handle.minor] {
      case .flag(let flag): return flag
      case .isEntity(let entity): return page.currentEntity == entity
      case .isPage(let index): return page.currentPage == index
      default: return true
      }
    default: return true
    }
  }

  // MARK: Lists

  func count(of handle: Handle) -> Int? {
    guard let kind = HandleKind(rawValue: handle.kind) else { return nil }
    switch kind {
    case .siteNode, .pageNode:
      guard handle.minor >= 0, case .list(let elements) = tree(kind).nodes[handle.minor] else { return nil }
      return elements.count
    case .records: return site.linkCount(handle.record.table, handle.record.member, handle.minor)
    case .pageRecords: return page.records?.rows.count ?? 0
    case .addedFields:
      return page.usedFields[
        site.graph.model.tables[handle.record.table].links[handle.record.member].destination]?.count ?? 0
    case .fields: return site.fields[entity(of: handle)].count
    case .lists: return site.lists[entity(of: handle)].count
    case .fieldItems: return fieldItems(handle).count
    case .rows: return rowCount(of: handle)
    case .cells, .totals: return page.tables[handle.cell.table].columns.count
    case .cellItems: return items(ofCell: handle).count
    case .sections: return page.tables[handle.cell.table].sections.count
    case .sectionRows: return page.tables[handle.cell.table].sections[handle.cell.row].rows.count
    case .amounts:
      return site.graph.tables[handle.record.table].columns[handle.record.member][handle.record.row].money?
        .amounts.count ?? 0
    case .attribute:
      guard case .tags(let tags) = site.graph.tables[handle.record.table].columns[handle.record.member] else {
        return nil
      }
      return tags[handle.record.row].count
    default: return nil
    }
  }

  func element(_ index: Int, of list: Handle) -> Handle {
    guard let kind = HandleKind(rawValue: list.kind) else { return list }
    switch kind {
    case .siteNode, .pageNode:
      guard case .list(let elements) = tree(kind).nodes[list.minor] else { return list }
      return node(elements[index], kind) ?? list
    case .records:
      let destination = site.graph.model.tables[list.record.table].links[list.record.member].destination
      return Handle(
        .record, table: destination,
        row: site.linkTarget(index, list.record.table, list.record.member, list.record.row))
    case .pageRecords:
      guard let records = page.records else { return list }
      return Handle(.record, table: records.table, row: Int(records.rows[records.rows.startIndex + index]))
    case .addedFields:
      // Any record can represent them all, since only its fields' labels are read.
      let destination = site.graph.model.tables[list.record.table].links[list.record.member].destination
      return Handle(
        .field, table: destination, member: page.usedFields[destination]?[index] ?? 0,
        row: site.linkTarget(0, list.record.table, list.record.member, list.record.row))
    case .fields: return list.with(.field, member: index)
    case .fieldItems: return list.with(.fieldItem, part: index)
    case .lists:
      let reference = site.lists[entity(of: list)].lowerBound + index
      return Handle(.table, table: reference, owner: list.record.row)
    case .rows: return list.with(.row, row: index)
    case .sectionRows:
      let first = table(list).sections[list.cell.row].rows.lowerBound
      return list.with(.row, row: first + index)
    case .sections: return list.with(.section, row: index)
    case .cells: return list.with(.cell, column: index)
    case .totals: return list.with(.totalCell, column: index)
    case .cellItems: return list.with(.cellItem, part: index)
    case .amounts: return list.with(.amount, part: index)
    case .attribute: return list.with(.tag, part: index)
    default: return list
    }
  }

  func appendPrinted(_ list: Handle, section: Int, to output: inout Output) -> Bool {
    guard let repeated, let root = page.root, list.kind == HandleKind.rows.rawValue,
      case .records(let rows) = page.tables[list.cell.table].rows
    else { return false }
    return repeated.print(rows, section: section, root: root, to: &output)
  }

  // MARK: Nodes

  /// The tree of a node: the site's or the page's.
  func tree(_ kind: HandleKind) -> ViewTree { kind == .siteNode ? site.tree : page.tree }

  /// The handle of a node, or the handle that the node stands for.
  func node(_ index: ViewTree.Index, _ kind: HandleKind) -> Handle? {
    guard index >= 0 else { return nil }
    if case .handle(let handle) = tree(kind).nodes[Int(index)] { return handle }
    return Handle(kind, 0, Int(index))
  }

  private func field(_ slot: Int, ofNode handle: Handle, _ kind: HandleKind) -> Handle? {
    switch tree(kind).nodes[handle.minor] {
    case .object(let slots), .labelled(_, let slots): slot < slots.count ? node(slots[slot], kind) : nil
    default: nil
    }
  }

  // MARK: Records

  private func entity(of record: Handle) -> Int {
    site.graph.entity(of: record.minor, in: Int(record.major))
  }

  private func field(_ slot: Int, ofRecord handle: Handle) -> Handle? {
    let table = Int(handle.major)
    switch RecordSlot(slot) {
    case .record: return handle.with(.info)
    case .fields: return handle.with(.fields)
    case .lists: return handle.with(.lists)
    case .attribute(let column):
      return site.hasValue(table, column, handle.minor)
        ? Handle(.attribute, table: table, member: column, row: handle.minor) : nil
    case .link(let link):
      guard !site.graph.model.tables[table].links[link].isMany else {
        return Handle(.records, table: table, member: link, row: handle.minor)
      }
      guard site.linkCount(table, link, handle.minor) > 0 else { return nil }
      return Handle(
        .record, table: site.graph.model.tables[table].links[link].destination,
        row: site.linkTarget(0, table, link, handle.minor))
    }
  }

  private func field(_ slot: Int, ofInfo handle: Handle) -> Handle? {
    let table = Int(handle.major)
    var text: Handle { Handle(.infoText, table: table, member: slot, row: handle.minor) }
    switch RecordFields(rawValue: slot) {
    case .index: return node(site.entityNodes[entity(of: handle)], .siteNode)
    case .labels: return node(site.labelNodes[entity(of: handle)], .siteNode)
    case .previous:
      return site.neighbour(of: handle.minor, in: table, by: -1).map { Handle(.info, table: table, row: $0) }
    case .next:
      return site.neighbour(of: handle.minor, in: table, by: 1).map { Handle(.info, table: table, row: $0) }
    case .sums: return handle.with(.sums)
    case .added: return handle.with(.added)
    case .url where !site.hasPages(table): return nil
    case .implied: return .flag(site.graph.tables[table].isImplied(handle.minor))
    case .position where site.hasPages(table): return nil
    case .asOf where !site.usesToday(handle.minor, in: table): return nil
    case .state, .stateLabel: return site.state(of: handle.minor, in: table) == .null ? nil : text
    case .created: return site.createdDay(of: handle.minor, in: table) == nil ? nil : text
    case .changed: return site.changedDay(of: handle.minor, in: table) == nil ? nil : text
    case .paymentCode: return site.payment(of: handle.minor, in: table) == nil ? nil : text
    case .isOverdue: return .flag(site.state(of: handle.minor, in: table) == .text("overdue"))
    case .body:
      guard site.hasPages(table),
        site.bodies.html(of: Int(site.graph.tables[table].files[handle.minor])) != nil
      else { return nil }
      return text
    default: return text
    }
  }

  /// The meaning of a slot depends on the type of the attribute, as in ``ValueShapes``.
  private func part(_ slot: Int, ofAttribute handle: Handle) -> Handle? {
    switch site.graph.tables[handle.record.table].columns[handle.record.member] {
    case .number(let values):
      switch NumberFields(rawValue: slot) {
      case .plain: return handle.with(.attributePlain)
      case .isZero: return .flag(values[handle.record.row]?.isZero ?? false)
      case .percent: return handle.with(.percent)
      case nil: return nil
      }
    case .money(let values):
      switch MoneyFields(rawValue: slot) {
      case .plain: return handle.with(.attributePlain)
      case .amounts: return handle.with(.amounts)
      case .isNegative: return .flag(values[handle.record.row]?.compare(Decimal.zero) == .ascending)
      case .isZero: return .flag(values[handle.record.row]?.isZero ?? false)
      case nil: return nil
      }
    case .date:
      switch DateFields(rawValue: slot) {
      case .iso: return handle.with(.attributePlain)
      case .year: return handle.with(.year)
      case .month: return handle.with(.month)
      case .day: return handle.with(.day)
      case .weekday: return handle.with(.weekday)
      case .long: return handle.with(.longDate)
      case nil: return nil
      }
    case .text, .boolean, .currency, .tags: return nil
    }
  }

  /// The field of an item of a field or a cell by its slot in ``ItemFields``.
  private func field(_ slot: Int, ofItem handle: Handle, of kind: HandleKind) -> Handle? {
    switch ItemFields(rawValue: slot) {
    case .label: return handle.with(kind == .fieldItem ? .fieldItemLabel : .cellItemLabel)
    case .url where kind == .fieldItem: return pageOfItem(handle) == nil ? nil : handle.with(.fieldItemURL)
    case .url: return linkTarget(ofItem: handle) == nil ? nil : handle.with(.cellItemURL)
    case .isFirst: return .flag(handle.record.part == 0)
    case nil: return nil
    }
  }

  private func field(_ slot: Int, ofField handle: Handle) -> Handle? {
    let entity = site.graph.entity(of: handle.record.row, in: handle.record.table)
    let own = site.fields[entity][handle.record.member]
    let field = own.column
    func value() -> Value { site.value(of: field.source, row: handle.record.row, table: handle.record.table) }
    switch FieldFields(rawValue: slot) {
    case .value where field.ownColumn >= 0:
      // The site's own currency does not count as a value.
      if field.type == .currency, value().text == site.graph.model.currency.code { return nil }
      return site.hasValue(handle.record.table, field.ownColumn, handle.minor)
        ? handle.with(.fieldValue) : nil
    case .value: return value().isStated ? handle.with(.fieldValue) : nil
    case .url:
      switch value() {
      case .record: return handle.with(.fieldURL)
      case .text where field.type.isAddress: return handle.with(.fieldURL)
      default: return nil
      }
    case .isMissing: return .flag(field.namesMissing && value() == .null)
    case .isNumber: return .flag(field.type.isNumber)
    case .isBoolean: return .flag(field.type == .boolean)
    case .isTrue: return .flag(value() == .boolean(true))
    case .isLong: return .flag(field.type == .text)
    case .isTitle: return .flag(own.isTitle)
    case .isAdded: return .flag(field.isAdded)
    case .isState: return .flag(field.isState)
    // The template of a built-in entity shows its totals below their parts.
    case .isTotal: return .flag(field.isTotal && !field.isAdded)
    case .isPart: return .flag(own.isPart)
    case .part: return own.isPart && value().isStated ? handle.with(.fieldPart) : nil
    case .isZero: return .flag(value().isZero)
    case .isUsed: return .flag(page.usedFields[handle.record.table]?.contains(handle.record.member) ?? false)
    case .items:
      let isLinked = field.type == .records || site.tagPages.paths(for: field, of: entity) != nil
      return isLinked && !fieldItems(handle).isEmpty ? handle.with(.fieldItems) : nil
    case .name: return handle.with(.fieldName)
    case .label: return handle.with(.fieldLabel)
    case .type: return handle.with(.fieldType)
    case nil: return nil
    }
  }
}
