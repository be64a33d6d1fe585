/// What happens to one file: it is made, changed or removed.
package struct FileChange: Sendable, Equatable {
  /// The path below Content.
  package let path: String
  /// The bytes that the change was made for; nil if there must be no file.
  package let before: [UInt8]?
  /// The bytes afterwards; nil for a file that is removed.
  package let after: [UInt8]?

  /// Makes a change.
  package init(path: String, before: [UInt8]?, after: [UInt8]?) {
    self.path = path
    self.before = before
    self.after = after
  }
}
