import Diagnostics
import Records

/// The model in force as it was read, with every error in model.yml.
package struct ModelResolution: Sendable {
  /// A name that model.yml removes from what it extends.
  struct Removal: Sendable {
    /// The entity of a property; nil for an entity.
    var entity: String?
    /// The entity, attribute or relationship.
    let name: String
    /// The line that removes it.
    let range: SourceRange
    /// Whether a relationship goes because the entity goes that it leads to.
    var isWithDestination = false
  }

  /// What an entity has under a name.
  enum PropertyKind: String, CustomStringConvertible {
    /// A typed value, or a link to other records.
    case attribute, relationship

    var description: String { rawValue }
  }

  /// The model, in which what has an error is marked.
  package var model: Model
  /// What `NAME: null` takes away.
  let removals: [Removal]
  /// The attributes and relationships of what it extends that model.yml declares differently.
  let changes: [DeclaredName]
  /// The errors.
  package private(set) var diagnostics: [Diagnostic]
  /// The removals that are reported, by their places in the file.
  private var refused: Set<Int> = []

  init(
    model: Model, removals: [Removal], changes: [DeclaredName], diagnostics: [Diagnostic]
  ) {
    self.model = model
    self.removals = removals
    self.changes = changes
    self.diagnostics = diagnostics
  }

  /// The same with more errors.
  ///
  /// An error in the built-in model is a removed name that it reads, one that model.yml declares otherwise, or what
  /// cannot stand beside something in model.yml that a note names. It is reported at the line that does so, for that is
  /// the line that the user can change; a line that removes something once for all places that read it.
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
    // Of what one line removes, that which it names stands first.
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

  /// The same with an error for each name that is removed although an expression reads it, and that name marked:
  /// a record that writes it has no further error.
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

  private static func names(in text: String) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  }

  /// The names on the line of a range that is not a name itself, such as the operator between two.
  private static func names(inLineOf range: SourceRange) -> [Substring] {
    names(in: range.file.text(range.file.lineRange(at: range.bytes.lowerBound)))
  }
}
