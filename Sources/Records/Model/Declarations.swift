import Diagnostics

/// A name as declared, with its place.
package struct DeclaredName: Sendable {
  package var text: String
  /// The place of the name.
  package var range: SourceRange

  package init(_ text: String, at range: SourceRange) {
    self.text = text
    self.range = range
  }
}

/// An entity as declared in model.yml: only its own properties, with names not yet resolved.
package struct EntityDeclaration: Sendable {
  package var name: DeclaredName
  /// The folder of its records below Content.
  package var folder: DeclaredName?
  /// `Order.rows`: the to-many relationship of the owner whose list contains its records.
  package var inside: DeclaredName?
  /// The entity it inherits from.
  package var parent: DeclaredName?
  /// Whether it has no records of its own.
  package var isAbstract = false
  /// The label for one of its records.
  package var label: LabelText?
  /// The label for its records together.
  package var plural: LabelText?
  /// Whether it takes its parent's label if it has none, because nothing else names it.
  package var inheritsLabel = true
  /// The settings for lists of related records on its records' pages, inherited ones first.
  package var lists: [RecordList] = []
  /// The additional pages of its records, inherited ones first.
  package var documents: [DocumentDeclaration] = []
  /// The expression for the title of its records.
  package var title: SourceText?
  /// The sort expressions.
  package var sort: SourceText?
  /// Whether a public site leaves the entity out.
  package var isPrivate = false
  /// Whether a public site shows its records' bodies.
  package var hasPublicBody: Bool?
  /// The properties that a public site leaves out, which may include `body`, each with the reason if it is
  /// not marked itself. Empty in the model of a full site.
  package var privateNames: [String: String] = [:]
  /// The built-in attributes and relationships that model.yml removes.
  package var removedNames: Set<String> = []
  /// The rules for its records.
  package var rules: [Rule] = []
  /// Its own attributes, as ordered in the file.
  package var attributes: [Attribute] = []
  /// Its own relationships, as ordered in the file.
  package var relationships: [RelationshipDeclaration] = []
  /// The names of attributes and relationships whose declaration has an error.
  package var invalidNames: Set<String> = []
  /// Whether a part of the declaration could not be read, so that any name may be an invalid one.
  package var isInvalid = false
  /// Whether the location of its records is unknown because the folder is invalid or missing.
  package var hasUnknownHome = false
  /// Whether its parent is invalid, so that its records may belong to any family.
  package var hasUnknownFamily = false

  /// Makes an entity without properties.
  package init(name: DeclaredName) {
    self.name = name
  }
}

/// A relationship as declared in model.yml.
package struct RelationshipDeclaration: Sendable {
  package var name: DeclaredName
  /// The destination entity.
  package var destination: DeclaredName
  /// Whether it leads to any number of records.
  package var isMany = false
  /// The inverse relationship, in the destination.
  package var inverse: DeclaredName?
  /// Whether every record must have a destination.
  package var isRequired = false
  /// The minimum number of destinations.
  package var minCount: Int?
  /// The maximum number of destinations.
  package var maxCount: Int?
  /// What happens to the destination when a record is deleted.
  package var deleteRule = DeleteRule.nullify
  package var label: LabelText?
  /// Whether a public site leaves the relationship out.
  package var isPrivate = false
  /// The names that it had before: diagnostics of keys and queries that use one suggest the present name.
  package var formerNames: [DeclaredName] = []
  /// The implied record of its list.
  package var implied: ImpliedDeclaration?

  /// Makes a to-one relationship without an inverse.
  package init(name: DeclaredName, destination: DeclaredName) {
    self.name = name
    self.destination = destination
  }
}

/// A column of a list or a request, as written.
package struct ColumnDeclaration: Sendable {
  /// The expression.
  package var value: SourceText
  /// The heading; nil to use the expression in words.
  package var label: LabelText?
  /// Whether to add it up; nil if the model decides.
  package var isTotal: Bool?
  /// The style in which numbers are shown as percentages.
  package static let percent = "percent"

  /// The style in which values are shown, as a word; nil for plain values.
  package var style: SourceText?
  /// The expression whose values divide a group's figure into parts, if the style draws them.
  package var by: SourceText?

  package init(
    value: SourceText, label: LabelText? = nil, isTotal: Bool? = nil, style: SourceText? = nil,
    by: SourceText? = nil
  ) {
    self.value = value
    self.label = label
    self.isTotal = isTotal
    self.style = style
    self.by = by
  }

  /// Makes a column of an expression in docket's own code.
  package init(_ expression: String, label: String? = nil) {
    self.init(value: SourceText(expression, name: "columns"), label: label.map { LabelText($0) })
  }
}

extension [ColumnDeclaration] {
  /// Selects the language of the labels.
  package mutating func selectLanguage(_ language: String) {
    for index in indices { self[index].label?.select(language) }
  }
}

/// The settings for a list of related records on a record's page.
///
///     lists: {orders: {columns: "date, total, open", sort: -date}}
package struct RecordList: Sendable {
  /// The name of the to-many relationship.
  package var name: DeclaredName
  /// The columns; empty for the default columns of the records' entity.
  package var columns: [ColumnDeclaration]
  /// The sort expressions; nil for the default order of the records' entity.
  package var sort: SourceText?

  package init(name: DeclaredName, columns: [ColumnDeclaration], sort: SourceText?) {
    self.name = name
    self.columns = columns
    self.sort = sort
  }
}

/// An additional page of a record, such as an invoice.
///
///     documents: {invoice: made = true}
package struct DocumentDeclaration: Sendable {
  /// The name, which is part of the page's URL and of its template's name.
  package var name: DeclaredName
  /// The condition for a record to have the page; nil if all have it.
  package var when: SourceText?
  /// The label; nil to use the name in words.
  package var label: LabelText?
  /// The expression for the language that the page is written in; nil for the site's.
  package var language: SourceText?
  /// Whether a public site leaves the page out.
  package var isPrivate: Bool
  /// Whether this is in the model of a public site that leaves the page out: only the name is kept, so that a
  /// template of that name does not make the page either.
  package private(set) var isLeftOut = false

  package init(
    name: DeclaredName, when: SourceText? = nil, label: LabelText? = nil, language: SourceText? = nil,
    isPrivate: Bool = false
  ) {
    self.name = name
    self.when = when
    self.label = label
    self.language = language
    self.isPrivate = isPrivate
  }

  /// Removes everything but the name.
  package mutating func leaveOut() {
    (when, label, language, isLeftOut) = (nil, nil, nil, true)
  }
}

/// A record that follows from its owner if a predicate holds, without being written in the owner's list.
///
///     implied: {when: paid = true AND payments.@sum.sum < total, date: paidOn, sum: total - payments.@sum.sum}
package struct ImpliedDeclaration: Sendable {
  /// The condition that the owner must meet.
  package var when: SourceText
  /// The record's attributes in order, each with an expression that is evaluated for the owner.
  package var values: [(name: DeclaredName, value: SourceText)]

  package init(when: SourceText, values: [(name: DeclaredName, value: SourceText)]) {
    self.when = when
    self.values = values
  }
}
