import Diagnostics
import Records

// For a file that changed while its form was open, its current values are shown next to the typed ones.

extension FormPage {
  /// What the file says that changed while its form was open.
  struct Conflict {
    /// The current values of the file.
    let theirs: FormValues
    /// The keys whose values were not changed in the form.
    let unchanged: Set<String>
    /// The keys whose values are to be taken from the file, unless the user decides otherwise.
    let taken: Set<String>
    /// For each list, the names of rows whose match in the changed file is a guess.
    let guessed: [String: Set<String>]
    /// For each list, the names of rows that were removed in the form and changed in the file.
    let removed: [String: Set<String>]
  }

  /// The current value of a key in the file, if it differs.
  func other(_ key: String) -> HTML {
    guard let conflict, case let theirs = conflict.theirs.fields[key] ?? "",
      theirs != values.fields[key] ?? ""
    else { return "" }
    return """
      <label class="theirs"><input type="checkbox" \(take(key))> \(localized: "In the file now:") <b>\(theirs.isEmpty ? localized("nothing") : words(for: theirs, form.keys[key]))</b></label>
      """
  }

  /// A value of a file as the form's controls show it.
  private func words(for value: String, _ kind: EntityKeys.Kind?) -> String {
    switch kind {
    case .attribute(let attribute) where attribute.type == .boolean && ["true", "false"].contains(value):
      word(value == "true")
    case .attribute(let attribute) where attribute.choices.contains { $0.text == value }:
      printed(value, attribute)
    case .draft: word(value == "true")
    default: value
    }
  }

  /// Stands for the body in the list of keys to take from the file.
  static let body = "-body"

  /// The current body in the file, if it differs.
  var otherBody: HTML {
    guard let theirs = conflict?.theirs.body, theirs != values.body ?? "" else { return "" }
    return """
      <label class="theirs"><input type="checkbox" \(take(Self.body))> \(localized: "In the file now:")</label>
      <pre>\(theirs.isEmpty ? localized("nothing") : theirs)</pre>
      """
  }

  /// The current rows of a list in the file, if they differ.
  /// - Parameter keys: the keys of its rows.
  func otherRows(_ list: String, _ keys: [(name: String, kind: EntityKeys.Kind)]) -> HTML {
    func texts(_ values: FormValues) -> [String] {
      (values.rows[list] ?? []).map { row in
        let declared = keys.map {
          (name: $0.name, label: $0.kind.label(of: $0.name), kind: Optional($0.kind))
        }
        let others = row.fields.keys.filter { name in !keys.contains { $0.name == name } }.sorted()
        return (declared + others.map { ($0, $0, nil) }).compactMap { key in
          row.fields[key.name].flatMap { $0.isEmpty ? nil : "\(key.label): \(words(for: $0, key.kind))" }
        }.joined(separator: ", ")
      }
    }
    guard let conflict, case let theirs = texts(conflict.theirs), theirs != texts(values) else { return "" }
    return """
      <label class="theirs"><input type="checkbox" \(take(list))> \(localized: "In the file now:") <b>\(theirs.isEmpty ? localized("nothing") : theirs.joined(separator: " · "))</b></label>

      """
  }

  /// A warning that a row may not be the same row of the file that was changed.
  func guess(_ row: FormValues.Row, _ list: String) -> HTML {
    guard conflict?.guessed[list]?.contains(row.name) ?? false else { return "" }
    return "<p class=\"theirs\">\(localized: Self.whatAGuessIs)</p>"
  }

  /// The choice to remove a row that was removed in the form and changed in the file.
  /// - Parameters:
  ///   - name: the name of the control that removes the row.
  ///   - label: the label of the control.
  func removal(_ row: FormValues.Row, _ list: String, name: String, label: String) -> HTML? {
    guard conflict?.removed[list]?.contains(row.name) ?? false else { return nil }
    return """
      <label class="theirs"><input type="checkbox" name="\(name)" checked aria-label="\(label)"> \(localized: Self.whatARemovalIs)</label>
      """
  }

  private static let whatARemovalIs =
    "You took this row away, and the file has changed it meanwhile: take it away all the same"

  private static let whatAGuessIs =
    "The rows of the file have changed: whether this is still the same row is a guess."

  /// The names of the controls that take a key's value from the file: always, or unless it is changed in the form, as
  /// for those that were not changed before.
  static let (take, takeUnchanged) = ("take", "take-unchanged")

  private func take(_ key: String) -> HTML {
    let isUnchanged = conflict?.unchanged.contains(key) ?? false
    let isTaken = conflict?.taken.contains(key) ?? false
    return """
      name="\(isUnchanged ? Self.takeUnchanged : Self.take)" value="\(key)"\(isTaken ? " checked" : "" as HTML)
      """
  }
}
