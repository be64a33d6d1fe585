import ArgumentParser

/// `docket export`
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the book for other programs.",
    discussion: """
      An existing file is replaced only if docket exported it; it is written as a whole or not at all.

        docket export sqlite orders.db          for DuckDB, Datasette, pandas
        docket export xlsx orders.xlsx          a sheet for each index, query block
        docket export hledger orders.journal    plain text accounting
        docket export beancount orders.beancount
        docket export schema .schemas           the JSON Schema of front matter
      """,
    subcommands: [
      ExportDatabaseCommand.self, ExportWorkbookCommand.self, ExportHLedgerCommand.self,
      ExportBeancountCommand.self, ExportSchemaCommand.self,
    ])
}
