import Records

// What forms change of a text although nobody touched it: its control characters, line separators and line endings.

extension FormValues {
  /// The values with line breaks in place of the line separators that texts from other programs contain, or
  /// with spaces where a text has one line. Files cannot contain the separators.
  /// - Parameters:
  ///   - entity: the record's entity, an index into the model's entities.
  func withoutLineSeparators(of entity: Int, in model: Model) -> FormValues {
    var values = self
    func replace(in fields: inout [String: String], of entity: Int) {
      let keys = EntityKeys(model.entities[entity])
      for (name, text) in fields where text.unicodeScalars.contains(where: isLineSeparator) {
        var hasLines = text.contains("\n")
        if case .attribute(let attribute)? = keys[name], attribute.type == .text { hasLines = true }
        fields[name] = text.replacingLineSeparators(with: hasLines ? "\n" : " ")
      }
    }
    replace(in: &values.fields, of: entity)
    for (list, rows) in rows {
      guard case .rows(let relationship)? = EntityKeys(model.entities[entity])[list] else { continue }
      for index in rows.indices {
        replace(in: &values.rows[list, default: []][index].fields, of: relationship.destination)
      }
    }
    values.body = body?.replacingLineSeparators(with: "\n")
    return values
  }

  /// The values, with the text of the file for each that is just what a form makes of that text.
  /// - Parameter written: the values of the file.
  func keepingTextsThatFormsChange(of written: FormValues) -> FormValues {
    var values = self
    func keep(_ fields: inout [String: String], _ old: [String: String]) {
      for (key, text) in fields {
        if let old = old[key], old.isSent(as: text) { fields[key] = old }
      }
    }
    keep(&values.fields, written.fields)
    for (list, rows) in rows {
      let old = written.rows[list] ?? []
      for (index, row) in rows.enumerated() {
        guard let was = row.was, old.indices.contains(was) else { continue }
        keep(&values.rows[list, default: []][index].fields, old[was].fields)
      }
    }
    if let body, written.body?.isSent(as: body) ?? false { values.body = written.body }
    return values
  }
}

/// Whether a character is a line separator besides LF and CR.
private func isLineSeparator(_ scalar: Unicode.Scalar) -> Bool {
  [0x85, 0x2028, 0x2029].contains(scalar.value)
}

extension String {
  fileprivate func replacingLineSeparators(with text: Unicode.Scalar) -> String {
    var result = self
    result.unicodeScalars = String.UnicodeScalarView(
      unicodeScalars.map { isLineSeparator($0) ? text : $0 })
    return result
  }
}

extension String {
  /// Whether a form that shows this text, and in which nothing was changed, sends another one: from a text area it has
  /// line endings of one kind, from a line none.
  fileprivate func isSent(as text: String) -> Bool {
    guard self != text else { return false }
    let shown = String(
      String.UnicodeScalarView(
        unicodeScalars.compactMap { scalar in
          switch scalar.value {
          case 0x9, 0xA, 0xD, 0x85: scalar
          case 0..<0x20, 0x7F: "\u{FFFD}"
          case 0x80..<0xA0, 0xFFFE, 0xFFFF: nil
          default: scalar
          }
        }))
    let lines = shown.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return text == lines.replacingLineSeparators(with: "\n")
      || text == lines.replacing("\n", with: "").replacingLineSeparators(with: " ")
  }
}
