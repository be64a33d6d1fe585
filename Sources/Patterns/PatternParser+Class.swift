extension PatternParser {
  /// The meaning of an escape.
  enum Escape {
    /// A scalar, such as `\.` or `\n`.
    case scalar(Unicode.Scalar)
    /// A set of scalars, such as `\d` or `\p{L}`.
    case member(ScalarSet.Member)
  }

  /// Parses a class after its `[`.
  mutating func characterClass(from start: Int) throws(PatternError) -> PatternNode {
    let isNegated = skip("^")
    if peek == "]" { throw error(from: start, to: position + 1) { .emptyClass($0) } }
    var ranges: [ClosedRange<UInt32>] = []
    var members: [ScalarSet.Member] = []
    while !skip("]") {
      let item = position
      switch try classItem(from: start) {
      case .member(let member):
        members.append(member)
        // In [\w-.] the hyphen can only be literal.
        if skip("-") { ranges.append(0x2D...0x2D) }
      case .scalar(let lower):
        guard peek == "-", scalar(at: position + 1) != "]" else {
          ranges.append(lower.value...lower.value)
          continue
        }
        position += 1
        guard case .scalar(let upper) = try classItem(from: start), lower <= upper else {
          throw error(from: item, to: position) { .badRange($0) }
        }
        ranges.append(lower.value...upper.value)
        if peek == "-", scalar(at: position + 1) != "]" {
          throw error(from: item, to: position + 2) { .badRange($0) }
        }
      }
    }
    if folding.ignoresCase || folding.ignoresMarks {
      foldingCost += ScalarSet.foldingCost(of: ranges)
      guard foldingCost <= Self.maximumFolding else {
        throw error(from: start, to: position) { _ in .foldingTooLarge }
      }
    }
    return sets.node(ScalarSet(ranges, members, isNegated: isNegated, folding: folding))
  }

  /// Parses a scalar or an escape of the class that began at `start`.
  private mutating func classItem(from start: Int) throws(PatternError) -> Escape {
    guard let next = peek else { throw error(from: start, to: start + 1) { _ in .unclosedClass } }
    let item = position
    position += 1
    switch next {
    case "\\": return try escape(from: item)
    case "[": throw error(from: item, to: position) { .classOperation($0) }
    case "&" where peek == "&": throw error(from: item, to: position + 1) { .classOperation($0) }
    default: return .scalar(next)
    }
  }

  /// Parses an escape after its `\`.
  mutating func escape(from start: Int) throws(PatternError) -> Escape {
    guard let next = peek else { throw error(from: start, to: position) { _ in .trailingBackslash } }
    position += 1
    switch next {
    case "n": return .scalar("\n")
    case "r": return .scalar("\r")
    case "t": return .scalar("\t")
    case "d", "D": return .member(ScalarSet.Member(property: .decimalNumber, isNegated: next == "D"))
    case "s", "S": return .member(ScalarSet.Member(property: .whiteSpace, isNegated: next == "S"))
    case "w", "W": return .member(ScalarSet.Member(property: .word, isNegated: next == "W"))
    case "p", "P":
      return .member(ScalarSet.Member(property: try property(from: start), isNegated: next == "P"))
    case "u", "x": return .scalar(try hexadecimal(from: start, isBraced: next == "x"))
    case "1"..."9", "k", "g":
      if ("1"..."9").contains(next) { skip { ("0"..."9").contains($0) } }
      throw error(from: start, to: position) { .backReference($0) }
    default:
      let properties = next.properties
      let isPunctuation =
        !properties.isAlphabetic && properties.numericType == nil && properties.generalCategory != .control
      guard isPunctuation else { throw error(from: start, to: position) { .unknownEscape($0) } }
      return .scalar(next)
    }
  }

  /// Parses the `{NAME}` of a property.
  private mutating func property(from start: Int) throws(PatternError) -> ScalarProperty {
    let isOpen = skip("{")
    let name = position
    skip {
      $0.isASCII
        && ($0.properties.isAlphabetic || $0.properties.numericType != nil
          || "=_- ".unicodeScalars.contains($0))
    }
    let end = position
    guard isOpen, end > name, skip("}") else {
      throw error(from: start, to: isOpen ? position + 1 : position) { .malformedProperty($0) }
    }
    guard let property = ScalarProperty(named: text.text(name..<end)) else {
      throw error(from: name, to: end) { .unknownProperty($0) }
    }
    return property
  }

  /// Parses the four digits of `\u`, or the one to six digits in braces of `\x`.
  private mutating func hexadecimal(from start: Int, isBraced: Bool) throws(PatternError) -> Unicode.Scalar {
    let isOpen = !isBraced || skip("{")
    let digits = position
    let most = isBraced ? 6 : 4
    while position < digits + most, let next = peek, next.isASCII, next.properties.isASCIIHexDigit {
      position += 1
    }
    let end = position
    guard isOpen, isBraced ? end > digits && skip("}") : end == digits + most,
      let value = UInt32(text.text(digits..<end), radix: 16)
    else { throw error(from: start, to: position) { .malformedHexadecimal($0) } }
    guard let scalar = Unicode.Scalar(value) else { throw error(from: start, to: position) { .noScalar($0) } }
    return scalar
  }
}
