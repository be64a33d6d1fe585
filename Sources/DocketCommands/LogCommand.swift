import ArgumentParser
import Content
import Diagnostics
import FileSystem
import History
import Records

/// `docket log`
struct LogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show the changes of records, newest first.",
    discussion: """
      Each commit of git with the records that it inserted, deleted, renamed and updated: of one record by its id, \
      which is followed through its former ids, of an entity, or of all. It shows the values that were written; \
      'docket diff' shows what follows from them in other records.

        docket log 2026-0054
        docket log Customer --since 2026-01-01 --limit 10
      """)

  @Argument(
    help: ArgumentHelp("A record's id or an entity; all records if not given.", valueName: "id or entity"),
    completion: Completions.idsAndEntities)
  var name: String?

  @Option(help: ArgumentHelp("Leave out what was committed before this day.", valueName: "date"))
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
    var history = try await asking { () async throws(HistoryFailure) in
      let (repository, commit) = try settings.repository()
      return try await RecordHistory.read(
        of: repository, at: commit, model: settings.source, since: since, author: author,
        firstParent: firstParent)
    }
    if let name {
      let model = await settings.loader().model().model
      let whole = history
      history = whole.about(name, isEntity: model.entity(named: name) != nil)
      // A record's id may also be the name of an entity.
      if history.entries.isEmpty, let entity = model.entity(called: name) {
        history = whole.about(model.entities[entity].name, isEntity: true)
      } else if history.entries.isEmpty {
        let ids = Set(whole.entries.flatMap(\.changes).map(\.id))
        let nearest = nearestName(to: name, among: ids.sorted() + model.entityNames)
        try console.write(
          "docket: no commit changed a record '\(name)'" + suggestion(nearest)
            + "\n",
          to: .error)
        throw ExitCode(1)
      }
    }
    try console.write(history.text(limit: limit), to: .output)
    if history.isCut {
      try console.write("the clone is shallow: what came before is unknown\n", to: .error)
    }
  }
}
