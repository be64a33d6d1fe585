extension SiteLocale {
  /// The tag of a language that someone called by its name, or by the code of a country; nil for any other text.
  ///
  ///     suggestedTag(for: "Deutsch")    de
  ///     suggestedTag(for: "cz")         cs
  package static func suggestedTag(for text: String) -> String? { tags[text.lowercased()] }

  private static let tags = [
    "english": "en", "us": "en-US", "gb": "en-GB", "german": "de", "deutsch": "de", "at": "de-AT",
    "ch": "de-CH",
    "french": "fr", "français": "fr", "francais": "fr", "spanish": "es", "español": "es", "italian": "it",
    "italiano": "it", "portuguese": "pt", "português": "pt", "br": "pt-BR", "dutch": "nl", "nederlands": "nl",
    "polish": "pl", "polski": "pl", "czech": "cs", "čeština": "cs", "cz": "cs", "slovak": "sk",
    "hungarian": "hu",
    "magyar": "hu", "greek": "el", "gr": "el", "danish": "da", "dansk": "da", "dk": "da", "swedish": "sv",
    "svenska": "sv", "se": "sv", "norwegian": "nb", "norsk": "nb", "finnish": "fi", "suomi": "fi",
    "russian": "ru",
    "русский": "ru", "ukrainian": "uk", "ua": "uk", "turkish": "tr", "türkçe": "tr", "hebrew": "he",
    "arabic": "ar",
    "japanese": "ja", "日本語": "ja", "jp": "ja", "korean": "ko", "kr": "ko", "chinese": "zh", "cn": "zh",
  ]
}
