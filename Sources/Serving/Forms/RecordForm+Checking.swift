import Content
import Diagnostics
import Editing
import Locale
import Records
import Site

extension RecordForm {
  /// The errors that an edit would add.
  /// - Parameters:
  ///   - after: the book with the edit.
  ///   - path: the path below Content of the record's file.
  ///   - before: the current snapshot.
  func diagnostics(in after: Loaded, path: String, values: FormValues, before: Snapshot) -> FieldDiagnostics {
    let refusals = after.book.refusals(ofChanging: [path], before: before.book ?? book)
    let path = book.root + "/" + path
    let new =
      refusals
      + after.made.diagnostics.filter { $0.severity == .error }.without(before.diagnostics).map {
        $0.located(in: [path])
      }
    return fieldDiagnostics(new, path: path, values: values)
  }

  /// The errors of typed numbers in which a point may separate thousands, as in the site's language: `1.000`; by field.
  ///
  /// What is in a file already is meant, also in the file of the record that a new one or a row is copied from. An
  /// amount that its attribute refuses is not asked about.
  func doubtfulNumbers(in values: FormValues) -> [FieldName: [String]] {
    let language = site?.language ?? book.settings.language
    guard SiteLocale(language: language).hasDecimalComma else { return [:] }
    func error(_ kind: EntityKeys.Kind?, _ typed: String, written: String?) -> [String]? {
      let text = typed.trimmingSpaces()
      guard case .attribute(let attribute)? = kind, text != written, !attribute.isPercent,
        [.decimal, .money].contains(attribute.type)
      else { return nil }
      // `(1.500)`, `1.500-` and `€ 1.500` are read as numbers, too.
      let read = editor.values.written(text, as: attribute.type)
      guard attribute.value(of: read, currency: model.currency) != nil,
        let digits = read.wholeMatch(of: /[-+]?([1-9][0-9]{0,2}\.[0-9]{3})( [A-Z]{3})?/)?.output.1,
        let number = Decimal(String(digits))
      else { return nil }
      let short = number.withoutTrailingZeros
      // Three digits may be just what the attribute is for.
      let allowed = attribute.digits ?? (attribute.type == .decimal ? 4 : 0)
      guard short.scale < 3 || allowed > 3 else { return nil }
      let decimal = "\(short)".replacing(".", with: ",")
      let certain = short.scale == 3 ? decimal + "0" : decimal
      return [
        localized(
          "'{0}' may be {1}, or a point may separate thousands in it; write {2} or {3}", text,
          read.replacing(digits, with: decimal), read.replacing(digits, with: certain),
          read.filter { $0 != "." })
      ]
    }
    let (written, original) = (written, original(of: values))
    var errors: [FieldName: [String]] = [:]
    for (key, typed) in values.fields {
      errors[.value(key)] = error(keys[key], typed, written: (original ?? written).fields[key])
    }
    for (list, rows) in values.rows {
      guard let inner = rowKeys(of: list) else { continue }
      for row in rows {
        let source = row.was == nil ? original ?? written : written
        let old = (row.was ?? row.copied).flatMap { place in
          source.rows[list].flatMap { $0.indices.contains(place) ? $0[place].fields : nil }
        }
        for (key, typed) in row.fields {
          errors[.cell(list: list, row: row.name, key: key)] = error(inner[key], typed, written: old?[key])
        }
      }
    }
    return errors
  }

  /// Assigns diagnostics to fields.
  /// - Parameter path: the path of the record's file, as the user would type it.
  func fieldDiagnostics(_ diagnostics: [Diagnostic], path: String, values: FormValues) -> FieldDiagnostics {
    FieldDiagnostics(diagnostics, path: path, values: values, names: keys.names) {
      $0.id == .unknownReference ? candidates(for: $0, at: $1, in: values) : nil
    } label: { key, field in
      let keys = if case .cell(let list, _, _) = field { rowKeys(of: list) ?? keys } else { keys }
      return keys[key]?.label(of: key) ?? key
    }
  }

  /// The keys of the rows of a list; nil for another key.
  private func rowKeys(of list: String) -> EntityKeys? {
    guard case .rows(let relationship)? = keys[list] else { return nil }
    return EntityKeys(model.entities[relationship.destination])
  }

  /// The records that an unknown name in a field may refer to, as a message; nil if there are none.
  private func candidates(for diagnostic: Diagnostic, at field: FieldName, in values: FormValues) -> String? {
    var (kind, typed): (EntityKeys.Kind?, String?)
    switch field {
    case .value(let key): (kind, typed) = (keys[key], values.fields[key])
    case .cell(let name, let row, let key):
      guard let keys = rowKeys(of: name) else { return nil }
      kind = keys[key]
      typed = values.rows[name]?.first { $0.name == row }?.fields[key]
    case .id, .list: return nil
    }
    guard case .reference(let relationship)? = kind, let typed else { return nil }
    let lookup = editor.lookup
    for name in relationship.isMany ? FormValues.texts(typed) : [typed.trimmingSpaces()]
    where diagnostic.summary.contains("'\(name)'") {
      guard case .several(let records) = lookup.record(name, of: relationship.destination) else { continue }
      let shown = records.prefix(10).map {
        "\(graph.id(of: $0)) (\(lookup.title(of: $0)))"
      }
      let more = records.count > 10 ? " " + localized("and {0} more", "\(records.count - 10)") : ""
      return localized(
        "'{0}' may be any of {1} records: {2}", name, "\(records.count)",
        shown.joined(separator: ", ") + more)
    }
    return nil
  }

  /// The values that a book computes from a form, by field: formatted as on the site's pages if they
  /// cannot be edited, otherwise in the form of their fields. Values computed from an invalid value are left out.
  func computed(in book: Book, path: String?, values: FormValues) -> [FieldName: String] {
    let graph = book.graph
    let table = graph.model.entities[entity].table
    guard let path, graph.tables.indices.contains(table),
      let row = graph.rows(of: entity).first(where: { graph.file(of: $0, in: table).path == path })
    else { return [:] }
    // What is typed without a currency has the record's.
    let home = RecordCurrencies(table, of: graph)[row]
    func text(_ attribute: Attribute, of row: Int, in table: Int) -> String? {
      let table = graph.tables[table]
      guard !table.marks.contains(row, column: attribute.column) else { return nil }
      return self.text(of: table.columns[attribute.column][row], as: attribute, home: home)
    }
    var result: [FieldName: String] = [:]
    for attribute in declared.attributes {
      let name = attribute.name.text
      let isDefault = attribute.defaultValue != nil && values.fields[name] ?? "" == ""
      guard attribute.expression != nil || isDefault else { continue }
      result[.value(name)] = text(attribute, of: row, in: table)
    }
    for (name, kind) in keys.keys {
      guard case .rows(let list) = kind else { continue }
      let owned = graph.model.entities[list.destination]
      let targets = graph.tables[table].links[list.link].targets(of: row)
      for target in targets {
        let position = Int(graph.tables[owned.table].positions[Int(target)])
        guard let all = values.rows[name], all.indices.contains(position - 1) else { continue }
        // Also shows values that a row has without being typed, such as the price of its service.
        for attribute in owned.attributes
        where attribute.expression != nil || all[position - 1].fields[attribute.name.text] ?? "" == "" {
          let field = FieldName.cell(list: name, row: all[position - 1].name, key: attribute.name.text)
          result[field] = text(attribute, of: Int(target), in: owned.table)
        }
      }
    }
    return result
  }

  private func text(of value: Value, as attribute: Attribute, home: Currency) -> String? {
    if value == .null { return nil }
    if attribute.derived != nil || attribute.isDateField, let site {
      return site.text(of: value, as: attribute)
    }
    if attribute.isPercent, case .number(let number) = value { return number.percentText }
    return value.plainText(home: home)
  }
}
