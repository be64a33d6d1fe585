import ArgumentParser
import Content
import Diagnostics
import History
import Records

/// `docket diff`
struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show what changed in the records.",
    discussion: """
      Compares the files with the last commit, with a revision A, or two revisions A and B: a branch, a tag, a \
      commit of git, or a day such as 2026-03-31. As with git, A..B is A B, and A...B what B changed since it \
      left A. It reports records, not lines: what was inserted, deleted, renamed and updated, and what follows \
      from it in other records. Moved files and different formatting are not changes. A value with an error is \
      compared as it is written, and nothing that is computed from it or from a file that cannot be read; the \
      errors are printed, and the exit code is that of 'docket check'.

        docket diff
        docket diff 2026-06-30 --format markdown
        docket diff main...HEAD --fail-on 'Order.total WHERE date.year < 2026'

      \(Reference.changes)
      """)

  /// The output format of changes.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, csv, markdown, html
  }

  @Argument(help: ArgumentHelp("The revision to compare with; the last commit if not given.", valueName: "A"))
  var first: String?

  @Argument(help: ArgumentHelp("The revision to compare; the files if not given.", valueName: "B"))
  var second: String?

  @Option(help: ArgumentHelp("How to print: text, json, csv, markdown or html.", valueName: "format"))
  var format: Format = .text

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp(
      "A value or list that must not change, 'ENTITY.KEY' or 'ENTITY.KEY WHERE predicate'; exit code 1 if it did, or if a record came to meet the predicate or ceased to. 'closed': a closed period that must not be opened.",
      valueName: "value"))
  var failOn: [String] = []

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let settings = try Settings.recovered(options)
    let console = settings.console
    let guards = try guards()
    let repository = try GitRepository(of: settings.content)
    let revisions = RevisionRange(first, second)
    let before = try GitRevision(revisions.start(in: repository), of: repository)
    let after: any ContentSource =
      if let end = revisions.end {
        try GitRevision(try repository.commit(named: end), of: repository)
      } else {
        settings.source
      }
    let old = await Self.book(before, settings)
    let new = await Self.book(after, settings)
    keepUntilExit((old, new))
    let changes = BookChanges(from: old, to: new)
    try console.write(bytes(of: changes, in: new, revisions), to: .output)
    var errors = errors(in: old, and: new, revisions)
    try console.report(errors, to: .error)
    var violations = failOn.contains("closed") ? Self.openedPeriods(from: old, to: new) : []
    for each in guards {
      let found = each.violations(in: changes, from: old, to: new, today: settings.today)
      try console.report(found.diagnostics, to: .error)
      errors += found.diagnostics
      violations += Self.violations(of: each, changed: found.changed, moved: found.moved)
    }
    for violation in violations { try settings.tell(violation) }
    if errors.hasErrors { throw ExitCode(of: errors) }
    if !violations.isEmpty { throw ExitCode(1) }
  }

  /// The values that must not change.
  private func guards() throws -> [ChangeGuard] {
    try failOn.filter { $0 != "closed" }.map { text in
      guard let result = ChangeGuard(text) else {
        throw ValidationError(
          "--fail-on is 'ENTITY.KEY' or 'ENTITY.KEY WHERE predicate', such as 'Order.total WHERE date.year < 2026', or "
            + "'closed', not '\(text)'")
      }
      return result
    }
  }

  /// A line for the closed periods that were opened or closed anew, if there are some. Of a book whose settings have
  /// errors, which fail anyway, it is unknown what is closed.
  private static func openedPeriods(from old: Book, to new: Book) -> [String] {
    guard let now = new.closedPeriods else { return [] }
    let opened = (old.closedPeriods ?? [:]).filter { now[$0.key] != $0.value }.keys.sorted()
    guard !opened.isEmpty else { return [] }
    let periods = opened.map(\.description).joined(separator: ", ")
    return ["closed: \(periods) \(opened.count == 1 ? "was" : "were") opened"]
  }

  /// A line for the records whose value changed, and one for those that came to meet the predicate or ceased to.
  private static func violations(of each: ChangeGuard, changed: [String], moved: [String]) -> [String] {
    let name = "\(each.entity).\(each.key)"
    var lines = changed.isEmpty ? [] : ["\(name) changed in \(changed.joined(separator: ", "))"]
    if !moved.isEmpty {
      let (meet, predicate) = (moved.count == 1 ? "meets" : "meet", each.predicate?.text ?? "")
      lines.append(
        "\(name): \(moved.joined(separator: ", ")) \(meet) '\(predicate)' before or after, and not both")
    }
    return lines
  }

  /// The errors of both books, each with its revision; an error in both is listed once.
  private func errors(in old: Book, and new: Book, _ revisions: RevisionRange) -> [Diagnostic] {
    func errors(_ book: Book, in revision: String?) -> [Diagnostic] {
      book.diagnostics.filter { $0.severity == .error }.map { error in
        var error = error
        if let revision { error.notes.append(Diagnostic.Note("in \(revision)")) }
        return error
      }
    }
    // Newer ones first, because the first of equal ones is kept.
    return (errors(new, in: revisions.end) + errors(old, in: revisions.first)).sortedByPlace()
  }

  private static func book(_ source: any ContentSource, _ settings: Settings) async -> Book {
    await ContentLoader(source: source, includesDrafts: settings.includesDrafts, today: settings.today).load()
  }

  private func bytes(of changes: BookChanges, in book: Book, _ revisions: RevisionRange) -> [UInt8] {
    switch format {
    case .text: Array(changes.text().utf8)
    case .json: changes.json()
    case .csv: changes.csv(book.settings.csv, of: book.graph.model)
    case .markdown: Array(changes.markdown().utf8)
    case .html: Array(changes.html(title: "\(revisions.first) → \(revisions.end ?? "the files")").utf8)
    }
  }
}
