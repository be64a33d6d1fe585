import FileSystem

/// The fix-its to make now, by file, and the resulting bytes.
///
/// Only bytes in the ranges of fix-its change. Of fix-its that touch each other, the first is made; the
/// others are found again when the file is checked again, if they are still correct.
package struct FixPlan: Sendable {
  /// The changes of one file.
  package struct Change: Sendable {
    /// The fix-its to make.
    package private(set) var script: EditScript
    /// The fixed diagnostics, in the order of the file.
    package private(set) var fixed: [Diagnostic] = []

    /// The file as it was read.
    package var file: SourceFile { script.file }
    /// The file's bytes after the changes.
    package var bytes: [UInt8] { script.bytes }

    fileprivate init(_ file: SourceFile) {
      script = EditScript(file)
    }

    /// Adds the fix-its of a diagnostic unless one of them touches an earlier one.
    fileprivate mutating func take(_ fix: Fix) {
      if script.take(fix.fixIts) { fixed.append(fix.diagnostic) }
    }
  }

  /// The changes, by path.
  package let changes: [Change]

  /// The number of fixed errors.
  package var count: Int { changes.reduce(0) { $0 + $1.fixed.count } }

  /// Plans the fix-its of diagnostics.
  /// - Parameters:
  ///   - diagnostics: the diagnostics of one run.
  ///   - mayChange: returns whether the file at a path may be changed.
  /// - Complexity: O(*n* log *n*) in the diagnostics.
  package init(_ diagnostics: [Diagnostic], mayChange: (String) -> Bool) {
    var byPath: [String: [Fix]] = [:]
    for diagnostic in diagnostics {
      guard let fix = Fix(diagnostic), mayChange(fix.file.path) else { continue }
      byPath[fix.file.path, default: []].append(fix)
    }
    let files = byPath.values.sorted { $0[0].file.path.precedes($1[0].file.path) }
    changes = files.map { fixes in
      var change = Change(fixes[0].file)
      // A fix-it is only correct for the bytes it was made for.
      let same = fixes.enumerated().filter { $0.element.file.bytes == change.file.bytes }
      for (_, fix) in same.sorted(by: { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }) {
        change.take(fix)
      }
      return change
    }
  }
}

/// A diagnostic with fix-its, all in one file.
private struct Fix {
  let diagnostic: Diagnostic
  let file: SourceFile
  /// The fix-its, in the order of the file.
  let fixIts: [Diagnostic.FixIt]
  /// Where the first fix-it begins.
  let start: Int

  init?(_ diagnostic: Diagnostic) {
    fixIts = diagnostic.fixIts.sorted { $0.range.bytes.lowerBound < $1.range.bytes.lowerBound }
    guard let first = fixIts.first else { return nil }
    self.diagnostic = diagnostic
    file = first.range.file
    start = first.range.bytes.lowerBound
    for fixIt in fixIts {
      let file = fixIt.range.file
      guard file.path == self.file.path, fixIt.range.bytes.upperBound <= file.bytes.count,
        !file.bytes.isEmpty,
        !file.bytes[fixIt.range.bytes].elementsEqual(fixIt.replacement.utf8)
      else { return nil }
    }
  }
}
