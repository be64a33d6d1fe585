import Diagnostics
import FrontMatter
import Records

/// The settings in site.yml; each has a default.
package struct SiteSettings: Sendable {
  /// The version of the format that this program reads.
  static let formatVersion = 1

  package var title = "Orders"
  /// Whether the title is written; if not, a site is named after its main records.
  package internal(set) var hasTitle = false
  /// The language of dates, amounts and the theme's words, as a BCP 47 tag.
  package var language = "en"
  /// Where the language is written; nil if it is not.
  package var languageRange: SourceRange?
  /// The currency of amounts that name none.
  package var currency = Currency.euro
  /// Where the currency is written, or else the beginning of site.yml; nil if there is no such file.
  var currencyRange: SourceRange?
  /// Where the site will be published; nil for a site that is only browsed locally.
  package var baseURL: String?
  /// The theme's name; nil if it cannot be read.
  package var theme: String? = "default"
  /// Where the theme's name is written; nil if it is not.
  package var themeRange: SourceRange?
  /// Values for the theme that no model declares.
  package var params: [FreeValue.Pair] = []
  /// Where the value of each parameter is written.
  package var paramRanges: [String: SourceRange] = [:]
  /// What pages in other languages say instead, by language tag, as ordered in the file.
  package var languages: [LanguageSettings] = []
  /// The account that customers pay into; nil for no payment codes.
  package var account: BankAccount?
  /// How CSV files are written.
  package var csv = CSVDialect()
  /// The address at which a file of Content can be edited, in which `{path}` stands for its path below
  /// Content; nil for none.
  package var editURL: String?
  /// Whether the notes of an order are printed with it.
  package var printsNotes = false
  /// The lints that are turned off.
  package var lintsOff: Set<DiagnosticID> = []
  /// Diagnostics without those of lints that are turned off.
  func wanted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.filter { !lintsOff.contains($0.id) }
  }

  /// Whether pages show the changes of their records, and records have the days of their changes.
  package var hasHistory: Bool { historyRange != nil }
  /// Where `history: true` is written; nil if it is not.
  package private(set) var historyRange: SourceRange?
  /// Whether pages name the authors of changes; if nil, only pages of a site that is not public do.
  package var showsAuthors: Bool?

  /// The errors that leave it unknown what amounts mean: in reading the file, in `currency` or in a key that is probably
  /// this one misspelt.
  package internal(set) var errorsOfAmounts: [Diagnostic] = []
  /// The errors in `csv`, which says what numbers of an imported file mean.
  package private(set) var errorsOfCSV: [Diagnostic] = []

  /// Every key that is written, with its value.
  package var written: [FreeValue.Pair] = []

  /// The settings if site.yml cannot be read.
  ///
  /// Amounts may have as many digits as any currency has (CLF has four), because the limit is unknown.
  /// - Parameter errors: why it cannot be read.
  static func defaults(because errors: [Diagnostic]) -> SiteSettings {
    var settings = SiteSettings()
    settings.currency = unknownCurrency
    settings.theme = nil
    settings.errorsOfAmounts = errors
    return settings
  }

  private static let unknownCurrency = Currency(code: "CLF") ?? .euro

  /// Reads site.yml.
  /// - Parameter file: the file as it was read.
  package static func read(_ file: SourceFile) -> (settings: SiteSettings, diagnostics: [Diagnostic]) {
    var document = FrontMatterDocument()
    let diagnostics =
      Diagnostic.blankFile(file).map { [$0] } ?? document.read(file, 0..<file.bytes.count)
    guard diagnostics.isEmpty else { return (defaults(because: diagnostics), diagnostics) }
    var reader = MappingReader(document, document.root, keys: keys, in: "site.yml")
    var settings = SiteSettings()
    if let root = document.root, case .mapping(let pairs) = FreeValue(document, root) {
      settings.written = pairs
    }
    refuseNewerFormat(&reader)
    if let title = reader.text("title") { (settings.title, settings.hasTitle) = (title.text, true) }
    if let language = reader.text("language") {
      settings.language = language.text
      settings.languageRange = language.range
    }
    settings.languages = LanguageSettings.read(from: &reader)
    (settings.currency, settings.currencyRange) = currency(&reader)
    settings.baseURL = baseURL(&reader)
    if let theme = reader.text("theme") {
      settings.theme = theme.text
      settings.themeRange = theme.range
    } else if reader.value("theme") != nil {
      settings.theme = nil
    }
    if reader.boolean("history") ?? false {
      settings.historyRange = reader.value("history").map { document.range(of: $0) }
    }
    settings.showsAuthors = reader.boolean("history-authors")
    settings.params = reader.params("params")
    settings.paramRanges = reader.ranges(ofValuesIn: "params")
    settings.account = BankAccount.read(from: &reader)
    settings.csv = CSVDialect.read(from: &reader)
    settings.editURL = editURL(&reader)
    settings.printsNotes = reader.word("print", as: Printed.self) != nil
    let lints = Lint.lintsOff(in: document, reader.value("lints"), of: Lint.ids + Lint.ofPages)
    settings.lintsOff = lints.ids
    settings.errorsOfAmounts = errors(in: reader, of: ["docket", "currency"]) {
      nearestName(to: $0, among: keys) == "currency"
    }
    // Of three letters nearly all are near.
    settings.errorsOfCSV = errors(in: reader, of: ["csv"]) { $0.lowercased().sorted() == "csv".sorted() }
    return (settings, reader.diagnostics + lints.diagnostics)
  }

  private static let keys = [
    "docket", "title", "language", "languages", "currency", "base-url", "theme", "params", "csv", "account",
    "lints", "edit-url", "print", "history", "history-authors",
  ]

  /// The errors in the values of keys, and at keys that are one of these misspelt.
  private static func errors(
    in reader: MappingReader, of meant: [String], isMisspelt: (_ key: String) -> Bool
  ) -> [Diagnostic] {
    let pairs = reader.document.pairs(of: reader.node)
    let doubtful = pairs.filter { key, _ in
      let name = reader.document.text(of: key)
      return meant.contains(name) || !keys.contains(name) && isMisspelt(name)
    }.map { key, value in key.bytes.lowerBound..<max(key.bytes.upperBound, value.bytes.upperBound) }
    return reader.diagnostics.filter { error in
      error.severity == .error && doubtful.contains { $0.contains(error.range.bytes.lowerBound) }
    }
  }

  private static func refuseNewerFormat(_ reader: inout MappingReader) {
    guard let version = reader.count("docket", atLeast: 1), version > formatVersion,
      let node = reader.value("docket")
    else { return }
    reader.report(
      .wrongShape, at: node,
      "the content is of format \(version), and this docket reads format \(formatVersion); a newer docket is needed"
    )
  }

  /// The currency, and where it is written, or else the beginning of the file.
  private static func currency(_ reader: inout MappingReader) -> (Currency, SourceRange) {
    guard let currency = reader.text("currency") else { return (.euro, reader.document.file[0..<0]) }
    if let known = Currency(code: currency.text) { return (known, currency.range) }
    reader.add(.unknownCurrency(currency.text, home: nil, at: currency.range))
    return (unknownCurrency, currency.range)
  }

  /// The address of the site's folder, even a wrong one, so that a feed does not report it as missing.
  private static func baseURL(_ reader: inout MappingReader) -> String? {
    guard let url = reader.text("base-url") else { return nil }
    if let error = error(inBaseURL: url.text) { reader.report(.invalidURL, at: url.range, error) }
    return url.text.hasSuffix("/") ? url.text : url.text + "/"
  }

  /// The address at which a file can be edited; `{path}` is appended unless it is written.
  private static func editURL(_ reader: inout MappingReader) -> String? {
    guard let url = reader.text("edit-url") else { return nil }
    if let error = error(inEditURL: url.text) { reader.report(.invalidURL, at: url.range, error) }
    return url.text.contains("{path}")
      ? url.text : url.text + (url.text.hasSuffix("/") ? "" : "/") + "{path}"
  }

  /// The additional things that can be printed.
  private enum Printed: String, CaseIterable { case notes }

  /// Why an address cannot be used to edit files; nil if it can.
  private static func error(inEditURL text: String) -> String? {
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix),
      text.utf8.count > scheme.utf8.count
    else {
      return "'edit-url' is the address of Content's folder where files are edited, such as "
        + "https://example.com/me/book/edit/main/Content/{path}, not '\(text)'"
    }
    return text.replacing("{path}", with: "").utf8.allSatisfy(isURL)
      ? nil
      : "'edit-url' is an address in ASCII, with '{path}' where the file's path belongs and no other braces or spaces"
  }

  /// Whether a byte may be part of a URL.
  private static func isURL(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !#""<>\^`{|}"#.utf8.contains(byte)
  }

  /// Why an address cannot be published at; nil if it is that of a host or of a folder on it.
  private static func error(inBaseURL text: String) -> String? {
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
      return "'base-url' begins with https:// or http://, not '\(text)'"
    }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    let host = rest.prefix { $0 != UInt8(ascii: "/") }
    if host.isEmpty { return "'base-url' names no host, such as https://example.com" }
    if rest.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      return "'base-url' is the address of a folder, without '?' and '#'"
    }
    if !host.allSatisfy(isURL) {
      return "the host of 'base-url' is written in ASCII, such as xn--bcher-kva.example for bücher.example"
    }
    if rest.allSatisfy(isURL) { return nil }
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if isURL(byte) { encoded.append(byte) } else { PercentEncoding.append(byte, to: &encoded) }
    }
    return
      "'base-url' has characters that a URL does not hold; did you mean '\(String(decoding: encoded, as: UTF8.self))'?"
  }
}
