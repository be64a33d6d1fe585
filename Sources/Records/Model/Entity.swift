import Diagnostics

/// An entity: a kind of record.
package struct Entity: Sendable {
  /// The declaration, with inherited values filled in.
  package var declaration: EntityDeclaration
  /// The entity it inherits from.
  package var parent: Int?
  /// The entity and all its subentities, as indices into `Model.entities`.
  package var family: Range<Int>
  /// The table that holds its records.
  package var table: Int
  /// Its attributes, inherited ones first.
  package internal(set) var attributes: [Attribute] = []
  /// Its relationships, inherited ones first.
  package internal(set) var relationships: [Relationship] = []
  /// The owner's entity and the relationship, if its records are inside others.
  package var owner: (entity: Int, relationship: Int)?
  /// For each attribute's name, its index in `attributes`; for each relationship's, the complement of its
  /// index in `relationships`.
  var places: [String: Int] = [:]
  /// The present names of its properties, by their former ones.
  package internal(set) var presentNames: [String: String] = [:]
  /// What it inherits. Of what there are several, the inherited ones come first.
  var inherited = Inherited()

  package var name: String { declaration.name.text }
  /// The folder of its records below Content; nil if they are inside others.
  package var folder: String? { declaration.folder?.text }
  /// The last part of its folder.
  private var folderName: String? { folder?.split(separator: "/").last.map(String.init) }
  /// Whether it has no records of its own.
  package var isAbstract: Bool { declaration.isAbstract }
  /// The label for one of its records.
  package var label: String { declaration.label?.text ?? word ?? labelInWords(name) }
  /// The label for its records together: `plural`, or the folder's name in words, or the label.
  package var pluralLabel: String {
    declaration.plural?.text ?? pluralWord ?? folderName.map(labelInWords) ?? label
  }
  /// The settings for lists of related records on its records' pages.
  package var lists: [RecordList] { declaration.lists }
  /// The word for one of its records in a language.
  var word: String?
  /// The word for its records together in that language.
  var pluralWord: String?

  /// Makes an entity without properties.
  init(declaration: EntityDeclaration, parent: Int?, index: Int, table: Int) {
    self.declaration = declaration
    self.parent = parent
    self.table = table
    family = index..<index + 1
  }

  /// The lists of records that are written inside its records.
  package var ownedLists: [Relationship] { relationships.filter { $0.origin == .owned } }

  /// The first required attribute of type date; nil if there is none.
  package var requiredDate: Attribute? { attributes.first { $0.type == .date && $0.isRequired } }

  /// The day that a record's figures belong to: the attribute `date`, or else the first required date.
  package var day: Attribute? { attribute(named: "date", of: .date) ?? requiredDate }

  /// The day that each record must have: the attribute `date` if it is required, or else the first required date.
  package var requiredDay: Attribute? { day.flatMap { $0.isRequired ? $0 : requiredDate } }

  /// The attribute that gives the currency of amounts that name none: `currency`, or else the only one of that type.
  package var currencyAttribute: Attribute? {
    attribute(named: "currency", of: .currency) ?? attributes.first { $0.type == .currency }
  }

  /// The currency that a record's file sets for its amounts; nil if it does not.
  /// - Parameter written: returns the text written for a key.
  package func currency(_ written: (_ key: String) -> String?) -> Currency? {
    guard let attribute = currencyAttribute else { return nil }
    return (written(attribute.name.text) ?? attribute.defaultValue?.text).flatMap { Currency(code: $0) }
  }

  /// The attribute that is the title of its records; nil if there is none or an expression computes it.
  package var titleAttribute: Attribute? { declaration.title.flatMap { attribute(named: $0.text) } }

  package func attribute(named name: String) -> Attribute? {
    places[name].flatMap { $0 >= 0 ? attributes[$0] : nil }
  }
  package func attribute(named name: String, of type: AttributeType) -> Attribute? {
    attribute(named: name).flatMap { $0.type == type ? $0 : nil }
  }
  package func relationship(named name: String) -> Relationship? {
    relationshipIndex(named: name).map { relationships[$0] }
  }
  func relationshipIndex(named name: String) -> Int? {
    places[name].flatMap { $0 < 0 ? ~$0 : nil }
  }
  /// The name that a property has now which had another one before; nil if no property had it.
  package func presentName(of former: String) -> String? { presentNames[former] }

  /// Names of properties, each one that is a former name replaced by the present one.
  package func presentNames(of names: [String]) -> [String] {
    names.map { presentName(of: $0) ?? $0 }
  }

  /// Whether it has an attribute or a relationship of a name.
  package func hasProperty(named name: String) -> Bool { places[name] != nil }

  /// Adds an attribute with a new name.
  mutating func add(_ attribute: Attribute) {
    places[attribute.name.text] = attributes.count
    addFormerNames(attribute.formerNames, of: attribute.name.text)
    attributes.append(attribute)
  }

  /// Adds a relationship with a new name.
  mutating func add(_ relationship: Relationship) {
    places[relationship.name] = ~relationships.count
    addFormerNames(relationship.declaration.formerNames, of: relationship.name)
    relationships.append(relationship)
  }

  /// Adds the former names of a property; a name that two properties had is that of the first.
  private mutating func addFormerNames(_ names: [DeclaredName], of name: String) {
    for former in names where presentNames[former.text] == nil { presentNames[former.text] = name }
  }

  /// Whether a name may be unknown only because of an error in its declaration.
  ///
  /// The error is reported at the declaration, so records that write the name and expressions that read it
  /// are not reported as well.
  package func hasInvalid(_ name: String) -> Bool {
    declaration.isInvalid || declaration.invalidNames.contains(name)
  }
  /// The names of its attributes and relationships, in the model's order.
  package var propertyNames: [String] { attributes.map(\.name.text) + relationships.map(\.name) }
}
