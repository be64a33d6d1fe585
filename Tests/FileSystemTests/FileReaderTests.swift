import FileSystem
import Foundation
import TestSupport
import Testing

/// Files read one after another, the folder of the last one open.
@Suite struct FileReaderTests {
  @Test func readsFilesOfSeveralFoldersInAnyOrder() throws {
    let folder = try TemporaryFolder([
      "a.md": "top", "one/a.md": "one", "one/two/a.md": "two", "one/two/b.md": "", "onetwo/a.md": "beside",
    ])
    var reader = FileReader()
    for path in ["one/a.md", "a.md", "one/two/a.md", "one/two/b.md", "onetwo/a.md", "one/a.md", "a.md"] {
      #expect(try reader.read(folder.path(path)) == Array(folder.text(path).utf8), "\(path)")
    }
  }

  @Test func readsMoreThanItsBufferAndNoMoreThanTheLimit() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try folder.put("big", Data(bytes))
    var reader = FileReader()
    #expect(try reader.read(folder.path("big")) == bytes)
    #expect(try reader.read(folder.path("big"), limit: 200_000) == bytes)
    // One byte more than the limit tells that the file is longer.
    for limit in [0, 7, 65_535, 65_536, 65_537, 199_999] {
      #expect(try reader.read(folder.path("big"), limit: limit) == Array(bytes[...limit]), "\(limit)")
    }
  }

  @Test func goesOnAfterAFailure() throws {
    let folder = try TemporaryFolder(["one/a.md": "one", "two/a.md": "two"])
    var reader = FileReader()
    for path in ["one/none.md", "none/a.md", "one/a.md/b.md", "one"] {
      _ = try reader.read(folder.path("two/a.md"))
      let failure = #expect(throws: EnvironmentFailure.self) { try reader.read(folder.path(path)) }
      #expect(failure?.path == folder.path(path))
      #expect(try reader.read(folder.path("one/a.md")) == Array("one".utf8))
    }
  }
}
