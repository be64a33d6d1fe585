import Diagnostics
import Records

/// What to fetch and how to show it, as written: the same keys on an index page, in a query block and on the
/// command line.
///
/// The keys are those of Core Data's `NSFetchRequest`. Nothing is looked up yet; `FetchPlan` compiles it.
package struct FetchRequest: Sendable {
  /// The entity whose records are fetched.
  package var from: SourceText?
  /// The predicate a record must meet.
  package var predicate: SourceText?
  /// The sort expressions, each optionally with `-` before it or `desc` after it.
  package var sort: [SourceText] = []
  /// The maximum number of results.
  package var limit: Int?
  /// The number of rows to skip at the start.
  package var offset = 0
  /// The columns; empty for the entity's own.
  package var columns: [ColumnDeclaration] = []
  /// The expression that divides the result into sections.
  package var section: SourceText?
  /// The expressions whose equal values make a group.
  package var group: [SourceText] = []
  /// The expression whose values each become a column for the figures of groups.
  package var pivot: SourceText?
  /// Whether the request may use `pivot` and functions of other rows: query blocks and the command line may.
  package var mayCompareRows = false
  /// The predicate a group must meet.
  package var having: SourceText?
  /// Whether rows with equal columns are dropped.
  package var isDistinct = false
  /// Whether records of subentities are included.
  package var includesSubentities = true
  /// The day that `today()` is.
  package var asOf: CivilDate?
  /// Whether CSV and JSON files are written beside the page.
  package var exports = true
  /// The place of the request or of its day, for errors that are not about one part.
  package var range: SourceRange?

  /// Makes a request that fetches all records; without columns, it has the entity's own.
  package init(columns: [ColumnDeclaration] = [], sort: [SourceText] = [], asOf: CivilDate? = nil) {
    self.columns = columns
    self.sort = sort
    self.asOf = asOf
  }

  /// Makes a request from options or fields with expressions, which are separated by commas.
  /// - Parameter text: returns the text typed for a key, such as `where`; nil for none.
  package init(typed text: (_ key: String) -> SourceText?) {
    func list(_ key: String) -> [SourceText] { text(key)?.splitAtCommas() ?? [] }
    self.init(columns: list("columns").map { ColumnDeclaration(value: $0) }, sort: list("sort"))
    from = text("from")
    predicate = text("where")
    section = text("section")
    group = list("group")
    pivot = text("pivot")
    having = text("having")
  }
}

extension FetchRequest {
  /// Selects the language of the columns' labels.
  package mutating func selectLanguage(_ language: String) { columns.selectLanguage(language) }
}

extension SourceText {
  /// The parts of a text, split at commas outside brackets and quotes, without surrounding blanks.
  ///
  /// Empty parts are kept, so that `a,,b` has an error in the middle instead of being a list of two.
  package func splitAtCommas() -> [SourceText] {
    let bytes = Array(text.utf8)
    var parts: [SourceText] = []
    var depth = 0
    var quote: UInt8?
    var start = 0
    var index = 0
    while index <= bytes.count {
      let byte = index < bytes.count ? bytes[index] : UInt8(ascii: ",")
      if index == bytes.count || (byte == UInt8(ascii: ",") && depth == 0 && quote == nil) {
        parts.append(self[bytes[start..<index].trimming { isBlank($0) || isLineBreak($0) }.indices])
        start = index + 1
      } else if let open = quote {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == open { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
        case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
        default: break
        }
      }
      index += 1
    }
    return parts
  }
}
