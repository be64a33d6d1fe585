import Diagnostics
import Editing
import Records
import Site

/// The fields of a form and their controls.
extension FormPage {
  /// The field of a key; nil for a list of rows, and for former names that there are not.
  func field(_ key: (name: String, kind: EntityKeys.Kind)) -> HTML? {
    let name = FieldName.value(key.name)
    let value = values.fields[key.name] ?? ""
    var label = labelInWords(key.name)
    switch key.kind {
    case .rows: return nil
    case .was:
      return value.isEmpty ? nil : wrap(name, localized("Was"), control(name, key.kind, value), key.name)
    case .draft: label = localized("Draft")
    case .attribute, .reference: label = heading(of: key)
    }
    return wrap(name, label, control(name, key.kind, value), key.name)
  }

  private func wrap(_ name: FieldName, _ label: String, _ control: HTML, _ key: String) -> HTML {
    """
    <div class="field\(diagnostics.byField[name] == nil ? "" : " bad")"><label for="\(name)">\(label)</label>
    \(control)\(why(name))\(other(key))</div>

    """
  }

  /// The diagnostics of a field, shown below it.
  func why(_ name: FieldName) -> HTML {
    let texts = (diagnostics.byField[name] ?? []).joined(separator: "; ")
    return "<p class=\"why\" id=\"\(name).why\"\(texts.isEmpty ? " hidden" : "" as HTML)>\(texts)</p>"
  }

  /// The class that right-aligns a computed number, like an amount.
  func numberClass(_ attribute: Attribute) -> HTML {
    attribute.type.isNumeric ? " class=\"money\"" : ""
  }

  /// The values that are always computed.
  var computedFields: HTML {
    let derived = form.declared.attributes.filter { $0.derived != nil }
    return """
      \(derived.map { attribute in
        """
        <div class="field computed"><span>\(attribute.label)</span><output\(numberClass(attribute)) data-word=" \(localized: "computed")" data-computed="\(FieldName.value(attribute.name.text))">\
        \(computed[.value(attribute.name.text)] ?? "–")</output></div>

        """ as HTML
      })
      """
  }

  /// The control for a key.
  /// - Parameter label: its accessible label; nil if there is a label next to it.
  func control(_ name: FieldName, _ kind: EntityKeys.Kind, _ value: String, label: String? = nil) -> HTML {
    let isBad = diagnostics.byField[name] != nil
    let more: HTML = hasHint(kind) ? " \(name).computed" : ""
    let base: HTML = """
      id="\(name)" name="\(name)" autocomplete="off"\(isBad ? " aria-invalid=\"true\"" : "" as HTML)\(isRequired(kind) ? " aria-required=\"true\"" : "" as HTML) aria-describedby="\(name).why\(more)"\(label.map { " aria-label=\"\($0)\"" as HTML } ?? "")
      """
    let hint = computed[name]
    func input(_ type: HTML) -> HTML {
      """
      <input \(base) \(type) value="\(value)"\(hint.map { " placeholder=\"\($0)\"" as HTML } ?? "")\(isComputed(kind) ? " data-computed" as HTML : "")>
      """
    }
    switch kind {
    case .attribute(let attribute):
      // What is computed beside a chosen value need not be what is computed without it.
      let empty = attribute.defaultValue?.text ?? (value.isEmpty ? hint : nil)
      let chosen: HTML = "\(base)\(attribute.expression == nil ? "" : " data-computed" as HTML)"
      if !attribute.choices.isEmpty, attribute.type != .tags {
        return select(
          chosen, value, attribute.choices.map { ($0.text, printed($0.text, attribute)) }, empty: empty,
          isPercent: attribute.isPercent)
      }
      switch attribute.type {
      case .boolean:
        return select(chosen, value, [("true", word(true)), ("false", word(false))], empty: empty)
      case .text: return area(base, value, rows: 3)
      // A year with fewer digits is still being typed.
      case .date:
        let isDate = value.isEmpty || CivilDate(value) != nil
        return
          "\(input(isDate ? "type=\"date\" min=\"1000-01-01\"" : "type=\"text\""))\(hasHint(kind) ? self.hint(name, value) : "")"
      case .integer: return input("type=\"text\" inputmode=\"numeric\"")
      case .decimal: return input("type=\"text\" inputmode=\"decimal\"")
      case .money: return input("type=\"text\" inputmode=\"decimal\" class=\"money\"")
      // A browser's check of addresses knows ASCII alone.
      case .email: return input("type=\"text\" inputmode=\"email\"")
      case .url: return input("type=\"text\" inputmode=\"url\"")
      case .currency: return input("type=\"text\" maxlength=\"3\" size=\"4\"")
      case .tags: return tags(attribute, name, value, base, input)
      case .string:
        return value.contains("\n") ? area(base, value, rows: 2) : input("type=\"text\" dir=\"auto\"")
      }
    case .reference(let relationship):
      return reference(relationship, name, value, base, input)
    case .draft: return select(base, value, [("true", word(true))], empty: word(false))
    case .was: return input("type=\"text\" data-many")
    case .rows: return ""
    }
  }

  /// The control of tags, with those that may be chosen.
  private func tags(
    _ attribute: Attribute, _ name: FieldName, _ value: String, _ base: HTML, _ input: (HTML) -> HTML
  ) -> HTML {
    let choices = attribute.choices.map(\.text).joined(separator: ", ")
    let hint: HTML =
      "placeholder=\"\(localized: Self.howToWriteSeveral)\"\(choices.isEmpty ? "" : " title=\"\(choices)\"" as HTML)"
    let control =
      value.contains("\n")
      ? area("\(base) \(hint)", value, rows: 3) : input("type=\"text\" dir=\"auto\" data-many \(hint)")
    guard !choices.isEmpty, !name.isOfRow else { return control }
    return "\(control)<span class=\"others\">\(choices)</span>"
  }

  /// The placeholder of a field for several values.
  private static let howToWriteSeveral = "none; several are separated by commas"

  /// The control of a reference or a list of references. The user types part of a title, and a script
  /// suggests records. It also shows the items of a list separately, to add, reorder and remove them; without
  /// scripts they are separated by commas.
  private func reference(
    _ relationship: Relationship, _ name: FieldName, _ value: String, _ base: HTML, _ input: (HTML) -> HTML
  ) -> HTML {
    let destination = form.model.entities[relationship.destination]
    let ids = relationship.isMany ? FormValues.texts(value) : [value]
    let titles = ids.map { title(of: $0, relationship.destination) }
    let known = zip(ids, titles).filter { !$1.isEmpty }.map { "\(jsonText($0)):\(jsonText($1))" }
    let many: HTML =
      relationship.isMany
      ? " data-many data-titles=\"\("{\(known.joined(separator: ","))}")\" placeholder=\"\(localized: Self.howToWriteSeveral)\""
      : ""
    let type: HTML = """
      role="combobox" aria-expanded="false" data-find="\(destination.name)"\(many)
      """
    // If a name contains a comma, each name is on its own line.
    let control =
      value.contains("\n")
      ? area("\(base) \(type)", value, rows: 3) : input("type=\"text\" dir=\"auto\" \(type)")
    let canAdd = destination.owner == nil && !destination.isAbstract && !name.isOfRow
    // The typed text becomes the title of a new record.
    let titleKey: HTML = destination.titleAttribute.map { " data-title=\"\($0.name.text)\"" } ?? ""
    let add: HTML =
      canAdd
      ? " <a class=\"add\"\(titleKey) target=\"_blank\" href=\"\(FormAddress(.new, entity: destination.name).path(.asking, name.text))\">\(localized: "New …")</a>"
      : ""
    return """
      \(control)<span class="title" dir="auto">\(titles.filter { !$0.isEmpty }.joined(separator: ", "))</span>\
      \(writtenElsewhere(relationship, name))\(add)
      """
  }

  /// The links of a list that are written by the records on the other side.
  private func writtenElsewhere(_ relationship: Relationship, _ name: FieldName) -> HTML {
    guard relationship.isMany, let (record, fields) = source(of: name) else { return "" }
    let destination = form.model.entities[relationship.destination]
    let own = Set(FormValues.texts(fields[relationship.name] ?? ""))
    let others = form.graph.tables[record.table].links[relationship.link].targets(of: record.row)
      .map { form.graph.id(of: Int($0), in: destination.table) }.filter { !own.contains($0) }
    guard !others.isEmpty else { return "" }
    let links = others.prefix(20).enumerated().map { index, id -> HTML in
      """
      \(index > 0 ? ", " : "")<a href="\(FormAddress(.edit, entity: destination.name, id: id).path)">\
      \(title(of: id, relationship.destination))</a>
      """
    }
    return """
      <span class="others">\(localized: "and by their own files:") \(links)\
      \(others.count > 20 ? " \(localized("and {0} more", "\(others.count - 20)"))" : "")</span>
      """
  }

  /// The record, or the row of it, that a field is of, and what its file says; nil of a new one.
  private func source(of name: FieldName) -> (record: RecordHandle, fields: [String: String])? {
    guard let record = form.record else { return nil }
    guard case .cell(let list, let row, _) = name else { return (record, form.written.fields) }
    guard case .rows(let relationship)? = form.keys[list],
      let index = values.rows[list]?.first(where: { $0.name == row })?.was,
      let written = form.written.rows[list], written.indices.contains(index),
      let handle = form.editor.rowsByIndex(of: relationship, in: record)[index]
    else { return nil }
    return (handle, written[index].fields)
  }

  /// Whether the computed value is shown below the field.
  private func hasHint(_ kind: EntityKeys.Kind) -> Bool {
    if case .attribute(let attribute) = kind {
      attribute.isDateField && (attribute.expression != nil || attribute.defaultValue != nil)
    } else {
      false
    }
  }

  /// The value computed from the other fields, shown while this one is empty.
  private func hint(_ name: FieldName, _ value: String) -> HTML {
    """
    <output class="hint" id="\(name).computed" data-word=" \(localized: "computed")" data-computed="\(name)">\(value.isEmpty ? computed[name] ?? "" : "")</output>
    """
  }

  /// Whether a script shows the computed value in the empty field.
  private func isComputed(_ kind: EntityKeys.Kind) -> Bool {
    guard case .attribute(let attribute) = kind else { return false }
    // Tags have a hint of their own, which no answer may replace.
    return !attribute.isDateField && (attribute.type != .tags || attribute.expression != nil)
  }

  /// Yes or no as the site's pages print it.
  func word(_ isTrue: Bool) -> String {
    form.site?.text(of: isTrue) ?? localized(isTrue ? "Yes" : "No")
  }

  /// A choice as the site's pages print it.
  func printed(_ choice: String, _ attribute: Attribute) -> String {
    let value = attribute.isPercent ? percentage(choice).map(Value.number) : nil
    return form.site?.text(of: value ?? .text(choice), as: attribute) ?? choice
  }

  private func percentage(_ text: String) -> Decimal? {
    try? Decimal(parsing: text.utf8.span, percent: true)
  }

  private func title(of id: String, _ entity: Int) -> String {
    let lookup = form.editor.lookup
    guard !id.isEmpty, case .record(let found) = lookup.record(id, of: entity) else { return "" }
    return lookup.title(of: found)
  }

  private func area(_ base: HTML, _ value: String, rows: Int) -> HTML {
    "<textarea \(base) rows=\"\(rows)\" dir=\"auto\">\n\(value)</textarea>"
  }

  /// - Parameters:
  ///   - choices: the values and their labels.
  ///   - empty: the value used if none is chosen, or its label.
  ///   - isPercent: whether the values are percentages.
  private func select(
    _ base: HTML, _ value: String, _ choices: [(String, String)], empty: String?, isPercent: Bool = false
  ) -> HTML {
    func meaning(of value: String) -> String {
      if isPercent { return self.percentage(value)?.percentText ?? value }
      let truth = ["yes": "true", "on": "true", "no": "false", "off": "false"]
      return choices.first?.0 == "true" ? truth[value.lowercased()] ?? value.lowercased() : value
    }
    func isSame(_ choice: (String, String), _ value: String) -> Bool {
      meaning(of: choice.0) == meaning(of: value)
    }
    let empty = empty.map { empty in choices.first { isSame($0, empty) }?.1 ?? empty }
    // A boolean or a percentage written in another form is kept as written.
    let choices = choices.map { (isSame($0, value) ? value : $0.0, $0.1) }
    let unknown = value.isEmpty || choices.contains { $0.0 == value } ? [] : [(value, value)]
    let options = [("", empty.map { "(\($0))" } ?? "–")] + choices + unknown
    return """
      <select \(base)>\(options.map { option in
        "<option value=\"\(option.0)\"\(option.0 == value ? " selected" : "" as HTML)>\(option.1)</option>" as HTML
      })</select>
      """
  }
}

extension Attribute {
  /// Whether its control is a date field, which cannot show other text: its computed value is shown below it.
  var isDateField: Bool { type == .date && choices.isEmpty }
}
