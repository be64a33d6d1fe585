import ArgumentParser
import Diagnostics
import Editing

/// `docket new`
struct NewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a record.",
    discussion: """
      Without an id it takes the next number of the series, or its title as an id. The day is today's; a row that names a \
      service but no price gets the service's price of today written into it.

        docket new customer 'Karin Müller' phone='0851 123456'
        docket new Order customer=karin --row 'service=tyre, quantity=2'
        docket new Order --like 2026-0054
      """)

  @Argument(
    help: ArgumentHelp("The entity: Order, customer.", valueName: "entity"), completion: Completions.entities)
  var entity: String

  @Argument(
    help: ArgumentHelp("The id or the title, if any, then keys and values.", valueName: "id|key=value"),
    completion: Completions.keys)
  var rest: [String] = []

  @Option(
    name: .customLong("row"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A row; for a list other than the first, payments:sum=20,date=today.", valueName: "fields"))
  var rows: [String] = []

  @Option(
    help: ArgumentHelp(
      "The record to copy, without its dates, state and payments, with its amounts in their currency; also one of an entity that has the parent in common, such as a quote.",
      valueName: "id"),
    completion: Completions.ids)
  var like: String?

  @Option(help: ArgumentHelp("The folder within the entity's folder.", valueName: "path"))
  var folder: String?

  @Flag(help: "Open the new file in $VISUAL or $EDITOR before it is checked.")
  var edit = false

  @OptionGroup var options: EditOptions

  func validate() throws {
    _ = try request
  }

  private var request: NewRecord {
    get throws {
      var request = NewRecord(entity: SourceText(entity, name: "entity"))
      for text in rest {
        if let assignment = Assignment(SourceText(text, name: "key=value")) {
          request.assignments.append(assignment)
        } else if request.name == nil {
          request.name = SourceText(text, name: "id")
        } else {
          throw ValidationError(
            "'\(text)' is not KEY=VALUE, and the id is '\(request.name?.text ?? "")' already")
        }
      }
      request.rows = try rows.map { text in
        let source = SourceText(text, name: "--row")
        let mark = text.firstIndex { $0 == ":" || $0 == "=" || $0 == "," }
        let isNamed = mark.map { text[$0] == ":" } ?? false
        let length = mark.map { text[..<$0].utf8.count } ?? 0
        let fields = isNamed ? source[length + 1..<text.utf8.count] : source
        try Assignment.list(fields).checkUsage()
        return (isNamed ? source[0..<length] : nil, fields)
      }
      request.original = like.map { SourceText($0, name: "--like") }
      request.folder = folder.map { SourceText($0, name: "--folder") }
      return request
    }
  }

  func run() async throws {
    // Without a given id, a record gets the next one, which another process may use first.
    if !edit, try request.name == nil {
      for _ in 0..<100 {
        do {
          return try await make()
        } catch is EditConflict {
          continue
        }
      }
    }
    try await make()
  }

  private func make() async throws {
    let session = try await RecordSession(options, isLocked: !edit)
    let (edit, record) = await session.editor.new(try request, in: session.workspace)
    guard self.edit, let record else {
      let root = session.settings.content
      try await session.make(
        edit, wholeSite: true, heading: record.map { "\(root)/\($0.path)" },
        locating: { record?.located($0, root: root) ?? $0 })
      return
    }
    try await EditorProgram(session: session).make(edit, at: record.path)
  }
}
