import FileSystem
import Foundation
import Publishing
import Synchronization
import Testing

/// A folder of the output is exchanged for a link while a build is under way: nothing is written, read or removed beyond.
@Suite(.serialized) struct SwapTests {
  private final class Exchange: Sendable {
    let isDone = Atomic(false)
    let hasEnded = Atomic(false)
    let count = Atomic(0)
  }

  /// Builds while another thread exchanges `Site/orders` and `Site/orders/2026` for links to a folder outside and back.
  ///
  ///     DOCKET_SWAPS=2000 swift test -c release --filter SwapTests
  @Test func nothingOutsideIsTouched() throws {
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
    let asides = fixture.folder + "/asides"
    try FileManager.default.createDirectory(atPath: asides, withIntermediateDirectories: true)
    let exchange = Exchange()
    let paths = ["orders", "orders/2026"].map { fixture.site + "/" + $0 }
    // A thread of its own, for tasks wait for each other where there are few cores.
    Thread.detachNewThread {
      let links = [outside, outside + "/2026"]
      // What is put aside gets a name of its own, for a build may have made the folder anew by then.
      var number = 0
      while !exchange.isDone.load(ordering: .relaxed) {
        for (path, link) in zip(paths, links) {
          number += 1
          let aside = "\(asides)/\(number)"
          guard rename(path, aside) == 0 else { continue }
          symlink(link, path)
          exchange.count.add(1, ordering: .relaxed)
          usleep(UInt32(number % 4) * 50)
          unlink(path)
          rename(aside, path)
        }
      }
      exchange.hasEnded.store(true, ordering: .relaxed)
    }
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
    exchange.isDone.store(true, ordering: .relaxed)
    while !exchange.hasEnded.load(ordering: .relaxed) { usleep(1000) }
    print("\(count) builds, \(exchange.count.load(ordering: .relaxed)) exchanges")
    var found: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: outside) where path != "2026" {
      found[path] = FileManager.default.contents(atPath: outside + "/" + path).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(found == treasure)
    #expect(exchange.count.load(ordering: .relaxed) > 0)
  }
}
