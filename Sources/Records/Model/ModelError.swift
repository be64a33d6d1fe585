import Diagnostics

/// The errors in how entities fit together.
enum ModelError {
  /// A name that no entity has, with the names of all entities.
  case unknownEntity(String, names: [String])
  /// The names of entities of which each has the next as its parent; the first is also the last.
  case parentCycle([String])
  /// An entity with more ancestors than allowed.
  case tooManyAncestors(String, most: Int)
  /// More inherited attributes, relationships and rules, in all entities together, than allowed.
  case tooMuchInherited(most: Int)
  /// A property that the entity or its parent already has.
  case declaredTwice(String)
  /// An attribute of type currency besides another one, neither of which is called `currency`, and their entity.
  case secondCurrency(String, besides: String, of: String)
  /// A name that an inherited property had before.
  case formerName(String, of: String)
  /// A former name that a property has now, or had before as well; and whether another one that could be removed has
  /// it.
  case formerNameTaken(String, by: String, isOfOther: Bool)
  /// An `inside` that is not of the form `Order.rows`, as written.
  case malformedInside(String)
  /// The relationship of an `inside` that the owner does not have, with those that lead to the entity.
  case noSuchList(String, owner: String, entity: String, names: [String])
  /// An entity whose owner is itself inside another.
  case nestedInside(String)
  /// An entity and its parent, one of which is inside another.
  case parentInside(String, parent: String)
  /// An inverse that the destination does not have, with the relationships it has, and the declaration that it lacks;
  /// nil if the name is one of its attributes. A to-many relationship may have a to-many inverse as well.
  case noSuchInverse(String, in: String, names: [String], declaration: String?, mayBeMany: Bool)
  /// A translation of a text that is no text of the entity, with its type if it is an attribute, and those that are.
  case noSuchTranslation(String, of: String, type: AttributeType?, names: [String])
  /// A relationship that is named as it was formerly called.
  case formerRelationship(String, in: String, now: String)
  /// A relationship and its inverse, as `Order.rows`, if the inverse names another relationship.
  case inverseDiffers(String, String)
  /// The list of an `inside`, as `Order.rows`, that has no to-one inverse.
  case listWithoutInverse(String)
  /// An entity with a folder although its records are inside others.
  case folderAndInside(String)
  /// A folder that an earlier entity already has.
  case folderTaken(String)
  /// An entity without a folder or owner, with the entity that was probably meant.
  case noFolder(String, nearest: String?)

  /// The sentence.
  var summary: String {
    switch self {
    case .unknownEntity(let name, let names):
      "unknown entity '\(name)'\(suggestion(nearestName(to: name, among: names)))"
    case .parentCycle(let names):
      "an entity cannot be its own ancestor: \(names.joined(separator: " → "))"
    case .tooManyAncestors(let name, let most):
      "\(name) has more than \(most) entities above it, the maximum"
    case .tooMuchInherited(let most):
      "with this entity, more than \(most) attributes, relationships and rules are inherited, the maximum"
    case .secondCurrency(let name, let other, let entity):
      "amounts of \(entity) that name no currency may be in '\(other)' or in '\(name)'; "
        + "call the one that they are in 'currency', or make the other a string"
    case .formerName(let name, let property):
      "'\(name)' is a former name of '\(property)'; choose another name"
    case .formerNameTaken(let name, let property, let isOfOther):
      "'\(name)' cannot be a former name, because it is that of '\(property)'"
        + (isOfOther ? "; '\(name): null' removes that one" : "")
    case .declaredTwice(let name):
      "'\(name)' is declared twice, here or in a parent"
    case .malformedInside(let text):
      "'\(text)' is not of the form Entity.relationship, such as Order.rows"
    case .noSuchList(let list, let owner, let entity, let names):
      "\(owner) has no to-many relationship '\(list)' to \(entity)\(suggestion(nearestName(to: list, among: names)))"
    case .nestedInside(let name):
      "\(name) cannot be written inside a record: its owner is itself inside another"
    case .parentInside(let name, let parent):
      "\(name) cannot have the parent \(parent): an entity written inside a record has no parent and no subentities"
    case .noSuchInverse(let name, let entity, let names, let declaration, let mayBeMany):
      "\(entity) has no relationship '\(name)'"
        + (nearestName(to: name, among: names).map { suggestion($0) }
          ?? declaration.map {
            "; add '\($0)' to those of \(entity)"
              + (mayBeMany ? ", with 'many: true' if one \(entity) may have several" : "")
          } ?? "")
    case .noSuchTranslation(let name, let entity, let type, let names):
      type.map {
        "a translation is of type string or text, and '\(name)' of \(entity) is of type \($0.rawValue)"
      }
        ?? "\(entity) has no attribute '\(name)'" + suggestion(nearestName(to: name, among: names))
    case .formerRelationship(let name, let entity, let present):
      "\(entity) has no relationship '\(name)'; it is called '\(present)' now"
    case .inverseDiffers(let one, let other):
      "the inverse of \(one) is \(other), but not the other way round"
    case .listWithoutInverse(let list):
      "\(list) needs a to-one relationship as its inverse, since its records are written inside"
    case .folderAndInside(let name):
      "\(name) is written inside another record and has no folder"
    case .folderTaken(let folder):
      "the folder '\(folder)' is taken by another entity"
    case .noFolder(let name, let nearest):
      "\(name) needs a folder for its records, or 'inside', or 'abstract: true'\(suggestion(nearest))"
    }
  }
}
