import ArgumentParser
import Content
import FileSystem
import Records

/// The completions of arguments that shells offer, from the nearest enclosing Content.
enum Completions {
  /// The ids of records.
  static let ids = words { await ids() }

  /// The names of entities whose records have files, in lower case if the word is.
  static let entities = CompletionKind.custom { (_: [String], _: Int, prefix: String) async -> [String] in
    let names = await model()?.entities.filter { $0.owner == nil && !$0.isAbstract }.map(\.name) ?? []
    let isLower = prefix.first?.isLowercase ?? false
    return names.map { isLower ? $0.lowercased() : $0 }.filter { $0.hasPrefix(prefix) }
  }

  /// The names of all entities, including those of rows.
  static let allEntities = words { await model()?.entities.map(\.name) ?? [] }

  /// The ids of records and the names of all entities.
  static let idsAndEntities = words { (await model()?.entities.map(\.name) ?? []) + (await ids()) }

  /// The keys of lists: of rows, of references, of texts.
  static let lists = words {
    let keys = await model()?.entities.flatMap { entity in
      EntityKeys(entity).names.filter { name in
        entity.relationship(named: name)?.isMany ?? (entity.attribute(named: name)?.type == .tags)
      }
    }
    return Set(keys ?? []).sorted()
  }

  /// The names of the import mappings.
  static let mappings = words { Settings.nearestContent().map { ImportCommand.mappings(of: $0) } ?? [] }

  /// The keys of all entities, each followed by `=`.
  static let keys = words {
    let names = await model()?.entities.flatMap { EntityKeys($0).names } ?? []
    return Set(names).sorted().map { $0 + "=" }
  }

  /// Those of all words that begin as the one that is typed.
  static func words(_ all: @escaping @Sendable () async -> [String]) -> CompletionKind {
    .custom { (_: [String], _: Int, prefix: String) async -> [String] in
      await all().filter { $0.hasPrefix(prefix) }
    }
  }

  private static func model() async -> Model? {
    guard let content = Settings.nearestContent(), let today = CivilDate(dayNumber: 0) else { return nil }
    return await ContentLoader(source: WorkingTree(content), includesDrafts: true, today: today).model().model
  }

  private static func ids() async -> [String] {
    guard let content = Settings.nearestContent(), let model = await model(),
      let entries = try? await WorkingTree(content).list(withStamps: false)
    else { return [] }
    let folders = RecordFolders(model)
    return Set(entries.compactMap { folders.name(of: $0.path)?.id }).sorted()
  }
}
