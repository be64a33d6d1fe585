import Records

extension Ledger {
  /// The beginning of all of docket's journals and ledgers, by which docket recognizes its own.
  package static let mark = "; Written by docket export"

  /// An hledger journal, as `hledger check --strict` requires it: accounts and currencies are declared.
  ///
  ///     2026-03-14 Müller, Karin | Order 2026-0054  ; id: 2026-0054
  ///         assets:receivable:karin-mueller  252.00 EUR
  ///         income:sales  -252.00 EUR
  ///
  /// The last transaction asserts docket's open amounts, so that hledger checks the file itself.
  package var hledger: [UInt8] {
    var text = Self.mark + " hledger\n; \(Self.line(title))\n\ndecimal-mark .\n"
    for (currency, digits) in currencies {
      let fraction = "." + String(repeating: "0", count: digits)
      text += "commodity 1000\(fraction) \(currency.code)\n"
    }
    text += "\n"
    var declared: Set<String> = []
    for account in accounts {
      let name = hledgerName(account)
      if declared.insert(name).inserted { text += "account \(name)\n" }
    }
    for transaction in transactions {
      let about = Self.line(transaction.text)
      let payee = transaction.payee.map { Self.line($0) + " | " } ?? ""
      text += "\n\(transaction.date) \(payee)\(about)  ; id: \(transaction.id)\n"
      for posting in transaction.postings {
        text += "    \(hledgerName(posting.account))  \(Self.text(of: posting.amount))\n"
      }
    }
    if let end, !balances.isEmpty {
      text += "\n\(end) What is open by docket's own sums\n"
      for balance in balances {
        for amount in balance.amounts {
          let zero = Money.Amount(.zero, amount.currency)
          text += "    \(hledgerName(balance.account))  \(Self.text(of: zero)) = \(Self.text(of: amount))\n"
        }
      }
    }
    return Array(text.utf8)
  }

  private func hledgerName(_ account: Account) -> String {
    switch account {
    case .named(let name, nil): name
    case .named(let name, let value?): name + ":" + Self.line(value.replacing(":", with: "-"))
    case .income: "income:sales"
    case .receivable(nil): "assets:receivable"
    case .receivable(let customer?): "assets:receivable:\(customers[customer] ?? "")"
    }
  }

  /// A text on one line without characters special to hledger: `;` begins a comment, `|` ends the payee.
  private static func line(_ text: String) -> String {
    let replaced = text.map { character -> Character in
      switch character {
      case ";": ","
      case "|": "/"
      default:
        character.isWhitespace || character.unicodeScalars.contains { $0.value < 0x20 } ? " " : character
      }
    }
    let words = String(replaced).split(separator: " ").joined(separator: " ")
    // At the beginning these would be read as the date's status or as a code.
    return words.first.map { "!*(=".contains($0) } ?? true ? "'" + words : words
  }

  /// An amount with its currency's digits.
  static func text(of amount: Money.Amount) -> String {
    var bytes: [UInt8] = []
    amount.append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
