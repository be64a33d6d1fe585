import Diagnostics

extension FrontMatterDocument {
  /// What was read from a text, in arrays that are reused for the next text.
  @usableFromInline struct Storage: Sendable {
    /// All nodes. Descendants of a collection follow it, and the keys and values of a mapping alternate.
    @usableFromInline var nodes: [FrontMatterNode] = []
    /// The texts that differ from their notation, concatenated.
    @usableFromInline var copies: [UInt8] = []
    /// The offset in the file of each byte of `copies`; after each text, the offset of its end.
    var offsets: [Int32] = []
    /// The duplicate keys in mappings and the first occurrence of each, as indices of nodes.
    var duplicates: [(key: Int, first: Int)] = []
    /// The first escape in each text that stands for a refused character, and the text between its quotes.
    var refusedEscapes: [(scalar: Unicode.Scalar, text: Range<Int>)] = []
    /// Whether an entry in braces has no `:`.
    var hasEntryWithoutColon = false
    /// Whether all characters of the text are ASCII.
    var isASCII = false
    /// Whether a key is not ASCII or differs from its notation.
    var hasUnusualKey = false
    /// The offsets of the brackets that are open during reading, outermost first.
    var brackets: [Int] = []
    /// The index of the last collection in brackets that was closed.
    var lastBracketed: Int?

    /// Removes what was read from the last text.
    mutating func removeAll() {
      nodes.removeAll(keepingCapacity: true)
      copies.removeAll(keepingCapacity: true)
      offsets.removeAll(keepingCapacity: true)
      brackets.removeAll(keepingCapacity: true)
      duplicates.removeAll()
      refusedEscapes.removeAll()
      hasEntryWithoutColon = false
      hasUnusualKey = false
      lastBracketed = nil
    }

    /// The last scalar or collection in brackets that was read.
    var lastNode: FrontMatterNode? {
      guard let lastBracketed, let last = nodes.last else { return nodes.last }
      return nodes[lastBracketed].end >= last.end ? nodes[lastBracketed] : last
    }
  }
}

// MARK: - Texts

extension FrontMatterDocument.Storage {
  /// Appends a byte of a text.
  /// - Parameter offset: the byte's offset in the file.
  mutating func append(_ byte: UInt8, from offset: Int) {
    copies.append(byte)
    offsets.append(Int32(truncatingIfNeeded: offset))
  }

  /// Ends a text whose bytes were appended.
  /// - Returns: the text's range in `copies`.
  mutating func endText(from start: Int, at end: Int) -> Range<Int> {
    let text = start..<copies.count
    append(0, from: max(end, Int(offsets.last ?? 0)))
    return text
  }

  /// Appends the meaning of a plain or quoted text, with lines folded and escapes resolved.
  /// - Parameter range: the text in the file, without quotes.
  /// - Returns: the text's range in `copies`.
  mutating func addText(
    _ bytes: [UInt8], _ range: Range<Int>, _ kind: FrontMatterNode.Kind
  ) throws(SyntaxError) -> Range<Int> {
    let textStart = copies.count
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if isBlank(byte) || isLineBreak(byte) {
        index = fold(bytes, index..<range.upperBound)
      } else if kind == .singleQuoted, byte == .singleQuote {
        append(byte, from: index)
        index += 2
      } else if kind == .doubleQuoted, byte == .backslash {
        index =
          isLineBreak(bytes[index + 1])
          ? fold(bytes, index + 1..<range.upperBound, isEscaped: true)
          : try addEscape(bytes, index, in: range)
      } else {
        append(byte, from: index)
        index += 1
      }
    }
    return endText(from: textStart, at: range.upperBound)
  }

  /// Appends blanks, or a space if they include a line end; each further line end becomes a line feed.
  /// - Parameter isEscaped: whether there is a backslash before the first line end, for which there is no space.
  private mutating func fold(_ bytes: [UInt8], _ range: Range<Int>, isEscaped: Bool = false) -> Int {
    var index = range.lowerBound
    var first: Int?
    let count = copies.count
    while index < range.upperBound, isBlank(bytes[index]) || isLineBreak(bytes[index]) {
      if isBlank(bytes[index]) {
        index += 1
        continue
      }
      if first == nil { first = index } else { append(.lineFeed, from: index) }
      index = afterLineBreak(bytes, index)
    }
    if let first {
      if copies.count == count, !isEscaped { append(.space, from: first) }
    } else {
      for offset in range.lowerBound..<index { append(bytes[offset], from: offset) }
    }
    return index
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "0": "\0", "a": "\u{7}", "b": "\u{8}", "t": "\t", "\t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}",
    "r": "\r", "e": "\u{1B}", " ": " ", "\"": "\"", "/": "/", "\\": "\\", "N": "\u{85}", "_": "\u{A0}",
    "L": "\u{2028}", "P": "\u{2029}",
  ]
  private static let digitsOfEscapes: [Unicode.Scalar: Int] = ["x": 2, "u": 4, "U": 8]

  /// Appends the character of an escape (https://yaml.org/spec/1.1/#id872840).
  private mutating func addEscape(
    _ bytes: [UInt8], _ index: Int, in text: Range<Int>
  ) throws(SyntaxError) -> Int {
    let name = Unicode.Scalar(bytes[index + 1])
    let digits = Self.digitsOfEscapes[name] ?? 0
    guard var value = digits > 0 ? 0 : Self.escapes[name]?.value else {
      throw SyntaxError(.unknownEscape, at: index)
    }
    let end = index + 2 + digits
    for place in index + 2..<end {
      guard place < text.upperBound, let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue,
        bytes[place] < 0x80
      else { throw SyntaxError(.invalidEscape, at: index) }
      value = value << 4 | UInt32(digit)
    }
    guard let scalar = Unicode.Scalar(value) else { throw SyntaxError(.invalidEscape, at: index) }
    for byte in Unicode.UTF8.encode(scalar) ?? .init() { append(byte, from: index) }
    // An escaped byte order mark is intended.
    let isRefused = CharacterSurvey.isRefused(scalar) && scalar != "\u{FEFF}"
    if isRefused, refusedEscapes.last?.text != text { refusedEscapes.append((scalar, text)) }
    return end
  }
}

// MARK: - Duplicate keys

extension FrontMatterDocument.Storage {
  /// Finds all duplicate keys in a mapping.
  ///
  /// As everywhere in docket, texts are equal if they have the same NFC.
  mutating func findDuplicates(in mapping: Int, _ bytes: [UInt8]) {
    let end = Int(nodes[mapping].next)
    // A few ASCII keys, which is the common case, are compared in place.
    guard end - mapping <= 64, !hasUnusualKey else {
      return findDuplicatesAmongMany(in: mapping, bytes)
    }
    var key = mapping + 1
    while key < end {
      var earlier = mapping + 1
      while earlier < key {
        if hasSameText(earlier, key, bytes) {
          duplicates.append((key, earlier))
          break
        }
        earlier = nextKey(after: earlier)
      }
      key = nextKey(after: key)
    }
  }

  private mutating func findDuplicatesAmongMany(in mapping: Int, _ bytes: [UInt8]) {
    var seen: [String: Int] = [:]
    var key = mapping + 1
    while key < nodes[mapping].next {
      let range = Int(nodes[key].textStart)..<Int(nodes[key].textEnd)
      // Strings are equal if they have the same NFC.
      let name = String(decoding: nodes[key].isCopied ? copies[range] : bytes[range], as: UTF8.self)
      if let first = seen[name] { duplicates.append((key, first)) } else { seen[name] = key }
      key = nextKey(after: key)
    }
  }

  /// The index of a mapping's next key, after the value of a key.
  private func nextKey(after key: Int) -> Int { Int(nodes[Int(nodes[key].next)].next) }

  /// Whether two keys that equal their notation are the same.
  private func hasSameText(_ a: Int, _ b: Int, _ bytes: [UInt8]) -> Bool {
    let (a, b) = (nodes[a], nodes[b])
    guard a.textEnd - a.textStart == b.textEnd - b.textStart else { return false }
    for offset in 0..<Int(a.textEnd - a.textStart)
    where bytes[Int(a.textStart) + offset] != bytes[Int(b.textStart) + offset] { return false }
    return true
  }
}
