import Content
import Diagnostics
import Records

/// The paths of assets that a site's own templates contain as text: `src="{{site.root}}assets/logo.svg"`; and those in
/// its own style sheets.
///
/// `{{site.assets.logo_svg}}` is checked when templates are compiled; text is not.
struct AssetLinks {
  let theme: Theme
  /// The book, which may have files, pages and records in a folder `assets` as well.
  let book: Book

  /// The warnings for paths of files that the site does not have, and for those that lead there only from pages
  /// at the site's root.
  /// - Complexity: O(*n*) in the bytes of the site's own templates and style sheets.
  var warnings: [Diagnostic] {
    let known = Set(theme.assets.map { nfc($0.path) } + book.attachments.map(nfc) + [Brand.stylePath])
    let hasPages =
      book.pages.contains { $0.file.path.hasPrefix("assets/") }
      || book.graph.model.entities.contains {
        ($0.folder ?? "") == "assets" || ($0.folder ?? "").hasPrefix("assets/")
      }
    /// The warning for a path that no file has; nil if one does, or if it is not known.
    func missing(_ path: String, at range: SourceRange) -> Diagnostic? {
      // An unreadable theme or parent may have the file.
      guard !known.contains(path), theme.hasAllTexts else { return nil }
      return Diagnostic(
        .brokenLink, .warning, at: range, "the theme has no file '\(path)'",
        nearest: nearestName(to: path, among: known))
    }
    lazy var hasBase = theme.templates.values.contains { $0.mentions("<base") }
    let inTemplates = theme.ownTemplates.flatMap { name, file -> [Diagnostic] in
      Self.paths(in: file).compactMap { path, range, hasRoot in
        if path.hasPrefix("/") { return Self.absolute(path, at: range, "{{site.root}}\(path.dropFirst())") }
        guard !hasPages || !Self.mayBePage(path) else { return nil }
        guard known.contains(path) else { return missing(path, at: range) }
        guard !hasRoot, !hasBase, !isOfHomeAlone(name) else { return nil }
        return Diagnostic(
          .brokenLink, .warning, at: range,
          "'\(path)' leads nowhere from pages in folders; write {{site.root}}\(path)")
      }
    }
    let inStyleSheets = theme.assets.flatMap { asset -> [Diagnostic] in
      guard case .file(let path, let source) = asset.source, path.hasSuffix(".css"),
        let bytes = try? source.read(path, limit: SourceFile.maximumSize)
      else { return [] }
      let file = SourceFile(path: source.root + "/" + path, bytes: bytes)
      return CSSLinks.links(in: bytes).compactMap { link in
        if link.destination.hasPrefix("/assets/") {
          let up = String(repeating: "../", count: asset.path.count { $0 == "/" })
          return Self.absolute(link.destination, at: file[link.value], up + link.destination.dropFirst())
        }
        return HTMLLinks.path(link.destination, from: asset.path).flatMap {
          missing(nfc($0), at: file[link.value])
        }
      }
    }
    return inTemplates + inStyleSheets
  }

  /// The warning for a path from the top, which a page opened by double click looks for on the disk.
  private static func absolute(_ path: String, at range: SourceRange, _ relative: String) -> Diagnostic {
    Diagnostic(
      .brokenLink, .warning, at: range,
      "'\(path)' begins at the top of the disk or of the host, and not of the site; write \(relative)")
  }

  /// Whether a path may be that of what docket writes for pages and records of Content: a folder, or a file.
  private static func mayBePage(_ path: String) -> Bool {
    let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...]
    return !name.contains(".")
      || [".html", ".csv", ".json", ".js", ".ics", ".xml"].contains(where: path.hasSuffix)
  }

  /// Whether a template is only for the home page, which is at the site's root.
  private func isOfHomeAlone(_ name: String, calledBy callees: Set<String> = []) -> Bool {
    guard name != "home" else { return true }
    let callers = theme.templates.filter { $0.key != name && $0.value.mentions(name) }.map(\.key)
    let seen = callees.union([name])
    return name.hasPrefix("partials/") && !callers.isEmpty
      && callers.allSatisfy { seen.contains($0) || isOfHomeAlone($0, calledBy: seen) }
  }

  /// The paths in a template that are written out, and whether a tag is before them.
  private static func paths(
    in file: SourceFile
  ) -> [(path: String, range: SourceRange, hasRoot: Bool)] {
    guard file.mentions("assets/") else { return [] }
    let link =
      /(?i)[\s"'](?:src|href)\s*=\s*["']?(\{\{[^{}#^\/]*\}\}|\{\{\{[^{}]*\}\}\})?(\/?assets\/[^"'\s>?#]+)/
    return file.matchesOutsideComments(of: link).compactMap { match in
      let (_, tag, path) = match.output
      guard !path.contains("{{") else { return nil }
      let bytes = file.offsets(of: path)
      let decoded = PercentEncoding.decoded(file.bytes[bytes], isStrict: false) ?? []
      return (nfc(String(decoding: decoded, as: UTF8.self)), file[bytes], tag != nil)
    }
  }
}
