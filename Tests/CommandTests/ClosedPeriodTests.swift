import Foundation
import TestSupport
import Testing

/// `docket close` of quarters and months, beside the years that contain them.
struct ClosedPeriodTests {
  /// The small site with an order in each of two quarters of 2025.
  private static func folder() throws -> TemporaryFolder {
    func order(_ day: String, _ more: String = "") -> String {
      "---\ndate: \(day)\ncustomer: bob\nmade: true\nrows:\n  - {service: paint, sum: 10}\n\(more)---\n"
    }
    return try SmallSite.folder(adding: [
      "Content/orders/2025/feb.md": order("2025-02-28"), "Content/orders/2025/mar.md": order("2025-03-31"),
      "Content/orders/2025/apr.md": order("2025-04-01", "payments:\n  - {date: 2025-06-30, sum: 4}\n"),
    ])
  }

  @Test(arguments: [
    ("2025-Q1", "2 orders", ["feb", "mar"], ["apr"]), ("2025-03", "1 order", ["mar"], ["feb", "apr"]),
    ("2025-02", "1 order", ["feb"], ["mar", "apr"]), ("2025-Q2", "1 order", ["apr"], ["feb", "mar"]),
  ])
  func onlyRecordsOfThePeriodMayNotChange(
    period: String, _: String, closed: [String], open: [String]
  ) async throws {
    let folder = try Self.folder()
    let run = try await folder.docket("close", period)
    try #require(run.status == 0, "\(run.error)")
    #expect(run.output.hasPrefix("\(period) is closed with "))
    #expect(try folder.text("Content/closed/\(period).yml").contains(": \(period)\nlog:\n"))
    for id in open { #expect(try await folder.docket("set", "\(id)#1", "sum=11").status == 0) }
    for id in closed {
      let refused = try await folder.docket("set", "\(id)#1", "sum=11")
      #expect(refused.status == 1)
      #expect(refused.error.contains("was changed after \(period) was closed"), "\(refused.error)")
    }
    #expect(try await folder.docket("check").status == 0)
  }

  /// The digest in the log is compared, also where all records are as they were.
  @Test func theDigestInTheLogIsThatOfTheRecords() async throws {
    let folder = try Self.folder()
    try #require(try await folder.docket("close", "2025-Q1").status == 0)
    let file = "Content/closed/2025-Q1.yml"
    let first = try #require(try folder.text(file).firstMatch(of: /digest: "(\w)/)).1
    try folder.replace("digest: \"\(first)", with: "digest: \"\(first == "3" ? "4" : "3")", in: file)
    let run = try await folder.docket("check")
    #expect(run.output.contains("has another digest than the records below"), "\(run.output)")
  }

  /// While an error keeps closed records from being compared, no command changes them.
  @Test(arguments: [
    ("Content/site.yml", "title: Shop\ntitel: x\n"),
    ("Content/model.yml", "entities: {Order: {rules: [{unless: nosuch = 1, error: x}]}}\n"),
    ("Content/closed/2025-Q1.yml", "<<<<<<< HEAD\n"), ("Content/customers/bob.md", "x\n"),
  ])
  func anErrorElsewhereOpensNoPeriod(path: String, text: String) async throws {
    let folder = try Self.folder()
    #expect(try await folder.docket("close", "2025-Q1").status == 0)
    try folder.put(path, text)
    let before = try FileTree(folder.path).files
    for edit in [
      ["set", "feb", "due=2025-04-01"], ["set", "feb#1", "sum=11"], ["delete", "mar", "--yes"],
      ["new", "order", "x", "date=2025-01-03", "--row", "service=paint,sum=1"],
    ] {
      let refused = try await Program.docket(in: folder.path).run(edit)
      #expect(refused.status == 1, "\(edit) \(refused.error)")
      #expect(try FileTree(folder.path).files == before)
    }
    let refused = try await folder.docket("set", "feb", "due=2025-04-01")
    let message =
      "order feb belongs to 2025-Q1, which is closed, and cannot be compared with what it was until another error "
      + "is corrected [closed-record]"
    #expect(refused.error.contains(message), "\(refused.error)")
    #expect(try await folder.docket("set", "apr#1", "sum=11").status == 0)
  }

  /// Nobody knows what is closed where the files that say so are out of reach.
  @Test(arguments: [
    ("closed", "a link out of Content"), ("closed", "a link to nothing"), ("closed", "a pipe"),
    ("closed", "a file"),
    ("closed/2025-Q1.yml", "a link out of Content"), ("closed/2025-Q1.yml", "a pipe"),
    ("closed/2025-Q1.yml", "a file"), ("closed/2025-Q1.yml", "a folder"),
    ("closed/2025-Q1.yml", "another name"), ("closed/2025-Q1.yml", "a placeholder"),
  ])
  func whatCannotBeReadOpensNoPeriod(path: String, replacement: String) async throws {
    let folder = try Self.folder()
    #expect(try await folder.docket("close", "2025-Q1").status == 0)
    let (place, other) = (folder.path("Content/" + path), folder.path("elsewhere"))
    try FileManager.default.moveItem(atPath: place, toPath: other)
    switch replacement {
    case "a file": try folder.put("Content/" + path, "")
    case "a folder": try folder.put("Content/" + path + "/x", "")
    case "another name":
      try FileManager.default.moveItem(atPath: other, toPath: folder.path("Content/closed/2025-Q1.yaml"))
    case "a placeholder": try folder.put("Content/closed/.2025-Q1.yml.icloud", "")
    case "a pipe": #expect(mkfifo(place, 0o600) == 0)
    default:
      let target = replacement == "a link to nothing" ? folder.path("nothing") : other
      try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: target)
    }
    #expect(try await folder.docket("check").status != 0)
    let reason =
      path == "closed" ? "it cannot be read which periods are closed" : "which is closed, and cannot be"
    for edit in [
      ["set", "feb#1", "sum=11"], ["delete", "mar", "--yes"], ["rename", "feb", "february"],
      ["new", "order", "x", "date=2025-01-03", "--row", "service=paint,sum=1"],
    ] {
      let refused = try await Program.docket(in: folder.path).run(edit)
      #expect(refused.status == 1 && refused.error.contains(reason), "\(edit) \(refused.error)")
    }
    #expect(try folder.text("Content/orders/2025/feb.md").contains("sum: 10"))
    // What belongs to no period may change.
    #expect(try await folder.docket("set", "bob", "name=Bo").status == 0)
  }

  /// An order of the first quarter is paid in the second, which is closed as well.
  @Test func aPaymentBelongsToThePeriodInWhichItCame() async throws {
    let folder = try Self.folder()
    for period in ["2025-Q1", "2025-Q2"] { #expect(try await folder.docket("close", period).status == 0) }
    let refused = try await folder.docket("add", "mar", "payment", "sum=5", "date=2025-05-02")
    #expect(refused.status == 1 && refused.error.contains("was added after 2025-Q2 was closed"))
    #expect(try await folder.docket("add", "mar", "payment", "sum=5", "date=2025-07-01").status == 0)
    #expect(try await folder.docket("check").status == 0)
    // Without a day it counts on the day of its order, in the closed quarter.
    let implied = try await folder.docket("set", "feb", "paid=true")
    #expect(implied.error.contains("was added after 2025-Q1 was closed"), "\(implied.error)")
    #expect(implied.error.contains("on the day of the order"), "\(implied.error)")
  }

  @Test func aChangeIsReportedForTheLongestPeriod() async throws {
    let folder = try Self.folder()
    for period in ["2025-03", "2025-Q1", "2025"] {
      #expect(try await folder.docket("close", period).status == 0)
    }
    let again = try await folder.docket("close", "2025-Q2")
    #expect(again.status == 0)
    #expect(again.error.contains("2025-Q2 is closed already, as a part of 2025, and nothing has changed"))
    let part = try await folder.docket("reopen", "2025-Q2", "--reason", "Wrong sum")
    #expect(
      part.status == 1 && part.error.contains("2025-Q2 is closed as a part of 2025, which can be opened"))
    try folder.replace("sum: 10", with: "sum: 11", in: "Content/orders/2025/mar.md")
    for (open, next) in [("2025", "2025-Q1"), ("2025-Q1", "2025-03")] {
      let check = try await folder.docket("check")
      #expect(check.output.ranges(of: "was changed after").count == 1, "\(check.output)")
      #expect(check.output.contains("was changed after \(open) was closed"))
      #expect(check.output.contains("'docket reopen \(open) --reason TEXT' opens the"))
      #expect(try await folder.docket("reopen", open, "--reason", "Wrong sum").status == 0)
      let after = try await folder.docket("check")
      #expect(after.output.contains("was changed after \(next) was closed"), "\(after.output)")
    }
    #expect(try await folder.docket("reopen", "2025-03", "--reason", "Wrong sum").status == 0)
    #expect(try await folder.docket("check").status == 0)
    let log = try folder.text("Content/closed/2025-Q1.yml")
    #expect(log.contains("quarter: 2025-Q1\n") && log.contains("reopened: \"Wrong sum\""))
  }

  /// The file of a part of a closed year is not compared, but it must be as docket wrote it.
  @Test func theFileOfAPartOfAClosedYearIsVerified() async throws {
    let folder = try Self.folder()
    for period in ["2025-Q1", "2025"] { #expect(try await folder.docket("close", period).status == 0) }
    try folder.replace("\"2025-02-28\"", with: "\"2025-02-27\"", in: "Content/closed/2025-Q1.yml")
    let check = try await folder.docket("check")
    #expect(check.status == 1)
    #expect(check.output.contains("closed/2025-Q1.yml"), "\(check.output)")
    #expect(check.output.contains("[closed-year-file]"))
  }

  @Test(arguments: ["2025-Q5", "2025-13", "2025-3", "25", "0000", "2025-W07", "2025-Q1-", "year"])
  func refusesWhatIsNoPeriod(name: String) async throws {
    let folder = try Self.folder()
    let run = try await folder.docket("close", name)
    #expect(
      run.status == 64 && run.error.contains("such as 2025, 2025-Q4 or 2025-12"),
      "\(run.error)")
  }

  @Test func aPeriodIsClosedAfterItsEnd() async throws {
    let folder = try Self.folder()
    let early = try await folder.docket("close", "2025-Q4", "--today", "2025-12-31")
    #expect(early.status == 64)
    #expect(early.error.contains("2025-Q4 is not over on 2025-12-31; a quarter is closed after its end"))
    let empty = try await folder.docket("close", "2025-Q3", "--today", "2025-10-01")
    #expect(empty.error.contains("no record is of 2025-Q3"), "\(empty.error)")
  }
}
