import Diagnostics
import FrontMatter
import Records

/// Edits front matter in place: only the bytes that an operation names change.
///
/// Comments, the order of keys, quotes, spacing, line endings and the body stay. A new key is inserted at its
/// place in the model's order, and a new row is written like its siblings.
package struct FrontMatterWriter: Sendable {
  private let model: Model
  private let entity: Int

  /// Makes a writer for the records of an entity.
  package init(model: Model, entity: Int) {
    self.model = model
    self.entity = entity
  }

  /// The script of operations made one after the other, or the error at a key that cannot be changed without
  /// changing something else.
  package func script(
    of file: SourceFile, after operations: [RecordOperation]
  ) -> Result<EditScript, Diagnostic> {
    FrontMatterEdit.script(of: file, after: operations, order: order)
  }

  /// The bytes of a new file.
  func bytes(of fields: [RecordOperation.Field]) -> [UInt8] {
    var text = "---\n"
    for field in fields { text += FrontMatterText.entry(field, indent: "", lineEnd: "\n") }
    return Array((text + "---\n").utf8)
  }

  /// The fields in a file's front matter.
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
