import FileSystem
import Foundation
import TestSupport
import Testing

/// Folders opened one after another.
@Suite struct FolderWalkTests {
  @Test func findsFoldersInAnyOrder() throws {
    let deep = (0..<40).map { "d\($0)" }.joined(separator: "/")
    let folder = try TemporaryFolder(["a/b/1": "", "a/c/2": "", "e/3": "", deep + "/4": ""])
    var walk = FolderWalk(from: try OpenFolder.open(folder.path))
    for (path, name) in [
      ("a/b", "1"), ("a/c", "2"), (deep, "4"), ("a", "b"), ("a/b/", "1"), ("e", "3"), ("", "e"), (deep, "4"),
    ] {
      let found = try #require(try walk.folder(path), "\(path)")
      #expect(try found.names().contains(name), "\(path)")
      #expect(found.path == found.display("") && found.path.hasSuffix(path.hasSuffix("/") ? "/a/b" : path))
    }
  }

  @Test func doesNotFollowLinks() throws {
    let folder = try TemporaryFolder(["a/b/1": "", "other/b/2": "", "file": ""])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("other"))
    var walk = FolderWalk(from: try OpenFolder.open(folder.path))
    for path in ["link", "link/b", "none", "a/none", "a/b/none/c", "file"] {
      #expect(try walk.folder(path) == nil, "\(path)")
      #expect(try walk.folder("a/b")?.names() == ["1"])
    }
  }

  /// A folder is opened once for all those below it, even if its path leads elsewhere by then.
  @Test func keepsTheFoldersAbove() throws {
    let folder = try TemporaryFolder(["a/b/1": "", "a/c/2": ""])
    var walk = FolderWalk(from: try OpenFolder.open(folder.path))
    #expect(try walk.folder("a/b")?.names() == ["1"])
    try FileManager.default.moveItem(atPath: folder.path("a"), toPath: folder.path("z"))
    #expect(try walk.folder("a/c")?.names() == ["2"])
  }

  @Test func showsPublishedNames() throws {
    let folder = try TemporaryFolder([".temporary/b/1": ""])
    var walk = FolderWalk(from: try OpenFolder.open(folder.path))
    let found = try walk.folder(".temporary/b", as: "a/b")
    #expect(found?.path == folder.path("a/b"))
  }
}
