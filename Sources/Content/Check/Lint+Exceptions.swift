import Diagnostics
import FrontMatter
import Records

extension Lint {
  /// Reads `lints` of site.yml or of a record: `{paid-without-day: false}`.
  /// - Parameter ids: what they may name.
  /// - Returns: the lints that are turned off, and what is wrong.
  static func exceptions(
    in document: FrontMatterDocument, _ node: FrontMatterNode?, of ids: [DiagnosticID] = ids
  ) -> (ids: Set<DiagnosticID>, diagnostics: [Diagnostic]) {
    guard let node, !node.isEmpty else { return ([], []) }
    var reader = MappingReader(document, node, keys: ids.map(\.rawValue), in: "'lints'")
    let off = ids.filter { reader.boolean($0.rawValue) == false }
    return (Set(off), reader.diagnostics)
  }
}

extension MarkdownFile {
  /// The file of a record that is excepted from some lints.
  func excepted(from lints: Set<DiagnosticID>) -> MarkdownFile {
    MarkdownFile(source: source, prefix: prefix, frontMatter: frontMatter, body: body, exceptions: lints)
  }
}
