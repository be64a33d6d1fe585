import Diagnostics
import FrontMatter
import Records

extension Lint {
  /// Reads `lints` of site.yml or of a record: `{paid-without-day: false}`.
  /// - Parameter ids: the ids that may be named.
  /// - Returns: the lints that are turned off, and the diagnostics.
  static func lintsOff(
    in document: FrontMatterDocument, _ node: FrontMatterNode?, of ids: [DiagnosticID] = ids
  ) -> (ids: Set<DiagnosticID>, diagnostics: [Diagnostic]) {
    guard let node, !node.isEmpty else { return ([], []) }
    var reader = MappingReader(document, node, keys: ids.map(\.rawValue), in: "'lints'")
    let lintsOff = ids.filter { reader.boolean($0.rawValue) == false }
    return (Set(lintsOff), reader.diagnostics)
  }
}

extension MarkdownFile {
  /// This file with some lints turned off for its record.
  func with(lintsOff: Set<DiagnosticID>) -> MarkdownFile {
    MarkdownFile(source: source, prefix: prefix, frontMatter: frontMatter, body: body, lintsOff: lintsOff)
  }
}
