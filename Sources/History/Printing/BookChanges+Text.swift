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
      let name = "\(effect.label.lowercasedFirst) \(self.name(of: effect.id, effect.entity))"
      if lines.last?.name != name { lines.append((name, [])) }
      lines[lines.count - 1].values.append("\(effect.value.key) \(effect.value.arrow)")
    }
    return lines.map { "\($0.name): \($0.values.joined(separator: "; "))" }
  }
}

extension RecordChange {
  /// The record's name: `order 2026-0054`, or for a renamed record `customer mara → mara-lindqvist`.
  package var name: String { "\(label.lowercasedFirst) \(formerID.map { "\($0) → " } ?? "")\(id)" }

  /// The changes of the record, one line each.
  package var lines: [String] {
    var lines = values.map {
      kind == .inserted ? "\($0.key): \($0.new?.onOneLine ?? "")" : "\($0.key): \($0.arrow)"
    }
    for row in rows {
      switch row.kind {
      case .deleted:
        let values = row.values.map { "\($0.key): \($0.old?.onOneLine ?? "")" }.joined(separator: ", ")
        lines.append("\(row.id) deleted" + (values.isEmpty ? "" : ": \(values)"))
      case .inserted, .renamed: lines.append("\(row.id) inserted: " + row.lines.joined(separator: ", "))
      case .updated: lines.append("\(row.id) updated: " + row.lines.joined(separator: ", "))
      }
    }
    if changesBody { lines.append("text changed") }
    return lines
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
  var onOneLine: String {
    split(omittingEmptySubsequences: true) { $0.isNewline }.joined(separator: " ⏎ ")
  }

  /// The text with its first letter in lower case, for use within a sentence.
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }

  /// The text padded with spaces to a width in characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
