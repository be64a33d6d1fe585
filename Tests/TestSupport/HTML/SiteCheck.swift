import Foundation

/// Every page of a site, read strictly, and every link between them.
package struct SiteCheck: Sendable {
  /// The pages by their paths.
  package private(set) var pages: [String: HTMLPage] = [:]
  /// What is wrong, as `path: error`.
  package private(set) var errors: [String] = []
  /// How many links lead from one file of the site to another.
  package private(set) var linkCount = 0

  /// Reads all pages of a site and follows all links.
  package init(_ site: FileTree) async {
    let paths = site.pages
    await withTaskGroup(of: [(String, HTMLPage)].self) { group in
      for start in stride(from: 0, to: paths.count, by: 64) {
        group.addTask {
          paths[start..<min(start + 64, paths.count)].map { ($0, HTMLPage(site.files[$0] ?? Data())) }
        }
      }
      for await part in group { pages.merge(part) { $1 } }
    }
    let ids = pages.mapValues { Set($0.ids) }
    for path in paths {
      guard let page = pages[path] else { continue }
      errors += page.errors.map { "\(path): \($0)" }
      for link in page.links {
        if let error = Self.error(of: link, at: path, in: site, ids) {
          errors.append("\(path): '\(link)' \(error)")
        }
        linkCount += 1
      }
    }
  }

  /// The page at a path; an empty one where there is none.
  package subscript(path: String) -> HTMLElement {
    pages[path]?.root ?? HTMLElement(name: "", attributes: [:])
  }

  // MARK: Links

  /// What is wrong with a link: it must be relative and percent-encoded, end in the name of a file of the site, and
  /// name an id there if it names one.
  private static func error(
    of link: String, at path: String, in site: FileTree, _ ids: [String: Set<String>]
  ) -> String? {
    if ["https:", "http:", "mailto:", "tel:"].contains(where: link.hasPrefix) { return nil }
    guard !link.isEmpty else { return "is empty" }
    guard link.utf8.allSatisfy({ isUnreserved($0) || "%/#?&=".utf8.contains($0) }) else {
      return "is not percent-encoded"
    }
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let target = target(of: String(parts[0]), from: path) else { return "is not relative to the page" }
    guard site.files[target] != nil else { return "leads nowhere" }
    guard parts.count == 2 else { return nil }
    let id = String(parts[1]).removingPercentEncoding ?? ""
    // A place in a file that is no page, and a view of a list, are not ids.
    if ids[target] == nil || target.contains("index.html") && (id == "all" || id.contains("=")) { return nil }
    return ids[target]?.contains(id) ?? false ? nil : "leads to no id of its page"
  }

  /// The file that a link leads to; nil where it leads out of the site or is not relative.
  package static func target(of link: String, from path: String) -> String? {
    let file = link.prefix { $0 != "?" }
    guard !file.isEmpty else { return path }
    guard !file.hasPrefix("/"), !file.contains(":") else { return nil }
    var folders = path.split(separator: "/").dropLast().map(String.init)
    for part in file.split(separator: "/", omittingEmptySubsequences: false) {
      if part == ".." {
        if folders.popLast() == nil { return nil }
      } else {
        guard let name = String(part).removingPercentEncoding else { return nil }
        folders.append(name)
      }
    }
    return folders.joined(separator: "/")
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
