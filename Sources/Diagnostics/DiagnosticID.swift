/// The name of a kind of error, printed in brackets after its sentence; stable from release to release.
///
/// What each of them is, with an example and a fix, its ``explanation`` tells.
package enum DiagnosticID: String, Sendable, CaseIterable {
  // Files
  case unreadableFile = "unreadable-file"
  case unreadableFolder = "unreadable-folder"
  case notUTF8 = "not-utf8"
  case fileTooLarge = "file-too-large"
  case bodyTooLarge = "body-too-large"
  case linkLeavesContent = "link-leaves-content"
  case nearMissFileName = "near-miss-file-name"
  case reservedFolder = "reserved-folder"
  case invalidID = "invalid-id"
  case duplicateID = "duplicate-id"

  // Front matter
  case noFrontMatter = "no-front-matter"
  case unclosedFrontMatter = "unclosed-front-matter"
  case yamlSyntax = "yaml-syntax"
  case yamlAnchor = "yaml-anchor"
  case yamlAlias = "yaml-alias"
  case yamlTag = "yaml-tag"
  case yamlMergeKey = "yaml-merge-key"
  case yamlDirective = "yaml-directive"
  case severalDocuments = "several-documents"
  case nestingTooDeep = "nesting-too-deep"
  case duplicateKey = "duplicate-key"
  case complexKey = "complex-key"
  case tabIndentation = "tab-indentation"
  case controlCharacter = "control-character"
  case lineSeparator = "line-separator"
  case unquotedText = "unquoted-text"
  case mergeConflict = "merge-conflict"

  // Values
  case unknownKey = "unknown-key"
  case missingValue = "missing-value"
  case wrongShape = "wrong-shape"
  case invalidBoolean = "invalid-boolean"
  case invalidInteger = "invalid-integer"
  case invalidDecimal = "invalid-decimal"
  case invalidMoney = "invalid-money"
  case invalidCurrency = "invalid-currency"
  case invalidDate = "invalid-date"
  case invalidEmail = "invalid-email"
  case invalidURL = "invalid-url"
  case decimalComma = "decimal-comma"
  case tooManyDigits = "too-many-digits"
  case lineBreakInString = "line-break-in-string"
  case unknownChoice = "unknown-choice"
  case outOfRange = "out-of-range"
  case patternMismatch = "pattern-mismatch"
  case notUnique = "not-unique"
  case wrongCount = "wrong-count"
  case brokenRule = "broken-rule"
  case computedValue = "computed-value"
  case unknownReference = "unknown-reference"
  case referenceToDraft = "reference-to-draft"
  case repeatedReference = "repeated-reference"

  // The model and the site
  case invalidModel = "invalid-model"
  case unknownType = "unknown-type"
  case unknownLanguage = "unknown-language"
  case unknownEntity = "unknown-entity"
  case reservedName = "reserved-name"
  case inverseMismatch = "inverse-mismatch"
  case formulaCycle = "formula-cycle"
  case foreignMoney = "foreign-money"

  // Lints
  case paidNotMade = "paid-not-made"
  case paidWithoutDay = "paid-without-day"
  case overpaid
  case orderWithoutRows = "order-without-rows"
  case orderWithoutCustomer = "order-without-customer"
  case dueBeforeDate = "due-before-date"
  case dateAfterToday = "date-after-today"
  case zeroSum = "zero-sum"
  case sumDiffers = "sum-differs"
  case sameName = "same-name"
  case unreferencedRecord = "unreferenced-record"
  case gapInIDs = "gap-in-ids"

  // Queries
  case querySyntax = "query-syntax"
  case unknownKeyPath = "unknown-key-path"
  case unknownFunction = "unknown-function"
  case typeMismatch = "type-mismatch"
  case invalidRequest = "invalid-request"

  // Pages
  case rawHTML = "raw-html"
  case droppedCell = "dropped-cell"
  case misplacedTable = "misplaced-table"
  case forbiddenScheme = "forbidden-scheme"
  case brokenLink = "broken-link"
  case filterLimit = "filter-limit"
  case misplacedQuery = "misplaced-query"
  case urlCollision = "url-collision"
  case noFeed = "no-feed"

  // Themes
  case templateSyntax = "template-syntax"
  case unknownName = "unknown-name"
  case missingTemplate = "missing-template"
  case unusedTemplate = "unused-template"
  case missingTheme = "missing-theme"
  case unescapedText = "unescaped-text"
  case templateDepth = "template-depth"

  // What the build finds out about itself
  case internalDifference = "internal-difference"

  // The output folder
  case foreignFolder = "foreign-folder"
  case foreignFile = "foreign-file"
  case damagedManifest = "damaged-manifest"
}
