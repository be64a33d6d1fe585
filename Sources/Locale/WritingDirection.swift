/// The direction that a language is written in, as HTML's `dir` names it.
package enum WritingDirection: String, Sendable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"

  /// The direction of the script in a language tag, or else of the one that its language is mostly written in.
  ///
  /// From CLDR 48, `scriptMetadata.json` and `likelySubtags.json`: the living languages and scripts.
  ///
  /// - Parameter language: A BCP 47 tag in any case, such as `he`, `fa-IR` or `ku-Arab`.
  package init(language: String) {
    let parts = language.lowercased().split { $0 == "-" || $0 == "_" }
    let script = parts.dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) }
    let rightToLeft =
      if let script {
        Self.rightToLeftScripts.contains(String(script))
      } else {
        parts.first.map { Self.rightToLeftLanguages.contains(String($0)) } ?? false
      }
    self = rightToLeft ? .rightToLeft : .leftToRight
  }

  private static let rightToLeftScripts = ["adlm", "arab", "hebr", "mand", "nkoo", "rohg", "syrc", "thaa"]
  private static let rightToLeftLanguages = [
    "ar", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]
}
