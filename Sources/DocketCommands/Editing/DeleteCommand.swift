import ArgumentParser
import Content
import Diagnostics
import Editing

/// `docket delete`
struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete records or pages.",
    discussion: """
      References to a record follow the delete rule of the model's relationship: nullify removes the reference, \
      cascade deletes the record too, deny and no-action refuse. On a terminal docket shows what will happen and asks, \
      unless --yes; in a script it deletes, and prints what it did.

        docket delete mara-lindqvist
        docket delete 2026-0011 2026-0012 --dry-run
      """)

  @Argument(
    help: ArgumentHelp("The records' ids, or the path of a page.", valueName: "id"),
    completion: Completions.ids)
  var ids: [String]

  @Flag(help: "Do not ask for confirmation.")
  var yes = false

  @OptionGroup var options: EditOptions

  func run() async throws {
    let asks = !yes && Console.canAsk
    let session = try await EditSession(options, isLocked: !asks)
    let editor = session.editor
    let pages = ids.map { editor.page($0) }
    let records = zip(ids, pages).filter { $1 == nil }.map { SourceText($0.0, name: "id") }
    var edit = await editor.delete(records, session.workspace).edit
    for page in pages.compactMap(\.self) { editor.delete(page, in: &edit) }
    try await session.make(edit, wholeSite: true, heading: asks ? "done" : nil, asks: asks)
  }
}

/// `docket rename`
struct RenameCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a record another id, or a page another path.",
    discussion: """
      Every reference, query and link that names it is changed with it. The file keeps its former id in 'was'; its \
      old address leads to the new one.

        docket rename karin karin-mueller
        docket rename reports/unpaid.md reports/open.md
      """)

  @Argument(
    help: ArgumentHelp("The id, or the path of a page.", valueName: "old"), completion: Completions.ids)
  var old: String

  @Argument(help: ArgumentHelp("The new id or path.", valueName: "new"))
  var new: String

  @OptionGroup var options: EditOptions

  func run() async throws {
    let session = try await EditSession(options)
    let edit = await session.editor.rename(
      SourceText(old, name: "old"), to: SourceText(new, name: "new"), in: session.workspace)
    try await session.make(edit, wholeSite: true)
  }
}

/// `docket show`
struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a record with its computed values.",
    discussion: """
        docket show 2026-0054
        docket show mara-lindqvist
        docket show 2026-0054 --at 2026-03-31
      """)

  @Argument(help: ArgumentHelp("The record's id or title.", valueName: "id"), completion: Completions.ids)
  var id: String

  @OptionGroup var revision: RevisionOption

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let session = try await EditSession(options, at: revision)
    let found = session.settings.ordered(session.editor.book.diagnostics)
    if found.hasErrors {
      try session.console.report(found, to: .error)
      try session.console.write(
        "\(Console.count(found)); what is computed could be wrong\n", to: .error)
      throw ExitCode(of: found)
    }
    let name = SourceText(id, name: "id")
    var shown = session.editor.lookup.text(of: name)
    // A draft is shown, but not counted in other records.
    if !session.settings.includesDrafts {
      let published = await session.workspace.published(session.editor.book)
      let found = RecordLookup(published, today: session.settings.today).text(of: name)
      if case .success = found { shown = found }
    }
    switch shown {
    case .success(let text): try session.console.write(text, to: .output)
    case .failure(let error):
      try session.console.report([error], to: .error)
      throw ExitCode(of: [error])
    }
  }
}
