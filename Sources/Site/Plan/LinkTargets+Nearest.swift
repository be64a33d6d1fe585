import Diagnostics
import FileSystem
import Markdown
import Records

extension LinkTargets {
  /// The maximum number of comparisons with missing paths: about three seconds.
  private static let maximumComparisons = 5_000_000

  /// The errors in bodies, with the nearest path for each broken link. With thousands of broken links, only
  /// the first get a suggestion.
  /// - Complexity: O(*n*) in all paths of the site, for each missing path once.
  func offeringNearest(_ bodies: BodyDiagnostics) -> [Diagnostic] {
    var diagnostics = bodies.diagnostics
    guard !bodies.missing.isEmpty else { return diagnostics }
    let candidates = candidates
    var known: [String: String?] = [:]
    for (index, path) in bodies.missing {
      if known[path] == nil {
        guard known.count * candidates.paths.count < Self.maximumComparisons else { continue }
        known[path] = .some(nearest(to: path, candidates))
      }
      guard let nearest = known[path] ?? nil else { continue }
      let diagnostic = diagnostics[index]
      diagnostics[index] = Diagnostic(
        diagnostic.id, at: diagnostic.range, diagnostic.summary, nearest: "/" + Self.escaped(nearest),
        notes: diagnostic.notes)
    }
    return diagnostics
  }

  /// The paths that links may name.
  private struct Candidates {
    /// The paths of other files, followed by those of records.
    let paths: [String]
    /// The index of the first record.
    let firstRecord: Int
    /// The names of all of them.
    let names: NameCandidates

    init(others: [String], records: [String]) {
      paths = others + records
      firstRecord = others.count
      names = NameCandidates(paths.map(LinkTargets.name(of:)))
    }
  }

  private var candidates: Candidates {
    // A generated index or home page is named as if it had a file.
    let made = files.filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) + ".md" }
    let records = graph.tables.indices.filter { graph.tables[$0].owners == nil }.flatMap { table in
      (0..<graph.tables[table].count).map { String(graph.file(of: $0, in: table).path) }
    }
    return Candidates(others: Array(pages.keys) + files + made, records: records)
  }

  /// A path in a link, in which `#` and `?` end the path.
  private static func escaped(_ path: String) -> String {
    guard path.utf8.contains(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?") }) else {
      return path
    }
    return path.replacing("%", with: "%25").replacing("#", with: "%23").replacing("?", with: "%3F")
  }

  /// For a folder, its index; otherwise, a similar name in the same folder is preferred to a page elsewhere.
  private func nearest(to target: String, _ candidates: Candidates) -> String? {
    let index = target + "/index.md"
    guard lookUp(index).output == nil else { return index }
    let folder = target.parentFolder
    let wanted = Self.name(of: target)
    let isMarkdown = target.hasSuffix(".md")
    let near = candidates.names.indices(near: wanted).filter { index in
      let path = candidates.paths[index]
      return index < candidates.firstRecord
        ? isMarkdown || !path.hasSuffix(".md") || pages[path] != nil
        : folder.isEmpty || path.hasPrefix(folder) || Self.name(of: path) == wanted
    }.map { candidates.paths[$0] }.sorted()
    return nearestName(to: target, among: near) ?? fromRoot(target)
      // Every folder has an index; one of another folder is not meant.
      ?? near.first { wanted != "index" && Self.name(of: $0) == wanted }
  }

  /// The path that a link from another folder means if it is one from Content, as `orders/` in a report.
  private func fromRoot(_ target: String) -> String? {
    let parts = target.split(separator: "/")
    return parts.indices.dropFirst().lazy.map { parts[$0...].joined(separator: "/") }
      .flatMap { [$0, $0 + "/index.md"] }.first { $0 != "index.md" && lookUp($0).output != nil }
  }

  /// The last part of a path without its extension.
  fileprivate static func name(of path: String) -> String {
    String(path.fileName.withoutMarkdownEnding)
  }
}
