import Diagnostics
import Records

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

  /// A record that is there and not read.
  package typealias Lost = (entity: Int, id: String?)
}

/// Walks through Content.
struct ContentScanner {
  private let model: Model
  /// The folder of each entity, and whether it has records, not to be copied out of the model with every file.
  private let folders: [String?]
  private let areAbstract: [Bool]
  private let root: String
  private let resolvedRoot: String
  private var scan = ContentScan()
  private var open: Set<FileSystem.Identity> = []

  /// Finds the records, pages and other files of Content.
  /// - Parameters:
  ///   - root: Content, as the user would type it.
  ///   - model: the model whose folders hold records.
  static func scan(_ root: String, model: Model) -> ContentScan {
    var scanner = ContentScanner(root: root, model: model)
    scanner.walk("", entity: nil, depth: 0)
    // Stable: within an entity the walk's order stays.
    let records = scanner.scan.records
    var byEntity = [[ContentScan.Entry]](repeating: [], count: model.entities.count)
    for record in records {
      if let entity = record.entity { byEntity[entity].append(record) }
    }
    scanner.scan.records = byEntity.flatMap { $0 }
    return scanner.scan
  }

  private init(root: String, model: Model) {
    self.model = model
    folders = model.entities.map(\.folder)
    areAbstract = model.entities.map(\.isAbstract)
    self.root = root
    resolvedRoot = FileSystem.resolved(root) ?? root
  }

  // MARK: Folders

  private mutating func walk(_ folder: String, entity: Int?, depth: Int) {
    let path = folder.isEmpty ? root : root + "/" + folder
    guard depth <= 64 else {
      return report(.unreadableFolder, path, "'\(path)' lies deeper than 64 folders", hiding: entity)
    }
    // A link may lead back to a folder that is being walked through.
    guard let identity = FileSystem.identity(of: path), open.insert(identity).inserted else { return }
    defer { open.remove(identity) }
    let entries: [FileSystem.Entry]
    do {
      entries = try FileSystem.entries(of: path)
    } catch {
      return report(.unreadableFolder, path, "cannot read the folder: \(error.reason)", hiding: entity)
    }
    for entry in entries where !entry.isIgnored {
      let below = folder.isEmpty ? entry.name : folder + "/" + entry.name
      switch kind(of: entry, at: below, inside: entity) {
      case .folder: walkFolder(below, inside: entity, name: entry.name, depth: depth + 1)
      case .file: add(below, name: entry.name, entity: entity)
      case .other where entry.kind != .link:
        report(.unreadableFile, root + "/" + below, "this is neither a file nor a folder; move it away")
      default: break
      }
    }
  }

  private mutating func walkFolder(_ folder: String, inside entity: Int?, name: String, depth: Int) {
    guard isUTF8(name) else {
      return report(
        .nearMissFileName, root + "/" + folder, "the folder's name is not UTF-8; rename it", hiding: entity)
    }
    if let own = model.entity(inFolder: folder) {
      return walk(folder, entity: own, depth: depth)
    }
    let near = folders.firstIndex { $0.map { $0.lowercased() == folder.lowercased() } ?? false }
    if let near, let wanted = folders[near] {
      return report(
        .nearMissFileName, root + "/" + folder,
        "the folder of \(model.entities[near].name) records is '\(wanted)', not '\(folder)'", hiding: near)
    }
    if let entity, let home = folders[entity],
      ["page", "by", "where"].contains(String(folder.dropFirst(home.count + 1)))
    {
      return report(
        .reservedFolder, root + "/" + folder,
        "'\(folder)' is where docket puts pages of the index; records and pages need another folder",
        hiding: entity)
    }
    walk(folder, entity: entity, depth: depth)
  }

  /// What an entry is, a link followed where it stays in Content.
  private mutating func kind(
    of entry: FileSystem.Entry, at below: String, inside entity: Int?
  ) -> FileSystem.Kind {
    guard entry.kind == .link else { return entry.kind }
    let path = root + "/" + below
    let id = entry.name.hasSuffix(".md") ? nfc(String(entry.name.dropLast(3))) : nil
    // Without an ending it may have led to a folder.
    let hidden = id != nil || !entry.name.contains(".") ? model.entity(inFolder: below) ?? entity : nil
    guard let target = FileSystem.resolved(path) else {
      report(.linkLeavesContent, path, "the symbolic link leads nowhere", hiding: hidden, id: id)
      return .other
    }
    guard target.hasPrefix(resolvedRoot + "/") || target == resolvedRoot else {
      report(
        .linkLeavesContent, path, "the symbolic link leads out of Content, to '\(target)'", hiding: hidden,
        id: id)
      return .other
    }
    return FileSystem.kind(of: path) ?? .other
  }

  // MARK: Files

  private mutating func add(_ below: String, name: String, entity: Int?) {
    let path = root + "/" + below
    guard isUTF8(name) else {
      return report(.nearMissFileName, path, "the file's name is not UTF-8; rename it", hiding: entity)
    }
    if hasMarkdownEnding(name) {
      addMarkdown(path, below: below, name: name, entity: entity)
    } else if below == "site.yml" || below == "model.yml" {
      return
    } else if let wanted = wantedName(below: below, name: name) {
      report(
        .nearMissFileName, path, "'\(name)' is not read; did you mean '\(wanted)'?", hiding: entity,
        id: String(wanted.dropLast(3)))
    } else if opensWithFence(path) {
      report(
        .nearMissFileName, path, "the file opens with '---' like a record, but its name does not end in .md",
        hiding: entity, id: name.split(separator: ".").first.map(String.init) ?? name)
    } else {
      scan.attachments.append(below)
    }
  }

  private mutating func addMarkdown(_ path: String, below: String, name: String, entity: Int?) {
    guard let entity, let folder = folders[entity] else {
      scan.pages.append(.init(path: path, entity: nil, id: ""))
      return
    }
    if name == "index.md" {
      let isIndex = below == folder + "/index.md"
      scan.pages.append(.init(path: path, entity: isIndex ? entity : nil, id: ""))
      return
    }
    let id = nfc(String(decoding: name.utf8.dropLast(3), as: UTF8.self))
    guard isValidID(id) else {
      return report(
        .invalidID, path,
        "'\(id)' is no id: letters, digits, '-', '_' and '.' only; did you mean '\(slug(id)).md'?",
        hiding: entity, id: id)
    }
    guard !areAbstract[entity] else {
      return report(
        .invalidModel, path, "\(model.entities[entity].name) is abstract and has no records of its own",
        hiding: entity, id: id)
    }
    scan.records.append(.init(path: path, entity: entity, id: id))
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
    for ending in [".yml", ".yaml", ".yml.txt", ".yaml.txt", ".yml~", ".yml.bak"]
    where folded.hasSuffix(ending) {
      let stem = String(folded.dropLast(ending.count))
      let isOnTop = below == name
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

  /// Whether a name was UTF-8; what was not has become U+FFFD.
  private func isUTF8(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 < 0x80 } || !name.unicodeScalars.contains("\u{FFFD}")
  }

  private func opensWithFence(_ path: String) -> Bool {
    guard let start = try? FileSystem.read(path, limit: 7) else { return false }
    let bytes = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    return bytes.starts(with: Array("---\n".utf8)) || bytes.starts(with: Array("---\r".utf8))
  }

  /// Reports a mistake and remembers the records that are not read because of it.
  private mutating func report(
    _ mistake: DiagnosticID, _ path: String, _ summary: String, hiding entity: Int? = nil, id: String? = nil
  ) {
    let file = SourceFile(path: path, bytes: [])
    scan.diagnostics.append(Diagnostic(mistake, at: file.range, summary))
    if let entity { scan.lost.append((entity, id)) }
  }
}
