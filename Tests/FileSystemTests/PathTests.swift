import FileSystem
import Testing

@Suite struct PathTests {
  @Test(arguments: [
    ("Content/orders/1.md", "Content", "orders/1.md"), ("Content", "Content", nil),
    ("Contents/1.md", "Content", nil), ("Content/1.md", "Content/orders", nil),
    ("Büro/Content/ü.md", "Büro/Content", "ü.md"),
    ("Bu\u{308}ro/Content/1.md", "Bu\u{308}ro/Content", "1.md"),
    ("Bu\u{308}ro/1.md", "B\u{FC}ro", nil), ("a/\u{308}.md", "a", "\u{308}.md"),
  ])
  func aPathBelowAFolderIsItsOtherBytes(path: String, folder: String, below: String?) {
    #expect(path.path(below: folder).map { Array($0.utf8) } == below.map { Array($0.utf8) })
  }

  @Test(arguments: [
    ("orders/1.md", "orders/2026", "../1.md"), ("orders/1.md", "orders", "1.md"),
    ("orders/1.md", "", "orders/1.md"), ("orders", "orders", "../orders"), ("b/1.md", "a/x", "../../b/1.md"),
  ])
  func aLinkLeadsToThePathItWasMadeOf(path: String, folder: String, link: String) {
    #expect(path.link(from: folder) == link)
    #expect(folder[...].path(following: link) == path)
  }

  @Test(arguments: [("", "../1.md"), ("orders", "2026/../../../1.md")])
  func aLinkOutOfTheTopLeadsNowhere(folder: String, link: String) {
    #expect(folder[...].path(following: link) == nil)
  }
}
