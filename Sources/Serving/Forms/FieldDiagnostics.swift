import Diagnostics
import Editing
import FrontMatter

/// The diagnostics of a form's values, each at its field.
struct FieldDiagnostics: Sendable {
  /// The messages at each field.
  var byField: [FieldName: [String]] = [:]
  private var atFields: [Diagnostic] = []
  /// The diagnostics that belong to no field.
  var others: [Diagnostic] = []

  /// Makes an empty set of diagnostics.
  init() {}

  /// Assigns diagnostics to fields.
  /// - Parameters:
  ///   - diagnostics: the diagnostics of the edited book.
  ///   - path: the path of the record's file, as the user would type it.
  ///   - values: the typed values; rows are in the order of the file.
  ///   - names: the keys of the form.
  ///   - summary: a replacement for a diagnostic's summary at a field; nil keeps the summary.
  ///   - label: the label of a key at a field; any other text is its own.
  init(
    _ diagnostics: [Diagnostic], path: String, values: FormValues, names: [String],
    summary: (_ diagnostic: Diagnostic, _ field: FieldName) -> String?,
    label: (_ key: String, _ field: FieldName) -> String
  ) {
    for diagnostic in diagnostics {
      // A diagnostic of another record may be caused by this one, for example by a value that both have.
      let ranges = [diagnostic.range] + diagnostic.notes.compactMap(\.range)
      let field = ranges.first { $0.file.path == path }.flatMap { range in
        Self.field(of: diagnostic, at: range, values, names)
          ?? Self.field(withCharacterOf: diagnostic, values)
      }
      if let field {
        func said(_ sentence: String) -> String { localized(sentence: sentence) { label($0, field) } }
        let isHere = diagnostic.range.file.path == path
        let text =
          isHere
          ? summary(diagnostic, field) ?? said(diagnostic.summary)
          : "\(diagnostic.range.file.path): \(said(diagnostic.summary))"
        byField[field, default: []].append(([text] + diagnostic.advice.map(said)).joined(separator: "; "))
        atFields.append(diagnostic)
      } else {
        others.append(diagnostic)
      }
    }
  }

  /// Whether there are no diagnostics.
  var isEmpty: Bool { byField.isEmpty && others.isEmpty }

  /// All diagnostics, with and without a field.
  var all: [Diagnostic] { atFields + others }

  /// The field that a diagnostic concerns.
  private static func field(
    of diagnostic: Diagnostic, at range: SourceRange, _ values: FormValues, _ names: [String]
  ) -> FieldName? {
    let (file, offset) = (range.file, range.bytes.lowerBound)
    guard case .present(let keys, _) = Fences(of: file.bytes) else { return nil }
    var yaml = FrontMatterDocument()
    _ = yaml.read(file, keys)
    func field(_ name: String) -> FieldName { values.rows[name] == nil ? .value(name) : .list(name) }
    // A diagnostic without a value is located at the first key, but shown at the key it concerns.
    func first(among names: some Sequence<String>) -> String? { diagnostic.keys.first(where: names.contains) }
    guard let place = yaml.keyPlace(at: offset) else { return first(among: names).map(field) }
    guard let inner = place.row, let rows = values.rows[place.key], rows.indices.contains(inner.index) else {
      let isAtKey = place.isName && place.row == nil
      return (isAtKey ? first(among: names) : names.first { $0 == place.key }).map(field)
    }
    let row = rows[inner.index]
    let named = place.isName || inner.key == nil ? first(among: row.fields.keys) : nil
    return (named ?? inner.key).map { .cell(list: place.key, row: row.name, key: $0) }
  }

  /// The field with the invisible character that a diagnostic is about, because of which the file cannot be read.
  private static func field(withCharacterOf diagnostic: Diagnostic, _ values: FormValues) -> FieldName? {
    guard [.controlCharacter, .lineSeparator].contains(diagnostic.id) else { return nil }
    return values.texts.first { _, text in
      text.unicodeScalars.contains { diagnostic.summary.contains(CharacterSurvey.name(of: $0)) }
    }?.name
  }
}

extension Diagnostic {
  /// The notes that do not refer to another place.
  fileprivate var advice: [String] {
    notes.filter { note in
      guard let place = note.range else { return true }
      return place.file.path == range.file.path && place.bytes == range.bytes
    }.map(\.text)
  }
}
