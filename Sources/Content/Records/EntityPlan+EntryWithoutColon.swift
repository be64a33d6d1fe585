import Diagnostics
import FrontMatter
import Records

extension EntityPlan {
  /// The keys that an entry without `:` is about: the one its comma was cut from, and those that its words name.
  func names(of entry: EntryWithoutColon, in document: FrontMatterDocument) -> [String] {
    let known = keys.map(\.name)
    return (entry.before.map { [document.text(of: $0.key)] } ?? [])
      + entry.keys.map { key in
        document.nameAndRest(of: key, known: known).map { document.file.text($0.name) }
          ?? document.text(of: key)
      }
  }

  /// What is wrong with an entry without `:`, by the type of the value that its comma was cut from.
  /// - Parameter record: what contains it; nil if no fix-it is wanted.
  ///
  /// A text needs quotes, and `12,50` a point. If its words may be a key's name there is no fix: nobody knows
  /// whether `{text: voicing, discount}` is one text.
  func diagnostic(
    of entry: EntryWithoutColon, in record: FrontMatterNode?, of document: FrontMatterDocument,
    currency: Currency
  )
    -> Diagnostic
  {
    let known = keys.map(\.name)
    let isCertain = { [self] in isSurelyKey(entry.keys[0], in: record, of: document, currency: currency) }
    guard let before = entry.before, let whole = document.wholeText(of: entry),
      let position = position(of: document.text(of: before.key)),
      case .attribute(let index) = keys[position].key
    else { return document.missingColon(entry.keys[0], known: known, isCertain: isCertain()) }
    let attribute = attributes[index].attribute
    if [.string, .text, .tags].contains(attribute.type) {
      let mayBeKey = entry.keys.contains { nearestName(to: document.text(of: $0), among: known) != nil }
      if !mayBeKey { return document.textWithComma(whole, isExpression: false) }
    } else if let first = document.text(of: entry.keys[0]).utf8.first,
      attribute.type.isText || first.isASCIIDigit || first == UInt8(ascii: "-")
    {
      do throws(ValueError) {
        _ = try ValueReader(attribute, currency: currency).value(Array(whole.text.utf8).span)
      } catch {
        return .invalidValue(error, attribute, whole, text: whole.text)
      }
    }
    return document.missingColon(entry.keys[0], known: known, isCertain: false)
  }

  /// Whether `price 5` can only be a key and its value: after other text it may be the rest of that, unless it is
  /// an amount, a number or a date.
  private func isSurelyKey(
    _ key: FrontMatterNode, in record: FrontMatterNode?, of document: FrontMatterDocument, currency: Currency
  ) -> Bool {
    guard let record, let (name, rest) = document.nameAndRest(of: key, known: keys.map(\.name)) else {
      return false
    }
    let text = document.file.text(name)
    guard !document.pairs(of: record).contains(where: { document.isEqual($0.key, to: text) }) else {
      return false
    }
    if record.index + 1 == key.index { return true }
    guard
      case .attribute(let index) = position(of: text).map({ keys[$0].key }),
      !attributes[index].type.isText
    else { return false }
    let reader = ValueReader(attributes[index].attribute, currency: currency)
    return (try? reader.value(Array(document.file.bytes[rest]).span)) != nil
  }
}
