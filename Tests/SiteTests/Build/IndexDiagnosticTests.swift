import Testing

/// Errors on index pages.
@Suite struct IndexDiagnosticTests {
  @Test func allOfAPageAreFoundInOneRun() async throws {
    let fixture = try await SiteFixture([
      "Content/customers/acme.md": "---\nname: Acme\n---\n",
      "Content/customers/index.md":
        "---\nsort: nme\ncolumns: name, foo\nsorts: name, bar\nfilters: emial\n---\n",
    ])
    #expect(
      fixture.diagnosticLines == [
        "Content/customers/index.md:2: Customer has no key 'nme'; did you mean 'name'? [unknown-key-path]",
        "Content/customers/index.md:3: Customer has no key 'foo' [unknown-key-path]",
        "Content/customers/index.md:4: Customer has no key 'bar' [unknown-key-path]",
        "Content/customers/index.md:5: Customer has no key 'emial'; did you mean 'email'? [unknown-key-path]",
      ])
  }
}
