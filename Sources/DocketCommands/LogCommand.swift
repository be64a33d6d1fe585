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
      or title, which is followed through its former ids, of an entity and its subentities, or of all. It shows the \
      values that were written; 'docket diff' shows what follows from them in other records.

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
    let console = settings.console
    let (repository, commit) = try settings.repository()
    var history = try await HistoryReader(
      of: repository, at: commit, model: settings.source, since: since.flatMap { CivilDate($0) },
      author: author, firstParent: firstParent)
    let errors = try await RecordHistory.submodules(of: repository, at: commit, model: settings.source)
    let source = name.map { SourceText($0, name: "id or entity") }
    var subject = HistorySubject.everything
    if let source {
      switch try await self.subject(source, settings, &history) {
      case .success(let found): subject = found
      case .failure(let error): try settings.fail(errors + [error])
      }
    }
    if try await print(&history, about: subject, to: console) == 0 {
      var words = "No commit changed a record"
      if let source, case .record = subject {
        // A commit that a shallow clone lacks may have inserted it.
        guard history.isCut else { try settings.fail(errors + [unchanged(source)]) }
        words += " '\(source.text)'"
      }
      // As after it was moved, until that is committed.
      if (try? GitRevision(commit, of: repository)) == nil {
        words += ": '\(settings.content)' is not in commit \(commit.name.prefix(12))"
      }
      try console.write(words + ".\n", to: .output)
    }
    if history.isCut {
      try settings.tell("the clone is shallow: what came before is unknown")
    }
    try console.report(errors, to: .error)
    if errors.hasErrors { throw ExitCode(of: errors) }
  }

  /// Prints the entries about a subject, one paragraph per commit, each as soon as it is read.
  /// - Returns: the number of entries.
  private func print(
    _ history: inout HistoryReader, about subject: HistorySubject, to console: Console
  ) async throws -> Int {
    var follower = HistoryFollower(subject)
    var count = 0
    while count < limit ?? .max, !follower.isOver {
      guard let entry = try await history.next() else { break }
      guard let part = follower.part(of: entry) else { continue }
      try console.write((count == 0 ? "" : "\n") + part.text, to: .output)
      count += 1
    }
    return count
  }

  /// The subject that a name means: an entity, a record by its current name, or a record by a former id; less
  /// exact matches come last. Only a name that is not a current one needs the whole history.
  private func subject(
    _ name: SourceText, _ settings: Settings, _ history: inout HistoryReader
  ) async throws -> Result<HistorySubject, Diagnostic> {
    let book = await ContentLoader(source: settings.source, includesDrafts: true, today: settings.today)
      .load()
    let (graph, model) = (book.graph, book.graph.model)
    if let entity = model.entity(named: name.text) { return subject(name, entity, model) }
    let lookup = RecordLookup(book, today: settings.today)
    var found = lookup.record(name.text, allowsPart: false)
    switch found {
    case .record, .several: break
    case .none, .skipped:
      let past = try await history.rest()
      if let former = lookup.record(formerly: name, in: past) { return former.map { .record($0) } }
      // The name may be a former name in the model.
      let formerEntity = HistorySubject.entities([name.text])
      if !past.about(formerEntity).entries.isEmpty { return .success(formerEntity) }
      if let entity = model.entity(called: name.text) { return subject(name, entity, model) }
      found = lookup.record(name.text)
      if case .none = found {
        let ids = Set(past.entries.flatMap(\.changes).map(\.id))
        let nearest = nearestName(
          to: name.text, among: ids.sorted() + model.entities.filter { $0.owner == nil }.map(\.name))
        return .failure(unchanged(name, nearest: nearest))
      }
    }
    return lookup.resolve(found, name, kind: "record").map {
      .record(graph.name(of: $0), formerIDs: graph.formerNames.names(of: $0).map(\.id))
    }
  }

  /// An entity as the subject; an error if its records are parts of others, in whose entries their changes are.
  private func subject(_ name: SourceText, _ entity: Int, _ model: Model) -> Result<
    HistorySubject, Diagnostic
  > {
    var outermost = entity
    while let owner = model.entities[outermost].owner { outermost = owner.entity }
    guard outermost == entity else {
      let (part, whole) = (model.entities[entity].name, model.entities[outermost].name)
      return .failure(
        Diagnostic(
          .invalidRequest, at: name.range,
          "each \(part) is a part of one \(whole); 'docket log \(whole)' and 'docket log ID' have its changes"
        ))
    }
    return .success(.entities(Set(model.entities[model.entities[entity].family].map(\.name))))
  }

  private func unchanged(_ name: SourceText, nearest: String? = nil) -> Diagnostic {
    Diagnostic(
      .unknownReference, at: name.range,
      "no commit changed a record '\(name.text)'" + suggestion(nearest))
  }
}
