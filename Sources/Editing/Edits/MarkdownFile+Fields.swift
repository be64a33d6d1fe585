import FrontMatter
import Records
import Synchronization

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

/// The fields of a file, read once for all of its rows, which are asked for one after another.
final class LastWrittenFields: Sendable {
  private let last = Mutex<(file: MarkdownFile, fields: [RecordOperation.Field])?>(nil)

  /// The fields in a file's front matter.
  func fields(of file: MarkdownFile) -> [RecordOperation.Field] {
    last.withLock { last in
      if let last, last.file === file { return last.fields }
      let fields = file.writtenFields
      last = (file, fields)
      return fields
    }
  }
}
