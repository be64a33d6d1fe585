import Content
import Exports
import Formatting
import Query

/// A format of an export, by its file extension.
enum ExportFormat: String, Sendable, CaseIterable {
  /// The endings of the files.
  case csv, json

  /// The format of rows, with the dialect of a site's CSV.
  func rowFormat(in site: PlannedSite) -> RowWriter.Format {
    switch self {
    case .csv: .csv(site.book.settings.csv)
    case .json: .json
    }
  }
}

/// A result to export.
struct ExportPlan: Sendable {
  /// The path without extension.
  let path: String
  let result: FetchResult
  /// The entity of the index whose rows it shows, in any order; nil for other results.
  var index: Int?
  /// The block of the result, which may export another table; nil for other results.
  var block: QueryBlockResult?

  /// The table to export.
  /// - Parameter formatter: has the theme's words.
  func table(_ formatter: ValueFormatter) -> ExportTable {
    block?.exportTable(formatter) ?? ExportTable(result)
  }

  func writer(as format: ExportFormat, for site: PlannedSite) -> RowWriter {
    RowWriter(table(site.factory.siteView.formatter), as: format.rowFormat(in: site))
  }
}
