import Diagnostics
import FrontMatter
import Patterns
import Records

/// How to read the values of one attribute: its default and constraints as values.
///
/// Properties that are needed for every value are stored here, to avoid copying them out of the attribute.
final class AttributePlan: Sendable {
  /// The attribute in the model, for rarely needed properties.
  let attribute: Attribute
  /// The key that writes it.
  let name: String
  /// How the characters in the file are read.
  let type: AttributeType
  /// The maximum number of digits after the point of an amount; nil for as many as its currency has.
  let digits: Int?
  /// The column of its table.
  let column: Int
  /// Whether a record without a value is an error.
  let isRequired: Bool
  /// What its values may hold.
  let valueKind: ValueKind
  /// Whether it is always computed.
  let isDerived: Bool
  /// Whether its declaration has an error, so that what records write for it is not reported.
  let isInvalid: Bool
  /// Whether any option restricts the values.
  let isConstrained: Bool
  /// The entity's name, for messages.
  let entityName: String
  /// The default value; null if there is none or it cannot be read.
  let defaultValue: Value
  /// The only allowed values; empty if any value is, or if a choice cannot be read.
  let choices: [Value]
  /// The choices of money that name no currency: they apply in each record's own.
  let openChoices: [Decimal]
  /// The least allowed value; null for any.
  let minimum: Value
  /// The greatest allowed value; null for any.
  let maximum: Value
  /// The pattern that a whole text must match; nil for none.
  let pattern: Pattern?
  /// The currency that the lower bound of money names; nil if the bound applies to every currency.
  let minimumCurrency: Currency?
  /// The currency that the upper bound of money names; nil if the bound applies to every currency.
  let maximumCurrency: Currency?

  /// Reads an attribute's options by its type.
  /// - Parameters:
  ///   - isInherited: whether the attribute is inherited; errors are reported only where it is declared.
  ///   - diagnostics: receives the errors in the options.
  init(
    _ attribute: Attribute, of entity: Entity, currency: Currency, isInherited: Bool,
    _ diagnostics: inout [Diagnostic]
  ) {
    var found: [Diagnostic] = []
    func value(_ source: SourceText?) -> Value {
      guard let source else { return .null }
      switch ValueReader.value(of: source, as: attribute, currency: currency) {
      case .success(let value): return value
      case .failure(let error):
        found.append(error)
        return .null
      }
    }
    self.attribute = attribute
    name = attribute.name.text
    type = attribute.type
    digits = attribute.digits
    column = attribute.column
    isRequired = attribute.isRequired
    valueKind = attribute.valueKind
    isDerived = attribute.derived != nil
    isInvalid = entity.hasInvalid(attribute.name.text)
    entityName = entity.name
    defaultValue = value(attribute.defaultValue)
    let choices = attribute.choices.map { (value: value($0), currency: Self.currency(of: $0)) }
    // An unreadable choice could be any value.
    let isWhole = !choices.contains { $0.value == .null }
    let isOpen = attribute.type == .money
    self.choices =
      isWhole ? choices.filter { !isOpen || $0.currency != nil }.flatMap(\.value.items) : []
    openChoices =
      isWhole && isOpen ? choices.filter { $0.currency == nil }.compactMap(\.value.money?.single?.number) : []
    let (least, most) = (value(attribute.minimum), value(attribute.maximum))
    // If no value can meet the bounds, the error is in the model and not in the records.
    let isPossible = !Self.isOrdered(most, before: least)
    (minimum, maximum) = isPossible ? (least, most) : (.null, .null)
    var pattern: Pattern?
    if let source = attribute.pattern {
      do throws(PatternError) {
        pattern = try Pattern(source.text)
      } catch {
        found.append(Diagnostic(.querySyntax, at: source.range(error.range), error.summary))
      }
    }
    self.pattern = pattern
    minimumCurrency = Self.currency(of: attribute.minimum)
    maximumCurrency = Self.currency(of: attribute.maximum)
    isConstrained =
      !attribute.choices.isEmpty || minimum != .null || maximum != .null || pattern != nil
      || attribute.minLength != nil || attribute.maxLength != nil
    guard !isInherited else { return }
    diagnostics += found.isEmpty ? optionDiagnostics(currency, isPossible: isPossible) : found
  }

  /// Whether a value of the type may be refused once it is computed, by an option or by the type's own form.
  var mayRefuse: Bool {
    switch type {
    case .string, .email, .url: true
    case .text, .integer, .decimal, .money, .currency, .boolean, .date, .tags: isConstrained
    }
  }

  /// The currency after an amount.
  private static func currency(of source: SourceText?) -> Currency? {
    source.flatMap { try? Money.parse($0.text.utf8.span).currency }
  }

  /// Errors in the options taken together: bounds that no value meets, or a default that is not allowed.
  /// - Parameter isPossible: whether a value can be within the bounds.
  private func optionDiagnostics(_ currency: Currency, isPossible: Bool) -> [Diagnostic] {
    let name = attribute.name.text
    var diagnostics: [Diagnostic] = []
    if let least = attribute.minimum, !isPossible {
      diagnostics.append(
        Diagnostic(
          .invalidModel, at: least.range,
          "no value is at least \(least.text) and at most \(attribute.maximum?.text ?? "")"))
    }
    if let least = attribute.minLength, let most = attribute.maxLength, least > most {
      diagnostics.append(
        Diagnostic(
          .invalidModel, at: attribute.name.range,
          "'\(name)' has at least \(least) and at most \(most) characters, which is impossible"))
    }
    guard diagnostics.isEmpty, let source = attribute.defaultValue, attribute.expression == nil else {
      return diagnostics
    }
    if let error = error(in: defaultValue, currency: currency) {
      let diagnostic = Diagnostic.constraint(error, attribute, source.range)
      diagnostics.append(
        Diagnostic(diagnostic.id, at: source.range, "the default is not allowed: " + diagnostic.summary))
    } else if attribute.isUnique {
      diagnostics.append(
        Diagnostic(
          .invalidModel, at: source.range,
          "'\(name)' must be unique, and two records that do not write it would share its default"))
    }
    return diagnostics
  }
}
