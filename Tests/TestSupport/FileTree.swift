import Foundation

/// The files and folders below a folder, as they were at one moment.
package struct FileTree: Sendable {
  /// What tells whether something was touched since: the file itself and the time it was last written.
  package struct Stamp: Sendable, Equatable {
    let inode: UInt64
    let seconds: Int
    let nanoseconds: Int
  }

  /// The bytes of each file, by its path below the folder.
  package private(set) var files: [String: Data] = [:]
  /// The stamp of each file and folder; the folder itself is "".
  package private(set) var stamps: [String: Stamp] = [:]

  /// Reads everything below a folder.
  package init(_ folder: String) throws {
    stamps[""] = try Self.look(at: folder).stamp
    guard let paths = FileManager.default.enumerator(atPath: folder) else {
      throw Unexpected("there is no folder '\(folder)'")
    }
    for case let path as String in paths {
      let (stamp, isFile) = try Self.look(at: folder + "/" + path)
      stamps[path] = stamp
      if isFile { files[path] = try Data(contentsOf: URL(filePath: folder + "/" + path)) }
    }
  }

  private static func look(at path: String) throws -> (stamp: Stamp, isFile: Bool) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Unexpected("cannot look at '\(path)'") }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return (
      Stamp(inode: UInt64(status.st_ino), seconds: time.tv_sec, nanoseconds: time.tv_nsec),
      status.st_mode & S_IFMT == S_IFREG
    )
  }

  /// The paths of the files, in order.
  package var paths: [String] { files.keys.sorted() }

  /// The paths of files that docket keeps for itself: manifest, journal, and what is not published yet.
  package var ownPaths: [String] { paths.filter { Self.isOwn($0) } }

  /// The paths of the HTML pages, in order.
  package var pages: [String] { paths.filter { $0.hasSuffix(".html") } }

  /// The text of a file; empty where there is none.
  package func text(_ path: String) -> String { String(decoding: files[path] ?? Data(), as: UTF8.self) }

  /// What differs from an earlier tree, as `changed PATH`, `added PATH` and `removed PATH`, docket's own files left out.
  package func changes(since old: FileTree) -> [String] {
    differences(from: old).filter { !Self.isOwn(String($0.drop { $0 != " " }.dropFirst())) }
  }

  /// What differs from another tree, docket's own files among it.
  package func differences(from other: FileTree) -> [String] {
    Set(files.keys).union(other.files.keys).sorted().compactMap { path in
      guard let old = other.files[path] else { return "added \(path)" }
      guard let new = files[path] else { return "removed \(path)" }
      return old == new ? nil : "changed \(path)"
    }
  }

  /// The files and folders, in order, that were written to or replaced since an earlier tree, with the same bytes or
  /// others, that exist in both.
  package func touched(since old: FileTree) -> [String] {
    stamps.keys.sorted().filter { path in old.stamps[path].map { $0 != stamps[path] } ?? false }
  }

  private static func isOwn(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.hasPrefix(".docket-") }
  }
}
