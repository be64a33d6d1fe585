import FileSystem
import Foundation
import Publishing
import Synchronization
import Testing

/// A folder of the output is exchanged for a link while a build is under way: nothing is written, read or removed beyond.
@Suite(.serialized) struct SwapTests {
  /// Builds while another thread exchanges `Site/orders` and `Site/orders/2026` for links to a folder outside and back.
  ///
  ///     DOCKET_SWAPS=2000 swift test -c release --filter SwapTests
  @Test func nothingOutsideIsTouched() async throws {
    let fixture = try OutputFolderFixture()
    let count = ProcessInfo.processInfo.environment["DOCKET_SWAPS"].flatMap { Int($0) } ?? 60
    let outside = fixture.folder + "/outside"
    var treasure: [String: String] = [:]
    for name in ["1.html", "2.html", "mine", "2026/1.html", "2026/2.html", "2026/old.html"] {
      treasure[name] = "treasure " + name
    }
    func put(_ path: String, _ text: String) throws {
      let url = URL(fileURLWithPath: outside + "/" + path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    for (path, text) in treasure { try put(path, text) }
    let isDone = Atomic(false)
    let swaps = Atomic(0)
    let paths = ["orders", "orders/2026"].map { fixture.site + "/" + $0 }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let links = [outside, outside + "/2026"]
        while !isDone.load(ordering: .relaxed) {
          for (path, link) in zip(paths, links) {
            guard rename(path, path + ".aside") == 0 else { continue }
            symlink(link, path)
            swaps.add(1, ordering: .relaxed)
            if swaps.load(ordering: .relaxed) % 3 == 0 { await Task.yield() }
            unlink(path)
            rename(path + ".aside", path)
          }
          await Task.yield()
        }
      }
      defer { isDone.store(true, ordering: .relaxed) }
      for number in 0..<count {
        var pages = ["index.html": "home \(number)"]
        for name in ["1.html", "2.html", "2026/1.html", "2026/2.html"] where number % 3 > 0 {
          pages["orders/" + name] = "page \(number) \(name)"
        }
        if number % 2 == 0 { pages["orders/2026/old.html"] = "old" }
        let planned = pages.keys.sorted()
        // It may fail, or find the link in its way; it must not go beyond.
        do {
          guard
            let output = try SiteOutput.open(fixture.site, planned: planned, verify: number % 5 == 0).output
          else {
            continue
          }
          let entries = try planned.indices.map { try output.write($0, pages[planned[$0]] ?? "") }
          _ = try output.finish(entries)
        } catch is EnvironmentFailure {
          continue
        }
      }
    }
    print("\(count) builds, \(swaps.load(ordering: .relaxed)) exchanges")
    var found: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: outside) where path != "2026" {
      found[path] = FileManager.default.contents(atPath: outside + "/" + path).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(found == treasure)
    #expect(swaps.load(ordering: .relaxed) > 0)
  }
}
