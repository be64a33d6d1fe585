import Content
import Diagnostics
import Query
import Records

/// The documents of records: further pages, such as invoices.
struct RecordDocuments: Sendable {
  /// A kind of document of an entity's records.
  struct Kind: Sendable {
    /// The entity, an index into the model's entities.
    let entity: Int
    /// The name in its URL and in the name of its template.
    let name: String
    /// Its label on pages.
    let label: String
    /// The place of its declaration: in model.yml, or the theme's template.
    let place: SourceRange
    /// The rows of the records with such a page, ascending.
    let rows: [Int32]
    /// The place of the expression for the language of a record's page; nil if all are in the site's.
    let languageRange: SourceRange?
    /// The languages of the pages that are in another than the site's, by row.
    let languages: [Int32: String]

    /// Whether a record has such a page.
    func contains(_ row: Int) -> Bool {
      let index = rows.partitioningIndex { $0 >= row }
      return index < rows.count && Int(rows[index]) == row
    }
  }

  /// All kinds, in the model's order.
  let kinds: [Kind]

  /// Finds the documents.
  /// - Parameters:
  ///   - book: the book, with labels in the site's language.
  ///   - words: the theme's words, for documents without a label.
  ///   - today: the day of the site.
  /// - Complexity: O(*n*) in the records of each entity with documents.
  init(of book: Book, words: [String: String], today: CivilDate) {
    let evaluator = Evaluator(graph: book.graph, today: today)
    kinds = book.expressions.documents.map { document in
      let all = book.graph.rows(of: document.entity, includingSubentities: false)
        .map { Int32(truncatingIfNeeded: $0) }
      let name = document.declaration.name.text
      let rows = document.predicate.map { evaluator.filter(all, $0) } ?? all
      let label = book.graph.model.entities[document.entity].document(named: name)?.label?.text
      return Kind(
        entity: document.entity, name: name,
        label: label ?? words[name] ?? labelInWords(name.replacing("-", with: "_")),
        place: document.declaration.name.range,
        rows: rows, languageRange: document.language?.range,
        languages: document.language.map {
          evaluator.languages(of: rows, by: $0, otherThan: book.settings.language)
        } ?? [:])
    }
  }

  /// The languages of pages that are not in the site's, each with the first place that asks for it.
  var languages: [(tag: String, range: SourceRange)] {
    var ranges: [String: SourceRange] = [:]
    for kind in kinds {
      guard let range = kind.languageRange else { continue }
      for tag in Set(kind.languages.values) where ranges[tag] == nil { ranges[tag] = range }
    }
    return ranges.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The documents of a record.
  func kinds(of row: Int, entity: Int) -> [Kind] {
    kinds.filter { $0.entity == entity && $0.contains(row) }
  }
}

extension Evaluator {
  /// The languages that an expression gives for records, by row, without a given one and blank ones.
  fileprivate func languages(
    of rows: [Int32], by expression: Expression, otherThan language: String
  ) -> [Int32: String] {
    rows.reduce(into: [:]) { languages, row in
      guard case .text(let tag) = value(of: expression, row: Int(row)),
        !tag.isEmpty, ThemeSettings.normalized(tag) != ThemeSettings.normalized(language)
      else { return }
      languages[row] = tag
    }
  }
}

extension Theme {
  /// The documents that the theme has templates for, such as `entities/Order.slip.mustache`, and that the
  /// model does not declare: all records of the entity have them. Templates of the built-in theme only apply
  /// to declared documents.
  func documents(beside model: Model) -> [ModelExpressions.CompiledDocument] {
    let found = templates.sorted { $0.key < $1.key }.compactMap {
      name, file -> (entity: Int, DeclaredName)? in
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "entities", let dot = parts[1].firstIndex(of: "."),
        let entity = model.entity(named: String(parts[1][..<dot])),
        file.path.split(separator: "/").dropLast(2).last != Substring(Self.builtInName)
      else { return nil }
      let document = String(parts[1][parts[1].index(after: dot)...])
      guard isDocumentName(document) else { return nil }
      return (entity, DeclaredName(document, at: file[0..<0]))
    }
    return model.entities.indices.flatMap { index -> [ModelExpressions.CompiledDocument] in
      let entity = model.entities[index]
      guard entity.folder != nil, !entity.isAbstract else { return [] }
      let declared = entity.declaration.documents.map(\.name.text)
      var names: [String] = []
      return found.compactMap { owner, name in
        guard model.entities[owner].family.contains(index), !(declared + names).contains(name.text) else {
          return nil
        }
        names.append(name.text)
        return .init(entity: index, named: name)
      }
    }
  }
}
