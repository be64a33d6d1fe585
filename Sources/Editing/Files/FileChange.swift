/// A change to one file: it is made, changed or removed.
package struct FileChange: Sendable, Equatable {
  /// The path below Content.
  package let path: String
  /// The expected bytes before the change; nil if no file may exist.
  package let before: [UInt8]?
  /// The bytes afterwards; nil if the file is removed.
  package let after: [UInt8]?
  /// For a file that is moved here its old path below Content, whose permissions and owner it keeps.
  let origin: String?

  package init(path: String, before: [UInt8]?, after: [UInt8]?, origin: String? = nil) {
    self.path = path
    self.before = before
    self.after = after
    self.origin = origin
  }
}
