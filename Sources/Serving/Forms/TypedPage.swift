import Records

/// A page with the typed values of a form whose entity no longer exists. As its keys are unknown, each is a
/// text field, to be copied from, or saved once the model has the entity again.
struct TypedPage {
  let address: FormAddress
  /// The fields that were sent.
  let sent: FormFields
  /// The token that a change must carry.
  let token: String

  var bytes: [UInt8] {
    let title = [address.entity, address.id].compactMap(\.self).joined(separator: " ")
    let entity = "'\(address.entity ?? "")'"
    let main: HTML = """
      \(OwnPages.navigation(canEdit: true))
      <h1>\(title)</h1>
      <section class="notice bad" role="alert" tabindex="-1"><h2>\(localized: "Nothing was saved")</h2>
      <p>\(localized("the model no longer has {0}; Save writes what is typed here once it has it again", entity))</p></section>
      <form method="post" action="\(address.path)" autocomplete="off">
      <input type="hidden" name="token" value="\(token)">
      \(fields)<p class="buttons"><button name="then" value="stay">\(localized: "Save")</button></p>
      </form>
      """
    return ownPage(title: title, head: FormPage.scripts, main: main)
  }

  private var fields: [HTML] {
    sent.all.filter { !["token", "then"].contains($0.name) }.map { field in
      guard let label = label(of: field.name), !field.value.isEmpty else {
        return "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">\n"
      }
      return """
        <div class="field wide"><label for="\(field.name)">\(label)</label>
        <textarea id="\(field.name)" name="\(field.name)" rows="\(field.value.contains("\n") ? 5 : 1)">
        \(field.value)</textarea></div>

        """
    }
  }

  /// The label of a field: "Date" for `v.date`; nil for a field that is not typed in.
  private func label(of name: String) -> String? {
    switch FieldName(name) {
    case .id: return localized("ID, the name of its file")
    case .value(let key) where FormValues.Control(rawValue: key) == nil: return labelInWords(key)
    case .cell(let list, let row, let key) where FormValues.Control(rawValue: key) == nil:
      return "\(labelInWords(list)) \(row): \(labelInWords(key))"
    case .list, .value, .cell: return nil
    case nil: return name == FormPage.body ? localized("Notes, in Markdown") : nil
    }
  }
}
