import Diagnostics
import TestSupport
import Testing

/// Scripts of changes, and two of them as one.
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

  @Test func theScriptToOtherBytesIsOneChange() {
    let file = SourceFile(path: "a.md", text: "name: Müller\n")
    let script = EditScript(file, giving: Array("name: Möller\n".utf8))
    #expect(script.fixIts.map(\.replacement) == ["ö"])
    #expect(EditScript(file, giving: file.bytes).fixIts.isEmpty)
    for other in ["", "name: Müllerin\n", "n", "aname: Müller\n", "name: MüMüller\n", "日"] {
      #expect(text(EditScript(file, giving: Array(other.utf8))) == other)
    }
  }

  /// Two random scripts, one of the other's result, do as one what they do in turn.
  @Test func twoAreOne() {
    var random = SeededGenerator(seed: 14)
    func written() -> String {
      String(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in "xyzäß日".randomElement(using: &random) ?? "x" }
      )
    }
    /// A place between two characters.
    func places(_ text: String) -> [Int] {
      let ends = text.unicodeScalars.indices.map { text.utf8.distance(from: text.startIndex, to: $0) }
      return ends + [text.utf8.count]
    }
    func change(_ file: SourceFile) -> EditScript {
      var script = EditScript(file)
      let places = places(file.range.text)
      var start = 0
      while start < places.count {
        let first = start + Int.random(in: 0...6, using: &random)
        let last = first + Int.random(in: 0...3, using: &random)
        guard last < places.count else { break }
        script.replace(places[first]..<places[last], with: written())
        start = last + 1
      }
      return script
    }
    for _ in 0..<2_000 {
      let file = SourceFile(path: "a", text: "abc dé日fgh ijk lmn opq ß rst")
      var one = change(file)
      let next = change(one.result)
      one.append(next)
      #expect(one.bytes == next.bytes)
      #expect(one.file.bytes == file.bytes)
      let ranges = one.fixIts.map(\.range.bytes)
      #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }
  }
}
