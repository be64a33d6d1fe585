import Foundation

/// A folder that exists as long as a test holds it.
package final class TemporaryFolder: Sendable {
  /// The folder's absolute path.
  package let path: String

  /// Makes an empty folder.
  package init() throws {
    path = NSTemporaryDirectory() + "docket-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Makes a folder with text files by their paths.
  package convenience init(_ files: [String: String]) throws {
    try self.init()
    for (path, text) in files { try put(path, text) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The absolute path of something in the folder.
  package func path(_ below: String) -> String { path + "/" + below }

  /// Writes a text file, and the folders it lies in.
  package func put(_ below: String, _ text: String) throws { try put(below, Data(text.utf8)) }

  /// Writes a file, and the folders it lies in.
  package func put(_ below: String, _ bytes: Data) throws {
    try makeFolder(of: below)
    try bytes.write(to: URL(filePath: path(below)))
  }

  /// Writes a text file as editors do, beside and then in its place: nobody reads it empty or half.
  package func save(_ below: String, _ text: String) throws {
    let place = URL(filePath: path(below)).resolvingSymlinksInPath()
    let beside = place.deletingLastPathComponent().appending(path: ".\(place.lastPathComponent).swp")
    try text.write(to: beside, atomically: false, encoding: .utf8)
    guard rename(beside.path, place.path) == 0 else { throw Unexpected("\(below) cannot be saved") }
  }

  /// Saves a text in place of another in a file.
  /// - Throws: where the file does not hold the text exactly once, for then the test would test nothing.
  package func replace(_ old: String, with new: String, in below: String) throws {
    let parts = try text(below).components(separatedBy: old)
    guard parts.count == 2 else { throw Unexpected("'\(old)' is \(parts.count - 1) times in \(below)") }
    try save(below, parts.joined(separator: new))
  }

  /// Copies a file or folder from elsewhere.
  package func copy(_ source: String, to below: String) throws {
    try makeFolder(of: below)
    try FileManager.default.copyItem(atPath: source, toPath: path(below))
  }

  /// Makes a symbolic link, and the folders it lies in.
  package func link(_ below: String, to target: String) throws {
    try makeFolder(of: below)
    try FileManager.default.createSymbolicLink(atPath: path(below), withDestinationPath: target)
  }

  /// Removes a file or folder.
  package func remove(_ below: String) throws {
    try FileManager.default.removeItem(atPath: path(below))
  }

  /// The text of a file.
  package func text(_ below: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(below))), as: UTF8.self)
  }

  /// Whether a file or folder is there.
  package func has(_ below: String) -> Bool { FileManager.default.fileExists(atPath: path(below)) }

  private func makeFolder(of below: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path(below)).deletingLastPathComponent(), withIntermediateDirectories: true)
  }
}

/// What should not have happened, as an error.
package struct Unexpected: Error, CustomStringConvertible {
  package let description: String

  /// Says what.
  package init(_ description: String) {
    self.description = description
  }
}
