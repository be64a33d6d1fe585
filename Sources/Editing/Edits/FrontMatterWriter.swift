import Content
import Diagnostics
import FrontMatter
import Records

/// Changes front matter by its bytes: only what an operation names changes.
///
/// Comments, the order of keys, quotes, spacing, line ends and the body stay. A new key goes where the model's order
/// puts it among those that are there, and a new row is written like its siblings: in braces, or one key per line.
package struct FrontMatterWriter: Sendable {
  private let model: Model
  private let entity: Int

  /// Writes records of an entity.
  package init(model: Model, entity: Int) {
    self.model = model
    self.entity = entity
  }

  /// What operations change in a file, one made after the other.
  package func script(of file: SourceFile, after operations: [RecordOperation]) -> EditScript {
    operations.reduce(into: EditScript(file)) { script, operation in
      var edit = FrontMatterEdit(script.result)
      switch operation {
      case .set(let field, let row): edit.set(field, row: row, order: order(row))
      case .clear(let key, let row): edit.clear(key, row: row)
      case .addText(let text, let key, let index, let row):
        edit.add(text, to: key, before: index, row: row, order: order(row))
      case .removeText(let text, let key, let row): edit.remove(text, from: key, row: row)
      case .replaceText(let text, let new, let key, let row):
        edit.replace(text, with: new, in: key, row: row)
      case .insertRow(let fields, let place): edit.insert(fields, at: place, order: order(nil))
      case .removeRow(let place): edit.removeRow(at: place)
      case .moveRow(let place, let index): edit.moveRow(at: place, before: index)
      }
      script.append(edit.script)
    }
  }

  /// The bytes of a new file.
  package func bytes(of fields: [RecordOperation.Field]) -> [UInt8] {
    var text = "---\n"
    for field in fields { text += FrontMatterText.entry(field, indent: "", lineEnd: "\n") }
    return Array((text + "---\n").utf8)
  }

  /// What a file says, key by key.
  package func fields(of file: MarkdownFile) -> [RecordOperation.Field] {
    var yaml = FrontMatterDocument()
    guard yaml.read(file.source, file.frontMatter).isEmpty else { return [] }
    return Self.fields(of: yaml.root, in: yaml)
  }

  private static func fields(of node: FrontMatterNode?, in yaml: FrontMatterDocument) -> [RecordOperation
    .Field]
  {
    yaml.pairs(of: node).compactMap { key, value in
      guard !value.isEmpty else { return nil }
      let name = yaml.text(of: key)
      guard value.kind == .sequence else { return .init(name, .text(yaml.text(of: value))) }
      let items = Array(yaml.items(of: value))
      return items.allSatisfy(\.isScalar)
        ? .init(name, .list(items.map { yaml.text(of: $0) }))
        : .init(name, .rows(items.map { fields(of: $0, in: yaml) }))
    }
  }

  /// The order of the keys of the record, or of the rows of one of its lists.
  private func order(_ row: RecordOperation.RowIndex?) -> [String] {
    var entity = model.entities[entity]
    if let row, let list = entity.relationship(named: row.list) { entity = model.entities[list.destination] }
    return EntityKeys(entity).names
  }
}
