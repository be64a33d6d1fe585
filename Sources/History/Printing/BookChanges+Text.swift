import Content

extension BookChanges {
  /// The changes as text, one paragraph per record, or a message that there are none.
  ///
  ///     updated   order 2026-0054
  ///       paidOn: – → 2026-11-22
  ///
  ///     What follows
  ///       customer mara-lindqvist: open 284.60 → 0.00
  package func text() -> String {
    guard !isEmpty else { return "No record changed.\n" }
    var parts: [String] = []
    func add(_ heading: String?, _ lines: [String]) {
      guard !lines.isEmpty else { return }
      parts.append(((heading.map { [$0] } ?? []) + lines).joined(separator: "\n") + "\n")
    }
    add("Model and settings", settings.map { "  " + $0 })
    add("Not compared, because they have errors", skipped.map { "  " + $0 })
    for record in records {
      add(nil, ["\(record.kind.rawValue.padded(to: 9)) \(record.name)"] + record.lines.map { "  " + $0 })
    }
    add("What follows", effectLines.map { "  " + $0 })
    add("Totals", totals.map { "  \($0.label): \($0.text)" })
    return parts.joined(separator: "\n")
  }

  /// The computed values that changed, one line per record.
  var effectLines: [String] {
    var lines: [(name: String, values: [String])] = []
    for effect in effects {
      let name = name(of: effect)
      if lines.last?.name != name { lines.append((name, [])) }
      lines[lines.count - 1].values.append("\(effect.value.key) \(effect.value.arrow)")
    }
    return lines.map { "\($0.name): \($0.values.joined(separator: "; "))" }
  }

  /// The computed values and totals that changed, as tables with the columns name, key, before and after.
  var tables: [(heading: String, rows: [[String]])] {
    func row(_ name: String, _ value: ValueChange) -> [String] {
      [name, value.key == "@count" ? "number" : value.key, value.old ?? "–", value.new ?? "–"]
    }
    let tables = [
      ("What follows", effects.map { row(name(of: $0), $0.value) }),
      ("Totals", totals.map { row($0.label, $0.value) }),
    ]
    return tables.filter { !$0.1.isEmpty }
  }

  private func name(of effect: Effect) -> String {
    "\(effect.label.lowercasedFirst) \(name(of: effect.id, effect.entity))"
  }
}

extension RecordChange {
  /// The record's name: `order 2026-0054`, or for a renamed record `customer mara → mara-lindqvist`.
  package var name: String { "\(label.lowercasedFirst) \(formerID.map { "\($0) → " } ?? "")\(id)" }

  /// The changes of the record, one line each.
  package var lines: [String] { lines(.plain) }

  /// The changes of the record in other words, one line each.
  package func lines(_ wording: ChangeWording) -> [String] {
    var lines = values.map { value in
      let (old, new) = (value.old, value.new)
      func text(_ text: String?) -> String? { text.map { wording.value($0, value.key, entity) } }
      let change =
        switch kind {
        case .inserted: text(new) ?? ""
        case .deleted: text(old) ?? ""
        case .renamed, .updated: wording.arrow(text(old) ?? "–", text(new) ?? "–")
        }
      return "\(wording.key(value.key, entity)): \(change)"
    }
    for row in rows {
      // A row has no id of its own.
      let kind = row.kind == .renamed ? Kind.inserted : row.kind
      let values = row.lines(wording).joined(separator: ", ")
      lines.append(
        "\(wording.row(row.id, entity)) \(wording.kind(kind))" + (values.isEmpty ? "" : ": " + values))
    }
    if changesBody { lines.append(wording.textChanged) }
    return lines
  }
}

/// The words for the changes of a record.
package struct ChangeWording {
  /// The name of a key of an entity.
  let key: (_ key: String, _ entity: String) -> String
  /// The name of a row, `LIST#POSITION`, of an entity's record.
  let row: (_ id: String, _ entity: String) -> String
  /// A value of a key of an entity, on one line.
  let value: (_ value: String, _ key: String, _ entity: String) -> String
  /// A value before and after.
  let arrow: (_ old: String, _ new: String) -> String
  /// What happened to a row.
  let kind: (RecordChange.Kind) -> String
  /// That the text beneath the front matter changed.
  let textChanged: String

  package init(
    key: @escaping (_ key: String, _ entity: String) -> String,
    row: @escaping (_ id: String, _ entity: String) -> String,
    value: @escaping (_ value: String, _ key: String, _ entity: String) -> String,
    arrow: @escaping (_ old: String, _ new: String) -> String, kind: @escaping (RecordChange.Kind) -> String,
    textChanged: String
  ) {
    (self.key, self.row, self.value, self.arrow, self.kind) = (key, row, value, arrow, kind)
    self.textChanged = textChanged
  }

  /// Keys, ids and values as they are written.
  static var plain: ChangeWording {
    ChangeWording(
      key: { key, _ in key }, row: { id, _ in id }, value: { value, _, _ in value.onOneLine },
      arrow: { "\($0) → \($1)" }, kind: \.rawValue, textChanged: "text changed")
  }
}

extension ValueChange {
  /// The values, old → new; `–` stands for no value.
  var arrow: String { "\(old?.onOneLine ?? "–") → \(new?.onOneLine ?? "–")" }
}

extension TotalChange {
  /// The changed total: the number of records, or the sum of an attribute.
  package var text: String { value.key == "@count" ? value.arrow : "\(value.key) \(value.arrow)" }
}

extension String {
  /// The text on one line, with `⏎` in place of line breaks.
  package var onOneLine: String {
    split(omittingEmptySubsequences: true) { $0.isNewline }.joined(separator: " ⏎ ")
  }

  /// The text with its first letter in lower case, for use within a sentence; an abbreviation such as `CD` stays.
  var lowercasedFirst: String {
    dropFirst().first?.isUppercase ?? false ? self : prefix(1).lowercased() + dropFirst()
  }

  /// The text padded with spaces to a width in characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
