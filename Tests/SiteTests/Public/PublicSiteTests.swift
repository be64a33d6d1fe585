import Content
import Diagnostics
import Foundation
import Records
import Site
import Testing

/// A public site holds nothing private in any form.
@Suite struct PublicSiteTests {
  /// `DOCKET_PUBLIC_BOOKS=2000 swift test --filter PublicSiteTests` makes so many sites.
  private static let count =
    ProcessInfo.processInfo.environment["DOCKET_PUBLIC_BOOKS"].flatMap { Int($0) } ?? 10

  /// Two books that differ in private things alone have one public site, byte by byte, without the canary.
  @Test func tellsNothingThatIsPrivate() async throws {
    var (sites, refused, files, secrets) = (0, 0, 0, 0)
    var seed: UInt64 = 0
    while sites < Self.count {
      seed += 1
      let book = SecretBook(seed: seed, secret: 1)
      let first = try await PublicSite(book.files)
      let other = try await PublicSite(SecretBook(seed: seed, secret: 2).files)
      #expect(first.errors == other.errors, "seed \(seed)")
      guard first.errors.isEmpty else {
        #expect(first.errors.allSatisfy { $0 == .privateName }, "seed \(seed): \(first.messages)")
        refused += 1
        continue
      }
      sites += 1
      files += first.files.count
      secrets += book.secretCount
      try #require(first.files.keys.sorted() == other.files.keys.sorted(), "seed \(seed)")
      for (path, bytes) in first.files {
        let isSame = other.files[path] == bytes
        #expect(isSame, "seed \(seed): \(path) depends on something private")
        let found = Canary.traces(in: bytes) + Canary.traces(in: Array(path.utf8))
        #expect(found == [], "seed \(seed): \(path)")
      }
      #expect(first.files["plans/plan.txt"] != nil, "seed \(seed)")
    }
    // Many books must have a site at all, with much in it to hide.
    #expect(
      refused * 3 < seed && secrets > sites * 20 && files > sites * 30, "\(refused) \(secrets) \(files)")
    print("public sites: \(sites) of \(seed) books, \(files) files, \(secrets) private things, no trace")
  }

  /// What public values add up to is public, in whatever currency.
  @Test func showsTotalsThoughPaymentsArePrivate() async throws {
    let files = [
      "model.yml": "entities: {Payment: {private: true}}\n",
      "orders/index.md": "---\ncolumns: id, currency, total\n---\n",
      "orders/o1.md": "---\ndate: 2026-03-14\npaid: true\ncurrency: JPY\nrows: [{sum: 500}]\n---\n",
    ]
    let site = try await PublicSite(files.mapValues { Array($0.utf8) })
    #expect(site.messages == [])
    #expect(
      site.files["orders/index.csv"].map { String(decoding: $0, as: UTF8.self) }?.contains("o1,JPY,500 JPY")
        ?? false)
  }

  @Test func leavesOutDocumentsThatArePrivate() async throws {
    func site(_ document: String) async throws -> PublicSite {
      let model = """
        entities:
          Order: {documents: {invoice: \(document)}}
          Customer: {attributes: {address: {private: true}}}
          Payment: {private: true}

        """
      let files = [
        "model.yml": model, "orders/o1.md": "---\ndate: 2026-03-14\npaid: true\n---\n",
      ]
      return try await PublicSite(files.mapValues { Array($0.utf8) })
    }
    let shown = try await site("made = false")
    #expect(
      shown.messages == [
        "Content/model.yml: the built-in template 'entities/Order.invoice.mustache' does not fit the model; "
          + "add one to your own theme, or mark the document as private [missing-template]"
      ])
    // What it asks may be private, too.
    let hidden = try await site("{when: paid = true, private: true}")
    #expect(hidden.messages == [])
    #expect(hidden.files.keys.filter { $0.hasPrefix("orders/o1") } == ["orders/o1.html"])
  }

  /// A page that shows it is refused.
  private func messages(_ model: String, _ files: [String: String]) async throws -> [String] {
    let all = files.merging(["model.yml": model]) { $1 }
    return try await PublicSite(all.mapValues { Array($0.utf8) }).messages
  }

  /// How long a private text is tells of it.
  @Test func leavesOutWhatIsComputedFromAPrivateBody() async throws {
    let model = "entities: {Customer: {attributes: {size: {type: integer, derived: length(body)}}}}\n"
    var files = ["customers/ann.md": "---\nname: Ann\n---\nTold to nobody.\n"]
    #expect(try await messages(model, files) == [])
    files["list.md"] = "```query\nfrom: Customer\ncolumns: name, size\n```\n"
    let found = try await messages(model, files)
    #expect(found.count == 1 && found[0].hasSuffix("[private-name]"), "\(found)")
  }

  /// A public attribute goes without the translation that is private.
  @Test func leavesOutTranslationsThatArePrivate() async throws {
    let model = """
      entities:
        Service:
          attributes:
            name: {type: string, required: true, translations: {de: nameDe}}
            nameDe: {type: string, private: true}

      """
    #expect(
      try await messages(model, ["services/tea.md": "---\nname: Tea\nnameDe: Tee\n---\n"]) == [])
  }

  /// A file beside private records is as private as they are.
  @Test func leavesOutTheFilesOfAPrivateEntity() async throws {
    let found = try await messages(
      "entities: {Customer: {private: true}}\n",
      [
        "customers/ann.md": "---\nname: Ann\n---\n", "customers/plan.txt": "hush",
        "about.md": "[The plan](customers/plan.txt)\n",
      ])
    #expect(found.count == 1 && found[0].hasSuffix("[private-name]"), "\(found)")
  }

  /// A body is private unless its own entity says otherwise.
  @Test func aSubentitySaysForItselfWhetherItsBodiesArePublic() async throws {
    let model = "entities:\n  Customer: {body: public}\n  Firm: {parent: Customer, folder: firms}\n"
    func text(_ name: String, _ body: String) -> [UInt8] { Array("---\nname: \(name)\n---\n\(body)\n".utf8) }
    let site = try await PublicSite([
      "model.yml": Array(model.utf8), "customers/ann.md": text("Ann", "Told to all."),
      "firms/acme.md": text("Acme", "Told to nobody."),
    ])
    #expect(site.messages == [])
    let pages = site.files.filter { $0.key.hasSuffix(".html") }.map {
      String(decoding: $0.value, as: UTF8.self)
    }
    #expect(pages.contains { $0.contains("Told to all.") } && pages.contains { $0.contains("Acme") })
    #expect(!pages.contains { $0.contains("Told to nobody.") })
  }

  /// The fix is offered where nothing is private yet, too.
  @Test func offersToMarkADocumentThatDoesNotFitAsPrivate() async throws {
    let model = """
      extends: none
      entities:
        Order: {folder: orders, body: public, attributes: {made: boolean}, documents: {invoice: made = false}}

      """
    let site = try await PublicSite(["model.yml": Array(model.utf8)])
    #expect(site.messages.count == 1)
    #expect(site.messages.first?.hasSuffix("or mark the document as private [missing-template]") ?? false)
  }

  /// Each private name that a document reads is told, with its place in the template.
  @Test func tellsWhatADocumentReadsThatIsPrivate() async throws {
    let model = """
      entities:
        Order: {documents: {invoice: made = true}}
        RowOfOrder: {attributes: {text: {private: true}}}
        Customer: {attributes: {address: {private: true}}}

      """
    let site = try await PublicSite(["model.yml": Array(model.utf8)])
    let template = "default/entities/Order.invoice.mustache"
    for name in ["text", "address"] {
      #expect(site.notes.contains { $0.hasPrefix(template) && $0.contains("'\(name)'") }, "\(site.notes)")
    }
  }

  /// A private value of an implied record is not computed there; what its owner has in place of it is private as well.
  @Test func leavesPrivateValuesOutOfImpliedRecords() async throws {
    func orders(_ implied: String) async throws -> String {
      let model = """
        entities:
          Order:
            attributes: {closed: boolean, closedOn: date, word: string}
            relationships: {payments: {implied: {\(implied)}}}
          Payment: {attributes: {date: {private: true}, note: {private: true}}}

        """
      let order = "date: 2026-03-14\nclosed: true\nclosedOn: 2026-05-06\nword: hush\nrows:\n  - sum: 7\n"
      let files = ["model.yml": model, "orders/o1.md": "---\n\(order)---\n"]
      let site = try await PublicSite(files.mapValues { Array($0.utf8) })
      #expect(site.messages == [])
      return String(decoding: site.files["orders/o1.html"] ?? [], as: UTF8.self)
    }
    let known = try await orders("when: closed = true, date: closedOn, note: word, sum: total")
    #expect(known.contains("€7.00") && known.contains("Payments"))
    #expect(!known.contains("May 6") && !known.contains("Closed on") && !known.contains("hush"))
    // Whether there is a payment tells of its date.
    let told = try await orders("when: closedOn != nil, date: closedOn, sum: total")
    #expect(!told.contains("Payments") && !told.contains("Closed on") && told.contains("hush"))
  }

  /// The search for traces finds what it looks for.
  @Test(arguments: [
    "Kanàri", "KANÀRI", "kanari", "Kan&#224;ri", "Kan%C3%A0ri", "Kana\u{300}ri", "Kan\\u00e0ri",
    "773,311,559.25",
    "773311559", "773 311 559", "x" + Data("a Kanàri b".utf8).base64EncodedString(),
    Data("773311559".utf8).base64EncodedString(),
  ])
  func findsEachForm(text: String) {
    #expect(!Canary.traces(in: Array("<p>\(text)</p>".utf8)).isEmpty)
  }
}

/// A public site in memory.
private struct PublicSite {
  /// The ids of the errors.
  let errors: Set<DiagnosticID>
  /// What they say.
  let messages: [String]
  /// The notes of these, with the names of their files.
  let notes: [String]
  /// The files by their paths; empty where there are errors.
  private(set) var files: [String: [UInt8]] = [:]

  init(_ content: [String: [UInt8]]) async throws {
    let today = try #require(CivilDate("2026-11-21"))
    let pipeline = SitePipeline(themes: MemorySource(root: "Themes"), today: today, isPublic: true)
    let source = MemorySource(content)
    let book = await pipeline.book(from: source)
    let (site, diagnostics) = await pipeline.site(of: book)
    let all = (book.diagnostics + diagnostics).filter { $0.severity == .error }
    errors = Set(all.map(\.id))
    messages = all.map { "\($0.range.file.path): \($0.summary) [\($0.id.rawValue)]" }
    notes = all.flatMap(\.notes).map { "\($0.range?.file.path ?? ""): \($0.text)" }
    guard all.isEmpty else { return }
    for (index, path) in site.paths.enumerated() {
      switch site.file(at: index) {
      case .made(let bytes, _, let diagnostics):
        #expect(diagnostics.isEmpty)
        files[path] = bytes
      case .attachment(let file, _): files[path] = source[file] ?? []
      case .asset, .themeFile: break
      }
    }
  }
}

/// Finds what is left of a private text or number in bytes, whatever it went through.
private enum Canary {
  private static let name = "kanari"

  /// The forms that were found.
  static func traces(in bytes: [UInt8]) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    var found: [String] = []
    for (form, decoded) in [
      ("plain", text), ("percent", text.removingPercentEncoding ?? percentDecoded(text)),
      ("escaped", unescaped(text)),
    ] {
      let folded = decoded.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      if folded.contains(name) { found.append(form) }
      let digits = folded.filter { !",.' \u{A0}\u{202F}_’٬".contains($0) }
      if digits.contains(SecretBook.digits) { found.append(form + " digits") }
    }
    for part in base64Parts where text.contains(part) { found.append("base64 " + part) }
    return found
  }

  /// The part that the base64 of any text with the canary, or with the digits, has at each of three offsets.
  private static let base64Parts: [String] = [SecretBook.canary, SecretBook.digits, name].flatMap { word in
    (0..<3).map { offset in
      let data = Data(repeating: 0x20, count: offset) + Data(word.utf8)
      let whole = data.count / 3 * 3
      let text = data.prefix(whole).base64EncodedString()
      return String(text.dropFirst(offset == 0 ? 0 : 4))
    }
  }

  private static func percentDecoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "%"),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(first)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unescaped(_ text: String) -> String {
    text.replacing(/&#(?<n>\d+);|&#x(?<h>[0-9a-fA-F]+);|\\u(?<u>[0-9a-fA-F]{4})/) { match in
      let code = match.n.flatMap { UInt32($0) } ?? (match.h ?? match.u).flatMap { UInt32($0, radix: 16) }
      return code.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) } ?? ""
    }
  }
}
