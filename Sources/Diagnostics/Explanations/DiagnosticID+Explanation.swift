extension DiagnosticID {
  /// What the error is and how to fix it; a new id does not compile without one.
  package var explanation: Explanation {
    switch self {
    // Files
    case .unreadableFile: .unreadableFile
    case .unreadableFolder: .unreadableFolder
    case .notUTF8: .notUTF8
    case .fileTooLarge: .fileTooLarge
    case .bodyTooLarge: .bodyTooLarge
    case .linkLeavesContent: .linkLeavesContent
    case .nearMissFileName: .nearMissFileName
    case .reservedFolder: .reservedFolder
    case .invalidID: .invalidID
    case .duplicateID: .duplicateID

    // Front matter
    case .noFrontMatter: .noFrontMatter
    case .unclosedFrontMatter: .unclosedFrontMatter
    case .yamlSyntax: .yamlSyntax
    case .yamlAnchor: .yamlAnchor
    case .yamlAlias: .yamlAlias
    case .yamlTag: .yamlTag
    case .yamlMergeKey: .yamlMergeKey
    case .yamlDirective: .yamlDirective
    case .severalDocuments: .severalDocuments
    case .nestingTooDeep: .nestingTooDeep
    case .duplicateKey: .duplicateKey
    case .complexKey: .complexKey
    case .tabIndentation: .tabIndentation
    case .controlCharacter: .controlCharacter
    case .lineSeparator: .lineSeparator
    case .unquotedText: .unquotedText
    case .mergeConflict: .mergeConflict

    // Values
    case .unknownKey: .unknownKey
    case .missingValue: .missingValue
    case .wrongShape: .wrongShape
    case .invalidBoolean: .invalidBoolean
    case .invalidInteger: .invalidInteger
    case .invalidDecimal: .invalidDecimal
    case .invalidMoney: .invalidMoney
    case .invalidCurrency: .invalidCurrency
    case .invalidDate: .invalidDate
    case .invalidEmail: .invalidEmail
    case .invalidURL: .invalidURL
    case .decimalComma: .decimalComma
    case .tooManyDigits: .tooManyDigits
    case .lineBreakInString: .lineBreakInString
    case .unknownChoice: .unknownChoice
    case .outOfRange: .outOfRange
    case .patternMismatch: .patternMismatch
    case .notUnique: .notUnique
    case .wrongCount: .wrongCount
    case .brokenRule: .brokenRule
    case .computedValue: .computedValue
    case .unknownReference: .unknownReference
    case .referenceToDraft: .referenceToDraft
    case .repeatedReference: .repeatedReference

    // The model and the site
    case .invalidModel: .invalidModel
    case .unknownType: .unknownType
    case .unknownLanguage: .unknownLanguage
    case .unknownEntity: .unknownEntity
    case .reservedName: .reservedName
    case .inverseMismatch: .inverseMismatch
    case .formulaCycle: .formulaCycle
    case .foreignMoney: .foreignMoney

    // Lints
    case .paidNotMade: .paidNotMade
    case .paidWithoutDay: .paidWithoutDay
    case .overpaid: .overpaid
    case .orderWithoutRows: .orderWithoutRows
    case .orderWithoutCustomer: .orderWithoutCustomer
    case .dueBeforeDate: .dueBeforeDate
    case .dateAfterToday: .dateAfterToday
    case .zeroSum: .zeroSum
    case .sumDiffers: .sumDiffers
    case .sameName: .sameName
    case .unreferencedRecord: .unreferencedRecord
    case .gapInIDs: .gapInIDs

    // Queries
    case .querySyntax: .querySyntax
    case .unknownKeyPath: .unknownKeyPath
    case .unknownFunction: .unknownFunction
    case .typeMismatch: .typeMismatch
    case .invalidRequest: .invalidRequest

    // Pages
    case .rawHTML: .rawHTML
    case .droppedCell: .droppedCell
    case .misplacedTable: .misplacedTable
    case .forbiddenScheme: .forbiddenScheme
    case .brokenLink: .brokenLink
    case .filterLimit: .filterLimit
    case .misplacedQuery: .misplacedQuery
    case .urlCollision: .urlCollision
    case .noFeed: .noFeed
    case .internalDifference: .internalDifference

    // Themes
    case .templateSyntax: .templateSyntax
    case .unknownName: .unknownName
    case .missingTemplate: .missingTemplate
    case .unusedTemplate: .unusedTemplate
    case .missingTheme: .missingTheme
    case .unescapedText: .unescapedText
    case .templateDepth: .templateDepth

    // The output folder
    case .foreignFolder: .foreignFolder
    case .foreignFile: .foreignFile
    case .damagedManifest: .damagedManifest
    }
  }
}
