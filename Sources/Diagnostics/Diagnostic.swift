import FileSystem

/// One error of the user's, as a value: what it is, where it is, and how to fix it.
///
/// Whatever parses, links, queries or renders returns its diagnostics beside its result; lists join in path order.
/// It is an `Error` only for the sake of `Result`, and is not thrown.
package struct Diagnostic: Error {
  /// How serious it is: an error stops the command before anything is written, a warning does not.
  package enum Severity: String, Sendable {
    /// An error stops the command before anything is written; a warning does not, unless `--strict`.
    case error, warning
  }

  /// More about a diagnostic, perhaps at another place.
  package struct Note: Sendable {
    /// A sentence in headline style.
    package let text: String
    /// Where it points, if anywhere.
    package let range: SourceRange?

    /// Makes a note.
    package init(_ text: String, at range: SourceRange? = nil) {
      self.text = text
      self.range = range
    }
  }

  /// A change of the file's bytes that certainly fixes the error.
  package struct FixIt: Sendable {
    /// What to replace.
    package let range: SourceRange
    /// The text to put there.
    package let replacement: String

    /// Makes a fix-it.
    package init(replacing range: SourceRange, with replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }

  /// Which error it is; stable, printed in brackets.
  package let id: DiagnosticID
  /// Error or warning.
  package var severity: Severity
  /// Where it is.
  package let range: SourceRange
  /// One sentence in headline style: names the thing, no full stop, offers the nearest fix.
  package let summary: String
  /// What else helps.
  package var notes: [Note]
  /// The certain fixes.
  package let fixIts: [FixIt]
  /// The keys of the record that it is about, the likeliest first, where its place may be that of the record: a missing
  /// key has none.
  package let keys: [String]
  /// What it says, without the names of other things, such as the nearest one, which may change when these do.
  package let essence: String

  /// Makes a diagnostic.
  /// - Parameter essence: the summary without the names of other things; nil if it has none that may change.
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

  /// Makes a diagnostic whose summary offers the nearest name, if there is one.
  package init(
    _ id: DiagnosticID, _ severity: Severity = .error, at range: SourceRange, _ summary: String,
    nearest: String?, notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    self.init(
      id, severity, at: range, summary + suggestion(nearest), essence: summary, notes: notes, fixIts: fixIts)
  }
}

extension Sequence<Diagnostic> {
  /// Whether one of them is an error.
  package var hasErrors: Bool { contains { $0.severity == .error } }
}

extension [Diagnostic] {
  /// Sorted by path and place, then by id and text: the order in which they are reported, the same every run.
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
  /// Whether another says the same of the same place.
  func isSame(as other: Diagnostic) -> Bool {
    id == other.id && summary == other.summary && range.bytes == other.range.bytes
      && range.file.path == other.range.file.path
  }
}
