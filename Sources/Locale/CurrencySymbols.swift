/// The symbols of currencies in a language, looked up by code.
struct CurrencySymbols {
  /// The codes that have a symbol, in ascending order, with the letters of each as one number.
  private let keys: [UInt32]
  /// The symbols, in the order of `keys`.
  private let symbols: [ShortText]
  /// For each symbol, in the order of `keys`, whether a no-break space separates it from adjacent digits.
  private let gaps: [Bool]

  /// Makes the symbols of a language.
  init(_ facts: LocaleFacts) {
    var byKey: [UInt32: Substring] = [:]
    for list in [facts.symbols.rawValue, facts.except] {
      let words = list.split(separator: " ")
      for index in stride(from: 1, to: words.count, by: 2) {
        guard let key = Self.key(words[index - 1].utf8.span) else { continue }
        byKey[key] = words[index]
      }
    }
    let sorted = byKey.sorted { $0.key < $1.key }
    keys = sorted.map(\.key)
    symbols = sorted.map { ShortText($0.value) }
    gaps = sorted.map { Self.endsLikeWord($0.value) }
  }

  /// The index of a currency's symbol; nil if the language writes the code itself.
  ///
  /// - Complexity: O(log *n*) in the number of symbols.
  func index(of code: String) -> Int? {
    guard let key = Self.key(code.utf8.span) else { return nil }
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }

  /// Appends the symbol at an index; the code if that is nil.
  func append(_ index: Int?, code: String, to output: inout [UInt8]) {
    if let index {
      symbols[index].append(to: &output)
    } else {
      output.append(contentsOf: code.utf8)
    }
  }

  /// Whether a no-break space separates the symbol, or without one the code, from adjacent digits.
  func needsGap(_ index: Int?) -> Bool {
    index.map { gaps[$0] } ?? true
  }

  /// The three letters of a code as one number; nil if the code does not have three bytes.
  private static func key(_ code: Span<UInt8>) -> UInt32? {
    guard code.count == 3 else { return nil }
    return UInt32(code[0]) << 16 | UInt32(code[1]) << 8 | UInt32(code[2])
  }

  /// Whether the last character is neither a symbol nor a space: UTS 35, "currencySpacing", `[[:^S:]&[:^Z:]]`.
  private static func endsLikeWord(_ symbol: Substring) -> Bool {
    switch symbol.unicodeScalars.last?.properties.generalCategory {
    case .currencySymbol, .mathSymbol, .modifierSymbol, .otherSymbol: false
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
