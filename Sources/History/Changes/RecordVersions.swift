import Content
import FrontMatter

/// The versions of records that the commits read so far refer to, by their blobs.
struct RecordVersions: Sendable {
  /// The versions; nil for one with errors.
  private var versions: [Substring: RecordVersion?] = [:]

  /// Reads the versions that further commits refer to, each once.
  mutating func add(
    _ entries: [GitLog.Entry], _ models: LogModels, at commit: Commit, of repository: GitRepository
  ) async throws(HistoryFailure) {
    var paths: [Substring: String] = [:]
    for file in entries.lazy.flatMap(\.files) where models.mayBeRecord(file.path) {
      for blob in file.blobs where versions[blob] == nil && paths[blob] == nil { paths[blob] = file.path }
    }
    let blobs = paths.sorted { $0.key < $1.key }
    // One git and what follows from its output, on each core.
    let read = await inParallel(blobs.count, by: 2_048) { part in
      Result { () throws(HistoryFailure) in
        let contents = try GitObjects.wholeContents(
          of: blobs[part].map { ($0.key, repository.prefix + $0.value) }, at: commit, in: repository)
        var yaml = FrontMatterDocument()
        return zip(blobs[part], contents).map { blob, content in
          (blob: blob.key, version: RecordVersion(Array(content), path: blob.value, &yaml))
        }
      }
    }
    for part in read {
      for (blob, version) in try part.get() { versions[blob] = .some(version) }
    }
  }

  /// The entries with each version that has errors replaced by the last readable version of its record before it. The
  /// same bytes may be versions of several records, or of one record at several times.
  /// - Returns: the entries, and whether all such versions were found; those that were not may be in older commits.
  func substituting(
    _ entries: [GitLog.Entry], _ models: LogModels
  ) -> (entries: [GitLog.Entry], isComplete: Bool) {
    func isInvalid(_ blob: Substring) -> Bool { versions[blob] == .some(nil) }
    guard entries.contains(where: { $0.files.contains { $0.blobs.contains(where: isInvalid) } }) else {
      return (entries, true)
    }
    var entries = entries
    var isComplete = true
    // The readable versions by path and blob, as of the commits so far, the oldest first.
    var substitutes: [[Substring]: Substring] = [:]
    for index in entries.indices.reversed() {
      let files = entries[index].files.map { file in
        var substituted = file.mapBlobs { isInvalid($0) ? substitutes[[file.path[...], $0]] ?? $0 : $0 }
        substituted.new = file.new
        return substituted
      }
      for (place, (file, substituted)) in zip(entries[index].files, files).enumerated() {
        entries[index].files[place] = substituted
        guard models.mayBeRecord(file.path), substituted.blobs.contains(where: isInvalid) else { continue }
        guard let new = file.new, isInvalid(new) else {
          isComplete = false
          continue
        }
        // A record whose file was moved keeps its versions.
        let moved = files.first { other in
          other.new == nil && other.olds.first != nil && models.isOneRecord(other.path, file.path)
        }
        // A parent of a merge that can be read says more than one that cannot.
        let olds = file.olds + substituted.olds + (moved?.olds ?? [])
        let old = olds.lazy.compactMap(\.self).first { !isInvalid($0) }
        substitutes[[file.path[...], new]] = old
        entries[index].files[place].new = old ?? new
        if entries[index].files[place].blobs.contains(where: isInvalid) { isComplete = false }
      }
    }
    return (entries, isComplete)
  }

  /// The version of a blob; nil if it has errors, or was not read.
  func version(of blob: Substring) -> RecordVersion? { versions[blob] ?? nil }
}
