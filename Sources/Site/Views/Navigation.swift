import Content
import Formatting
import Locale
import Records

/// The navigation of all pages: the entities' indexes, and the pages of Content.
///
/// Every page shows the first of each and, if there are more, a link to a page that lists all. Otherwise the
/// size of the site would grow with the square of its pages.
struct Navigation: Sendable {
  /// A link to a page.
  struct Link: Sendable {
    /// The title of the page.
    let title: String
    /// The output path of the page.
    let path: String
  }

  /// The number of records of each entity that has an index; nil for the others.
  let counts: [Int?]
  /// The pages, in the order shown.
  let pages: [Link]
  /// Whether the site has a search.
  var hasSearch = false
  /// The path of the page about the model; nil if there is none.
  var modelPath: String?
  /// The path of the page of the latest changes; nil if there is none.
  var historyPath: String?
  /// The path of the page that lists all; nil if every page lists all.
  var contentsPath: String?
  /// The site's logo and colour.
  var brand = Brand()
  /// The pages of a part of a site, which link only to each other; nil for the whole site.
  var part: PartPages?
  /// The names of the theme's assets in templates, with their paths.
  var assets: [(name: String, path: String)] = []

  /// The maximum number of entities, and of pages, that every page links to.
  static let maximumLinks = 16

  /// Whether there are more than that.
  var isLong: Bool {
    pages.count > Self.maximumLinks || counts.count { $0 != nil } > Self.maximumLinks
  }

  /// The entities with an index, in the order shown. Entities with a date come first, because they are the
  /// main content of a book.
  func entities(of model: Model) -> [Int] {
    let shown = model.entities.indices.filter { index in
      counts[index] != nil && part.leads(to: Self.path(ofIndexOf: model.entities[index]))
    }
    func isDated(_ index: Int) -> Bool { model.entities[index].requiredDate != nil }
    return shown.filter(isDated) + shown.filter { !isDated($0) }
  }

  /// The path of an entity's index.
  private static func path(ofIndexOf entity: Entity) -> String { (entity.folder ?? "") + "/index.html" }

  /// The nodes of the shared navigation.
  struct Nodes {
    /// The node of `site`.
    let site: ViewTree.Index
    /// The nodes by entity; -1 for an entity without an index.
    let entities: [ViewTree.Index]
    /// The nodes of the labels, by entity.
    let labels: [ViewTree.Index]
    /// The node of `site.entities`, the entities with an index.
    let list: ViewTree.Index
  }

  /// Adds `site` to a tree.
  /// - Parameter formatter: has the site's language, and the theme's words in it.
  func add(to tree: inout ViewTree, book: Book, _ formatter: ValueFormatter) -> Nodes {
    let locale = formatter.locale
    let model = book.graph.model
    let entities = model.entities.indices.map { index -> ViewTree.Index in
      guard let count = counts[index] else { return -1 }
      return add(entity: index, model, count: count, to: &tree)
    }
    let entityNodes = self.entities(of: model).map { entities[$0] }
    let list = tree.add(.list(entityNodes))
    let pageNodes = pages.enumerated().filter { part.leads(to: $1.path) }.map { index, page in
      tree.add(page, isCurrent: .isPage(index))
    }
    let pageList = tree.add(.list(pageNodes))
    let menu = addMenu(entityNodes, pageNodes, to: &tree)
    let wordNodes = formatter.words.sorted { $0.key < $1.key }.map { tree.add(ViewTree.Node.text($0.value)) }
    let texts = tree.add(.object(wordNodes))
    let settings = book.settings
    let files = assets.map { tree.add(.path($0.path)) }
    let assetNodes = tree.add(.object(files))
    let labels = tree.labels(of: model)
    let site = tree.object(SiteFields.self) { tree, field in
      switch field {
      case .title: tree.text(settings.title)
      case .language: tree.text(locale.tag)
      case .direction: tree.text(locale.direction.rawValue)
      case .arrow: tree.text(locale.direction.arrow)
      case .root: tree.add(.root)
      case .currency: tree.text(settings.currency.code)
      case .noindex: tree.add(.flag(!book.isPublic))
      case .params: tree.add(mapping: settings.params)
      case .texts: texts
      case .home: tree.add(.path("index.html"))
      case .entities: list
      case .pages: pageList
      case .menu: menu
      case .model: modelPath.flatMap { part.leads(to: $0) ? tree.add(.path($0)) : nil }
      case .history: historyPath.flatMap { part.leads(to: $0) ? tree.add(.path($0)) : nil }
      case .docket: tree.text("docket")
      case .search: tree.add(.flag(hasSearch))
      case .account: settings.account.map { tree.add($0) }
      case .logo: brand.logo.map { tree.add(.path($0)) }
      case .accent: brand.accent.map { _ in tree.add(.path(Brand.stylePath)) }
      case .assets: assetNodes
      case .printsNotes: tree.add(.flag(settings.printsNotes))
      case .labels: tree.add(.object(labels))
      }
    }
    return Nodes(site: site, entities: entities, labels: labels, list: list)
  }

  /// Adds the links that every page shows.
  private func addMenu(
    _ entities: [ViewTree.Index], _ pages: [ViewTree.Index], to tree: inout ViewTree
  ) -> ViewTree.Index {
    tree.object(MenuFields.self) { tree, field in
      switch field {
      case .entities: tree.add(.list(Array(entities.prefix(Self.maximumLinks))))
      case .pages: tree.add(.list(Array(pages.prefix(Self.maximumLinks))))
      case .all: contentsPath.flatMap { part.leads(to: $0) ? tree.add(.path($0)) : nil }
      }
    }
  }

  private func add(entity index: Int, _ model: Model, count: Int, to tree: inout ViewTree) -> ViewTree.Index {
    let entity = model.entities[index]
    let path = Self.path(ofIndexOf: entity)
    return tree.object(EntityFields.self) { tree, field in
      switch field {
      case .name: tree.text(entity.name)
      case .label: tree.text(entity.label)
      case .plural: tree.text(entity.pluralLabel)
      case .url: tree.add(.path(path))
      case .count: part.leads(to: path) ? tree.add(.number(count)) : nil
      case .folder: tree.text(entity.folder)
      case .isCurrent: tree.add(.isEntity(index))
      }
    }
  }
}

extension ViewTree {
  /// Adds the labels of each entity: its own, with those of its attributes and relationships by their slots in a
  /// record. A relationship has those of its destination, which may lead back to it.
  fileprivate mutating func labels(of model: Model) -> [Index] {
    var next = Index(nodes.count)
    let properties = model.entities.indices.map { model.properties(from: $0) }
    let slots = properties.map { properties in
      var slots = [Index](repeating: -1, count: (properties.map(\.slot).max() ?? -1) + 1)
      for property in properties {
        slots[property.slot] = next
        next += 1
      }
      return slots
    }
    for property in properties.joined() {
      _ = add(property.destination.map { .labelled(property.label, slots[$0]) } ?? .text(property.label))
    }
    return zip(model.entities, slots).map { add(.labelled($0.label, $1)) }
  }

  /// Adds the account that customers pay into.
  fileprivate mutating func add(_ account: BankAccount) -> Index {
    object(AccountFields.self) { tree, field in
      switch field {
      case .name: tree.text(account.name)
      case .iban: tree.text(account.groupedIBAN)
      case .bic: account.bic.isEmpty ? nil : tree.text(account.bic)
      }
    }
  }

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
