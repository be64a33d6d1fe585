import Foundation
import TestSupport
import Testing

/// What `docket fmt` says of files that it cannot read.
struct FormatCommandTests {
  private static let untidy = "---\nphone: 1\nname: Cy\n---\n"
  private static let tidy = "---\nname: Cy\nphone: 1\n---\n"
  private static let unclosed = "---\nname: 'Dee\n---\n"

  @Test func aFileThatCannotBeReadIsReportedAndTheOthersAreFormatted() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/customers/cy.md": Self.untidy, "Content/customers/dee.md": Self.unclosed,
    ])
    try folder.put("Content/customers/eve.md", Data("---\nname: ".utf8) + [0xFF] + Data("\n---\n".utf8))
    let errors = try await folder.docket("check").output.split(separator: "\n")
      .filter { $0.contains(": error: ") }
    #expect(errors.count == 2)
    let check = try await folder.docket("fmt", "--check")
    #expect(check.status == 1 && check.output == "Content/customers/cy.md\n")
    for error in errors { #expect(check.error.contains(error), "\(check.error)") }
    let run = try await folder.docket("fmt")
    #expect(run.status == 1 && run.output == "Content/customers/cy.md: formatted\n")
    for error in errors { #expect(run.error.contains(error), "\(run.error)") }
    #expect(try folder.text("Content/customers/cy.md") == Self.tidy)
    #expect(try folder.text("Content/customers/dee.md") == Self.unclosed)
    #expect(try await folder.docket("fmt", "--check").status == 1)
  }

  /// Formatted, its lines would be joined, and the error that tells of it be gone.
  @Test func aTextThatContinuesIsReportedAndStays() async throws {
    let address = "---\nname: A\naddress:\n  1 High St\n  Town\n---\n"
    let folder = try SmallSite.folder(adding: ["Content/customers/a.md": address])
    let run = try await folder.docket("fmt")
    #expect(run.status == 1 && run.output == "")
    #expect(
      run.error.contains("Content/customers/a.md:4:3: error: text of several lines is written below a '|'"))
    #expect(try folder.text("Content/customers/a.md") == address)
  }

  @Test func onlyFilesThatAreNamedAreReported() async throws {
    let folder = try SmallSite.folder(adding: ["Content/customers/dee.md": Self.unclosed])
    let orders = try await folder.docket("fmt", "--check", "Content/orders")
    #expect(orders.status == 0 && orders.error == "", "\(orders.error)")
    for path in ["Content/customers/dee.md", "customers/dee.md", "./Content/customers/"] {
      let run = try await folder.docket("fmt", "--check", path)
      #expect(run.status == 1 && run.error.contains("Content/customers/dee.md:2:"), "\(run.error)")
    }
    #expect(try await folder.docket("fmt", "--check", "Content/customers/zoe.md").status == 64)
  }

  /// As an editor and a shell in a folder of the book name files.
  @Test func filesAreFoundByAnyOfTheirPaths() async throws {
    let folder = try SmallSite.folder(adding: ["Content/customers/dee.md": Self.unclosed])
    let customers = folder.path("Content/customers")
    for (place, path) in [
      (customers, "dee.md"), (customers, "."), (customers, "../customers"), (folder.path, "."),
      (folder.path, customers + "/dee.md"), (customers, "customers/dee.md"),
    ] {
      let run = try await Program.docket(in: place).run("fmt", "--check", path)
      #expect(run.status == 1 && run.error.contains("customers/dee.md:2:"), "\(path): \(run.error)")
    }
    #expect(try await Program.docket(in: customers).run("fmt", "").status == 64)
  }

  @Test func aPageThatCannotBeReadIsReportedThoughEveryRecordIsRead() async throws {
    let folder = try SmallSite.folder(adding: ["Content/terms.md": "---\ntitle: 'Terms\n---\n"])
    let run = try await folder.docket("fmt")
    #expect(run.status == 1 && run.error.contains("Content/terms.md:2:"), "\(run.error)")
    let named = try await folder.docket("fmt", "--check", "Content/terms.md")
    #expect(named.status == 1 && named.error == run.error.replacing("nothing to change\n", with: ""))
    #expect(try await folder.docket("fmt", "Content/orders").status == 0)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func whatMayNotBeReadIsAnErrorOfTheEnvironment() async throws {
    let folder = try SmallSite.folder(adding: ["Content/customers/cy.md": Self.untidy])
    func permit(_ mode: Int, _ path: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path(path))
    }
    try permit(0, "Content/customers/ann.md")
    let file = try await folder.docket("fmt")
    try permit(0o644, "Content/customers/ann.md")
    #expect(file.status == 70 && file.error.contains("[unreadable-file]"), "\(file.error)")
    #expect(try folder.text("Content/customers/cy.md") == Self.tidy)
    try permit(0, "Content/orders/2025")
    let inside = try await folder.docket("fmt", "--check", "Content/orders/2025/o1.md")
    try permit(0o755, "Content/orders/2025")
    #expect(inside.status == 70 && inside.error.contains("[unreadable-folder]"), "\(inside.error)")
  }
}
