import ArgumentParser
import Content
import Diagnostics
import Exports

/// `docket export hledger`
struct ExportHLedgerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hledger", abstract: "Write a journal for hledger.",
    discussion: """
      An order makes its customer's account receivable, a payment settles it; the last transaction asserts that what is \
      receivable equals what docket calls open. Without a file it is printed.

      \(Reference.accounts)

        docket export hledger orders.journal
        hledger -f orders.journal check --strict
        hledger -f orders.journal balance assets:receivable
      """)

  @OptionGroup var ledger: LedgerOptions

  func run() async throws {
    try await ledger.write { $0.hledger }
  }
}

/// `docket export beancount`
struct ExportBeancountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beancount", abstract: "Write a ledger for beancount.",
    discussion: """
      An order makes its customer's account receivable, a payment settles it; balances at the end assert that what is \
      receivable equals what docket calls open. Without a file it is printed.

      \(Reference.accounts)

        docket export beancount orders.beancount
        bean-check orders.beancount
      """)

  @OptionGroup var ledger: LedgerOptions

  func run() async throws {
    try await ledger.write { $0.beancount }
  }
}

/// The file and the options of a ledger.
struct LedgerOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The file to write; printed if not given.", valueName: "file"),
    completion: .file(extensions: ["journal", "hledger", "beancount", "bean"]))
  var file: String?

  @OptionGroup var options: ExportOptions

  /// Writes the book's accounts in a format.
  func write(_ form: (Ledger) -> [UInt8]) async throws {
    try await write(ExportSession(options), form)
  }

  /// Separate because the compiler (6.3.1) fails in release if both are one asynchronous function.
  @inline(never) private func write(_ session: ExportSession, _ form: (Ledger) -> [UInt8]) throws {
    let ledger = try session.make { try Ledger(session.book) }
    try session.write(
      form(ledger), to: file, summary: counted(ledger.transactions.count, "transaction", "transactions"),
      replacing: { $0.starts(with: Ledger.mark.utf8) })
    if ledger.undatedCount > 0 {
      let payments = counted(ledger.undatedCount, "payment has", "payments have")
      try session.settings.console.write("docket: \(payments) no day; the order's day is used\n", to: .error)
    }
  }
}
