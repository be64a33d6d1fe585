import Content
import Diagnostics
import FileSystem
import Records

/// The result of a request: what changes in each file, what is written, and the errors of the request.
///
/// Nothing is on the disk yet: it is laid over the files to be validated, then the journal writes it.
package struct Edit: Sendable {
  /// The value given to a key of a record, for reporting what is written.
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

  /// What happens to one file.
  private enum FileEdit {
    case changed(EditScript)
    case made([UInt8])
    case removed(before: [UInt8])

    var before: [UInt8]? {
      switch self {
      case .changed(let script): script.file.bytes
      case .made: nil
      case .removed(let before): before
      }
    }

    var after: [UInt8]? {
      switch self {
      case .changed(let script): script.bytes
      case .made(let bytes): bytes
      case .removed: nil
      }
    }
  }

  /// What happens to each file, by its path below Content.
  private var files: [String: FileEdit] = [:]
  /// What is written, in order.
  package var lines: [Line] = []
  /// What of the request is so already, and is not written.
  package var unchanged: [Line] = []
  /// The new path below Content of each file that has another, with the old one.
  package var moves: [String: String] = [:]
  /// What becomes of the ids of rows.
  package var rowChanges = RowChanges()
  /// The errors of the request. An edit with errors changes nothing.
  package var diagnostics: [Diagnostic] = []
  /// The diagnostics of the book afterwards, if making the edit has already shown them.
  package var found: [Diagnostic]?

  /// An edit that changes nothing.
  package init() {}

  /// The changes, by path.
  package var changes: [FileChange] {
    files.map { FileChange(path: $0.key, before: $0.value.before, after: $0.value.after) }
      .filter { $0.before != $0.after }.sorted { $0.path.precedes($1.path) }
  }

  /// The bytes that a file will have; nil if the edit leaves it alone, nil within where it removes it.
  package func bytes(at path: String) -> [UInt8]?? { files[path].map(\.after) }

  /// A file as the edit leaves it so far.
  func source(of file: MarkdownFile) -> SourceFile {
    guard let bytes = bytes(at: String(file.path)) ?? nil else { return file.source }
    return SourceFile(path: file.source.path, bytes: bytes)
  }

  /// Gives a file new bytes.
  /// - Parameters:
  ///   - bytes: nil removes the file.
  ///   - path: the path below Content.
  ///   - before: the bytes that the file was read with; nil if there is none.
  package mutating func put(_ bytes: [UInt8]?, at path: String, before: [UInt8]?) {
    switch (files[path].map(\.before) ?? before, bytes) {
    case (let before?, let bytes?):
      files[path] = .changed(EditScript(SourceFile(path: path, bytes: before), giving: bytes))
    case (let before?, nil): files[path] = .removed(before: before)
    case (nil, let bytes?): files[path] = .made(bytes)
    case (nil, nil): files[path] = nil
    }
  }

  /// Changes a file.
  /// - Parameters:
  ///   - script: a script of the file as the edit leaves it so far.
  ///   - path: the path below Content.
  ///   - places: in how many places, if that is what is said of it.
  package mutating func change(_ path: String, by script: EditScript, places: Int? = nil) {
    if let places { lines.append(.init(path, places == 1 ? "1 place" : "\(places) places")) }
    switch files[path] {
    case .changed(var earlier):
      earlier.append(script)
      files[path] = .changed(earlier)
    case .made, .removed: files[path] = .made(script.bytes)
    case nil: files[path] = .changed(script)
    }
  }

  /// Makes fix-its in the files below a folder, and says in how many places of each.
  mutating func make(_ plan: FixPlan, below root: String) {
    for fix in plan.changes {
      guard let path = fix.file.path.path(below: root) else { continue }
      change(path, by: fix.script, places: fix.fixed.count)
    }
  }

  /// Files with the edit laid over them.
  package func overlay(over source: any ContentSource) -> Overlay {
    var overlay = Overlay(over: source)
    for change in changes {
      if let bytes = change.after { overlay.put(bytes, at: change.path) } else { overlay.delete(change.path) }
    }
    return overlay
  }

  /// The changes in the unified format, file by file.
  /// - Parameter root: Content, as the user would type it.
  package func unifiedDiff(root: String) -> [UInt8] {
    changes.flatMap { UnifiedDiff.text(path: root + "/" + $0.path, before: $0.before, after: $0.after) }
  }
}
