import Diagnostics

/// A link or image whose destination is inserted into the HTML later, when all paths of the site are known.
struct PendingLink: Sendable {
  /// The position of a link in its file, in UTF-8 bytes.
  struct Place: Sendable, Equatable {
    /// The paragraph, heading or cell.
    let leaf: Range<Int>
    /// The line, without surrounding spaces.
    let line: Range<Int>
  }

  /// The reference to look up.
  let reference: LinkReference
  /// The position in the HTML for a link's attribute or an image's value.
  let position: Int
  /// The position in the file.
  let place: Place
}

extension RenderedMarkdown {
  /// Inserts the destinations of pending links into the HTML.
  /// - Parameters:
  ///   - html: the rendered HTML, to which the positions in this value refer.
  ///   - resolve: looks up each destination.
  /// - Returns: the positions of the query blocks in the new HTML.
  /// - Complexity: O(*n*) in the bytes.
  package func resolveLinks(
    in html: inout [UInt8], _ resolve: (LinkReference) -> LinkResolution
  ) -> (positions: [Int], diagnostics: BodyDiagnostics) {
    guard !pendingLinks.isEmpty else { return (queries.map(\.position), diagnostics) }
    var diagnostics = diagnostics
    var places = LinkPlaces(file, body: body)
    var output = MarkdownHTML(appendingTo: [])
    var positions: [Int] = []
    var start = 0
    func copy(to end: Int) {
      while positions.count < queries.count, queries[positions.count].position < end {
        positions.append(output.bytes.count + queries[positions.count].position - start)
      }
      output.append(html[start..<end])
      start = end
    }
    for link in pendingLinks {
      copy(to: link.position)
      switch resolve(link.reference) {
      case .unchanged, .pending:
        output.destination(link.reference.destination, isImage: link.reference.isImage)
      case .rewritten(let url): output.destination(url, isImage: link.reference.isImage)
      case .omitted: break
      case .failed(let failure):
        guard let range = places.range(of: link.reference.destination, at: link.place) else { continue }
        diagnostics.append(failure.diagnostic(at: file[range]), missing: failure.missing)
      }
    }
    copy(to: html.count)
    while positions.count < queries.count { positions.append(output.bytes.count) }
    html = output.bytes
    return (positions, diagnostics)
  }

  /// The ranges in the file of the destinations of pending links, which lead to pages and files of the site; without
  /// those that are not found in their lines.
  package var pendingDestinations: [Range<Int>] {
    var places = LinkPlaces(file, body: body)
    return pendingLinks.compactMap { link in
      places.range(of: link.reference.destination, at: link.place).flatMap {
        $0 == link.place.line ? nil : $0
      }
    }
  }
}
