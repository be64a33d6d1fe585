// Typed values of keys that the model no longer has are kept, because the model may get the keys back.

extension FormPage {
  /// A field for each typed but undeclared key of the record, and the undeclared lists as they were sent.
  var undeclaredFields: HTML {
    let fields = form.undeclaredFields(of: values).map { name -> HTML in
      let field = FieldName.value(name)
      return """
        <div class="field bad"><label for="\(field)">\(name)</label>
        <input id="\(field)" name="\(field)" value="\(values.fields[name] ?? "")" autocomplete="off"></div>

        """
    }
    let lists = values.rows.sorted { $0.key < $1.key }.filter { form.isUndeclared($0.key, values) }
    let rows = lists.flatMap { list, rows in
      rows.flatMap { row in
        var fields = row.fields
        fields[FormValues.Control.was.rawValue] = row.was.map(String.init)
        return fields.sorted { $0.key < $1.key }.map { key, value -> HTML in
          """
          <input type="hidden" name="\(FieldName.cell(list: list, row: row.name, key: key))" value="\(value)">

          """
        }
      }
    }
    return "\(fields)\(rows)"
  }

  /// A field for each typed but undeclared key of a row.
  func undeclaredFields(of row: FormValues.Row, in list: String) -> HTML {
    let fields = form.undeclaredFields(of: row, in: list).map { name -> HTML in
      """
      <label>\(name) <input name="\(FieldName.cell(list: list, row: row.name, key: name))" value="\(row.fields[name] ?? "")" autocomplete="off"></label>
      """
    }
    return "\(fields)"
  }
}
