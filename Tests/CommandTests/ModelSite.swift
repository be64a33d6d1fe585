import Foundation
import TestSupport

/// Sites with models of their own, from `Fixtures/OwnModel`.
enum ModelSite {
  /// A site in a folder of its own.
  /// - Parameters:
  ///   - fixture: whose Content it has; nil for none.
  ///   - files: more files, or other ones.
  static func folder(_ fixture: String? = nil, adding files: [String: String] = [:]) throws -> TemporaryFolder
  {
    let folder = try TemporaryFolder()
    if let fixture {
      let source = Repository.root.appending(path: "Tests/CommandTests/Fixtures/OwnModel/\(fixture)/Content")
      try folder.copy(source.path, to: "Content")
    }
    for (path, text) in files { try folder.put(path, text) }
    return folder
  }
}

extension TemporaryFolder {
  /// The paths of the built site's pages.
  func pages() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path("Site")).filter { $0.hasSuffix(".html") }
      .sorted()
  }
}
