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

/// What editing commands share: reading the book; validating, writing and reporting an edit.
struct EditSession {
  /// What the options mean.
  let settings: Settings
  /// Where it reports what is written.
  let console: Console
  /// The files.
  let workspace: Workspace
  /// Makes edits of the book.
  let editor: Editor
  private let isDryRun: Bool
  /// The right to change Content, taken before the book is read: no other command makes what is checked here wrong.
  private let lock: FolderLock?

  /// Reads the book to edit it.
  /// - Parameter isLocked: whether other commands wait until this one ends; not for one that waits for a person.
  init(_ options: EditOptions, isLocked: Bool = true) async throws {
    try await self.init(
      options.common, at: nil, isDryRun: options.dryRun, isLocked: isLocked && !options.dryRun)
  }

  /// Reads the book to look at it.
  /// - Parameter revision: takes the book as it was.
  init(_ options: CommonOptions, at revision: RevisionOption) async throws {
    try await self.init(options, at: revision, isDryRun: false, isLocked: false)
  }

  private init(
    _ options: CommonOptions, at revision: RevisionOption?, isDryRun: Bool, isLocked: Bool
  ) async throws {
    let settings = try Settings.recovered(options, at: revision)
    self.settings = settings
    lock = isLocked ? try FolderLock(settings.content) : nil
    console = Console(color: settings.color)
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
    // Without the model nobody knows what a record is.
    if book.graph.model.isInvalid { try refuse(book.diagnostics) }
  }

  /// What became of an edit.
  enum Outcome {
    /// Its files are written.
    case written
    /// Its files say all of it already.
    case unchanged
    /// A dry run showed it.
    case shown
  }

  /// Validates an edit, writes it and says what was written.
  /// - Parameters:
  ///   - edit: the edit.
  ///   - wholeSite: whether it can change links, queries of pages and addresses.
  ///   - heading: what is printed before the lines of the edit.
  ///   - asks: whether the lines of the edit are shown before it is written, with a question.
  ///   - locate: maps diagnostics of the files as they would be to places that the user knows.
  ///   - judge: further diagnostics of the book as it would be.
  /// - Throws: `ExitCode` if something is wrong; then nothing is written. ``UnreportedChange`` if all is written.
  @discardableResult
  func make(
    _ edit: Edit, wholeSite: Bool, heading: String? = nil, asks: Bool = false,
    locating locate: ([Diagnostic]) -> [Diagnostic] = { $0 },
    judging judge: (Book) -> [Diagnostic] = { _ in [] }
  ) async throws -> Outcome {
    try refuse(edit.diagnostics)
    try refuse(editor.refusals(of: edit))
    try console.report(settings.ordered(edit.diagnostics), to: .error)
    for line in edit.unchanged { try say("\(line.record): \(line.text)", to: .error) }
    guard !edit.changes.isEmpty else {
      try say("nothing to change", to: .error)
      return .unchanged
    }
    let found = settings.ordered(
      locate(await workspace.validate(edit, of: editor.book, wholeSite: wholeSite, judging: judge)))
    try refuse(found)
    if isDryRun {
      try console.write(edit.unifiedDiff(root: settings.content), to: .output)
      try console.report(found, to: .error)
      try say("nothing was written", to: .error)
      return .shown
    }
    if asks { try ask(edit.lines) }
    try settings.commit(edit.changes, under: lock)
    try reportingWhatIsDone { () throws(EnvironmentFailure) in
      if let heading { try say(heading, to: .output) }
      // Lines that were already shown with the question are not printed again.
      for line in asks ? [] : edit.lines { try say("\(line.record): \(line.text)", to: .output) }
      try console.report(found, to: .error)
    }
    return .written
  }

  private func ask(_ lines: [Edit.Line]) throws {
    for line in lines { try console.write("\(line.record): \(line.text)\n", to: .error) }
    guard try console.confirms("Go on?") else {
      try console.write("nothing was written\n", to: .error)
      throw ExitCode(1)
    }
  }

  /// Prints diagnostics and ends the command if they hold errors.
  func refuse(_ diagnostics: [Diagnostic]) throws { try settings.refuse(diagnostics, console) }

  private func say(_ text: String, to stream: Console.Stream) throws(EnvironmentFailure) {
    guard !settings.isQuiet else { return }
    try console.write(text + "\n", to: stream)
  }
}
