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
      var opened: Set<String> = []
      for account in accounts {
        let name = names[account] ?? ""
        if opened.insert(name).inserted { text += "\(first) open \(name)\n" }
      }
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
  /// and `-`. If two ids or values give the same name, the later one gets a number; an account that the user names
  /// may be one that is there.
  private var beancountNames: [Account: String] {
    var names: [Account: String] = [:]
    var taken: Set<String> = ["Income:Sales"]
    for account in accounts {
      if case .named(let name, nil) = account {
        names[account] = Self.name(of: name.split(separator: ":"))
        taken.insert(names[account] ?? "")
      }
    }
    for account in accounts where names[account] == nil {
      let name =
        switch account {
        case .named(let name, let value):
          Self.name(of: name.split(separator: ":") + [value].compactMap { $0?[...] })
        case .income: "Income:Sales"
        case .receivable(nil): "Assets:Receivable:No-customer"
        case .receivable(let customer?): "Assets:Receivable:" + Self.part(customers[customer] ?? "")
        }
      names[account] = account == .income ? name : firstFree(name, among: &taken) { "\(name)-\($0)" }
    }
    return names
  }

  private static func name(of parts: [Substring]) -> String {
    parts.map { part(String($0)) }.joined(separator: ":")
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
