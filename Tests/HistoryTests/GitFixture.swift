import Content
import FileSystem
import Foundation
import History
import Records
import TestSupport
import Testing

/// A repository with Content in a folder of it.
struct GitFixture {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(["firm/Content/customers/acme.md": "---\nname: Acme\n---\n"])
    try git("init", "-q", "-b", "main")
  }

  var content: String { folder.path("firm/Content") }

  func commit(_ day: String = "2026-01-02") throws {
    try git("add", "-A")
    try git("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "x", day: day)
  }

  @discardableResult
  func git(_ arguments: String..., day: String = "2026-01-02", time: String = "12:00:00") throws -> String {
    try git(arguments, day: day, time: time)
  }

  /// Runs git.
  /// - Returns: what it prints, without the last line's end.
  @discardableResult
  func git(_ arguments: [String], day: String = "2026-01-02", time: String = "12:00:00") throws -> String {
    let outcome = try ChildProcess.run(
      "git", ["-C", folder.path] + arguments,
      environment: ["GIT_AUTHOR_DATE": "\(day)T\(time)", "GIT_COMMITTER_DATE": "\(day)T\(time)"])
    guard outcome.status == 0 else { throw Unexpected(String(decoding: outcome.errors, as: UTF8.self)) }
    let output = String(decoding: outcome.output, as: UTF8.self)
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }

  func source(_ revision: String) throws -> GitRevision {
    let repository = try GitRepository(of: content)
    return try GitRevision(try repository.commit(named: revision), of: repository)
  }

  func failure(_ revision: String) -> String {
    do {
      _ = try source(revision)
      return "none"
    } catch let HistoryFailure.unavailable(words) {
      return words
    } catch {
      return "\(error)"
    }
  }
}

extension GitFixture {
  /// Clones the repository into a folder of it, and commits that as a submodule.
  func addSubmodule(_ path: String) throws {
    try git("clone", "-q", folder.path, path)
    try git("-c", "advice.addEmbeddedRepo=false", "add", path)
    try git("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "x")
  }

  /// The changes of the records, newest first.
  func history(
    since: CivilDate? = nil, author: String? = nil, firstParent: Bool = false
  ) async throws -> RecordHistory {
    try await RecordHistory.read(
      of: try GitRepository(of: content), model: WorkingTree(content), since: since, author: author,
      firstParent: firstParent)
  }
}

extension RecordHistory {
  /// Reads the whole history of a Content folder, as a ``HistoryReader`` does.
  static func read(
    of repository: GitRepository, at commit: Commit? = nil, model source: any ContentSource,
    since: CivilDate? = nil, author: String? = nil, firstParent: Bool = false
  ) async throws(HistoryFailure) -> RecordHistory {
    var reader = try await HistoryReader(
      of: repository, at: commit, model: source, since: since, author: author, firstParent: firstParent)
    return try await reader.rest()
  }
}
