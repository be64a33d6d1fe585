import Content
import Diagnostics
import Records

/// The files that a site's own templates lead to from its root: `<img src="{{site.root}}photos/shop.png">`,
/// `<img src="{{site.root}}{{photo}}">`.
struct TemplateLinks {
  /// A path that a template contains as text.
  private struct Link {
    let path: String
    let range: SourceRange
  }

  private let links: [Link]
  private let theme: Theme

  /// Reads the templates.
  /// - Complexity: O(*n*) in the bytes of the site's own templates.
  init(of theme: Theme) {
    self.theme = theme
    links = theme.templates.sorted { $0.key < $1.key }.filter { !theme.builtInTemplates.contains($0.key) }
      .flatMap { Self.links(in: $1) }
  }

  private static func links(in file: SourceFile) -> [Link] {
    guard file.mentions("site.root") else { return [] }
    let text = String(decoding: file.bytes, as: UTF8.self)
    let comments = text.ranges(of: /(?s)\{\{!.*?\}\}|<!--.*?-->/)
    return text.matches(of: /\{\{ ?site\.root ?\}\}([^"'\s>?#{}]+)(["'?#])/).compactMap { match in
      guard !comments.contains(where: { $0.contains(match.range.lowerBound) }) else { return nil }
      let written = match.output.1
      let start = text.utf8.distance(from: text.startIndex, to: written.startIndex)
      let bytes = start..<start + written.utf8.count
      let path = PercentEncoding.decoded(file.bytes[bytes], isStrict: false) ?? []
      return Link(path: nfc(String(decoding: path, as: UTF8.self)), range: file[bytes])
    }
  }

  /// The attachments that the templates lead to: those whose paths they contain, and those that values of records name.
  /// - Complexity: O(*n*) in the texts of the records.
  func attachments(of book: Book) -> Set<String> {
    let all = Set(book.attachments)
    var named = Set(links.map(\.path)).intersection(all)
    guard !all.isEmpty else { return named }
    for table in book.graph.tables {
      for case .text(let texts) in table.columns {
        for row in 0..<table.count {
          if let text = texts[row], all.contains(text) { named.insert(text) }
        }
      }
    }
    return named
  }

  /// The warnings for paths that the site does not have. Those of assets are checked with the style sheets.
  func warnings(_ plan: SitePlan) -> [Diagnostic] {
    guard !links.isEmpty, theme.hasAllTemplates else { return [] }
    let paths = Set(plan.paths)
    return links.filter { link in
      let isAsset = link.path.hasPrefix("assets/") || link.path.hasPrefix("/assets/")
      return !isAsset && !link.path.hasSuffix("/") && !paths.contains(link.path)
    }.map { link in
      Diagnostic(
        .brokenLink, .warning, at: link.range, "the site has no file '\(link.path)'",
        nearest: nearestName(to: link.path, among: paths))
    }
  }
}
