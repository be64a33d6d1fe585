import Foundation
import Synchronization
import TestSupport
import Testing

/// A folder of Content is exchanged for a link while `check --fix` is at work: no file beyond is changed.
@Suite(.serialized) struct FixSwapTests {
  /// Exchanges a folder for a link and back, again and again, on a thread of its own.
  private final class Exchange: Sendable {
    private let isDone = Atomic(false)
    private let hasEnded = Atomic(false)
    private let exchanges = Atomic(0)

    init(_ path: String, aside: String, for link: String) {
      Thread.detachNewThread { [self] in
        var number = 0
        while !isDone.load(ordering: .relaxed) {
          number += 1
          rename(path, aside)
          symlink(link, path)
          usleep(UInt32(number % 4) * 300)
          unlink(path)
          rename(aside, path)
          usleep(UInt32(number % 3) * 300)
        }
        exchanges.store(number, ordering: .relaxed)
        hasEnded.store(true, ordering: .releasing)
      }
    }

    /// Puts the folder back for good.
    /// - Returns: how often it was exchanged.
    func end() -> Int {
      isDone.store(true, ordering: .relaxed)
      while !hasEnded.load(ordering: .acquiring) { usleep(100) }
      return exchanges.load(ordering: .relaxed)
    }
  }

  /// Fixes while `Content/orders/2026` is exchanged for a link to a folder whose files want the same fixes.
  ///
  ///     DOCKET_SWAPS=2000 swift test -c release --filter FixSwapTests
  @Test func nothingOutsideIsFixed() async throws {
    let count = ProcessInfo.processInfo.environment["DOCKET_SWAPS"].flatMap { Int($0) } ?? 30
    let names = (1...12).map { "o\($0).md" }
    let text = "---\ndate: 2026-03-14\ncutsomer: ann\n---\n"
    let fixedText = text.replacing("cutsomer", with: "customer")
    let folder = try TemporaryFolder(["Content/customers/ann.md": "---\nname: Ann\n---\n"])
    for name in names { try folder.put("outside/" + name, text) }
    let outside = try FileTree(folder.path("outside"))
    var (exchanges, fixed) = (0, 0)
    for _ in 0..<count {
      for name in names { try folder.put("Content/orders/2026/" + name, text) }
      let exchange = Exchange(
        folder.path("Content/orders/2026"), aside: folder.path("aside"), for: folder.path("outside"))
      let run = try await folder.docket("check", "--fix")
      exchanges += exchange.end()
      #expect([0, 1, 70].contains(run.status), "\(run.status): \(run.error)")
      for name in names {
        let now = try folder.text("Content/orders/2026/" + name)
        #expect(now == text || now == fixedText)
        if now == fixedText { fixed += 1 }
      }
    }
    print("\(count) runs, \(exchanges) exchanges, \(fixed) files fixed")
    #expect(exchanges > count)
    #expect(try FileTree(folder.path("outside")).differences(from: outside) == [])
    #expect(try FileTree(folder.path("outside")).touched(since: outside) == [])
  }
}
