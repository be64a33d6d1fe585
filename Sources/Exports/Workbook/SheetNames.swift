import Query

/// Makes valid names for the sheets of an Office Open XML workbook: 1 to 31 UTF-16 units, without `[ ] : * ?
/// / \`, no apostrophe at either end, not `History`, and no two names that differ only in case.
///
///     var names = SheetNames()
///     names.add("Orders: 2025/2026")   // "Orders 2025 2026"
///     names.add("orders 2025 2026")    // "orders 2025 2026 2"
package struct SheetNames {
  private static let maximumLength = 31
  private var taken: Set<String> = ["history"]

  /// Makes a list without names.
  package init() {}

  /// Makes a sheet name from a title.
  /// - Parameter subject: the subject of the sheet; it precedes the title if the name lacks it.
  package mutating func add(_ title: String, about subject: String? = nil) -> String {
    let name = Self.legal(title)
    guard let subject = subject.map(Self.legal), !name.contains(subject) else { return unique(name) }
    return unique(Self.legal("\(subject) \(title)"))
  }

  /// The name, with a number appended if it is taken.
  private mutating func unique(_ name: String) -> String {
    let name = name.isEmpty ? "Sheet" : name
    return firstFree(name, among: &taken, by: { $0.lowercased() }) { number in
      let ending = " \(number)"
      return Self.cut(name, to: Self.maximumLength - ending.utf16.count) + ending
    }
  }

  /// The part of a text that is valid in a sheet's name.
  private static func legal(_ text: String) -> String {
    let legal = text.map { character -> Character in
      let isLegal = character.unicodeScalars.allSatisfy { scalar in
        !"[]:*?/\\".unicodeScalars.contains(scalar) && scalar.properties.generalCategory != .control
          && scalar.value < 0xFFFE
      }
      return isLegal ? character : " "
    }
    let words = String(legal).split(separator: " ").joined(separator: " ")
    return trimmed(cut(words, to: maximumLength))
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while let first = text.first, first == " " || first == "'" { text.removeFirst() }
    while let last = text.last, last == " " || last == "'" { text.removeLast() }
    return String(text)
  }

  private static func cut(_ text: String, to length: Int) -> String {
    var result = text
    while result.utf16.count > length { result.removeLast() }
    return result
  }
}
