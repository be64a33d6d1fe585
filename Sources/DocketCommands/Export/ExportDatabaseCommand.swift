import ArgumentParser
import Content
import Diagnostics
import Exports
import FileSystem
import Records

/// `docket export sqlite`
struct ExportDatabaseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sqlite", abstract: "Write an SQLite database.",
    discussion: """
      Each entity is a table named after it, with foreign keys; amounts are whole numbers of minor units beside their \
      currency, dates ISO text. Views named after the folders (staff_2 beside a table Staff) add what is computed, with \
      amounts as numbers. What is always computed is in tables of its own, Order_computed, and lists \
      of texts and of references are in others, Order_tags. The same book gives the same bytes.

      The view 'amounts' has every amount with its currency. A total in several currencies is empty in its column and \
      has a row for each of them in 'several_amounts', since currencies are not added together. Of an attribute with \
      'digits', minor units are units of its last digit.

        docket export sqlite orders.db
        sqlite3 orders.db 'SELECT id, total, open FROM orders WHERE NOT paid'
      """)

  @Argument(
    help: ArgumentHelp("The file to write.", valueName: "file"),
    completion: .file(extensions: ["db", "sqlite"]))
  var file: String

  @OptionGroup var options: ExportOptions

  func run() async throws {
    try refuseUnfinished()
    try write(await ExportSession(options))
  }

  /// Refuses to replace a database beside changes that SQLite has not merged into it: it would merge them into the new one.
  private func refuseUnfinished() throws {
    let path = FileSystem.resolved(file) ?? file
    for ending in ["-wal", "-journal"] where FileSystem.kind(of: path + ending) != nil {
      throw ValidationError(
        "'\(file + ending)' holds changes of another program to this database; end the program, or open and close the "
          + "database with sqlite3, or remove both files")
    }
  }

  /// Writes the database. This is separate from `run` because the compiler (6.3.1) fails in release builds if
  /// both are one asynchronous function.
  @inline(never) private func write(_ session: ExportSession) throws {
    let export = try DatabaseExport(
      session.book.graph,
      about: [
        "version": Docket.versionNumber, "title": session.book.settings.title,
        "currency": session.book.settings.currency.code, "today": session.settings.today.description,
      ])
    let count = session.book.graph.tables.reduce(0) { $0 + $1.count }
    try session.write(
      export.bytes, to: file, summary: counted(count, "record", "records"), replacing: DatabaseExport.isOwn)
    for note in export.notes { try session.settings.tell("docket: \(note)") }
  }
}
