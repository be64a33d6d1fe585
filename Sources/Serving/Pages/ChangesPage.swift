import Content
import FileSystem
import History
import Records

/// The changes of records since the last commit, compared as by `docket diff`, at `/-/changes`.
struct ChangesPage: Sendable {
  /// The maximum number of records, and of effects, that are shown.
  private static let most = 500

  static let path = "-/changes"

  private let committed: CommittedBook
  private let today: @Sendable () -> CivilDate

  init(_ live: LiveSite) {
    committed = CommittedBook(live.loading)
    today = live.loading.today
  }

  func page(_ snapshot: Snapshot, canEdit: Bool) async -> SiteAnswers.Page {
    let what: HTML
    var status = 200
    do throws(HistoryFailure) {
      guard let book = snapshot.book else {
        return DiagnosticsPage.page(503, [])
      }
      let (commit, old) = try await committed.book()
      let names = RecordNames(book, on: snapshot.site, today: today(), canEdit: canEdit)
      what =
        "<p>\(localized: "Since the last commit, {0}.", "<code>\(commit.name.prefix(12))</code>")</p>\n\(list(BookChanges(from: old, to: book), names))"
    } catch {
      switch error {
      case .unavailable(let words):
        what = "<p>\(localized("There is nothing to compare with: {0}.", words))</p>"
      case .environment(let failure):
        status = 500
        what = "<p>\(failure.description)</p>"
      }
    }
    let main: HTML = "\(OwnPages.navigation(canEdit: canEdit))\n<h1>\(localized: "Changes")</h1>\n\(what)"
    return SiteAnswers.Page(status: status, bytes: ownPage(title: localized("Changes"), main: main))
  }

  private func list(_ changes: BookChanges, _ names: RecordNames) -> HTML {
    guard !changes.isEmpty else { return "<p>\(localized: "No record has changed.")</p>" }
    return """
      \(lines("Model and settings", changes.settings))\(lines("Not compared, because they have errors", changes.skipped))\
      \(records(changes.records, names))\
      \(table("What follows", changes.effects.map { (names.page(names.label(of: $0.entity, former: $0.label), $0.entity, $0.id), $0.entity, $0.value) }, names))\
      \(table("Totals", changes.totals.map { ("\(names.plural(of: $0.entity, former: $0.label))", $0.entity, $0.value) }, names))
      """
  }

  private func lines(_ heading: String, _ lines: [String]) -> HTML {
    guard !lines.isEmpty else { return "" }
    return "<h2>\(localized: heading)</h2>\n<ul>\(lines.map { "<li>\($0)</li>\n" as HTML })</ul>\n"
  }

  private func records(_ records: [RecordChange], _ names: RecordNames) -> HTML {
    guard !records.isEmpty else { return "" }
    let items = records.prefix(Self.most).map { record -> HTML in
      let lines = names.lines(of: record).map { "<li>\($0)</li>\n" as HTML }
      let former: HTML = record.formerID.map { "<code>\($0)</code> → " } ?? ""
      let label = names.label(of: record.entity, former: record.label)
      let name =
        record.kind == .deleted
        ? "\(label) <code>\(record.id)</code>" as HTML
        : names.name(label, record.entity, record.id)
      return """
        <li class="\(record.kind.rawValue)"><b>\(localized: record.kind.rawValue)</b> \(former)\(name)\
        \(lines.isEmpty ? "" : "<ul>\(lines)</ul>" as HTML)</li>

        """
    }
    return "<h2>\(localized: "Records")</h2>\n<ul class=\"changes\">\(items)</ul>\n\(more(records.count))"
  }

  private func more(_ count: Int) -> HTML {
    count > Self.most
      ? "<p>\(localized: "… and {0} more; {1} prints them all", "\(count - Self.most)", "<code>docket diff</code>").</p>\n"
      : ""
  }

  private func table(
    _ heading: String, _ rows: [(name: HTML, entity: String, value: ValueChange)], _ names: RecordNames
  ) -> HTML {
    guard !rows.isEmpty else { return "" }
    let items = rows.prefix(Self.most).map { name, entity, value -> HTML in
      func text(_ text: String?) -> String { text.map { names.text($0, value.key, entity) } ?? "–" }
      return """
        <tr><td>\(name)</td><td>\(names.key(value.key, of: entity))</td><td class="money">\(text(value.old))</td>\
        <td class="money">\(text(value.new))</td></tr>

        """
    }
    return """
      <h2>\(localized: heading)</h2>
      <div class="t"><table class="effects"><thead><tr><td></td><td></td><th scope="col" class="money">\(localized: "Before")</th>\
      <th scope="col" class="money">\(localized: "Now")</th></tr></thead><tbody>
      \(items)</tbody></table></div>
      \(more(rows.count))
      """
  }
}
