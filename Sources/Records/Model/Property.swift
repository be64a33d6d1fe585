import Diagnostics

/// The type of an attribute, by the word that model.yml uses.
package enum AttributeType: String, Sendable, CaseIterable {
  /// A string is one line, a text any number of them, tags a list; all numbers are exact.
  case string, text, integer, decimal, money, currency, boolean, date, email, url, tags

  /// Whether its values are free text.
  package var isText: Bool {
    switch self {
    case .string, .text, .email, .url, .tags: true
    case .integer, .decimal, .money, .currency, .boolean, .date: false
    }
  }
}

/// What happens to a relationship's destination when a record is deleted, as in Core Data.
package enum DeleteRule: String, Sendable, CaseIterable {
  /// The destination loses its inverse; it is deleted too; or the record may not be deleted.
  case nullify, cascade, deny
  /// Nothing happens to it.
  case noAction = "no-action"
}

/// A typed value that every record of an entity may have.
///
/// Its expressions are kept as source; the Query target compiles them, so that the model knows nothing of queries.
package struct Attribute: Sendable {
  /// The name, unique within the entity.
  package var name: DeclaredName
  /// How the characters in the file are read.
  package var type: AttributeType
  /// Whether a record without a value is an error.
  package var isRequired = false
  /// The value of a record that writes none, as it would be written.
  package var defaultValue: SourceText?
  /// The only values allowed, as they would be written; empty if any is.
  package var choices: [SourceText] = []
  /// The least value, as it would be written.
  package var minimum: SourceText?
  /// The greatest value, as it would be written.
  package var maximum: SourceText?
  /// The minimum number of characters.
  package var minLength: Int?
  /// The maximum number of characters.
  package var maxLength: Int?
  /// The regular expression that the whole text must match.
  package var pattern: SourceText?
  /// Whether no two records may have the same value.
  package var isUnique = false
  /// How many digits a value has after the point: an amount or a decimal at most that many, and a decimal is
  /// printed with all of them; nil for as many as its currency has, or as are written.
  package var digits: Int?
  /// What to call it; nil for its name in words.
  package var writtenLabel: String?
  /// Whether a public site leaves it out.
  package var isPrivate = false
  /// What `total:` says: whether a report may add it up.
  package var writtenTotal: Bool?
  /// The expression that always computes it.
  package var derived: SourceText?
  /// The expression that computes it if it is not written.
  package var formula: SourceText?
  /// The names that it had before: a key or a query that has one of them is told the present name.
  package var formerNames: [DeclaredName] = []
  /// The column of the entity's table that holds its values.
  package var column = 0

  /// Makes an attribute.
  package init(name: DeclaredName, type: AttributeType) {
    self.name = name
    self.type = type
  }

  /// The expression that computes it, always or if it is not written.
  package var expression: SourceText? { derived ?? formula }

  /// Its label.
  package var label: String { writtenLabel ?? word ?? labelInWords(name.text) }
  /// Whether its values are a record's state: it is called so, and has choices.
  package var isState: Bool { !choices.isEmpty && (name.text == "state" || name.text == "status") }
  /// A language's word for it.
  var word: String?

  /// Whether a report may add it up: money that is computed, unless `total:` says otherwise.
  package var isTotal: Bool { writtenTotal ?? (type == .money && expression != nil) }
}

/// A link from every record of an entity to one or any number of records of another.
package struct Relationship: Sendable {
  /// How a relationship's links arise.
  package enum Origin: Sendable, Equatable {
    /// Ids written in the record's file; of a many-to-many pair either side may be written.
    case written
    /// The list of records written inside this one.
    case owned
    /// The record that this one is written inside of.
    case owner
    /// Computed from the to-one relationship that is its inverse.
    case computed
  }

  /// What was declared.
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
  /// Whether it leads to any number of records.
  package var isMany: Bool { declaration.isMany }
  /// Its label.
  package var label: String { declaration.label ?? destinationLabel ?? word ?? labelInWords(name) }
  /// A language's word for it.
  var word: String?
  /// The destination's label in model.yml, if the relationship has its name: `customer`, `orders`.
  var destinationLabel: String?
}

/// A predicate that each record of an entity must meet, or must not.
package struct Rule: Sendable {
  /// The predicate.
  package var predicate: SourceText
  /// Whether a record that meets the predicate is the error (`when:`), not one that does not (`unless:`).
  package var firesWhenTrue: Bool
  /// The message for the user.
  package var message: String
  /// Whether it is an error or a warning.
  package var severity: Diagnostic.Severity

  /// Makes a rule.
  package init(predicate: SourceText, firesWhenTrue: Bool, message: String, severity: Diagnostic.Severity) {
    self.predicate = predicate
    self.firesWhenTrue = firesWhenTrue
    self.message = message
    self.severity = severity
  }
}

/// A name in words: `paidOn` is "Paid on", `RowOfOrder` is "Row of order", `vat_id` is "Vat id".
package func labelInWords(_ name: String) -> String {
  var words = ""
  var before: Character = " "
  for character in name {
    if character == "_" {
      words.append(" ")
    } else if character.isUppercase, before.isLowercase || before.isNumber {
      words += " " + character.lowercased()
    } else {
      words.append(character)
    }
    before = character
  }
  return words.prefix(1).uppercased() + words.dropFirst()
}
