import Diagnostics

extension FrontMatterDocument {
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
  mutating func addText(_ range: Range<Int>, _ kind: FrontMatterNode.Kind) throws(SyntaxError) -> Range<Int> {
    let textStart = copies.count
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = file.bytes[index]
      if isBlank(byte) || isLineBreak(byte) {
        index = fold(index..<range.upperBound)
      } else if kind == .singleQuoted, byte == .singleQuote {
        append(byte, from: index)
        index += 2
      } else if kind == .doubleQuoted, byte == .backslash {
        index =
          isLineBreak(file.bytes[index + 1])
          ? fold(index + 1..<range.upperBound, isEscaped: true) : try addEscape(index, in: range)
      } else {
        append(byte, from: index)
        index += 1
      }
    }
    return endText(from: textStart, at: range.upperBound)
  }

  /// Appends blanks, or a space if they include a line end; each further line end becomes a line feed.
  /// - Parameter isEscaped: whether there is a backslash before the first line end, for which there is no space.
  private mutating func fold(_ range: Range<Int>, isEscaped: Bool = false) -> Int {
    var index = range.lowerBound
    var first: Int?
    let count = copies.count
    while index < range.upperBound, isBlank(file.bytes[index]) || isLineBreak(file.bytes[index]) {
      if isBlank(file.bytes[index]) {
        index += 1
        continue
      }
      if first == nil { first = index } else { append(.lineFeed, from: index) }
      index = afterLineBreak(file.bytes, index)
    }
    if let first {
      if copies.count == count, !isEscaped { append(.space, from: first) }
    } else {
      for offset in range.lowerBound..<index { append(file.bytes[offset], from: offset) }
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
  private mutating func addEscape(_ index: Int, in text: Range<Int>) throws(SyntaxError) -> Int {
    let name = Unicode.Scalar(file.bytes[index + 1])
    let digits = Self.digitsOfEscapes[name] ?? 0
    guard var value = digits > 0 ? 0 : Self.escapes[name]?.value else {
      throw SyntaxError(.unknownEscape, at: index)
    }
    let end = index + 2 + digits
    for place in index + 2..<end {
      guard place < text.upperBound, let digit = Character(Unicode.Scalar(file.bytes[place])).hexDigitValue,
        file.bytes[place] < 0x80
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

extension FrontMatterDocument {
  /// Finds all duplicate keys in a mapping.
  ///
  /// As everywhere in docket, texts are equal if they have the same NFC.
  mutating func findDuplicates(in mapping: Int) {
    let end = Int(nodes[mapping].next)
    // A few ASCII keys, which is the common case, are compared in place.
    guard end - mapping <= 64, !hasUnusualKey else {
      return findDuplicatesAmongMany(in: mapping)
    }
    var key = mapping + 1
    while key < end {
      var earlier = mapping + 1
      while earlier < key {
        if hasSameText(earlier, key) {
          duplicates.append((key, earlier))
          break
        }
        earlier = nextKey(after: earlier)
      }
      key = nextKey(after: key)
    }
  }

  private mutating func findDuplicatesAmongMany(in mapping: Int) {
    var seen: [String: Int] = [:]
    var key = mapping + 1
    while key < nodes[mapping].next {
      let range = Int(nodes[key].textStart)..<Int(nodes[key].textEnd)
      // Strings are equal if they have the same NFC.
      let name = String(decoding: nodes[key].isCopied ? copies[range] : file.bytes[range], as: UTF8.self)
      if let first = seen[name] { duplicates.append((key, first)) } else { seen[name] = key }
      key = nextKey(after: key)
    }
  }

  /// The index of a mapping's next key, after the value of a key.
  private func nextKey(after key: Int) -> Int { Int(nodes[Int(nodes[key].next)].next) }

  /// Whether two keys that equal their notation are the same.
  private func hasSameText(_ a: Int, _ b: Int) -> Bool {
    let (a, b) = (nodes[a], nodes[b])
    guard a.textEnd - a.textStart == b.textEnd - b.textStart else { return false }
    for offset in 0..<Int(a.textEnd - a.textStart)
    where file.bytes[Int(a.textStart) + offset] != file.bytes[Int(b.textStart) + offset] { return false }
    return true
  }
}
