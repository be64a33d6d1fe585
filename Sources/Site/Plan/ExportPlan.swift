import Content
import Exports
import Query

/// A format of an export, by its file extension.
enum ExportFormat: String, Sendable, CaseIterable {
  /// The endings of the files.
  case csv, json

  /// The format of the rows.
  func rowFormat(_ dialect: CSVDialect) -> RowWriter.Format {
    switch self {
    case .csv: .csv(dialect)
    case .json: .json
    }
  }
}

/// A result to export.
struct ExportPlan: Sendable {
  /// The path without extension.
  let path: String
  /// The result.
  let result: FetchResult
  /// The entity of the index whose rows it shows, in any order; nil for other results.
  var index: Int?
  /// The block, which may export another table, and its additional results; nil for other results.
  var block: (plan: QueryBlockPlan, supplements: BlockSupplements)?

  /// The table to export.
  /// - Parameter formatter: has the theme's words.
  func table(_ formatter: ValueFormatter) -> ExportTable {
    block.map { $0.plan.exportTable(of: result, $0.supplements, formatter) } ?? ExportTable(result)
  }

  /// A writer for the rows in a format.
  func writer(as format: ExportFormat, for site: PlannedSite) -> RowWriter {
    RowWriter(table(site.factory.siteView.formatter), as: format.rowFormat(site.book.settings.csv))
  }
}
