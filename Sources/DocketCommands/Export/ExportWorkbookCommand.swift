import ArgumentParser
import Content
import Diagnostics
import Exports
import Site

/// `docket export xlsx`
struct ExportWorkbookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "xlsx", abstract: "Write a workbook for Excel, LibreOffice and Numbers.",
    discussion: """
      Each index and each query block gets a sheet with what its CSV file holds. Amounts in the \
      site's currency, numbers and dates keep their types; amounts in other currencies are text, so that no sum \
      adds them to the others, and so are whole numbers and amounts of more than 15 digits; other numbers have the 15 \
      that such programs keep. A sheet prints with all its columns on one page.
      """)

  @Argument(
    help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file(extensions: ["xlsx"]))
  var file: String

  @OptionGroup var options: ExportOptions

  func run() async throws {
    let session = try await ExportSession(options)
    let (site, diagnostics) = await session.settings.pipeline.site(of: session.book, for: .check)
    keepUntilExit(site)
    try session.settings.refuse(diagnostics)
    try write(site, session)
  }

  /// Writes the workbook. This is separate from `run` because the compiler (6.3.1) fails in release builds if
  /// both are one asynchronous function.
  @inline(never) private func write(_ site: PlannedSite, _ session: ExportSession) throws {
    var workbook = Workbook(decimalMark: session.book.settings.csv.decimalMark)
    for export in site.exportedTables {
      try workbook.add(export.title, about: export.subject, export.table)
    }
    guard workbook.sheetCount > 0 else {
      try session.settings.stop("nothing to write: every index and block says 'exports: false'")
    }
    let sheets = counted(workbook.sheetCount, "sheet", "sheets")
    try session.write(workbook.bytes(), to: file, summary: sheets) { $0.starts(with: Workbook.beginning) }
  }
}
