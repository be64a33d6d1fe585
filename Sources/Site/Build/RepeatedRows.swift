import Content
import Exports
import Query
import Records
import Templates

/// The rendered rows of indexes, each made once: sorted and filtered lists and exports show them again.
///
/// On different pages a row differs only in the path to the site's top, which is inserted for each page. Rows
/// that are shown only once are not included.
final class RepeatedRows: Sendable {
  /// The number of rows made at once.
  private static let partSize = 256

  /// The rows of an index in some format.
  private struct Index<Part: Sendable>: Sendable {
    /// The position in the index of each row of the entity's table; -1 for rows that the index does not show.
    let places: [Int32]
    /// The rows in the index's order, `partSize` each.
    let parts: [Part]

    /// Whether the index contains all of the given records.
    func holds(_ rows: [Int32]) -> Bool { rows.allSatisfy { places[Int($0)] >= 0 } }

    /// The part that contains a record, and its position there.
    func place(of row: Int) -> (part: Int, row: Int) {
      let (part, row) = Int(places[row]).quotientAndRemainder(dividingBy: partSize)
      return (part, row)
    }
  }

  /// The rows as printed by sections, by section of the templates' program.
  private let printed: [Int: Index<PrintedRows>]
  /// The rows in exports, by entity.
  private let written: [Int: [ExportFormat: Index<WrittenRows>]]

  /// Makes the rows of the site's indexes that have sorted or filtered lists.
  /// - Complexity: O(*n*) in the rows of the indexes, regardless of the number of lists.
  init(of site: PlannedSite) async {
    let factory = site.factory
    var printed: [Int: Index<PrintedRows>] = [:]
    var written: [Int: [ExportFormat: Index<WrittenRows>]] = [:]
    for base in factory.contents.listings where base.isBase {
      guard let records = base.result.records, !base.result.plan.comparesRows else { continue }
      let lists = factory.contents.listings.filter { $0.entity == base.entity && !$0.isPartialList }
      /// Whether the given lists together show the index's rows at least twice.
      func areRepeated(in lists: [IndexListing]) -> Bool {
        lists.reduce(0) { $0 + $1.result.count } >= 2 * records.count
      }
      guard areRepeated(in: lists) else { continue }
      let places = records.ranks(count: factory.siteView.graph.table(of: base.entity).count, absent: -1)
      if let place = factory.siteView.place(ofTableOf: base),
        areRepeated(in: lists.filter { factory.siteView.place(ofTableOf: $0) == place })
      {
        for (number, section) in factory.templates.program.sections.enumerated()
        where section.list.kind == HandleKind.rows.rawValue && section.list.cell.table == place {
          let parts = await inParallel(records.count, by: Self.partSize) {
            factory.rows($0, of: base, at: place, as: section.element)
          }
          printed[number] = Index(places: places, parts: parts)
        }
      }
      guard let export = base.export else { continue }
      for format in ExportFormat.allCases {
        let writer = export.writer(as: format, for: site)
        let parts = await inParallel(records.count, by: Self.partSize) { writer.rows($0) }
        written[base.entity, default: [:]][format] = Index(places: places, parts: parts)
      }
    }
    (self.printed, self.written) = (printed, written)
  }

  /// Prints rows as a section does.
  /// - Parameter root: the path from the page to the site's top.
  /// - Returns: whether all of them were available; if not, nothing is printed.
  func print(_ rows: [Int32], section: Int, root: String, to output: inout Output) -> Bool {
    guard let index = printed[section], index.holds(rows) else { return false }
    output.appendVerbatim { bytes in
      for row in rows {
        let (part, place) = index.place(of: Int(row))
        index.parts[part].append(place, root: root, to: &bytes)
      }
    }
    return true
  }

  /// Writes an export of rows of an index.
  /// - Returns: whether all of them were available; if not, nothing is written.
  func append(
    _ export: ExportPlan, as format: ExportFormat, for site: PlannedSite, to output: inout Output
  ) -> Bool {
    guard let entity = export.index, let index = written[entity]?[format],
      let records = export.result.records, index.holds(records)
    else { return false }
    let writer = export.writer(as: format, for: site)
    output.appendVerbatim {
      writer.append(records, to: &$0) { record in
        let (part, row) = index.place(of: record)
        return index.parts[part][row]
      }
    }
    return true
  }
}

/// The output of a section for some rows, one after another.
private struct PrintedRows: Sendable {
  private let bytes: [UInt8]
  /// The positions at which to insert the path to the site's top.
  private let gaps: [Int32]
  /// For each row, the end of its bytes and the number of gaps before it.
  private let ends: [(bytes: Int32, gaps: Int32)]

  init(_ output: Output, ends: [(bytes: Int32, gaps: Int32)]) {
    // Copies the bytes, because the output has spare capacity.
    bytes = Array(output.bytes[...])
    gaps = output.gaps.map { Int32($0) }
    self.ends = ends
  }

  func append(_ row: Int, root: String, to output: inout [UInt8]) {
    let start = row == 0 ? (bytes: 0, gaps: 0) : ends[row - 1]
    var next = Int(start.bytes)
    for gap in gaps[Int(start.gaps)..<Int(ends[row].gaps)] {
      output += bytes[next..<Int(gap)]
      output += root.utf8
      next = Int(gap)
    }
    output += bytes[next..<Int(ends[row].bytes)]
  }
}

extension PageFactory {
  /// Renders some rows of an index.
  /// - Parameters:
  ///   - place: the index's table among the site's tables.
  ///   - element: the template of a row.
  fileprivate func rows(
    _ range: Range<Int>, of listing: IndexListing, at place: Int, as element: TemplateProgram.Entry
  ) -> PrintedRows {
    var nodes = PageNodes(site: siteView)
    let shown = TableView(listing, range, siteView.graph.model, sorts: [], tree: &nodes.tree)
    let table = nodes.put(shown, at: place)
    let source = PageSource(site: siteView, page: nodes.view(path: nil, entity: listing.entity))
    var renderer = TemplateRenderer(templates.program)
    var output = Output(capacity: 64 << 10)
    let ends = range.indices.map { row in
      // This cannot fail, because no template is looked up by name at run time.
      _ = renderer.render(
        element, [table.with(.row, row: row - range.lowerBound)], from: source, to: &output)
      return (Int32(output.bytes.count), Int32(output.gaps.count))
    }
    return PrintedRows(output, ends: ends)
  }
}
