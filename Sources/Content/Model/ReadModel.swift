import Diagnostics
import Records

/// The model in force as it was read, with every mistake in model.yml.
package struct ReadModel: Sendable {
  /// A name that model.yml takes away from what it extends.
  struct Removal: Sendable {
    /// The entity of a property; nil for an entity and what goes with it.
    var entity: String?
    /// The attribute or relationship.
    let name: String
    /// The line that removes it.
    let range: SourceRange
  }

  /// What an entity has under a name.
  enum PropertyKind: String, CustomStringConvertible {
    case attribute, relationship

    var description: String { rawValue }
  }

  /// The model.
  package let model: Model
  /// Whether all of model.yml could be read; where not, what the model lacks is no mistake of the content's.
  package private(set) var isWhole: Bool
  /// The names of properties that cannot be removed; a record that writes one is no further mistake.
  package private(set) var kept: Set<String> = []
  let removals: [Removal]
  /// The mistakes.
  package private(set) var diagnostics: [Diagnostic]

  init(model: Model, isWhole: Bool, removals: [Removal], diagnostics: [Diagnostic]) {
    self.model = model
    self.isWhole = isWhole
    self.removals = removals
    self.diagnostics = diagnostics
  }

  /// The same with more mistakes.
  ///
  /// A mistake in the built-in model is a removed name that it reads. It is reported at the line that removes the
  /// name, once for all places that read it, for that is the line that the user can change.
  func adding(_ more: [Diagnostic]) -> ReadModel {
    var result = self
    var readers: [[Diagnostic.Note]] = removals.map { _ in [] }
    for diagnostic in more {
      // `inside: Order.rows` reads `Order` and `rows`.
      let names = diagnostic.range.text.split(separator: ".")
      let removal = removals.firstIndex { names.contains($0.name[...]) }
      if let removal, diagnostic.range.file.path == BuiltInModel.source.path {
        readers[removal].append(.init("it is read here", at: diagnostic.range))
      } else {
        result.diagnostics.append(diagnostic)
      }
    }
    for (removal, notes) in zip(removals, readers) where !notes.isEmpty {
      if removal.entity == nil {
        result.isWhole = false
      } else {
        result.kept.insert(removal.name)
      }
      result.diagnostics.append(
        Diagnostic(
          .unknownKeyPath, at: removal.range,
          "'\(removal.name)' cannot be removed while something reads it; declare that anew, too", notes: notes
        ))
    }
    return result
  }
}
