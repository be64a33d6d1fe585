import Diagnostics
import FrontMatter
import Patterns
import Records

// Reading the values of attributes.

extension RecordReader {
  mutating func readAttribute(
    _ plan: AttributePlan, _ key: FrontMatterNode, _ node: FrontMatterNode, part: Int, currency: Currency
  ) {
    let known = chunk.diagnostics.count
    guard !plan.isDerived else {
      chunk.diagnostics.append(.computedValue(plan.name, at: document.range(of: key)))
      return
    }
    let value: Value
    if plan.type == .tags, node.kind == .sequence {
      value = .list(tags(document.items(of: node), plan))
    } else if plan.type == .tags, let diagnostic = unquotedText(of: node, plan) {
      chunk.diagnostics.append(diagnostic)
      return
    } else {
      guard requireWhole(node, as: plan.type.isText ? plan.valueKind : nil, of: plan.name) else { return }
      do {
        let reader = ValueReader(type: plan.type, digits: plan.digits, currency: currency)
        value = try document.withBytes(of: node) { bytes throws(ValueError) in try reader.value(bytes) }
      } catch {
        guard isCurrencyUnknown, error.isOfDigits, let amount = bareAmount(node, currency) else {
          chunk.diagnostics.append(
            .invalidValue(error, plan.attribute, document.range(of: node), text: document.text(of: node)))
          return
        }
        value = .money(amount)
      }
    }
    if plan.isConstrained {
      let currency = isCurrencyUnknown ? nil : currency
      let error = plan.error(in: value, currency: currency) { pattern, text in
        matchers[part << 32 | plan.column, default: PatternMatcher(pattern)].matches(text)
      }
      if let error {
        chunk.diagnostics.append(
          .constraint(error, plan.attribute, document.range(of: node)))
      }
    }
    if plan.isRequired, value.isBlank, chunk.diagnostics.count == known {
      chunk.diagnostics.append(
        .missingValue(plan.name, of: plan.entityName, at: document.range(of: node)))
    }
    chunk.parts[part].set(value, column: plan.column)
  }

  /// What YAML drops from a text. Of tags it may be a list in another form, of which quotes would make one tag.
  func unquotedText(of node: FrontMatterNode, _ plan: AttributePlan) -> Diagnostic? {
    let diagnostic = document.unquotedText(of: node, as: plan.valueKind)
    guard plan.type == .tags else { return diagnostic }
    return diagnostic?.withoutFixIts.adding(
      "several tags are written [a, b], or each on a line that begins with '- '")
  }

  /// The items of a list as tags; reports items that are empty or have a line break, which no one could find.
  private mutating func tags(_ items: some Sequence<FrontMatterNode>, _ plan: AttributePlan) -> [Value] {
    var tags: [Value] = []
    for item in items where requireWhole(item, as: plan.valueKind, of: plan.name) {
      let text = document.text(of: item)
      if text.utf8.contains(0x0A) {
        chunk.diagnostics.append(
          .invalidValue(.lineBreak, plan.attribute, document.range(of: item), text: text))
      } else if text.utf8.allSatisfy({ $0 <= 0x20 }) {
        chunk.diagnostics.append(
          Diagnostic(
            .missingValue, at: document.range(of: item),
            "'\(plan.name)' has an empty item; write a tag there, or remove it"))
      } else {
        tags.append(.text(text))
      }
    }
    return tags
  }

  /// An amount that names no currency, with all its digits.
  private func bareAmount(_ node: FrontMatterNode, _ currency: Currency) -> Money? {
    guard let amount = document.withBytes(of: node, { try? Money.parse($0) }), amount.currency == nil else {
      return nil
    }
    return Money(amount.number, currency)
  }

  /// Whether a node is a single value that YAML did not shorten; reports it otherwise.
  ///
  /// A comment after a number or a date is fine, because nothing is lost.
  /// - Parameter kind: what a text may hold; nil if no text is expected.
  mutating func requireWhole(_ node: FrontMatterNode, as kind: ValueKind?, of name: String) -> Bool {
    if let kind, let diagnostic = document.unquotedText(of: node, as: kind) {
      chunk.diagnostics.append(diagnostic)
      return document.isWholeWord(node, as: kind)
    }
    guard node.isScalar else {
      chunk.diagnostics.append(
        Diagnostic(
          .wrongShape, at: document.range(of: node),
          "'\(name)' has one value here, not a list or a mapping of several"))
      return false
    }
    return true
  }
}

extension Value {
  /// Whether the value is a text of only blanks and line ends, or a list of such texts.
  fileprivate var isBlank: Bool {
    switch self {
    case .text(let text): text.utf8.allSatisfy { $0 <= 0x20 }
    case .list(let items): items.allSatisfy(\.isBlank)
    default: false
    }
  }
}
