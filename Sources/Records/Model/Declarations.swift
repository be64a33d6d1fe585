import Diagnostics

/// A name as it was declared, with its place.
package struct DeclaredName: Sendable {
  /// The name.
  package var text: String
  /// Where it is.
  package var range: SourceRange

  /// Makes a name.
  package init(_ text: String, at range: SourceRange) {
    self.text = text
    self.range = range
  }
}

/// An entity as model.yml writes it: only what is its own, names not yet looked up.
package struct EntityDeclaration: Sendable {
  /// The entity's name.
  package var name: DeclaredName
  /// The folder of its records below Content.
  package var folder: DeclaredName?
  /// `Order.rows`: the to-many relationship in whose list its records are written.
  package var inside: DeclaredName?
  /// The entity it inherits from.
  package var parent: DeclaredName?
  /// Whether it has no records of its own.
  package var isAbstract = false
  /// The label of a record of it.
  package var label: String?
  /// The label of its records together.
  package var plural: String?
  /// How lists of related records are shown on its records' pages, inherited ones first.
  package var lists: [RecordList] = []
  /// The further pages of its records, inherited ones first.
  package var documents: [DocumentDeclaration] = []
  /// The expression of a record's title.
  package var title: SourceText?
  /// The sort expressions.
  package var sort: SourceText?
  /// Whether a public site leaves it out.
  package var isPrivate = false
  /// Whether its records' bodies are shown in a public site.
  package var hasPublicBody: Bool?
  /// What a public site leaves out of it: the name of each attribute and relationship, `body` among them, with
  /// the reason if it is not marked itself. Empty in the model of a full site.
  package var privateNames: [String: String] = [:]
  /// What must hold for each record.
  package var rules: [Rule] = []
  /// Its own attributes, in the order written.
  package var attributes: [Attribute] = []
  /// Its own relationships, in the order written.
  package var relationships: [RelationshipDeclaration] = []
  /// The names of attributes and relationships whose declaration has an error.
  package var invalidNames: Set<String> = []
  /// Whether a part of the declaration could not be read, so that any name may be one of `invalidNames`.
  package var isInvalid = false
  /// Whether nobody knows where its records lie: its folder is an error, or is missing.
  package var hasUnknownHome = false
  /// Whether its parent is an error, so that its records may be of any family.
  package var hasUnknownFamily = false

  /// Makes an entity without properties.
  package init(name: DeclaredName) {
    self.name = name
  }
}

/// A relationship as model.yml writes it.
package struct RelationshipDeclaration: Sendable {
  /// The relationship's name.
  package var name: DeclaredName
  /// The destination entity.
  package var destination: DeclaredName
  /// Whether it leads to any number of records.
  package var isMany = false
  /// The inverse relationship, in the destination.
  package var inverse: DeclaredName?
  /// Whether it must lead somewhere.
  package var isRequired = false
  /// The minimum number of records it may lead to.
  package var minCount: Int?
  /// The maximum number of records it may lead to.
  package var maxCount: Int?
  /// What happens to the destination when a record is deleted.
  package var deleteRule = DeleteRule.nullify
  /// Its label.
  package var label: String?
  /// Whether a public site leaves it out.
  package var isPrivate = false
  /// The names that it had before: a key or a query that has one of them is told the present name.
  package var formerNames: [DeclaredName] = []
  /// The implied record of its list.
  package var implied: ImpliedDeclaration?

  /// Makes a to-one relationship without an inverse.
  package init(name: DeclaredName, destination: DeclaredName) {
    self.name = name
    self.destination = destination
  }
}

/// How a list of related records is shown on a record's page.
///
///     lists: {orders: {columns: "date, total, open", sort: -date}}
package struct RecordList: Sendable {
  /// A column as it was written.
  package struct Column: Sendable {
    /// The expression about a record of the list.
    package var value: SourceText
    /// The heading; nil for the expression in words.
    package var label: String?
    /// Whether to add it up; nil if the model decides.
    package var isTotal: Bool?

    /// Makes a column.
    package init(value: SourceText, label: String?, isTotal: Bool?) {
      self.value = value
      self.label = label
      self.isTotal = isTotal
    }
  }

  /// The name of the to-many relationship.
  package var name: DeclaredName
  /// The columns; empty for those of the records' entity.
  package var columns: [Column]
  /// The sort expressions; nil for the order of the records' entity.
  package var sort: SourceText?

  /// Makes a list.
  package init(name: DeclaredName, columns: [Column], sort: SourceText?) {
    self.name = name
    self.columns = columns
    self.sort = sort
  }
}

/// A further page of a record, such as an invoice.
///
///     documents: {invoice: made = true}
package struct DocumentDeclaration: Sendable {
  /// The name, in its URL and in that of its template.
  package var name: DeclaredName
  /// What must hold for a record that has it; nil for all.
  package var when: SourceText?
  /// What to call it; nil for its name in words.
  package var label: String?
  /// Whether a public site leaves it out.
  package var isPrivate: Bool
  /// Whether this is the model of a public site that leaves it out: only the name is known, so that a template of that
  /// name makes no page either.
  package private(set) var isLeftOut = false

  /// Makes a declaration.
  package init(name: DeclaredName, when: SourceText?, label: String?, isPrivate: Bool = false) {
    self.name = name
    self.when = when
    self.label = label
    self.isPrivate = isPrivate
  }

  /// Forgets all but the name.
  package mutating func leaveOut() {
    (when, label, isLeftOut) = (nil, nil, true)
  }
}

/// A record that a list inside its owner has without being written, if a predicate about the owner holds.
///
///     implied: {when: paid = true AND payments.@sum.sum < total, date: paidOn, sum: total - payments.@sum.sum}
package struct ImpliedDeclaration: Sendable {
  /// What must hold for the owner.
  package var when: SourceText
  /// The attributes of the record and the expression about the owner that gives each its value, in the order written.
  package var values: [(name: DeclaredName, value: SourceText)]

  /// Makes a declaration.
  package init(when: SourceText, values: [(name: DeclaredName, value: SourceText)]) {
    self.when = when
    self.values = values
  }
}
