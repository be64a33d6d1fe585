import ArgumentParser
import FileSystem

/// A file that the user names and that an export takes the place of.
enum ExportFile {
  /// Writes a file as a whole or not at all.
  /// - Parameters:
  ///   - bytes: what it holds.
  ///   - path: where, as the user typed it.
  ///   - content: the folder that it must not lie in.
  ///   - isOwn: whether a file that begins so, with at most 4 KiB, is one that docket exported and may replace.
  /// - Throws: `ValidationError` where something stands in the way.
  static func write(
    _ bytes: [UInt8], to path: String, outside content: String, replacing isOwn: ([UInt8]) -> Bool
  ) throws {
    guard !path.isEmpty, !path.hasSuffix("/") else {
      throw ValidationError("an export needs the name of a file, not '\(path)'")
    }
    // A link stays one: what it leads to is replaced.
    let target = FileSystem.resolved(path) ?? path
    if Settings.lies(target, in: content) {
      throw ValidationError("'\(path)' lies in Content, where an export would be read; name another file")
    }
    switch FileSystem.kind(of: target) {
    case nil: break
    case .file?:
      let beginning = try FileSystem.read(target, limit: 4096)
      guard beginning.isEmpty || isOwn(beginning) else {
        throw ValidationError(
          "'\(path)' is there, and is no such export of docket; name another file, or remove it")
      }
    case .folder?: throw ValidationError("'\(path)' is a folder; name a file in it")
    case .link?, .other?: throw ValidationError("'\(path)' is no regular file; name another")
    }
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    let temporary = folder + RunToken().temporary(0)
    try FileSystem.makeFile(
      bytes, at: temporary, for: path, like: target, synchronized: true)
    do {
      try FileSystem.rename(temporary, to: target, for: path)
    } catch {
      try? FileSystem.remove(temporary, for: path)
      throw error
    }
  }
}
