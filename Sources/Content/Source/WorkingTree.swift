import FileSystem

/// A folder on disk: Content, or the folder of the site's own themes.
package struct WorkingTree: ContentSource {
  package let root: String
  /// Whether a missing folder is an error; if not, it has no files.
  private let isRequired: Bool
  /// Whether a reading waits until no other docket process changes the folder.
  private let waitsForEdits: Bool

  /// The maximum nesting depth of folders.
  fileprivate static let greatestDepth = 64

  /// Makes the source of a folder.
  /// - Parameters:
  ///   - root: the folder, as the user would type it.
  ///   - isRequired: whether it must exist.
  ///   - waitsForEdits: whether a reading waits until no other docket process changes the folder; not for one that
  ///     changes it itself.
  package init(_ root: String, isRequired: Bool = true, waitsForEdits: Bool = false) {
    self.root = root
    self.isRequired = isRequired
    self.waitsForEdits = waitsForEdits
  }

  package var readingLock: FolderLock? { waitsForEdits ? FolderLock(sharing: root) : nil }

  package func location(of path: String) -> String? { root.appending(name: path) }

  /// The folder as a separate source; symbolic links in it must not lead out of it.
  package func folder(_ path: String) -> any ContentSource { WorkingTree(root + "/" + path) }

  package func file(at path: String) -> FileLookup? {
    let location = root.appending(name: path)
    do throws(EnvironmentFailure) {
      switch try FileSystem.linkKind(of: location) {
      case .file: return .file(ContentEntry(path: path, stamp: FileSystem.stamp(of: location)))
      case nil: return .nothing
      default: return nil
      }
    } catch {
      return nil
    }
  }

  package func read(_ paths: [String], limit: Int) -> [Result<[UInt8], EnvironmentFailure>] {
    var files = FileReader()
    return paths.map { path in
      do throws(EnvironmentFailure) {
        return .success(try files.read(root.appending(name: path), limit: limit))
      } catch {
        return .failure(error)
      }
    }
  }

  // MARK: Listing

  /// Lists the folder level by level, with the folders of a level in parallel.
  ///
  /// Each folder is listed once, however many links lead to it. A second link to a folder, or a link to a
  /// folder that is already listed at its own path, is an error. So links cannot multiply what is read.
  package func list(withStamps: Bool) async throws(EnvironmentFailure) -> [ContentEntry] {
    if !isRequired, FileSystem.kind(of: root) == nil { return [] }
    let walk = Walk(root: root, resolvedRoot: FileSystem.resolved(root) ?? root, withStamps: withStamps)
    var listings = [try walk.list(Walk.Folder(path: "", depth: 0, isLinked: false))]
    var next = listings[0].folders
    var linked: Set<FileSystem.Identity> = []
    while !next.isEmpty {
      let level = next
      var found = await inParallel(level.count, by: 1) { walk.listing(of: level[$0.lowerBound]) }
      for index in found.indices {
        guard let identity = found[index].identity, !linked.insert(identity).inserted else { continue }
        found[index] = .unlisted(level[index].path, "another symbolic link leads to the same folder")
      }
      listings += found
      next = found.flatMap(\.folders)
    }
    return besides() + Walk.joined(listings)
  }

  /// Entries for a site.yml or model.yml beside Content, where it is not read.
  private func besides() -> [ContentEntry] {
    ["site.yml", "model.yml"].filter { FileSystem.kind(of: pathBeside(root, $0)) == .file }.map {
      ContentEntry(path: "../" + $0)
    }
  }

  /// What is needed to list any folder.
  fileprivate struct Walk: Sendable {
    let root: String
    let resolvedRoot: String
    let withStamps: Bool
  }
}

extension WorkingTree.Walk {
  /// A folder to list.
  struct Folder: Sendable {
    /// The path below Content; empty for Content itself.
    let path: String
    /// The number of folders above it.
    let depth: Int
    /// Whether a symbolic link leads to it, or to a folder above it.
    let isLinked: Bool
  }

  /// The contents of a folder: the subfolders, and the files between them, sorted by path.
  struct Listing: Sendable {
    /// The files before the first subfolder, between the first and the second, and so on.
    var parts: [[ContentEntry]] = [[]]
    var folders: [Folder] = []
    /// The folder itself, if a link led to it.
    var identity: FileSystem.Identity?

    /// The entry in place of a folder that cannot be listed.
    static func unlisted(_ path: String, _ reason: String) -> Listing {
      Listing(parts: [[ContentEntry(path: path, kind: .folder(unlisted: reason))]])
    }
  }

  /// The parts of all listings, in the order of their paths.
  /// - Parameter listings: level by level; subfolders of consecutive listings are consecutive.
  static func joined(_ listings: [Listing]) -> [ContentEntry] {
    var firsts: [Int] = []
    var next = 1
    for listing in listings {
      firsts.append(next)
      next += listing.folders.count
    }
    var entries: [ContentEntry] = []
    entries.reserveCapacity(listings.reduce(0) { $0 + $1.parts.reduce(0) { $0 + $1.count } })
    func append(_ index: Int) {
      for (place, part) in listings[index].parts.enumerated() {
        if place > 0 { append(firsts[index] + place - 1) }
        entries += part
      }
    }
    append(0)
    return entries
  }

  /// The contents of a folder, or the reason why it cannot be listed.
  func listing(of folder: Folder) -> Listing {
    guard folder.depth <= WorkingTree.greatestDepth else {
      return .unlisted(folder.path, "it is deeper than \(WorkingTree.greatestDepth) folders")
    }
    do throws(EnvironmentFailure) {
      return try list(folder)
    } catch {
      return .unlisted(folder.path, error.reason)
    }
  }

  /// What is in a folder.
  /// - Throws: `EnvironmentFailure` if it cannot be read.
  func list(_ folder: Folder) throws(EnvironmentFailure) -> Listing {
    let location = folder.path.isEmpty ? root : root + "/" + folder.path
    let start = folder.path.isEmpty ? "" : folder.path + "/"
    var listing = Listing()
    if folder.isLinked { listing.identity = try FileSystem.identity(of: location) }
    for item in try items(of: location, below: start, isLinked: folder.isLinked) {
      switch item {
      case .entry(let entry): listing.parts[listing.parts.count - 1].append(entry)
      case .folder(let path, let isLinked):
        listing.folders.append(
          Folder(path: path, depth: folder.depth + 1, isLinked: folder.isLinked || isLinked))
        listing.parts.append([])
      }
    }
    return listing
  }

  /// Something in a folder.
  fileprivate enum Item {
    case entry(ContentEntry)
    /// The path of a folder below Content, and whether it is a symbolic link to one.
    case folder(String, isLinked: Bool)
  }

  private func items(
    of location: String, below start: String, isLinked: Bool
  ) throws(EnvironmentFailure) -> [Item] {
    var items: [Item] = []
    var hasFolders = false
    for entry in try FileSystem.entries(of: location, withStamps: withStamps) where !entry.isIgnored {
      let item = self.item(entry, at: start + entry.name, isLinked: isLinked)
      if case .folder = item { hasFolders = true }
      items.append(item)
    }
    // By name, 'a-b' comes after the folder 'a'; by path, it comes before the files in it.
    return hasFolders ? items.sorted { $0.sortPath.precedes($1.sortPath) } : items
  }

  private func item(_ entry: FileSystem.Entry, at path: String, isLinked: Bool) -> Item {
    switch entry.kind {
    case .file: return .entry(ContentEntry(path: path, stamp: entry.stamp, isLinked: isLinked))
    case .folder: return .folder(path, isLinked: false)
    case .other: return .entry(ContentEntry(path: path, kind: .special))
    case .link:
      let location = root + "/" + path
      let inside: String
      switch FileSystem.target(ofLink: location, within: resolvedRoot) {
      case .nowhere: return .entry(ContentEntry(path: path, kind: .link(to: nil)))
      case .outside(let target): return .entry(ContentEntry(path: path, kind: .link(to: target)))
      case .inside(let path): inside = path
      }
      switch FileSystem.kind(of: location) {
      case .file:
        return .entry(
          ContentEntry(
            path: path, stamp: withStamps ? FileSystem.stamp(of: location) : nil, isLinked: true))
      case .folder where FileSystem.isIgnored(inside): return .folder(path, isLinked: true)
      case .folder:
        let reason =
          "the symbolic link leads to '\(inside.isEmpty ? root : inside)', which is read where it lies"
        return .entry(ContentEntry(path: path, kind: .folder(unlisted: reason)))
      default: return .entry(ContentEntry(path: path, kind: .special))
      }
    }
  }
}

extension WorkingTree.Walk.Item {
  /// The path; for a folder, with the slash that the paths in it continue with.
  fileprivate var sortPath: String {
    switch self {
    case .entry(let entry): entry.path
    case .folder(let path, _): path + "/"
    }
  }
}
