import TestSupport
import Testing

/// What a form does to the lists of a file: rows, and several values in one key.
struct FormListTests {
  @Test func rowsAreMovedAndTakenAway() async throws {
    let rows = (1...4).map { "  - {service: paint, text: r\($0), sum: \($0).00}\n" }
    let site = try await ServedSite(
      "--edit", adding: ["Content/orders/2026/o1.md": "---\ndate: 2026-01-10\nrows:\n\(rows.joined())---\n"])
    let answer = try await send(
      site, "/-/edit/Order/o1", ["r.rows.3.place": "0", "r.rows.1.text": "changed"],
      more: [("r.rows.2.gone", "on")])
    #expect(answer.status == 303)
    #expect(
      try site.folder.text("Content/orders/2026/o1.md")
        == "---\ndate: 2026-01-10\nrows:\n\(rows[3])\(rows[0])\(rows[1].replacing("r2", with: "changed"))---\n"
    )
  }

  @Test func whatIsMovedOrAddedToStaysAsItIsWritten() async throws {
    let path = "Content/orders/2026/o1.md"
    let rows = [
      "  - service: paint\n    text: 'first' # As agreed.\n    sum: 1.00\n",
      "  # By hand.\n  - {service: \"paint\", sum: 2.00} # Twice.\n",
      "  - service: paint\n    text: |\n      Two\n      lines\n    sum: 3.00\n    # Till noon.\n",
    ]
    var files = FormTests.staff
    files[path] = "---\ndate: 2026-01-10\nrows:\n\(rows.joined())staff: [ 'ann', bob ]\n---\n"
    files["Content/people/ann.md"] = "---\nname: Ann Lee\nskills:\n  - 'paint' # Best.\n  - \"wood\"\n---\n"
    let site = try await ServedSite("--edit", adding: files)
    let moved = try await send(
      site, "/-/edit/Order/o1", ["r.rows.0.place": "9", "r.rows.2.sum": "4", "v.staff": "ann, bob, cleo"])
    #expect(moved.status == 303, "\(moved.body)")
    #expect(
      try site.folder.text(path)
        == "---\ndate: 2026-01-10\nrows:\n\(rows[1])\(rows[2].replacing("3.00", with: "4"))\(rows[0])"
        + "staff: [ 'ann', bob, cleo ]\n---\n")
    #expect(try await send(site, "/-/edit/Person/ann", ["v.skills": "wood, glass"]).status == 303)
    #expect(
      try site.folder.text("Content/people/ann.md")
        == "---\nname: Ann Lee\nskills:\n  - \"wood\"\n  - glass\n---\n")
  }
}
