import ArgumentParser

/// `docket export`
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the book for other programs.",
    discussion: """
      An existing file is replaced only if docket exported it; it is written as a whole or not at all.

        docket export sqlite orders.db        a database: DuckDB, Datasette, pandas
        docket export xlsx orders.xlsx        a workbook: a sheet for each index and query block
        docket export hledger orders.journal  a journal of plain text accounting; beancount as well
        docket export schema .schemas         the JSON Schema of front matter, for editors
      """,
    subcommands: [
      ExportDatabaseCommand.self, ExportWorkbookCommand.self, ExportHLedgerCommand.self,
      ExportBeancountCommand.self, ExportSchemaCommand.self,
    ])
}
