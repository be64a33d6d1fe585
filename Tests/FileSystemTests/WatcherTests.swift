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
      if case .some(let paths) = files {
        isLast = paths.contains { $0.hasSuffix("last.md") }
      } else {
        isLast = true
      }
    }
    #expect(isLast && count <= 4)
  }
}
