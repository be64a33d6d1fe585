import Diagnostics
import FrontMatter
import Records

extension ModelReader {
  /// Reads the additional pages of an entity's records: `invoice: made = true`, or a mapping with keys.
  func readDocuments(
    _ entity: inout EntityDeclaration, _ documents: MappingReader, _ reader: inout MappingReader
  ) {
    for (key, value) in documents.pairs {
      let name = DeclaredName(document.text(of: key), at: document.range(of: key))
      entity.documents.removeAll { $0.name.text == name.text }
      guard !isNull(value) else { continue }
      guard isDocumentName(name.text) else {
        reader.report(
          .invalidModel, at: name.range,
          "'\(name.text)' is not a name for a page: letters, digits, '-' and '_' only, such as 'invoice'")
        continue
      }
      if value.isScalar {
        let when = value.isEmpty ? nil : reader.text(value, of: name.text, as: .expression)
        entity.documents.append(DocumentDeclaration(name: name, when: when))
        continue
      }
      let keys = ["when", "label", "language", "private"]
      var item = MappingReader(document, value, keys: keys, in: "a document")
      entity.documents.append(
        DocumentDeclaration(
          name: name, when: item.text("when", as: .expression), label: item.label("label"),
          language: item.text("language", as: .expression),
          isPrivate: item.boolean("private") ?? false))
      reader.merge(item)
    }
    reader.merge(documents)
  }
}
