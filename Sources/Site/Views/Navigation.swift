import Content
import Locale
import Records

/// What every page links to: the entities' indexes and the pages of their own.
struct Navigation: Sendable {
  /// A page of its own.
  struct Link: Sendable {
    /// What it is called.
    let title: String
    /// Its path in the output.
    let path: String
  }

  /// The number of records of each entity that has an index; nil for the others.
  let counts: [Int?]
  /// The pages, in the order shown.
  let pages: [Link]
  /// Whether the site can be searched.
  var hasSearch = false
  /// The path of the page about the model; nil where there is none.
  let modelPath: String?

  /// The nodes of what is shared.
  struct Nodes {
    /// The node of `site`.
    let site: ViewTree.Index
    /// By entity; -1 where it has no index.
    let entities: [ViewTree.Index]
    /// The node of `site.entities`: those that have an index.
    let list: ViewTree.Index
  }

  /// Adds `site` to a tree.
  /// - Parameter words: the theme's words in the site's language, in the order of their slots.
  func add(to tree: inout ViewTree, content: Book, locale: SiteLocale, words: [String: String])
    -> Nodes
  {
    let model = content.graph.model
    let entities = model.entities.indices.map { index -> ViewTree.Index in
      guard let count = counts[index] else { return -1 }
      return add(entity: index, model, count: count, to: &tree)
    }
    // What has a day of its own comes first: orders are what a book is about.
    let order = model.entities.indices.filter { counts[$0] != nil }
    let isDated = order.map { index in
      model.entities[index].attributes.contains { $0.type == .date && $0.isRequired }
    }
    let first = zip(order, isDated).filter(\.1).map(\.0) + zip(order, isDated).filter { !$1 }.map(\.0)
    let list = tree.add(.list(first.map { entities[$0] }))
    let pageList = tree.list(pages.enumerated()) { tree, page in
      tree.object(PageLinkFields.self) { tree, field in
        switch field {
        case .title: tree.text(page.element.title)
        case .url: tree.add(.path(page.element.path))
        case .isCurrent: tree.add(.isPage(page.offset))
        }
      }
    }
    let wordNodes = words.sorted { $0.key < $1.key }.map { tree.add(ViewTree.Node.text($0.value)) }
    let texts = tree.add(.object(wordNodes))
    let settings = content.settings
    let site = tree.object(SiteFields.self) { tree, field in
      switch field {
      case .title: tree.text(settings.title)
      case .language: tree.text(locale.tag)
      case .direction: tree.text(locale.direction.rawValue)
      case .root: tree.add(.root)
      case .currency: tree.text(settings.currency.code)
      case .noindex: tree.add(.flag(true))
      case .params: tree.add(mapping: settings.params)
      case .texts: texts
      case .home: tree.add(.path("index.html"))
      case .entities: list
      case .pages: pageList
      case .model: modelPath.map { tree.add(.path($0)) }
      case .docket: tree.text("docket")
      case .search: tree.add(.flag(hasSearch))
      }
    }
    return Nodes(site: site, entities: entities, list: list)
  }

  private func add(entity index: Int, _ model: Model, count: Int, to tree: inout ViewTree) -> ViewTree.Index {
    let entity = model.entities[index]
    return tree.object(EntityFields.self) { tree, field in
      switch field {
      case .name: tree.text(entity.name)
      case .label, .plural: tree.text(entity.pluralLabel)
      case .url: tree.add(.path((entity.folder ?? "") + "/index.html"))
      case .count: tree.add(.number(count))
      case .folder: tree.text(entity.folder)
      case .isCurrent: tree.add(.isEntity(index))
      }
    }
  }
}

extension ViewTree {
  /// Adds free values.
  mutating func add(_ value: FreeValue) -> Index {
    switch value {
    case .null: -1
    case .text(let text): add(Node.text(text))
    case .boolean(let flag): add(Node.flag(flag))
    case .list(let values): list(values) { $0.add($1) }
    case .mapping(let pairs): add(mapping: pairs)
    }
  }

  /// Adds the keys of `params`.
  mutating func add(mapping pairs: [FreeValue.Pair]) -> Index {
    var keys: [String: Index] = [:]
    for pair in pairs { keys[pair.key] = add(pair.value) }
    return add(.map(keys))
  }
}
