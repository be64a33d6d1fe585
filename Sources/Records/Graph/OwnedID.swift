/// The id of a record inside another: the owner's id and the position in the owner's list (`2026-0001#2`).
package struct OwnedID: Sendable, Equatable {
  /// The suffix after the owner's id for an implied record.
  static let implied = "#paid"

  /// The id of the owner, which may itself be such an id.
  package let owner: String
  /// The position in the owner's list, from 1; 0 is no record.
  package let position: Int32

  /// Reads an id in its printed form; nil for other forms, such as `2026-0001#02`, and for ids of files.
  package init?(_ id: String) {
    guard let mark = id.lastIndex(of: "#") else { return nil }
    let digits = id[id.index(after: mark)...]
    guard let position = Int32(digits), position >= 0, "\(position)" == digits else { return nil }
    owner = String(id[..<mark])
    self.position = position
  }
}
