extension RecordGraph {
  /// A value's exact form, as `appendPlain` writes it.
  package func plainText(of value: Value) -> String {
    var bytes: [UInt8] = []
    appendPlain(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a value's exact form: ISO dates, plain digits, the site's currency without its code, references
  /// as ids; nothing for nil.
  package func appendPlain(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .null: break
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .number(let number): number.append(to: &bytes)
    case .money(let money): money.append(to: &bytes, home: model.currency)
    case .boolean(let boolean): bytes.append(contentsOf: (boolean ? "true" : "false").utf8)
    case .date(let date): date.append(to: &bytes)
    case .record(let table, let row): bytes.append(contentsOf: id(of: row, in: table).utf8)
    case .list(let values):
      let values = values.filter { $0 != .null }
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(contentsOf: "; ".utf8) }
        guard case .text(let text) = value, let quote = quote(of: text, isAlone: values.count == 1) else {
          appendPlain(value, to: &bytes)
          continue
        }
        bytes.append(quote)
        bytes.append(contentsOf: text.utf8)
        bytes.append(quote)
      }
    }
  }

  /// The quote needed for an item of a list to be read back unchanged. Items are separated by semicolons, or
  /// by commas in a list without semicolons, and surrounding spaces are ignored.
  private func quote(of item: String, isAlone: Bool) -> UInt8? {
    let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    let isSeveral = item.utf8.contains(UInt8(ascii: ";")) || isAlone && item.utf8.contains(UInt8(ascii: ","))
    let blanks: [UInt8?] = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    let hasBlanks = blanks.contains(item.utf8.first) || blanks.contains(item.utf8.last)
    guard isSeveral || hasBlanks || item.utf8.first.map(quotes.contains) ?? false else { return nil }
    return quotes.first { !item.utf8.contains($0) }
  }
}
