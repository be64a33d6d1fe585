import Diagnostics
import Records

/// What a public book leaves out of the full one.
package struct LeftOut: Sendable {
  /// The private names of the full model.
  package let names: PrivateNames
  /// The private paths below Content.
  package let paths: PrivatePaths

  /// Whether nothing is marked as private, so that a public site shows every value of every record.
  package var isNothing: Bool { names.isEmpty && paths.isEmpty }
}

/// The paths below Content that a public site leaves out, to distinguish a link to one of them from a link
/// that leads nowhere.
package struct PrivatePaths: Sendable {
  /// Records and pages.
  var files: Set<String> = []
  /// The folders of private entities.
  var folders: [String] = []
  /// The private additional pages of records: the folders of their entities, and the pages' names.
  var documents: [(folder: String, name: String)] = []

  /// Whether there are none.
  var isEmpty: Bool { files.isEmpty && folders.isEmpty && documents.isEmpty }

  /// Whether everything at a path is private.
  package func contains(_ path: String) -> Bool {
    files.contains(path) || folders.contains { path.hasPrefix($0 + "/") }
      || documents.contains { path.hasPrefix($0.folder + "/") && path.hasSuffix("/\($0.name).html") }
  }
}

extension Book {
  /// The book in which private things do not exist. It is made from the linked records before anything is
  /// computed, by the same stages as the full book.
  ///
  /// Whatever its site shows, counts, adds up, sorts, exports or finds cannot reveal anything private,
  /// because the book contains nothing private.
  /// - Parameters:
  ///   - linked: the full book's records, linked but not computed.
  ///   - read: the full model with its diagnostics, which those of the public model are added to.
  ///   - past: what each commit changed, if the site asks for it and it is known.
  ///   - today: the day that `today()` is.
  /// - Returns: the book; its diagnostics also report whatever reads something private.
  func withoutPrivate(
    _ linked: RecordGraph, _ read: ModelResolution, _ past: BookHistory?, today: CivilDate
  ) async -> Book {
    let names = PrivateNames(linked.model, expressions)
    var (publicModel, modelDiagnostics) = linked.model.withoutPrivate(names, in: linked)
    publicModel.hasHistory = linked.model.hasHistory
    var publicGraph = linked.reduced(to: publicModel)
    let history = await past?.history(ofPublic: publicGraph)
    if let history { publicGraph.use(RecordPasts(history, of: publicGraph)) }
    var (expressions, expressionDiagnostics) = ModelExpressions.compile(for: publicGraph)
    expressions.documents.removeAll(where: \.declaration.isLeftOut)
    // Errors of the full book occur again here; `sortedByPlace` removes duplicates.
    let added = read.adding(modelDiagnostics + expressionDiagnostics).diagnostics.dropFirst(
      read.diagnostics.count)
    var book = Book(
      settings: settings, graph: await expressions.derive(publicGraph, today: today),
      expressions: expressions, pages: [], attachments: [], diagnostics: [], source: source)
    book.history = history
    book.drafts = drafts
    let hidden = PrivatePaths(
      files: paths(of: pages.filter(\.isPrivate)).union(privateRecords(names)),
      folders: names.entities.compactMap { graph.model.entities[$0].folder }.sorted(),
      documents: self.expressions.documents.filter(\.declaration.isPrivate).compactMap { document in
        graph.model.entities[document.entity].folder.map { ($0, document.declaration.name.text) }
      })
    book.leftOut = LeftOut(names: names, paths: hidden)
    book.pages = pages.compactMap { page in
      guard !hidden.contains(nfc(String(page.file.path))) else { return nil }
      guard case .index(let entity) = page.kind else { return page }
      guard let index = publicModel.entity(named: graph.model.entities[entity].name) else { return nil }
      var page = page
      page.kind = .index(entity: index)
      return page
    }
    book.attachments = attachments.filter { !hidden.contains(nfc($0)) }
    book.diagnostics = diagnostics + added.filter { $0.severity == .error } + linksToPrivate(names)
    return book
  }

  private func paths(of pages: [Page]) -> Set<String> { Set(pages.map { nfc(String($0.file.path)) }) }

  /// The paths of the records of private entities.
  private func privateRecords(_ names: PrivateNames) -> Set<String> {
    var paths: Set<String> = []
    for entity in names.entities where graph.model.entities[entity].owner == nil {
      let table = graph.model.entities[entity].table
      for row in graph.rows(of: entity, includingSubentities: false) {
        paths.insert(nfc(String(graph.file(of: row, in: table).path)))
      }
    }
    return paths
  }

  /// The required references of public records that lead only to private ones.
  private func linksToPrivate(_ names: PrivateNames) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var locator: Locator?
    for (index, entity) in graph.model.entities.enumerated() where !names.entities.contains(index) {
      for relationship in entity.relationships
      where relationship.declaration.isRequired && relationship.origin == .written
        && !names.contains(relationship, of: entity)
      {
        let destination = graph.model.entities[relationship.destination]
        guard !names.entities.isDisjoint(with: destination.family) else { continue }
        for row in graph.rows(of: index, includingSubentities: false) {
          let targets = graph.tables[entity.table].links[relationship.link].targets(of: row)
          guard let first = targets.first,
            targets.allSatisfy({ names.entities.contains(graph.entity(of: Int($0), in: destination.table)) })
          else { continue }
          let found = graph.locator(of: row, in: entity.table, reusing: &locator)
          diagnostics.append(
            Diagnostic(
              .privateName, at: found.place(of: [relationship.name]),
              "'\(graph.id(of: Int(first), in: destination.table))' is private, and in a public site every "
                + "\(entity.name) needs a '\(relationship.name)'"))
        }
      }
    }
    return diagnostics
  }
}
