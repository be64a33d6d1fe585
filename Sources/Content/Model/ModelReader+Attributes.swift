import Diagnostics
import FrontMatter
import Records

extension ModelReader {
  /// The maximum number of digits after the point: a decimal has 38 digits, of which 15 are before it.
  private static let maximumDigits = 23

  /// Reads an attribute into its entity.
  mutating func readAttribute(
    _ entity: inout EntityDeclaration, _ key: FrontMatterNode, _ node: FrontMatterNode
  ) {
    guard let name = name(key, in: &entity) else { return }
    if isNull(node) {
      guard canRemove(name, from: entity.attributes.map(\.name), as: .attribute, of: entity) else { return }
      entity.removedNames.insert(name.text)
      return removeAttribute(name.text, of: &entity)
    }
    let isShort = node.isScalar && !node.isEmpty
    var reader = MappingReader(
      document, isShort ? nil : node, keys: AttributeOption.allCases.map(\.rawValue), in: "an attribute")
    let typeText = isShort ? reader.text(node, of: name.text, as: .word) : reader.text("type")
    let type = typeText.flatMap { attributeType($0) }
    if typeText != nil, type == nil { removeAttribute(name.text, of: &entity) }
    let index = attributePlaces[name.text]
    guard
      var attribute = index.map({ entity.attributes[$0] }) ?? type.map({ Attribute(name: name, type: $0) })
    else {
      if typeText == nil, reader.diagnostics.isEmpty {
        reader.report(
          .unknownType, at: name.range,
          entity.relationships.contains { $0.name.text == name.text }
            ? "'\(name.text)' is a relationship; write it below 'relationships'"
            : "'\(name.text)' needs a type, such as '\(name.text): string'")
      }
      entity.invalidNames.insert(name.text)
      diagnostics += reader.diagnostics
      return
    }
    attribute.name = name
    if let type { attribute.change(to: type) }
    refuseMisfits(of: attribute, &reader)
    readOptions(of: &attribute, &reader)
    refuseAddedPercentage(attribute, &reader)
    if index != nil, attribute.derived != nil, attribute.type == .string,
      typeText != nil || reader.value("choices") != nil
    {
      // A declared state replaces the computed one.
      attribute.derived = nil
      if reader.value("choices") == nil { attribute.choices = [] }
    }
    readExpression(of: &attribute, &reader)
    refuseComputedCurrency(&attribute, &reader)
    refusePrivateCurrency(&attribute, &reader)
    attribute.dropMisfits()
    if !reader.diagnostics.isEmpty { entity.invalidNames.insert(name.text) }
    diagnostics += reader.diagnostics
    if let index {
      changes.append(name)
      entity.attributes[index] = attribute
    } else {
      attributePlaces[name.text] = entity.attributes.count
      entity.attributes.append(attribute)
    }
  }

  /// Reads the options that any attribute may have, new or inherited.
  private mutating func readOptions(of attribute: inout Attribute, _ reader: inout MappingReader) {
    if let value = reader.boolean("required") { attribute.isRequired = value }
    if let value = defaultValue(of: attribute, &reader) {
      attribute.defaultValue = value
      // A new default replaces a formula.
      (attribute.derived, attribute.formula) = (nil, nil)
    }
    if reader.value("choices") != nil { attribute.choices = choices(&reader) }
    if let value = reader.text("min") { attribute.minimum = value }
    if let value = reader.text("max") { attribute.maximum = value }
    if let value = reader.count("min-length") { attribute.minLength = value }
    if let value = reader.count("max-length") { attribute.maxLength = value }
    if let value = reader.text("pattern") { attribute.pattern = value }
    if let value = reader.boolean("unique") { attribute.isUnique = value }
    if let value = reader.count("digits", atMost: Self.maximumDigits) { attribute.digits = value }
    if let value = reader.boolean("percent") { attribute.isPercent = value }
    if let value = reader.label("label") { attribute.writtenLabel = value }
    if reader.value("translations") != nil { attribute.translations = translations(&reader) }
    if let value = reader.boolean("private") { attribute.isPrivate = value }
    if let value = reader.boolean("total") { attribute.writtenTotal = value }
    if reader.value("was") != nil { attribute.formerNames = Self.formerNames(&reader) }
  }

  /// Reads the attributes with the texts in other languages: `{fr: nameFr}`.
  private func translations(_ reader: inout MappingReader) -> [Attribute.Translation] {
    guard var languages = reader.mapping("translations") else { return [] }
    let translations = languages.pairs.compactMap { key, value in
      let language = languages.languageTag(key).text
      return languages.text(value, of: language, as: .word).map {
        Attribute.Translation(language: language, attribute: DeclaredName($0.text, at: $0.range))
      }
    }
    reader.merge(languages)
    return translations
  }

  /// Reads the expression that computes an attribute.
  private func readExpression(of attribute: inout Attribute, _ reader: inout MappingReader) {
    let derived = reader.text("derived")
    let formula = reader.text("formula")
    guard derived != nil || formula != nil else { return }
    attribute.derived = derived
    attribute.formula = derived == nil ? formula : nil
    // An inherited default would take precedence over the expression.
    attribute.defaultValue = nil
    if derived != nil, let formula {
      reader.report(
        .invalidModel, at: formula.range,
        "an attribute is 'derived' (always computed) or has a 'formula' (computed when not written), not both"
      )
    }
  }

  private mutating func removeAttribute(_ name: String, of entity: inout EntityDeclaration) {
    entity.attributes.removeAll { $0.name.text == name }
    attributePlaces = Self.places(of: entity.attributes.map(\.name))
  }

  /// Reports the options that do not fit the attribute's type or each other.
  private mutating func refuseMisfits(of attribute: Attribute, _ reader: inout MappingReader) {
    for (key, value) in reader.pairs where !value.isEmpty {
      guard let option = AttributeOption(rawValue: document.text(of: key)), !option.fits(attribute.type)
      else {
        continue
      }
      reader.report(.invalidModel, at: key, option.misfit(with: attribute.type))
    }
    if let node = reader.value("default"), let computed = reader.value("derived") ?? reader.value("formula") {
      let isDerived = reader.value("derived") != nil
      reader.report(
        .invalidModel, at: node,
        "a default is never used where \(isDerived ? "'derived'" : "a formula") computes the value",
        notes: [.init("it is computed here", at: document.range(of: computed))])
    }
  }

  /// Reports a percentage that is to be added up.
  private func refuseAddedPercentage(_ attribute: Attribute, _ reader: inout MappingReader) {
    guard attribute.isPercent, attribute.isTotal,
      let node = reader.value("total") ?? reader.value("percent")
    else { return }
    reader.report(
      .invalidModel, at: node,
      "percentages are not added up; leave out 'total' or 'percent'")
  }

  /// Reports a computed currency: amounts are read in their record's currency before anything is computed.
  private func refuseComputedCurrency(_ attribute: inout Attribute, _ reader: inout MappingReader) {
    guard attribute.type == .currency, let expression = attribute.expression else { return }
    let isOwn = expression.range.file.path == document.file.path
    reader.report(
      .invalidModel, at: isOwn ? expression.range : attribute.name.range,
      "a currency cannot be computed, because the record's amounts are read in it; let the records write "
        + "'\(attribute.name.text)', or give it a default")
    (attribute.derived, attribute.formula) = (nil, nil)
  }

  /// Reports a private currency: every amount prints its currency, so this alone would hide nothing.
  private func refusePrivateCurrency(_ attribute: inout Attribute, _ reader: inout MappingReader) {
    guard attribute.type == .currency, attribute.isPrivate, let mark = reader.value("private") else { return }
    reader.report(
      .invalidModel, at: mark,
      "a currency cannot be private, because every amount of the record prints it; mark the amounts")
    attribute.isPrivate = false
  }

  /// The value of `default`, which may be a list for an attribute of type tags.
  private func defaultValue(of attribute: Attribute, _ reader: inout MappingReader) -> SourceText? {
    guard attribute.type == .tags, let node = reader.value("default"), node.kind == .sequence else {
      return reader.text("default", as: attribute.valueKind)
    }
    let tags = Array(document.items(of: node)).compactMap {
      reader.text($0, of: "default", as: attribute.valueKind)
    }
    for tag in tags where tag.text.contains(",") {
      reader.report(.wrongShape, at: tag.range, "a tag that is a default has no comma")
    }
    return SourceText(
      text: tags.map(\.text).joined(separator: ", "), file: document.file,
      start: document.range(of: node).bytes.lowerBound)
  }

  /// The values of `choices`: a list, or one text separated by commas.
  private mutating func choices(_ reader: inout MappingReader) -> [SourceText] {
    guard let node = reader.value("choices") else { return [] }
    let choices: [SourceText]
    switch node.kind {
    case .mapping:
      reader.report(.wrongShape, at: node, "'choices' is a list, such as [open, closed]")
      return []
    case .sequence: choices = reader.texts("choices")
    default: choices = reader.text(node, of: "choices")?.parts() ?? []
    }
    if choices.isEmpty, reader.diagnostics.isEmpty {
      reader.report(
        .invalidModel, at: node,
        "'choices' has no values, so none would be allowed")
    }
    var seen: Set<String> = []
    for choice in choices where !seen.insert(choice.text).inserted {
      reader.report(.duplicateKey, .warning, at: choice.range, "'\(choice.text)' is twice in 'choices'")
    }
    return choices
  }

  private mutating func attributeType(_ text: SourceText) -> AttributeType? {
    if let type = AttributeType(rawValue: text.text) { return type }
    let names = AttributeType.allCases.map(\.rawValue)
    let certain = certainName(to: text.text, among: names)
    let suggested =
      certain ?? AttributeType.suggested(for: text.text)?.rawValue ?? nearestName(to: text.text, among: names)
    let relationship: [Diagnostic.Note] =
      suggested == nil && text.text.first?.isUppercase == true && text.text.allSatisfy(\.isLetter)
      ? [.init("an entity is named below 'relationships', as {to: \(text.text)}")] : []
    diagnostics.append(
      Diagnostic(
        .unknownType, at: text.range,
        "unknown type '\(text.text)'\(suggestion(suggested))",
        notes: [.init("the types are \(names.joined(separator: ", "))")] + relationship,
        fixIts: certain.map { [Diagnostic.FixIt(replacing: text.range, with: $0)] } ?? []))
    return nil
  }
}

extension SourceText {
  /// The parts between commas, without surrounding spaces; empty parts are left out.
  fileprivate func parts() -> [SourceText] {
    var parts: [SourceText] = []
    var start = 0
    for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let blanks = part.prefix { $0 == UInt8(ascii: " ") }.count
      let trailing = part.reversed().prefix { $0 == UInt8(ascii: " ") }.count
      if blanks < part.count { parts.append(self[start + blanks..<start + part.count - trailing]) }
      start += part.count + 1
    }
    return parts
  }
}
