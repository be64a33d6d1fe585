import Content
import Diagnostics
import FileSystem
import Records

extension Editor {
  /// A constant of an import mapping that is the id of a record.
  struct MappingReference {
    /// The path below Content of the mapping.
    let path: String
    /// The id as written in the mapping.
    let id: SourceText
    let record: RecordHandle
  }

  /// What is wrong with the import mappings, whatever the file that is imported: their form, the entity, the
  /// keys, and constants that refer to no record.
  package func mappingDiagnostics() -> [Diagnostic] {
    book.importMappings.flatMap { path -> [Diagnostic] in
      do throws(EnvironmentFailure) {
        let (mapping, diagnostics) = ImportMapping.read(try mappingFile(path))
        guard let name = mapping.entity, !model.isInvalid else { return diagnostics }
        var edit = Edit()
        edit.diagnostics = diagnostics
        let importer = Importer(self, mapping: mapping, isUpdate: false)
        if let entity = importer.entity(name, &edit) {
          edit.diagnostics += importer.diagnosticsOfKeys(of: entity)
        }
        return edit.diagnostics
      } catch {
        return [Self.unreadable(book.root + "/" + path, error)]
      }
    }
  }

  private func mappingFile(_ path: String) throws(EnvironmentFailure) -> SourceFile {
    SourceFile(path: book.root + "/" + path, bytes: try book.source.read(path))
  }

  /// The constants of import mappings that are ids of records. A mapping that cannot be read has none.
  func mappingReferences() -> [MappingReference] {
    book.importMappings.flatMap { path -> [MappingReference] in
      guard let file = try? mappingFile(path), case let (mapping, _) = ImportMapping.read(file),
        let name = mapping.entity?.text, let entity = model.entity(called: name)
      else { return [] }
      let importer = Importer(self, mapping: mapping, isUpdate: false)
      return mapping.constants.flatMap { key, value -> [MappingReference] in
        guard let (destination, isMany) = importer.destination(of: key.text, in: entity) else { return [] }
        let ids = isMany ? Assignment(key: key, value: value).items : [value]
        return ids.compactMap { id in
          guard case .record(let record) = lookup.record(id.text, of: destination, allowsPart: false),
            graph.id(of: record) == nfc(id.text)
          else { return nil }
          return MappingReference(path: path, id: id, record: record)
        }
      }
    }
  }

  /// The errors of import mappings, whose constants are unknown then.
  private func errorsOfMappings() -> [Diagnostic] {
    let folder = book.root + "/imports"
    let unread = book.diagnostics.filter { error in
      let path = error.range.file.path
      return error.severity == .error
        && (path == folder
          || path.hasPrefix(folder + "/") && [".yml", ".yaml"].contains(where: path.hasSuffix))
    }
    return noted(unread + mappingDiagnostics().filter { $0.severity == .error })
  }

  private static func unreadable(_ path: String, _ failure: EnvironmentFailure) -> Diagnostic {
    Diagnostic(.unreadableFile, at: SourceRange(fileAt: path), "cannot read the file: \(failure.reason)")
  }

  /// Replaces a renamed record's id in the constants of import mappings.
  func rename(_ record: RecordHandle, inMappingsTo new: String, _ edit: inout Edit) {
    edit.diagnostics += errorsOfMappings()
    let references = mappingReferences().filter { $0.record == record }
    for (path, references) in Dictionary(grouping: references, by: \.path).sorted(by: { $0.key < $1.key }) {
      var script = EditScript(references[0].id.file)
      for reference in references { script.replace(reference.id.range.bytes, with: new) }
      edit.change(path, by: script, places: references.count)
    }
  }

  /// The errors for records that cannot be deleted because import mappings name them.
  func refusalsOfMappings(_ records: Set<RecordHandle>, named names: [SourceText]) -> [Diagnostic] {
    let references = mappingReferences().filter { records.contains($0.record) }
    let refusals = Dictionary(grouping: references, by: \.record).sorted { $0.key < $1.key }.map {
      record, references in
      let id = graph.id(of: record)
      return Diagnostic(
        .brokenRule, at: place(of: id, among: names),
        "'\(id)' may not be deleted: an import gives it to every line",
        notes: references.map { .init("it is a constant here", at: $0.id.range) })
    }
    return errorsOfMappings() + refusals
  }
}

extension Importer {
  /// The entity that a key refers to, and whether to several records; nil if the key is no reference.
  fileprivate func destination(of key: String, in entity: Int) -> (entity: Int, isMany: Bool)? {
    switch target(key, of: entity) {
    case .key(_, .reference(let relationship))?, .row(_, _, .reference(let relationship))?:
      (relationship.destination, relationship.isMany)
    case .owner?: editor.model.entities[entity].owner.map { ($0.entity, false) }
    default: nil
    }
  }
}
