import Diagnostics
import Records

/// The model in force as it was read, with every error in model.yml.
package struct ModelResolution: Sendable {
  /// A name that model.yml removes from the extended model.
  struct Removal: Sendable {
    /// The entity of a removed property; nil for a removed entity.
    var entity: String?
    /// The name of the entity, attribute or relationship.
    let name: String
    /// The line that removes it.
    let range: SourceRange
    /// Whether a relationship is removed because its destination is.
    var isWithDestination = false
  }

  /// What an entity has under a name.
  enum PropertyKind: String, CustomStringConvertible {
    /// A typed value, or a link to other records.
    case attribute, relationship

    var description: String { rawValue }
  }

  /// The model, in which everything with an error is marked.
  package var model: Model
  /// The names that `NAME: null` removes.
  let removals: [Removal]
  /// The attributes and relationships that model.yml declares differently than the model it extends.
  let changes: [DeclaredName]
  /// The errors.
  package private(set) var diagnostics: [Diagnostic]
  /// The removals already reported, by their position in the file.
  private var refused: Set<Int> = []

  init(
    model: Model, removals: [Removal], changes: [DeclaredName], diagnostics: [Diagnostic]
  ) {
    self.model = model
    self.removals = removals
    self.changes = changes
    self.diagnostics = diagnostics
  }

  /// The resolution with more errors added.
  ///
  /// The user cannot change the built-in model. So an error in it is reported at the line of model.yml that
  /// causes it: one that removes a name, declares it differently, or adds what the first note points to. A
  /// line that removes something is reported once, with a note for each place that reads it.
  func adding(_ more: [Diagnostic]) -> ModelResolution {
    var result = self
    var readers: [Int: [Diagnostic.Note]] = [:]
    for diagnostic in more {
      guard diagnostic.range.isOfBuiltInModel else {
        result.diagnostics.append(diagnostic)
        continue
      }
      // `inside: Order.rows` reads `Order` and `rows`.
      let names = Self.names(in: diagnostic.range.text)
      let removal = removals.firstIndex { names.contains($0.name[...]) }
      if let removal {
        let line = removals[removal].range.bytes.lowerBound
        readers[line, default: []].append(.init("it is read here", at: diagnostic.range))
      } else if let change = change(of: names) ?? change(of: Self.names(inLineOf: diagnostic.range)) {
        let isItsOwn = Self.names(inLineOf: diagnostic.range).first.map { $0 == change.text } ?? false
        result.diagnostics.append(
          Diagnostic(
            diagnostic.id, diagnostic.severity, at: change.range, diagnostic.summary,
            notes: [.init(isItsOwn ? "what it extends" : "it is read here", at: diagnostic.range)]))
      } else if let note = diagnostic.notes.first, let range = note.range,
        !range.isOfBuiltInModel
      {
        result.diagnostics.append(
          Diagnostic(
            diagnostic.id, diagnostic.severity, at: range, diagnostic.summary,
            notes: [.init("in the built-in model", at: diagnostic.range)]))
      } else {
        result.diagnostics.append(diagnostic)
      }
    }
    // If one line removes several names, the name it writes comes first.
    for removal in removals {
      let line = removal.range.bytes.lowerBound
      guard let notes = readers[line], result.refused.insert(line).inserted else { continue }
      if let entity = removal.entity {
        result.model.markInvalid(removal.name, of: entity)
      } else {
        result.model.isInvalid = true
      }
      result.diagnostics.append(
        Diagnostic(
          .unknownKeyPath, at: removal.range,
          "'\(removal.name)' cannot be removed while something reads it; declare that again too", notes: notes
        ))
    }
    return result
  }

  /// The resolution with an error for each removed name that a built-in expression still reads. The name is
  /// marked, so that records that write it get no further error.
  func reportingRemovals() async -> ModelResolution {
    guard !removals.isEmpty else { return self }
    return adding(
      await ModelExpressions.diagnostics(of: model).filter { diagnostic in
        diagnostic.range.isOfBuiltInModel
          && removals.contains { Self.names(in: diagnostic.range.text).contains($0.name[...]) }
      })
  }

  private func change(of names: [Substring]) -> DeclaredName? {
    changes.first { names.contains($0.text[...]) }
  }

  /// The words of an expression that may be names.
  static func names(in text: String) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  }

  /// The names on the line of a range, for a range that is not a name itself, such as an operator.
  private static func names(inLineOf range: SourceRange) -> [Substring] {
    names(in: range.file.text(range.file.lineRange(at: range.bytes.lowerBound)))
  }
}
