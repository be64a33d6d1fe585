import Content
import FileSystem

/// The Content folder as it was at a commit: read from git's objects, without a checkout.
///
/// Records, pages and settings are read at once when the source is made; other files when they are asked for.
package struct GitRevision: ContentSource {
  /// Where Content lies now, as the user would type it.
  package let root: String
  /// The commit.
  package let commit: Commit

  private let repository: GitRepository
  private let entries: [ContentEntry]
  /// The blob of each file, by its path below Content.
  private let blobs: [String: Substring]
  private let objects: GitObjects

  /// Reads a revision.
  /// - Throws: `HistoryFailure` where git fails, or the commit has no Content folder.
  package init(_ commit: Commit, of repository: GitRepository) throws(HistoryFailure) {
    try self.init(commit, folder: repository.prefix, root: repository.content, of: repository)
  }

  /// Reads another folder of a revision, such as that of the themes.
  /// - Parameters:
  ///   - folder: its path from the top of the work tree, with a slash at its end; empty for the top.
  ///   - root: the folder as the user would type it.
  package init(_ commit: Commit, folder: String, root: String, of repository: GitRepository)
    throws(HistoryFailure)
  {
    self.commit = commit
    self.root = root
    self.repository = repository
    let path = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let answer = try repository.git(["ls-tree", "-r", "-z", "--full-tree", "\(commit.name):\(path)"])
    guard answer.status == 0 else {
      throw .unavailable("'\(root)' is not in commit \(commit.name.prefix(12))")
    }
    var tree = GitTree(answer.output)
    let links = try GitObjects(tree.links.map(\.blob), of: repository)
    tree.resolve { links[$0].map { String(decoding: $0, as: UTF8.self) } }
    entries = tree.entries.sorted { $0.path.precedes($1.path) }
    blobs = tree.blobs
    let texts = entries.filter { $0.path.hasSuffix(".md") || $0.path.hasSuffix(".yml") }
    objects = try GitObjects(texts.compactMap { [blobs] in blobs[$0.path] }, of: repository)
  }

  package func list(withStamps: Bool) -> [ContentEntry] { entries }

  package func read(_ paths: [String], limit: Int) -> [Result<[UInt8], EnvironmentFailure>] {
    let others = paths.compactMap { path in blobs[path].flatMap { objects[$0] == nil ? $0 : nil } }
    let more: GitObjects?
    do throws(HistoryFailure) {
      more = others.isEmpty ? nil : try GitObjects(others, of: repository)
    } catch {
      more = nil
    }
    return paths.map { path in
      func failure(_ reason: String) -> EnvironmentFailure {
        EnvironmentFailure("read", "\(root)/\(path) at \(commit.name.prefix(12))", reason: reason)
      }
      guard let blob = blobs[path] else { return .failure(failure("No such file or directory")) }
      guard let bytes = objects[blob] ?? more?[blob] else {
        return .failure(failure("this clone does not hold it"))
      }
      guard !bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) else {
        return .failure(failure("it is kept by Git LFS, not in the repository"))
      }
      return .success(Array(bytes.count > limit ? bytes.prefix(limit + 1) : bytes))
    }
  }
}
