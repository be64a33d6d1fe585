import Content
import FileSystem
import Records
import Serving
import Site
import Synchronization
import TestSupport
import Testing

/// What a save costs: the book that it is judged by is the one that is shown afterwards.
struct SavingTests {
  /// - Parameters:
  ///   - readings: counts how often the files are looked at.
  ///   - sites: counts how often a site is made of them.
  private static func loading(_ folder: TemporaryFolder, readings: Counter, sites: Counter) throws -> Loading
  {
    let today = try #require(CivilDate("2026-11-21"))
    let themes = WorkingTree(folder.path("Themes"), isRequired: false)
    return Loading(
      source: WorkingTree(folder.path("Content")), themes: themes,
      book: LiveBook(includesDrafts: false, findsLints: true), today: { today },
      history: {
        readings.add()
        return nil
      }
    ) { book, shown in
      sites.add()
      let pipeline = SitePipeline(themes: themes, today: today)
      let (site, diagnostics) = await pipeline.site(of: book, for: .serving, after: shown)
      let found = book.diagnostics + diagnostics
      return MadeSite(site: site, diagnostics: found) {
        found + (await book.lints()) + site.reconcile()
      }
    }
  }

  /// Changes that are reported during a reading share the next one.
  @Test func changesDuringAReadingAreReadTogether() async throws {
    let folder = try TemporaryFolder(ServedSite.files)
    let count = Counter()
    let live = LiveSite(try Self.loading(folder, readings: count, sites: Counter()))
    await live.refresh()
    let before = count.number
    try await withThrowingDiscardingTaskGroup { group in
      for number in 1...20 {
        let path = "Content/customers/c\(number).md"
        try folder.put(path, "---\nname: C\(number)\n---\n")
        group.addTask { await live.refresh(.only([folder.path(path)])) }
      }
    }
    #expect(count.number - before < 20)
    let answers = SiteAnswers(live: live, access: Access(port: 80, token: "right"))
    for number in 1...20 {
      let page = await answers.answer(
        Request(
          method: .get, path: "customers/c\(number).html", query: FormFields(),
          headers: ["host": "localhost:80"],
          body: [], keepsAlive: false))
      #expect(page.status == 200, "\(number)")
    }
  }

  @Test func aSaveReadsTheBookOnce() async throws {
    let folder = try TemporaryFolder(ServedSite.files)
    let count = Counter()
    let live = LiveSite(try Self.loading(folder, readings: Counter(), sites: count))
    let access = Access(port: 80, token: "right")
    let answers = SiteAnswers(
      live: live, access: access,
      editing: FormAnswers(
        live: live, access: access, content: folder.path("Content"), output: folder.path("Site")))
    func ask(_ method: Request.Method, _ path: String, _ body: String = "") async -> Response {
      await answers.answer(
        Request(
          method: method, path: path, query: FormFields(), headers: ["host": "localhost:80"],
          body: Array(body.utf8), keepsAlive: false))
    }
    await live.refresh()
    #expect(count.number == 1)
    // What is asked for, and what is told of files that are as they were, reads nothing.
    #expect(await ask(.get, "-/edit/Order/o1").status == 200)
    await live.refresh()
    #expect(count.number == 1)
    let form = await ask(.get, "-/edit/Order/o1")
    guard case .bytes(let bytes) = form.body else { throw Unexpected("the form is no page") }
    let base = try #require(
      String(decoding: bytes, as: UTF8.self).firstMatch(of: /name="base" value="([^"]*)"/)?.1)
    let saved = await ask(.post, "-/edit/Order/o1", "token=right&base=\(base)&v.due=2026-12-24")
    #expect(saved.status == 303, "\(saved)")
    #expect(try folder.text("Content/orders/2026/o1.md").contains("due: 2026-12-24"))
    #expect(count.number == 2)
    // The watcher tells of the save, too.
    await live.refresh()
    #expect(count.number == 2)
    guard case .bytes(let page) = await ask(.get, "orders/2026/o1.html").body else {
      throw Unexpected("no page")
    }
    #expect(String(decoding: page, as: UTF8.self).contains("Dec 24, 2026"))
    // A refused one leaves what was shown.
    func shown() async -> String {
      guard case .bytes(let page) = await ask(.get, "orders/2026/o2.html").body else { return "" }
      return String(decoding: page, as: UTF8.self)
    }
    let page2 = await shown()
    guard case .bytes(let other) = await ask(.get, "-/edit/Order/o2").body else {
      throw Unexpected("no form")
    }
    let mark = try #require(
      String(decoding: other, as: UTF8.self).firstMatch(of: /name="base" value="([^"]*)"/)?.1)
    let refused = await ask(.post, "-/edit/Order/o2", "token=right&base=\(mark)&v.due=soon")
    #expect(refused.status == 422)
    #expect(await shown() == page2 && !page2.isEmpty)
    await live.refresh()
    try folder.replace("5.00", with: "6.00", in: "Content/orders/2026/o2.md")
    let before = count.number
    await live.refresh()
    #expect(count.number == before + 1)
    try folder.put("Themes/default/page.mustache", "<title>{{page.title}}</title>mine")
    await live.refresh()
    #expect(count.number == before + 2)
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)
    var number: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
  }
}
