import Records

// A file that changed while its form was open: what it says now is shown beside what was typed.

extension FormPage {
  /// What the file says now at a key.
  func other(_ key: String) -> HTML {
    guard let theirs, theirs.fields[key] ?? "" != values.fields[key] ?? "" else { return "" }
    return """
      <label class="theirs"><input type="checkbox" name="take" value="\(key)"\(ticked(key))> \(localized: "In the file now:") <b>\(theirs.fields[key] ?? localized("nothing"))</b></label>
      """
  }

  /// What stands for the text below the front matter among the keys of which the file's value is taken.
  static let body = "-body"

  /// The text that the file has now.
  var otherBody: HTML {
    guard let theirs = theirs?.body, theirs != values.body ?? "" else { return "" }
    return """
      <label class="theirs"><input type="checkbox" name="take" value="\(Self.body)"\(ticked(Self.body))> \(localized: "In the file now:")</label>
      <pre>\(theirs.isEmpty ? localized("nothing") : theirs)</pre>
      """
  }

  func otherRows(_ list: String) -> HTML {
    func texts(_ values: FormValues) -> [String] {
      (values.rows[list] ?? []).map { row in
        row.fields.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
          .joined(separator: ", ")
      }
    }
    guard let theirs, texts(theirs) != texts(values) else { return "" }
    return """
      <label class="theirs"><input type="checkbox" name="take" value="\(list)"\(ticked(list))> \(localized: "In the file now:") <b>\(texts(theirs).joined(separator: " · "))</b></label>

      """
  }

  /// That a row may be another one of the file than the one that was changed.
  func guess(_ row: FormValues.Row, _ list: String) -> HTML {
    guard guessed[list]?.contains(row.name) ?? false else { return "" }
    return "<p class=\"theirs\">\(localized: Self.whatAGuessIs)</p>"
  }

  /// The choice between a row that was removed here and what the file has made of it.
  /// - Parameters:
  ///   - name: the name of the control that removes it.
  ///   - label: what is removed.
  func removal(_ row: FormValues.Row, _ list: String, name: String, label: String) -> HTML? {
    guard removed[list]?.contains(row.name) ?? false else { return nil }
    return """
      <label class="theirs"><input type="checkbox" name="\(name)" checked aria-label="\(label)"> \(localized: Self.whatARemovalIs)</label>
      """
  }

  private static let whatARemovalIs =
    "You took this row away, and the file has changed it meanwhile: take it away all the same"

  private static let whatAGuessIs =
    "The rows of the file have changed: whether this is still the same row is a guess."

  /// What was not changed in the form follows the file unless that is undone.
  private func ticked(_ key: String) -> HTML {
    guard unchanged.contains(key) else { return "" }
    return " checked"
  }
}
