import TestSupport
import Testing

/// Taking a row away in a form does what `docket remove` does.
struct RowRemovalTests {
  private static func files(_ rule: (of: String, is: String)?) -> [String: String] {
    var model = """
      entities:
        Product:
          folder: products
          title: name
          attributes: {name: string}
          relationships: {items: {to: Item, many: true, inverse: article}}
        Booking:
          folder: bookings
          relationships: {items: {to: Item, many: true, inverse: booking, delete: cascade}}
        Item:
          inside: Booking.items
          attributes: {text: string}
          relationships:
            booking: {to: Booking, inverse: items}
            article: {to: Product, inverse: items}
            whole: {to: Item, inverse: parts}
            parts: {to: Item, many: true, inverse: whole}
            claims: {to: Claim, many: true, inverse: items}
        Claim:
          folder: claims
          relationships: {items: {to: Item, many: true, inverse: claims}}

      """
    if let rule {
      model = model.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.hasPrefix("      \(rule.of): ") ? line.dropLast() + ", delete: \(rule.is)}" : String(line)
      }.joined(separator: "\n")
    }
    return [
      "Content/model.yml": model,
      "Content/products/saw.md": "---\nname: Saw\n---\n",
      "Content/bookings/b1.md": "---\nitems:\n  - {text: x}\n---\n",
      "Content/bookings/b2.md":
        "---\nitems:\n  - {text: a, article: saw}\n  - {text: b, whole: 'b2#1'}\n  - {text: c}\n---\n",
      "Content/claims/c1.md": "---\nitems: ['b2#1', 'b2#2', 'b2#3']\n---\n",
      "Content/claims/c2.md": "---\nitems: ['b2#3', 'b1#1']\n---\n",
    ]
  }

  private static let paths = ["bookings/b1", "bookings/b2", "claims/c1", "claims/c2"].map {
    "Content/\($0).md"
  }

  private func texts(_ folder: TemporaryFolder) throws -> [String] {
    try Self.paths.map { folder.has($0) ? try folder.text($0) : "" }
  }

  @Test(
    arguments: [
      (nil, true), (("article", "deny"), false), (("claims", "cascade"), true),
      (("claims", "no-action"), false),
      (("parts", "cascade"), true), (("parts", "deny"), false), (("booking", "deny"), false),
    ] as [((String, String)?, Bool)])
  func aRowIsRemovedByTheDeleteRules(rule: (String, String)?, isRemoved: Bool) async throws {
    let files = Self.files(rule.map { ($0.0, $0.1) })
    let site = try await ServedSite("--edit", adding: files)
    let folder = try TemporaryFolder(ServedSite.files.merging(files) { $1 })
    let before = try texts(folder)
    let run = try await Program.docket(in: folder.path).run("remove", "b2#1")
    #expect((run.status == 0) == isRemoved, "\(run.error)")
    let answer = try await send(site, "/-/edit/Booking/b2", [:], more: [("r.items.0.-gone", "on")])
    #expect(answer.status == (isRemoved ? 303 : 422), "\(answer.body)")
    #expect(try texts(site.folder) == texts(folder))
    if !isRemoved {
      let summary = try #require(run.error.firstMatch(of: /error: ([^\n\[]*[^\n\[ ])/)?.1)
      #expect(answer.body.contains(summary.replacing("'", with: "&#39;")), "\(answer.body)")
      #expect(try texts(site.folder) == before)
    }
  }

  /// A row that would take its record along is not removed in the record's own form.
  @Test func aRowDoesNotTakeItsRecordAlong() async throws {
    let site = try await ServedSite("--edit", adding: Self.files(("booking", "cascade")))
    let before = try texts(site.folder)
    let answer = try await send(site, "/-/edit/Booking/b2", [:], more: [("r.items.0.-gone", "on")])
    #expect(answer.status == 422 && answer.body.contains("would delete &#39;b2&#39;"), "\(answer.body)")
    #expect(try texts(site.folder) == before)
  }
}
