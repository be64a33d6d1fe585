import Content
import Diagnostics
import FileSystem

/// What a request comes to: the bytes of each file that changes, what is written, and what is wrong with the request.
///
/// Nothing is on the disk yet: it is laid over the files to be validated, then the journal writes it.
package struct Edit: Sendable {
  /// What a key of a record is given, for telling what is written.
  package struct Line: Sendable, Equatable {
    /// The id of the record.
    package let record: String
    /// What is done, such as `paidOn: 2026-11-21`.
    package let text: String

    /// Makes a line.
    package init(_ record: String, _ text: String) {
      self.record = record
      self.text = text
    }
  }

  /// The bytes of each file that changes before and afterwards, by its path below Content.
  private var files: [String: (before: [UInt8]?, after: [UInt8]?)] = [:]
  /// What is written, in order.
  package var lines: [Line] = []
  /// The new path below Content of each file that has another, with the old one.
  package var moves: [String: String] = [:]
  /// What is wrong with the request. An edit with errors changes nothing.
  package var diagnostics: [Diagnostic] = []

  /// An edit that changes nothing.
  package init() {}

  /// The changes, by path.
  package var changes: [FileChange] {
    files.filter { $0.value.before != $0.value.after }.sorted { $0.key.precedes($1.key) }.map {
      FileChange(path: $0.key, before: $0.value.before, after: $0.value.after)
    }
  }

  /// The bytes that a file will have; nil where the edit leaves it alone, nil within where it removes it.
  package func bytes(at path: String) -> [UInt8]?? { files[path].map(\.after) }

  /// Gives a file new bytes.
  /// - Parameters:
  ///   - bytes: nil removes the file.
  ///   - path: the path below Content.
  ///   - before: the bytes that the file was read with; nil where there is none.
  package mutating func put(_ bytes: [UInt8]?, at path: String, before: [UInt8]?) {
    files[path] = (files[path].map(\.before) ?? before, bytes)
  }

  /// Adds another edit's changes and messages; where both change a file the other's bytes count.
  package mutating func join(_ other: Edit) {
    for change in other.changes { put(change.after, at: change.path, before: change.before) }
    lines += other.lines
    moves.merge(other.moves) { $1 }
    diagnostics += other.diagnostics
  }

  /// The changes in the unified format, file by file.
  /// - Parameter root: Content, as the user would type it.
  package func unifiedDiff(root: String) -> [UInt8] {
    changes.flatMap { UnifiedDiff.text(path: root + "/" + $0.path, before: $0.before, after: $0.after) }
  }
}
