import Diagnostics
import FrontMatter
import Query
import Records

/// Reads the keys of a fetch request from front matter or a query block.
package enum FetchRequestReader {
  package static let keys = [
    "from", "where", "sort", "limit", "offset", "columns", "section", "group", "pivot", "having", "distinct",
    "subentities",
    "as-of", "exports",
  ]

  package static let columnKeys = ["value", "label", "total"]

  /// Reads a request; errors are added to the reader.
  /// - Parameter options: the keys that a column may have.
  package static func read(
    _ reader: inout MappingReader, columns options: [String] = columnKeys
  ) -> FetchRequest {
    var request = FetchRequest()
    request.from = reader.text("from")
    request.predicate = reader.text("where")
    request.sort = list("sort", &reader)
    request.limit = reader.count("limit")
    request.offset = reader.count("offset") ?? 0
    request.columns = columns("columns", options: options, &reader)
    request.section = reader.text("section")
    request.group = list("group", &reader)
    request.pivot = reader.text("pivot")
    request.having = reader.text("having")
    request.isDistinct = reader.boolean("distinct") ?? false
    request.includesSubentities = reader.boolean("subentities") ?? true
    request.asOf = day("as-of", &reader)
    request.range = reader.value("as-of").map { reader.document.range(of: $0) }
    request.exports = reader.boolean("exports") ?? true
    return request
  }

  /// A list of expressions: one text that is split at commas, or a YAML list with one expression per item.
  static func list(_ key: String, _ reader: inout MappingReader) -> [SourceText] {
    guard let node = reader.value(key) else { return [] }
    guard node.kind == .sequence else { return reader.text(key)?.splitAtCommas() ?? [] }
    return wholeItems(node, key, &reader).compactMap { reader.text($0, of: key) }
  }

  package static func day(_ key: String, _ reader: inout MappingReader) -> CivilDate? {
    guard let text = reader.text(key) else { return nil }
    let attribute = Attribute(name: DeclaredName(key, at: text.range), type: .date)
    switch ValueReader.value(of: text, as: attribute, currency: .euro) {
    case .success(.date(let date)): return date
    case .success: return nil
    case .failure(let error):
      reader.add(error)
      return nil
    }
  }

  /// A list of expressions, each optionally with a label: `{value: total - received, label: Missing}`.
  /// - Parameter options: the keys allowed in an item with a label.
  static func columns(
    _ key: String, options: [String] = columnKeys, _ reader: inout MappingReader
  ) -> [ColumnDeclaration] {
    guard let node = reader.value(key) else { return [] }
    guard node.kind == .sequence || node.kind == .mapping else {
      return list(key, &reader).compactMap { text in
        guard !text.text.hasPrefix("{value:"), !text.text.hasPrefix("{label:") else {
          reader.report(
            .invalidRequest, at: text.range,
            "an item with a label goes in a list without quotes: a line '- \(text.text)' below '\(key):'")
          return nil
        }
        return .init(value: text)
      }
    }
    let items = node.kind == .mapping ? [node] : wholeItems(node, key, &reader)
    return items.compactMap { item in
      guard item.kind == .mapping else { return reader.text(item, of: key).map { .init(value: $0) } }
      var column = MappingReader(reader.document, item, keys: options, in: "an item of '\(key)'")
      defer { reader.merge(column) }
      let label = column.label("label")
      let isTotal = column.boolean("total")
      let (style, by) = (column.text("as"), column.text("by"))
      guard let value = column.text("value") else {
        if column.diagnostics.isEmpty {
          column.report(
            .invalidRequest, at: item,
            "an item of '\(key)' needs 'value' with an expression")
        }
        return nil
      }
      return .init(value: value, label: label, isTotal: isTotal, style: style, by: by)
    }
  }

  /// The items of a list, with expressions joined that YAML split at their commas: `[round(total, 2), date]`.
  private static func wholeItems(_ node: FrontMatterNode, _ key: String, _ reader: inout MappingReader)
    -> [FrontMatterNode]
  {
    let items = Array(reader.document.items(of: node))
    for item in items where item.kind == .plain {
      let text = reader.document.text(of: item)
      let open = text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "(") ? 1 : $1 == UInt8(ascii: ")") ? -1 : 0) }
      guard open == 0 else {
        let whole = reader.document.range(of: node)
        reader.report(
          .invalidRequest, at: item,
          "YAML splits the list at the comma within '\(text)…'; write it without [ ], as '\(key): "
            + "\(whole.text.dropFirst().dropLast())'")
        return []
      }
    }
    return items
  }
}
