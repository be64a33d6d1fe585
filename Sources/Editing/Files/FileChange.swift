/// A change to one file: it is made, changed or removed.
package struct FileChange: Sendable, Equatable {
  /// The path below Content.
  package let path: String
  /// The expected bytes before the change; nil if no file may exist.
  package let before: [UInt8]?
  /// The bytes afterwards; nil if the file is removed.
  package let after: [UInt8]?

  /// Makes a change.
  package init(path: String, before: [UInt8]?, after: [UInt8]?) {
    self.path = path
    self.before = before
    self.after = after
  }
}
