import Diagnostics
import Exports
import Formatting
import Records
import Templates

// Text: the output of each handle.

extension PageSource {
  func append(_ handle: Handle, to output: inout Output) {
    guard let kind = HandleKind(rawValue: handle.kind) else { return }
    switch kind {
    case .siteNode, .pageNode: append(node: handle, kind, to: &output)
    case .infoText: append(info: handle, to: &output)
    case .sumValue: append(sum(handle), to: &output)
    case .sumPlain: appendPlain(sum(handle), to: &output)
    case .attribute: append(attribute: handle, to: &output)
    case .attributePlain: append(plain: handle, to: &output)
    case .percent:
      if let number = value(ofAttribute: handle).number {
        site.formatter.append(percent: number, to: &output)
      }
    case .year: if let date = value(ofAttribute: handle).date { output.append(date.year) }
    case .month: if let date = value(ofAttribute: handle).date { output.append(date.month) }
    case .day: if let date = value(ofAttribute: handle).date { output.append(date.day) }
    case .weekday:
      if let date = value(ofAttribute: handle).date { site.formatter.append(weekdayOf: date, to: &output) }
    case .longDate:
      if let date = value(ofAttribute: handle).date { site.formatter.append(long: date, to: &output) }
    case .amount, .amountPlain, .amountCurrency: append(amount: handle, kind, to: &output)
    case .tag:
      if case .tags(let tags) = site.graph.tables[handle.record.table].columns[handle.record.member] {
        output.append(tags[handle.record.row][handle.record.part])
      }
    case .fieldValue: append(field: handle, to: &output)
    case .fieldPlain: appendPlain(fieldValue(handle), to: &output)
    case .fieldPart: append(part: handle, to: &output)
    case .fieldURL: append(fieldURL: handle, to: &output)
    case .fieldName: output.append(field(of: handle).name)
    case .fieldLabel: output.append(field(of: handle).label)
    case .fieldType: output.append(field(of: handle).type.name)
    case .fieldItemLabel: append(fieldItems(handle)[handle.record.part], to: &output)
    case .fieldItemURL:
      switch pageOfItem(handle) {
      case .path(let path): append(path: path, to: &output)
      case .record(let table, let row): append(url: row, in: table, to: &output)
      case nil: break
      }
    case .tableText: append(table: handle, to: &output)
    case .sectionText: append(section: handle, to: &output)
    case .rowURL:
      if let row = record(ofRow: handle) { append(url: row, in: table(handle).table, to: &output) }
    case .cellValue: append(cell: handle, to: &output)
    case .cellPlain: appendPlain(value(ofCell: handle), to: &output)
    case .cellURL:
      if let target = linkTarget(ofCell: handle) { append(url: target.row, in: target.table, to: &output) }
    case .cellSVG:
      if let pictures = page.tables[handle.cell.table].pictures[handle.cell.column] {
        output.append(pictures[handle.cell.row][...])
      }
    case .cellItemLabel: append(items(ofCell: handle)[handle.record.part], to: &output)
    case .cellItemURL:
      if let target = linkTarget(ofItem: handle) { append(url: target.row, in: target.table, to: &output) }
    case .cellLabel: output.append(table(handle).columns[handle.cell.column].label)
    case .cellName: output.append(table(handle).columns[handle.cell.column].name)
    case .cellType, .totalType: output.append(table(handle).columns[handle.cell.column].type.name)
    case .totalValue:
      let column = page.tables[handle.cell.table].columns[handle.cell.column]
      let value = total(handle).withoutTrailingZeros(after: column.digits)
      column.isOfOthers && value.isZero
        ? output.append(verbatim: "–") : append(value, scale: scale(of: handle), to: &output)
    case .totalPlain: appendPlain(total(handle), to: &output)
    default: break
    }
  }

  // MARK: Values

  private func append(field handle: Handle, to output: inout Output) {
    let field = field(of: handle)
    if field.isState {
      output.append(site.state(fieldValue(handle), row: handle.record.row, table: handle.record.table))
    } else if field.ownColumn >= 0 {
      append(
        attribute: Handle(
          .attribute, table: handle.record.table, member: field.ownColumn, row: handle.record.row),
        to: &output)
    } else {
      append(fieldValue(handle), to: &output)
    }
  }

  private func append(section handle: Handle, to output: inout Output) {
    let section = table(handle).sections[handle.cell.row]
    switch SectionFields(rawValue: handle.cell.column) {
    case .count: site.formatter.append(count: section.count, to: &output)
    case .totalLabel: append(totalLabelOf: section.count, shown: section.rows.count, to: &output)
    case .title where section.title == .null: output.append(site.formatter.missing(section.relationship))
    case .title: append(section.title, as: section.style, to: &output)
    default: break
    }
  }

  /// Appends what a line of totals is called: it says of how many rows if only some of them are shown.
  private func append(totalLabelOf count: Int, shown: Int, to output: inout Output) {
    let formatter = site.formatter
    guard count > shown else { return output.append(formatter.word("total", "Total")) }
    let number = formatter.text(of: .number(Decimal(count)))
    output.append(formatter.sentence("totalOf", "Total of {0}", number))
  }

  /// Appends a cell. The column is accessed in place, because a copy would retain it for every cell.
  private func append(cell handle: Handle, to output: inout Output) {
    let (table, index) = (Int(handle.cell.table), Int(handle.cell.column))
    if let row = recordInstead(ofCell: handle) {
      let table = page.tables[table].table
      return output.append(site.title(of: row, in: table))
    }
    if page.tables[table].columns[index].showsAttribute, let attribute = attribute(ofCell: handle) {
      return append(attribute: attribute, to: &output)
    }
    let value = value(ofCell: handle)
    switch page.tables[table].columns[index].style {
    case .plain where page.tables[table].columns[index].isOfOthers && value.isZero:
      output.append(verbatim: "–")
    case .plain: append(value, scale: scale(of: handle), to: &output)
    case .state:
      let path = page.tables[table].columns[index].source.path
      output.append(
        site.state(value, along: path, from: record(ofRow: handle), in: page.tables[table].table))
    case let style: append(value, as: style, to: &output)
    }
  }

  /// The number of digits after the point to pad a column's numbers to; nil for no padding.
  private func scale(of handle: Handle) -> Int? {
    page.tables[handle.cell.table].scales.isEmpty
      ? nil : page.tables[handle.cell.table].scales[handle.cell.column]
  }

  /// Appends a value of a table, with a number padded to some digits after the point.
  private func append(_ value: Value, scale: Int?, to output: inout Output) {
    guard let scale, case .number(let number) = value else { return append(value, to: &output) }
    // Zeros may follow digits that were all there are, and not those of a repeating decimal.
    let legible = number.legible
    let isWhole = legible.scale >= scale || legible == number
    site.formatter.append(
      (isWhole ? legible : number.rounded(toDigits: scale)).padded(toDigits: scale), to: &output)
  }

  private func append(_ value: Value, as style: ValueStyle = .plain, to output: inout Output) {
    site.formatter.append(value, as: style, to: &output) {
      site.title(of: $1, in: $0)
    }
  }

  /// Appends a value's exact form: ISO dates, plain digits, amounts without the home currency's code, and ids. Only
  /// texts and ids need escaping, and the items of a list no quotes.
  private func appendPlain(_ value: Value, to output: inout Output) {
    switch value {
    case .text(let text): output.append(text)
    case .record(let table, let row): output.append(site.graph.id(of: row, in: table))
    case .list(let values):
      for (index, value) in values.lazy.filter({ $0 != .null }).enumerated() {
        if index > 0 { output.append(verbatim: "; ") }
        appendPlain(value, to: &output)
      }
    case .null, .number, .money, .boolean, .date:
      output.appendVerbatim { site.graph.appendPlain(value, to: &$0) }
    }
  }

  private func append(attribute handle: Handle, to output: inout Output) {
    let row = handle.record.row
    switch site.graph.tables[handle.record.table].columns[handle.record.member] {
    case .text(let values): if let text = values[row] { output.append(text) }
    case .number(let values):
      guard let number = values[row] else { break }
      switch site.styles[handle.record.table][handle.record.member] {
      case .nominal: site.formatter.append(integer: number, to: &output)
      case .percent: site.formatter.append(percent: number, to: &output)
      default: site.formatter.append(number, to: &output)
      }
    case .money(let values): if let money = values[row] { site.formatter.append(money, to: &output) }
    case .boolean(let values): if let boolean = values[row] { site.formatter.append(boolean, to: &output) }
    case .date(let values): if let date = values[row] { site.formatter.append(date, to: &output) }
    case .currency(let values): if let currency = values[row] { output.append(currency.code) }
    case .tags(let values): output.append(values[row].joined(separator: ", "))
    }
  }

  private func append(plain handle: Handle, to output: inout Output) {
    // The exact form of an amount is the part used most often.
    if case .money(let values) = site.graph.tables[handle.record.table].columns[handle.record.member] {
      return output.appendVerbatim { values[handle.record.row]?.append(to: &$0, home: site.formatter.home) }
    }
    appendPlain(value(ofAttribute: handle), to: &output)
  }

  private func value(ofAttribute handle: Handle) -> Value {
    site.graph.tables[handle.record.table].columns[handle.record.member][handle.record.row]
  }

  private func append(amount handle: Handle, _ kind: HandleKind, to output: inout Output) {
    guard let amounts = value(ofAttribute: handle).money?.amounts, handle.record.part < amounts.count else {
      return
    }
    let amount = amounts[handle.record.part]
    switch kind {
    case .amountPlain: output.appendVerbatim { amount.appendPlain(to: &$0) }
    case .amountCurrency: output.append(amount.currency.code)
    default: site.formatter.append(amount, to: &output)
    }
  }

  // MARK: Records

  private func append(info handle: Handle, to output: inout Output) {
    let (table, row) = (handle.record.table, handle.minor)
    switch RecordFields(rawValue: handle.record.member) {
    case .id: output.append(site.graph.id(of: row, in: table))
    case .title: output.append(site.title(of: row, in: table))
    case .url: append(url: row, in: table, to: &output)
    case .body: append(bodyOf: Int(site.graph.tables[table].files[row]), to: &output)
    case .paymentCode: if let svg = site.paymentCode(of: row, in: table) { output.append(svg[...]) }
    case .label: output.append(site.graph.model.entities[site.graph.entity(of: row, in: table)].label)
    case .path: output.append(String(site.graph.file(of: row, in: table).path))
    case .created:
      if let day = site.createdDay(of: row, in: table) { site.formatter.append(day, to: &output) }
    case .changed:
      if let day = site.changedDay(of: row, in: table) { site.formatter.append(day, to: &output) }
    case .state: append(site.state(of: row, in: table), to: &output)
    case .stateLabel: output.append(site.state(site.state(of: row, in: table), row: row, table: table))
    case .position: output.append(Int(site.graph.tables[table].positions[row]))
    case .asOf: append(.date(site.today), to: &output)
    default: break
    }
  }

  /// Appends the relative path to a record's page; for a record written inside another, to its owner's page.
  func append(url row: Int, in table: Int, to output: inout Output) {
    appendRoot(to: &output)
    output.append(site.pages[site.fileIndex(of: row, in: table)])
  }

  /// Appends the HTML of a record's body. On its own page it is unchanged; on other pages, links to headings
  /// lead to the record's page.
  private func append(bodyOf file: Int, to output: inout Output) {
    guard let html = site.bodies.html(of: file) else { return }
    let depth = OutputPath.rootCount(from: site.pages[file])
    let isItsOwn = page.recordFile == file
    if isItsOwn, page.root?.utf8.count == depth { return output.append(html) }
    var start = html.startIndex
    for url in site.bodies.urls(of: file).lazy.map({ Int($0) }) {
      output.append(html[start..<url])
      start = url
      switch html[url] {
      // The headings of the body are on this page as well.
      case UInt8(ascii: "#") where isItsOwn: break
      case UInt8(ascii: "#"), UInt8(ascii: "\""):
        appendRoot(to: &output)
        output.append(site.pages[file])
      default:
        appendRoot(to: &output)
        start += depth
      }
    }
    output.append(html[start...])
  }

  private func field(of handle: Handle) -> ColumnView {
    site.fields[site.graph.entity(of: handle.record.row, in: handle.record.table)][handle.record.member]
      .column
  }

  /// The tags in a field of a record, or the records that it refers to; also for the handle of a single one.
  func fieldItems(_ handle: Handle) -> [Value] {
    page.items(of: handle.with(.fieldItems, part: 0)) { field(of: handle).items(of: fieldValue(handle)) }
  }

  /// What an item of a field links to.
  enum ItemPage {
    /// The page with the records that have the tag.
    case path(String)
    /// The page of the record.
    case record(table: Int, row: Int)
  }

  /// The page that an item of a field links to; nil if there is none.
  func pageOfItem(_ item: Handle) -> ItemPage? {
    switch fieldItems(item)[item.record.part] {
    case .record(let table, let row): return .record(table: table, row: row)
    case .text(let tag):
      let entity = site.graph.entity(of: item.record.row, in: item.record.table)
      return site.tagPages.paths(for: field(of: item), of: entity)?[tag].map { .path($0) }
    default: return nil
    }
  }

  private func fieldValue(_ handle: Handle) -> Value {
    site.value(of: field(of: handle).source, row: handle.record.row, table: handle.record.table)
  }

  /// Appends a field's value as the total adds it: an amount that it subtracts has the other sign.
  private func append(part handle: Handle, to output: inout Output) {
    let entity = site.graph.entity(of: handle.record.row, in: handle.record.table)
    guard site.fields[entity][handle.record.member].isSubtracted, let money = fieldValue(handle).money else {
      return append(field: handle, to: &output)
    }
    site.formatter.append(money.negated, to: &output)
  }

  private func append(fieldURL handle: Handle, to output: inout Output) {
    switch fieldValue(handle) {
    case .record(let table, let row): append(url: row, in: table, to: &output)
    case .text(let text):
      guard field(of: handle).type == .email else { return output.append(text) }
      output.append(verbatim: "mailto:")
      output.append(PercentEncoding.mailAddress(text))
    default: break
    }
  }

  // MARK: Tables and nodes

  private func append(table handle: Handle, to output: inout Output) {
    let table = table(handle)
    switch TableFields(rawValue: handle.cell.column) {
    case .name: output.append(table.name)
    case .label: output.append(table.label ?? "")
    case .count: site.formatter.append(count: table.count ?? linkCount(of: handle), to: &output)
    case .columnCount: output.append(table.columns.count)
    case .csv: append(fileOf: handle, ".csv", to: &output)
    case .json: append(fileOf: handle, ".json", to: &output)
    case .more: append(fileOf: handle, ".html", to: &output)
    case .totalLabel:
      append(totalLabelOf: table.count ?? linkCount(of: handle), shown: rowCount(of: handle), to: &output)
    default: break
    }
  }

  /// Appends the relative path to a file of a table: beside the table's page or, for a list of related
  /// records, below its owner's page.
  private func append(fileOf handle: Handle, _ ending: StaticString, to output: inout Output) {
    let table = table(handle)
    if let path = table.exportPath { return append(path: path + String(describing: ending), to: &output) }
    let path = site.pages[site.fileIndex(of: handle.cell.owner, in: table.ownerTable)]
    appendRoot(to: &output)
    output.append(path.dropLast(".html".utf8.count))
    output.append(verbatim: "/")
    output.appendVerbatim { PercentEncoding.appendPath(slug(table.name), to: &$0) }
    output.append(verbatim: ending)
  }

  private func append(node handle: Handle, _ kind: HandleKind, to output: inout Output) {
    guard handle.minor >= 0 else { return }
    switch tree(kind).nodes[handle.minor] {
    case .text(let text), .labelled(let text, _): output.append(text)
    case .number(let number): site.formatter.append(count: number, to: &output)
    case .flag(let flag): site.formatter.append(flag, to: &output)
    case .path(let path): append(path: path, to: &output)
    case .html(let bytes): output.append(bytes[...])
    case .value(let value, let style): append(value, as: style, to: &output)
    case .root: appendRoot(to: &output)
    case .isEntity, .isPage, .object, .list, .map, .handle: break
    }
  }

  /// Appends the relative path to the site's top, or leaves a gap for it.
  private func appendRoot(to output: inout Output) {
    if let root = page.root { output.append(root) } else { output.leaveGap() }
  }

  /// Appends the relative path to an output path.
  private func append(path: String, to output: inout Output) {
    appendRoot(to: &output)
    output.appendVerbatim { PercentEncoding.appendPath(path, to: &$0) }
  }
}
