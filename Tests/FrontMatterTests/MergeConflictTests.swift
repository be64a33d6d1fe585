import Diagnostics
import FrontMatter
import TestSupport
import Testing

@Suite struct MergeConflictTests {
  @Test(arguments: [
    "a: 1\n1️⃣<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> branch\nc: 4\n",
    "1️⃣<<<<<<< HEAD\r\nb: 2\r\n=======\r\nb: 3\r\n>>>>>>> branch\r\n",
    "a: 1\n1️⃣=======\nb: 3\n", "a: 1\n1️⃣>>>>>>> branch\n", "a: |\n  b\n1️⃣<<<<<<< HEAD\n  c\n", "1️⃣<<<<<<< HEAD\n",
    "a: 1\n1️⃣<<<<<<<< HEAD:a.md\nb: 2\n========\nb: 3\n>>>>>>>> branch:b.md\n",
    "- a\n1️⃣<<<<<<< HEAD\n- b\n||||||| base\n- c\n=======\n>>>>>>> x",
  ])
  func isTheOneErrorOfAYAMLText(text: String) throws {
    let marked = MarkedText(text)
    let (document, diagnostics) = parse(marked.text)
    #expect(diagnostics.map(\.id) == [.mergeConflict])
    #expect(diagnostics.first?.range.bytes.lowerBound == marked.offsets["1️⃣"])
    #expect(document.root == nil)
  }

  @Test(arguments: [
    ("Notes.\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n", 7), ("<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> c", 10),
    ("Title\n=======\n\n>>>>>>> quoted\n<<<<<<< x\n", nil), ("<<<<<<< x\n>>>>>>> y\n=======\n", nil),
    ("  <<<<<<< x\n  =======\n  >>>>>>> y\n", nil), ("<<<<<<<x\n=======\n>>>>>>> y\n", nil),
    ("<<<<<<< x\n========\n>>>>>>> y\n", nil), ("", nil),
    ("Text\n<<<<<<<< x\n========\n>>>>>>>> y\n", 5),
    ("<<<<<<< a\n<<<<<<<<< b\n1\n=========\n2\n>>>>>>>>> c\n=======\n3\n>>>>>>> d\n", 10),
  ])
  func aBodyHasAllThreeLines(text: String, offset: Int?) {
    let file = SourceFile(path: "a.md", text: text)
    let conflict = mergeConflict(in: 0..<file.bytes.count, of: file, isWhole: true)
    #expect(conflict?.range.bytes.lowerBound == offset)
  }
}
