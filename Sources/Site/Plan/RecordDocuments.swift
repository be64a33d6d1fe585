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
    /// The languages of the pages that are in one of their own, by row.
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
        languages: document.language.map { evaluator.languages(of: rows, by: $0, in: book) } ?? [:])
    }
  }

  /// The languages of pages that are in one of their own, each with the place of the expression that gives it and the
  /// first record with such a page.
  /// - Parameter model: the model of the records.
  func languages(in model: Model) -> [(tag: String, range: SourceRange, first: RecordHandle)] {
    var firsts: [String: (range: SourceRange, record: RecordHandle)] = [:]
    for kind in kinds {
      guard let range = kind.languageRange else { continue }
      for (row, tag) in kind.languages.sorted(by: { $0.key < $1.key }) where firsts[tag] == nil {
        firsts[tag] = (range, RecordHandle(table: model.entities[kind.entity].table, row: Int(row)))
      }
    }
    return firsts.sorted { $0.key < $1.key }.map { ($0.key, $0.value.range, $0.value.record) }
  }

  /// The only records that a block may show, in their own order: of one that shows documents those that have them.
  /// - Parameter rows: the only records to consider; nil for all.
  func rows(
    of block: QueryBlockPlan, in graph: RecordGraph, today: CivilDate, among rows: [Int32]?
  ) -> [Int32]? {
    guard case .documents(let name) = block.display else { return rows }
    let family = graph.model.entities[block.plan.entity].family
    let found = Set(kinds.filter { $0.name == name && family.contains($0.entity) }.flatMap(\.rows))
    let all = rows ?? block.plan.ownOrder(Evaluator(graph: graph, today: today))
    return all.filter(found.contains)
  }

  func kinds(of row: Int, entity: Int) -> [Kind] {
    kinds.filter { $0.entity == entity && $0.contains(row) }
  }
}

extension Evaluator {
  /// The languages that an expression gives for records, by row, without blank ones and the site's own, which the main
  /// language of its tag names as well: `de` in a site of `de-CH`. If attributes have translations into the site's
  /// language, which only documents show, it is a language like any other.
  fileprivate func languages(of rows: [Int32], by expression: Expression, in book: Book) -> [Int32: String] {
    let (own, hasTranslations) = (book.settings.language, book.hasTranslationsIntoOwnLanguage)
    let ownTag = normalizedLanguage(own)
    return rows.reduce(into: [:]) { languages, row in
      guard case .text(let written) = value(of: expression, row: Int(row)), !written.isEmpty else { return }
      let tag = normalizedLanguage(written)
      let isOwn = tag == ownTag || ownTag.hasPrefix(tag + "-")
      if !isOwn || hasTranslations { languages[row] = isOwn ? own : written }
    }
  }
}

extension Book {
  /// Whether an attribute has translations into the language of the site.
  fileprivate var hasTranslationsIntoOwnLanguage: Bool {
    graph.model.entities.contains { entity in
      entity.ownAttributes.contains { attribute in
        nearestLanguage(to: settings.language, among: attribute.translations.map(\.language)) != nil
      }
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
