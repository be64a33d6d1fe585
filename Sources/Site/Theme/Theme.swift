import Content
import Diagnostics
import FileSystem
import FrontMatter
import Records

/// A theme's templates, assets and words, each taken from the theme itself or from a parent.
package struct Theme: Sendable {
  /// A file to copy to the site.
  package struct Asset: Sendable {
    enum Source: Sendable {
      /// A file of a theme's folder, by its path there.
      case file(String, of: any ContentSource)
      /// The bytes of a file of the built-in theme.
      case builtIn(StaticString)
    }

    /// The path in the site: `assets/docket.css`.
    package let path: String
    /// The source of the file.
    let source: Source

    /// The place of the file for diagnostics; nil if it is built in.
    var place: SourceRange? {
      guard case .file(let path, let theme) = source else { return nil }
      return SourceRange(fileAt: theme.root + "/" + path)
    }
  }

  /// The requested name.
  package let name: String
  /// The templates by their path without `.mustache`: `entities/Order`.
  package private(set) var templates: [String: SourceFile] = [:]
  /// The names of the templates that come from the built-in theme.
  private(set) var builtInTemplates: Set<String> = []
  /// The templates that come from the site, by name.
  var ownTemplates: [(name: String, file: SourceFile)] {
    templates.filter { !builtInTemplates.contains($0.key) }.sorted { $0.key < $1.key }.map {
      ($0.key, $0.value)
    }
  }
  /// The files to copy, by path.
  package private(set) var assets: [Asset] = []
  /// The site's own files that are neither templates nor assets, and are not used.
  private(set) var otherFiles: [ThemeFile] = []
  /// The texts of the site's own themes.
  private(set) var ownTexts: [ThemeText] = []
  /// The texts of the built-in theme, if the theme builds on it, by name: the English ones, and for names that
  /// only other languages have, such as those of the built-in model, one of theirs.
  private(set) var builtInTexts: [String: String] = [:]
  /// Whether the templates are complete; if an error hides some, missing ones are not reported.
  private(set) var hasAllTemplates = true
  /// Whether the words are complete: no error hides any.
  private(set) var hasAllTexts = true
  /// The theme's words by language in lower case, then by name.
  private(set) var texts: [String: [String: String]] = [:]

  /// The language of site.yml, in a theme for documents of another one: what that lacks is taken from it.
  var siteLanguage: String?

  /// The paths of its templates and assets.
  package var paths: [String] { templates.keys.map { $0 + ".mustache" } + assets.map(\.path) }

  /// The bytes of a template or an asset; nil if the theme has none of that path.
  package func file(_ path: String) throws(EnvironmentFailure) -> [UInt8]? {
    if path.hasSuffix(".mustache"), let template = templates[String(path.dropLast(".mustache".count))] {
      return template.bytes
    }
    switch assets.first(where: { $0.path == path })?.source {
    case .file(let path, let source): return try source.read(path)
    case .builtIn(let text): return text.bytes
    case nil: return nil
    }
  }

  /// Whether a template may show lists of related records, whose full lists then need pages.
  var showsLists: Bool { templates.values.contains { $0.mentions("lists") } }

  /// The name of the built-in theme.
  package static let builtInName = "default"
  /// The script that reads the data of lists and of the search; themes without it get no such data.
  static let scriptPath = "assets/docket.js"
  /// Whether the theme has that script.
  var hasScript: Bool { assets.contains { $0.path == Self.scriptPath } }
}

extension Theme {
  /// Loads a theme and its parents.
  /// - Parameters:
  ///   - name: the theme's name; nil if it is unknown, which loads the built-in theme.
  ///   - range: the place that names the theme.
  ///   - themes: the site's own themes, one folder each.
  /// - Returns: the theme, and all errors in its composition.
  package static func load(
    _ name: String?, at range: SourceRange, in themes: any ContentSource
  ) async -> (theme: Theme, diagnostics: [Diagnostic]) {
    var theme = Theme(name: name ?? builtInName)
    // Then the site's own theme is unknown.
    if name == nil { (theme.hasAllTemplates, theme.hasAllTexts) = (false, false) }
    var diagnostics: [Diagnostic] = []
    let own = await ownThemes(in: themes, &diagnostics)
    var next: (name: String, range: SourceRange)? = (theme.name, range)
    var seen: [String] = []
    while let (name, range) = next {
      next = nil
      // A site's own theme `default` may extend the built-in one.
      let isBuiltIn = name == builtInName && (seen.contains(name) || own?[name] == nil)
      guard !seen.contains(name) || (isBuiltIn && seen.count { $0 == name } < 2) else {
        diagnostics.append(
          Diagnostic(
            .missingTheme, at: range,
            "the theme '\(name)' is its own parent: \(seen.joined(separator: " → "))"))
        break
      }
      seen.append(name)
      let files =
        isBuiltIn
        ? builtInThemeFiles.map { ThemeFile(path: $0.path, source: .builtIn($0.content)) }
        : await files(of: name, at: range, among: own, in: themes, &diagnostics)
      guard let files else { break }
      for file in files { theme.add(file, &diagnostics, parent: &next) }
    }
    let hiding: [DiagnosticID] = [
      .missingTheme, .unreadableFolder, .unreadableFile, .linkLeavesContent, .notUTF8, .fileTooLarge,
      .mergeConflict,
    ]
    if diagnostics.contains(where: { hiding.contains($0.id) }) {
      theme.hasAllTemplates = false
      theme.hasAllTexts = false
    }
    theme.assets.sort { $0.path.precedes($1.path) }
    return (theme, diagnostics)
  }

  /// The files of one of the site's own themes; nil, with a diagnostic, if there is none.
  private static func files(
    of name: String, at range: SourceRange, among own: [String: ContentEntry.Kind]?,
    in themes: any ContentSource, _ diagnostics: inout [Diagnostic]
  ) async -> [ThemeFile]? {
    // It is unknown which themes an unreadable folder contains.
    guard let own else { return nil }
    switch own[name] {
    case nil where name == "none" && range.file.path.hasSuffix("/theme.yml"):
      diagnostics.append(
        Diagnostic(.missingTheme, at: range, "a theme without a parent has no key 'parent'; leave it out"))
      return nil
    case nil:
      let nearest = nearestName(to: name, among: own.keys.sorted() + [builtInName])
      let otherCase = otherCase(of: themes)
      diagnostics.append(
        Diagnostic(
          .missingTheme, at: range,
          "there is no theme '\(name)' in '\(themes.root)'"
            + suggestion(nearest, else: otherCase == nil ? "; 'docket theme new \(name)' starts one" : ""),
          notes: otherCase.map {
            [.init("the folder '\($0)' is not read, but '\(themes.root.fileName)' is")]
          } ?? []))
      return nil
    // A theme from an untrusted branch must not read files elsewhere.
    case .link(let target):
      let place =
        target.map { "out of '\(themes.root)', to '\($0)'; name that folder with --themes" } ?? "nowhere"
      diagnostics.append(
        Diagnostic(
          .linkLeavesContent, at: SourceRange(fileAt: themes.root + "/" + name),
          "the symbolic link leads \(place)"))
      return nil
    case .file, .folder, .special:
      let found = await ThemeFile.files(of: themes.folder(name))
      diagnostics += found.diagnostics
      return found.files
    }
  }

  /// A folder on disk whose name differs from that of the themes only by case.
  private static func otherCase(of themes: any ContentSource) -> String? {
    let folder = themes.root.parentFolder
    guard themes.location(of: "theme.yml") != nil,
      let entries = try? FileSystem.entries(of: folder.isEmpty ? "." : String(folder))
    else { return nil }
    let name = themes.root.fileName
    return entries.map(\.name).first {
      $0 != name && $0.lowercased() == name.lowercased()
        && FileSystem.kind(of: folder.isEmpty ? $0 : "\(folder)/\($0)") == .folder
    }
  }

  /// The words in a language, each from that language, else its main language, else English, else the site's language.
  /// - Parameter language: a BCP 47 tag in any case, with parts joined by `-` or `_`.
  package func texts(in language: String) -> [String: String] {
    (Self.languages(readIn: language) + (siteLanguage.map(Self.languages(readIn:)) ?? [])).reduce(into: [:]) {
      $0.merge(texts[$1] ?? [:]) { nearer, _ in nearer }
    }
  }

  /// Whether the theme has words of a language, or of its main language.
  func hasTexts(in language: String) -> Bool {
    nearestLanguage(to: language, among: Array(texts.keys)) != nil
  }

  /// The languages whose words a site takes, nearest first.
  private static func languages(readIn language: String) -> [String] {
    let tag = normalizedLanguage(language)
    var languages = [tag]
    for other in [tag.prefix { $0 != "-" }.description, "en"] where !languages.contains(other) {
      languages.append(other)
    }
    return languages
  }

  /// The texts of the site's own themes that the site's language has and another one does not, where that one takes them
  /// from, without repetition.
  func ownTexts(missingIn language: String) -> [ThemeText] {
    guard let siteLanguage else { return [] }
    func names(in language: String) -> Set<String> {
      let tag = normalizedLanguage(language)
      return Set(
        [tag, tag.prefix { $0 != "-" }.description].flatMap { texts[$0].map { Array($0.keys) } ?? [] })
    }
    var missing = names(in: siteLanguage).subtracting(names(in: language))
    return (Self.languages(readIn: language) + Self.languages(readIn: siteLanguage)).flatMap { other in
      ownTexts.filter { $0.language == other && missing.remove($0.name) != nil }
    }
  }

  /// The texts that a language lacks and others have, each with a sentence that says so.
  func textsElsewhere(than language: String) -> [String: String] {
    let known = texts(in: language)
    // The same sentence as that of the site in its own language, which lacks it, too.
    let read = Self.languages(readIn: siteLanguage ?? language)
    var languages: [String: [String]] = [:]
    for (language, words) in texts.sorted(by: { $0.key < $1.key }) {
      for name in words.keys where known[name] == nil { languages[name, default: []].append(language) }
    }
    return Dictionary(
      uniqueKeysWithValues: languages.map { name, others in
        let places = enumeration(others)
        return (
          name,
          "the text '\(name)' is only in \(places); a site in \(read[0]) takes it from "
            + read.joined(separator: " or ")
        )
      })
  }

  /// Adds a file unless the theme, or a nearer parent, already has it.
  private mutating func add(
    _ file: ThemeFile, _ diagnostics: inout [Diagnostic], parent: inout (name: String, range: SourceRange)?
  ) {
    if file.path == "theme.yml" {
      guard let source = file.sourceFile(&diagnostics) else { return }
      let isOwn = if case .file = file.source { true } else { false }
      let settings = ThemeSettings.read(source, notesPlaces: isOwn)
      ownTexts += settings.places
      if !isOwn {
        builtInTexts = settings.texts.sorted { $0.key < $1.key }.reduce(into: settings.texts["en"] ?? [:]) {
          $0.merge($1.value) { first, _ in first }
        }
      }
      diagnostics += settings.diagnostics
      parent = settings.parent
      if settings.hidesParent { hasAllTemplates = false }
      if settings.hidesTexts { hasAllTexts = false }
      for (language, words) in settings.texts {
        texts[language, default: [:]].merge(words) { own, _ in own }
      }
    } else if file.path.hasSuffix(".mustache") {
      let name = String(file.path.dropLast(".mustache".count))
      guard templates[name] == nil, let source = file.sourceFile(&diagnostics) else { return }
      if let conflict = mergeConflict(in: 0..<source.bytes.count, of: source, isWhole: true) {
        diagnostics.append(conflict)
        return
      }
      templates[name] = source
      if case .builtIn = file.source { builtInTemplates.insert(name) }
    } else if !file.path.hasPrefix("assets/") {
      otherFiles.append(file)
    } else if !assets.contains(where: { $0.path == file.path }) {
      assets.append(Asset(path: file.path, source: file.source))
      if let conflict = file.conflictInText { diagnostics.append(conflict) }
    }
  }

  /// The site's own themes by name, with the kind of each entry; nil, with a diagnostic, if unreadable.
  private static func ownThemes(
    in themes: any ContentSource, _ diagnostics: inout [Diagnostic]
  ) async -> [String: ContentEntry.Kind]? {
    do throws(EnvironmentFailure) {
      var own: [String: ContentEntry.Kind] = [:]
      for entry in try await themes.list(withStamps: false) where !entry.isIgnored && !entry.isBeside {
        let name = String(entry.path.prefix { $0 != "/" })
        if name != entry.path {
          own[name] = .folder(unlisted: "")
        } else if entry.kind != .file, entry.kind != .special {
          own[name] = entry.kind
        }
      }
      return own
    } catch {
      diagnostics.append(
        Diagnostic(
          .unreadableFolder, at: SourceRange(fileAt: themes.root),
          "cannot read the folder: \(error.reason)"))
      return nil
    }
  }
}

extension StaticString {
  /// The UTF-8 bytes of the string.
  package var bytes: [UInt8] {
    withUTF8Buffer { Array($0) }
  }
}

extension SourceFile {
  /// The matches of a pattern in a template, without those in comments of Mustache or HTML.
  func matchesOutsideComments<Output>(of pattern: Regex<Output>) -> [Regex<Output>.Match] {
    let text = String(decoding: bytes, as: UTF8.self)
    let comments = text.ranges(of: /(?s)\{\{!.*?\}\}|<!--.*?-->/)
    return text.matches(of: pattern).filter { match in
      !comments.contains { $0.contains(match.range.lowerBound) }
    }
  }

  /// Where a part of a match is, in UTF-8 bytes of the file.
  func offsets(of part: Substring) -> Range<Int> {
    let start = part.base.utf8.distance(from: part.base.startIndex, to: part.startIndex)
    return start..<start + part.utf8.count
  }

  /// Whether a template contains a text, such as a name.
  ///
  /// Bytes are compared where they decide: a string is searched character by character, and a theme is searched often.
  func mentions(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return String(decoding: bytes, as: UTF8.self).contains(text)
    }
    var rest = bytes[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: text.utf8) { return true }
      rest = rest[(start + 1)...]
    }
    return false
  }
}
