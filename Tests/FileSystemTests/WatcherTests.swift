import FileSystem
import Foundation
import TestSupport
import Testing

@Suite struct WatcherTests {
  /// Nothing else in the folder of a file is reported.
  @Test(arguments: [false, true]) func watchesSingleFilesWhoseFolderIsMadeLater(polls: Bool) async throws {
    let folder = try TemporaryFolder(["Content/first.md": ""])
    let file = folder.path("own/git/HEAD")
    let watcher = Watcher([folder.path("Content")], files: [file], polls: polls)
    var changes = watcher.changes.makeAsyncIterator()
    try folder.put("own/git/HEAD", "a")
    #expect(await changes.next() != nil)
    guard watcher.method == .events else { return }
    try await Task.sleep(for: .milliseconds(700))
    try folder.put("own/git/index", "a")
    try folder.put("own/git/HEAD", "b")
    var reported: ChangedFiles?
    while reported != .only([file]), case .files(let files)? = await changes.next() {
      #expect(files == .all || files == .only([file]))
      reported = files
    }
    #expect(reported == .only([file]))
  }

  /// A folder above is another one after a backup is restored, a branch is cloned anew or a link is switched.
  @Test(.timeLimit(.minutes(1))) func watchesAFolderBelowOneThatIsReplaced() async throws {
    let folder = try TemporaryFolder(["book/Content/a.md": "", "new/Content/a.md": ""])
    try await reportsWhatFollows(folder.path("book/Content"), in: folder, changing: "book/Content/a.md") {
      try move("book", to: "old", in: $0)
      try move("new", to: "book", in: $0)
    }
    try await reportsWhatFollows(folder.path("book/Content"), in: folder, changing: "book/Content/a.md") {
      try $0.remove("book")
      try await Task.sleep(for: .milliseconds(100))
      try $0.put("book/Content/a.md", "")
    }
  }

  @Test(.timeLimit(.minutes(1))) func watchesWhereALinkLeads() async throws {
    let folder = try TemporaryFolder(["v1/Content/a.md": "", "v2/Content/a.md": ""])
    try folder.link("current", to: "v1")
    try await reportsWhatFollows(
      folder.path("current/Content"), in: folder, changing: "v2/Content/a.md"
    ) {
      try $0.link("next", to: "v2")
      try move("next", to: "current", in: $0)
    }
    // What a link leads to may go and come back.
    try folder.link("book", to: "v1/Content")
    try await reportsWhatFollows(folder.path("book"), in: folder, changing: "v1/Content/a.md") {
      try move("v1", to: "away", in: $0)
      try await Task.sleep(for: .milliseconds(100))
      try move("away", to: "v1", in: $0)
    }
  }

  /// Moves a file, a folder or a link, also to the place of a link.
  private func move(_ old: String, to new: String, in folder: TemporaryFolder) throws {
    try #require(rename(folder.path(old), folder.path(new)) == 0)
  }

  /// Checks that a change of folders is reported, and a later one of a file in them.
  private func reportsWhatFollows(
    _ watched: String, in folder: TemporaryFolder, changing file: String,
    _ change: (TemporaryFolder) async throws -> Void
  ) async throws {
    let watcher = Watcher([watched], polls: false)
    try #require(watcher.method == .events)
    var changes = watcher.changes.makeAsyncIterator()
    try await change(folder)
    #expect(await changes.next() != nil)
    try await Task.sleep(for: .milliseconds(700))
    try folder.put(file, "later")
    let path = watched + "/" + String(file.fileName)
    while case .files(let files)? = await changes.next() {
      if files == .only([path]) { return }
    }
    Issue.record("the change of '\(file)' is not reported")
  }
}
