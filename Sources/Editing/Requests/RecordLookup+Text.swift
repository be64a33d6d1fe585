import Content
import Diagnostics
import Records

extension RecordLookup {
  /// A record as text: the fields of its file, computed values, rows, and records that refer to it.
  /// - Parameter name: the record.
  /// - Returns: the text, or why there is none.
  package func text(of name: SourceText) -> Result<String, Diagnostic> {
    resolve(name).map { text(of: $0) }
  }

  private func text(of record: RecordHandle) -> String {
    let entity = graph.model.entities[graph.entity(of: record)]
    let keys = EntityKeys(entity)
    let id = graph.id(of: record)
    let title = title(of: record)
    var text = "\(entity.label) \(graph.commandName(of: record))" + (title == id ? "" : ", \(title)") + "\n"
    text += graph.file(of: record).source.path + "\n"
    var lines: [(name: String, value: String)] = []
    if graph.isDraft(record.row, in: record.table) {
      lines.append(("draft", "true  (left out of pages, totals and exports)"))
    }
    let places = graph.locator(of: record.row, in: record.table)
    for (name, _) in keys.keys {
      guard let value = value(of: name, in: record) else { continue }
      let isComputed = entity.attribute(named: name)?.formula != nil && places.value(of: name) == nil
      lines.append((name, isComputed ? value + "  (computed)" : value))
    }
    for name in keys.computed {
      guard entity.attribute(named: name) != nil, let value = value(of: name, in: record) else { continue }
      lines.append((name, value + "  (computed)"))
    }
    let width = lines.map(\.name.count).max() ?? 0
    for (name, value) in lines {
      text += "  \(name)\(String(repeating: " ", count: width - name.count))  \(value)\n"
    }
    for relationship in entity.relationships where relationship.isMany {
      let targets = graph.destinations(of: relationship, from: record)
      guard !targets.isEmpty, relationship.origin != .written else { continue }
      text += "\(relationship.name)\n"
      for target in targets.prefix(100) { text += "  \(line(of: target))\n" }
      if targets.count > 100 { text += "  and \(targets.count - 100) more\n" }
    }
    return text
  }

  private func value(of name: String, in record: RecordHandle) -> String? {
    let entity = graph.model.entities[graph.entity(of: record)]
    let text: String
    if let attribute = entity.attribute(named: name) {
      let value = graph.tables[record.table].columns[attribute.column][record.row]
      guard value != .null else { return nil }
      text =
        if attribute.isPercent, let percent = value.number?.percentText { percent } else {
          graph.plainText(of: value)
        }
    } else if let relationship = entity.relationship(named: name), relationship.origin == .written {
      let targets = graph.destinations(of: relationship, from: record).map { target in
        let (id, title) = (graph.id(of: target), title(of: target))
        return id == title ? id : "\(id) (\(title))"
      }
      guard !targets.isEmpty else { return nil }
      text = targets.joined(separator: ", ")
    } else {
      return nil
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    ")
  }

  /// One line of text for a record of a list.
  private func line(of record: RecordHandle) -> String {
    let entity = graph.model.entities[graph.entity(of: record)]
    guard entity.owner != nil else {
      let (id, title) = (graph.id(of: record), title(of: record))
      let figures = entity.attributes.filter { $0.isTotal || $0.type == .date && $0.isRequired }.compactMap {
        attribute in value(of: attribute.name.text, in: record).map { "\(attribute.name.text) \($0)" }
      }
      return ([id == title ? id : "\(id), \(title)"] + figures).joined(separator: "  ")
    }
    let keys = EntityKeys(entity)
    let fields = (keys.names + keys.computed).compactMap { name in
      value(of: name, in: record).map { "\(name) \($0)" }
    }
    return graph.commandName(of: record) + "  " + fields.joined(separator: ", ")
  }
}
