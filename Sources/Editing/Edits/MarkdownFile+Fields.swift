import FrontMatter
import Records

extension MarkdownFile {
  /// The fields in the front matter; none if it cannot be read.
  package var writtenFields: [RecordOperation.Field] {
    var yaml = FrontMatterDocument()
    guard yaml.read(source, frontMatter).isEmpty else { return [] }
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
}
