import Diagnostics
import Records

/// Typos that no type check finds, in any model.
extension LintChecker {
  /// Finds days of orders, and of records inside them, that are long ago or far ahead. Other entities are not
  /// checked: a customer may have been born before 1970. A bound that the model gives takes the place of this one.
  func unlikelyDates() -> [Diagnostic] {
    guard let order = graph.model.entity(named: "Order"), let first = CivilDate(year: 1970, month: 1, day: 1),
      let last = today.adding(days: 5 * 365 + 1)
    else { return [] }
    let family = graph.model.entities[order].family
    return graph.model.entities.indices.flatMap { index -> [Diagnostic] in
      let entity = graph.model.entities[index]
      guard index == order || entity.owner.map({ family.contains($0.entity) }) ?? false else { return [] }
      return entity.attributes.flatMap { attribute in
        slips(.unlikelyDate, in: attribute, of: index) { column in
          guard case .date(let days) = column else { return nil }
          return { row in
            guard let day = days[row] else { return nil }
            let isOld = day < first && attribute.minimum == nil
            guard isOld || day > last && attribute.maximum == nil else { return nil }
            // The day of a record that follows from another one is written there.
            guard !graph.tables[entity.table].isImplied(row) else { return nil }
            let reason = isOld ? "before 1970" : "more than five years ahead"
            return "'\(attribute.name.text)' is \(day), \(reason)"
          }
        }
      }
    }
  }

  /// Finds amounts with three digits after the point where the currency has fewer and the attribute allows more
  /// than three: `1.499` may be meant as 1499. Also finds numbers such as `1.500`, whose zeros are pointless
  /// unless the point separates thousands.
  func threeDecimals() -> [Diagnostic] {
    slipsInFiles(.threeDecimals) { _, attribute, column in
      let isDoubtful: (Int) -> Bool
      switch column {
      case .money(let amounts) where attribute.digits ?? 0 > 3:
        isDoubtful = { row in
          guard let amount = amounts[row]?.single else { return false }
          return amount.number.mayHaveThousands && amount.currency.digits < 3
        }
      case .number(let numbers)
      where attribute.type == .decimal && attribute.digits == nil && !attribute.isPercent:
        isDoubtful = { row in
          guard let number = numbers[row], number.mayHaveThousands else { return false }
          return number.rounded(toDigits: 2) == number
        }
      default: return nil
      }
      return { row in
        guard isDoubtful(row) else { return nil }
        let value = column[row].plainText ?? ""
        return "'\(attribute.name.text)' is \(value) here; does its point separate thousands?"
      }
    }
  }

  /// Finds percentages of 200% or more that are written without the sign: `19` is 1,900%. So are the defaults
  /// and bounds of the model, which are those of many records.
  func unlikelyPercentages() -> [Diagnostic] {
    func percent(_ number: Decimal) -> String {
      "\(number.percentText ?? "far over 100%") here; did you mean '\(number.legible)%'?"
    }
    let ofModel = graph.model.entities.flatMap(\.ownAttributes).filter(\.isPercent).flatMap { attribute in
      [attribute.defaultValue, attribute.minimum, attribute.maximum].compactMap { source -> Diagnostic? in
        guard let source, !source.text.contains("%"), let number = Decimal(source.text),
          number.magnitude >= Decimal(2)
        else { return nil }
        return Diagnostic(
          .unlikelyPercentage, .warning, at: source.range, "'\(attribute.name.text)' is \(percent(number))")
      }
    }
    return ofModel
      + slipsInFiles(.unlikelyPercentage) { entity, attribute, column in
        guard attribute.isPercent, case .number(let numbers) = column else { return nil }
        var last: Locator?
        return { row in
          guard let number = numbers[row], number.magnitude >= Decimal(2) else { return nil }
          let place = graph.locator(of: row, in: entity.table, reusing: &last).value(of: attribute.name.text)
          // A default of the model stands in no record.
          guard let place, !place.text.contains("%") else { return nil }
          return "'\(attribute.name.text)' is \(percent(number))"
        }
      }
  }

  /// Finds texts that programs write for a missing value.
  func nullTexts() -> [Diagnostic] {
    let words: Set = ["null", "NULL", "~", "None", "nan", "NaN", "nil", "undefined"]
    return slipsInFiles(.nullAsText) { _, attribute, column in
      guard attribute.choices.isEmpty, case .text(let texts) = column else { return nil }
      return { row in
        guard let text = texts[row], words.contains(text) else { return nil }
        let name = attribute.name.text
        return "'\(name)' is the text '\(text)', and is published as that; leave '\(name)' empty"
      }
    }
  }

  /// Finds texts with the curly quotes that word processors insert: they would be published.
  func curlyQuotes() -> [Diagnostic] {
    slipsInFiles(.curlyQuotes) { _, attribute, column in
      guard attribute.choices.isEmpty, case .text(let texts) = column else { return nil }
      return { row in
        // The quotes begin with one of two bytes.
        guard let text = texts[row], let first = text.utf8.first, first == 0xE2 || first == 0xC2,
          let inside = insideCurlyQuotes(text)
        else { return nil }
        return "'\(attribute.name.text)' is in typographic quotes, and is published with them; write "
          + "\(inside), in straight quotes if it needs any"
      }
    }
  }

  /// A warning for each value of an attribute, where `slip` says for its column what is wrong with which row.
  /// - Parameter slip: nil if the attribute cannot have the slip; its function returns nil for a row without it.
  private func slips(
    _ id: DiagnosticID, in attribute: Attribute, of entity: Int, _ slip: (Column) -> ((Int) -> String?)?
  ) -> [Diagnostic] {
    guard let slip = slip(graph.tables[graph.model.entities[entity].table].columns[attribute.column]) else {
      return []
    }
    var summaries: [Int: String] = [:]
    for row in graph.validRows(of: entity, attribute) { summaries[row] = slip(row) }
    return warnings(id, summaries.keys.sorted(), of: entity, keys: [attribute.name.text]) { row in
      summaries[row] ?? ""
    }
  }

  /// A warning for each written value of any attribute with a slip.
  /// - Parameter slip: as for `slips`, of an attribute and the entity that declares it.
  private func slipsInFiles(
    _ id: DiagnosticID, _ slip: (Entity, Attribute, Column) -> ((Int) -> String?)?
  ) -> [Diagnostic] {
    graph.model.entities.enumerated().flatMap { index, entity in
      entity.ownAttributes.filter { $0.derived == nil }.flatMap { attribute in
        slips(id, in: attribute, of: index) { column in
          guard attribute.formula != nil, let slip = slip(entity, attribute, column) else {
            return slip(entity, attribute, column)
          }
          // What a formula gives is not written.
          var last: Locator?
          return { row in
            guard let summary = slip(row) else { return nil }
            let places = graph.locator(of: row, in: entity.table, reusing: &last)
            return places.value(of: attribute.name.text) == nil ? nil : summary
          }
        }
      }
    }
  }

  /// Finds images and links in bodies that stay text because their file's name has a space.
  func imagesAsText() -> [Diagnostic] {
    let found = (graph.files + pages.map(\.file)).flatMap { file -> [(range: SourceRange, isImage: Bool)] in
      guard !file.lintsOff.contains(.imageAsText) else { return [] }
      return LinkScanner(file.source.bytes).linksAsText(in: file.body).map {
        (file.source[$0.destination], $0.isImage)
      }
    }
    return capped(found, .imageAsText) { found, notes in
      let range = found.range
      return Diagnostic(
        .imageAsText, .warning, at: range,
        "this is text, not \(found.isImage ? "an image" : "a link"), because '\(range.text)' has a space; "
          + "write <\(range.text)>",
        notes: notes, fixIts: [.init(replacing: range, with: "<\(range.text)>")])
    }
  }
}
