import Diagnostics
import FileSystem
import Records
import YAML

/// What lies in Content, by name alone: no file is opened but those that might be a record under a wrong name.
package struct ContentScan: Sendable {
  /// A Markdown file.
  package struct Entry: Sendable {
    /// The path as the user would type it.
    package let path: String
    /// The entity of a record; for a page, the entity whose index page it is.
    package let entity: Int?
    /// The record's id in NFC; empty for a page.
    package let id: String
  }

  /// The records, by entity in the model's order, then by path.
  package var records: [Entry] = []
  /// The pages, index pages among them, by path.
  package var pages: [Entry] = []
  /// The paths below Content of files that are copied to the site as they are.
  package var attachments: [String] = []
  /// The mistakes: names that are nearly right, links that leave Content, folders that cannot be read.
  package var diagnostics: [Diagnostic] = []
  /// The records that one of the mistakes hides; without an id where it hides any number.
  package var lost: [Lost] = []
  /// Whether a file was surely meant for model.yml.
  package var hasMisnamedModel = false

  /// A record that is there and not read.
  package typealias Lost = (entity: Int, id: String?)
}

/// Walks through Content, through the folders of a folder in parallel.
struct ContentScanner: Sendable {
  private let model: Model
  /// The folder of each entity, and whether it has records, not to be copied out of the model with every file.
  private let folders: [String?]
  private let areAbstract: [Bool]
  private let root: String
  private let resolvedRoot: String

  /// Finds the records, pages and other files of Content.
  /// - Parameters:
  ///   - root: Content, as the user would type it.
  ///   - model: the model whose folders hold records.
  static func scan(_ root: String, model: Model) async -> ContentScan {
    let scanner = ContentScanner(root: root, model: model)
    var listings: [Listing] = []
    var next = [Folder(path: "", entity: nil, parents: [])]
    while !next.isEmpty {
      let level = next
      let found = await inParallel(level.count, by: 1) { scanner.list(level[$0.lowerBound]) }
      listings += found
      next = found.flatMap(\.folders)
    }
    return joined(parts(of: listings), entityCount: model.entities.count)
  }

  /// The parts of all listings in the order of a walk: what lies in a folder stands among its neighbours.
  /// - Parameter listings: level by level, so that the folders of one listing follow those of the one before.
  private static func parts(of listings: [Listing]) -> [ContentScan] {
    var firsts: [Int] = []
    var next = 1
    for listing in listings {
      firsts.append(next)
      next += listing.folders.count
    }
    var parts: [ContentScan] = []
    func walk(_ index: Int) {
      for (place, part) in listings[index].parts.enumerated() {
        if place > 0 { walk(firsts[index] + place - 1) }
        parts.append(part)
      }
    }
    walk(0)
    return parts
  }

  /// Puts parts together whose records are of one entity each.
  private static func joined(_ parts: [ContentScan], entityCount: Int) -> ContentScan {
    var whole = ContentScan()
    for part in parts { whole.append(part) }
    for entity in 0..<entityCount {
      for part in parts where part.records.first?.entity == entity { whole.records += part.records }
    }
    return whole
  }

  private init(root: String, model: Model) {
    self.model = model
    folders = model.entities.map(\.folder)
    areAbstract = model.entities.map(\.isAbstract)
    self.root = root
    resolvedRoot = FileSystem.resolved(root) ?? root
  }

  // MARK: Folders

  /// A folder to walk through.
  private struct Folder {
    /// The path below Content.
    let path: String
    /// The entity whose records lie in it.
    let entity: Int?
    /// The folders it lies in, outermost first.
    let parents: [FileSystem.Identity]
  }

  /// What lies in a folder: the folders, and between them the files, in the order of names.
  private struct Listing {
    /// What comes before the first folder, between it and the second, and so on.
    var parts: [ContentScan] = []
    var folders: [Folder] = []
  }

  private func list(_ folder: Folder) -> Listing {
    let path = folder.path.isEmpty ? root : root + "/" + folder.path
    var listing = Listing()
    var part = ContentScan()
    do {
      let identity = try FileSystem.identity(of: path)
      // A link may lead back to a folder that is being walked through.
      guard !folder.parents.contains(identity) else { return listing }
      let parents = folder.parents + [identity]
      for entry in try FileSystem.entries(of: path) where !entry.isIgnored {
        let below = folder.path.isEmpty ? entry.name : folder.path + "/" + entry.name
        switch kind(of: entry, at: below, inside: folder.entity, &part) {
        case .folder:
          if let inner = self.folder(below, name: entry.name, inside: folder.entity, parents, &part) {
            listing.folders.append(inner)
            listing.parts.append(part)
            part = ContentScan()
          }
        case .file: add(below, name: entry.name, entity: folder.entity, to: &part)
        case .other where entry.kind != .link:
          part.report(
            .unreadableFile, root + "/" + below, "this is neither a file nor a folder; move it away")
        default: break
        }
      }
    } catch {
      part.report(
        .unreadableFolder, path, "cannot read the folder: \(error.reason)", hiding: folder.entity)
    }
    listing.parts.append(part)
    return listing
  }

  /// A folder as one to walk through, unless its name is a mistake.
  private func folder(
    _ below: String, name: String, inside entity: Int?, _ parents: [FileSystem.Identity],
    _ part: inout ContentScan
  ) -> Folder? {
    let path = root + "/" + below
    if let flaw = flaw(of: name) {
      part.report(.nearMissFileName, path, "the folder's name \(flaw); rename it", hiding: entity)
      return nil
    }
    guard parents.count <= 64 else {
      part.report(.unreadableFolder, path, "'\(path)' lies deeper than 64 folders", hiding: entity)
      return nil
    }
    if let own = model.entity(inFolder: below) { return Folder(path: below, entity: own, parents: parents) }
    let near = folders.firstIndex { $0.map { $0.lowercased() == below.lowercased() } ?? false }
    if let near, let wanted = folders[near] {
      part.report(
        .nearMissFileName, path,
        "the folder of \(model.entities[near].name) records is '\(wanted)', not '\(below)'", hiding: near)
      return nil
    }
    if let entity, let home = folders[entity],
      ["page", "by", "where"].contains(String(below.dropFirst(home.count + 1)))
    {
      part.report(
        .reservedFolder, path,
        "'\(below)' is where docket puts pages of the index; records and pages need another folder",
        hiding: entity)
      return nil
    }
    return Folder(path: below, entity: entity, parents: parents)
  }

  /// What an entry is, a link followed where it stays in Content.
  private func kind(
    of entry: FileSystem.Entry, at below: String, inside entity: Int?, _ part: inout ContentScan
  ) -> FileSystem.Kind {
    guard entry.kind == .link else { return entry.kind }
    let path = root + "/" + below
    let id = entry.name.hasSuffix(".md") ? nfc(String(entry.name.dropLast(3))) : nil
    // Without an ending it may have led to a folder.
    let hidden = id != nil || !entry.name.contains(".") ? model.entity(inFolder: below) ?? entity : nil
    guard let target = FileSystem.resolved(path) else {
      part.report(.linkLeavesContent, path, "the symbolic link leads nowhere", hiding: hidden, id: id)
      return .other
    }
    guard target.hasPrefix(resolvedRoot + "/") || target == resolvedRoot else {
      part.report(
        .linkLeavesContent, path, "the symbolic link leads out of Content, to '\(target)'", hiding: hidden,
        id: id)
      return .other
    }
    return FileSystem.kind(of: path) ?? .other
  }

  // MARK: Files

  private func add(_ below: String, name: String, entity: Int?, to part: inout ContentScan) {
    let path = root + "/" + below
    if let flaw = flaw(of: name) {
      return part.report(.nearMissFileName, path, "the file's name \(flaw); rename it", hiding: entity)
    }
    if hasMarkdownEnding(name) {
      addMarkdown(path, below: below, name: name, entity: entity, to: &part)
    } else if below == "site.yml" || below == "model.yml" {
      return
    } else if let wanted = wantedName(below: below, name: name) {
      if wanted == "model.yml" { part.hasMisnamedModel = true }
      part.report(
        .nearMissFileName, path, "'\(name)' is not read; did you mean '\(wanted)'?", hiding: entity,
        id: String(wanted.dropLast(3)))
    } else {
      addAttachment(path, below: below, name: name, entity: entity, to: &part)
    }
  }

  private func addAttachment(
    _ path: String, below: String, name: String, entity: Int?, to part: inout ContentScan
  ) {
    do {
      // Blanks may follow a fence.
      let start = try FileSystem.read(path, limit: 64)
      if case .absent = FrontMatter(of: start) { return part.attachments.append(below) }
      part.report(
        .nearMissFileName, path, "the file opens with '---' like a record, but its name does not end in .md",
        hiding: entity, id: name.split(separator: ".").first.map(String.init) ?? name)
    } catch {
      part.report(.unreadableFile, path, "cannot read the file: \(error.reason)")
    }
  }

  private func addMarkdown(
    _ path: String, below: String, name: String, entity: Int?, to part: inout ContentScan
  ) {
    if name.utf8.count == "index.md".utf8.count, name != "index.md", name.lowercased() == "index.md" {
      return part.report(.nearMissFileName, path, "'\(name)' is not read; did you mean 'index.md'?")
    }
    guard name.utf8.count <= longestID + 3 else {
      return part.report(
        .invalidID, path,
        "the name is too long for that of a page: \(longestID) bytes without '.md' are the most; shorten it",
        hiding: entity, id: nfc(String(name.dropLast(3))))
    }
    guard let entity, let folder = folders[entity] else {
      part.pages.append(.init(path: path, entity: nil, id: ""))
      return
    }
    if name == "index.md" {
      let isIndex = below == folder + "/index.md"
      part.pages.append(.init(path: path, entity: isIndex ? entity : nil, id: ""))
      return
    }
    let id = nfc(String(decoding: name.utf8.dropLast(3), as: UTF8.self))
    guard isValidID(id) else {
      return part.report(
        .invalidID, path,
        "'\(id)' is no id: letters, digits, '-', '_' and '.' only; did you mean '\(slug(id)).md'?",
        hiding: entity, id: id)
    }
    guard !areAbstract[entity] else {
      return part.report(
        .invalidModel, path, "\(model.entities[entity].name) is abstract and has no records of its own",
        hiding: entity, id: id)
    }
    part.records.append(.init(path: path, entity: entity, id: id))
  }

  /// The name a file should have where it is nearly that of a Markdown or YAML file, for an order must not vanish
  /// from the totals.
  private func wantedName(below: String, name: String) -> String? {
    let folded = name.lowercased()
    for ending in [".md", ".markdown", ".mdown", ".mkd", ".md.txt", ".md~", ".md.bak"]
    where folded.hasSuffix(ending) {
      return name.dropLast(ending.count) + ".md"
    }
    let settings = ["site", "model"]
    for ending in [".json", ".toml"] where below == name && folded.hasSuffix(ending) {
      let stem = String(folded.dropLast(ending.count))
      if settings.contains(stem) { return stem + ".yml" }
    }
    for ending in [".yml", ".yaml", ".yml.txt", ".yaml.txt", ".yml~", ".yml.bak"]
    where folded.hasSuffix(ending) {
      let stem = String(folded.dropLast(ending.count))
      let isOnTop = below == name
      if isOnTop, ["config", "settings", "docket"].contains(stem) { return "site.yml" }
      if let meant = isOnTop ? nearestName(to: stem, among: settings) : settings.first(where: { $0 == stem })
      {
        // A copy is kept under a name that is not read.
        let isCopy = ending.hasPrefix(".yml") && ending != ".yml"
        return (isOnTop ? "" : "../") + (isCopy && !ending.hasSuffix(".txt") ? "_" + name : meant + ".yml")
      }
      return ending == ".yml" || ending == ".yaml" ? name.dropLast(ending.count) + ".md" : nil
    }
    return nil
  }

  // By bytes, for these look at every name: the comparison of Strings normalizes both.

  private func hasMarkdownEnding(_ name: String) -> Bool {
    name.utf8.suffix(3).elementsEqual(".md".utf8)
  }

  /// Why a name can be no page's; nil where it can. What was not UTF-8 has become U+FFFD.
  private func flaw(of name: String) -> String? {
    if name.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return nil }
    if name.unicodeScalars.contains("\u{FFFD}") { return "is not UTF-8" }
    let hasControl = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return hasControl ? "has a line break or another control character" : nil
  }
}

extension ContentScan {
  /// Reports a mistake and remembers the records that are not read because of it.
  fileprivate mutating func report(
    _ mistake: DiagnosticID, _ path: String, _ summary: String, hiding entity: Int? = nil, id: String? = nil
  ) {
    let file = SourceFile(path: path, bytes: [])
    diagnostics.append(Diagnostic(mistake, at: file.range, summary))
    if let entity { lost.append((entity, id)) }
  }

  /// Adds what another part of Content holds, its records apart.
  fileprivate mutating func append(_ part: ContentScan) {
    pages += part.pages
    attachments += part.attachments
    diagnostics += part.diagnostics
    lost += part.lost
    hasMisnamedModel = hasMisnamedModel || part.hasMisnamedModel
  }
}
