import Diagnostics

/// What can be wrong with how entities fit together.
enum ModelMistake {
  case unknownEntity(String, names: [String])
  case parentCycle([String])
  case declaredTwice(String)
  case malformedInside(String)
  case noSuchList(String, owner: String, entity: String, names: [String])
  case nestedInside(String)
  case noSuchInverse(String, in: String, names: [String])
  case inverseDiffers(String, String)
  case listWithoutInverse(String)
  case folderAndInside(String)
  case folderTaken(String)
  case noFolder(String, nearest: String?)

  /// The sentence.
  var summary: String {
    switch self {
    case .unknownEntity(let name, let names):
      "unknown entity '\(name)'\(suggestion(nearestName(to: name, among: names)))"
    case .parentCycle(let names):
      "an entity cannot be its own ancestor: \(names.joined(separator: " → "))"
    case .declaredTwice(let name):
      "'\(name)' is declared twice, here or in a parent"
    case .malformedInside(let text):
      "'\(text)' is not of the form Entity.relationship, such as Order.rows"
    case .noSuchList(let list, let owner, let entity, let names):
      "\(owner) has no to-many relationship '\(list)' to \(entity)\(suggestion(nearestName(to: list, among: names)))"
    case .nestedInside(let name):
      "\(name) cannot be written inside a record: its owner is itself inside another, or it has a parent or subentities"
    case .noSuchInverse(let name, let entity, let names):
      "\(entity) has no relationship '\(name)'\(suggestion(nearestName(to: name, among: names)))"
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
