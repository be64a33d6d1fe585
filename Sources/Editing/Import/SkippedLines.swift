import Diagnostics
import Patterns

/// The lines of a CSV file that a mapping leaves out by what is in a column.
struct SkippedLines {
  private let columns: [(index: Int, pattern: Pattern)]

  /// Compiles the patterns; reports unknown columns, and patterns with an error.
  /// - Parameter header: the names of the file's columns; nil if there is no file yet.
  init(
    _ rules: [(column: SourceText, pattern: SourceText)], header: [CSVFile.Field]?,
    _ diagnostics: inout [Diagnostic]
  ) {
    let names = header?.map { $0.text.trimmingBlanks() }
    var columns: [(Int, Pattern)] = []
    for (name, text) in rules {
      let column = names.map { ImportTemplate.column(name, among: $0, &diagnostics) } ?? 0
      guard let index = column else { continue }
      do throws(PatternError) {
        columns.append((index, try Pattern(like: text.text)))
      } catch {
        diagnostics.append(Diagnostic(.querySyntax, at: text.range(error.range), error.summary))
      }
    }
    self.columns = columns
  }

  /// Whether a line is left out. A line with fewer fields than the header, such as the last one of a bank's file, has no
  /// text in the others.
  func contains(_ line: [CSVFile.Field]) -> Bool {
    columns.contains { index, pattern in
      let text = line.indices.contains(index) ? line[index].text : ""
      return pattern.matches(Importer.unprotected(text).trimmingBlanks())
    }
  }
}
