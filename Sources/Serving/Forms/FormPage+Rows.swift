import Records

// The lists of a record's form: a table row for each of its rows.

extension FormPage {
  /// A list of rows; nil if the key is not a list.
  func list(_ key: (name: String, kind: EntityKeys.Kind)) -> HTML? {
    guard case .rows(let list) = key.kind else { return nil }
    let name = FieldName.list(key.name)
    let entity = form.model.entities[list.destination]
    let keys = EntityKeys(entity).keys
    let rows = values.rows[key.name] ?? []
    let blank = FormValues.Row(name: "new", was: nil, fields: [:])
    // Without scripts there are two empty rows. A script removes them and adds rows on request.
    let spare = FormValues.spareRows(beside: rows)
    return """
      <fieldset class="rows\(diagnostics.byField[name] == nil ? "" : " bad")" data-list="\(key.name)"><legend>\(list.label)</legend>
      <input type="hidden" name="\(name)" value="">\(why(name))\(otherRows(key.name, keys))<table><thead><tr>\
      \(keys.map { "<th scope=\"col\"\(headingClass($0.kind))>\(heading(of: $0))</th>" as HTML })\
      \(entity.attributes.filter { $0.derived != nil }.map { "<th scope=\"col\"\(numberClass($0))>\($0.label)</th>" as HTML })\
      <th scope="col" aria-label="\(localized: "Actions")"><span class="plain">\(localized: "Place")</span></th></tr></thead>
      <tbody>
      \(rows.enumerated().map { row($1, key.name, entity, number: $0 + 1) })\(spare.enumerated().map { row($1, key.name, entity, number: rows.count + $0 + 1, isSpare: true) })</tbody></table>
      <template>\(row(blank, key.name, entity, number: rows.count + 1))</template>
      <button type="button" data-add aria-label="\(localized: "Add"): \(list.label)" hidden>\(localized: "Add")</button></fieldset>

      """
  }

  /// The label of a key, with a mark if it is required.
  func heading(of key: (name: String, kind: EntityKeys.Kind)) -> String {
    key.kind.label(of: key.name) + (isRequired(key.kind) ? " *" : "")
  }

  /// Whether a value must be typed.
  func isRequired(_ kind: EntityKeys.Kind) -> Bool {
    switch kind {
    case .attribute(let attribute): attribute.isRequired && attribute.expression == nil
    case .reference(let relationship): relationship.declaration.isRequired
    case .rows, .draft, .was: false
    }
  }

  /// A row.
  /// - Parameters:
  ///   - number: its number in the list, which distinguishes the labels of its fields.
  ///   - isSpare: whether it is an empty row to fill in.
  private func row(
    _ row: FormValues.Row, _ list: String, _ entity: Entity, number: Int, isSpare: Bool = false
  ) -> HTML {
    func name(_ key: String) -> FieldName { .cell(list: list, row: row.name, key: key) }
    func name(_ control: FormValues.Control) -> String { name(control.rawValue).text }
    func named(_ label: String) -> String { localized("{0}, row {1}", label, "\(number)") }
    let cells = EntityKeys(entity).keys.map { key, kind -> HTML in
      let field = name(key)
      let isBad = diagnostics.byField[field] != nil
      let label = heading(of: (key, kind))
      return """
        <td class="\(isBad ? "bad" : "")" data-label="\(label)">\(control(field, kind, row.fields[key] ?? "", label: named(label)))\(why(field))</td>
        """
    }
    let derived = entity.attributes.filter { $0.derived != nil }.map { attribute -> HTML in
      let field = name(attribute.name.text)
      return
        "<td data-label=\"\(attribute.label)\"><output\(numberClass(attribute)) data-computed=\"\(field)\">\(computed[field] ?? "")</output></td>"
    }
    let takeAway = named(localized("take away"))
    func hidden(_ control: FormValues.Control, _ value: String) -> HTML {
      "<input type=\"hidden\" name=\"\(name(control))\" value=\"\(value)\">"
    }
    let marks =
      (row.copied.map { [hidden(.copied, String($0))] } ?? [])
      + row.emptied.sorted().map { hidden(.emptied, $0) } + row.kept.sorted().map { hidden(.kept, $0) }
    let removal = removal(row, list, name: name(.gone), label: takeAway)
    let gone: HTML = """
      <label><input type="checkbox" name="\(name(.gone))" aria-label="\(takeAway)"> \(localized: "take away")</label>
      """
    return """
      <tr\(isSpare ? " data-spare" : "" as HTML)>\(cells)\(derived)<td class="handle">\(guess(row, list))\(removal ?? "")\(undeclaredFields(of: row, in: list))<input type="hidden" name="\(name(.was))" value="\(row.was.map(String.init) ?? "")">\(marks)\
      <span class="plain"><input name="\(name(.place))" value="\(isSpare ? "" : "\(number)")" size="2" aria-label="\(named(localized("Place")))">\
      \(removal == nil ? gone : "")</span></td></tr>

      """
  }

  /// The class that aligns a column's heading with its amounts.
  private func headingClass(_ kind: EntityKeys.Kind) -> HTML {
    if case .attribute(let attribute) = kind, attribute.type == .money { " class=\"money\"" } else { "" }
  }
}

extension EntityKeys.Kind {
  /// The label of a key of this kind.
  func label(of name: String) -> String {
    switch self {
    case .attribute(let attribute): attribute.label
    case .reference(let relationship), .rows(let relationship): relationship.label
    case .draft, .was: labelInWords(name)
    }
  }
}
