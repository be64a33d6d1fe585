import Content
import Exports
import QRCode
import Records

/// A code with which a banking app pays the open amount, by guideline EPC069-12 of the European Payments
/// Council ("GiroCode") or, for an account in Switzerland or Liechtenstein, the Swiss Implementation
/// Guidelines for the QR-bill.
struct PaymentCode {
  /// The content of the code, line by line.
  let text: String
  private let isSwiss: Bool

  /// The maximum amount of a code, in either scheme.
  private static let maximum = Decimal("999999999.99") ?? .zero

  /// Makes the code of an amount.
  /// - Returns: nil if nothing is open, or the amount is not in a single currency that the scheme supports.
  init?(_ account: BankAccount, open: Money, purpose: String) {
    guard let amount = open.single, !amount.number.isZero, !amount.number.isNegative,
      amount.number.compare(Self.maximum) != .descending, amount.number.units(digits: 2) != nil
    else { return nil }
    let code = amount.currency.code
    guard code == "EUR" || (account.isSwiss && code == "CHF") else { return nil }
    var number: [UInt8] = []
    amount.number.append(to: &number, minimumDigits: 2)
    let figure = String(decoding: number, as: UTF8.self)
    isSwiss = account.isSwiss
    let about = String(purpose.prefix(140))
    guard account.isSwiss else {
      text = [
        "BCD", "002", "1", "SCT", account.bic, account.name, account.iban, code + figure, "", "", about,
      ]
      .joined(separator: "\n")
      return
    }
    let address = account.address
    let creditor = [
      "S", account.name, address.street, address.number, address.postcode, address.town, address.country,
    ]
    // There is no ultimate creditor and no debtor: seven empty lines each.
    let nobody = [String](repeating: "", count: 7)
    let lines = ["SPC", "0200", "1", account.iban] + creditor + nobody + [figure, code] + nobody
    text = (lines + ["NON", "", about, "EPD"]).joined(separator: "\n")
  }

  /// The code as an SVG to embed in a page; nil if it does not fit the scheme's largest code.
  /// - Parameter label: a description for screen readers.
  func svg(label: String) -> [UInt8]? {
    guard let code = QRCode(Array(text.utf8), maximumVersion: isSwiss ? 25 : 13) else { return nil }
    let margin = 4
    let side = code.size + 2 * margin
    // Without its margin a Swiss code is 46 mm wide; a GiroCode has no fixed size.
    let width = "\(Self.decimal(46_000 * side / code.size))mm"
    let size = isSwiss ? " width=\"\(width)\" height=\"\(width)\"" : ""
    var svg = Array("<svg class=\"qr\"\(size) viewBox=\"0 0 \(side) \(side)\"".utf8)
    svg += " role=\"img\" aria-label=\"".utf8
    XMLText.append(label, to: &svg)
    svg +=
      "\"><path fill=\"#fff\" d=\"M0 0h\(side)v\(side)H0z\"/><path d=\"\(code.path(from: margin))\"/>".utf8
    if isSwiss { svg += Self.cross(size: code.size, margin: margin).utf8 }
    return svg + Array("</svg>".utf8)
  }

  /// The Swiss cross in the middle of a code, 7 mm wide in a code of 46 mm.
  private static func cross(size: Int, margin: Int) -> String {
    // Computes in thousandths of a module, so that no floating-point number is printed.
    let middle = (size * 1000) / 2 + margin * 1000
    func square(_ tenths: Int, _ fill: String) -> String {
      let side = size * 1000 * tenths / 460
      let start = decimal(middle - side / 2)
      return
        "<rect x=\"\(start)\" y=\"\(start)\" width=\"\(decimal(side))\" height=\"\(decimal(side))\" fill=\"\(fill)\"/>"
    }
    func bar(width: Int, height: Int) -> String {
      let (w, h) = (size * 1000 * width / 4600, size * 1000 * height / 4600)
      return "<rect x=\"\(decimal(middle - w / 2))\" y=\"\(decimal(middle - h / 2))\" width=\"\(decimal(w))\""
        + " height=\"\(decimal(h))\" fill=\"#fff\"/>"
    }
    return square(70, "#fff") + square(60, "#000") + bar(width: 390, height: 117)
      + bar(width: 117, height: 390)
  }

  /// Thousandths as a decimal number.
  private static func decimal(_ thousandths: Int) -> String {
    let fraction = String(thousandths % 1000 + 1000).dropFirst()
    return "\(thousandths / 1000).\(fraction)"
  }
}

extension SiteView {
  /// The code to pay the open amount of a record, as SVG; nil if the site has no account, or nothing is open.
  func paymentCode(of row: Int, in table: Int) -> [UInt8]? {
    guard let account else { return nil }
    return payment(of: row, in: table)?.svg(label: "QR: \(account.name), \(account.groupedIBAN)")
  }

  /// The content of a record's code.
  func payment(of row: Int, in table: Int) -> PaymentCode? {
    guard let account else { return nil }
    let entity = graph.model.entities[graph.entity(of: row, in: table)]
    guard let column = entity.attribute(named: "open")?.column,
      case .money(let amounts) = graph.tables[table].columns[column], let open = amounts[row]
    else { return nil }
    let id = graph.id(of: row, in: table)
    return PaymentCode(account, open: open, purpose: "\(entity.label) \(id)")
  }
}
