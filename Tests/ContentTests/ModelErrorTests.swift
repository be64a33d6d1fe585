import Content
import Testing

/// What does not fit in model.yml is one error, in that file; nothing follows from it in records and pages.
@Suite struct ModelErrorTests {
  /// What is reported of a model and files that rely on it.
  private func diagnosticLines(_ entities: String, _ files: [String: String] = [:]) async throws -> [String] {
    let order = "---\ndate: 2026-03-14\ncustomer: acme\nrows: [{service: chai, sum: 1}]\n---\n"
    let site = try await LoadedSite(
      LoadedSite.base.merging(["orders/o1.md": order]) { $1 }.merging(files) { $1 }
        .merging(["model.yml": "entities:\n  " + entities.replacing("\n", with: "\n  ") + "\n"]) { $1 })
    return site.diagnosticLines
  }

  @Test(arguments: [
    ("A: {folder: Orders}", "model.yml:2:15"), ("A: {folder: things}\nB: {folder: Things}", "model.yml:3:15"),
    // Of a folder of the built-in model, too, which stands after the entity's parent.
    ("Firm: {parent: Customer, folder: Orders}", "model.yml:2:36"),
  ])
  func foldersThatDifferByCaseAreOne(entities: String, place: String) async throws {
    #expect(try await diagnosticLines(entities) == [place + " invalid-model"])
  }
}
