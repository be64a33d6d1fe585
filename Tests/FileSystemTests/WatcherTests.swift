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
}
