extension String {
  /// The text as one would type it: each run of blanks of any kind, such as a no-break space, is one space, there are none
  /// at the ends, and soft hyphens are left out. Of two names that differ in these alone, people see only one.
  /// - Complexity: O(*n*); a text that is so is not copied.
  package var withPlainSpaces: String {
    var isAfterSpace = true
    let isPlain = unicodeScalars.allSatisfy { scalar in
      defer { isAfterSpace = scalar == " " }
      if scalar.isASCII { return scalar > " " || scalar == " " && !isAfterSpace }
      return !scalar.properties.isWhitespace && scalar != "\u{AD}"
    }
    if isPlain, !isAfterSpace || isEmpty { return self }
    return replacing("\u{AD}", with: "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
