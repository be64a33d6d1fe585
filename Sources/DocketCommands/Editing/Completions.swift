import ArgumentParser
import Content
import FileSystem
import Records

/// The completions of arguments that shells offer, from the nearest enclosing Content.
enum Completions {
  /// The ids of records.
  static let ids = CompletionKind.custom { (_: [String], _: Int, prefix: String) async -> [String] in
    await ids().filter { $0.hasPrefix(prefix) }
  }

  /// The names of entities whose records have files, in lower case if the word is.
  static let entities = CompletionKind.custom { (_: [String], _: Int, prefix: String) async -> [String] in
    let names = await model()?.entities.filter { $0.owner == nil && !$0.isAbstract }.map(\.name) ?? []
    let isLower = prefix.first?.isLowercase ?? false
    return names.map { isLower ? $0.lowercased() : $0 }.filter { $0.hasPrefix(prefix) }
  }

  /// The names of all entities, including those of rows.
  static let allEntities = CompletionKind.custom { (_: [String], _: Int, prefix: String) async -> [String] in
    (await model()?.entities.map(\.name) ?? []).filter { $0.hasPrefix(prefix) }
  }

  /// The ids of records and the names of all entities.
  static let idsAndEntities = CompletionKind.custom {
    (_: [String], _: Int, prefix: String) async -> [String] in
    let names = await model()?.entities.map(\.name) ?? []
    return (names + (await ids())).filter { $0.hasPrefix(prefix) }
  }

  /// The keys of lists: of rows, of references, of texts.
  static let lists = CompletionKind.custom { (_: [String], _: Int, prefix: String) async -> [String] in
    let keys = await model()?.entities.flatMap { entity in
      EntityKeys(entity).names.filter { name in
        entity.relationship(named: name)?.isMany ?? (entity.attribute(named: name)?.type == .tags)
      }
    }
    return Set(keys ?? []).sorted().filter { $0.hasPrefix(prefix) }
  }

  /// The names of the import mappings.
  static let mappings = CompletionKind.custom { (_: [String], _: Int, prefix: String) -> [String] in
    (Settings.nearestContent().map { ImportCommand.mappings(of: $0) } ?? []).filter { $0.hasPrefix(prefix) }
  }

  /// The keys of all entities, each followed by `=`.
  static let keys = CompletionKind.custom { (_: [String], _: Int, prefix: String) async -> [String] in
    let names = await model()?.entities.flatMap { EntityKeys($0).names } ?? []
    return Set(names).sorted().map { $0 + "=" }.filter { $0.hasPrefix(prefix) }
  }

  private static func model() async -> Model? {
    guard let content = Settings.nearestContent(), let today = CivilDate(dayNumber: 0) else { return nil }
    return await ContentLoader(source: WorkingTree(content), includesDrafts: true, today: today).model().model
  }

  private static func ids() async -> [String] {
    guard let content = Settings.nearestContent(), let model = await model() else { return [] }
    return Set(model.entities.compactMap(\.folder).flatMap { ids(in: "\(content)/\($0)", depth: 1) }).sorted()
  }

  private static func ids(in folder: String, depth: Int) -> [String] {
    guard depth < 16, let entries = try? FileSystem.entries(of: folder) else { return [] }
    return entries.filter { !$0.isIgnored }.flatMap { entry -> [String] in
      if entry.kind == .folder { return ids(in: folder + "/" + entry.name, depth: depth + 1) }
      let isRecord = entry.name.hasSuffix(".md") && (depth > 1 || entry.name != "index.md")
      return isRecord ? [String(entry.name.withoutMarkdownEnding)] : []
    }
  }
}
