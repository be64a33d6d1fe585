import FileSystem

/// An error or a warning for the user, as a value: what it is, where it is, and how to fix it.
///
/// Functions that parse, link, query or render return diagnostics beside their result; lists are joined in
/// path order. It is an `Error` only so that `Result` can hold it, and is not thrown.
package struct Diagnostic: Error {
  /// How serious a diagnostic is.
  package enum Severity: String, Sendable {
    /// An error stops the command before anything is written; a warning does not, unless `--strict`.
    case error, warning
  }

  /// Additional information, possibly at another place.
  package struct Note: Sendable {
    /// A sentence in headline style.
    package let text: String
    /// The place of the note, if it has one.
    package let range: SourceRange?

    package init(_ text: String, at range: SourceRange? = nil) {
      self.text = text
      self.range = range
    }
  }

  /// A change of the file's bytes that certainly fixes the error.
  package struct FixIt: Sendable {
    /// The range to replace.
    package let range: SourceRange
    package let replacement: String

    package init(replacing range: SourceRange, with replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }

  /// The stable id of the error, printed in brackets.
  package let id: DiagnosticID
  /// Whether it is an error or a warning.
  package var severity: Severity
  /// The place of the error.
  package let range: SourceRange
  /// One sentence in headline style that names the thing and suggests a fix, without a full stop.
  package let summary: String
  /// Additional information.
  package var notes: [Note]
  /// The fix-its, which are certain.
  package private(set) var fixIts: [FixIt]
  /// The keys of the record that it is about, likeliest first, in case `range` is only that of the record, as
  /// for a missing key.
  package let keys: [String]
  /// The summary without names of other things, such as the nearest one, which may change when those do.
  package let essence: String

  /// Makes a diagnostic.
  /// - Parameter essence: the summary without the names of other things; nil if it has none.
  package init(
    _ id: DiagnosticID, _ severity: Severity = .error, at range: SourceRange, _ summary: String,
    essence: String? = nil, notes: [Note] = [], fixIts: [FixIt] = [], keys: [String] = []
  ) {
    self.id = id
    self.severity = severity
    self.range = range
    self.summary = summary
    self.notes = notes
    self.fixIts = fixIts
    self.keys = keys
    self.essence = essence ?? summary
  }

  /// Makes a diagnostic whose summary suggests the nearest name, if there is one.
  package init(
    _ id: DiagnosticID, _ severity: Severity = .error, at range: SourceRange, _ summary: String,
    nearest: String?, notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    self.init(
      id, severity, at: range, summary + suggestion(nearest), essence: summary, notes: notes, fixIts: fixIts)
  }
}

extension Sequence<Diagnostic> {
  /// Whether any of them is an error.
  package var hasErrors: Bool { contains { $0.severity == .error } }
}

extension [Diagnostic] {
  /// Sorted by path and place, then by id and text: the order of reports, which is the same in every run.
  ///
  /// Duplicates are removed: an error in a line that two pages read is one error.
  package func sortedByPlace() -> [Diagnostic] {
    let sorted = self.sorted { a, b in
      if a.range.file.path != b.range.file.path {
        return a.range.file.path.precedes(b.range.file.path)
      }
      if a.range.bytes.lowerBound != b.range.bytes.lowerBound {
        return a.range.bytes.lowerBound < b.range.bytes.lowerBound
      }
      return (a.id.rawValue, a.summary) < (b.id.rawValue, b.summary)
    }
    var result: [Diagnostic] = []
    for diagnostic in sorted where !(result.last.map { $0.isSame(as: diagnostic) } ?? false) {
      result.append(diagnostic)
    }
    return result
  }
}

extension Diagnostic {
  /// A copy of the diagnostic with one more note.
  package func adding(_ note: String) -> Diagnostic {
    var diagnostic = self
    diagnostic.notes.append(Note(note))
    return diagnostic
  }

  /// A copy of the diagnostic that leaves its correction to a person.
  package var withoutFixIts: Diagnostic {
    var diagnostic = self
    diagnostic.fixIts = []
    return diagnostic
  }
}

extension Diagnostic {
  /// Whether another diagnostic has the same text and place.
  func isSame(as other: Diagnostic) -> Bool {
    id == other.id && summary == other.summary && range.bytes == other.range.bytes
      && range.file.path == other.range.file.path
  }
}
