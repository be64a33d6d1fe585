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
    let top = try walk.list(Walk.Folder(path: "", depth: 0, isLinked: false))
    var (entries, next) = (top.entries, top.folders)
    var linked: Set<FileSystem.Identity> = []
    while !next.isEmpty {
      let level = next
      var found = await inParallel(level.count, by: 1) { walk.listing(of: level[$0.lowerBound]) }
      for index in found.indices {
        guard let identity = found[index].identity, !linked.insert(identity).inserted else { continue }
        found[index] = .unlisted(level[index].path, "another symbolic link leads to the same folder")
      }
      entries += found.flatMap(\.entries)
      next = found.flatMap(\.folders)
    }
    return besides() + entries.sorted { $0.path.precedes($1.path) }
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

  /// The contents of a folder: the entries directly in it, and the subfolders to list.
  struct Listing: Sendable {
    var entries: [ContentEntry] = []
    var folders: [Folder] = []
    /// The folder itself, if a link led to it.
    var identity: FileSystem.Identity?

    /// The entry in place of a folder that cannot be listed.
    static func unlisted(_ path: String, _ reason: String) -> Listing {
      Listing(entries: [ContentEntry(path: path, kind: .folder(unlisted: reason))])
    }
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
    for entry in try FileSystem.entries(of: location, withStamps: withStamps) where !entry.isIgnored {
      add(entry, at: start + entry.name, in: folder, to: &listing)
    }
    return listing
  }

  private func add(
    _ entry: FileSystem.Entry, at path: String, in folder: Folder, to listing: inout Listing
  ) {
    func add(_ kind: ContentEntry.Kind) { listing.entries.append(ContentEntry(path: path, kind: kind)) }
    func addFolder(isLinked: Bool) {
      listing.folders.append(
        Folder(path: path, depth: folder.depth + 1, isLinked: folder.isLinked || isLinked))
    }
    switch entry.kind {
    case .file:
      listing.entries.append(ContentEntry(path: path, stamp: entry.stamp, isLinked: folder.isLinked))
    case .folder: addFolder(isLinked: false)
    case .other: add(.special)
    case .link:
      let location = root + "/" + path
      let inside: String
      switch FileSystem.target(ofLink: location, within: resolvedRoot) {
      case .nowhere: return add(.link(to: nil))
      case .outside(let target): return add(.link(to: target))
      case .inside(let path): inside = path
      }
      switch FileSystem.kind(of: location) {
      case .file:
        listing.entries.append(
          ContentEntry(
            path: path, stamp: withStamps ? FileSystem.stamp(of: location) : nil, isLinked: true))
      case .folder where FileSystem.isIgnored(inside): addFolder(isLinked: true)
      case .folder: listing.entries.append(.link(path, toFolder: inside.isEmpty ? root : inside))
      default: add(.special)
      }
    }
  }
}
