import Diagnostics
import FileSystem

extension Settings {
  /// The way that reports for code hosts name files: relative to the workspace of GitHub Actions, if docket
  /// runs in one; else to the root of Content's repository; else to the current folder, if Content is below
  /// it; else to the site's folder.
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

  /// The nearest enclosing folder with a `.git`; nil outside of a repository.
  private static func repository(of folder: String) -> String? {
    // In a linked work tree, `.git` is a file.
    ([folder] + folder.foldersAbove).first { $0 != "/" && FileSystem.kind(of: $0 + "/.git") != nil }
  }
}
