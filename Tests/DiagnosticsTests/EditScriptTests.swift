import Diagnostics
import Testing

/// Scripts of changes.
@Suite struct EditScriptTests {
  private func script(_ text: String, _ changes: (Range<Int>, String)...) -> EditScript {
    var script = EditScript(SourceFile(path: "a.md", text: text))
    for (range, text) in changes { script.replace(range, with: text) }
    return script
  }

  private func text(_ script: EditScript) -> String { String(decoding: script.bytes, as: UTF8.self) }

  @Test func changesStandInTheOrderOfTheFile() {
    let script = script("abcdef", (4..<5, "E"), (0..<1, ""), (2..<2, "x"), (2..<2, "y"))
    #expect(text(script) == "bxycdEf")
    #expect(script.fixIts.map(\.range.bytes) == [0..<1, 2..<2, 2..<2, 4..<5])
  }

  @Test func whatTouchesAnotherIsNotTaken() {
    var script = script("abcdef")
    let file = script.file
    let first = script.take([.init(replacing: file[1..<3], with: "x")])
    let second = script.take([.init(replacing: file[3..<4], with: "y")])
    let third = script.take([
      .init(replacing: file[4..<5], with: "y"), .init(replacing: file[5..<6], with: "z"),
    ])
    #expect(first && !second && !third)
    #expect(text(script) == "axdef")
  }

  /// Changes of one line stay apart, so that several of them can be made.
  @Test func theScriptToOtherBytesChangesPartsOfALineOrWholeLines() {
    let file = SourceFile(path: "a.md", text: "a: 1\nb: 2\nc: 3\n")
    func fixIts(_ text: String) -> [Diagnostic.FixIt] { EditScript(file, giving: Array(text.utf8)).fixIts }
    #expect(fixIts("a: 1\nb: 2\nc: 3\n").isEmpty)
    let changed = fixIts("a: 1\nb: 12\nc: 3\n")
    #expect(changed.map(\.range.bytes) == [8..<8])
    #expect(changed.map(\.replacement) == ["1"])
    let inserted = fixIts("a: 1\nb: 2\nb: 4\nc: 3\n")
    #expect(inserted.map(\.range.bytes) == [10..<10])
    #expect(inserted.map(\.replacement) == ["b: 4\n"])
    for other in ["", "a", "c: 3\n", "a: 1\nc: 3\n", "a: 1\nb: 2\nc: 3", "a: 1\nb: 2\nc: 3\n\n", "日\na: 1\n"]
    {
      #expect(text(EditScript(file, giving: Array(other.utf8))) == other)
    }
  }
}
