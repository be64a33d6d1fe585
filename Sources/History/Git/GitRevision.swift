import Content
import FileSystem

/// A folder at a commit, Content or the site's own themes: read from git's objects, without a checkout.
///
/// Records, pages and settings are read at once when the source is made; other files on request.
package struct GitRevision: ContentSource {
  /// The present path of the folder, as the user would type it.
  package let root: String
  package let commit: Commit

  private let repository: GitRepository
  private let entries: [ContentEntry]
  /// The folder's path from the top of the work tree, with a trailing slash; empty for the top.
  private let prefix: String
  /// The blob of each file, by its path below the folder.
  private let blobs: [String: Substring]
  /// The bytes of records, pages and settings, by their paths; nil if the clone does not have them.
  private let contents: [String: ArraySlice<UInt8>?]

  /// Reads a revision.
  /// - Throws: `HistoryFailure` if git fails, or the commit has no Content folder.
  package init(_ commit: Commit, of repository: GitRepository) throws(HistoryFailure) {
    do {
      try self.init(commit, folder: repository.prefix, root: repository.content, of: repository)
    } catch {
      // Reading the whole log is only worthwhile for a folder that was moved since.
      guard case .unavailable = error, let folder = try repository.formerFolder(in: commit) else {
        throw error
      }
      self = try GitRevision(commit, folder: folder, root: repository.content, of: repository)
    }
  }

  /// The former path of a folder beside Content, which may have been moved together with Content.
  /// - Parameter folder: its present path from the top of the work tree, with a trailing slash.
  package func place(of folder: String) -> String {
    let (now, then) = (repository.prefix.dropLast().folderPrefix, prefix.dropLast().folderPrefix)
    return folder.hasPrefix(now) ? String(then) + folder.dropFirst(now.count) : folder
  }

  /// Reads another folder of a revision, such as the themes.
  /// - Parameters:
  ///   - folder: its path from the top of the work tree, with a trailing slash; empty for the top.
  ///   - root: the folder as the user would type it.
  ///   - isRequired: whether to throw if the commit does not have the folder; otherwise it has no files.
  package init(
    _ commit: Commit, folder: String, root: String, isRequired: Bool = true, of repository: GitRepository
  ) throws(HistoryFailure) {
    prefix = folder
    self.commit = commit
    self.root = root
    self.repository = repository
    let path = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let answer = try repository.git(["ls-tree", "-r", "-z", "--full-tree", "\(commit.name):\(path)"])
    guard answer.status == 0 || !isRequired else {
      throw .unavailable("'\(root)' is not in commit \(commit.name.prefix(12))")
    }
    var tree = GitTree(answer.output)
    let links = try GitObjects.contents(
      of: tree.links.map { ($0.blob, folder + $0.path) }, at: commit, in: repository)
    tree.resolve(
      zip(tree.links, links).map { link, target in target.map { String(decoding: $0, as: UTF8.self) } },
      root: root)
    entries = tree.entries.sorted { $0.path.precedes($1.path) }
    blobs = tree.blobs
    let texts = entries.map(\.path).filter { $0.hasSuffix(".md") || $0.hasSuffix(".yml") }
    let contents = try GitObjects.contents(
      of: texts.compactMap { [blobs] path in blobs[path].map { ($0, folder + path) } }, at: commit,
      in: repository)
    self.contents = Dictionary(zip(texts.filter { [blobs] in blobs[$0] != nil }, contents)) { first, _ in
      first
    }
  }

  package func list(withStamps: Bool) -> [ContentEntry] { entries }

  package func read(_ paths: [String], limit: Int) -> [Result<[UInt8], EnvironmentFailure>] {
    let others = paths.filter { contents[$0] == nil && blobs[$0] != nil }
    var more: [String: ArraySlice<UInt8>?] = [:]
    var reason = "this clone does not hold it"
    do throws(HistoryFailure) {
      let read = try GitObjects.contents(
        of: others.map { (blobs[$0] ?? "", prefix + $0) }, at: commit, in: repository)
      more = Dictionary(zip(others, read)) { first, _ in first }
    } catch {
      reason = "\(error)"
    }
    return paths.map { path in
      func failure(_ reason: String) -> EnvironmentFailure {
        EnvironmentFailure("read", "\(root)/\(path) at \(commit.name.prefix(12))", reason: reason)
      }
      guard blobs[path] != nil else { return .failure(failure("No such file or directory")) }
      guard let bytes = (contents[path] ?? more[path]).flatMap(\.self) else {
        return .failure(failure(reason))
      }
      guard !bytes.starts(with: ContentEntry.lfsPointer.utf8) else {
        return .failure(failure("it is kept by Git LFS, not in the repository"))
      }
      return .success(Array(bytes.count > limit ? bytes.prefix(limit + 1) : bytes))
    }
  }
}
