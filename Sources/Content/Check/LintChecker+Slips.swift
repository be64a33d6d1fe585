import Diagnostics
import Records

/// Typos that no type check finds, in any model.
extension LintChecker {
  /// Finds days of orders, and of records inside them, that are long ago or far ahead. Other entities are not
  /// checked: a customer may have been born before 1970.
  func unlikelyDates() -> [Diagnostic] {
    guard let order = graph.model.entity(named: "Order"), let first = CivilDate(year: 1970, month: 1, day: 1),
      let last = today.adding(days: 5 * 365 + 1)
    else { return [] }
    let family = graph.model.entities[order].family
    return graph.model.entities.indices.flatMap { index -> [Diagnostic] in
      let entity = graph.model.entities[index]
      guard index == order || entity.owner.map({ family.contains($0.entity) }) ?? false else { return [] }
      return entity.attributes.flatMap { attribute -> [Diagnostic] in
        guard case .date(let days) = graph.tables[entity.table].columns[attribute.column] else { return [] }
        let rows = graph.validRows(of: index, attribute).filter { row in
          days[row].map { $0 < first || $0 > last } ?? false
        }
        return warnings(.unlikelyDate, rows.map { Int32($0) }, of: index, keys: [attribute.name.text]) {
          row in
          let day = days[row] ?? first
          let reason = day < first ? "before 1970" : "more than five years ahead"
          return ("'\(attribute.name.text)' is \(day), \(reason)", nil)
        }
      }
    }
  }

  /// Finds amounts with three digits after the point where the currency has two and the attribute allows more
  /// than three: `1.499` may be meant as 1499. Also finds numbers such as `1.500`, whose zeros are pointless
  /// unless the point separates thousands.
  func threeDecimals() -> [Diagnostic] {
    ofEachAttribute { index, entity, attribute in
      guard attribute.expression == nil else { return [] }
      let isDoubtful: (Int) -> Bool
      let column = graph.tables[entity.table].columns[attribute.column]
      switch column {
      case .money(let amounts) where attribute.digits ?? 0 > 3:
        isDoubtful = { row in
          guard let amount = amounts[row]?.single else { return false }
          return amount.number.scale == 3 && amount.currency.digits == 2 && amount.number.magnitude >= .one
        }
      case .number(let numbers) where attribute.type == .decimal && attribute.digits == nil:
        isDoubtful = { row in
          guard let number = numbers[row], number.scale == 3, number.magnitude >= .one else { return false }
          return number.rounded(toDigits: 2) == number
        }
      default: return []
      }
      let rows = graph.validRows(of: index, attribute).filter(isDoubtful)
      return warnings(.threeDecimals, rows.map { Int32($0) }, of: index, keys: [attribute.name.text]) {
        row in
        let value = column[row].plainText ?? ""
        return ("'\(attribute.name.text)' is \(value) here; does its point separate thousands?", nil)
      }
    }
  }

  /// Finds percentages of 200% or more that are written without the sign: `19` is 1,900%.
  func unlikelyPercentages() -> [Diagnostic] {
    ofEachAttribute { index, entity, attribute in
      guard attribute.isPercent, attribute.expression == nil,
        case .number(let numbers) = graph.tables[entity.table].columns[attribute.column]
      else { return [] }
      var last: Locator?
      let rows = graph.validRows(of: index, attribute).filter { row in
        guard let number = numbers[row], number.magnitude >= Decimal(2) else { return false }
        let places = Locator.of(graph.file(of: row, in: entity.table), reusing: &last)
        let place = places.value(
          of: attribute.name.text, item: graph.fileOffset(of: row, in: entity.table))
        // A default of the model stands in no record.
        return place.map { !$0.text.contains("%") } ?? false
      }
      return warnings(
        .unlikelyPercentage, rows.map { Int32($0) }, of: index, keys: [attribute.name.text]
      ) { row in
        let number = numbers[row] ?? .zero
        let percent = number.percentText ?? "far over 100%"
        return ("'\(attribute.name.text)' is \(percent) here; did you mean '\(number.legible)%'?", nil)
      }
    }
  }

  /// Finds texts that programs write for a missing value.
  func nullTexts() -> [Diagnostic] {
    let words: Set = ["null", "NULL", "~", "None", "nan", "NaN", "nil", "undefined"]
    return ofEachAttribute { index, entity, attribute in
      guard attribute.expression == nil, attribute.choices.isEmpty,
        case .text(let texts) = graph.tables[entity.table].columns[attribute.column]
      else { return [] }
      let rows = graph.validRows(of: index, attribute).filter { texts[$0].map(words.contains) ?? false }
      return warnings(.nullAsText, rows.map { Int32($0) }, of: index, keys: [attribute.name.text]) { row in
        let name = attribute.name.text
        return (
          "'\(name)' is the text '\(texts[row] ?? "")', and is published as that; leave '\(name)' empty",
          nil
        )
      }
    }
  }

  /// Finds texts with the curly quotes that word processors insert: they would be published.
  func curlyQuotes() -> [Diagnostic] {
    ofEachAttribute { index, entity, attribute in
      guard attribute.expression == nil, attribute.choices.isEmpty,
        case .text(let texts) = graph.tables[entity.table].columns[attribute.column]
      else { return [] }
      // The quotes begin with one of three bytes.
      let rows = graph.validRows(of: index, attribute).filter { row in
        guard let text = texts[row], let first = text.utf8.first, first == 0xE2 || first == 0xC2 else {
          return false
        }
        return insideCurlyQuotes(text) != nil
      }
      return warnings(.curlyQuotes, rows.map { Int32($0) }, of: index, keys: [attribute.name.text]) { row in
        let text = texts[row] ?? ""
        return (
          "'\(attribute.name.text)' is in typographic quotes, and is published with them; write "
            + "\(insideCurlyQuotes(text) ?? text), in straight quotes if it needs any", nil
        )
      }
    }
  }

  /// The diagnostics that `find` returns for each attribute, given the declaring entity and its index.
  private func ofEachAttribute(_ find: (Int, Entity, Attribute) -> [Diagnostic]) -> [Diagnostic] {
    graph.model.entities.enumerated().flatMap { index, entity in
      entity.ownAttributes.flatMap { find(index, entity, $0) }
    }
  }

  /// Finds images in bodies that stay text because their file's name has a space.
  func imagesAsText() -> [Diagnostic] {
    let found = (graph.files + pages.map(\.file)).flatMap { file -> [SourceRange] in
      guard !file.exceptions.contains(.imageAsText) else { return [] }
      return ImageScanner(file.source.bytes).images(in: file.body).map { file.source[$0] }
    }
    return capped(found, .imageAsText) { range, notes in
      Diagnostic(
        .imageAsText, .warning, at: range,
        "this is text, not an image, because '\(range.text)' has a space; write <\(range.text)>",
        notes: notes, fixIts: [.init(replacing: range, with: "<\(range.text)>")])
    }
  }
}
