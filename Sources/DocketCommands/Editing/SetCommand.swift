import ArgumentParser
import Content
import Diagnostics
import Editing

/// `docket set`
struct SetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set values of a record, or of all that meet a predicate.",
    discussion: """
      Only the value changes in the file. Values may be typed the way people write them, if only one reading is \
      possible: 14.03.2026, 38,00, today. A reference is an id, a title or a part of one. KEY= removes the key. \
      KEY:=EXPRESSION computes the value, in the language of 'docket query'; where it is nil, the value stays.

        docket set 2026-0054 paidOn=today
        docket set 2026-0054#2 quantity=3 price=38,00
        docket set mara-lindqvist phone=
        docket set Service --where 'price > 0' 'price:=round(price * 1.03, 2)'
        docket set RowOfOrder --where 'service != nil' --missing vat:=service.vat
      """)

  @Argument(
    help: ArgumentHelp(
      "The record's id; a row is 2026-0054#2, a payment payments/2026-0054#1; with --where, an entity.",
      valueName: "id"),
    completion: Completions.ids)
  var id: String

  @Argument(
    help: ArgumentHelp("Keys and values.", valueName: "key=value"), completion: Completions.keys)
  var assignments: [String]

  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp("Set the values of all records of an entity that meet this.", valueName: "predicate"))
  var predicate: String?

  @Flag(help: "With --where: set a value only in records that have none written.")
  var missing = false

  @OptionGroup var options: EditOptions

  func validate() throws {
    if assignments.isEmpty { throw ValidationError("say what to set, such as paidOn=today") }
    if missing, predicate == nil { throw ValidationError("--missing is for the records of --where") }
    _ = try typed
  }

  func run() async throws {
    let session = try await RecordSession(options)
    let name = SourceText(id, name: predicate == nil ? "id" : "entity")
    let (assignments, computed) = (try typed, self.computed)
    var editor = session.editor
    if predicate != nil || !computed.isEmpty {
      // Unreadable records meet no predicate, and unreadable values compute nothing. Missing values matter only
      // where they are read, which the editor judges: a key that all records must newly have can be set. So can what a
      // rule newly asks for.
      if !session.settings.includesDrafts {
        editor.published = await session.workspace.published(editor.book)
      }
      let diagnostics = (editor.published ?? editor.book).diagnostics
      let harmless: Set<DiagnosticID> = [.missingValue, .brokenRule]
      if diagnostics.contains(where: { $0.severity == .error && !harmless.contains($0.id) }) {
        try session.refuse(diagnostics)
      }
    }
    let edit =
      predicate.map {
        editor.set(
          name, where: SourceText($0, name: "--where"), assignments, computed, keepsWritten: missing)
      } ?? editor.set(name, assignments, computed)
    try await session.make(edit, wholeSite: true)
  }

  /// The assignments with an expression.
  private var computed: [ComputedAssignment] {
    assignments.compactMap { ComputedAssignment(SourceText($0, name: "key:=expression")) }
  }

  /// The assignments with a value.
  private var typed: [Assignment] {
    get throws {
      try assignments.filter { ComputedAssignment(SourceText($0, name: "")) == nil }.map(Self.assignment)
    }
  }

  /// Parses `KEY=VALUE`.
  static func assignment(_ text: String) throws -> Assignment {
    guard let assignment = Assignment(SourceText(text, name: "key=value")), !assignment.key.text.isEmpty
    else {
      throw ValidationError("'\(text)' is not KEY=VALUE, such as paidOn=today")
    }
    return assignment
  }
}
