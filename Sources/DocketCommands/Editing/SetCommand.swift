import ArgumentParser
import Diagnostics
import Editing

/// `docket set`
struct SetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set values of a record.",
    discussion: """
      Only the value changes in the file. Values may be typed the way people write them, if only one reading is \
      possible: 14.03.2026, 38,00, today. A reference is an id, a title or a part of one. KEY= removes the key.

        docket set 2026-0054 paidOn=today
        docket set 2026-0054#2 quantity=3 price=38,00
        docket set mara-lindqvist phone=
      """)

  @Argument(
    help: ArgumentHelp("The record's id; a row is 2026-0054#2.", valueName: "id"),
    completion: Completions.ids)
  var id: String

  @Argument(
    help: ArgumentHelp("Keys and values.", valueName: "key=value"), completion: Completions.keys)
  var assignments: [String]

  @OptionGroup var options: EditOptions

  func validate() throws {
    if assignments.isEmpty { throw ValidationError("say what to set, such as paidOn=today") }
    _ = try assignments.map(Self.assignment)
  }

  func run() async throws {
    let session = try await EditSession(options)
    let edit = session.editor.set(SourceText(id, name: "id"), try assignments.map(Self.assignment))
    try await session.make(edit, wholeSite: true)
  }

  /// Reads `KEY=VALUE`.
  static func assignment(_ text: String) throws -> Assignment {
    guard let assignment = Assignment(SourceText(text, name: "key=value")), !assignment.key.text.isEmpty
    else {
      throw ValidationError("'\(text)' is not KEY=VALUE, such as paidOn=today")
    }
    return assignment
  }
}
