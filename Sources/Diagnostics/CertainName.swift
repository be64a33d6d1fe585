/// The name that a mistyped one certainly means, for a fix-it that is applied without being read.
///
/// A wrong guess could turn an unpaid order into a paid one, so similarity is not enough. A name is certain
/// if it is the only one that differs
///
/// - in case, or in how its words are joined (`paid_on`, `paid on`, `paidOn`);
/// - or by one typo in a word of at least five letters: two adjacent letters exchanged, or a letter wrongly
///   doubled or not doubled.
///
/// A typo never counts if it adds or removes a negation: at the beginning of a word, in a prefix such as `un`
/// (`nuclear`, `unclear`), or at its end (`paidno`, `paidOn`).
///
///     certainName(to: "cutsomer", among: ["customer"])     customer
///     certainName(to: "unpaid", among: ["paid"])           nil
///
/// - Parameters:
///   - typed: the text written by the user.
///   - names: the existing names.
/// - Returns: the name; nil if another one could be meant.
/// - Complexity: as for `nearestName(to:among:)`.
package func certainName(to typed: String, among names: some Sequence<String>) -> String? {
  let names = Set(names)
  let written = JoinedWords(typed)
  let same = names.filter { JoinedWords($0).isSame(as: written) }
  guard same.isEmpty else { return same.count == 1 ? same.first : nil }
  let nearest = NameCandidates(Array(names)).allNearest(to: typed)
  guard let name = nearest.first, nearest.count == 1, JoinedWords(name).isSlip(of: written) else {
    return nil
  }
  return name
}

/// A name as case-folded words, with the joints between them.
private struct JoinedWords {
  /// The words, which are separated by `-`, `_` or spaces in the name.
  private let words: [[Unicode.Scalar]]
  /// All letters and digits in sequence, and the offsets of the joints in them.
  private let scalars: [Unicode.Scalar]
  private let joints: Set<Int>

  init(_ name: String) {
    var words: [[Unicode.Scalar]] = [[]]
    var joints: Set<Int> = []
    var count = 0
    for scalar in name.lowercased().unicodeScalars {
      if scalar == "-" || scalar == "_" || scalar == " " {
        joints.insert(count)
        if words.last != [] { words.append([]) }
      } else {
        words[words.count - 1].append(scalar)
        count += 1
      }
    }
    self.words = words
    self.joints = joints
    scalars = words.flatMap(\.self)
  }

  /// Whether two names differ only in case and joints.
  ///
  /// A joint that only one of them has must be inside it and not next to a digit: `-1` is not `1`, `1-2` is
  /// not `12`, and `A-` is not `A`. It must not separate a negation from its word either: `re-sign` is not
  /// `resign`.
  func isSame(as other: JoinedWords) -> Bool {
    scalars == other.scalars && joints.symmetricDifference(other.joints).allSatisfy(isHarmless)
  }

  private func isHarmless(_ joint: Int) -> Bool {
    guard joint > 0, joint < scalars.count else { return false }
    let (before, after) = (scalars[joint - 1], scalars[joint])
    guard before.properties.numericType == nil, after.properties.numericType == nil else { return false }
    return !negatingPrefixes.contains { scalars[..<joint].reversed().starts(with: $0.reversed()) }
      && !scalars[joint...].starts(with: negatingSuffix)
  }

  /// Whether two names differ by one typo in one of their words.
  func isSlip(of typed: JoinedWords) -> Bool {
    guard words.count == typed.words.count else { return false }
    let different = zip(words, typed.words).filter { $0 != $1 }
    guard different.count == 1, let (word, typed) = different.first else { return false }
    return isSlipOfWord(typed, for: word)
  }
}

/// The prefixes that reverse a word's meaning, or may do so.
private let negatingPrefixes = ["un", "in", "non", "no", "not", "de", "dis", "re"].map {
  Array($0.unicodeScalars)
}
private let negatingSuffix = Array("less".unicodeScalars)
/// How a word may end that is denied.
private let negatingEndings = [negatingSuffix] + ["no", "not", "non"].map { Array($0.unicodeScalars) }

/// Whether two words differ by exchanging adjacent letters, or by doubling a letter.
private func isSlipOfWord(_ typed: [Unicode.Scalar], for word: [Unicode.Scalar]) -> Bool {
  guard min(typed.count, word.count) >= 5, (typed + word).allSatisfy(\.properties.isAlphabetic) else {
    return false
  }
  let start = zip(typed, word).prefix { $0 == $1 }.count
  let end = zip(typed.reversed(), word.reversed()).prefix { $0 == $1 }.count
  // The first two letters must be correct, and so must a prefix with the letter after it.
  let prefix = negatingPrefixes.filter { typed.starts(with: $0) || word.starts(with: $0) }.map(\.count).max()
  guard start > prefix ?? 1 else { return false }
  let ending = negatingEndings.filter { ending in
    [typed, word].contains { $0.reversed().starts(with: ending.reversed()) }
  }.map(\.count).max()
  guard end > ending ?? -1 else { return false }
  if typed.count == word.count {
    return start + end == typed.count - 2 && typed[start] == word[start + 1]
      && typed[start + 1] == word[start]
  }
  let (longer, shorter) = typed.count > word.count ? (typed, word) : (word, typed)
  guard longer.count == shorter.count + 1, start + end >= shorter.count else { return false }
  return isSpellingOfDouble(at: start, longer: longer)
}

/// Whether doubling a letter, of which the second is at an offset, can only be a matter of spelling.
///
/// Between vowels and at the end of a short word, a doubled letter makes another word: `filed` and `filled`,
/// `later` and `latter`, `princes` and `princess`.
private func isSpellingOfDouble(at second: Int, longer: [Unicode.Scalar]) -> Bool {
  guard second > 0, longer[second] == longer[second - 1] else { return false }
  let isLong = longer.count >= 9
  guard second + 1 < longer.count else { return isLong && longer[second] != "s" }
  return isLong || isConsonant(longer[second]) && isConsonant(longer[second + 1])
}

/// Whether a letter is certainly a consonant, of the English alphabet.
private func isConsonant(_ letter: Unicode.Scalar) -> Bool {
  letter.isASCII && letter.properties.isAlphabetic && !"aeiouy".unicodeScalars.contains(letter)
}
