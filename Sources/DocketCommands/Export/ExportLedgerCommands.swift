import ArgumentParser
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
        docket export hledger --account vat=liabilities:vat --payments-by kind
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
      receivable equals what docket calls open. Without a file it is printed. Accounts begin each part with a capital \
      letter, as Beancount requires: Assets:Receivable:Ann-example.

      \(Reference.accounts)

        docket export beancount orders.beancount
        docket export beancount --account vat=liabilities:vat --payments-by kind
        bean-check orders.beancount
      """)

  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    try ledger.validate(roots: LedgerAccounts.beancountRoots)
  }

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

  @Option(
    name: .customLong("account"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An amount of an order, or a list of receipts, and its account.", valueName: "expression=account"))
  var accounts: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What divides assets:payments, such as a payment's 'kind'.", valueName: "expression"))
  var paymentsBy: String?

  @Option(
    name: .customLong("entity"),
    help: ArgumentHelp(
      "An entity whose records are booked; all that are like orders if not given.", valueName: "name"))
  var entities: [String] = []

  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp("A condition that orders must meet to be booked.", valueName: "predicate"))
  var condition: String?

  @OptionGroup var options: ExportOptions

  func validate() throws { try validate(roots: nil) }

  /// Ends the command if an option is not written as its help says.
  /// - Parameter roots: what the first part of an account may be, in lowercase; nil if anything.
  func validate(roots: [String]?) throws {
    for (text, part) in zip(accounts, divided) {
      guard let part, !part.expression.text.isEmpty else {
        throw ValidationError("--account is EXPRESSION=ACCOUNT, such as 'vat=liabilities:vat', not '\(text)'")
      }
      if let refusal = LedgerAccounts.refusal(of: part.account, roots: roots) {
        throw ValidationError("--account: \(refusal)")
      }
    }
  }

  /// The expression and the account of each `--account`, at its last `=`; nil for one without.
  private var divided: [(expression: SourceText, account: String)?] {
    accounts.map { text in
      text.lastIndex(of: "=").map { equals in
        (
          SourceText(text[..<equals].trimmingBlanks(), name: "--account"),
          text[text.index(after: equals)...].trimmingBlanks()
        )
      }
    }
  }

  /// Writes the book's accounts in a format.
  func write(_ form: (Ledger) -> [UInt8]) async throws {
    try await write(ExportSession(options), form)
  }

  /// Separate because the compiler (6.3.1) fails in release if both are one asynchronous function.
  @inline(never) private func write(_ session: ExportSession, _ form: (Ledger) -> [UInt8]) throws {
    let division = paymentsBy.map { SourceText($0, name: "--payments-by") }
    let (accounts, diagnostics) = LedgerAccounts.read(
      named: divided.compactMap(\.self), division: division,
      entities: entities.map { SourceText($0, name: "--entity") },
      where: condition.map { SourceText($0, name: "--where") }, in: session.book)
    guard let accounts else { return try session.settings.refuse(diagnostics) }
    let ledger = try Ledger(session.book, accounts, today: session.settings.today)
    try session.settings.refuse(ledger.diagnostics)
    try session.write(
      form(ledger), to: file, summary: counted(ledger.transactions.count, "transaction", "transactions"),
      replacing: { $0.starts(with: Ledger.mark.utf8) })
    if entities.isEmpty, let first = ledger.unrelatedEntities.first {
      try session.settings.tell(
        "docket: \(ledger.unrelatedEntities.joined(separator: ", ")) are booked as income; '--entity \(first)' books that alone"
      )
    }
    for (entity, count) in ledger.leftOut where entities.isEmpty {
      let records = counted(count, "record", "records")
      try session.settings.tell(
        "docket: \(records) of \(entity) \(count == 1 ? "is" : "are") not in the accounts: only what has a 'total' and a list 'payments' is booked"
      )
    }
    for part in ledger.partsWithoutValues {
      let orders = counted(part.orders, "order has", "orders have")
      try session.settings.tell(
        "docket: \(orders) no '\(part.expression)'; \(part.account) gets nothing from \(part.orders == 1 ? "it" : "them")"
      )
    }
    if ledger.undatedCount > 0 {
      let payments = counted(ledger.undatedCount, "payment has", "payments have")
      try session.settings.tell("docket: \(payments) no day; the order's day is used")
    }
  }
}
