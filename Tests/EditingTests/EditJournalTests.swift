import Editing
import FileSystem
import Foundation
import TestSupport
import Testing

struct EditJournalTests {
  private func change(_ path: String, _ before: String?, _ after: String?) -> FileChange {
    FileChange(path: path, before: before.map { Array($0.utf8) }, after: after.map { Array($0.utf8) })
  }

  private func folder() throws -> (folder: TemporaryFolder, journal: EditJournal) {
    let folder = try TemporaryFolder(["Content/a.md": "a", "Content/b/b.md": "b"])
    return (folder, EditJournal(content: folder.path("Content")))
  }

  private func files(_ folder: TemporaryFolder) throws -> [String: String] {
    try FileTree(folder.path).files.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test func makesChangesRemovesAndMoves() throws {
    let (folder, journal) = try folder()
    let outcome = try journal.commit([
      change("a.md", "a", "A"), change("b/b.md", "b", nil), change("c/d/b.md", nil, "b"),
      change("same.md", nil, nil),
    ])
    #expect(outcome == .written)
    #expect(try files(folder) == ["Content/a.md": "A", "Content/c/d/b.md": "b"])
    #expect(try journal.commit([change("a.md", "A", "AA")]) == .written)
    #expect(try files(folder)["Content/a.md"] == "AA")
    #expect(try journal.recover() == nil)
  }

  @Test func aFileThatChangedIsAConflict() throws {
    let (folder, journal) = try folder()
    let old = try files(folder)
    #expect(
      try journal.commit([change("a.md", "x", "A"), change("n/c.md", nil, "c")]) == .conflict(["a.md"]))
    #expect(try journal.commit([change("a.md", nil, "A")]) == .conflict(["a.md"]))
    #expect(try journal.commit([change("c.md", "c", nil)]) == .conflict(["c.md"]))
    #expect(try journal.commit([change("n/c.md", "x", "c")]) == .conflict(["n/c.md"]))
    #expect(try files(folder) == old)
    #expect(!folder.has("Content/n"))
  }

  /// What is saved while the files get their names stays, and takes the other changes back.
  @Test func aFileThatIsSavedMeanwhileStaysAsItIs() async throws {
    let count = 400
    let names = (0..<count).map { "\($0).md" }
    let folder = try TemporaryFolder(
      Dictionary(uniqueKeysWithValues: names.map { ("Content/" + $0, "old") }))
    let journal = EditJournal(content: folder.path("Content"))
    let changes = names.map { change($0, "old", $0 == names[count - 2] ? nil : "new") }
    // Two files are saved once the first one is changed: one that is to be replaced, and one that is to be removed.
    let saving = Task.detached {
      while try folder.text("Content/0.md") == "old" {}
      for name in names.suffix(2) { try folder.put("Content/" + name, "saved") }
    }
    let outcome = try journal.commit(changes)
    try await saving.value
    for name in names.suffix(2) { #expect(try folder.text("Content/" + name) == "saved") }
    if outcome != .written {
      for name in names.dropLast(2) { #expect(try folder.text("Content/" + name) == "old") }
    }
    #expect(try journal.recover() == nil)
    #expect(try files(folder).count == count)
  }

  /// A file that is saved after it got its new bytes keeps them, and is named.
  @Test func aFileThatIsSavedAfterItChangedIsNamed() async throws {
    let names = (0..<400).map { "\($0).md" }
    let folder = try TemporaryFolder(
      Dictionary(uniqueKeysWithValues: names.map { ("Content/" + $0, "old") }))
    let saving = Task.detached {
      while try folder.text("Content/0.md") == "old" {}
      for name in ["0.md", "399.md"] { try folder.put("Content/" + name, "saved") }
    }
    let outcome = try EditJournal(content: folder.path("Content")).commit(
      names.map { change($0, "old", "new") })
    try await saving.value
    #expect(outcome == .written || outcome == .conflict(["399.md"], kept: ["0.md"]))
    #expect(try folder.text("Content/0.md") == "saved")
  }

  @Test(arguments: [1, 2])
  func whatMustNotBeReplacedIsAnError(count: Int) throws {
    let (folder, journal) = try folder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Content/link.md"), withDestinationPath: "a.md")
    try folder.put("Content/fixed.md", "f")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: folder.path("Content/fixed.md"))
    try folder.put("Content/shut/x.md", "x")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555], ofItemAtPath: folder.path("Content/shut"))
    let old = try files(folder)
    for (path, before) in [("link.md", "a"), ("fixed.md", "f"), ("shut/x.md", "x")] {
      let changes = [change("a.md", "a", "A"), change(path, before, "new")].suffix(count)
      #expect(throws: EnvironmentFailure.self) { try journal.commit(Array(changes)) }
      #expect(try files(folder) == old)
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("Content/shut"))
  }

  @Test func permissionsStay() throws {
    let (folder, journal) = try folder()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: folder.path("Content/a.md"))
    _ = try journal.commit([change("a.md", "a", "A"), change("b/b.md", "b", "B")])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("Content/a.md"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func aMovedFileKeepsItsPermissions() throws {
    let (folder, journal) = try folder()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.path("Content/a.md"))
    let moved = FileChange(path: "c/d.md", before: nil, after: Array("A".utf8), origin: "a.md")
    _ = try journal.commit([change("a.md", "a", nil), moved])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("Content/c/d.md"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  /// An undoing that could not be done either leaves old bytes, which are not taken for the new ones.
  @Test func anEditIsFinishedWhoseUndoingFailed() throws {
    let folder = try TemporaryFolder([
      ".docket-edit-Content": "docket-edit 1\nfile 4 1 1 a.md\naA\nfile 6 1 1 b/b.md\nbB\nend\n",
      "Content/a.md": "A", "Content/.docket-edit-former-0": "a", "Content/b/b.md": "b",
      "Content/b/.docket-edit-1": "B",
    ])
    #expect(try EditJournal(content: folder.path("Content")).recover() == .finished(2))
    #expect(try files(folder) == ["Content/a.md": "A", "Content/b/b.md": "B"])
  }

  /// The journal of an edit of two files and a new one, and what lies beside them before it is made.
  private static let entry = """
    docket-edit 1
    folder 1 n
    file 4 1 1 a.md
    aA
    file 6 1 - b/b.md
    b
    file 6 - 1 n/c.md
    c
    end

    """

  @Test func finishesWhatWasMade() throws {
    let (folder, journal) = try folder()
    try folder.put(".docket-edit-Content", Self.entry)
    try folder.put("Content/.docket-edit-0", "A")
    #expect(try journal.recover() == .finished(3))
    #expect(try files(folder) == ["Content/a.md": "A", "Content/n/c.md": "c"])
    #expect(try journal.recover() == nil)
  }

  /// A process that was finishing the edit may have been killed while it wrote new bytes again.
  @Test(arguments: ["", "B"]) func newBytesThatAreNotWholeAreWrittenAgain(staged: String) throws {
    let (folder, journal) = try folder()
    try folder.put(".docket-edit-Content", Self.entry)
    try folder.put("Content/.docket-edit-0", staged)
    #expect(try journal.recover() == .finished(3))
    #expect(try files(folder) == ["Content/a.md": "A", "Content/n/c.md": "c"])
  }

  @Test func tellsOfWhatItFinishesBeforeAChange() throws {
    let (folder, journal) = try folder()
    try folder.put(".docket-edit-Content", Self.entry)
    var lines: [String] = []
    let outcome = try journal.commit([change("d.md", nil, "d")]) { lines += $0.lines(in: "Content") }
    #expect(outcome == .written)
    #expect(lines == ["an edit of 3 files was interrupted; it is finished now"])
    #expect(
      try files(folder) == ["Content/a.md": "A", "Content/n/c.md": "c", "Content/d.md": "d"])
  }

  @Test func takesBackWhatWasOnlyPrepared() throws {
    let (folder, journal) = try folder()
    let old = try files(folder)
    try folder.put(".docket-edit-Content.new", Self.entry)
    try folder.put("Content/.docket-edit-0", "A")
    try folder.put("Content/n/.docket-edit-2", "c")
    #expect(try journal.recover() == .takenBack(kept: []))
    #expect(try files(folder) == old)
    #expect(!folder.has("Content/n"))
    // One that was being written when the power went.
    try folder.put(".docket-edit-Content.new", String(Self.entry.dropLast(10)))
    #expect(try journal.recover() == .takenBack(kept: []))
    #expect(try files(folder) == old)
  }

  @Test func takesBackWhereOtherHandsChangedAFile() throws {
    let (folder, journal) = try folder()
    try folder.put(".docket-edit-Content", Self.entry)
    try folder.put("Content/a.md", "A")
    try folder.put("Content/b/b.md", "mine")
    #expect(try journal.recover() == .takenBack(kept: ["b/b.md"]))
    #expect(try files(folder) == ["Content/a.md": "a", "Content/b/b.md": "mine"])
  }

  /// A folder that another program made in place of a file is left alone as well.
  @Test func takesBackWhereAFileBecameAFolder() throws {
    let (folder, journal) = try folder()
    try folder.put(".docket-edit-Content", Self.entry)
    try folder.put("Content/a.md", "A")
    try FileManager.default.removeItem(atPath: folder.path("Content/b/b.md"))
    try folder.put("Content/b/b.md/mine.md", "mine")
    #expect(try journal.recover() == .takenBack(kept: ["b/b.md"]))
    #expect(try files(folder) == ["Content/a.md": "a", "Content/b/b.md/mine.md": "mine"])
  }

  /// Only the journal says where the new bytes are.
  @Test func theJournalStaysUntilNewBytesAreGone() throws {
    let (folder, journal) = try folder()
    try folder.put(".docket-edit-Content", Self.entry)
    try folder.put("Content/b/b.md", "mine")
    // A folder cannot be removed as a file is.
    try folder.put("Content/n/.docket-edit-2/x", "x")
    #expect(throws: EnvironmentFailure.self) { try journal.recover() }
    #expect(folder.has(".docket-edit-Content"))
    try FileManager.default.removeItem(atPath: folder.path("Content/n"))
    #expect(try journal.recover() == .takenBack(kept: ["b/b.md"]))
    #expect(try files(folder) == ["Content/a.md": "a", "Content/b/b.md": "mine"])
  }

  /// A link to itself is one way in which the system does not say what is at a path.
  @Test func whatCannotBeLookedAtIsNotAbsent() throws {
    let (folder, journal) = try folder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Content/loop"), withDestinationPath: folder.path("Content/loop"))
    #expect(throws: EnvironmentFailure.self) { try FileSystem.status(of: folder.path("Content/loop/x.md")) }
    #expect(throws: EnvironmentFailure.self) { try journal.commit([change("loop/x.md", "x", nil)]) }
    let long = String(repeating: "n", count: 300)
    for path in ["Content/nothing.md", "Content/a.md/x", long] {
      #expect(try FileSystem.status(of: folder.path(path)) == nil)
    }
  }

  @Test(arguments: ["../b.md", "/b.md", "b/../../c.md", ".git/config", "b//b.md", "./b.md", "b/.hidden", ""])
  func aJournalThatLeadsElsewhereIsAnError(path: String) throws {
    let (folder, journal) = try folder()
    let old = try files(folder)
    for name in [".docket-edit-Content", ".docket-edit-Content.new"] {
      for line in ["file \(path.utf8.count) - 1 \(path)\nA", "folder \(path.utf8.count) \(path)"] {
        try folder.put(name, "docket-edit 1\n\(line)\nend\n")
        if name.hasSuffix(".new") {
          #expect(try journal.recover() == .takenBack(kept: []))
        } else {
          #expect(throws: EnvironmentFailure.self) { try journal.recover() }
          try folder.remove(name)
        }
        #expect(try files(folder) == old)
      }
    }
  }

  /// A folder that a link leads to is written if it is in Content, at once and after an interruption.
  @Test(arguments: [true, false]) func aLinkedFolderOfContentIsWritten(isInterrupted: Bool) throws {
    let (folder, journal) = try folder()
    try folder.put("Content/_data/d.md", "d")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Content/link"), withDestinationPath: "_data")
    if isInterrupted {
      try folder.put(
        ".docket-edit-Content", "docket-edit 1\nfile 9 1 - link/d.md\nd\nfile 9 - 1 link/e.md\nd\nend\n")
      #expect(try journal.recover() == .finished(2))
    } else {
      let changes = [change("link/d.md", "d", nil), change("link/e.md", nil, "d")]
      #expect(try journal.commit(changes) == .written)
    }
    #expect(!folder.has("Content/_data/d.md"))
    #expect(try folder.text("Content/_data/e.md") == "d")
  }

  @Test(arguments: [1, 2]) func nothingIsWrittenThroughALinkOutOfContent(count: Int) throws {
    let (folder, journal) = try folder()
    try folder.put("out/d.md", "d")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Content/link"), withDestinationPath: folder.path("out"))
    let changes = [change("link/d.md", "d", "D"), change("link/n/e.md", nil, "e")]
    #expect(throws: EnvironmentFailure.self) { try journal.commit(Array(changes.prefix(count))) }
    #expect(try folder.text("out/d.md") == "d" && !folder.has("out/n"))
    #expect(try journal.recover() == nil)
  }

  @Test func aJournalThatLeadsThroughALinkIsAnError() throws {
    let (folder, journal) = try folder()
    try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Content/link"), withDestinationPath: folder.path("out"))
    try folder.put(".docket-edit-Content", "docket-edit 1\nfile 9 - 1 link/c.md\nA\nend\n")
    #expect(throws: EnvironmentFailure.self) { try journal.recover() }
    #expect(!folder.has("out/c.md"))
    // Nor is anything removed there.
    try folder.remove(".docket-edit-Content")
    try folder.put("out/.docket-edit-0", "")
    try FileManager.default.createDirectory(atPath: folder.path("out/n"), withIntermediateDirectories: true)
    for line in ["file 9 - 1 link/c.md\nA", "folder 6 link/n"] {
      try folder.put(".docket-edit-Content.new", "docket-edit 1\n\(line)\nend\n")
      #expect(try journal.recover() == .takenBack(kept: []))
      #expect(folder.has("out/.docket-edit-0") && folder.has("out/n"))
    }
  }

  @Test(arguments: [".docket-edit-Content", ".docket-edit-Content.new"])
  func aJournalThatIsALinkIsNotRead(name: String) throws {
    let (folder, journal) = try folder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name), withDestinationPath: "/dev/zero")
    #expect(throws: EnvironmentFailure.self) { try journal.recover() }
  }

  @Test func aDamagedJournalIsAnError() throws {
    let (folder, journal) = try folder()
    try folder.put(".docket-edit-Content", "garbage")
    let old = try files(folder)
    #expect(throws: EnvironmentFailure.self) { try journal.recover() }
    #expect(try files(folder) == old)
  }
}
