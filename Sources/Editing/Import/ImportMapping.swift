import Content
import Diagnostics
import FrontMatter

/// How the columns of a CSV file become keys of records.
///
/// Each entry makes a key from a template: a column name, or a text with columns in braces.
///
///     name: company_name
///     id: "{customer_id|lower}"
///     address: "{address}, {postal_code} {city}"     parts between commas without a value are left out
///     made: "{shipped_date?}"                        true if the column has a value, else false
///     order: "{Reference|find}"                      the order whose id stands in the text
///
/// A constant has the same value in every line: `constants: {currency: USD}`. Columns that are named like keys and mean
/// something else are left out: `ignore: [Id, Tags]`. Lines are left out by what a cell is: `skip: {Status: [failed, "Test*"]}`,
/// and `skip: {Amount: ""}` leaves out those without an amount, such as a bank's last lines.
package struct ImportMapping: Sendable {
  /// The name of the imported entity.
  package var entity: SourceText?
  /// The template of each key, in order; an empty key leaves the template's columns out.
  package var keys: [(key: SourceText, template: SourceText)] = []
  /// The value of each key that is the same for every line.
  package var constants: [(key: SourceText, value: SourceText)] = []
  /// The lines that are left out: the name of a column, and what its cell is, as a pattern of `LIKE`.
  package var skips: [(column: SourceText, pattern: SourceText)] = []
  /// The field separator.
  package var delimiter: String?
  /// The character encoding.
  package var encoding: String?
  /// The order of day, month and year.
  package var dateFormat: String?
  /// The decimal mark.
  package var decimal: String?

  /// Whether the mapping is in a file. Columns it does not name are then left out on purpose.
  private(set) var isWritten = false

  /// An empty mapping.
  package init() {}

  /// Reads `Content/imports/NAME.yml` with the keys `as`, `delimiter`, `encoding`, `date`, `decimal`, `keys`
  /// with a template each, `constants`, `ignore` and `skip`.
  package static func read(_ file: SourceFile) -> (mapping: ImportMapping, diagnostics: [Diagnostic]) {
    var document = FrontMatterDocument()
    let diagnostics = document.read(file, 0..<file.bytes.count)
    var reader = MappingReader(
      document, document.root,
      keys: ["as", "delimiter", "encoding", "date", "decimal", "keys", "constants", "ignore", "skip"],
      in: "an import")
    var mapping = ImportMapping()
    mapping.isWritten = true
    mapping.entity = reader.text("as")
    var errors: [Diagnostic] = []
    func setting(_ key: String, _ rule: String, _ isValid: (String) -> Bool) -> String? {
      guard let source = reader.text(key, as: .free) else { return nil }
      if !isValid(source.text) {
        errors.append(Diagnostic(.wrongShape, at: source.range, "'\(key)' is \(rule), not '\(source.text)'"))
      }
      return source.text
    }
    mapping.delimiter = setting("delimiter", "one character, or tab") {
      CSVFile.delimiter($0) != nil
    }
    mapping.encoding = setting("encoding", TextEncoding.allCases.map(\.rawValue).joined(separator: ", ")) {
      TextEncoding(named: $0) != nil
    }
    mapping.dateFormat = setting("date", "a form such as dd.MM.yyyy") { DateFormat($0) != nil }
    mapping.decimal = setting("decimal", "'.' or ','") { [".", ","].contains($0) }
    mapping.keys = texts("keys", &reader)
    mapping.constants = texts("constants", &reader)
    mapping.keys += reader.texts("ignore").map { (SourceText("", name: "ignore"), $0) }
    mapping.skips = skips(&reader)
    return (mapping, diagnostics + reader.diagnostics + errors)
  }

  /// The patterns of each column in `skip`.
  private static func skips(_ reader: inout MappingReader) -> [(SourceText, SourceText)] {
    guard var list = reader.mapping("skip") else { return [] }
    defer { reader.merge(list) }
    return list.pairs.flatMap { key, value -> [(SourceText, SourceText)] in
      let name = list.document.sourceText(of: key)
      let nodes = value.kind == .sequence ? Array(list.document.items(of: value)) : [value]
      return nodes.compactMap { list.text($0, of: name.text, as: .free) }.map { (name, $0) }
    }
  }

  /// The pairs of a nested mapping.
  private static func texts(
    _ key: String, _ reader: inout MappingReader
  ) -> [(SourceText, SourceText)] {
    guard var list = reader.mapping(key) else { return [] }
    defer { reader.merge(list) }
    return list.pairs.compactMap { key, value in
      let name = list.document.sourceText(of: key)
      return list.text(value, of: name.text).map { (name, $0) }
    }
  }
}
