import Diagnostics
import FileSystem
import FrontMatter
import Records

/// Classifies the files of Content by their names.
struct ContentScanner: Sendable {
  private let model: Model
  /// The folder of each entity, and whether it is abstract, to avoid copying the entity for every file.
  private let folders: [String?]
  private let areAbstract: [Bool]
  private let files: ContentFiles

  /// Finds the records, pages and other files of Content.
  /// - Parameters:
  ///   - files: everything in Content.
  ///   - model: the model whose folders hold records.
  /// - Complexity: O(*n*) in the files.
  static func scan(_ files: ContentFiles, model: Model) async -> ContentScan {
    let scanner = ContentScanner(files, model: model)
    var (whole, runs) = scanner.runs()
    let parts = await inParallel(runs.count, by: 1) { [runs] in scanner.scan(runs[$0.lowerBound]) }
    for part in parts { whole.append(part) }
    for entity in model.entities.indices {
      for (run, part) in zip(runs, parts) where run.entity == entity { whole.records += part.records }
    }
    whole.skipped += scanner.displaced(whole.records)
    return whole
  }

  private init(_ files: ContentFiles, model: Model) {
    self.model = model
    folders = model.entities.map(\.folder)
    areAbstract = model.entities.map(\.isAbstract)
    self.files = files
  }

  private var root: String { files.root }

  /// The records that an error in model.yml separates from their entity. If the entity's folder is unknown,
  /// its records may be anywhere; if its parent is unknown, its records may belong to any family.
  private func displaced(_ records: [ContentScan.Record]) -> [ContentScan.SkippedRecord] {
    var skipped: [ContentScan.SkippedRecord] = []
    for (index, entity) in model.entities.enumerated() {
      if entity.declaration.hasUnknownHome { skipped.append((index, nil)) }
      guard entity.declaration.hasUnknownFamily else { continue }
      let families = model.tables.map(\.entities.lowerBound).filter { !entity.family.contains($0) }
      for record in records where entity.family.contains(record.entity) {
        skipped += families.map { ($0, record.id) }
      }
    }
    return skipped
  }

  // MARK: Folders

  /// Adjacent files of one folder.
  private struct Run {
    var files: Range<Int>
    /// The entity whose records are in the folder.
    let entity: Int?
  }

  /// What the files of a folder are for.
  private enum Purpose {
    /// Records of an entity, or no records.
    case content(entity: Int?)
    /// Nothing, because the folder's name is wrong.
    case nothing
  }

  /// The files by folder, and the errors in the folders.
  private func runs() -> (ContentScan, [Run]) {
    var scan = ContentScan()
    if let failure = files.failure {
      scan.report(.unreadableFolder, root, "cannot read the folder: \(failure.reason)")
    }
    var purposes: [String: Purpose] = ["": .content(entity: nil)]
    var runs: [Run] = []
    var last: String?
    for (index, entry) in files.files.lazy.map(\.entry).enumerated() {
      if case .folder(let reason) = entry.kind {
        guard case .content(let entity) = purpose(of: entry.path, &purposes, &scan) else { continue }
        let path = root + "/" + entry.path
        scan.report(.unreadableFolder, path, "cannot read the folder: \(reason)", hiding: entity)
        continue
      }
      if let last, entry.path.lies(directlyIn: last), let run = runs.last, run.files.upperBound == index,
        run.files.count < 1024
      {
        runs[runs.count - 1].files = run.files.lowerBound..<index + 1
        continue
      }
      if entry.path.hasPrefix("../") {
        warn(ofSettings: entry.path, &scan)
        continue
      }
      let folder = String(entry.path.parentFolder)
      guard case .content(let entity) = purpose(of: folder, &purposes, &scan) else { continue }
      runs.append(Run(files: index..<index + 1, entity: entity))
      last = folder
    }
    return (scan, runs)
  }

  /// Warns about a site.yml or model.yml beside Content, where it is not read.
  private func warn(ofSettings path: String, _ scan: inout ContentScan) {
    let name = String(path.dropFirst(3))
    guard files[name] == nil, !files.hasFiles(in: name) else { return }
    scan.diagnostics.append(
      Diagnostic(
        .nearMissFileName, .warning, at: SourceRange(fileAt: pathBeside(root, name)),
        "'\(name)' is not read here; move it into '\(root)', or read the folder that it is in with --content")
    )
  }

  /// What a folder is for; an error in its name is reported once.
  private func purpose(
    of folder: String, _ purposes: inout [String: Purpose], _ scan: inout ContentScan
  ) -> Purpose {
    if let known = purposes[folder] { return known }
    var result = purpose(of: String(folder.parentFolder), &purposes, &scan)
    if case .content(let entity) = result { result = purpose(of: folder, inside: entity, &scan) }
    purposes[folder] = result
    return result
  }

  private func purpose(of below: String, inside entity: Int?, _ scan: inout ContentScan) -> Purpose {
    let path = root + "/" + below
    if let error = nameError(of: String(below.fileName)) {
      scan.report(.nearMissFileName, path, "the folder's name \(error); rename it", hiding: entity)
      return .nothing
    }
    if let own = model.entity(inFolder: below) { return .content(entity: own) }
    let near = folders.firstIndex { $0.map { $0.lowercased() == below.lowercased() } ?? false }
    if let near, let wanted = folders[near], !model.hasUnknownHomes {
      scan.report(
        .nearMissFileName, path,
        "the folder of \(model.entities[near].name) records is '\(wanted)', not '\(below)'", hiding: near)
      return .nothing
    }
    if let entity, let home = folders[entity],
      ["page", "by", "where"].contains(String(below.dropFirst(home.count + 1)))
    {
      scan.report(
        .reservedFolder, path,
        "'\(below)' is where docket puts pages of the index; records and pages need another folder",
        hiding: entity)
      return .nothing
    }
    return .content(entity: entity)
  }

  // MARK: Files

  /// Classifies the entries of one folder.
  private func scan(_ run: Run) -> ContentScan {
    var part = ContentScan()
    for place in run.files {
      let entry = files.files[place].entry
      // Their errors are reported where they are read.
      if entry.isSettings { continue }
      let name = String(entry.path.fileName)
      switch entry.kind {
      case .file: add(place, entry.path, name: name, entity: run.entity, to: &part)
      case .link(let target): reportLink(entry.path, name: name, to: target, inside: run.entity, &part)
      case .special:
        let id = Self.id(of: name)
        part.report(
          .unreadableFile, root + "/" + entry.path, "this is neither a file nor a folder; move it away",
          hiding: id == nil ? nil : run.entity, id: id)
      case .folder: break
      }
    }
    return part
  }

  /// The id of the record that a file of this name would be.
  private static func id(of name: String) -> String? {
    name.hasSuffix(".md") ? nfc(String(name.dropLast(3))) : nil
  }

  private func reportLink(
    _ below: String, name: String, to target: String?, inside entity: Int?, _ part: inout ContentScan
  ) {
    let id = Self.id(of: name)
    // A link without an extension may have led to a folder.
    let hidden = id != nil || !name.contains(".") ? model.entity(inFolder: below) ?? entity : nil
    part.report(
      .linkLeavesContent, root + "/" + below, ContentScan.summary(ofLinkTo: target), hiding: hidden, id: id)
  }

  private func add(
    _ place: Int, _ below: String, name: String, entity: Int?, to part: inout ContentScan
  ) {
    let path = root.appending(name: below)
    if let error = nameError(of: name) {
      return part.report(.nearMissFileName, path, "the file's name \(error); rename it", hiding: entity)
    }
    if let original = name.nameInICloud {
      return addPlaceholder(path, of: original, below: below, entity: entity, to: &part)
    }
    if name.hasMarkdownEnding {
      addMarkdown(place, path, below: below, name: name, entity: entity, to: &part)
    } else if below.hasPrefix("imports/"), name.hasSuffix(".yml") {
      part.importMappings.append(below)
    } else if below.hasPrefix(ClosedPeriod.folder + "/"), ![".md", ".txt"].contains(where: name.hasSuffix) {
      guard ClosedPeriod.period(ofPath: below) == nil else { return }
      part.report(
        .nearMissFileName, path,
        "'\(ClosedPeriod.folder)' holds the files of closed periods, such as 2025.yml or 2025-Q3.yml; move '\(name)' away"
      )
    } else if below == ClosedPeriod.folder {
      part.report(
        .nearMissFileName, path,
        "'\(below)' is the folder of the closed periods, and here it is a file; move it away")
    } else if name == "theme.yml" {
      part.report(
        .nearMissFileName, path, "a theme is not read here; move its folder to 'Themes', beside Content")
    } else if let original = below.backedUpPath, [".md", ".yml"].contains(where: original.hasSuffix),
      files[original] != nil
    {
      part.diagnostics.append(backupDiagnostic(at: path, name: name, of: String(original.fileName)))
    } else if below == name, let original = original(of: below, name, .possible),
      ["site.yml", "model.yml"].contains(original)
    {
      part.report(.nearMissFileName, path, "'\(name)' is not read, and \(Self.advice(onCopyOf: original))")
    } else if let wanted = wantedName(below: below, name: name) {
      let isTaken = wanted.hasMarkdownEnding && files[String(below.folderPrefix) + wanted] != nil
      part.report(
        .nearMissFileName, path,
        isTaken
          ? "'\(name)' is not read, and '\(wanted)' is there already; remove it, or give it another name"
          : "'\(name)' is not read; did you mean '\(wanted)'?",
        hiding: entity, id: String(wanted.dropLast(3)))
      if wanted == "model.yml" { part.misnamedModels += part.diagnostics.suffix(1) }
      if wanted == "site.yml" { part.misnamedSettings += part.diagnostics.suffix(1) }
    } else {
      addAttachment(place, path, below: below, name: name, entity: entity, to: &part)
    }
  }

  /// Reports a file that is in iCloud only: its record would be missing without a word.
  private func addPlaceholder(
    _ path: String, of original: String, below: String, entity: Int?, to part: inout ContentScan
  ) {
    let summary = "'\(original)' is in iCloud and not on this disk; download it"
    let isSettings = below.folderPrefix.isEmpty && ["site.yml", "model.yml"].contains(original)
    let isClosedPeriod = ClosedPeriod.period(ofPath: below.folderPrefix + original) != nil
    guard original.lowercased().hasMarkdownEnding || isSettings || isClosedPeriod else {
      return part.diagnostics.append(
        Diagnostic(.unreadableFile, .warning, at: SourceRange(fileAt: path), summary))
    }
    part.report(.unreadableFile, path, summary, hiding: entity, id: Self.id(of: original))
    if original == "model.yml" { part.misnamedModels += part.diagnostics.suffix(1) }
    if original == "site.yml" { part.misnamedSettings += part.diagnostics.suffix(1) }
  }

  /// The name of the file beside a file that it is a copy of; nil if there is none.
  private func original(of below: String, _ name: String, _ certainty: CopiedName.Certainty) -> String? {
    CopiedName.originals(of: name, certainty).first { files[String(below.folderPrefix) + $0] != nil }
  }

  private static func advice(onCopyOf original: String) -> String {
    "looks like a copy of '\(original)' by a sync or a file manager; move what is new in it there, and remove it"
  }

  private func addAttachment(
    _ place: Int, _ path: String, below: String, name: String, entity: Int?, to part: inout ContentScan
  ) {
    do throws(EnvironmentFailure) {
      let start = try files.files[place].bytes.get()
      if start.starts(with: ContentEntry.lfsPointer.utf8) {
        part.diagnostics.append(
          Diagnostic(
            .unreadableFile, .warning, at: .init(fileAt: path),
            "the file is kept by Git LFS and only its pointer is here; run 'git lfs pull'"))
      }
      if case .absent = Fences(of: start), !Self.isUTF16Record(start) {
        return part.attachments.append(below)
      }
      part.report(
        .nearMissFileName, path, "the file begins with '---' like a record, but its name does not end in .md",
        hiding: entity, id: name.split(separator: ".").first.map(String.init) ?? name)
    } catch {
      part.report(.unreadableFile, path, "cannot read the file: \(error.reason)")
    }
  }

  /// Whether bytes are UTF-16 that begins with `---`.
  private static func isUTF16Record(_ bytes: [UInt8]) -> Bool {
    isUTF16(bytes) && bytes.dropFirst(2).prefix(6).filter { $0 != 0 } == Array("---".utf8)
  }

  private func addMarkdown(
    _ place: Int, _ path: String, below: String, name: String, entity: Int?, to part: inout ContentScan
  ) {
    if name.utf8.count == "index.md".utf8.count, name != "index.md", name.lowercased() == "index.md" {
      return part.report(.nearMissFileName, path, "'\(name)' is not read; did you mean 'index.md'?")
    }
    guard name.utf8.count <= longestID + 3 else {
      return part.report(
        .invalidID, path,
        "the name is too long for a page: at most \(longestID) bytes without '.md'; shorten it",
        hiding: entity, id: nfc(String(name.dropLast(3))))
    }
    guard let entity, let folder = folders[entity] else {
      warnOfCopy(path, name, of: original(of: below, name, .certain), &part)
      part.pages.append(.init(place: place, path: path, entity: nil))
      return
    }
    if name == "index.md" {
      let isIndex = below == folder + "/index.md"
      part.pages.append(.init(place: place, path: path, entity: isIndex ? entity : nil))
      return
    }
    addRecord(place, path, below: below, name: name, entity: entity, to: &part)
  }

  private func addRecord(
    _ place: Int, _ path: String, below: String, name: String, entity: Int, to part: inout ContentScan
  ) {
    let id = nfc(String(decoding: name.utf8.dropLast(3), as: UTF8.self))
    let copied = original(of: below, name, .certain)
    if copied == "index.md" {
      return part.report(.nearMissFileName, path, "'\(name)' \(Self.advice(onCopyOf: "index.md"))")
    }
    guard isValidID(id) else {
      let near = slug(id)
      let advice =
        original(of: below, name, .possible).map { "; it " + Self.advice(onCopyOf: $0) }
        ?? (near.isEmpty ? "" : "; did you mean '\(near).md'?")
      return part.report(
        .invalidID, path, "'\(id)' is not an id: letters, digits, '-', '_' and '.' only" + advice,
        // The id is unknown: references use the one it had before the file was renamed.
        hiding: entity)
    }
    guard !areAbstract[entity] else {
      return part.report(
        .invalidModel, path, "\(model.entities[entity].name) is abstract and has no records of its own",
        hiding: entity, id: id)
    }
    warnOfCopy(path, name, of: copied, &part)
    part.records.append(.init(place: place, path: path, entity: entity, id: id))
  }

  private func warnOfCopy(_ path: String, _ name: String, of original: String?, _ part: inout ContentScan) {
    guard let original else { return }
    part.diagnostics.append(
      Diagnostic(
        .nearMissFileName, .warning, at: SourceRange(fileAt: path),
        "'\(name)' is read as well, and \(Self.advice(onCopyOf: original)), or give it a name of its own"))
  }

  /// The correct name of a file whose name is nearly that of a Markdown or YAML file, because an order must
  /// not vanish from the totals.
  private func wantedName(below: String, name: String) -> String? {
    let original = name.backedUpPath
    let isOnTop = below == name
    let name = original ?? name
    let folded = name.lowercased()
    for ending in [".md", ".markdown", ".mdown", ".mkd", ".md.txt"] where folded.hasSuffix(ending) {
      return name.dropLast(ending.count) + ".md"
    }
    let settings = ["site", "model"]
    for ending in [".json", ".toml"] where isOnTop && folded.hasSuffix(ending) {
      let stem = String(folded.dropLast(ending.count))
      if settings.contains(stem) { return stem + ".yml" }
    }
    for ending in [".yml", ".yaml", ".yml.txt", ".yaml.txt"] where folded.hasSuffix(ending) {
      let stem = String(folded.dropLast(ending.count))
      if isOnTop, ["config", "settings", "docket"].contains(stem) { return "site.yml" }
      if let suggested = isOnTop
        ? nearestName(to: stem, among: settings) : settings.first(where: { $0 == stem })
      {
        return (isOnTop ? "" : "../") + suggested + ".yml"
      }
      if below.hasPrefix("imports/"), ending == ".yaml" { return name.dropLast(ending.count) + ".yml" }
      return original == nil && (ending == ".yml" || ending == ".yaml")
        ? name.dropLast(ending.count) + ".md" : nil
    }
    return nil
  }

  /// Why a name is not allowed for a page; nil if it is. Invalid UTF-8 has become U+FFFD.
  private func nameError(of name: String) -> String? {
    if name.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return nil }
    if name.unicodeScalars.contains("\u{FFFD}") { return "is not UTF-8" }
    let hasControl = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return hasControl ? "has a line break or another control character" : nil
  }
}
