import Content
import Diagnostics
import FileSystem
import Foundation
import History
import Records
import TestSupport
import Testing

@Suite(.needsGit) struct GitRevisionTests {
  @Test func readsTheFilesOfACommitAndNotThoseOfTheFolder() async throws {
    let repository = try GitFixture()
    try repository.folder.put("firm/Content/scan ü.pdf", Data([0, 1, 2, 255]))
    try repository.commit()
    try repository.folder.put("firm/Content/customers/acme.md", "---\nname: Changed\n---\n")
    try repository.folder.put("firm/Content/customers/zoe.md", "---\nname: Zoe\n---\n")
    let source = try repository.source("HEAD")
    #expect(source.list(withStamps: true).map(\.path) == ["customers/acme.md", "scan ü.pdf"])
    #expect(try source.read("customers/acme.md") == Array("---\nname: Acme\n---\n".utf8))
    #expect(try source.read("scan ü.pdf") == [0, 1, 2, 255])
    #expect(try source.read("scan ü.pdf", limit: 2) == [0, 1, 2])
    #expect(throws: EnvironmentFailure.self) { try source.read("customers/zoe.md") }
  }

  @Test func loadsTheBookThatACheckoutWouldGive() async throws {
    let repository = try GitFixture()
    try repository.folder.put("firm/Content/orders/o1.md", "---\ndate: 2026-01-01\ncustomer: acme\n---\n")
    try repository.commit()
    let today = try #require(CivilDate("2026-11-22"))
    func loaded(_ source: any ContentSource) async -> Book {
      await ContentLoader(source: source, includesDrafts: false, today: today, findsLints: true).load()
    }
    let (past, present) = (
      await loaded(try repository.source("HEAD")), await loaded(WorkingTree(repository.content))
    )
    #expect(BookChanges(from: past, to: present).isEmpty)
    #expect(past.diagnostics.map(\.summary) == present.diagnostics.map(\.summary))
    #expect(past.recordCount == 2)
  }

  /// That git fails is not a wrong request: a last commit whose object is gone, and settings that cannot be read.
  @Test func whereGitFailsTheEnvironmentDoes() throws {
    let repository = try GitFixture()
    try repository.commit()
    let commit = try repository.git("rev-parse", "HEAD")
    let object = ".git/objects/\(commit.prefix(2))/\(commit.dropFirst(2))"
    try FileManager.default.removeItem(atPath: repository.folder.path(object))
    func failure() -> String? {
      do {
        _ = try repository.source("HEAD")
      } catch HistoryFailure.environment(let failure) {
        return failure.description
      } catch {}
      return nil
    }
    #expect(failure() == "cannot read 'commit \(commit.prefix(12))': The repository is damaged")
    try repository.folder.put(".git/config", "[core\n")
    #expect(failure()?.hasPrefix("cannot run 'git rev-parse': ") ?? false)
  }

  /// A day is the committer's, whatever the time zone of the machine that asks.
  @Test(arguments: [("22:00:00-0500", "2026-03-31"), ("01:00:00+1300", "2026-04-01")])
  func theDayOfACommitIsTheSameEverywhere(time: String, day: String) throws {
    let repository = try GitFixture()
    try repository.commit("2026-03-01")
    let before = try repository.source("HEAD").commit
    try repository.folder.put("firm/Content/customers/zoe.md", "---\nname: Zoe\n---\n")
    try repository.git("add", "-A")
    try repository.git(
      "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "x", day: day, time: time)
    let last = try repository.source("HEAD").commit
    #expect(last != before)
    #expect(try repository.source(day).commit == last)
    #expect(try repository.source("2026-03-30").commit == before)
    #expect(try repository.source("2026-04-02").commit == last)
  }

  @Test func followsLinksWithinContentAsTheFolderDoes() async throws {
    let repository = try GitFixture()
    try repository.folder.put("firm/Content/orders/2025/o1.md", "---\ndate: 2025-01-01\n---\n")
    try repository.folder.put("firm/Content/.attic/o0.md", "---\ndate: 2024-01-01\n---\n")
    let manager = FileManager.default
    for (link, target) in [
      ("customers/same.md", "acme.md"), ("orders/old", "2025"), ("customers/out.md", "../../../x.md"),
      ("customers/gone.md", "nobody.md"), ("orders/attic", "../.attic"),
    ] {
      try manager.createSymbolicLink(
        atPath: repository.content + "/" + link, withDestinationPath: target)
    }
    try repository.commit()
    let entries = try repository.source("main").list(withStamps: false)
    #expect(
      entries.map(\.path) == [
        ".attic/o0.md", "customers/acme.md", "customers/gone.md", "customers/out.md", "customers/same.md",
        "orders/2025/o1.md", "orders/attic/o0.md", "orders/old",
      ])
    let folder = try await WorkingTree(repository.content).list(withStamps: false)
    #expect(entries.filter { !$0.path.hasPrefix(".") }.map(\.path) == folder.map(\.path).sorted())
    #expect(entries.last?.kind == folder.first { $0.path == "orders/old" }?.kind)
    #expect(entries[2].kind == .link(to: nil))
    #expect(entries[3].kind == .link(to: "../../../x.md"))
    #expect(entries[4].kind == .file)
  }

  @Test func knowsACommitByItsDay() throws {
    let repository = try GitFixture()
    try repository.commit("2026-01-02")
    try repository.folder.put("firm/Content/customers/zoe.md", "---\nname: Zoe\n---\n")
    try repository.commit("2026-02-03")
    #expect(try repository.source("2026-02-02").list(withStamps: false).count == 1)
    #expect(try repository.source("2026-02-03").list(withStamps: false).count == 2)
    #expect(repository.failure("2026-01-01") == "there is no commit on or before 2026-01-01")
  }

  @Test func aDayDoesNotNameACommitOfABranchThatWasMergedLater() throws {
    let repository = try GitFixture()
    func put(_ name: String, _ day: String) throws -> Commit {
      try repository.folder.put("firm/Content/customers/\(name).md", "---\nname: \(day)\n---\n")
      try repository.commit(day)
      return try repository.source("HEAD").commit
    }
    let first = try put("main", "2026-01-01")
    try repository.git("checkout", "-qb", "side")
    _ = try put("side", "2026-01-04")
    try repository.git("checkout", "-q", "main")
    let second = try put("main", "2026-01-03")
    try repository.git(
      "-c", "user.name=A", "-c", "user.email=a@example.org", "merge", "-q", "--no-ff", "-m", "x", "side",
      day: "2026-01-10")
    let merge = try repository.source("HEAD").commit
    for (day, commit) in [
      ("2026-01-02", first), ("2026-01-05", second), ("2026-01-09", second), ("2026-01-10", merge),
    ] { #expect(try repository.source(day).commit == commit, "\(day)") }
  }

  @Test func tellsPlainlyWhatIsNotThere() throws {
    let repository = try GitFixture()
    #expect(repository.failure("HEAD") == "there is no commit yet")
    #expect(repository.failure("2026-01-02") == "there is no commit yet")
    try repository.commit()
    #expect(repository.failure("nope") == "there is no revision 'nope'")
    #expect(repository.failure("--all") == "there is no revision '--all'")
    let folder = try TemporaryFolder(["Content/site.yml": ""])
    #expect(throws: HistoryFailure.self) { try GitRepository(of: folder.path("Content")) }
    try repository.git("clone", "-q", "--depth", "1", "file://" + repository.folder.path, "copy")
    let clone = try GitRepository(of: repository.folder.path("copy/firm/Content"))
    #expect(clone.isShallow)
    do {
      _ = try clone.commit(named: "2020-01-01")
      Issue.record("the past of a shallow clone is known")
    } catch {
      guard case .unavailable(let words) = error else { throw error }
      #expect(words == "what the book was on 2020-01-01 is unknown, because this clone is shallow")
    }
  }

  @Test func namesWhatGitKeepsElsewhere() throws {
    let repository = try GitFixture()
    try repository.folder.put(
      "firm/Content/photo.jpg", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 2\n")
    try repository.commit()
    let source = try repository.source("HEAD")
    do {
      _ = try source.read("photo.jpg")
      Issue.record("the pointer was read")
    } catch {
      #expect(error.reason == "it is kept by Git LFS, not in the repository")
    }
  }

  @Test func convertsLineEndsAsACheckoutDoes() throws {
    let repository = try GitFixture()
    try repository.git("config", "core.autocrlf", "false")
    for (name, text) in [
      (".gitattributes", "*.md eol=crlf\n*.txt text=auto eol=crlf\n*.bin -text\n"),
      ("Content/customers/zoe.md", "---\nname: Zoe\n---\nTwo\nlines\n"), ("Content/notes.txt", "a\nb\n"),
      ("Content/data.txt", "a\n\u{0}\n"), ("Content/scan.bin", "a\nb\n"), ("Content/plain.csv", "a\nb\n"),
    ] { try repository.folder.put("firm/" + name, text) }
    try repository.commit()
    // Written anew by git, as in a clone.
    try repository.folder.remove("firm/Content")
    try repository.git("checkout", "-q", "--", ".")
    let (source, tree) = (try repository.source("HEAD"), WorkingTree(repository.content))
    #expect(try source.read("notes.txt") == Array("a\r\nb\r\n".utf8))
    let paths = source.list(withStamps: false).map(\.path)
    #expect(paths.count == 6)
    for path in paths { #expect(try source.read(path) == tree.read(path), "\(path)") }
  }

  @Test func asksNothingOfGitLFS() throws {
    let repository = try GitFixture()
    // What would fail, or ask a server, if it were run.
    try repository.git("config", "filter.lfs.smudge", "false")
    try repository.git("config", "filter.lfs.required", "true")
    try repository.folder.put("firm/.gitattributes", "*.jpg filter=lfs\n")
    try repository.folder.put(
      "firm/Content/photo.jpg", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 2\n")
    try repository.git("-c", "filter.lfs.clean=cat", "add", "-A")
    try repository.git(
      "-c", "filter.lfs.clean=cat", "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm",
      "x")
    let source = try repository.source("HEAD")
    let error = #expect(throws: EnvironmentFailure.self) { try source.read("photo.jpg") }
    #expect(error?.reason == "it is kept by Git LFS, not in the repository")
  }

  /// A clone may have a folder that git would take for a repository, with settings that run programs.
  @Test func filesThatLookLikeARepositoryAreNone() throws {
    let repository = try GitFixture()
    let hidden = repository.folder.path("firm/Content")
    for name in ["HEAD", "objects", "refs"] {
      try FileManager.default.copyItem(
        atPath: repository.folder.path(".git/" + name), toPath: hidden + "/" + name)
    }
    try repository.folder.put(
      "firm/Content/config", "[core]\n repositoryformatversion = 0\n bare = false\n worktree = .\n")
    let error = #expect(throws: HistoryFailure.self) { try GitRepository(of: repository.content) }
    let words = try #require(error).description
    #expect(words.contains("bare repository") || words.contains("docket does not read it"), "\(words)")
  }

  /// As of `git init --separate-git-dir`.
  @Test func aRepositoryThatTheWorkTreeNamesIsOne() throws {
    let repository = try GitFixture()
    try repository.commit()
    try FileManager.default.moveItem(
      atPath: repository.folder.path(".git"), toPath: repository.folder.path("firm/.repo"))
    try repository.folder.put(".git", "gitdir: ./firm/.repo\n")
    let git = try GitRepository(of: repository.content)
    #expect(try git.day(of: git.commit(named: "HEAD")) == "2026-01-02")
  }

  /// What a signature is said to be comes before what was asked for.
  @Test func theDayOfASignedCommitIsKnown() throws {
    let repository = try GitFixture()
    try repository.commit()
    try repository.git("config", "log.showSignature", "true")
    try repository.git("config", "gpg.program", "false")
    let tree = try repository.git("rev-parse", "HEAD^{tree}")
    try repository.folder.put(
      "commit",
      """
      tree \(tree)
      author A <a@example.org> 1767268800 +0000
      committer A <a@example.org> 1767268800 +0000
      gpgsig -----BEGIN PGP SIGNATURE-----
       x
       -----END PGP SIGNATURE-----

      signed

      """)
    let name = try repository.git("hash-object", "-t", "commit", "-w", "commit")
    let git = try GitRepository(of: repository.content)
    #expect(try git.day(of: git.commit(named: name)) == "2026-01-01")
  }

  @Test func namesASubmodule() async throws {
    let repository = try GitFixture()
    try repository.commit()
    try repository.addSubmodule("firm/Content/orders")
    let today = try #require(CivilDate("2026-11-22"))
    let book = await ContentLoader(source: try repository.source("HEAD"), includesDrafts: false, today: today)
      .load()
    #expect(
      book.diagnostics.map(\.summary) == [
        "cannot read the folder: it is a submodule, whose files are not in this repository"
      ])
  }

  @Test func readsAWorkTreeADetachedHeadAndWhatIsNotCommittedApart() async throws {
    let repository = try GitFixture()
    try repository.commit("2026-01-02")
    try repository.folder.put("firm/Content/customers/zoe.md", "---\nname: Zoe\n---\n")
    try repository.commit("2026-01-03")
    try repository.git("worktree", "add", "-q", "--detach", "tree", "HEAD~1")
    let content = repository.folder.path("tree/firm/Content")
    let git = try GitRepository(of: content)
    #expect(git.prefix == "firm/Content/")
    #expect(try GitRevision(try git.commit(named: "HEAD"), of: git).list(withStamps: false).count == 1)
    try repository.folder.put("tree/firm/Content/customers/new.md", "---\nname: New\n---\n")
    #expect(try GitRevision(try git.commit(named: "HEAD"), of: git).list(withStamps: false).count == 1)
    #expect(
      try await RecordHistory.read(of: git, model: WorkingTree(content)).entries.map(\.day.description) == [
        "2026-01-02"
      ])
  }

  @Test func readsARepositoryOfTheOtherDigest() async throws {
    let folder = try TemporaryFolder(["Content/customers/acme.md": "---\nname: Acme\n---\n"])
    for arguments in [
      ["init", "-q", "--object-format=sha256"], ["add", "-A"],
      ["-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "x"],
    ] {
      #expect(try ChildProcess.run("git", ["-C", folder.path] + arguments).status == 0)
    }
    let git = try GitRepository(of: folder.path("Content"))
    let commit = try git.commit(named: "HEAD")
    #expect(commit.name.count == 64)
    #expect(
      try GitRevision(commit, of: git).read("customers/acme.md") == Array("---\nname: Acme\n---\n".utf8))
    let history = try await RecordHistory.read(of: git, model: WorkingTree(folder.path("Content")))
    #expect(history.entries.flatMap(\.changes).map(\.id) == ["acme"])
  }
}
