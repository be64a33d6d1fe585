import Content
import Diagnostics
import Records

/// Finds theme files that are unused because of a misspelled name.
///
/// Other names may belong to another site's model or pages, but not in `blocks` and `partials`.
struct UnusedTemplates {
  /// The extensions of files that pages link to, which belong in `assets`.
  private static let assetEndings = [".css", ".js", ".svg", ".woff2"]
  /// The extensions that editors or other programs may give a template.
  private static let otherEndings = ["", ".html", ".htm", ".xhtml", ".hbs", ".handlebars", ".mst", ".tmpl"]

  private let theme: Theme
  private let model: Model
  private let pages: [Page]
  /// The templates that show records: `entities/Order`, `record`.
  private let ofRecords: Set<String>
  /// Whether every call finds a template; if not, a misspelled call may mean any unused template.
  private let isComplete: Bool
  /// The names that docket looks for: those of the built-in theme and of the model's entities.
  private let expected: [String]
  /// The partials, to recognize misspelled replacements.
  private let partials: [String]

  /// Collects the names.
  /// - Parameters:
  ///   - ofRecords: the templates that show records.
  ///   - isComplete: whether the templates have no errors.
  init(in theme: Theme, model: Model, pages: [Page], ofRecords: Set<String>, isComplete: Bool) {
    self.theme = theme
    self.model = model
    self.isComplete = isComplete
    self.pages = pages
    self.ofRecords = ofRecords
    let entities = model.entities.filter { $0.folder != nil && !$0.isAbstract }.map { "entities/\($0.name)" }
    let builtIn = builtInThemeFiles.map(\.path).filter {
      $0.hasSuffix(".mustache") && !$0.hasPrefix("entities/") && !$0.hasPrefix("partials/")
    }
    let documents = Set(theme.templates.keys.compactMap(Self.document(of:)).filter(isDocumentName))
    expected =
      builtIn.map { String($0.dropLast(".mustache".count)) } + entities
      + documents.sorted().flatMap { document in entities.map { "\($0).\(document)" } }
    partials = theme.templates.keys.filter { $0.hasPrefix("partials/") }.sorted()
  }

  /// The warnings for files whose names are certainly misspelled.
  /// - Complexity: O(*n*) in the bytes of the templates, for each one of an unknown name.
  var warnings: [Diagnostic] {
    let templates = theme.templates.sorted { $0.key < $1.key }.compactMap { warning(ofTemplate: $0, $1) }
    return templates + unusedRecord + misspeltDocuments + theme.otherFiles.compactMap(warning(of:))
      + emptyTemplates
  }

  /// The warnings for page templates that print nothing.
  private var emptyTemplates: [Diagnostic] {
    theme.templates.sorted { $0.key < $1.key }.compactMap { name, file in
      guard file.bytes.allSatisfy({ $0 <= 0x20 }),
        ofRecords.contains(name) || name != "record" && expected.contains(name) && !name.contains("/")
      else { return nil }
      return unused(file, "the template '\(name)' is empty, and so is every page that it shows")
    }
  }

  /// A warning for an unused `record` template: the built-in parent theme has templates for the entities.
  private var unusedRecord: [Diagnostic] {
    guard let record = theme.templates["record"], !Self.isBuiltIn("record", record),
      !ofRecords.contains("record"), !isUsed("record")
    else { return [] }
    let others = ofRecords.filter { name in
      theme.templates[name].map { Self.isBuiltIn(name, $0) } ?? false
    }.sorted()
    guard let first = others.first else { return [] }
    let names = others.map { "'\($0)'" }.joined(separator: ", ")
    return [
      unused(
        record, "nothing uses the template 'record'; each entity has one of its own",
        notes: [.init("the built-in theme has \(names); 'docket theme copy \(first)' copies one to change")])
    ]
  }

  /// The warnings for documents that only a template declares, with a name similar to one in the model, if
  /// the site has no own template for the latter.
  private var misspeltDocuments: [Diagnostic] {
    theme.templates.sorted { $0.key < $1.key }.compactMap { name, file in
      guard let document = Self.document(of: name), isDocumentName(document), !Self.isBuiltIn(name, file),
        !isUsed(name)
      else { return nil }
      let stem = name.dropLast(document.utf8.count)
      let declared = model.entities.first { "entities/\($0.name)." == stem }?.declaration.documents ?? []
      let names = declared.map(\.name.text)
      guard !names.contains(document),
        let nearest = nearestName(to: document, among: names.filter { lacks(stem + $0) })
      else { return nil }
      return Diagnostic(
        .nearMissFileName, .warning, at: file[0..<0],
        "'\(name)' makes a page of its own for each record; did you mean '\(stem)\(nearest)'?",
        notes: [.init("a document '\(document)' is meant if the model declares it, too")])
    }
  }

  /// The document that a template is named after: the part that follows the entity's name.
  private static func document(of name: String) -> String? {
    guard name.hasPrefix("entities/"), let dot = name.firstIndex(of: ".") else { return nil }
    return String(name[name.index(after: dot)...])
  }

  /// Whether a template is the built-in one, possibly in the site's copy of the built-in theme.
  private static func isBuiltIn(_ name: String, _ file: SourceFile) -> Bool {
    builtInThemeFiles.first { $0.path == name + ".mustache" }?.content.bytes == file.bytes
  }

  /// Whether the site has no own template with a name.
  private func lacks(_ name: String) -> Bool {
    theme.templates[name].map { Self.isBuiltIn(name, $0) } ?? true
  }

  private func unused(_ file: SourceFile, _ summary: String, notes: [Diagnostic.Note] = []) -> Diagnostic {
    Diagnostic(.unusedTemplate, .warning, at: file[0..<0], summary, notes: notes)
  }

  private func warning(ofTemplate name: String, _ file: SourceFile) -> Diagnostic? {
    if let document = Self.document(of: name), !isDocumentName(document), !isUsed(name) {
      return unused(
        file,
        "nothing uses the template '\(name)': '\(document)' is not a name for a page; letters, digits, '-' and '_' "
          + "only, such as 'packing-slip'")
    }
    guard !expected.contains(name), !Self.isBuiltIn(name, file) else { return nil }
    if let reason = reasonWithoutPages(of: name), !isUsed(name) {
      return unused(file, "nothing uses the template '\(name)': \(reason)")
    }
    let isBlock = name.hasPrefix("blocks/")
    // A parent's partial may be called by a template that the theme replaces.
    let isPartial =
      isComplete && name.hasPrefix("partials/") && file.path.hasSuffix("/\(theme.name)/\(name).mustache")
    let suggested =
      suggestedName(for: name) ?? partialName(of: name)
      ?? (isPartial ? nearestPartial(to: name) : nil)
    guard isBlock || isPartial || suggested != nil, !isUsed(name) else { return nil }
    let blocks = expected.filter { $0.hasPrefix("blocks/") }.map { "'\($0)'" }.sorted().joined(
      separator: ", ")
    return unused(
      file, "nothing uses the template '\(name)'\(suggestion(suggested))",
      notes: isBlock && suggested == nil ? [.init("the templates of query blocks are \(blocks)")] : [])
  }

  /// The partial with the nearest name, without the folder that all have.
  private func nearestPartial(to name: String) -> String? {
    let folder = "partials/"
    let names = partials.filter { $0 != name }.map { String($0.dropFirst(folder.count)) }
    return nearestName(to: String(name.dropFirst(folder.count)), among: names).map { folder + $0 }
  }

  /// Why the entity that a template is named after has no pages; nil for other templates.
  private func reasonWithoutPages(of name: String) -> String? {
    let document = name.hasPrefix("entities/") ? name.drop { $0 != "." } : ""
    let name = name.dropLast(document.count)
    guard let entity = model.entities.first(where: { "entities/\($0.name)" == name }) else { return nil }
    let owners = Array(sequence(first: entity) { $0.owner.map { model.entities[$0.entity] } }.dropFirst())
    if let owner = owners.first, let outermost = owners.last {
      return "\(entity.name) has no pages, since its records are written inside those of \(owner.name)"
        + (outermost.isAbstract ? "" : "; 'entities/\(outermost.name)' shows them")
    }
    // Its template shows the records of subentities that have none.
    let hasOthers = entity.family.allSatisfy { index in
      let heir = model.entities[index]
      return heir.isAbstract || theme.templates["entities/\(heir.name)\(document)"] != nil
    }
    return hasOthers ? "\(entity.name) is abstract, and has no records of its own" : nil
  }

  /// A file with a template's name and another extension may be a draft, unless the theme has that template.
  private func warning(of file: ThemeFile) -> Diagnostic? {
    guard case .file(let path, let source) = file.source else { return nil }
    if Self.assetEndings.contains(where: { file.path.hasSuffix($0) }) {
      return Diagnostic(
        .nearMissFileName, .warning, at: SourceRange(fileAt: source.root + "/" + path),
        "'\(file.path)' is not read; did you mean 'assets/\(file.path)'?")
    }
    guard let ending = Self.otherEndings.last(where: { file.path.lowercased().hasSuffix($0) })
    else { return nil }
    let location = source.root + "/" + path
    // `page.mustache.html` is `page` with two extensions.
    let stem = file.path.dropLast(ending.count).withoutTemplateEnding
    guard let suggested = (expected + partials).first(where: { $0.lowercased() == stem.lowercased() }),
      theme.templates[suggested]?.path != location.dropLast(ending.count).withoutTemplateEnding + ".mustache"
    else { return nil }
    return Diagnostic(
      .nearMissFileName, .warning, at: SourceRange(fileAt: location),
      "'\(file.path)' is not read; did you mean '\(suggested).mustache'?")
  }

  /// The known name that a template's name is a misspelling of: the same in another folder or case, or a
  /// similar one in the same folder.
  private func suggestedName(for name: String) -> String? {
    let (folder, last) = Self.parts(of: name)
    let isUnknown = !["entities", "blocks", "partials"].contains { Self.isNear(folder, $0) }
    let same = (expected + partials).first { known in
      let (other, end) = Self.parts(of: known)
      return known != name && end.lowercased() == last.lowercased()
        && (folder.isEmpty
          ? other != "partials" : other.isEmpty ? isUnknown && lacks(known) : Self.isNear(folder, other))
    }
    if let same { return same }
    if let entity = entity(labelled: last), Self.isNear(folder, "entities") {
      return "entities/\(entity.name)"
    }
    // The document's name after the entity's must not make two entities more similar.
    let document = last.drop { $0 != "." }
    let names = expected.filter { Self.parts(of: $0).folder == folder.lowercased() && $0.hasSuffix(document) }
    let near = nearestName(
      to: String(last.dropLast(document.count)),
      among: names.map { String(Self.parts(of: $0).last.dropLast(document.count)) })
    return near.flatMap { near in names.first { Self.parts(of: $0).last == near + document } }
  }

  /// The entity whose label a template has where its name belongs.
  private func entity(labelled last: String) -> Entity? {
    let name = last.lowercased()
    return model.entities.first { entity in
      entity.folder != nil && !entity.isAbstract
        && [entity.label.lowercased(), entity.pluralLabel.lowercased()].contains(name)
    }
  }

  /// A template's name within `partials`, if its folder's name is a misspelling of it.
  private func partialName(of name: String) -> String? {
    let (folder, last) = Self.parts(of: name)
    return folder != "partials" && Self.isNear(folder, "partials") ? "partials/\(last)" : nil
  }

  private static func parts(of name: String) -> (folder: String, last: String) {
    guard let slash = name.lastIndex(of: "/") else { return ("", name) }
    return (String(name[..<slash]), String(name[name.index(after: slash)...]))
  }

  /// Whether a folder's name is similar to another, including plurals: `entity` and `entities`.
  private static func isNear(_ folder: String, _ known: String) -> Bool {
    nearestName(to: folder, among: [known]) != nil
      || known.count > 4 && folder.lowercased().hasPrefix(known.prefix(4))
  }

  /// Whether a template calls partials by names from the data.
  private var callsByName: Bool {
    theme.templates.values.contains { $0.mentions("{{>*") || $0.mentions("{{> *") }
  }

  /// Whether a page or another template uses a template.
  private func isUsed(_ name: String) -> Bool {
    if pages.contains(where: { $0.template?.text == name }) { return true }
    if name.hasPrefix("partials/"), callsByName { return true }
    let calls = [">", "> ", "<", "< "].flatMap { sigil in
      [name, name.hasPrefix("partials/") ? String(name.dropFirst("partials/".count)) : name]
        .map { "{{" + sigil + $0 }
    }
    return theme.templates.contains { other, file in other != name && calls.contains(where: file.mentions) }
  }
}

extension Substring {
  /// The text without a trailing `.mustache`.
  fileprivate var withoutTemplateEnding: Substring {
    hasSuffix(".mustache") ? dropLast(".mustache".count) : self
  }
}
