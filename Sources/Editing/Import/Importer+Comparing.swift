import Content
import Diagnostics
import FrontMatter
import Records

// Comparing a CSV file with existing records.

extension Importer {
  /// The assignments that update a record to the values of a line.
  func changes(
    _ line: [CSVFile.Field], _ columns: [Column], of record: RecordHandle, _ result: inout Result
  ) -> [Assignment] {
    let entity = graph.entity(of: record)
    let declared = editor.model.entities[entity]
    let isOtherCurrency = changesCurrency(line, columns, of: record)
    var assignments: [Assignment] = []
    // Cells that repeat a written amount, which otherwise may follow from the other changes.
    var repeated: [Assignment] = []
    for column in columns {
      let value = value(of: column, in: line)
      let reader = reader(of: column)
      func follow(_ key: String, isSame: Bool) {
        guard !value.text.isEmpty else { return }
        result.computed.append(
          ComputedCell(table: record.table, id: graph.id(of: record), key: key, value: value, isSame: isSame))
      }
      switch column.target {
      case .key(let key, _):
        let attribute = declared.attribute(named: key)
        // An amount without a currency changes with its record's currency, even if the number stays.
        let isReadAnew = isOtherCurrency && attribute?.type == .money && attribute?.formula == nil
        if reader.isSame(value.text, key, of: record), !isReadAnew || value.text.isEmpty {
          guard attribute?.formula != nil, !value.text.isEmpty else { continue }
          if let written = editor.written(in: record).last(where: { $0.key == key })?.value.plainText {
            let text = SourceText(written, name: "file")
            repeated.append(assignment(key, text, of: entity, isAsInContent: true))
          } else {
            follow(key, isSame: true)
          }
        } else if attribute != nil, value.text.isEmpty,
          !editor.written(in: record).contains(where: { $0.key == key })
        {
          // There is nothing to remove: the value follows from others.
          continue
        } else if let text = reader.shortened(value.text, key, of: record) {
          result.edit.diagnostics.append(
            Diagnostic(
              .tooManyDigits, .warning, at: value.range,
              "'\(value.text)' is how a spreadsheet shortens '\(text)', which stays; 'docket set' changes it nevertheless",
              notes: [.init("a column that is formatted as text before the file is opened keeps its digits")])
          )
        } else if let error = reader.refusal(of: value, key, of: entity) {
          result.edit.diagnostics.append(error)
        } else {
          assignments.append(
            assignment(
              key, inWrittenOrder(value, key, of: record), of: entity,
              isAsInContent: column.constant != nil))
        }
      case .computed(let key):
        if !isSame(value.text, key, of: record), !isPublished(value.text, key, of: record) {
          follow(key, isSame: false)
        }
      default: continue
      }
    }
    return assignments.isEmpty ? [] : assignments + repeated
  }

  /// A list of references in the order of the file, with what is new at the end: an export lists records in the order of
  /// their entity, so that a cell from it says nothing about the order in which they are written.
  private func inWrittenOrder(_ value: SourceText, _ key: String, of record: RecordHandle) -> SourceText {
    let entity = graph.entity(of: record)
    guard let relationship = editor.model.entities[entity].relationship(named: key), relationship.isMany,
      case .list(let written)? = editor.written(in: record).last(where: { $0.key == key })?.value
    else { return value }
    let items = assignment(key, value, of: entity).items.map(\.text)
    let table = editor.model.entities[relationship.destination].table
    let ordered = written.filter(items.contains) + items.filter { !written.contains($0) }
    // What is no id stays where an error can show it.
    guard ordered.count == items.count, ordered.allSatisfy({ graph.row(withID: $0, in: table) != nil }) else {
      return value
    }
    return SourceText(ordered.joined(separator: value.text.contains(";") ? "; " : ", "), name: "column")
  }

  /// Whether a line changes the currency of a record.
  private func changesCurrency(
    _ line: [CSVFile.Field], _ columns: [Column], of record: RecordHandle
  ) -> Bool {
    columns.contains { column in
      guard case .key(let key, _) = column.target, column.isOfCurrencies else { return false }
      return !isSame(value(of: column, in: line).text, key, of: record)
    }
  }

  /// Whether the cells of a line are the values of all rows, as an export writes them into one cell.
  func joins(_ rows: [RecordHandle], _ line: [CSVFile.Field], _ columns: [Column]) -> Bool {
    columns.allSatisfy { column in
      guard case .key(let key, _) = column.target else { return true }
      let text = value(of: column, in: line).text
      return text.isEmpty || text == rows.map { current(key, of: $0) ?? "" }.joined(separator: "; ")
    }
  }

  /// Whether a cell equals a key's value. Formats may differ: a spreadsheet saves 24.70 as 24.7 and false as
  /// FALSE. Text as exports print it is equal as well, and surrounding spaces are ignored.
  func isSame(_ cell: String, _ key: String, of record: RecordHandle) -> Bool {
    guard let current = current(key, of: record) else { return false }
    if current == cell || current.trimmingBlanks() == cell { return true }
    if key == "position", let position = Decimal(cell) { return position == Decimal(current) }
    guard !cell.isEmpty else { return false }
    let entity = graph.entity(of: record)
    // A reference may name its record by a title or a unique value.
    if let relationship = editor.model.entities[entity].relationship(named: key), !relationship.isMany,
      case .record(let named) = editor.lookup.record(cell, of: relationship.destination, allowsPart: false)
    {
      return graph.id(of: named) == current
    }
    guard let attribute = editor.model.entities[entity].attribute(named: key) else { return false }
    let value = graph.tables[record.table].columns[attribute.column][record.row]
    if case .list(let tags) = value {
      let source = SourceText(cell, name: "cell")
      let items = assignment(key, source, of: entity).items.map { $0.text.trimmingBlanks() }
      return items == tags.map { ($0.text ?? "").trimmingBlanks() }.filter { !$0.isEmpty }
    }
    let written = editor.values.written(cell, as: attribute.type)
    if attribute.value(of: written, currency: editor.currency(of: record)) == value { return true }
    // In a computed column an amount without a code is in the site's currency, also beside others: a total of
    // several records may have none of their currencies.
    let printed = graph.plainText(of: value)
    if attribute.derived != nil,
      attribute.value(of: written, currency: editor.model.currency) == value || printed == cell
    {
      return true
    }
    // Exports may use a decimal comma. A comma that could also group digits is taken as the current value.
    let plain = cell.replacing(",", with: ".")
    return attribute.type.isNumeric && editor.values.hasDecimalComma != false
      && (current == plain || attribute.derived != nil && printed == plain)
  }

  /// The text of a record that a spreadsheet has made the number in a cell; nil if the cell is something else.
  private func shortened(_ cell: String, _ key: String, of record: RecordHandle) -> String? {
    let attribute = editor.model.entities[graph.entity(of: record)].attribute(named: key)
    guard attribute?.type == .string, let text = current(key, of: record) else { return nil }
    return Self.isShortened(cell, from: text) ? text : nil
  }

  /// Whether a cell is the number that a spreadsheet makes of a text: without its sign and the zeros at its beginning, or
  /// with fewer digits. `0851` becomes `851`, `1.10` becomes `1.1`, `276098102345678` becomes `2.76098E+14`.
  package static func isShortened(_ cell: String, from text: String) -> Bool {
    let unsigned = text.hasPrefix("+") ? text.dropFirst() : text[...]
    let digits = String(unsigned.contains(".") ? unsigned : unsigned.drop { $0 == "0" })
    let cell = cell.uppercased().replacing(",", with: ".")
    guard digits.contains(where: { $0 != "." }),
      digits.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") })
    else { return false }
    if digits.contains(".") {
      guard digits.last == "0", let number = Decimal(digits) else { return false }
      return !cell.contains("E") && cell.count < text.count && Decimal(cell) == number
    }
    // A spreadsheet has 15 digits.
    let kept = digits.prefix(15) + String(repeating: "0", count: max(0, digits.count - 15))
    if cell == kept { return cell != text }
    let parts = cell.split(separator: "E+")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return false }
    let mantissa = parts[0].replacing(".", with: "")
    guard (1...15).contains(mantissa.count), let shown = Int(mantissa), mantissa.count < digits.count,
      let exact = Int(digits.prefix(mantissa.count + 1))
    else { return false }
    let rounded = (exact + 5) / 10
    // 999 in two digits is 1.0E+3.
    return "\(rounded)".count > mantissa.count
      ? exponent == digits.count && rounded == shown * 10 : exponent == digits.count - 1 && rounded == shown
  }

  /// The diagnostics of numbers in texts of which a spreadsheet shows some digits: `4.00638E+12`. Whose they are, nobody
  /// can tell, so that in an id they are errors. Texts that an update compares are reported there.
  func roundedNumbers(in csv: CSVFile, _ columns: [Column]) -> [Diagnostic] {
    columns.compactMap { column -> Diagnostic? in
      let severity: Diagnostic.Severity
      switch column.target {
      case .owner where column.finder != nil: return nil
      case .id, .owner: severity = .error
      case .key(_, .attribute(let attribute)) where attribute.type.isText && !isUpdate: severity = .warning
      case .row(_, _, .attribute(let attribute)) where attribute.type.isText && !isUpdate: severity = .warning
      default: return nil
      }
      let places = csv.rows.flatMap { line in column.template.columns.map { line[$0] } }
        .filter { Self.isRounded($0.text) }
      guard let first = places.first else { return nil }
      let more = places.count - 1
      return Diagnostic(
        .tooManyDigits, severity, at: first.range,
        "'\(first.text)' is how a spreadsheet shows a long number, and its other digits are lost; format the column as "
          + "text before the file is opened",
        notes: more == 0 ? [] : [.init("so it is with \(counted(more, "more line", "more lines"))")])
    }
  }

  /// Whether a text is a number of twelve digits or more as spreadsheets show it in a narrow column.
  private static func isRounded(_ text: String) -> Bool {
    guard text.utf8.count > 4, text.utf8.contains(UInt8(ascii: "+")) else { return false }
    let parts = text.trimmingBlanks().uppercased().split(separator: "E+", omittingEmptySubsequences: false)
    guard parts.count == 2, let exponent = Int(parts[1]), (11...99).contains(exponent) else { return false }
    let digits = parts[0].split(omittingEmptySubsequences: false) { ".,".contains($0) }
    return digits.count <= 2 && digits[0].count == 1
      && digits.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }
  }

  /// The current value of a key, as an export prints it.
  func current(_ key: String, of record: RecordHandle) -> String? {
    let entity = editor.model.entities[graph.entity(of: record)]
    if let attribute = entity.attribute(named: key) {
      let value = graph.tables[record.table].columns[attribute.column][record.row]
      if let money = value.money, !money.isZero, editor.currency(of: record) != editor.model.currency {
        return money.description
      }
      return graph.plainText(of: value)
    }
    if let relationship = entity.relationship(named: key) {
      return graph.destinations(of: relationship, from: record).map { graph.id(of: $0) }
        .joined(separator: "; ")
    }
    return switch key {
    case "position": "\(graph.tables[record.table].positions[record.row])"
    case "title": editor.lookup.title(of: record)
    case "body": graph.file(of: record).editableBody
    default: nil
    }
  }
}
