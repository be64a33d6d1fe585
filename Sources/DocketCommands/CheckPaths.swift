import Content
import Diagnostics
import FileSystem

extension Settings {
  /// How reports for code hosts name files: from the workspace of GitHub Actions down, if docket runs in one;
  /// else from the root of the content's repository; else from the folder it runs in, if the content is below
  /// it; else from the site's folder.
  var reportPaths: ReportPaths {
    let here = FileSystem.resolved(".") ?? "/"
    if let workspace = Environment.variable("GITHUB_WORKSPACE").flatMap({ FileSystem.resolved($0) }),
      ReportPaths.isInside(here, workspace)
    {
      return ReportPaths(folder: here, root: workspace)
    }
    if let content = FileSystem.resolved(content) {
      if let root = Self.repository(of: content) { return ReportPaths(folder: here, root: root) }
      if ReportPaths.isInside(content, here) { return ReportPaths(folder: here, root: here) }
    }
    return ReportPaths(folder: here, root: content + "/..")
  }

  /// The nearest folder upwards that has a `.git`; nil outside of a repository.
  private static func repository(of folder: String) -> String? {
    var path = folder[...]
    while let slash = path.lastIndex(of: "/") {
      // In a work tree of its own `.git` is a file.
      if FileSystem.kind(of: path + "/.git") != nil { return String(path) }
      path = path[..<slash]
    }
    return nil
  }
}
