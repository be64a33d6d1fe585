import Content
import Diagnostics
import FileSystem
import Records

/// The result of a request: the changes to each file, a description of them, and the errors of the request.
///
/// Nothing is on disk yet: the edit is laid over the files to be validated, then the journal writes it.
package struct Edit: Sendable {
  /// The value given to a key of a record, for reporting what is written.
  package struct Line: Sendable, Equatable {
    /// The id of the record.
    package let record: String
    /// The change, such as `paidOn: 2026-11-21`.
    package let text: String

    package init(_ record: String, _ text: String) {
      self.record = record
      self.text = text
    }
  }

  /// The change to each file, by its path below Content.
  private var files: [String: FileChange] = [:]
  /// The written values, in order.
  package var lines: [Line] = []
  /// What is not written and worth knowing: requested values that records already have, and values that mean something
  /// else by the edit.
  package var unchanged: [Line] = []
  /// The changes of row ids.
  var rowChanges = RowChanges()
  /// The errors of the request. An edit with errors changes nothing.
  package var diagnostics: [Diagnostic] = []
  /// The diagnostics of the edited book, if they were found while the edit was made.
  package var validated: [Diagnostic]?
  /// Whether it names files, not records, so that of two with one id each is meant.
  package var namesFiles = false

  /// An edit that changes nothing.
  package init() {}

  /// The success of a result; a failure becomes an error of the request.
  package mutating func take<Success>(_ result: Result<Success, Diagnostic>) -> Success? {
    switch result {
    case .success(let success): return success
    case .failure(let error):
      diagnostics.append(error)
      return nil
    }
  }

  /// Adds an error of the request.
  package mutating func refuse(
    _ id: DiagnosticID, at place: SourceRange, _ summary: String, notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(id, at: place, summary, notes: notes))
  }

  /// The changes, by path.
  package var changes: [FileChange] {
    files.values.filter { $0.before != $0.after }.sorted { $0.path.precedes($1.path) }
  }

  /// For each moved file its old path, by the new path, both below Content.
  var moves: [String: String] { files.compactMapValues(\.origin) }

  /// The new bytes of a file: nil if the edit does not change it, `.some(nil)` if the edit removes it.
  package func bytes(at path: String) -> [UInt8]?? { files[path].map(\.after) }

  /// The content of a file with the changes made so far.
  func source(of file: MarkdownFile) -> SourceFile {
    guard let bytes = bytes(at: String(file.path)) ?? nil else { return file.source }
    return SourceFile(path: file.source.path, bytes: bytes)
  }

  /// Gives a file new bytes.
  /// - Parameters:
  ///   - bytes: nil removes the file.
  ///   - path: the path below Content.
  ///   - before: the bytes that the file was read with; nil if there is none.
  ///   - origin: for a file that is moved here its old path below Content.
  package mutating func put(
    _ bytes: [UInt8]?, at path: String, before: [UInt8]?, from origin: String? = nil
  ) {
    let before = files[path].map(\.before) ?? before
    let origin = origin ?? files[path]?.origin
    files[path] =
      before == nil && bytes == nil
      ? nil : FileChange(path: path, before: before, after: bytes, origin: origin)
  }

  /// Changes a file.
  /// - Parameters:
  ///   - path: the path below Content.
  ///   - script: a script for the file with the changes made so far.
  ///   - places: the number of places to report; nil reports nothing.
  mutating func change(_ path: String, by script: EditScript, places: Int? = nil) {
    if let places { lines.append(.init(path, counted(places, "place", "places"))) }
    put(script.bytes, at: path, before: script.file.bytes)
  }

  /// Makes the fix-its of files below a folder, and reports the number of places in each file.
  package mutating func make(_ plan: FixPlan, below root: String) {
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
