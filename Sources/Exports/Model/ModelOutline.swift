import Content
import Diagnostics
import Records

/// A model in the form of declarations in model.yml, from which its text, YAML, JSON and page are printed.
///
/// Inherited properties and default values are left out, so that an outline reads back to the same model.
package struct ModelOutline: Sendable {
  /// The origin of a declaration.
  enum Origin: Sendable {
    /// Built in and unchanged.
    case builtIn
    /// Built in, and declared differently in model.yml.
    case changed
    /// Declared only in model.yml.
    case added
  }

  /// The value of an option.
  package indirect enum Value: Sendable, Equatable {
    /// `true` or `false`.
    case flag(Bool)
    /// A whole number.
    case count(Int)
    /// A word or an expression.
    case text(String)
    /// A list.
    case texts([String])
    /// Keys with their values.
    case options([Option])
    /// A list of such keys.
    case list([[Option]])
  }

  /// A key of model.yml with its value.
  package struct Option: Sendable, Equatable {
    /// The word of model.yml, such as `min-length`.
    package let key: String
    package let value: Value
  }

  /// An attribute or relationship.
  package struct Property: Sendable {
    /// The name in files and expressions.
    package let name: String
    package let label: String
    /// The origin of its declaration.
    let origin: Origin
    /// The options, with `type` or `to` first.
    package let options: [Option]
  }

  /// An entity with its own properties.
  package struct Entity: Sendable {
    /// The name in expressions and references.
    package let name: String
    /// The origin of its declaration; `changed` if any of its own properties is.
    let origin: Origin
    /// Its keys except rules, attributes and relationships.
    package let options: [Option]
    /// The keys of each rule.
    package let rules: [[Option]]
    /// Its own attributes, in the model's order.
    package let attributes: [Property]
    /// Its own relationships, in the model's order.
    package let relationships: [Property]
    /// The properties inherited from its parent.
    let inherited: [String]
    /// The built-in properties that model.yml removes.
    let removed: [String]
    /// The options of the built-in entity that it extends.
    let builtInOptions: [Option]
    /// The rules of the built-in entity that it extends.
    let builtInRules: [[Option]]

    func origin(of option: Option) -> Origin {
      let old = builtInOptions.first { $0.key == option.key }
      return old.map { $0 == option ? .builtIn : .changed } ?? .added
    }

    func origin(of rule: [Option]) -> Origin { builtInRules.contains(rule) ? .builtIn : .added }
  }

  /// The entities, each family in preorder.
  package let entities: [Entity]
  /// The built-in entities that model.yml removes.
  let removed: [String]
  /// Whether model.yml does not extend the built-in model.
  let isOwn: Bool
  /// The currency code of amounts that name none.
  let currency: String

  /// Makes the outline of a model.
  /// - Complexity: O(*n*) in the model.
  package init(_ model: Model) {
    let isOwn = !model.entities.contains { $0.isBuiltIn }
    let builtIn = isOwn ? nil : BuiltInModel.model
    entities = model.entities.map { entity in
      let base =
        entity.isBuiltIn ? builtIn?.entity(named: entity.name).flatMap { builtIn?.entities[$0] } : nil
      return Entity(entity, in: model, over: base.flatMap { base in builtIn.map { (base, $0) } })
    }
    removed = builtIn?.entityNames.filter { model.entity(named: $0) == nil } ?? []
    self.isOwn = isOwn
    currency = model.currency.code
  }

  /// Whether model.yml changes anything.
  var isChanged: Bool { isOwn || !removed.isEmpty || entities.contains { $0.origin != .builtIn } }
}

// MARK: Entities

extension ModelOutline.Entity {
  /// Makes the outline of an entity.
  /// - Parameter base: the built-in entity that it extends, and the built-in model.
  fileprivate init(
    _ entity: Records.Entity, in model: Model, over base: (entity: Records.Entity, model: Model)?
  ) {
    name = entity.name
    options = entity.outlineOptions(in: model)
    rules = entity.outlineRules
    func outline(
      _ properties: [(name: String, label: String, options: [ModelOutline.Option])],
      over known: [(name: String, label: String, options: [ModelOutline.Option])]
    ) -> [ModelOutline.Property] {
      properties.map { property in
        let old = known.first { $0.name == property.name }
        let origin: ModelOutline.Origin =
          old.map { $0.options == property.options ? .builtIn : .changed } ?? .added
        return .init(name: property.name, label: property.label, origin: origin, options: property.options)
      }
    }
    attributes = outline(
      entity.ownAttributes.map { ($0.name.text, $0.label, $0.outlineOptions) },
      over: base?.entity.attributes.map { ($0.name.text, $0.label, $0.outlineOptions) } ?? [])
    relationships = outline(
      entity.ownRelationships.map { ($0.name, $0.label, $0.outlineOptions) },
      over: base?.entity.relationships.map { ($0.name, $0.label, $0.outlineOptions) } ?? [])
    inherited = entity.parent.map { model.entities[$0].propertyNames } ?? []
    removed = base?.entity.propertyNames.filter { !entity.hasProperty(named: $0) } ?? []
    builtInOptions = base.map { $0.entity.outlineOptions(in: $0.model) } ?? []
    builtInRules = base.map { $0.entity.outlineRules } ?? []
    let isSame =
      removed.isEmpty && (attributes + relationships).allSatisfy { $0.origin == .builtIn }
      && options == builtInOptions && rules == builtInRules
    origin = base == nil ? .added : isSame ? .builtIn : .changed
  }
}

extension Entity {
  fileprivate func outlineOptions(in model: Model) -> [ModelOutline.Option] {
    let inherited = parent.map { model.entities[$0].declaration }
    var options = OutlineOptions()
    options.text("folder", declaration.folder?.text)
    options.text("inside", declaration.inside?.text)
    options.text("parent", declaration.parent?.text)
    options.flag("abstract", declaration.isAbstract)
    if declaration.label != inherited?.label { options.label("label", declaration.label) }
    options.label("plural", declaration.plural)
    options.text("title", declaration.title?.text, unless: inherited?.title?.text)
    options.text("sort", declaration.sort?.text, unless: inherited?.sort?.text)
    options.flag("private", declaration.isPrivate)
    options.text("body", declaration.hasPublicBody.map { $0 ? "public" : "private" })
    let documents = ownDocuments.filter { !$0.isLeftOut }
    if !documents.isEmpty {
      options.add(
        "documents", .options(documents.map { .init(key: $0.name.text, value: .options($0.outlineOptions)) }))
    }
    if !ownLists.isEmpty {
      options.add(
        "lists", .options(ownLists.map { .init(key: $0.name.text, value: .options($0.outlineOptions)) }))
    }
    return options.list
  }

  fileprivate var outlineRules: [[ModelOutline.Option]] {
    ownRules.map { rule in
      var options = OutlineOptions()
      options.text(rule.firesWhenTrue ? "when" : "unless", rule.predicate.text)
      options.text(rule.severity == .error ? "error" : "warn", rule.message)
      return options.list
    }
  }
}

// MARK: Properties

extension DocumentDeclaration {
  fileprivate var outlineOptions: [ModelOutline.Option] {
    var options = OutlineOptions()
    options.text("when", when?.text)
    options.label("label", label)
    options.text("language", language?.text)
    options.flag("private", isPrivate)
    return options.list
  }
}

extension RecordList {
  fileprivate var outlineOptions: [ModelOutline.Option] {
    var options = OutlineOptions()
    if !columns.isEmpty { options.add("columns", .list(columns.map(\.outlineOptions))) }
    options.text("sort", sort?.text)
    return options.list
  }
}

extension ColumnDeclaration {
  fileprivate var outlineOptions: [ModelOutline.Option] {
    var options = OutlineOptions()
    options.text("value", value.text)
    options.label("label", label)
    if let isTotal { options.add("total", .flag(isTotal)) }
    return options.list
  }
}

extension Attribute {
  fileprivate var outlineOptions: [ModelOutline.Option] {
    var options = OutlineOptions()
    options.text("type", type.rawValue)
    options.flag("required", isRequired)
    options.text("default", defaultValue?.text)
    if !choices.isEmpty { options.add("choices", .texts(choices.map(\.text))) }
    options.text("min", minimum?.text)
    options.text("max", maximum?.text)
    options.count("min-length", minLength)
    options.count("max-length", maxLength)
    options.text("pattern", pattern?.text)
    options.flag("unique", isUnique)
    options.count("digits", digits)
    options.flag("percent", isPercent)
    options.label("label", writtenLabel)
    if !translations.isEmpty {
      options.add(
        "translations",
        .options(translations.map { .init(key: $0.language, value: .text($0.attribute.text)) }))
    }
    options.flag("private", isPrivate)
    if let writtenTotal { options.add("total", .flag(writtenTotal)) }
    if !formerNames.isEmpty { options.add("was", .texts(formerNames.map(\.text))) }
    options.text("derived", derived?.text)
    options.text("formula", formula?.text)
    return options.list
  }
}

extension Relationship {
  fileprivate var outlineOptions: [ModelOutline.Option] {
    var options = OutlineOptions()
    options.text("to", declaration.destination.text)
    options.flag("many", isMany)
    options.text("inverse", declaration.inverse?.text)
    options.flag("required", declaration.isRequired)
    options.count("min-count", declaration.minCount)
    options.count("max-count", declaration.maxCount)
    if declaration.deleteRule != .nullify { options.text("delete", declaration.deleteRule.rawValue) }
    options.label("label", declaration.label)
    options.flag("private", declaration.isPrivate)
    if !declaration.formerNames.isEmpty { options.add("was", .texts(declaration.formerNames.map(\.text))) }
    if let implied = declaration.implied {
      let values = implied.values.map { ModelOutline.Option(key: $0.name.text, value: .text($0.value.text)) }
      options.add("implied", .options([.init(key: "when", value: .text(implied.when.text))] + values))
    }
    return options.list
  }
}

/// Collects options, without those that have no effect.
private struct OutlineOptions {
  private(set) var list: [ModelOutline.Option] = []

  mutating func add(_ key: String, _ value: ModelOutline.Value) {
    list.append(.init(key: key, value: value))
  }

  mutating func text(_ key: String, _ text: String?, unless inherited: String? = nil) {
    if let text, text != inherited { add(key, .text(text)) }
  }

  mutating func label(_ key: String, _ label: LabelText?) {
    guard let label, !label.translations.isEmpty else { return text(key, label?.text) }
    add(key, .options(label.translations.map { .init(key: $0.language, value: .text($0.text)) }))
  }

  mutating func count(_ key: String, _ count: Int?) {
    if let count { add(key, .count(count)) }
  }

  mutating func flag(_ key: String, _ flag: Bool) {
    if flag { add(key, .flag(true)) }
  }
}
