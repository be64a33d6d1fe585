import Query

extension FetchResult {
  /// The rows in aligned columns, with sections and totals, for a terminal.
  /// - Parameter width: the terminal's width in columns; nil if unlimited.
  package func text(width: Int?) -> [UInt8] { Array(PrintedTable(self).text(width: width).utf8) }

  /// The rows as a pipe table of Markdown, with sections and totals.
  package func markdown() -> [UInt8] { Array(PrintedTable(self).markdown().utf8) }
}
