import Content
import Diagnostics
import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Settings {
  /// How reports for code hosts name files: from the workspace of GitHub Actions down, where docket runs in one; else
  /// from the folder it runs in, where the content lies below; else from the site's folder.
  var reportPaths: ReportPaths {
    let here = FileSystem.resolved(".") ?? "/"
    if let workspace = getenv("GITHUB_WORKSPACE").flatMap({ FileSystem.resolved(String(cString: $0)) }),
      ReportPaths.isInside(here, workspace)
    {
      return ReportPaths(folder: here, root: workspace)
    }
    if let content = FileSystem.resolved(content), ReportPaths.isInside(content, here) {
      return ReportPaths(folder: here, root: here)
    }
    return ReportPaths(folder: here, root: content + "/..")
  }
}
