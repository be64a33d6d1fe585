/// The sentences of diagnostics in a language.
///
/// A diagnostic is an English sentence, for commands, reports and tests alike. The server's pages recognize it by the
/// text of `Assets/messages` that it follows, such as `'{0}' is at most {1}`, and show the translation of that text with
/// the same parts. A sentence that follows none stays English.
struct DiagnosticSentences: Sendable {
  private let patterns: [Pattern]

  /// - Parameter texts: English texts with `{0}` in place of the first part, and their translations, which may leave
  ///   parts out.
  init(_ texts: [(english: String, translation: String)]) {
    // Of two that a sentence follows, the one with more words of its own says more.
    patterns = texts.map { Pattern($0.english, $0.translation) }.sorted { $0.weight > $1.weight }
  }

  /// Translates a sentence.
  /// - Parameter name: what a part in quotes is called here, such as the label of a key.
  func translation(of sentence: String, naming name: (String) -> String = { $0 }) -> String {
    translatedParts(of: sentence[...], name) ?? sentence
  }

  private static let separator = "; "

  /// Translates a sentence, or the sentences that it consists of: in `'discount' is at most 1; did you mean '10%'?` the
  /// suggestion is one of its own.
  private func translatedParts(of sentence: Substring, _ name: (String) -> String) -> String? {
    for end in sentence.ranges(of: Self.separator).reversed() {
      if let second = translated(sentence[end.upperBound...], name),
        let first = translatedParts(of: sentence[..<end.lowerBound], name)
      {
        return first + Self.separator + second
      }
    }
    return translated(sentence, name)
  }

  private func translated(_ sentence: Substring, _ name: (String) -> String) -> String? {
    for pattern in patterns {
      guard let parts = pattern.parts(of: sentence) else { continue }
      return pattern.translation.map { piece in
        guard let number = piece.part, let part = parts[number] else { return piece.text }
        return pattern.quoted.contains(number) ? name(part) : part
      }.joined()
    }
    return nil
  }
}

extension DiagnosticSentences {
  /// A text with places for parts, and its translation.
  private struct Pattern {
    /// What stands before each part and, at last, behind all.
    private let literals: [String]
    /// The number of each part, in the order of the text.
    private let numbers: [Int]
    /// The numbers of the parts in quotes.
    let quoted: Set<Int>
    let translation: [TextPiece]

    init(_ english: String, _ translation: String) {
      var (literals, numbers) = ([""], [Int]())
      for piece in pieces(of: english) {
        guard let part = piece.part else {
          literals[literals.endIndex - 1] += piece.text
          continue
        }
        literals.append("")
        numbers.append(part)
      }
      self.literals = literals
      self.numbers = numbers
      quoted = Set(
        numbers.indices.filter { literals[$0].hasSuffix("'") && literals[$0 + 1].hasPrefix("'") }
          .map { numbers[$0] })
      self.translation = pieces(of: translation)
    }

    /// How many characters of the text are no part.
    var weight: Int { literals.reduce(0) { $0 + $1.count } }

    /// The parts of a sentence that follows the text, by number; nil if it does not.
    func parts(of sentence: Substring) -> [Int: String]? {
      let (first, last) = (literals[0], literals[literals.endIndex - 1])
      guard !numbers.isEmpty else { return sentence == first ? [:] : nil }
      guard sentence.hasPrefix(first), sentence.hasSuffix(last),
        sentence.utf8.count >= first.utf8.count + last.utf8.count
      else { return nil }
      var rest = sentence.dropFirst(first.count).dropLast(last.count)
      var parts: [Int: String] = [:]
      for (number, literal) in zip(numbers, literals.dropFirst().dropLast()) {
        guard let end = rest.firstRange(of: literal) else { return nil }
        parts[number] = String(rest[..<end.lowerBound])
        rest = rest[end.upperBound...]
      }
      parts[numbers[numbers.endIndex - 1]] = String(rest)
      // A quote that ends within a part in quotes ends the part, and the sentence goes on in another way.
      return quoted.contains { parts[$0]?.contains("' ") ?? false } ? nil : parts
    }
  }
}
