import TestSupport
import Testing

/// Commands that run while another one changes the book.
@Suite struct SharedBookTests {
  private static let files = [
    "Content/customers/ann.md": "---\nname: Ann\n---\n",
    "Content/orders/o1.md": "---\ndate: 2024-05-01\nrows: [{sum: 10}]\n---\n",
  ]

  /// Runs a command that begins while a shell command has the book locked.
  /// - Parameter change: changes files a while after the command has begun.
  private static func run(
    _ arguments: String..., in folder: TemporaryFolder, during change: String
  ) async throws -> Program.Run {
    let path = folder.path("Content")
    let other = try Program("flock", path, "sh", "-c", in: folder.path).start([
      "touch held; sleep 2; \(change)"
    ])
    while !folder.has("held") { try await Task.sleep(for: .milliseconds(5)) }
    let run = try await Program.docket(in: folder.path).run(arguments)
    #expect(try await other.end().status == 0)
    return run
  }

  @Test(.needs("flock", "sed")) func aYearIsClosedAsTheOtherLeavesIt() async throws {
    let folder = try TemporaryFolder(Self.files)
    let change = "sed -i 's/sum: 10/sum: 11/' Content/orders/o1.md"
    #expect(try await Self.run("close", "2024", in: folder, during: change).status == 0)
    let check = try await folder.docket("check")
    #expect(check.status == 0, "\(check.output)")
  }

  @Test(.needs("flock", "sed")) func whatIsFixedIsWhatTheOtherLeaves() async throws {
    let folder = try TemporaryFolder(Self.files)
    try folder.replace("date:", with: "customer: Ann\ndate:", in: "Content/orders/o1.md")
    let change = "mv Content/customers/ann.md Content/customers/anna.md"
    let run = try await Self.run("check", "--fix", in: folder, during: change)
    #expect(try folder.text("Content/orders/o1.md").contains("customer: anna\n"), "\(run.error)")
  }

  /// Files that are changed together are not read in between.
  @Test(.needs("flock", "sed")) func whatIsReadIsNoPartOfAChange() async throws {
    let folder = try TemporaryFolder(Self.files)
    try folder.put("Content/orders/o2.md", "---\ndate: 2024-05-01\nrows: [{sum: 10}]\n---\n")
    let change = "sed -i 's/sum: 10/sum: 11/' Content/orders/o1.md Content/orders/o2.md"
    let run = try await Self.run("query", "Order", "--columns", "total", in: folder, during: change)
    #expect(run.output.split(whereSeparator: \.isNewline) == ["total", "11.00", "11.00"], "\(run.error)")
  }

  /// Whoever reads what was changed in a pager, or types what is imported, may take their time as well.
  @Test(.needs("mkfifo")) func noOneWaitsForAReaderOrAWriter() async throws {
    let folder = try TemporaryFolder(Self.files)
    for number in 0..<1_500 { try folder.put("Content/customers/c\(number).md", "---\nname: C\n---\n") }
    let phone = String(repeating: "1", count: 50)
    let script = """
      mkfifo changes lines
      "$DOCKET" set Customer --where 'phone = nil' phone=\(phone) > changes & exec 3< changes
      until grep -q phone Content/customers/c9.md; do sleep 0.1; done
      "$DOCKET" set ann phone=8; echo $?
      kill -0 $!; echo $?; wc -l <&3; wait
      "$DOCKET" import lines --as Customer & exec 4> lines
      "$DOCKET" new customer Fast; echo $?
      printf 'name\\nSlow\\n' >&4; exec 4>&-; wait

      """
    var shell = Program("sh", "-c", in: folder.path)
    shell.environment = ["DOCKET": Program.docketPath]
    let run = try await shell.run(script)
    #expect(
      run.output.split(whereSeparator: \.isNewline) == [
        "ann: phone: 8", "0", "0", "1501", "Content/customers/c1500.md", "c1500: name: Fast", "0",
        "lines: 1 new, 0 changed",
      ], "\(run.error)")
    #expect(folder.has("Content/customers/c1501.md"))
  }

  /// Whoever is asked may take their time.
  @Test(.needs("script")) func whatIsWrittenWhileAQuestionStandsIsLookedAt() async throws {
    let folder = try TemporaryFolder(Self.files)
    let order = "---\\ndate: 2026-05-01\\ncustomer: ann\\nrows: [{sum: 10}]\\n---\\n"
    let command = """
      (sleep 2; printf '%b' '\(order)' > Content/orders/o2.md; echo y; sleep 1) |
      script -qec '\(Program.docketPath) delete ann' /dev/null
      """
    let run = try await Program("sh", "-c", in: folder.path).run(command)
    #expect(run.output.contains("Go on?") && run.output.contains("unknown customer 'ann'"), "\(run.output)")
    #expect(folder.has("Content/customers/ann.md"))
  }
}
