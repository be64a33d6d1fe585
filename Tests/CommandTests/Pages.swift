import TestSupport

// What tests read off the default theme's pages.

extension HTMLElement {
  /// The last cell of the row that a label begins, as money.
  func amount(_ label: String) throws -> PrintedMoney {
    guard let row = rows.last(where: { $0.first { !$0.isEmpty } == label }), let amount = row.last else {
      throw Unexpected("no row begins with '\(label)'")
    }
    return try PrintedMoney(amount)
  }

  /// The value of a field; nil where the page shows none.
  func field(_ label: String) -> String? {
    let names = all("dt")
    return names.firstIndex { $0.text == label }.map { all("dd")[$0].text }
  }
}
