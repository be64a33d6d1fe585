import Diagnostics
import Foundation
import Publishing
import TestSupport
import Testing

/// A temporary folder with an output folder `Site` in it, removed at the end.
final class OutputFolderFixture {
  /// One file as it is on disk.
  struct State: Equatable {
    var text: String
    var inode: UInt64
    /// Seconds and nanoseconds.
    var modified: [Int]
  }

  private let temporary: TemporaryFolder
  var folder: String { temporary.path }
  var site: String { temporary.path("Site") }

  init() throws { temporary = try TemporaryFolder() }

  func put(_ path: String, _ text: String) throws { try temporary.put("Site/" + path, text) }

  func remove(_ path: String) throws { try temporary.remove("Site/" + path) }

  func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: site + "/" + path).map { String(decoding: $0, as: UTF8.self) }
  }

  func exists(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: site + "/" + path)) != nil
  }

  /// Every file and folder below the output folder, and the folder itself as "".
  func state() throws -> [String: State] {
    var result: [String: State] = [:]
    let paths = try FileManager.default.subpathsOfDirectory(atPath: site)
    for path in paths + [""] {
      var status = stat()
      try #require(lstat(site + "/" + path, &status) == 0)
      result[path] = State(
        text: text(path) ?? "", inode: UInt64(status.st_ino),
        modified: [status.st_mtim.tv_sec, status.st_mtim.tv_nsec])
    }
    return result
  }

  /// The published files and their texts: everything but docket's own records.
  func pages() throws -> [String: String] {
    var result: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: site) {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: site + "/" + path, isDirectory: &isFolder) else {
        continue
      }
      if !isFolder.boolValue, path != ".docket-manifest", path != ".docket-build",
        !path.hasPrefix(".docket-run-")
      {
        result[path] = text(path)
      }
    }
    return result
  }

  func open(_ paths: [String], verify: Bool = false) throws -> SiteOutput {
    let (output, diagnostics) = try SiteOutput.open(site, planned: paths, verify: verify)
    #expect(diagnostics.map(\.summary) == [])
    return try #require(output)
  }

  /// What is in the way of a plan, as `path id`.
  func refusals(_ paths: [String]) throws -> [String] {
    let (output, diagnostics) = try SiteOutput.open(site, planned: paths)
    #expect(output == nil)
    return diagnostics.map {
      "\($0.range.file.path.dropFirst(folder.count + 1)) \($0.id.rawValue)"
    }
  }

  @discardableResult
  func build(_ pages: [String: String], verify: Bool = false) throws -> SiteOutput.Summary {
    let paths = pages.keys.sorted()
    let output = try open(paths, verify: verify)
    return try output.finish(try paths.indices.map { try output.write($0, pages[paths[$0]] ?? "") })
  }

  /// Begins a build and leaves it as a kill would: some pages written, nothing ended.
  func killedBuild(_ pages: [String: String], after count: Int) throws {
    let paths = pages.keys.sorted()
    let output = try open(paths)
    for index in paths.indices.prefix(count) { _ = try output.write(index, pages[paths[index]] ?? "") }
  }
}

extension SiteOutput {
  func write(_ index: Int, _ text: String) throws -> Entry {
    let bytes = Array(text.utf8)
    return try write(index, bytes.span)
  }
}
