import Foundation
import TestSupport
import Testing

/// Edits that cannot be made, or are broken off: everything is as before, or as afterwards.
struct EditFailureTests {
  /// A book of a customer whose orders are larger than a page of the disk.
  private static func book(orders: Int, body: String = "") throws -> TemporaryFolder {
    let folder = try TemporaryFolder(["Content/customers/a.md": "---\nname: A\n---\n"])
    for order in 0..<orders {
      try folder.put(
        "Content/orders/o\(order).md",
        "---\ndate: 2026-01-01\ncustomer: a\nrows: [{text: x, sum: 1}]\n---\n\(body)")
    }
    return folder
  }

  /// Runs an edit that must fail and change nothing.
  private func refused(
    _ arguments: String..., in folder: TemporaryFolder, status: Int = 70, saying text: String,
    through command: [String] = []
  ) async throws {
    try await refused(arguments, in: folder, status: status, saying: text, through: command)
  }

  private func refused(
    _ arguments: [String], in folder: TemporaryFolder, status: Int = 70, saying text: String,
    through command: [String] = []
  ) async throws {
    let old = try FileTree(folder.path)
    var program = Program.docket(in: folder.path)
    program.command = command + program.command
    let run = try await program.run(arguments)
    #expect(run.status == status, "\(arguments): \(run.error)")
    #expect(run.error.contains(text), "\(arguments): \(run.error)")
    #expect(run.output == "")
    let new = try FileTree(folder.path)
    #expect(new.differences(from: old) == [], "\(arguments)")
    #expect(new.touched(since: old).filter { old.files[$0] != nil } == [], "\(arguments)")
  }

  /// Without the model nobody knows what a record is, and of one that is skipped nobody knows what it names.
  @Test func whatIsNotReadKeepsEditsFromBeingMade() async throws {
    let folder = try Self.book(orders: 3)
    try folder.put("Content/model.yml", "<<<<<<< HEAD\nentities: {}\n")
    for arguments in ["fmt", "set a name=B", "rename a b", "delete o1 --yes", "new customer x name=X"] {
      try await refused(
        arguments.split(separator: " ").map { String($0) }, in: folder, status: 1, saying: "[merge-conflict]")
    }
    try folder.put("Content/model.yml", "entities: {}\n")
    try folder.put("Content/orders/o2.md", "<<<<<<< HEAD\n" + folder.text("Content/orders/o2.md"))
    try await refused("rename", "a", "b", in: folder, status: 1, saying: "Content/orders/o2.md:1:1: error")
    try await refused(
      "delete", "o1", "--yes", in: folder, status: 1, saying: "what it says is unknown")
    let run = try await Program.docket(in: folder.path).run("set", "o1", "made=yes")
    #expect(run.status == 0, "\(run.error)")
  }

  /// Of an import whose mapping cannot be read nobody knows which records it gives to its lines.
  @Test func aMappingThatIsNotReadKeepsRecords() async throws {
    let folder = try Self.book(orders: 1)
    try folder.put("Content/imports/bank.yml", "<<<<<<< HEAD\nas: Order\nconstants: {customer: a}\n")
    for arguments in [["rename", "a", "b"], ["delete", "o0", "--yes"]] {
      try await refused(
        arguments, in: folder, status: 1, saying: "what it says is unknown until this is fixed")
    }
    #expect(try await folder.docket("set", "o0", "made=yes").status == 0)
  }

  /// Of two files with one id, one may be in an old copy of a folder.
  @Test(arguments: [
    ["set", "o0", "made=yes"], ["set", "o0#1", "sum=2"], ["add", "o0", "rows", "sum=1"],
    ["import", "a.csv", "--as", "Order", "--update"],
  ])
  func neitherOfTwoFilesWithOneIDIsChanged(arguments: [String]) async throws {
    let folder = try Self.book(orders: 1)
    try folder.put("Content/customers/2 b/a.md", "---\nname: Other\n---\n")
    try folder.put("Content/orders/0/o0.md", "---\ndate: 2026-01-02\nrows:\n- {sum: 9}\n---\n")
    try folder.put("a.csv", "id,date\no0,2026-01-03\n")
    try await refused(
      arguments, in: folder, status: 1, saying: "it is unknown which of the two is meant")
  }

  /// `fmt` names files, so that none is guessed.
  @Test func twoFilesWithOneIDAreFormatted() async throws {
    let folder = try Self.book(orders: 2)
    try folder.put("Content/orders/0/o0.md", "---\ndate:   2026-01-02\nrows:\n- {sum: 9}\n---\n")
    let run = try await folder.docket("fmt")
    #expect(run.status == 1 && run.output.contains("orders/0/o0.md: formatted"), "\(run.error)")
  }

  /// An editor's backup would be taken for what is left of the file.
  @Test func aBackupIsRemovedBeforeItsFile() async throws {
    let folder = try Self.book(orders: 1)
    try folder.put("Content/orders/o0.md~", "---\ndate: 2026-01-02\n---\n")
    for arguments in [["delete", "o0", "--yes"], ["rename", "o0", "o9"]] {
      try await refused(
        arguments, in: folder, status: 1,
        saying: "it is a backup copy of a file that the edit removes; remove it first")
    }
  }

  @Test(arguments: ["Thumbs.db", "@eaDir", "~$x", ".x", "_x"])
  func nothingIsPutWhereItIsNotRead(name: String) async throws {
    let folder = try Self.book(orders: 1)
    try folder.put("Content/reports/a.md", "# A\n")
    try await refused(
      ["new", "customer", "Foo", "--folder", name], in: folder, status: 1, saying: "is not a folder below")
    try await refused(
      ["rename", "reports/a.md", "\(name)/a.md"], in: folder, status: 1, saying: "would not be read")
  }

  /// What an amount may be depends on the currency.
  @Test(arguments: [
    ("site.yml", "<<<<<<< HEAD\ncurrency: USD\n"), ("site.yml", "curency: USD\n"),
    ("site.yml", "currency: EURO\n"), ("site.yml", "docket: 99\n"), ("site.yaml", "currency: JPY\n"),
  ])
  func amountsAreNotWrittenWhoseMeaningIsUnknown(path: String, site: String) async throws {
    let folder = try Self.book(orders: 1)
    try folder.put("Content/" + path, site)
    try folder.put("a.csv", "id,date,rows.sum\nx,2026-01-02,2\n")
    for arguments in [
      ["import", "a.csv", "--as", "Order"], ["set", "o0#1", "sum=2"],
      ["new", "order", "x", "date=2026-01-02", "--row", "sum=5"], ["add", "o0", "rows", "sum=1"],
    ] {
      try await refused(arguments, in: folder, status: 1, saying: "what amounts mean is unknown")
    }
  }

  /// What `1.500` is in an imported file depends on `csv`; other errors change no figures.
  @Test(arguments: [
    ("csv: {decimal: comma}\n", true), ("csv: {decimal: ',', delimter: ;}\n", true),
    ("cvs: {decimal: ','}\n", true), ("css: style.css\n", false),
    ("titel: Shop\ntheme: nosuch\naccount: {currency: EUR}\n", false),
  ])
  func noImportGuessesTheDecimalMark(site: String, isRefused: Bool) async throws {
    let folder = try Self.book(orders: 1)
    try folder.put("Content/site.yml", site)
    try folder.put("a.csv", "id;date;rows.quantity;rows.sum\nx;2026-01-02;1.500;2\n")
    let arguments = ["import", "a.csv", "--as", "Order", "--delimiter", ";"]
    if isRefused {
      try await refused(arguments, in: folder, status: 1, saying: "Content/site.yml:1:")
    } else {
      #expect(try await Program.docket(in: folder.path).run(arguments).status == 0)
    }
    #expect(try await folder.docket("set", "o0#1", "sum=2").status == 0)
  }

  /// Who repeats an edit that was interrupted does not make it twice.
  @Test func anEditStopsAfterOneThatItFinished() async throws {
    let (old, new) = ("---\nname: Ann\n---\n", "---\nname: Ann!\n---\n")
    let folder = try TemporaryFolder([
      "Content/customers/ann.md": old, "Content/customers/bob.md": old,
      ".docket-edit-Content":
        "docket-edit 1\nfile 16 \(old.utf8.count) \(new.utf8.count) customers/ann.md\n\(old)\(new)\n"
        + "file 16 \(old.utf8.count) \(new.utf8.count) customers/bob.md\n\(old)\(new)\nend\n",
    ])
    let run = try await folder.docket("set", "ann", "name:=name + '?'")
    #expect(run.status == 1)
    #expect(
      run.error == "docket: an edit of 2 files was interrupted; it is finished now\n"
        + "docket: nothing else was done; repeat the command if it was for another edit\n")
    #expect(try folder.text("Content/customers/ann.md") == new)
    #expect(try await folder.docket("set", "ann", "name=Anna").status == 0)
  }

  /// A pipe where a file was holds nothing, and nobody waits for it.
  @Test(arguments: ["Content/site.yml", "Content/model.yml", ".docket-edit-Content", "Content/imports/a.yml"])
  func nobodyWaitsForAPipe(path: String) async throws {
    let folder = try Self.book(orders: 1)
    try folder.put("a.csv", "id,name\nx,X\n")
    try folder.put("Content/imports/b.yml", "keys: {}\n")
    #expect(mkfifo(folder.path(path), 0o600) == 0)
    var program = Program.docket(in: folder.path)
    program.command = ["timeout", "20"] + program.command
    let run = try await program.run("import", "a.csv", "--as", "Customer", "--with", "a")
    #expect(run.status != 124, "\(path): \(run.status) \(run.error)")
  }

  @Test func linksAndWhatIsReadOnlyStayAsTheyAre() async throws {
    let folder = try Self.book(orders: 4)
    let files = FileManager.default
    try folder.put("Content/orders/.real/linked.md", try folder.text("Content/orders/o0.md"))
    try folder.link("Content/orders/linked.md", to: ".real/linked.md")
    try await refused("set", "linked", "made=yes", in: folder, saying: "It is a symbolic link")
    try await refused("rename", "a", "b", in: folder, saying: "It is a symbolic link")
    try await refused("delete", "linked", "--yes", in: folder, saying: "It is a symbolic link")
    try folder.remove("Content/orders/linked.md")

    try files.linkItem(atPath: folder.path("Content/orders/o1.md"), toPath: folder.path("other.md"))
    try await refused("set", "o1", "made=yes", in: folder, saying: "hard links")
    try await refused("rename", "a", "b", in: folder, saying: "hard links")
    try folder.remove("other.md")

    try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.path("Content/orders/o2.md"))
    try await refused("set", "o2", "made=yes", in: folder, saying: "Content/orders/o2.md")
    try await refused("rename", "a", "b", in: folder, saying: "Permission denied")
    try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path("Content/orders/o2.md"))

    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path("Content/orders"))
    try await refused("set", "o3", "made=yes", in: folder, saying: "Permission denied")
    try await refused("new", "order", "o9", in: folder, saying: "Permission denied")
    try await refused("rename", "a", "b", in: folder, saying: "Permission denied")
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("Content/orders"))
    #expect(try await folder.docket("rename", "a", "b").status == 0)
  }

  /// A file may have so many bytes and no more, which is what a full disk is to a program.
  @Test func aFullDiskIsAnErrorAndNothingChanges() async throws {
    let folder = try Self.book(orders: 6, body: String(repeating: "Long. ", count: 2_000))
    // The signal would end a program that did not ask for the error.
    let limited = ["sh", "-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"]
    // One file, and several, whose journal is written first.
    try await refused("set", "o1", "made=yes", in: folder, saying: "File too large", through: limited)
    try await refused("rename", "a", "b", in: folder, saying: "File too large", through: limited)
    #expect(try await folder.docket("rename", "a", "b").status == 0)
  }

  /// What no edit has begun with keeps nobody from reading, where it cannot be removed.
  @Test(arguments: ["Content/.docket-edit-new", ".docket-edit-Content.new"])
  func whatCannotBeRemovedIsLeft(leftover: String) async throws {
    let folder = try Self.book(orders: 1)
    try folder.put("\(leftover)/file", "")
    let run = try await folder.docket("check")
    #expect(run.status == 0 && !run.error.contains("interrupted"), "\(run.error)")
  }

  /// A disk of a few pages, where the machine lets us make one.
  @Test(.enabled("no file system can be mounted here") { await InterruptionTests.canMount() })
  func aSmallDiskIsAnErrorAndNothingChanges() async throws {
    let folder = try Self.book(orders: 40, body: String(repeating: "Long. ", count: 500))
    let script = """
      mkdir disk && mount -t tmpfs -o size=360k,nr_inodes=200 none disk && cp -r Content disk/ && cd disk || exit 99
      cp -r Content ../before
      "$1" rename a b; status=$?
      diff -r Content ../before || exit 98
      test -z "$(find . -name '.docket*')" || exit 97
      rm Content/orders/o3?.md Content/orders/o2?.md && "$1" rename a b > /dev/null || exit 96
      exit $status
      """
    var program = Program("unshare", "-rm", "sh", "-c", script, "sh", in: folder.path)
    program.environment = Program.docket(in: folder.path).environment
    let run = try await program.run(Program.docketPath)
    #expect(run.status == 70, "\(run.status) \(run.error) \(run.output)")
    #expect(run.error.contains("No space left on device"))
  }

  /// What `kill -9` may meet in an edit of many files.
  private enum Moment: CaseIterable {
    /// The book is read, the journal being written, the new files laid down, or given their names; or any time.
    case reading, journalling, preparing, renaming, whenever
  }

  /// What one command checks, no other makes wrong before it is written.
  @Test(arguments: [
    (["rename", "a", "z"], ["new", "order", "customer=a", "--row", "text=x,sum=1"]),
    (["delete", "b", "--yes"], ["set", "o0", "customer=b"]),
  ])
  func twoEditsAtOnceLeaveNothingWrong(one: [String], other: [String]) async throws {
    for _ in 0..<4 {
      let folder = try Self.book(orders: 20)
      try folder.put("Content/customers/b.md", "---\nname: B\n---\n")
      async let first = Program.docket(in: folder.path).run(one)
      async let second = Program.docket(in: folder.path).run(other)
      let runs = try await [first, second]
      #expect(runs.contains { $0.status == 0 })
      let check = try await folder.docket("check")
      #expect(!check.output.contains("error:"), "\(runs.map(\.error)) \(check.output)")
    }
  }

  /// A rename that touches many files, killed at any moment: the next command finishes it or takes it back.
  ///
  ///     DOCKET_KILLS=300 swift test --filter aKilledRenameIsWholeOrNothing
  @Test func aKilledRenameIsWholeOrNothing() async throws {
    let (orders, kills) =
      ProcessInfo.processInfo.environment["DOCKET_KILLS"].flatMap { Int($0) }.map { (2_000, $0) } ?? (200, 10)
    let folder = try Self.book(orders: orders)
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try await folder.docket("rename", "a", "b").status == 0)
    let duration = clock.now - start
    #expect(try await folder.docket("rename", "b", "a").status == 0)
    var random = SeededGenerator(seed: 300)
    var (told, before, afterwards) = (0, 0, 0)
    var names = ("a", "b")
    for kill in 0..<kills {
      let run = try Program.docket(in: folder.path).start(["rename", names.0, names.1])
      let file = Int.random(in: 0..<orders, using: &random)
      // Files of an edit wait beside their places under their number in it; the customer is one of them.
      let waiting = "Content/orders/.docket-edit-\(file + 2)"
      let moment = Moment.allCases[kill % Moment.allCases.count]
      switch moment {
      case .reading: run.kill(after: duration * Double.random(in: 0..<0.5, using: &random)) { true }
      case .whenever: run.kill(after: duration * Double.random(in: 0.4..<1.1, using: &random)) { true }
      case .journalling:
        run.kill(after: .microseconds(Int.random(in: 0..<3_000, using: &random))) {
          folder.has(".docket-edit-Content.new")
        }
      case .preparing: run.kill(after: .zero) { folder.has(waiting) }
      case .renaming: run.kill(after: .zero) { folder.has(".docket-edit-Content") && !folder.has(waiting) }
      }
      _ = try await run.end()
      let next = try await folder.docket("check", "--quiet")
      #expect(next.status == 0, "kill \(kill), \(moment): \(next.error)")
      if next.error.contains("interrupted") { told += 1 }
      let isOld = folder.has("Content/customers/\(names.0).md")
      #expect(isOld != folder.has("Content/customers/\(names.1).md"), "kill \(kill), \(moment)")
      let tree = try FileTree(folder.path)
      let expected = "customer: \(isOld ? names.0 : names.1)\n"
      #expect(tree.files.count == orders + 1, "kill \(kill), \(moment)")
      let isWhole = tree.files.allSatisfy { path, bytes in
        !path.contains("orders/") || String(decoding: bytes, as: UTF8.self).contains(expected)
      }
      #expect(isWhole, "kill \(kill), \(moment)")
      if isOld { before += 1 } else { afterwards += 1 }
      if !isOld { names = (names.1, names.0) }
    }
    print("\(kills) kills: \(before) taken back or not begun, \(afterwards) finished, \(told) told")
    #expect(told > 0 && before > 0 && afterwards > 0)
  }

  /// With an error in the declaration of an entity its records are not there: what they name would stay behind.
  @Test(arguments: [
    "Order: {colour: red}", "Order: {lists: {foo: 1}}", "Ordre: {attributes: {memo: text}}",
    "Order: {attributes: {date: {type: date, required: maybe}}}",
    "Order: {relationships: {customer: {requird: true}}}",
  ])
  func anErrorInTheModelKeepsRecordsAsTheyAre(entity: String) async throws {
    let folder = try SmallSite.folder(adding: ["Content/model.yml": "entities:\n  \(entity)\n"])
    for arguments in [
      ["delete", "ann", "--yes"], ["rename", "ann", "anna"], ["set", "ann", "name=Anna"],
      ["add", "o2", "rows", "service=tune", "sum=1"], ["new", "customer", "Zoe"],
    ] {
      try await refused(arguments, in: folder, status: 1, saying: "Content/model.yml")
    }
  }
}
