import Content
import Diagnostics
import FileSystem
import Markdown
import Records

/// The valid targets of links in Markdown: records, pages, exports, and copied files.
final class LinkTargets: Sendable {
  let graph: RecordGraph
  /// The files of pages by their paths below Content.
  let pages: [String: MarkdownFile]
  /// The output files other than records' pages.
  let files: Set<String>
  /// The paths below Content of files with errors, whose pages may therefore be missing.
  private let invalid: Set<String>
  /// The folders among them, in lower case, including those that differ from an entity's folder only in case.
  private let misnamed: Set<String>
  /// The former paths of moved files below Content, with their present paths.
  let moved: [String: String]
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
      keepingFirst: graph.formerNames.map {
        ($0.path, nfc(String(graph.file(of: $0.row, in: $0.table).path)))
      }
        + pages.flatMap { page in page.page.formerPaths.map { ($0, page.page.stem + ".md") } })
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

  // MARK: Paths

  /// The path of a link from Content's root; nil if it is outside Content.
  static func path(_ link: String, from source: some StringProtocol) -> String? {
    let folder = link.hasPrefix("/") ? "" : Substring(source).parentFolder
    guard let path = folder.path(following: link).map(nfc) else { return nil }
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
