import Content
import Diagnostics
import FileSystem
import Markdown
import Records

/// The valid targets of links in Markdown: records, pages, exports, and copied files.
final class LinkTargets: Sendable {
  private let graph: RecordGraph
  /// The files of pages by their paths below Content.
  private let pages: [String: MarkdownFile]
  /// The output files other than records' pages.
  private let files: Set<String>
  /// The paths below Content of files with errors, whose pages may therefore be missing.
  private let invalid: Set<String>
  /// The folders among them, in lower case, including those that differ from an entity's folder only in case.
  private let misnamed: Set<String>
  /// The former paths of moved files below Content, with their present paths.
  private let moved: [String: String]
  /// The paths that a public site leaves out; nil for a full site.
  private let privatePaths: PrivatePaths?
  /// The paths below Content of drafts, which are left out.
  private let drafts: Set<String>
  /// The ids of the headings of pages, by their files' paths.
  let headings: [Substring: [String]]

  /// Makes the targets of a site.
  /// - Parameter files: all output paths except those of records' pages.
  init(_ contents: SiteContents, files: [String]) {
    let (book, graph, pages) = (contents.book, contents.book.graph, contents.pages)
    self.graph = graph
    drafts = book.drafts
    privatePaths = book.leftOut?.paths
    moved = Dictionary(
      graph.formerNames.map {
        ($0.path, nfc(String(graph.file(of: $0.row, in: $0.table).path)))
      }
        + pages.flatMap { page in page.page.formerPaths.map { ($0, page.page.stem + ".md") } },
      uniquingKeysWith: { first, _ in first })
    let errors = (book.diagnostics + contents.diagnostics).filter { $0.severity == .error }
    invalid = Set(errors.compactMap { $0.range.file.path.path(below: book.root).map(nfc) })
    misnamed = Set(invalid.filter { !$0.contains(".") }.map { $0.lowercased() })
    self.pages = Dictionary(
      pages.map { (nfc(String($0.page.file.path)), $0.page.file) }, uniquingKeysWith: { a, _ in a })
    headings = Dictionary(
      pages.map { ($0.page.file.path, $0.markdown.headings.map(\.id)) }, uniquingKeysWith: { a, _ in a })
    self.files = Set(files)
  }

  /// Whether they are those of a public site.
  var isPublic: Bool { privatePaths != nil }

  /// The files of the records.
  var recordFiles: [MarkdownFile] { graph.files }

  /// Whether every link in records' bodies certainly has the same destination as with earlier targets, except
  /// links to headings of records. This is so if records, pages, headings and files are unchanged.
  /// - Complexity: O(*n*) in the paths.
  func areSame(as earlier: LinkTargets) -> Bool {
    func hasSameRecords() -> Bool {
      graph.files.count == earlier.graph.files.count
        && zip(graph.files, earlier.graph.files).allSatisfy { $0.path == $1.path }
        && graph.tables.count == earlier.graph.tables.count
        && zip(graph.tables, earlier.graph.tables).allSatisfy {
          $0.owners == nil && $1.owners == nil ? $0.files == $1.files && $0.ids == $1.ids : true
        }
    }
    return !isPublic && !earlier.isPublic && invalid == earlier.invalid && drafts == earlier.drafts
      && moved == earlier.moved && files == earlier.files && Set(pages.keys) == Set(earlier.pages.keys)
      && headings == earlier.headings && hasSameRecords()
  }

  /// Whether a path belongs to something private, or to a file beside it.
  func isPrivate(_ path: String) -> Bool {
    guard let privatePaths else { return false }
    return privatePaths.contains(path)
      || Self.stems(of: path).contains { privatePaths.contains($0 + ".md") }
  }

  /// A path without its extension, and the folders above it: `a/b/c`, `a/b` and `a` for `a/b/c.pdf`.
  private static func stems(of path: String) -> some Sequence<Substring> {
    sequence(first: path[..<(path.lastIndex(of: ".") ?? path.endIndex)]) { stem in
      stem.lastIndex(of: "/").map { stem[..<$0] }
    }
  }

  /// Whether a path that is not in the site is that of a draft, or of a file beside one, such as its invoice.
  func isOfDraft(_ path: String) -> Bool {
    !drafts.isEmpty && Self.stems(of: path).contains { drafts.contains($0 + ".md") }
  }

  // MARK: Moved files

  /// The present path of a moved file. This includes files beside a page, such as exports, and the pages of
  /// `each` and of a filter for a renamed record.
  func newPath(of path: String) -> String? {
    guard !moved.isEmpty else { return nil }
    if let new = moved[path] { return new }
    func stem(_ path: String, without ending: Int) -> String {
      String(decoding: path.utf8.dropLast(ending), as: UTF8.self)
    }
    if path.hasSuffix(".html"), let new = moved[stem(path, without: 5) + ".md"] {
      return stem(new, without: 3) + ".html"
    }
    for (old, new) in moved where path.hasPrefix(stem(old, without: 3) + "/") {
      return stem(new, without: 3) + String(decoding: path.utf8.dropFirst(old.utf8.count - 3), as: UTF8.self)
    }
    return newPathOfValue(path)
  }

  /// The present path of a page named after a record's former id: `orders/where/customer/ann.html`.
  private func newPathOfValue(_ path: String) -> String? {
    for name in graph.formerNames {
      let id = graph.id(of: name.row, in: name.table)
      let parts = path.split(separator: "/").map { part in
        part == name.id || part.hasPrefix(name.id + ".") ? id + part.dropFirst(name.id.count) : String(part)
      }
      let new = parts.joined(separator: "/")
      if new != path, files.contains(new) { return new }
    }
    return nil
  }

  /// The target of a link from a file's former path, as a path below Content; nil if it had none.
  func target(of link: LinkReference, beforeMoveOf source: MarkdownFile) -> (from: String, to: String)? {
    let path = nfc(String(source.path))
    for former in moved.filter({ $0.value == path }).keys.sorted() {
      if let target = Self.path(link.path, from: former), lookUp(target).output != nil {
        return (former, target)
      }
    }
    return nil
  }

  /// A link with another path, relative or absolute like the original.
  static func destination(
    _ path: String, like link: LinkReference, from source: some StringProtocol
  ) -> String {
    var parts = path.split(separator: "/")
    if !link.path.hasPrefix("/") {
      var folders = source.split(separator: "/").dropLast().map { Substring($0) }[...]
      while let first = folders.first, parts.count > 1, first == parts[0] {
        folders.removeFirst()
        parts.removeFirst()
      }
      parts.insert(contentsOf: folders.map { _ in ".." }, at: 0)
    }
    let name = (link.path.hasPrefix("/") ? "/" : "") + PercentEncoding.path(parts.joined(separator: "/"))
    return name + (link.query.map { "?" + $0 } ?? "") + (link.fragment.map { "#" + $0 } ?? "")
  }

  /// The destination of a link to a file whose name has a `#` or `?` that the link does not escape; nil if there is
  /// no such file.
  func file(at destination: String, from source: some StringProtocol) -> String? {
    guard let path = Self.path(destination, from: source), lookUp(path).output != nil else { return nil }
    return PercentEncoding.path(destination)
  }

  // MARK: Paths

  /// The path of a link from Content's root; nil if it is outside Content.
  static func path(_ link: String, from source: some StringProtocol) -> String? {
    var parts: [Substring] =
      link.hasPrefix("/") ? [] : source.split(separator: "/").dropLast().map { Substring($0) }
    for part in link.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": if parts.popLast() == nil { return nil }
      default: parts.append(part)
      }
    }
    let path = nfc(parts.joined(separator: "/"))
    guard !path.isEmpty else { return "index.md" }
    return link.hasSuffix("/") ? path + "/index.md" : path
  }

  /// The output path of a path in Content, and the file at the path.
  func lookUp(_ path: String) -> (output: String?, file: MarkdownFile?) {
    if path.hasSuffix(".md") {
      if let page = pages[path] { return (OutputPath.page(of: path), page) }
      if let record = record(at: path) { return (OutputPath.page(of: path), record) }
      // An index page without a file is generated from the model.
      let made = OutputPath.page(of: path)
      return (files.contains(made) ? made : nil, nil)
    }
    if path.hasSuffix(".html") {
      let source = path.dropLast(5) + ".md"
      if let found = pages[String(source)] ?? record(at: String(source)) { return (path, found) }
    }
    return (files.contains(path) ? path : nil, nil)
  }

  private func record(at path: String) -> MarkdownFile? {
    let id = String(path.fileName.withoutMarkdownEnding)
    for table in graph.tables.indices where graph.tables[table].owners == nil {
      guard let row = graph.tables[table].rowsByID[id] else { continue }
      let file = graph.file(of: Int(row), in: table)
      if nfc(String(file.path)) == path { return file }
    }
    return nil
  }

  // MARK: Errors

  /// Whether an error in a file may cause a broken link: an error of the target itself, or of the page that
  /// an export or an index belongs to.
  func isInvalid(_ target: String) -> Bool {
    if invalid.contains(target) { return true }
    let folder = target.parentFolder.lowercased()
    if misnamed.contains(where: { folder == $0 || folder.hasPrefix($0 + "/") }) { return true }
    guard !target.hasSuffix(".md") else { return false }
    return Self.stems(of: target).contains {
      invalid.contains($0 + ".md") || invalid.contains($0 + "/index.md")
    }
  }
}

// MARK: The nearest path

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
        diagnostic.id, at: diagnostic.range, diagnostic.summary, nearest: "/" + Self.escaped(nearest))
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
    return nearestName(to: target, among: near) ?? near.first { Self.name(of: $0) == wanted }
  }

  /// The last part of a path without its extension.
  fileprivate static func name(of path: String) -> String {
    String(path.fileName.withoutMarkdownEnding)
  }
}
