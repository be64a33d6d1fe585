import Diagnostics
import FileSystem
import Markdown
import Records

/// The dependencies of links besides their destinations.
struct LinkUses: Sendable {
  /// In a public site, the output paths that the links lead to.
  var paths: Set<String> = []
  /// Whether a link depends on the headings of a record.
  var hasRecordHeadings = false

  /// Adds the dependencies of other links.
  mutating func formUnion(_ other: LinkUses) {
    paths.formUnion(other.paths)
    hasRecordHeadings = hasRecordHeadings || other.hasRecordHeadings
  }
}

/// Resolves the links of some bodies, one after another.
struct LinkLookup {
  private let targets: LinkTargets
  /// The dependencies of the links resolved so far.
  private(set) var uses = LinkUses()
  /// The ids of the headings of records linked so far, by the paths of their files.
  private var recordHeadings: [Substring: [String]] = [:]

  init(_ targets: LinkTargets) { self.targets = targets }

  /// Resolves a link.
  /// - Parameters:
  ///   - link: the destination as written.
  ///   - source: the file that contains the link.
  ///   - path: the output path of the page.
  /// - Returns: the destination relative to that page, or the error.
  mutating func resolve(_ link: LinkReference, in source: MarkdownFile, at path: String) -> LinkResolution {
    guard !link.path.isEmpty else {
      return fragment(link, of: source).map { .rewritten($0) } ?? noHeading(link, in: source)
    }
    guard let target = LinkTargets.path(link.path, from: source.path) else {
      return .failed(
        beforeMove(of: link, in: source)
          ?? .init(.brokenLink, "the link '\(link.destination)' leads out of Content"))
    }
    let (output, file) = targets.lookUp(target)
    guard let output else {
      return failure(of: link, to: target, in: source).map { .failed($0) } ?? .unchanged
    }
    if link.isImage, let failure = Self.noImage(link, at: output) { return .failed(failure) }
    if targets.isPublic { uses.paths.insert(output) }
    var url = OutputPath.root(from: path) + PercentEncoding.path(output)
    if let query = link.query { url += "?" + query }
    if let place = link.writtenFragment, file == nil && !output.hasSuffix(".html") || isView(link, of: output)
    {
      url += "#" + place
    } else if link.fragment != nil {
      guard let file, let fragment = fragment(link, of: file) else {
        return noHeading(link, in: source)
      }
      url += fragment
    }
    return .rewritten(url)
  }

  /// Whether a fragment is a view of a list, `#state=open&sort=-total`, as the theme's script writes it.
  private func isView(_ link: LinkReference, of output: String) -> Bool {
    guard link.fragment == "all" || link.fragment?.contains("=") ?? false else { return false }
    return targets.graph.model.entities.contains { entity in
      entity.folder.map { folder in
        output == "\(folder)/index.html" || ["by", "where"].contains { output.hasPrefix("\(folder)/\($0)/") }
      } ?? false
    }
  }

  /// The extensions of files that no browser shows as an image. Of others, only the content says whether one is.
  private static let otherEndings: Set<String> = [
    "css", "csv", "doc", "docx", "htm", "html", "ics", "js", "json", "log", "md", "mp3", "ods", "odt", "ppt",
    "pptx", "rtf", "txt", "wav", "xls", "xlsx", "xml", "yaml", "yml", "zip",
  ]

  /// The error for an image whose file no browser shows as one; nil if it may be one.
  private static func noImage(_ link: LinkReference, at output: String) -> LinkFailure? {
    let name = output.fileName
    guard let dot = name.lastIndex(of: "."),
      otherEndings.contains(name[name.index(after: dot)...].lowercased())
    else { return nil }
    let what = name.hasSuffix(".html") ? "a page" : "a file that is no image"
    return .init(.brokenLink, "the image '\(link.destination)' is \(what); without the '!' it is a link")
  }

  /// The error for a link without a target; nil if an error of the target, reported there, may be the cause.
  private func failure(
    of link: LinkReference, to target: String, in source: MarkdownFile
  ) -> LinkFailure? {
    func broken(_ reason: String, fix: String? = nil, missing: String? = nil) -> LinkFailure {
      .init(.brokenLink, "the link '\(link.destination)' leads \(reason)", missing: missing, fix: fix)
    }
    if targets.isPrivate(target) {
      return .init(
        .privateName, "the link '\(link.destination)' leads to what is private and not in a public site")
    }
    if let new = targets.newPath(of: target) {
      return broken(
        "to the former place of '/\(new)'", fix: LinkTargets.destination(new, like: link, from: source.path))
    }
    if let failure = beforeMove(of: link, in: source) { return failure }
    if link.destination.hasPrefix("www.") {
      return broken(
        "nowhere; the address of another site begins with 'https://'", fix: "https://" + link.destination)
    }
    if let name = targets.file(at: link.destination, from: source.path) {
      return broken(
        "nowhere, because '#' and '?' end a path; in a file's name they are %23 and %3F", fix: name)
    }
    if targets.isOfDraft(target) {
      return .init(
        .referenceToDraft,
        "the link '\(link.destination)' leads to a draft; a draft is left out of everything")
    }
    return targets.isInvalid(target) ? nil : broken("nowhere", missing: target)
  }

  /// The error for a link that has a target from a former place of its file; nil if it had none there either.
  private func beforeMove(of link: LinkReference, in source: MarkdownFile) -> LinkFailure? {
    targets.target(of: link, beforeMoveOf: source).map { old in
      .init(
        .brokenLink,
        "the link '\(link.destination)' leads nowhere from here; from '\(old.from)' it led to '/\(old.to)'",
        fix: LinkTargets.destination(old.to, like: link, from: source.path))
    }
  }

  /// The fragment of a heading as the page writes it; nil if the page has no such heading.
  private mutating func fragment(_ link: LinkReference, of file: MarkdownFile) -> String? {
    guard let fragment = link.fragment else { return "" }
    return headings(of: file).contains(fragment) ? "#" + PercentEncoding.path(fragment) : nil
  }

  private mutating func headings(of file: MarkdownFile) -> [String] {
    if let known = targets.headings[file.path] ?? recordHeadings[file.path] { return known }
    let ids = MarkdownDocument(file.source, body: file.body).reading().headings.map(\.id)
    recordHeadings[file.path] = ids
    uses.hasRecordHeadings = true
    return ids
  }

  private mutating func noHeading(_ link: LinkReference, in source: MarkdownFile) -> LinkResolution {
    let file =
      link.path.isEmpty
      ? source : LinkTargets.path(link.path, from: source.path).flatMap { targets.lookUp($0).file }
    if let file, hasPrivateHeading(link, of: file) {
      return .failed(
        .init(
          .privateName,
          "the link '\(link.destination)' leads to a heading of a text that is private and not in a public site"
        ))
    }
    let ids = file.map { headings(of: $0) } ?? []
    let nearest = nearestName(to: link.fragment ?? "", among: ids)
    return .failed(
      .init(
        .brokenLink, "the page has no heading '#\(link.fragment ?? "")'", nearest: nearest.map { "#" + $0 }))
  }

  /// Whether a heading is in the body of a record that a public site leaves out.
  private func hasPrivateHeading(_ link: LinkReference, of file: MarkdownFile) -> Bool {
    // A public book keeps the file's bytes, with an empty body at their end.
    guard targets.isPublic, targets.headings[file.path] == nil, file.body.isEmpty,
      let fragment = link.fragment
    else { return false }
    let body = file.frontMatter.upperBound..<file.source.bytes.count
    return MarkdownDocument(file.source, body: body).reading().headings.contains { $0.id == fragment }
  }
}
