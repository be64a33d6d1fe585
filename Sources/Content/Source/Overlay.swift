import FileSystem

/// Unsaved bytes and deletions laid over another source: an edit before it is written, or an editor's buffer.
package struct Overlay: ContentSource {
  /// The source beneath.
  let base: any ContentSource
  /// The files that differ, sorted by path.
  private var edits: [Edit] = []

  private struct Edit {
    let path: String
    /// The new bytes; nil if the file is deleted.
    let bytes: [UInt8]?

    /// The entry of a changed or added file.
    var entry: ContentEntry? { bytes.map { ContentEntry(path: path, stamp: FileStamp(of: $0)) } }
  }

  /// Makes an overlay without edits over a source.
  package init(over base: any ContentSource) {
    self.base = base
  }

  package var root: String { base.root }

  /// Changes or adds a file.
  /// - Parameters:
  ///   - bytes: the new bytes.
  ///   - path: the path below Content.
  package mutating func put(_ bytes: [UInt8], at path: String) { set(bytes, at: path) }

  /// Deletes a file.
  package mutating func delete(_ path: String) { set(nil, at: path) }

  private mutating func set(_ bytes: [UInt8]?, at path: String) {
    edits.replaceSubrange(edits.range(of: path, by: \.path), with: [Edit(path: path, bytes: bytes)])
  }

  package func list(withStamps: Bool) async throws(EnvironmentFailure) -> [ContentEntry] {
    let beneath = try await base.list(withStamps: withStamps)
    guard !edits.isEmpty else { return beneath }
    var entries: [ContentEntry] = []
    entries.reserveCapacity(beneath.count + edits.count)
    var rest = edits[...]
    for entry in beneath {
      while let edit = rest.first, edit.path.precedes(entry.path) {
        if let added = edit.entry { entries.append(added) }
        rest = rest.dropFirst()
      }
      if let edit = rest.first, edit.path.isSamePath(as: entry.path) { continue }
      entries.append(entry)
    }
    return entries + rest.compactMap(\.entry)
  }

  package func read(_ paths: [String], limit: Int) -> [Result<[UInt8], EnvironmentFailure>] {
    guard !edits.isEmpty else { return base.read(paths, limit: limit) }
    var beneath = base.read(paths.filter { edit(of: $0) == nil }, limit: limit)[...]
    return paths.map { path in
      guard let edit = edit(of: path) else {
        return beneath.popFirst() ?? .failure(EnvironmentFailure("read", path, reason: "it was not read"))
      }
      return answer(edit.bytes, at: path, limit: limit)
    }
  }

  package func file(at path: String) -> FileLookup? {
    guard let edit = edit(of: path) else { return base.file(at: path) }
    return edit.entry.map { .file($0) } ?? .nothing
  }

  package var laidOver: [String] { edits.map(\.path) }

  package func location(of path: String) -> String? {
    edit(of: path) == nil ? base.location(of: path) : nil
  }

  private func edit(of path: String) -> Edit? { edits[edits.range(of: path, by: \.path)].first }
}
