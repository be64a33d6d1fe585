import Content
import Diagnostics
import Records
import Templates

/// The shapes of all values in templates: the names that are available, and their types.
struct ViewShapes: Sendable {
  private(set) var table = ShapeTable()
  /// The shape of each entity's records.
  private(set) var records: [Shape.ID] = []
  /// The shape of the outermost context of a page.
  private(set) var page = 0
  /// The shape of the outermost context of the home page.
  private(set) var home = 0
  /// The shape of the outermost context of a query block's template.
  private(set) var block = 0
  /// The shape of the outermost context of each entity's index page.
  private(set) var indexes: [Shape.ID] = []

  /// Makes the shapes for a model's records and a theme's words.
  /// - Parameters:
  ///   - model: the model; declarations with errors accept any name.
  ///   - words: the names of the theme's words.
  ///   - hasAllWords: whether no error in the theme hides further words.
  ///   - wordsElsewhere: the words that the site's language lacks, each with a sentence that says so.
  ///   - params: the site's params.
  ///   - pageParams: the params of each page; nil if the pages are not known.
  ///   - assets: the names of the theme's assets, in the order of their slots.
  init(
    model: Model, words: [String], hasAllWords: Bool = true, wordsElsewhere: [String: String] = [:],
    params: [FreeValue.Pair], pageParams: [[FreeValue.Pair]]?, assets: [(name: String, path: String)]
  ) {
    let text = table.add(Shape("text", printing: .text))
    let html = table.add(Shape("HTML", printing: .html))
    let flag = table.add(Shape("true or false"))
    let values = ValueShapes(text: text, flag: flag, &table)
    let tables = TableShapes(text: text, flag: flag, html: html, value: values.any, &table)
    let basics = Basics(
      text: text, html: html, flag: flag,
      entity: table.object("an entity", EntityFields.self) { $0 == .isCurrent ? flag : text },
      pageLink: table.object("a link to a page", PageLinkFields.self) { $0 == .isCurrent ? flag : text },
      labels: table.labels(model, text: text))
    var texts = Shape("texts")
    texts.isIncomplete = !hasAllWords
    texts.absentFields = wordsElsewhere
    for (slot, word) in words.enumerated() { texts.fields[word] = Shape.Field(slot: slot, shape: text) }
    let free = FreeShapes(in: &table)
    let site = addSite(
      basics, texts: table.add(texts), hasAllAssets: hasAllWords,
      params: free.add([.mapping(params)], to: &table),
      assets: assets)
    let settlements = table.list("settlements", of: "a settlement", SettlementFields.self) { field in
      switch field {
      case .label, .note: text
      case .date: values.date
      case .sum: values.money
      }
    }
    let page = addPage(
      basics, params: pageParams.map { free.add($0.map { .mapping($0) } + [.mapping([])], to: &table) },
      history: addHistory(basics), settlements: settlements)
    records = model.entities.map { table.add(Shape($0.name)) }
    addRecords(model, basics, values: values, tables: tables)
    addPages(model, basics, site: site, page: page, tables: tables)
  }

  /// The basic shapes that many others use.
  private struct Basics {
    let text: Shape.ID
    let html: Shape.ID
    /// True or false.
    let flag: Shape.ID
    /// An entity in the navigation.
    let entity: Shape.ID
    let pageLink: Shape.ID
    /// The labels of each entity, and those of the site, which are the former by the names of the entities.
    let labels: (entities: [Shape.ID], site: Shape.ID)
  }

  /// Adds the shape of `site`.
  private mutating func addSite(
    _ basics: Basics, texts: Shape.ID, hasAllAssets: Bool, params: Shape.ID,
    assets: [(name: String, path: String)]
  ) -> Shape.ID {
    let text = basics.text
    var files = Shape("assets")
    files.isIncomplete = !hasAllAssets
    for (slot, asset) in assets.enumerated() {
      files.fields[asset.name] = Shape.Field(slot: slot, shape: text)
    }
    let assetsID = table.add(files)
    let entities = table.add(Shape("entities", element: basics.entity))
    let pages = table.add(Shape("pages", element: basics.pageLink))
    let menu = table.object("menu", MenuFields.self) { field in
      switch field {
      case .entities: entities
      case .pages: pages
      case .all: text
      }
    }
    let account = table.object("the account", AccountFields.self) { _ in text }
    return table.object("site", SiteFields.self) { field in
      switch field {
      case .noindex, .search, .printsNotes: basics.flag
      case .assets: assetsID
      case .params: params
      case .account: account
      case .texts: texts
      case .labels: basics.labels.site
      case .entities: entities
      case .pages: pages
      case .menu: menu
      default: text
      }
    }
  }

  /// Adds the shape of `page.history`.
  private mutating func addHistory(_ basics: Basics) -> Shape.ID {
    let values = table.list("values", of: "a changed value", ChangedValueFields.self) { _ in basics.text }
    let changes = table.list("items", of: "a change", ChangeFields.self) { field in
      switch field {
      case .values: values
      case .changesText: basics.flag
      default: basics.text
      }
    }
    return table.object("history", HistoryFields.self) { field in
      switch field {
      case .items: changes
      case .isCut: basics.flag
      case .url: basics.text
      }
    }
  }

  /// Adds the shape of `page`.
  private mutating func addPage(
    _ basics: Basics, params: Shape.ID?, history: Shape.ID, settlements: Shape.ID
  ) -> Shape.ID {
    let documents = table.add(Shape("documents", element: basics.pageLink))
    let sections = table.add(Shape("sections", element: basics.pageLink))
    return table.object("page", PageFields.self) { field in
      switch field {
      case .history: history
      case .content: basics.html
      case .params: params ?? ShapeTable.dynamic
      case .isHome, .isDraft: basics.flag
      case .section: basics.pageLink
      case .sections: sections
      case .documents: documents
      case .settlements: settlements
      default: basics.text
      }
    }
  }

  // MARK: Records

  private mutating func addRecords(
    _ model: Model, _ basics: Basics, values: ValueShapes, tables: TableShapes
  ) {
    let (text, html, flag) = (basics.text, basics.html, basics.flag)
    let neighbour = table.object("a neighbour", RecordFields.self) { field in
      switch field {
      case .body, .paymentCode: html
      case .implied, .isOverdue: flag
      default: text
      }
    }
    // A neighbour's own neighbours are only available on its page.
    for field in [RecordFields.index, .previous, .next, .sums, .added, .asOf, .labels] {
      table[neighbour].fields[field.stringValue] = nil
    }
    for index in model.entities.indices {
      let declared = model.entities[index]
      let sums = sums(of: declared, model, values)
      let added = added(to: declared, tables)
      let info = table.object("record of \(declared.name)", RecordFields.self) { field in
        switch field {
        case .body, .paymentCode: html
        case .implied, .isOverdue: flag
        case .index: basics.entity
        case .previous, .next: neighbour
        case .sums: sums
        case .added: added
        case .labels: basics.labels.entities[index]
        default: text
        }
      }
      // Sums and lists are left out if they would be empty.
      for (field, names) in [(RecordFields.sums, sums), (.added, added)] where table[names].fields.isEmpty {
        table[info].fields[field.stringValue] = nil
      }
      table[records[index]] = recordShape(of: declared, in: model, info: info, values, tables)
    }
  }

  /// The shape of an entity's records.
  /// - Parameter info: the shape of `record`, docket's own names for one.
  private mutating func recordShape(
    of entity: Entity, in model: Model, info: Shape.ID, _ values: ValueShapes, _ tables: TableShapes
  ) -> Shape {
    var shape = Shape(entity.name)
    let index = entity.family.lowerBound
    addFields(entity.attributes, entity.relationships, to: &shape.fields, values)
    addFields(
      model.attributesOfSubentities(of: index), model.relationshipsOfSubentities(of: index),
      to: &shape.lateFields, values)
    shape.addAbsentNames(of: entity, in: model)
    shape.fields["record"] = Shape.Field(slot: RecordSlot.record.rawValue, shape: info)
    shape.fields["fields"] = Shape.Field(slot: RecordSlot.fields.rawValue, shape: tables.fields)
    shape.fields["lists"] = Shape.Field(slot: RecordSlot.lists.rawValue, shape: tables.lists)
    return shape
  }

  /// Adds fields for attributes and relationships.
  private mutating func addFields(
    _ attributes: [Attribute], _ relationships: [Relationship], to fields: inout [String: Shape.Field],
    _ values: ValueShapes
  ) {
    for attribute in attributes {
      fields[attribute.name.text] = Shape.Field(
        slot: RecordSlot.attribute(attribute.column).rawValue, shape: values.shape(of: attribute))
    }
    for relationship in relationships {
      let destination = records[relationship.destination]
      let target =
        relationship.isMany ? table.add(Shape(relationship.name, element: destination)) : destination
      fields[relationship.name] = Shape.Field(
        slot: RecordSlot.link(relationship.link).rawValue, shape: target)
    }
  }

  /// The shape of `record.sums`: for each list, the attributes with totals.
  private mutating func sums(of entity: Entity, _ model: Model, _ values: ValueShapes) -> Shape.ID {
    var sums = Shape("sums of \(entity.name)")
    // Many lists may have the same entity with many attributes.
    var totals: [Int: [String: Shape.Field]] = [:]
    for relationship in entity.relationships where relationship.isMany {
      let fields =
        totals[relationship.destination]
        ?? Dictionary(
          keepingFirst: model.entities[relationship.destination].attributes.filter(\.isTotal).map {
            ($0.name.text, Shape.Field(slot: $0.column, shape: values.any))
          })
      totals[relationship.destination] = fields
      guard !fields.isEmpty else { continue }
      let list = table.add(Shape("sums of \(entity.name)'s \(relationship.name)", fields: fields))
      sums.fields[relationship.name] = Shape.Field(slot: relationship.link, shape: list)
    }
    return table.add(sums)
  }

  /// The shape of `record.added`: for each list of owned records, the fields that model.yml adds to them.
  private mutating func added(to entity: Entity, _ tables: TableShapes) -> Shape.ID {
    var added = Shape("added to \(entity.name)")
    for relationship in entity.ownedLists {
      added.fields[relationship.name] = Shape.Field(slot: relationship.link, shape: tables.fields)
    }
    return table.add(added)
  }

  // MARK: Pages

  private mutating func addPages(
    _ model: Model, _ basics: Basics, site: Shape.ID, page pageShape: Shape.ID, tables: TableShapes
  ) {
    let (text, flag, entity) = (basics.text, basics.flag, basics.entity)
    func root(_ name: String, _ more: [(any ViewFields, Shape.ID)]) -> Shape {
      var shape = Shape(name)
      shape.fields["site"] = Shape.Field(slot: RootFields.site.rawValue, shape: site)
      shape.fields["page"] = Shape.Field(slot: RootFields.page.rawValue, shape: pageShape)
      for (field, id) in more {
        shape.fields[field.stringValue] = Shape.Field(slot: field.rawValue, shape: id)
      }
      return shape
    }
    page = table.add(root("the page", []))
    let newest = table.object("newest", NewestFields.self) { $0 == .table ? tables.table : text }
    let entities = table.add(Shape("entities", element: entity))
    home = table.add(root("the home page", [(RootFields.entities, entities), (RootFields.newest, newest)]))
    let figures = table.list("others", of: "a figure", FigureFields.self) { _ in text }
    let documents = table.list("documents", of: "a document", SheetFields.self) {
      $0 == .content ? basics.html : text
    }
    let blockShape = table.object("block", BlockFields.self) { field in
      switch field {
      case .others: figures
      case .documents: documents
      case .table: tables.table
      case .svg: basics.html
      default: text
      }
    }
    block = table.add(root("the block", [(RootFields.block, blockShape)]))

    let numbers = table.list("pages", of: "a page number", PageNumberFields.self) { field in
      field == .isCurrent || field == .isGap ? flag : text
    }
    let pagination = table.object("pagination", PaginationFields.self) { $0 == .pages ? numbers : text }
    let sorts = table.list("sorts", of: "a sort", SortFields.self) { field in
      field == .isCurrent || field == .isDescending ? flag : text
    }
    let facets = table.list("values", of: "a filter's value", FacetFields.self) {
      $0 == .isCurrent ? flag : text
    }
    let filters = table.list("filters", of: "a filter", FilterFields.self) { field in
      switch field {
      case .isActive: flag
      case .values: facets
      default: text
      }
    }
    indexes = model.entities.indices.map { index in
      let list = table.add(Shape("records", element: records[index]))
      return table.add(
        root(
          "the index page",
          [
            (RootFields.entity, entity), (RootFields.table, tables.table), (RootFields.records, list),
            (RootFields.summary, text), (RootFields.pagination, pagination), (RootFields.sorts, sorts),
            (RootFields.filters, filters), (RootFields.asOf, text), (RootFields.list, text),
            (RootFields.isBase, flag), (RootFields.sort, text),
          ]))
    }
  }
}

/// The top-level names of a page.
enum RootFields: Int, ViewFields {
  case site, page, entities, newest, block, entity, table, records, summary, pagination, sorts, filters, asOf,
    list, isBase, sort
}

extension ShapeTable {
  /// Adds the shapes of the labels of each entity and of its attributes and relationships.
  fileprivate mutating func labels(_ model: Model, text: Shape.ID) -> (entities: [Shape.ID], site: Shape.ID) {
    let entities = model.entities.map { add(Shape("labels of \($0.name)", printing: .text)) }
    var site = Shape("labels")
    site.isIncomplete = model.isInvalid
    for (index, entity) in model.entities.enumerated() {
      site.fields[entity.name] = Shape.Field(slot: index, shape: entities[index])
      for property in model.properties(from: index) {
        self[entities[index]].fields[property.name] = Shape.Field(
          slot: property.slot, shape: property.destination.map { entities[$0] } ?? text)
      }
      self[entities[index]].addAbsentNames(of: entity, in: model)
    }
    for name in model.privateEntities {
      site.privateFields[name] = "'\(name)' is private and not in a public site"
    }
    return (entities, add(site))
  }
}

extension Shape {
  /// Adds what is known of names that an entity does not have: why, or its present name.
  fileprivate mutating func addAbsentNames(of entity: Entity, in model: Model) {
    for heir in sequence(first: entity, next: { $0.parent.map { model.entities[$0] } }) {
      for name in heir.declaration.removedNames where fields[name] == nil {
        absentFields[name] = "the model removes '\(name)' from \(heir.name)"
      }
    }
    for (name, reason) in entity.declaration.privateNames {
      privateFields[name] = "'\(name)' of \(entity.name) is private\(reason) and not in a public site"
    }
    renamedFields = entity.presentNames
    // A declaration with an error, which is reported there, may be anything.
    isIncomplete = entity.declaration.isInvalid
    for name in entity.declaration.invalidNames where fields[name] == nil {
      fields[name] = Field(slot: 0, shape: ShapeTable.dynamic)
    }
  }
}
