import Diagnostics
import Records

/// Typos that no type check finds, whatever the model.
extension LintChecker {
  /// Days of orders, and of what is inside them, that are long ago or far ahead. A customer may be born before
  /// 1970.
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

  /// Amounts with three digits after the point where the currency has two and the attribute more than three:
  /// `1.499` may be meant as 1499. And numbers such as `1.500`, whose zeros are pointless unless the point separates
  /// thousands.
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

  /// Texts that programs write for a missing value.
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

  /// Texts in the quotes that word processors make from straight ones: they are published with them.
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

  /// The diagnostics for each attribute, with the entity that declares it and the entity's index.
  private func ofEachAttribute(_ find: (Int, Entity, Attribute) -> [Diagnostic]) -> [Diagnostic] {
    graph.model.entities.enumerated().flatMap { index, entity in
      entity.ownAttributes.flatMap { find(index, entity, $0) }
    }
  }

  /// Images in bodies that stay text because their file's name has a space.
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

/// Finds images in Markdown whose destination has a space outside of angle brackets, which makes them text.
struct ImageScanner {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The destinations of such images, except in code.
  /// - Complexity: O(*n*) in the body.
  func images(in body: Range<Int>) -> [Range<Int>] {
    guard holdsImage(body) else { return [] }
    var found: [Range<Int>] = []
    var isCode = false
    var line = body.lowerBound
    while line < body.upperBound {
      let end = bytes[line..<body.upperBound].firstIndex(of: 0x0A) ?? body.upperBound
      if isFence(line..<end) {
        isCode.toggle()
      } else if !isCode {
        find(in: line..<end, &found)
      }
      line = end + 1
    }
    return found
  }

  /// Whether there is a `![`, as in few bodies.
  private func holdsImage(_ body: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      // Without an early exit, so that the compiler can vectorize it.
      let marks = bytes[body].reduce(UInt8(0)) { $0 | ($1 == UInt8(ascii: "!") ? 1 : 0) }
      return marks != 0
        && body.dropLast().contains {
          bytes[$0] == UInt8(ascii: "!") && bytes[$0 + 1] == UInt8(ascii: "[")
        }
    }
  }

  private func isFence(_ line: Range<Int>) -> Bool {
    let text = bytes[line].drop { $0 == 0x20 }
    return text.starts(with: "```".utf8) || text.starts(with: "~~~".utf8)
  }

  /// The maximum number of bytes of a destination: more than any file's name has.
  private static let longestDestination = 1024

  private func find(in line: Range<Int>, _ found: inout [Range<Int>]) {
    var index = line.lowerBound
    var isCode = false
    // The end of the text in brackets, found once for all images that begin before it.
    var close = line.lowerBound
    while index + 1 < line.upperBound {
      defer { index += 1 }
      if bytes[index] == UInt8(ascii: "`") { isCode.toggle() }
      guard !isCode, bytes[index] == UInt8(ascii: "!"), bytes[index + 1] == UInt8(ascii: "[") else {
        continue
      }
      if close <= index + 1 {
        guard let next = bytes[index + 2..<line.upperBound].firstIndex(of: UInt8(ascii: "]")) else { return }
        close = next
      }
      guard close + 2 < line.upperBound, bytes[close + 1] == UInt8(ascii: "(") else { continue }
      let rest = bytes[close + 2..<line.upperBound].prefix(Self.longestDestination)
      guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { continue }
      let text = rest[..<end]
      guard let first = text.first, first != UInt8(ascii: "<"), first > 0x20,
        let blank = text.firstIndex(of: 0x20), let next = text[blank...].first(where: { $0 != 0x20 }),
        ![UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "(")].contains(next),
        !text.contains(UInt8(ascii: "<"))
      else { continue }
      found.append(close + 2..<end)
    }
  }
}
