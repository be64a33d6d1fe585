import Diagnostics
import FileSystem
import FrontMatter
import Records

// The diagnostics about Content: functions turn facts into sentences.

extension Diagnostic {
  /// A key that is not declared.
  /// - Parameters:
  ///   - key: the unknown key.
  ///   - mapping: the mapping it is in.
  ///   - place: the name of what holds the keys, for the sentence.
  ///   - known: the keys that are allowed there.
  ///   - guess: which of them may be meant.
  ///   - present: the one of them that had the key's name before.
  ///   - fallback: the one of them that is meant if no name is near.
  static func unknownKey(
    _ key: FrontMatterNode, of mapping: FrontMatterNode?, in document: FrontMatterDocument, _ place: String,
    known: [String], guess: KeyGuess, present: String? = nil, fallback: String? = nil
  ) -> Diagnostic {
    let name = document.text(of: key)
    let range = document.range(of: key)
    // To YAML, '{sum:5}' has a key 'sum:5'.
    if let colon = name.firstIndex(of: ":"), known.contains(String(name[..<colon])), key.kind == .plain,
      let loose = document.looseColon(at: range.bytes.lowerBound, isFlow: key.isFlow)
    {
      return loose
    }
    let nearest = present ?? guess.nearest ?? fallback
    let certain = (present ?? guess.certain).flatMap { certain in
      // The fix must not make a duplicate key; among very many keys that would take long to check.
      let others = document.pairs(of: mapping).map { document.text(of: $0.key) }.filter { $0 != name }
      let isFree =
        others.count <= 100
        && others.allSatisfy { other in
          other != certain
            && (known.contains(other) || nearestName(to: other, among: [certain]) == nil
              || nearestName(to: other, among: known) != certain)
        }
      return isFree ? certain : nil
    }
    return Diagnostic(
      .unknownKey, at: range,
      "unknown key '\(name)' in \(place)"
        + (present.map { "; it is called '\($0)' now" } ?? suggestion(nearest)),
      notes: nearest == nil && !known.isEmpty ? [.init("the keys are \(enumeration(known, limit: 40))")] : [],
      fixIts: certain.map { [FixIt(replacing: range, with: scalar($0))] } ?? [])
  }

  /// A boolean that is neither true nor false.
  /// - Parameter text: the value, if it is only a part of the range.
  static func invalidBoolean(_ key: String, at range: SourceRange, text: String? = nil) -> Diagnostic {
    let text = text ?? range.text
    // Databases write a boolean as a digit.
    let fix = ["1": "true", "0": "false"][text] ?? LanguageWords.boolean(of: text)
    return Diagnostic(
      .invalidBoolean, at: range,
      "'\(key)' is true or false, not '\(text)'" + (fix.map { "; write \($0)" } ?? ""),
      fixIts: fix.map { [FixIt(replacing: range, with: $0)] } ?? [])
  }

  /// A currency code that ISO 4217 does not have, after an amount or alone.
  /// - Parameter home: the currency of amounts that name none; nil if unknown.
  static func unknownCurrency(_ code: String, home: Currency?, at place: SourceRange) -> Diagnostic {
    let isQuoted = place.text.hasSuffix("'") || place.text.hasSuffix("\"")
    let inside = place.file[isQuoted ? place.bytes.dropLast() : place.bytes]
    let isWritten = inside.text.hasSuffix(code)
    let range = isWritten ? place.file[inside.bytes.suffix(code.utf8.count)] : place
    let suggested = Currency.suggestedCode(for: code, home: home)
    // Codes are too similar for a typo to be certain, unless it is a known mark.
    let certain = Currency(certainMark: code)?.code
    return Diagnostic(
      .invalidCurrency, at: range,
      "'\(code)' is not an ISO 4217 currency code such as EUR\(suggestion(suggested))",
      fixIts: isWritten ? certain.map { [FixIt(replacing: range, with: $0)] } ?? [] : [])
  }

  /// A required value that is missing.
  static func missingValue(_ name: String, of entity: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.missingValue, at: range, "'\(name)' is missing: every \(entity) needs one", keys: [name])
  }

  /// A derived attribute that is written.
  static func computedValue(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.computedValue, at: range, "'\(name)' is computed and cannot be written; remove the line")
  }

  /// A relationship that is written at the wrong end.
  static func computedRelationship(
    _ name: String, of destination: String, inverse: String?, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .computedValue, at: range,
      "'\(name)' is computed and cannot be written; write "
        + (inverse.map { "'\($0)' in each \(destination) instead" } ?? "the other side instead"))
  }

  /// The error of a site.yml or model.yml with nothing in it, not even a comment. What it said is not known to be wanted
  /// no more: not in which currency amounts are, nor what is private.
  static func blankFile(_ file: SourceFile) -> Diagnostic? {
    guard file.bytes.allSatisfy({ $0 <= 0x20 }) else { return nil }
    return Diagnostic(
      .wrongShape, at: SourceRange(fileAt: file.path),
      "the file is empty, as an interrupted save or sync leaves it; restore it, or remove it if it shall say nothing"
    )
  }

  /// Two files with the same id.
  static func duplicateID(_ record: ContentScan.Record, first: ContentScan.Record, in entity: Entity)
    -> Diagnostic
  {
    let isDated = entity.requiredDate != nil
    let advice = isDated ? "; such records are best named by year and number, as in 2026-0123" : ""
    return Diagnostic(
      .duplicateID, at: SourceRange(fileAt: record.path),
      "the id '\(record.id)' is taken by '\(first.path)'; rename one of the two files",
      notes: [.init("a record's id is its file's name, whatever folder it is in" + advice)]
        + noteOfAccents(record.path, first.path))
  }

  /// The note on two paths that look the same and are not; none for others.
  package static func noteOfAccents(_ path: String, _ other: String) -> [Note] {
    // As texts they are equal.
    guard path == other, !path.isSamePath(as: other) else { return [] }
    return [.init("the two names differ only in how their accents are stored, as systems do it in two ways")]
  }

  /// A reference that leads nowhere.
  /// - Parameter guess: the record that may be meant.
  static func unknownReference(
    _ id: String, at range: SourceRange, entity: String, guess: ReferenceGuesses.Guess
  ) -> Diagnostic {
    let kind = labelInWords(entity).lowercased()
    let isQuoted = insideCurlyQuotes(id) != nil
    return Diagnostic(
      .unknownReference, at: range, "unknown \(kind) '\(id)'", nearest: guess.nearest,
      notes: (isQuoted ? [.init(curlyQuotesAreText)] : [])
        + (guess.isAlone ? [.init("there is no \(kind) yet")] : [])
        + (guess.titled.isEmpty
          ? [] : [.init("that is the title of \(enumeration(guess.titled.map { "'\($0)'" }, limit: 5))")]),
      fixIts: guess.certain.map { id in
        [FixIt(replacing: range, with: guess.isFormer ? scalar(id, inPlaceOf: range) : scalar(id))]
      } ?? [])
  }

  /// A reference to a record inside another that leads nowhere.
  /// - Parameters:
  ///   - owner: the id of the containing record, as written.
  ///   - count: how many such records the owner holds; nil if there is no owner with that id.
  ///   - owners: the ids of all records that hold such records.
  static func unknownInside(
    _ id: String, at range: SourceRange, entity: String, owner: String, count: Int?, owners: [String]
  ) -> Diagnostic {
    let kind = labelInWords(entity).lowercased()
    let note: String
    if let count {
      note =
        count == 0
        ? "'\(owner)' has none"
        : "'\(owner)' has \(count): '\(owner)#1'" + (count > 1 ? " to '\(owner)#\(count)'" : "")
    } else {
      note =
        "it is referred to by its record's id, '#', and its place in the list, as in "
        + "'\(nearestName(to: owner, among: owners) ?? owners.first ?? "2026-0123")#1'"
    }
    return Diagnostic(
      .unknownReference, at: range, "unknown \(kind) '\(id)'", notes: [.init(note)])
  }

  static func referenceToDraft(_ id: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .referenceToDraft, at: range,
      "'\(id)' is a draft, and this record is not; a draft is left out of everything")
  }

  /// A record named a second time in one list.
  static func repeatedReference(_ id: String, in name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .repeatedReference, .warning, at: range, "'\(id)' is already in '\(name)', and counts once")
  }

  /// Text that is not a value of its type.
  static func invalidValue(
    _ error: ValueError, _ attribute: Attribute, _ range: SourceRange, text: String
  ) -> Diagnostic {
    let name = attribute.name.text
    func isValue(_ text: String, in currency: Currency = .euro) -> Bool {
      attribute.value(of: text, currency: currency) != nil
    }
    if let inside = insideCurlyQuotes(text) {
      // What is in them may be another form of a value: `“48,00”`.
      let inner = attribute.error(in: inside, currency: .euro).map {
        invalidValue($0, attribute, range, text: inside)
      }
      let form = isValue(inside) ? scalar(inside) : inner?.fixIts.first?.replacement
      if let form {
        return Diagnostic(
          inner?.id ?? invalidValue(error, attribute, range, text: inside).id, at: range,
          "'\(name)' is in typographic quotes, which are part of the value; write \(form)",
          fixIts: [FixIt(replacing: range, with: form)])
      }
    }
    func diagnostic(_ id: DiagnosticID, _ summary: String, fix: String? = nil) -> Diagnostic {
      Diagnostic(
        id, at: range, summary + (fix.map { "; write \($0)" } ?? ""),
        fixIts: fix.map { [FixIt(replacing: range, with: $0)] } ?? [])
    }
    let lookalike = plainForm(text).flatMap { isValue($0) ? $0 : nil }
    switch error {
    case .notBoolean: return .invalidBoolean(name, at: range, text: text)
    case .notInteger:
      return diagnostic(.invalidInteger, "'\(name)' is a whole number, not '\(text)'", fix: lookalike)
    case .notNumber:
      return diagnostic(.invalidDecimal, "'\(name)' is a number such as 2.5, not '\(text)'", fix: lookalike)
    case .notMoney(let currency):
      return diagnostic(
        .invalidMoney, "'\(name)' is an amount such as 12.50 or 12.50 USD, not '\(text)'",
        fix: lookalike ?? Money.certainReading(of: text, homes: [currency]))
    case .notEmail:
      let bare =
        [text.hasPrefix("<") && text.hasSuffix(">") ? text.dropFirst().dropLast() : nil]
        + [text.lowercased().hasPrefix("mailto:") ? text.dropFirst("mailto:".count) : nil]
      return diagnostic(
        .invalidEmail, "'\(name)' is an address such as ann@example.com, not '\(text)'",
        fix: bare.lazy.compactMap { $0.map(String.init) }.first { isValue($0) })
    case .notURL:
      return diagnostic(
        .invalidURL,
        "'\(name)' begins with https:, http:, mailto: or tel: and has no spaces, unlike '\(text)'"
          + suggestion(text.lowercased().hasPrefix("www.") ? "https://" + text : nil))
    case .notDate(let reading):
      let isDayFirst = reading != nil && text.contains(".") && !text.contains("-")
      return diagnostic(
        .invalidDate,
        "'\(name)' is a date such as 2026-03-14, not '\(text)'"
          + (isDayFirst ? ", which has the day first" : ""),
        fix: reading?.description ?? lookalike)
    case .impossibleDate: return diagnostic(.invalidDate, "there is no day '\(text)' in the calendar")
    case .lineBreak:
      return diagnostic(
        .lineBreakInString, "'\(name)' is one line; only an attribute of type text may hold more")
    case .comma(let reading, let currency):
      let fix = reading ?? currency.flatMap { Money.certainReading(of: text, homes: [$0]) }
      // In an integer, or for `0,125` euros, replacing the comma is not enough.
      let certain = fix.flatMap { isValue($0, in: currency ?? .euro) ? $0 : nil }
      return diagnostic(
        .decimalComma,
        "the decimal mark is '.', and a comma is not allowed in '\(text)'"
          + (fix == nil
            ? readings(
              ofComma: text, digits: { attribute.digits ?? ($0 ?? currency)?.digits ?? 0 },
              isValue: { isValue($0, in: currency ?? .euro) }) : ""),
        fix: certain)
    case .tooLarge: return diagnostic(.tooManyDigits, "'\(text)' has more than 15 digits before the point")
    case .tooPrecise: return diagnostic(.tooManyDigits, "'\(text)' has more than 38 digits")
    case .tooManyDigits(let allowed, _) where text.hasSuffix("%"):
      let share = (try? Decimal(parsing: text.utf8.span, percent: true))?.description ?? text
      return diagnostic(
        .tooManyDigits, "'\(text)' is \(share), which has more digits after the mark than \(allowed)")
    case .tooManyDigits(let allowed, let currency):
      return diagnostic(
        .tooManyDigits,
        "'\(text)' has more than \(counted(allowed, "digit", "digits")) after the mark"
          + (attribute.digits == nil ? ", the most \(currency.code) has" : ""))
    case .mayBeThousands(let kept, let currency):
      return diagnostic(
        .tooManyDigits,
        "'\(text)' may be \(Money(kept, currency)), or a point may separate thousands in it; write "
          + "\(kept.padded(toDigits: currency.digits))\(text.contains(currency.code) ? " " + currency.code : "") or "
          + text.filter { $0 != "." })
    case .unknownCurrency(let code, let home): return .unknownCurrency(code, home: home, at: range)
    }
  }

  /// A default that is not a valid amount in a record's currency.
  static func unfitDefault(_ attribute: Attribute, currency: Currency, at range: SourceRange) -> Diagnostic {
    let name = attribute.name.text
    return Diagnostic(
      .tooManyDigits, at: range,
      "'\(name)' has the default \(attribute.defaultValue?.text ?? ""), which \(currency.code) has no digits for; "
        + "write '\(name)'",
      notes: attribute.defaultValue.map { [.init("the default", at: $0.range)] } ?? [])
  }

  /// A value that its attribute's options do not allow; for a list, `error` is about one of its values.
  static func constraint(_ error: ConstraintError, _ attribute: Attribute, _ range: SourceRange) -> Diagnostic
  {
    let name = attribute.name.text
    switch error {
    case .choice(let found):
      let choices = attribute.choices.map(\.text)
      let quoted = insideCurlyQuotes(found).flatMap { choices.contains($0) ? $0 : nil }
      let certain =
        attribute.type == .tags || !attribute.type.isText
        ? nil : quoted ?? certainName(to: found, among: choices)
      let nearest =
        attribute.type.isText
        ? quoted ?? nearestName(to: found, among: choices)
        : attribute.isPercent ? percentage(found, among: choices) : nil
      let several = attribute.type == .tags ? found.split(separator: " ").map(String.init) : []
      let isList = several.count > 1 && several.allSatisfy(choices.contains)
      return Diagnostic(
        .unknownChoice, at: range,
        "'\(name)' is one of \(enumeration(choices)), not '\(found)'"
          + (isList ? "; commas separate several: \(several.joined(separator: ", "))" : suggestion(nearest)),
        notes: quoted == nil ? [] : [.init(curlyQuotesAreText)],
        fixIts: certain.map { [FixIt(replacing: range, with: scalar($0))] } ?? [])
    case .belowMinimum:
      return Diagnostic(
        .outOfRange, at: range, "'\(name)' is at least \(attribute.text(of: attribute.minimum))")
    case .aboveMaximum:
      let isPercent = attribute.isPercent || attribute.type == .decimal && attribute.maximum?.text == "1"
      // A part of the whole is written without the sign on purpose.
      let number = isPercent ? Decimal(range.text).flatMap { $0 > .one ? $0 : nil } : nil
      let percent = number.map { "\($0.legible)%" }
      return Diagnostic(
        .outOfRange, at: range,
        "'\(name)' is at most \(attribute.text(of: attribute.maximum))\(suggestion(percent))")
    case .tooShort(let count):
      return Diagnostic(
        .outOfRange, at: range, "'\(name)' has at least \(attribute.minLength ?? 0) characters, not \(count)")
    case .tooLong(let count):
      return Diagnostic(
        .outOfRange, at: range, "'\(name)' has at most \(attribute.maxLength ?? 0) characters, not \(count)")
    case .pattern:
      return Diagnostic(
        .patternMismatch, at: range, "'\(name)' does not match the pattern \(attribute.pattern?.text ?? "")")
    }
  }
}

/// A text in which the hyphens, minus signs and spaces that word processors and spreadsheets insert into
/// numbers and dates are replaced by those on a keyboard; nil if it has none.
private func plainForm(_ text: String) -> String? {
  var plain = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case _ where LookAlikes.dashes.contains(Character(scalar)): plain.append("-")
    case 0xA0, 0x2007...0x200A, 0x202F: plain.append(" ")
    case 0x200B...0x200F, 0x2060, 0xFEFF, 0xAD: break
    default: plain.append(scalar)
    }
  }
  let result = String(plain).trimmingBlanks()
  return result.unicodeScalars.elementsEqual(text.unicodeScalars) ? nil : result
}

/// A percentage written without its sign, with it; nil if it is none of the choices.
private func percentage(_ text: String, among choices: [String]) -> String? {
  guard let number = Decimal(text), let share = number.divided(by: Decimal(100)),
    choices.contains(where: { (try? Decimal(parsing: $0.utf8.span, percent: true)) == share })
  else { return nil }
  return "\(number.legible)%"
}

/// The message about the curly quotes that word processors and phones make from straight ones.
private let curlyQuotesAreText =
  "typographic quotes are part of the text; quotes in front matter are straight"

/// A text without the typographic quotes around it; nil if there are none.
///
///     insideCurlyQuotes("“acme”")    acme
///     insideCurlyQuotes("„acme“")    acme
func insideCurlyQuotes(_ text: String) -> String? {
  let quotes = LookAlikes.quotes
  guard text.count > 2, let first = text.first, let last = text.last, quotes.contains(first),
    quotes.contains(last)
  else { return nil }
  let inside = String(text.dropFirst().dropLast()).trimmingBlanks()
  return inside.isEmpty || inside.contains(where: quotes.contains) ? nil : inside
}

extension DiagnosticID {
  /// Whether this is an error in any model: it stopped the reading of a file, or is in its YAML.
  var needsNoModel: Bool {
    switch self {
    case .unreadableFile, .unreadableFolder, .notUTF8, .fileTooLarge, .bodyTooLarge, .unclosedFrontMatter,
      .yamlSyntax, .yamlAnchor, .yamlAlias, .yamlTag, .yamlMergeKey, .yamlDirective, .severalDocuments,
      .nestingTooDeep, .duplicateKey, .complexKey, .tabIndentation, .controlCharacter, .lineSeparator,
      .unquotedText, .mergeConflict:
      true
    default: false
    }
  }
}

extension Attribute {
  /// A bound as messages name it, that of a percentage with its sign.
  fileprivate func text(of bound: SourceText?) -> String {
    guard let bound else { return "" }
    return isPercent ? Decimal(bound.text)?.percentText ?? bound.text : bound.text
  }
}
