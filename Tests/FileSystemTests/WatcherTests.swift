import FileSystem
import Foundation
import TestSupport
import Testing

@Suite struct WatcherTests {
  /// Whoever handles a change slowly gets all that came meanwhile as one.
  @Test func changesDuringTheHandlingOfOneBecomeOne() async throws {
    let folder = try TemporaryFolder(["Content/first.md": ""])
    let watcher = Watcher([folder.path("Content")], polls: false)
    guard watcher.method == .events else { return }
    var changes = watcher.changes.makeAsyncIterator()
    try folder.put("Content/first.md", "a")
    _ = await changes.next()
    for number in 1...20 {
      try folder.put("Content/\(number).md", "a")
      try await Task.sleep(for: .milliseconds(25))
    }
    try await Task.sleep(for: .milliseconds(300))
    try folder.put("Content/last.md", "a")
    // The first may still hold a part of what was written before.
    var count = 0
    var isLast = false
    while !isLast, case .files(let files)? = await changes.next() {
      count += 1
      if case .only(let paths) = files {
        isLast = paths.contains { $0.hasSuffix("last.md") }
      } else {
        isLast = true
      }
    }
    #expect(isLast && count <= 4)
  }

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
