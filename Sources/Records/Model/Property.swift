import Diagnostics

/// The type of an attribute, by the word that model.yml uses.
package enum AttributeType: String, Sendable, CaseIterable {
  /// A string has one line, a text any number of lines, and tags are a list; all numbers are exact.
  case string, text, integer, decimal, money, currency, boolean, date, email, url, tags

  /// Whether its values are free text.
  package var isText: Bool {
    switch self {
    case .string, .text, .email, .url, .tags: true
    case .integer, .decimal, .money, .currency, .boolean, .date: false
    }
  }

  /// Whether its values are numbers or amounts, which add up.
  package var isNumeric: Bool {
    switch self {
    case .integer, .decimal, .money: true
    case .string, .text, .currency, .boolean, .date, .email, .url, .tags: false
    }
  }
}

/// What happens to a relationship's destination when a record is deleted, as in Core Data.
package enum DeleteRule: String, Sendable, CaseIterable {
  /// The destination loses its inverse; it is deleted too; or the record cannot be deleted.
  case nullify, cascade, deny
  /// Nothing happens to the destination.
  case noAction = "no-action"
}

/// A typed value that every record of an entity may have.
///
/// Expressions are kept as source text and compiled by Query, so that the model does not depend on it.
package struct Attribute: Sendable {
  /// The name, unique within the entity.
  package var name: DeclaredName
  /// How the characters in the file are read.
  package var type: AttributeType
  /// Whether a record without a value is an error.
  package var isRequired = false
  /// The value of a record that writes none, in the form of a file.
  package var defaultValue: SourceText?
  /// The only allowed values, in the form of a file; empty if any is allowed.
  package var choices: [SourceText] = []
  /// The least allowed value, in the form of a file.
  package var minimum: SourceText?
  /// The greatest allowed value, in the form of a file.
  package var maximum: SourceText?
  /// The minimum number of characters.
  package var minLength: Int?
  /// The maximum number of characters.
  package var maxLength: Int?
  /// The regular expression that the whole text must match.
  package var pattern: SourceText?
  /// Whether records must have different values.
  package var isUnique = false
  /// The number of digits after the point: the maximum for amounts and decimals, and the number that decimals
  /// are printed with; nil for as many as the currency has, or as are written.
  package var digits: Int?
  /// Whether pages print its values as percentages: `19%` for 0.19.
  package var isPercent = false
  /// The label; nil to use the name in words.
  package var writtenLabel: LabelText?
  /// The attributes that have its texts in other languages.
  package var translations: [Translation] = []
  /// Whether a public site leaves the attribute out.
  package var isPrivate = false
  /// The value of `total:`: whether reports may add it up.
  package var writtenTotal: Bool?
  /// The expression that always computes the value.
  package var derived: SourceText?
  /// The expression that computes the value if none is written.
  package var formula: SourceText?
  /// The names that it had before: diagnostics of keys and queries that use one suggest the present name.
  package var formerNames: [DeclaredName] = []
  /// The column of the entity's table that holds its values.
  package var column = 0

  /// An attribute of the same entity that has the texts of another in a language.
  package struct Translation: Sendable {
    /// The language's tag (BCP 47), as written.
    package let language: String
    package let attribute: DeclaredName

    package init(language: String, attribute: DeclaredName) {
      self.language = language
      self.attribute = attribute
    }
  }

  package init(name: DeclaredName, type: AttributeType) {
    self.name = name
    self.type = type
  }

  /// The expression that computes the value, always or if none is written.
  package var expression: SourceText? { derived ?? formula }

  /// Whether a record that lacks the key has an error.
  package var mustBeWritten: Bool { isRequired && expression == nil && defaultValue == nil }

  package var label: String { writtenLabel?.text ?? word ?? labelInWords(name.text) }
  /// Whether its values are a record's state: it is named `state` or `status` and has choices.
  package var isState: Bool { !choices.isEmpty && (name.text == "state" || name.text == "status") }
  /// The word for it in a language.
  var word: String?

  /// Whether reports may add it up: only computed money, unless `total:` decides.
  package var isTotal: Bool { writtenTotal ?? (type == .money && expression != nil) }
}

/// A link from every record of an entity to one or any number of records of another.
package struct Relationship: Sendable {
  /// How a relationship's links arise.
  package enum Origin: Sendable, Equatable {
    /// Ids written in the record's file; for a many-to-many pair, at either side.
    case written
    /// The list of records written inside this one.
    case owned
    /// The owner of this record, which is written inside it.
    case owner
    /// Computed from its inverse, which is a to-one relationship.
    case computed
  }

  package var declaration: RelationshipDeclaration
  /// The destination entity, an index into `Model.entities`.
  package var destination: Int
  /// The inverse in the destination, an index into its `relationships`; nil for a one-way relationship.
  package var inverse: Int?
  /// How its links arise.
  package var origin: Origin
  /// The link column of the entity's table that holds its links.
  package var link = 0

  /// The name, unique within the entity.
  package var name: String { declaration.name.text }
  /// Whether a record may have any number of destinations.
  package var isMany: Bool { declaration.isMany }

  /// Whether a record that lacks the key has an error, whatever other records write.
  package func mustBeWritten(in model: Model) -> Bool {
    declaration.isRequired && origin == .written && !isWrittenAtBothSides(in: model)
  }

  /// Whether its links may be written in the records at either end.
  package func isWrittenAtBothSides(in model: Model) -> Bool {
    guard origin == .written, let inverse else { return false }
    return model.entities[destination].relationships[inverse].origin == .written
  }

  /// Whether it has the name of its destination: the entity's, or if it is to-many the English plural of that, or the
  /// name of its folder or list.
  func isNamedLikeDestination(in entities: [Entity]) -> Bool {
    let destination = entities[destination]
    let singular = destination.name.lowercased()
    guard isMany else { return name.lowercased() == singular }
    let list = destination.owner.map { entities[$0.entity].relationships[$0.relationship].name }
    return [destination.folder, list].contains(name) || name.lowercased() == singular + "s"
  }

  package var label: String {
    declaration.label?.text ?? destinationLabel?.text ?? word ?? labelInWords(name)
  }
  /// The word for it in a language.
  var word: String?
  /// The destination's label in model.yml, if the relationship is named like it: `customer`, `orders`.
  var destinationLabel: LabelText?
}

/// A predicate that every record of an entity must meet, or must not meet.
package struct Rule: Sendable {
  package var predicate: SourceText
  /// Whether meeting the predicate is the error (`when:`), rather than not meeting it (`unless:`).
  package var firesWhenTrue: Bool
  /// The message for the user.
  package var message: String
  /// Whether it is an error or a warning.
  package var severity: Diagnostic.Severity

  package init(predicate: SourceText, firesWhenTrue: Bool, message: String, severity: Diagnostic.Severity) {
    self.predicate = predicate
    self.firesWhenTrue = firesWhenTrue
    self.message = message
    self.severity = severity
  }
}

/// A name in words: `paidOn` is "Paid on", `RowOfOrder` is "Row of order", `vat_id` is "Vat id", `vatID` is "Vat ID".
package func labelInWords(_ name: String) -> String {
  var words = ""
  var before: Character = " "
  for (index, character) in zip(name.indices, name) {
    if character == "_" {
      words.append(" ")
    } else if character.isUppercase, before.isLowercase || before.isNumber {
      // Two capitals begin an abbreviation.
      let next = name[index...].dropFirst().first
      words += " " + (next?.isUppercase ?? false ? String(character) : character.lowercased())
    } else {
      words.append(character)
    }
    before = character
  }
  return words.prefix(1).uppercased() + words.dropFirst()
}
