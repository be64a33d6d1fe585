import Foundation

/// Where the tests find what is not theirs.
package enum Repository {
  /// The folder with Package.swift.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The sample's records and pages.
  package static var content: String { root.appending(path: "Content").path }

  /// A file or folder of the material that is shared with other implementations: in `DOCKET_SHARED`, or in a folder
  /// `shared` beside any folder above. Nil on a machine without it.
  package static func shared(_ path: String) -> String? {
    var folders = ProcessInfo.processInfo.environment["DOCKET_SHARED"].map { [URL(filePath: $0)] } ?? []
    var folder = root
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      folders.append(folder.appending(path: "shared"))
    }
    return folders.map { $0.appending(path: path).path }
      .first { FileManager.default.fileExists(atPath: $0) }
  }
}
