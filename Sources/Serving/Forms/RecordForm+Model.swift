import Records

// Forms opened under an earlier version of the model.

extension RecordForm {
  /// Why values cannot be saved with the current model: a declaration of their entities has an error, so that
  /// keys may be missing, or a typed key is no longer declared. Nil if they can.
  func whatTheModelLacks(for values: FormValues) -> String? {
    let rows = keys.keys.compactMap { key in
      if case .rows(let list) = key.kind { model.entities[list.destination] } else { nil }
    }
    if ([declared] + rows).contains(where: {
      $0.declaration.isInvalid || !$0.declaration.invalidNames.isEmpty
    }) {
      return localized(
        "the model has an error that concerns this form; correct it, then save what is typed here")
    }
    let names = undeclaredKeys(of: values).map { "'\($0)'" }
    guard !names.isEmpty else { return nil }
    return localized(
      "the model no longer has {0}; empty the field below to save without it", names.joined(separator: ", "))
  }

  /// The typed keys that are neither declared nor in the record's file.
  private func undeclaredKeys(of values: FormValues) -> [String] {
    var names = undeclaredFields(of: values)
    for (list, rows) in values.rows.sorted(by: { $0.key < $1.key }) {
      guard isUndeclared(list, values) else {
        names += rows.flatMap { undeclaredFields(of: $0, in: list) }
        continue
      }
      names.append(list)
    }
    return Array(Set(names)).sorted()
  }

  /// The typed keys of the record that are neither declared nor in its file.
  func undeclaredFields(of values: FormValues) -> [String] {
    let written = written
    return values.fields.keys.sorted().filter { name in
      if let kind = keys[name] { guard case .rows = kind else { return false } }
      return isTyped(values.fields[name], beside: written.fields[name])
    }
  }

  /// The typed keys of a row that are neither declared nor in the file.
  func undeclaredFields(of row: FormValues.Row, in list: String) -> [String] {
    guard case .rows(let relationship)? = keys[list] else { return [] }
    let declared = Set(EntityKeys(model.entities[relationship.destination]).names)
    let rows = written.rows[list] ?? []
    let other = row.was.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
    return row.fields.keys.sorted().filter {
      !declared.contains($0) && isTyped(row.fields[$0], beside: other?.fields[$0])
    }
  }

  /// Whether a list was typed that is neither declared nor equal to the file's list.
  func isUndeclared(_ list: String, _ values: FormValues) -> Bool {
    if case .rows? = keys[list] { return false }
    return !(values.rows[list] ?? []).isEmpty && !values.hasSameValue(as: written, of: list)
  }

  private func isTyped(_ value: String?, beside written: String?) -> Bool {
    guard let value, !value.trimmingSpaces().isEmpty else { return false }
    return value != written ?? ""
  }
}
