import Query
import Records

extension Ledger {
  /// A beancount ledger, as `bean-check` requires it: accounts are opened before they are used.
  ///
  ///     2026-03-14 * "Müller, Karin" "Order 2026-0054"
  ///       id: "2026-0054"
  ///       Assets:Receivable:Karin-mueller  252.00 EUR
  ///       Income:Sales  -252.00 EUR
  ///
  /// Final assertions compare the balances with docket's open amounts, so beancount checks the file itself.
  package var beancount: [UInt8] {
    let names = beancountNames
    var text = Self.mark + " beancount\noption \"title\" \(Self.string(title))\n"
    text += "option \"operating_currency\" \"\(currency.code)\"\n"
    if let first = transactions.first?.date {
      text += "\n"
      for account in accounts { text += "\(first) open \(names[account] ?? "")\n" }
    }
    for transaction in transactions {
      let payee = transaction.payee.map { Self.string($0) + " " } ?? ""
      text += "\n\(transaction.date) * \(payee)\(Self.string(transaction.text))\n"
      text += "  id: \(Self.string(transaction.id))\n"
      for posting in transaction.postings {
        text += "  \(names[posting.account] ?? "")  \(Self.text(of: posting.amount))\n"
      }
    }
    if let end {
      text += "\n; What is open by docket's own sums.\n"
      for balance in balances {
        for amount in balance.amounts {
          text += "\(end) balance \(names[balance.account] ?? "")  \(Self.text(of: amount))\n"
        }
      }
    }
    return Array(text.utf8)
  }

  /// The names of all accounts. A part begins with a capital letter or a digit and contains letters, digits
  /// and `-`. If two ids give the same name, the later one gets a number.
  private var beancountNames: [Account: String] {
    var names: [Account: String] = [:]
    var taken: Set<String> = []
    for account in accounts {
      let name =
        switch account {
        case .named(let name, let value):
          (name.split(separator: ":").map(String.init) + [value].compactMap(\.self)).map(Self.part)
            .joined(separator: ":")
        case .income: "Income:Sales"
        case .receivable(nil): "Assets:Receivable:No-customer"
        case .receivable(let customer?): "Assets:Receivable:" + Self.part(customers[customer] ?? "")
        }
      names[account] = firstFree(name, among: &taken) { "\(name)-\($0)" }
    }
    return names
  }

  private static func part(_ id: String) -> String {
    let legal = String(
      id.map { character -> Character in
        character.isASCII && !character.isLetter && !character.isNumber ? "-" : character
      })
    let letters = legal.drop { $0 == "-" }
    guard let first = letters.first else { return "C" + legal }
    let capital = first.isLowercase ? first.uppercased() : String(first)
    return capital + letters.dropFirst()
  }

  /// A text in quotes.
  private static func string(_ text: String) -> String {
    let line = text.map { character -> String in
      switch character {
      case "\"": "\\\""
      case "\\": "\\\\"
      default: character.isNewline || character == "\t" ? " " : String(character)
      }
    }
    return "\"" + line.joined() + "\""
  }
}
