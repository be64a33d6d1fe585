import ArgumentParser
import Content
import Diagnostics
import Editing
import FileSystem
import Records
import Site

/// The options of every command that edits.
struct EditOptions: ParsableArguments {
  @Flag(help: "Print the changes as a diff, write nothing.")
  var dryRun = false

  @OptionGroup var common: CommonOptions
}

/// The common parts of commands that edit or inspect records: reading the book; validating, writing and
/// reporting an edit.
struct RecordSession {
  /// The meaning of the options.
  let settings: Settings
  /// The workspace with the files.
  let workspace: Workspace
  /// Makes edits of the book.
  let editor: Editor
  private let isDryRun: Bool
  /// A lock on Content, taken before the book is read, so that no other command interferes.
  private let lock: FolderLock?

  /// Reads the book to edit it.
  /// - Parameter isLocked: whether other commands must wait; false for commands that wait for user input.
  init(_ options: EditOptions, isLocked: Bool = true) async throws {
    try await self.init(
      options.common, at: nil, isDryRun: options.dryRun, isLocked: isLocked && !options.dryRun)
  }

  /// Reads the book to inspect it.
  /// - Parameter revision: the revision to read the book at.
  init(_ options: CommonOptions, at revision: RevisionOption) async throws {
    try await self.init(options, at: revision, isDryRun: false, isLocked: false)
  }

  private init(
    _ options: CommonOptions, at revision: RevisionOption?, isDryRun: Bool, isLocked: Bool
  ) async throws {
    let settings = try Settings.recovered(
      options, at: revision, isEditing: revision == nil && !isDryRun)
    self.settings = settings
    lock = isLocked ? try FolderLock(settings.content) : nil
    self.isDryRun = isDryRun
    let pipeline = settings.pipeline
    workspace = Workspace(
      source: settings.source, today: settings.today, findsLints: settings.isStrict
    ) { book in
      book.diagnostics + (await pipeline.site(of: book, for: .check)).diagnostics
    }
    let book = await workspace.book()
    keepUntilExit((book, workspace))
    editor = Editor(book, today: settings.today)
    // Without a valid model, it is unknown what is a record.
    if book.graph.model.isInvalid { try refuse(book.diagnostics) }
  }

  /// Prints diagnostics and ends the command, if there are errors among them. Other commands may go on before.
  func refuse(_ diagnostics: [Diagnostic]) throws { try settings.refuse(diagnostics, releasing: lock) }

  /// The outcome of an edit.
  enum Outcome {
    /// The files were written.
    case written
    /// The files already contain all of it.
    case unchanged
    /// It was shown in a dry run.
    case shown
  }

  /// Validates, writes and reports an edit.
  /// - Parameters:
  ///   - edit: the edit.
  ///   - wholeSite: whether it can affect links, queries of pages and addresses.
  ///   - heading: a heading for the lines of the edit.
  ///   - asks: whether to show the lines of the edit and ask for confirmation before writing.
  ///   - locate: moves diagnostics of the edited files to places that the user knows.
  ///   - judge: finds further diagnostics of the edited book.
  /// - Throws: `ExitCode` if there are errors and nothing is written, ``UnreportedChange`` if all is written.
  @discardableResult
  func make(
    _ edit: Edit, wholeSite: Bool, heading: String? = nil, asks: Bool = false,
    locating locate: ([Diagnostic]) -> [Diagnostic] = { $0 },
    judging judge: (Book) -> [Diagnostic] = { _ in [] }
  ) async throws -> Outcome {
    try refuse(edit.diagnostics)
    try refuse(editor.refusals(of: edit))
    guard !edit.changes.isEmpty else {
      lock?.release()
      try remark(edit)
      try settings.say("nothing to change")
      return .unchanged
    }
    var after: Book?
    var caused = await workspace.validate(edit, of: editor.book, wholeSite: wholeSite) { book in
      after = book
      return judge(book)
    }
    if let after, !settings.isStrict, !caused.hasErrors {
      caused += await edit.lints(of: after, before: editor.book)
    }
    let found = settings.ordered(locate(caused))
    try refuse(found)
    if isDryRun {
      try remark(edit)
      try settings.console.write(edit.unifiedDiff(root: settings.content), to: .output)
      try settings.console.report(found, to: .error)
      try settings.say("nothing was written")
      return .shown
    }
    var lock = lock
    if asks {
      try remark(edit)
      try ask(edit.lines)
      // Another command may have written while the question stood.
      lock = try FolderLock(settings.content)
      await workspace.book()
      var edit = edit
      edit.validated = nil
      try settings.refuse(
        await workspace.validate(edit, of: editor.book, wholeSite: wholeSite, judging: judge),
        releasing: lock)
    }
    try settings.commit(edit.changes, under: lock)
    lock?.release()
    try reportingWhatIsDone { () throws(EnvironmentFailure) in
      if !asks { try remark(edit) }
      if let heading { try settings.say(heading, to: .output) }
      // With a question, the lines have already been shown.
      for line in asks ? [] : edit.lines { try settings.say("\(line.record): \(line.text)", to: .output) }
      try settings.console.report(found, to: .error)
    }
    return .written
  }

  /// Prints what is noteworthy about an edit beside its lines.
  private func remark(_ edit: Edit) throws(EnvironmentFailure) {
    try settings.console.report(settings.ordered(edit.diagnostics), to: .error)
    for line in edit.unchanged { try settings.say("\(line.record): \(line.text)") }
  }

  private func ask(_ lines: [Edit.Line]) throws {
    for line in lines { try settings.tell("\(line.record): \(line.text)") }
    guard try settings.console.confirms("Go on?") else {
      try settings.tell("nothing was written")
      throw ExitCode(1)
    }
  }
}
