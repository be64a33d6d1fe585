import Content
import Diagnostics
import Records

/// The page of a form: a field for every key of the record, its rows, its body, and computed values.
///
/// It works without scripts; `forms.js` adds convenience.
struct FormPage {
  let form: RecordForm
  /// The values of the fields.
  let values: FormValues
  /// The digest of the file that the values come from.
  var base: String
  /// The token that a change must carry.
  let token: String
  /// The key under which the browser stores unsaved input.
  let storageName: String
  /// The storage keys of the forms under the record's former ids.
  var formerStorageNames: [String] = []
  /// The typed id of a new record.
  var id = ""
  /// Whether the record was deleted, so that Save makes it again.
  var makesAgain = false
  /// The diagnostics of the values.
  var diagnostics = FieldDiagnostics()
  /// The changes of the file since the form was first shown; nil if there are none.
  var conflict: Conflict?
  /// The encoded values of the file when the form was first shown; nil if they are current.
  var original: String?
  /// The reason that nothing was saved, if the values are valid.
  var failure: String?
  /// The id of a record that says exactly what was typed for a new one, which may be saved already.
  var same: String?
  /// The notice above the form.
  var notice: HTML = ""
  /// The diagnostics of the saved record; nil while they are unknown.
  var found: [Diagnostic]? = []
  /// The errors of other files.
  var errorsElsewhere: [Diagnostic] = []
  /// The computed values, by field.
  var computed: [FieldName: String] = [:]

  func bytes() -> [UInt8] {
    let declared = form.declared
    let main: HTML = """
      \(OwnPages.navigation(canEdit: true, more: back))
      <h1><bdi>\(form.title)</bdi></h1>
      \(notice)\(closedNotice)\(diagnosticList)\(summary)\(conflictNotice)
      <form method="post" action="\(form.address.path)" autocomplete="off" data-form="\(form.address.path)" \
      data-compute="\(form.address(.compute).path)"\(former)>
      <input type="hidden" name="token" value="\(token)"><input type="hidden" name="\(Self.storageName)" value="\(storageName)">
      <input type="hidden" name="base" value="\(base)"><input type="hidden" name="original" value="\(original ?? form.written.encoded)">
      <input type="hidden" class="plain" name="\(Self.plain)" value="true">
      \(newID)<div class="fields">
      \(form.keys.keys.compactMap(field))\(undeclaredFields)\(computedFields)\(marks)</div>
      \(form.keys.keys.compactMap(list))
      <div class="field wide"><label for="body">\(localized: "Notes, in Markdown")</label>
      <textarea id="body" name="body" rows="5" dir="auto">
      \(values.body ?? "")</textarea>
      <div class="preview" dir="auto" data-preview hidden></div>\(otherBody)</div>
      <p class="buttons"><button name="then" value="stay">\(localized: "Save")</button>
      <button name="then" value="next">\(localized: form.isNew ? "Save and new" : "Save and next")</button>
      <a class="cancel" href="\(form.file?.pageAddress ?? FormAddress(.edit).path)" data-cancel>\(localized: "Cancel")</a>\(delete)</p>
      </form>
      """
    return ownPage(
      title: form.title,
      head: "\(Self.scripts)\(tableWidths)",
      main: main,
      isWide: declared.relationships.contains { $0.origin == .owned })
  }

  /// The elements that load the script of the forms.
  static var scripts: HTML {
    "<script src=\"/-/forms.js\" type=\"module\"\(OwnTexts.current.ofScripts)></script>\n"
  }

  private var former: HTML {
    formerStorageNames.isEmpty
      ? "" : " data-former=\"[\(formerStorageNames.map { jsonText($0) }.joined(separator: ","))]\""
  }

  private var back: HTML {
    guard let file = form.file, let id = form.id else { return "" }
    func copy(_ entity: Entity, _ text: HTML) -> HTML {
      " · <a href=\"\(FormAddress(.new, entity: entity.name).path(.like, id))\">\(text)</a>"
    }
    let own = copy(form.declared, "\(localized: "A new one like it")")
    let others = form.relatives.map { copy($0, "\(localized: "New {0}", "\($0.label)")") }
    return """
       · <a href="\(file.pageAddress)">\(localized: "Its page")</a>\(own)\(others)
      """
  }

  /// The hidden fields that name figures of the record that were emptied, or typed on purpose.
  private var marks: [HTML] {
    func hidden(_ control: FormValues.Control, _ keys: Set<String>) -> [HTML] {
      keys.sorted().map {
        "<input type=\"hidden\" name=\"\(FieldName.value(control.rawValue))\" value=\"\($0)\">"
      }
    }
    return hidden(.emptied, values.emptied) + hidden(.kept, values.kept)
  }

  private var delete: HTML {
    guard form.record != nil else { return "" }
    return """
       <a class="delete" href="\(form.address(.delete).path)">\(localized: "Delete …")</a>
      """
  }

  /// The name of the field with the browser's storage key.
  static let storageName = "draft"

  /// The name of the field with the record that a new one was copied from.
  static let like = "like"

  /// The name of the field with the mark of a form that makes a record, so that sending it twice makes one.
  static let once = "once"

  /// The name of the field that is present if the form was sent without scripts, which remove it.
  static let plain = "plain"

  private var newID: HTML {
    guard form.isNew || makesAgain else { return "" }
    let once: HTML = "<input type=\"hidden\" name=\"\(Self.once)\" value=\"\(Access.newToken())\">\n"
    guard form.isNew else { return once }
    let like: HTML =
      values.like.map { "<input type=\"hidden\" name=\"\(Self.like)\" value=\"\($0.text)\">\n" } ?? ""
    return """
      \(once)\(like)\
      <div class="field\(diagnostics.byField[.id] == nil ? "" : " bad")"><label for="id">\(localized: "ID, the name of its file")</label>
      <input id="id" name="id" value="\(id)" placeholder="\(localized: "left empty: the next number, or from the name")" autocomplete="off"\(diagnostics.byField[.id] == nil ? "" : " aria-invalid=\"true\"" as HTML) aria-describedby="id.why">\(why(.id))</div>

      """
  }

  /// The id of the first control with a diagnostic or, for a list as a whole, of the text that says it; nil if only keys
  /// that the model lacks have one.
  private var firstMarked: String? {
    let keys = form.keys.keys
    let lists = keys.flatMap { key -> [FieldName] in
      guard case .rows(let list) = key.kind else { return [] }
      let columns = EntityKeys(form.model.entities[list.destination]).keys
      return [.list(key.name)]
        + (values.rows[key.name] ?? []).flatMap { row in
          columns.map { .cell(list: key.name, row: row.name, key: $0.name) }
        }
    }
    let inOrder = [.id] + keys.map { FieldName.value($0.name) } + lists
    guard let first = inOrder.first(where: { diagnostics.byField[$0] != nil }) else { return nil }
    return if case .list = first { first.text + ".why" } else { first.text }
  }

  private func marked(_ count: Int) -> HTML {
    "\(localized: count == 1 ? "One field is marked below." : "{0} fields are marked below.", "\(count)")"
  }

  private var alreadyThere: HTML {
    guard let same else { return "" }
    let link: HTML =
      "<a href=\"\(FormAddress(.edit, entity: form.declared.name, id: same).path)\">\(same)</a>"
    return
      "<p>\(localized: "{0} says exactly this: it may be saved already, and Save makes another one", link)</p>"
  }

  /// The diagnostics, above the form.
  private var summary: HTML {
    guard failure != nil || !diagnostics.isEmpty else { return "" }
    let count = diagnostics.byField.count
    let fields: HTML =
      if let failure {
        "<p>\(failure)</p>\(alreadyThere)"
      } else if count > 0 {
        "<p data-marked>\(firstMarked.map { "<a href=\"#\($0)\">\(marked(count))</a>" as HTML } ?? marked(count))</p>"
      } else {
        ""
      }
    let others: HTML = diagnostics.others.isEmpty ? "" : "\(DiagnosticList(diagnostics.others).html)"
    return """
      <section class="notice bad" role="alert" tabindex="-1"><h2>\(localized: "Nothing was saved")</h2>\(fields)\(others)</section>

      """
  }

  /// The diagnostics of the record, in one expandable line. After a save the line is there from the
  /// beginning, so that nothing below moves when a script fills it in.
  private var diagnosticList: HTML {
    let isAfterSave = !notice.text.isEmpty
    let line: HTML
    switch found {
    case let found? where !found.isEmpty:
      let list = DiagnosticList(found, token: token)
      line = "<details><summary>\(list.count)</summary>\(list.html)</details>"
    case _ where !isAfterSave: return ""
    case nil: line = "<p>…</p>"
    case _ where !errorsElsewhere.isEmpty:
      line = """
        <p>\(localized: "Nothing is wrong in this record") – \
        <a href="/\(DiagnosticsPage.path)">\(DiagnosticList(errorsElsewhere).count)</a></p>
        """
    default: line = "<p>\(localized: "Nothing is wrong")</p>"
    }
    return """
      <section class="notice" role="status" data-found\(found == nil ? " aria-busy=\"true\"" : "" as HTML)>\(line)</section>

      """
  }

  private static let whatClosedMeans =
    "{0} is closed: its records keep what they say. Notes may change, and payments may still come. {1} opens it again."

  /// That the record's period is closed, before somebody types what cannot be saved.
  private var closedNotice: HTML {
    guard let period = form.closedPeriod else { return "" }
    let command: HTML = "<code>docket reopen \(period.description) --reason …</code>"
    return """
      <section class="notice" role="note"><p>\(localized: Self.whatClosedMeans, "\(period.description)", command)</p></section>

      """
  }

  private static let whatAConflictIs =
    "Nothing was saved. Where the file says something else than this form, it is shown at the field; tick it to take what "
    + "the file says. Save then writes the rest as it is here, or {0}."

  private var conflictNotice: HTML {
    guard conflict != nil else { return "" }
    return """
      <section class="notice bad" role="alert" tabindex="-1"><h2>\(localized: "The file has changed meanwhile")</h2>
      <p>\(localized: Self.whatAConflictIs, "<a href=\"\(form.address.path)\" data-discard>\(localized: "take the whole file")</a>")</p></section>

      """
  }
}
