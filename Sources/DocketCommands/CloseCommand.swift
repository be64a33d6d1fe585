import ArgumentParser
import Content
import Diagnostics
import Records

/// `docket close`
struct CloseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "Close a year, quarter or month: its records may no longer change.",
    discussion: """
      The values of the period's records are kept in Content/closed. Whatever is changed, added or deleted among them \
      afterwards is an error that shows old and new; how a file is written may change. A record belongs to the day of its \
      'date', rows to that of their order unless they have days of their own, a payment to the day on which it came: an \
      order of a closed year may still be paid, with the day.

        docket close 2025-Q4
        docket close 2025
        docket reopen 2025 --reason 'A row of 2025-0017 was booked twice'

      \(Reference.closing)
      """)

  @Argument(
    help: ArgumentHelp("2025, 2025-Q4 or 2025-12.", valueName: "period"), transform: ClosingSession.period)
  var period: AccountingPeriod

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let session = try ClosingSession(options, period: period)
    guard period.isOver(on: session.settings.today) else {
      throw ValidationError(
        "\(period) is not over on \(session.settings.today); a \(period.noun) is closed after its end")
    }
    let book = await ContentLoader(
      source: session.settings.source, includesDrafts: false, today: session.settings.today
    ).load()
    keepUntilExit(book)
    try session.refuse(book.diagnostics)
    let earlier = try session.file()
    if let closed = book.closedPeriods?.keys.sorted().first(where: { $0.contains(period) }) {
      let part = closed == period ? "" : ", as a part of \(closed)"
      return try session.settings.tell("\(period) is closed already\(part), and nothing has changed")
    }
    guard
      let closing = ClosedPeriod.closing(period, book, after: earlier?.closed, on: session.settings.today)
    else {
      let why =
        book.graph.model.entities.contains { $0.day != nil }
        ? "no record is of \(period)" : "no entity has a date that says which period its records are of"
      try session.settings.stop("\(why); nothing was written")
    }
    try session.write(closing.bytes, over: earlier?.bytes)
    let records = counted(closing.counts.reduce(0) { $0 + $1.records }, "record", "records")
    let entities = closing.counts.map { entity, day, count in
      "\(count) \(entity)" + (day.map { " by '\($0)'" } ?? "")
    }
    try session.say("\(period) is closed with \(records), digest \(closing.digest.prefix(16))")
    try session.say(entities.joined(separator: ", "))
    for (names, what) in [
      (closing.amountsNotKept.foreign, "other documents"),
      (closing.amountsNotKept.dated, "records with days of their own"),
    ] where !names.isEmpty {
      let (reads, are) = names.count == 1 ? ("reads", "it is") : ("read", "they are")
      try session.settings.tell(
        "docket: \(names.joined(separator: ", ")) \(reads) \(what), so \(are) not kept and may still change")
    }
  }
}
