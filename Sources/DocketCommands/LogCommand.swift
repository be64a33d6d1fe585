import ArgumentParser
import Content
import Diagnostics
import Editing
import History
import Records

/// `docket log`
struct LogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show the changes of records, newest first.",
    discussion: """
      Each commit of git with the records that it inserted, deleted, renamed and updated: of one record by its id \
      or title, which is followed through its former ids, of an entity, or of all. It shows the values that were written; \
      'docket diff' shows what follows from them in other records.

        docket log 2026-0054
        docket log Customer --since 2026-01-01 --limit 10

      \(Reference.merges)
      """)

  @Argument(
    help: ArgumentHelp("A record's id or an entity; all records if not given.", valueName: "id or entity"),
    completion: Completions.idsAndEntities)
  var name: String?

  @Option(help: ArgumentHelp("Leave out commits from before this day, as shown.", valueName: "date"))
  var since: String?

  @Option(help: ArgumentHelp("Only commits by an author, by part of the name or address.", valueName: "text"))
  var author: String?

  @Option(help: ArgumentHelp("The maximum number of commits.", valueName: "n"))
  var limit: Int?

  @Flag(
    help: """
      Show all that each merge brought in, and leave out the commits of the branch. The changes of a value then add up.
      """)
  var firstParent = false

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if let since, CivilDate(since) == nil {
      throw ValidationError("--since is a day such as 2026-03-14, not '\(since)'")
    }
    if limit.map({ $0 < 1 }) ?? false { throw ValidationError("--limit is a number of commits, at least 1") }
  }

  func run() async throws {
    let settings = try Settings.recovered(options)
    let console = Console(color: settings.color)
    let (all, errors) = try await asking { () async throws(HistoryFailure) in
      let (repository, commit) = try settings.repository()
      let history = try await RecordHistory.read(
        of: repository, at: commit, model: settings.source, since: since.flatMap { CivilDate($0) },
        author: author, firstParent: firstParent)
      let errors = try await RecordHistory.submodules(of: repository, at: commit, model: settings.source)
      return (history, errors)
    }
    var history = all
    if let name {
      let book = await ContentLoader(source: settings.source, includesDrafts: true, today: settings.today)
        .load()
      switch part(of: history, about: SourceText(name, name: "id or entity"), in: book, settings.today) {
      case .success(let part): history = part
      case .failure(let error):
        try console.report(errors + [error], to: .error)
        throw ExitCode(of: errors + [error])
      }
    }
    try console.write(history.text(limit: limit), to: .output)
    if history.isCut {
      try console.write("the clone is shallow: what came before is unknown\n", to: .error)
    }
    try console.report(errors, to: .error)
    if errors.hasErrors { throw ExitCode(of: errors) }
  }

  /// The entries about a name: an entity, a record by its current name, or a record by a former id; less
  /// exact matches come last.
  private func part(
    of history: RecordHistory, about name: SourceText, in book: Book, _ today: CivilDate
  ) -> Result<RecordHistory, Diagnostic> {
    let (graph, model) = (book.graph, book.graph.model)
    if let entity = model.entity(named: name.text) {
      return .success(history.about(entity: model.entities[entity].name))
    }
    let lookup = RecordLookup(book, today: today)
    var found = lookup.record(name.text, allowsPart: false)
    switch found {
    case .record, .several: break
    case .none, .skipped:
      if let former = lookup.record(formerly: name, in: history) {
        return former.map { history.about($0) }
      }
      // The name may be a former name in the model.
      let past = history.about(entity: name.text)
      if !past.entries.isEmpty { return .success(past) }
      if let entity = model.entity(called: name.text) {
        return .success(history.about(entity: model.entities[entity].name))
      }
      found = lookup.record(name.text)
    }
    func unchanged(nearest: String? = nil) -> Result<RecordHistory, Diagnostic> {
      let words = "no commit changed a record '\(name.text)'" + suggestion(nearest)
      return .failure(Diagnostic(.unknownReference, at: name.range, words))
    }
    if case .none = found {
      let ids = Set(history.entries.flatMap(\.changes).map(\.id))
      return unchanged(nearest: nearestName(to: name.text, among: ids.sorted() + model.entityNames))
    }
    return lookup.resolve(found, name, kind: "record").flatMap { record in
      let part = history.about(graph.name(of: record))
      return part.entries.isEmpty ? unchanged() : .success(part)
    }
  }
}
