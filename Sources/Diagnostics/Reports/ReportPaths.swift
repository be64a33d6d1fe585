/// How machine-readable reports name files: relative to a folder, preferably the root of a repository.
package struct ReportPaths: Sendable {
  /// The folder in which the command runs, as an absolute path.
  private let folder: [Substring]
  /// The folder that paths are relative to.
  private let root: [Substring]

  /// Makes a way of naming files.
  /// - Parameters:
  ///   - folder: the absolute path of the folder from which relative paths start.
  ///   - root: the folder to make paths relative to, absolute or as the user would type it.
  package init(folder: String, root: String) {
    self.folder = Self.parts(folder)
    self.root = Self.absolute(root, in: self.folder)
  }

  /// A path relative to the root, or an absolute one if the file is elsewhere.
  ///
  ///     ReportPaths(folder: "/home/ann/shop/Content", root: "/home/ann/shop").path("../Themes/x/page.mustache")
  ///     // Themes/x/page.mustache
  package func path(_ path: String) -> String {
    let parts = Self.absolute(path, in: folder)
    guard parts.count > root.count, parts.starts(with: root) else {
      return "/" + parts.joined(separator: "/")
    }
    return parts.dropFirst(root.count).joined(separator: "/")
  }

  /// Whether a folder equals another or is inside it; both paths are absolute.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    parts(path).starts(with: parts(folder))
  }

  private static func absolute(_ path: String, in folder: [Substring]) -> [Substring] {
    var result = path.hasPrefix("/") ? [] : folder
    for part in parts(path) {
      if part == ".." {
        _ = result.popLast()
      } else {
        result.append(part)
      }
    }
    return result
  }

  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }
}
