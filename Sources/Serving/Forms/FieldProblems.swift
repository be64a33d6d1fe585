import Diagnostics
import FrontMatter
import Records

/// What is wrong with a form's values, each at its field.
struct FieldProblems: Sendable {
  /// What to say at a field, by the field's name in the form.
  var byField: [String: [String]] = [:]
  /// What belongs to no field.
  var others: [Diagnostic] = []

  /// Nothing is wrong.
  init() {}

  /// Finds the fields of diagnostics.
  /// - Parameters:
  ///   - diagnostics: what is wrong with the book as it would be.
  ///   - path: the path of the record's file, as the user would type it.
  ///   - values: what was typed; its rows are as in the file.
  ///   - names: the keys of the form.
  init(_ diagnostics: [Diagnostic], path: String, values: FormValues, names: [String]) {
    for diagnostic in diagnostics {
      let field = diagnostic.range.file.path == path ? Self.field(of: diagnostic, values, names) : nil
      if let field {
        byField[field, default: []].append(diagnostic.summary)
      } else {
        others.append(diagnostic)
      }
    }
  }

  /// Whether nothing is wrong.
  var isEmpty: Bool { byField.isEmpty && others.isEmpty }

  /// The name of the field that a diagnostic is about.
  private static func field(of diagnostic: Diagnostic, _ values: FormValues, _ names: [String]) -> String? {
    let (file, offset) = (diagnostic.range.file, diagnostic.range.bytes.lowerBound)
    guard case .present(let keys, _) = Fences(of: file.bytes) else { return nil }
    var yaml = FrontMatterDocument()
    _ = yaml.read(file, keys)
    for (key, value) in yaml.pairs(of: yaml.root) {
      let end = max(value.bytes.upperBound, key.bytes.upperBound)
      guard (key.bytes.lowerBound...end).contains(offset) else { continue }
      let name = yaml.text(of: key)
      guard let rows = values.rows[name] else { return names.contains(name) ? "v.\(name)" : nil }
      let items = Array(yaml.items(of: value))
      guard let index = items.lastIndex(where: { $0.bytes.lowerBound <= offset }),
        rows.indices.contains(index)
      else {
        return "r.\(name)"
      }
      for (inner, value) in yaml.pairs(of: items[index])
      where (inner.bytes.lowerBound...max(value.bytes.upperBound, inner.bytes.upperBound)).contains(offset) {
        let key = yaml.text(of: inner)
        // What is missing is said at the row's beginning, with the name of the key.
        return "r.\(name).\(rows[index].name).\(quoted(diagnostic, among: rows[index].fields.keys) ?? key)"
      }
      return quoted(diagnostic, among: rows[index].fields.keys).map { "r.\(name).\(rows[index].name).\($0)" }
    }
    return quoted(diagnostic, among: names).map { "v.\($0)" }
  }

  /// The key that a diagnostic names in quotes.
  private static func quoted(_ diagnostic: Diagnostic, among names: some Sequence<String>) -> String? {
    names.sorted().first { diagnostic.summary.contains("'\($0)'") }
  }
}
