import Diagnostics

/// The errors in queries, as facts; `summary` turns them into sentences.
enum QueryError {
  // Syntax
  /// More UTF-8 bytes than the limit.
  case tooLong(limit: Int)
  /// Parentheses or operators nested deeper than the limit.
  case tooDeep(limit: Int)
  /// A character that no query has, such as a curly quote.
  case strangeCharacter(Unicode.Scalar)
  /// Nothing after `@`, `$` or `#`, which is the associated value.
  case noNameAfter(String)
  /// Digits followed by letters or a second mark: `10EUR`, `1.2.3`.
  case malformedNumber
  /// A number with a per cent sign: `10%`.
  case percentSign
  /// A number of more than 38 digits.
  case numberTooLong
  /// A quote without its end.
  case unclosedText
  /// A backslash before a character that it cannot escape.
  case unknownEscape
  /// A letter in `[ ]` other than c, d and n.
  case unknownOption(String)
  /// Something other than the grammar expects; both in words.
  case expected(String, found: String)
  /// An opening sign without its closing one, in words: `'('`.
  case unclosed(String)
  /// `rows[0]`.
  case indexed
  /// `a NOT IN b`, with the word after NOT.
  case misplacedNot(String)
  /// `1 < a < 3`.
  case chainedComparison
  /// `-date desc`.
  case twoDirections
  /// `{a, b}` where a set is not allowed.
  case misplacedSet
  /// `IN (a, b)` or `IN [a, b]`.
  case setWithoutBraces
  /// `1,05`, with the number that is certainly meant.
  case decimalComma(String)
  /// `100 EUR` without quotes, with the amount.
  case unquotedAmount(String)
  /// A word of SQL that the language does not have, such as `IS`.
  case notSQL(String)
  /// A keyword where a key is expected, as written.
  case keywordAsKey(String)

  // Names
  /// A key that an entity does not have, with the entity's name and the keys it has.
  case unknownKey(String, of: String, names: [String], suggested: String? = nil)
  /// A former name of a key, and its present one.
  case renamedKey(String, of: String, now: String)
  /// A key that a public site leaves out, with the entity's name and why it is private.
  case privateKey(String, of: String, reason: String)
  /// The id of a record that a public site leaves out.
  case privateRecord(String)
  /// A function without parentheses, with the entity's name.
  case functionAsKey(String, of: String)
  /// A key that records have only if the site shows their history.
  case keyOfHistory(String)
  /// A collection operator without `@`, with the entity's name.
  case operatorAsKey(String, of: String)
  /// A text without quotes, with the name of the entity that has no such key.
  case unquotedText(String, of: String)
  /// `year(date)`, with the equivalent key path.
  case datePartAsFunction(String, example: String)
  /// A key that a date does not have, with those it has.
  case unknownDatePart(String, names: [String])
  /// A key that several subentities add, each its own.
  case keyOfSubentities(String, of: String, subentities: [String])
  /// A key after a value that has no keys.
  case noKeys(String, of: String)
  /// An unknown collection operator without its `@`; the names of known ones have it.
  case unknownOperator(String, names: [String])
  /// An unknown function, with the names of all functions.
  case unknownFunction(String, names: [String])
  /// FUNCTION and others that call code or return a different value each time.
  case refusedFunction(String)
  /// `share(x)` within an expression.
  case rowFunctionInside(String)
  /// `sum(x)` outside a group, with the equivalent key path.
  case groupFunction(String, example: String)
  /// A variable that no SUBQUERY declares, without its `$`; the names of known ones have it.
  case unknownVariable(String, names: [String])
  /// `$each` where there is no value for it.
  case eachElsewhere
  /// A variable with the name of an outer SUBQUERY's.
  case shadowed(String)
  /// A type that CAST does not have, with those it has.
  case unknownCast(String, names: [String])
  /// A path that varies within a group, with the keys of the groups as written and what else makes one value of it.
  case notAKey(String, keys: [String], advice: String)

  // Types
  /// Too few or too many arguments for a function.
  case argumentCount(String, expected: Int, found: Int)
  /// An argument of the wrong type, with the function or operator and the expected type in words.
  case wrongArgument(String, expected: String, found: String)
  /// Two types that cannot be compared, left first.
  case notComparable(String, String)
  /// `<` and similar between values of a type without an order.
  case noOrder(String)
  /// A list beside a relation that compares single values, with the relation.
  case listCompared(String)
  /// ANY, ALL or NONE before a single value, with the word.
  case quantifierWithoutList(String, String)
  /// A relation of texts used with another type, with the relation.
  case notText(String, String)
  /// `[cd]` in a comparison of something other than texts.
  case optionsWithoutText
  /// An operator between two types that it does not support.
  case notCalculable(String, String, String)
  /// A text and a value of another type, given by its expression, with + between them.
  case notJoined(String, String)
  /// A minus before something other than a number or an amount.
  case notNegatable(String)
  /// A value where a predicate is needed.
  case notAPredicate(String)
  /// A single value where a word such as SUBQUERY needs a list.
  case notAList(String, String)
  /// A collection operator, without its `@`, after a single value.
  case operatorOnOne(String, String)
  /// A second `@sum` or similar in a path, without its `@`.
  case twoAggregates(String)
  /// A key after `@count`.
  case keyAfterCount(String)
  /// `@distinct` before a path in a group, with the path.
  case distinctInGroup(String)
  /// An exponent that is not a whole number.
  case fractionalExponent
  /// A date with a number of days that may not be whole.
  case fractionalDays
  /// The digits of `round(x, digits)`, if they are not a valid number of digits.
  case invalidDigits
  /// A number compared with a record, with the number and the record's entity.
  case numberAsRecord(String, entity: String)
  /// `@count` at the start of a path outside a group, without its `@`.
  case aggregateOutsideGroup(String)
  /// The number of bounds of BETWEEN; nil if there are no braces.
  case betweenNeedsTwo(Int?)
  /// A single value on the right of IN.
  case inNeedsSet(String)
  /// The types of the two values of TERNARY.
  case branchesDiffer(String, String)
  /// A type that CAST does not convert to another, by its name in the query.
  case notCastable(String, String)
  /// A list where a single value per record is needed.
  case listAsResult(String)
  /// LIKE or MATCHES with something other than a quoted text on the right.
  case patternNotConstant(String)
  /// A pattern that cannot be parsed, with the whole sentence.
  case invalidPattern(String)

  // Literals
  /// A text compared with a date that is not of a date's form.
  case invalidDate(String)
  /// A date that does not exist: `2026-02-30`.
  case impossibleDate(String)
  /// A text compared with money, but not an amount.
  case invalidAmount(String)
  /// An amount with three digits after the point where its currency has fewer, so that the point may separate
  /// thousands; the amount if it does not.
  case thousandsOrDecimals(String, amount: String)
  /// A code that ISO 4217 does not have, with the code that was probably meant.
  case unknownCurrency(String, suggested: String?)
  /// An id that no record of the entity has, with the id that was probably meant.
  case unknownID(String, entity: String, nearest: String?)
  /// The id of a row that was removed, or that now has the new id.
  case changedRow(String, new: String?)
  /// A text that is not one of an attribute's choices.
  case unknownChoice(String, attribute: String, choices: [String])
  /// A text that cannot be the part of a date, with an example of its form.
  case malformedPart(String, form: String)
  /// A quoted number where a number is needed.
  case quotedNumber(String)
  /// `'true'` where a boolean is needed, with the word to write.
  case quotedBoolean(String)
  /// 1 or 0 where a boolean is needed.
  case numberAsBoolean(String)
  /// `2026-01-31`, read as a subtraction, with the date.
  case unquotedDate(String)
  /// `2026-Q1`, read as a subtraction.
  case unquotedDatePart(String)
  /// The text of an id that is compared without quotes.
  case unquotedID(String)
  /// A word for a value, such as `yes`, with the name of an entity that has such a key.
  case valueAsKey(String, of: String)
  /// A calculation of constants that has no value, such as `1 / 0`.
  case undefinedConstant
  /// A constant text that CAST cannot read.
  case uncastable(String, type: String)
  /// A key path through to-many relationships that may visit more values than the limit.
  case tooManyValues(limit: Int)

  var id: DiagnosticID {
    switch self {
    case .tooLong, .tooDeep, .strangeCharacter, .noNameAfter, .malformedNumber, .percentSign, .numberTooLong,
      .unclosedText,
      .unknownEscape, .unknownOption, .expected, .unclosed, .indexed, .misplacedNot, .chainedComparison,
      .twoDirections, .misplacedSet, .setWithoutBraces, .decimalComma, .unquotedAmount, .notSQL,
      .keywordAsKey, .invalidPattern,
      .tooManyValues:
      .querySyntax
    case .unknownKey, .renamedKey, .functionAsKey, .keyOfHistory, .operatorAsKey, .unquotedText,
      .unknownDatePart, .noKeys,
      .unknownVariable, .eachElsewhere, .shadowed, .notAKey,
      .valueAsKey:
      .unknownKeyPath
    case .privateKey, .privateRecord: .privateName
    case .unknownOperator, .unknownFunction, .rowFunctionInside, .refusedFunction, .groupFunction,
      .datePartAsFunction,
      .unknownCast:
      .unknownFunction
    case .invalidDate, .impossibleDate, .unquotedDate: .invalidDate
    case .invalidAmount, .thousandsOrDecimals: .invalidMoney
    case .unknownCurrency: .invalidCurrency
    case .unknownID, .changedRow: .unknownReference
    case .unknownChoice: .unknownChoice
    default: .typeMismatch
    }
  }

  /// The sentence, in headline style.
  var summary: String {
    switch self {
    case .tooLong(let limit): "the query is longer than \(limit) bytes"
    case .tooDeep(let limit): "the query is nested deeper than \(limit)"
    case .strangeCharacter(let scalar): Self.strange(scalar)
    case .noNameAfter(let sign): "expected a name after '\(sign)'"
    case .malformedNumber:
      "this is neither a number nor a name; write numbers as 1234.5, dates as '2026-01-31'"
    case .percentSign: "a query has no %; write 0.1 for 10%"
    case .numberTooLong: "a number has at most 38 digits"
    case .unclosedText: "the text is not closed"
    case .unknownEscape:
      #"unknown escape; write \\ for a backslash, or one of \' \" \n \r \t \uXXXX"#
    case .unknownOption(let letter): "unknown option '\(letter)'; expected c, d or n"
    case .expected(let expected, let found): "expected \(expected), found \(found)"
    case .unclosed(let sign): "\(sign) is not closed"
    case .indexed: "elements cannot be picked by '['; use @min, @max or SUBQUERY"
    case .misplacedNot(let word): "NOT comes before the whole comparison: NOT a \(word) b"
    case .chainedComparison: "comparisons do not chain; join them with AND"
    case .twoDirections: "the direction is given twice, by '-' and by a word"
    case .misplacedSet: "a set in braces is only for IN, CONTAINS and BETWEEN"
    case .setWithoutBraces: "a set is written in braces: {a, b}"
    case .decimalComma(let number): "the decimal mark is '.': \(number)"
    case .unquotedAmount(let amount): "an amount with its currency is written in quotes: '\(amount)'"
    case .notSQL(let word): "'\(word)' is not a word of queries; write = or !="
    case .keywordAsKey(let word):
      "'\(word)' is a word of the query language; the key of that name is written #\(word)"

    case .renamedKey(let key, let entity, let name):
      "\(entity) has no key '\(key)'; it is called '\(name)' now"
    case .unknownKey(let key, let entity, let names, let suggested):
      "\(entity) has no key '\(key)'\(suggestion(suggested ?? nearestName(to: key, among: names)))"
    case .privateKey(let key, let entity, let reason):
      "'\(key)' of \(entity) is private\(reason) and not in a public site"
    case .privateRecord(let id): "'\(id)' is private and not in a public site"
    case .functionAsKey(let name, let entity): "\(entity) has no key '\(name)'; did you mean '\(name)()'?"
    case .keyOfHistory(let key): "records have the key '\(key)' if site.yml says 'history: true'"
    case .operatorAsKey(let name, let entity): "\(entity) has no key '\(name)'; did you mean '@\(name)'?"
    case .unquotedText(let text, let entity):
      "\(entity) has no key '\(text)'; a text is written in quotes: '\(text)'"
    case .datePartAsFunction(let name, let example): "unknown function '\(name)'; did you mean '\(example)'?"
    case .unknownDatePart(let key, let names):
      "a date has no key '\(key)'; \(suggestionOrList(key, names))"
    case .keyOfSubentities(let key, let entity, let subentities):
      "\(entity) has no key '\(key)', and \(enumeration(subentities)) have one each; declare it in \(entity)"
    case .noKeys(let key, let type): "\(type) has no keys, so no '\(key)'"
    case .unknownOperator(let name, let names):
      "unknown collection operator '@\(name)'; \(suggestionOrList("@" + name, names))"
    case .unknownFunction(let name, let names):
      "unknown function '\(name)'; \(suggestionOrList(name, names, limit: names.count))"
    case .rowFunctionInside(let name): "\(name)() is a whole column and cannot be part of an expression"
    case .refusedFunction(let name): "\(name)() is refused: a query calls no code"
    case .groupFunction(let name, let example):
      "\(name)() adds up a group, beside 'group' and in 'having'; for a list write \(example)"
    case .unknownVariable(let name, let names):
      "unknown variable '$\(name)'\(suggestion(nearestName(to: "$" + name, among: names)))"
    case .eachElsewhere: "'$each' stands for a value only on pages with 'each'"
    case .shadowed(let name): "'$\(name)' is already the variable of an outer SUBQUERY"
    case .unknownCast(let type, let names): "unknown type '\(type)'; \(suggestionOrList(type, names))"
    case .notAKey(let path, let keys, let advice):
      "'\(path)' differs within a group; \(advice), or use one of the keys \(keys.joined(separator: ", "))"

    case .argumentCount(let name, let expected, let found):
      "\(name)() takes \(counted(expected, "argument", "arguments")), found \(found)"
    case .wrongArgument(let name, let expected, let found): "\(name) takes \(expected), found \(found)"
    case .notComparable(let a, let b): "\(a) cannot be compared with \(b)"
    case .noOrder(let type): "\(type) has no order; only = and != compare it"
    case .listCompared(let relation):
      "a list cannot be compared by \(relation); put ANY, ALL or NONE before it, or count it with @count"
    case .quantifierWithoutList(let word, let type): "\(word) needs a list on its left, found \(type)"
    case .notText(let relation, let type): "\(relation) compares texts, found \(type)"
    case .optionsWithoutText: "options such as [cd] are for texts"
    case .notCalculable(let sign, let a, let b): "\(a) \(sign) \(b) cannot be calculated"
    case .notJoined(let type, let text):
      "\(type) is joined with a text as a text: CAST(\(text), 'String')"
    case .notNegatable(let type): "\(type) has no negative"
    case .notAPredicate(let type): "expected a predicate, found \(type)"
    case .notAList(let word, let type): "\(word) needs a list, found \(type)"
    case .operatorOnOne(let name, let type): "@\(name) needs a list before it, found \(type)"
    case .twoAggregates(let name): "@\(name) comes after another collection operator"
    case .keyAfterCount(let key): "nothing can follow @count, found '\(key)'"
    case .distinctInGroup(let path):
      "the records of a group are already distinct; the number of different values is countDistinct(\(path))"
    case .fractionalDays: "a date takes a whole number of days, such as date + ceiling(hours / 8)"
    case .fractionalExponent: "the exponent of ** is a whole number, such as 2 ** 3"
    case .invalidDigits: "round() takes the number of digits as a whole number from 0 to 38: round(x, 2)"
    case .numberAsRecord(let number, let entity):
      "a record of \(entity) is compared with its id, in quotes: '\(number)'"
    case .aggregateOutsideGroup(let name): "'@\(name)' needs a list before it, or a group"
    case .betweenNeedsTwo(let count):
      count.map { "BETWEEN takes two bounds, {a, b}, found \($0)" }
        ?? "BETWEEN takes two bounds in braces, {a, b}"
    case .inNeedsSet(let type): "IN takes a set {a, b} or a list on its right, found \(type)"
    case .branchesDiffer(let a, let b): "TERNARY mixes \(a) and \(b)"
    case .notCastable(let type, let target): "\(type) cannot be cast to \(target)"
    case .listAsResult(let type):
      "expected one value, found \(type); use @count, @sum or another operator"
    case .patternNotConstant(let relation): "\(relation) takes a text in quotes on its right"
    case .invalidPattern(let summary): summary

    case .invalidDate(let text): "'\(text)' is not a date of the form YYYY-MM-DD"
    case .impossibleDate(let text): "'\(text)' is not a day of the calendar"
    case .invalidAmount(let text): "'\(text)' is not an amount such as '12.50 USD'"
    case .thousandsOrDecimals(let text, let amount):
      "'\(text)' may be \(amount), or a point may separate thousands in it; write '\(amount)' or "
        + "'\(text.filter { $0 != "." })'"
    case .unknownCurrency(let code, let suggested):
      "unknown currency '\(code)'\(suggestion(suggested))"
    case .unknownID(_, _, let nearest): essence + suggestion(nearest)
    case .changedRow(let id, let new?): "'\(id)' is '\(new)' now"
    case .changedRow(let id, nil): "'\(id)' is to be removed, and is named here; change this first"
    case .unknownChoice(let text, let attribute, let choices):
      "'\(text)' is not a choice of \(attribute); \(suggestionOrList(text, choices))"
    case .malformedPart(let text, let form): "'\(text)' is not of the form '\(form)'"
    case .quotedNumber(let text): "a number is written without quotes: \(text)"
    case .quotedBoolean(let text): "true and false are written without quotes: \(text)"
    case .numberAsBoolean(let word): "true and false are written as words: \(word)"
    case .unquotedDate(let text): "a date is written in quotes: '\(text)'"
    case .unquotedDatePart(let text): "a month, quarter or week is written in quotes: '\(text)'"
    case .unquotedID(let text): "a text is written in quotes: '\(text)'"
    case .valueAsKey(let word, let entity):
      "'\(word)' is a value here; the key of \(entity) is written #\(word), the value \(word.uppercased())"
    case .undefinedConstant:
      "this constant has no value: a division by zero, an exponent beyond 999, or a result beyond 38 digits or the "
        + "year 9999"
    case .uncastable(let text, let type): "'\(text)' cannot be read as \(type)"
    case .tooManyValues(let limit):
      "the key path visits more than \(limit) values in all; go through fewer to-many relationships"
    }
  }

  /// The sentence without the suggested id.
  private var essence: String {
    if case .unknownID(let id, let entity, _) = self { "unknown \(entity) '\(id)'" } else { summary }
  }

  func diagnostic(at range: SourceRange, fixIts: [Diagnostic.FixIt] = []) -> Diagnostic {
    Diagnostic(id, at: range, summary, essence: essence, fixIts: fixIts)
  }

  private static func strange(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case _ where LookAlikes.quotes.contains(Character(scalar)): "quote text with ' or \", not with \(scalar)"
    case "≠": "write != for ≠"
    case "≤": "write <= for ≤"
    case "≥": "write >= for ≥"
    case "%":
      "placeholders such as %@ have no value here, and % is not an operator; write the value itself"
    case "&": "write && or AND"
    case "|": "write || or OR"
    case "?": "write TERNARY(condition, a, b) for condition ? a : b"
    default: "unexpected character '\(scalar)'"
    }
  }

  private func suggestionOrList(_ typed: String, _ names: [String], limit: Int = 20) -> String {
    nearestName(to: typed, among: names).map { "did you mean '\($0)'?" }
      ?? "expected \(enumeration(names, limit: limit))"
  }
}
