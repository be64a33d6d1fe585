import FileSystem
import Foundation
import TestSupport
import Testing

@Suite struct StagedFileTests {
  @Test(arguments: [StagedFile.Durability.deferred, .bytes, .bytesAndName])
  func aFileIsReplacedAndNothingStaysBesideIt(_ durability: StagedFile.Durability) throws {
    let folder = try TemporaryFolder(["a.md": "old", "a.new": "left by a killed run"])
    let file = StagedFile(at: folder.path("a.new"), for: "a.md", durability: durability)
    try file.write(Array("new".utf8), like: folder.path("a.md"))
    #expect(try folder.text("a.md") == "old")
    try file.rename(to: folder.path("a.md"))
    #expect(try folder.text("a.md") == "new")
    #expect(FileSystem.kind(of: folder.path("a.new")) == nil)
  }

  @Test func aPrivateFileIsReadByItsOwnerAlone() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.new")
    try StagedFile(at: path, for: "a.md", durability: .bytes, isPrivate: true).write(Array("new".utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func aFileThatIsNoLongerWantedGoesAndTheOldOneStays() throws {
    let folder = try TemporaryFolder(["a.md": "old"])
    let open = try OpenFolder.open(folder.path)
    let file = StagedFile("a.new", in: open, for: "a.md", durability: .bytes)
    try file.write(Array("new".utf8))
    #expect(try !file.rename(to: "a.md") { () throws(EnvironmentFailure) in false })
    #expect(try open.names() == ["a.md"])
    #expect(try folder.text("a.md") == "old")
  }

  @Test func aNameThatIsTakenInAnOpenFolderIsRefused() throws {
    let folder = try TemporaryFolder(["a.new": "another program's"])
    let file = StagedFile("a.new", in: try .open(folder.path), for: "a.md", durability: .deferred)
    #expect(throws: EnvironmentFailure.self) { try file.write(Array("new".utf8)) }
    #expect(try folder.text("a.new") == "another program's")
  }
}
