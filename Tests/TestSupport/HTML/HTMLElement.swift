/// An element of an HTML page.
package struct HTMLElement: Sendable {
  /// What an element holds, in order.
  package enum Child: Sendable {
    case text(String)
    case element(HTMLElement)
  }

  /// The name, as written.
  package let name: String
  /// The attributes, their references resolved.
  package let attributes: [String: String]
  /// What stands between its tags.
  package internal(set) var children: [Child] = []

  /// The elements directly inside.
  package var elements: [HTMLElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// All the elements inside, itself first, in the order of their start tags.
  package var all: [HTMLElement] {
    var found: [HTMLElement] = []
    func visit(_ element: HTMLElement) {
      found.append(element)
      for child in element.elements { visit(child) }
    }
    visit(self)
    return found
  }

  /// All the elements of a name inside, in order.
  package func all(_ name: String) -> [HTMLElement] { all.filter { $0.name == name } }

  /// The text inside, each run of blanks as one.
  package var text: String {
    var pieces: [String] = []
    func visit(_ element: HTMLElement) {
      for child in element.children {
        switch child {
        case .text(let text): pieces.append(text)
        case .element(let element): visit(element)
        }
      }
    }
    visit(self)
    return pieces.joined().split { " \n\t".contains($0) }.joined(separator: " ")
  }

  /// The rows of all tables inside, as the texts of their cells.
  package var rows: [[String]] { tableRows.map { $0.map(\.text) } }

  /// The rows of all tables inside, as cells.
  package var tableRows: [[HTMLElement]] { all("tr").map(\.elements) }
}
