import ArgumentParser
import Content
import Exports

/// `docket export hledger`
struct ExportHLedgerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hledger", abstract: "Write a journal of hledger.",
    discussion: """
      An order makes its customer's account receivable, a payment settles it; the last transaction asserts that what is \
      receivable is what docket calls open. Without a file it is printed.

        docket export hledger orders.journal
        hledger -f orders.journal check --strict
        hledger -f orders.journal balance assets:receivable
      """)

  @Argument(
    help: ArgumentHelp("The file to write; printed if not given.", valueName: "file"),
    completion: .file(extensions: ["journal", "hledger"]))
  var file: String?

  @OptionGroup var options: ExportOptions

  func run() async throws {
    try await ExportSession(options).write(to: file) { $0.hledger }
  }
}

/// `docket export beancount`
struct ExportBeancountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beancount", abstract: "Write a ledger of beancount.",
    discussion: """
      An order makes its customer's account receivable, a payment settles it; balances at the end assert that what is \
      receivable is what docket calls open. Without a file it is printed.

        docket export beancount orders.beancount
        bean-check orders.beancount
      """)

  @Argument(
    help: ArgumentHelp("The file to write; printed if not given.", valueName: "file"),
    completion: .file(extensions: ["beancount", "bean"]))
  var file: String?

  @OptionGroup var options: ExportOptions

  func run() async throws {
    try await ExportSession(options).write(to: file) { $0.beancount }
  }
}

extension ExportSession {
  /// Writes the book's accounts in a form.
  fileprivate func write(to file: String?, _ form: (Ledger) -> [UInt8]) throws {
    let ledger = try make { try Ledger(book.graph, title: book.settings.title) }
    let count = ledger.transactions.count
    try write(
      form(ledger), to: file, summary: count == 1 ? "1 transaction" : "\(count) transactions",
      replacing: { $0.starts(with: Ledger.mark.utf8) })
    if ledger.undatedCount > 0 {
      let payments = ledger.undatedCount == 1 ? "1 payment has" : "\(ledger.undatedCount) payments have"
      try console.write("docket: \(payments) no day, and stand on that of the order\n", to: .error)
    }
  }
}
