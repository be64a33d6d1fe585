/// The id of a record that is written inside another: its owner's id and its position among the owner's (`2026-0001#2`).
package struct OwnedID: Sendable, Equatable {
  /// The suffix after the owner's id in that of a record that no file contains.
  static let implied = "#paid"

  /// The id of the owner, which may be an owned one itself.
  package let owner: String
  /// The place in the owner's list, from 1; at 0 there is none.
  package let position: Int32

  /// Reads an id as it is printed; nil for any other spelling, such as `2026-0001#02`, and for ids of files.
  package init?(_ id: String) {
    guard let mark = id.lastIndex(of: "#") else { return nil }
    let digits = id[id.index(after: mark)...]
    guard let position = Int32(digits), position >= 0, "\(position)" == digits else { return nil }
    owner = String(id[..<mark])
    self.position = position
  }
}
