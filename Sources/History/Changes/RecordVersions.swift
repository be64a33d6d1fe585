import Content
import FileSystem
import FrontMatter
import Records

/// All versions of all records, by their blobs.
struct RecordVersions: Sendable {
  private let versions: [Substring: RecordVersion]
  /// The substitute for a version with errors: the last one before it that could be read, by its blob.
  private let substitutes: [Substring: Substring]

  /// Reads every version that a log names, once.
  static func read(
    _ log: GitLog, _ folders: RecordFolders, at commit: Commit, of repository: GitRepository
  ) async throws(HistoryFailure) -> RecordVersions {
    var paths: [Substring: String] = [:]
    for file in log.entries.lazy.flatMap(\.files) where folders.entity(of: file.path) != nil {
      for blob in file.blobs { paths[blob] = file.path }
    }
    let blobs = paths.sorted { $0.key < $1.key }
    let contents = try GitObjects.contents(
      of: blobs.map { ($0.key, repository.prefix + $0.value) }, at: commit, in: repository)
    let read = await inParallel(blobs.count, by: 256) { part in
      var yaml = FrontMatterDocument()
      return part.map { index in
        contents[index].flatMap { RecordVersion(Array($0), path: blobs[index].value, &yaml) }
      }
    }
    var versions: [Substring: RecordVersion] = [:]
    for ((blob, _), version) in zip(blobs, read.joined()) { versions[blob] = version }
    return RecordVersions(log, folders, versions)
  }

  private init(_ log: GitLog, _ folders: RecordFolders, _ versions: [Substring: RecordVersion]) {
    self.versions = versions
    var substitutes: [Substring: Substring] = [:]
    for file in log.entries.reversed().lazy.flatMap(\.files) where folders.entity(of: file.path) != nil {
      guard let new = file.new, versions[new] == nil, let old = file.olds.first ?? nil else { continue }
      substitutes[new] = versions[old] == nil ? substitutes[old] : old
    }
    self.substitutes = substitutes
  }

  /// A record's file that a commit changed.
  private struct Pair {
    let name: RecordName
    var path: String
    /// The blobs before, one for each parent of the commit, and where the first of them was.
    var olds: [Substring?]
    var oldPath: String
    var new: Substring?
    /// The previous version, as the reported changes of the commits before it add up.
    var reported: VersionComparison.Version?
    /// The blob of that version, if it has one.
    var reportedBlob: Substring?
    var formerID: String?

    var hasOld: Bool { reported != nil || reportedBlob != nil }
  }

  /// What a commit did to one record.
  struct Step {
    let name: RecordName
    /// The former id, if it was renamed.
    let formerID: String?
    /// The versions before, one for each parent of the commit; nil if the record was not there.
    let olds: [VersionComparison.Version?]
    /// The previous version; for a merge what its branches made of the record, as their reported changes add up.
    let reported: VersionComparison.Version?
    /// The version after; nil if it was deleted.
    let new: VersionComparison.Version?
  }

  /// What a commit changed, by its files.
  func changes(in files: [GitLog.File], _ scope: HistoryScope) -> [RecordChange] {
    let comparison = scope.comparison
    let steps = steps(in: files, scope)
    var renames: VersionComparison.Renames = [:]
    for step in steps {
      guard let former = step.formerID, let new = step.new else { continue }
      renames[comparison.model.entities[new.entity].table, default: [:]][former] = step.name.id
    }
    return steps.compactMap { step in
      let id = step.name.id
      return comparison.change(from: step.reported, to: step.new, id: id, formerID: step.formerID).flatMap {
        comparison.change($0, following: renames)
      }
    }.sorted { ($0.entity, $0.id) < ($1.entity, $1.id) }
  }

  /// What a commit did to each record, by its files.
  func steps(in files: [GitLog.File], _ scope: HistoryScope) -> [Step] {
    let files = files.compactMap { self.file($0, in: scope) }
    var pairs: [Pair] = []
    // A file that is moved is removed at one path and added at another, under the same name.
    var removed: [RecordName: Int] = [:]
    for file in files.filter({ $0.new == nil }) + files.filter({ $0.new != nil }) {
      guard let name = scope.name(of: file.path) else { continue }
      var pair = Pair(
        name: name, path: file.path, olds: file.olds, oldPath: file.path, new: file.new,
        reported: reported(file, scope), reportedBlob: nil)
      // What one branch deleted and another only rewrote is gone.
      let blobs = file.joined.map { $0.sides.map { file.olds[$0] } } ?? file.olds
      if pair.reported != nil || !blobs.contains(nil) { pair.reportedBlob = blobs.first ?? file.olds[0] }
      if file.new == nil {
        removed[name] = pairs.count
        pairs.append(pair)
      } else if !pair.hasOld, let index = removed.removeValue(forKey: name) {
        pairs[index].path = file.path
        pairs[index].new = file.new
      } else {
        pairs.append(pair)
      }
    }
    joinRenamed(&pairs, scope)
    return pairs.map { pair in
      Step(
        name: pair.name, formerID: pair.formerID,
        olds: pair.olds.map { version($0, pair.oldPath, scope) }, reported: pair.reported,
        new: version(pair.new, pair.path, scope))
    }
  }

  /// A file as a scope has it; nil if it has no version of it.
  private func file(_ file: GitLog.File, in scope: HistoryScope) -> GitLog.File? {
    guard scope.entity(of: file.path) != nil else { return nil }
    guard !scope.includesDrafts else { return file }
    func published(_ blob: Substring?) -> Substring? {
      blob.flatMap { read($0)?.isDraft ?? false ? nil : $0 }
    }
    let joined = file.joined.map { joined in
      GitLog.Joined(
        base: published(joined.base), sides: joined.sides,
        changes: joined.changes.map { ($0.sides, $0.olds.map(published), published($0.new)) })
    }
    let kept = GitLog.File(
      path: file.path, olds: file.olds.map(published), new: published(file.new), joined: joined)
    return kept.blobs.isEmpty ? nil : kept
  }

  /// Joins a deleted and an inserted record of one family with the same bytes, or whose file names the former id, into
  /// one change. In a public book it is what that has of them that has to be the same.
  private func joinRenamed(_ pairs: inout [Pair], _ scope: HistoryScope) {
    let gone = pairs.indices.filter { pairs[$0].new == nil }
    guard !gone.isEmpty else { return }
    for index in pairs.indices where !pairs[index].hasOld {
      guard let blob = pairs[index].new else { continue }
      let former = versions[blob]?.written.formerIDs ?? []
      let content = scope.isPublic ? version(blob, pairs[index].path, scope)?.record : nil
      let other = gone.first { place in
        pairs[place].hasOld && pairs[place].name.family == pairs[index].name.family
          && (former.contains(pairs[place].name.id)
            || (scope.isPublic
              ? content.map { !$0.isEmpty && $0 == pairs[place].reported?.record } ?? false
              : pairs[place].reportedBlob == blob))
      }
      guard let other else { continue }
      pairs[index].formerID = pairs[other].name.id
      pairs[index].olds = pairs[other].olds
      pairs[index].oldPath = pairs[other].path
      (pairs[index].reported, pairs[index].reportedBlob) = (pairs[other].reported, pairs[other].reportedBlob)
      (pairs[other].reported, pairs[other].reportedBlob) = (nil, nil)
      pairs[other].olds = pairs[other].olds.map { _ in nil }
    }
  }

  /// The version of a record before a commit, as the reported changes of the commits before it add up. For a
  /// merge that is what its branches made of the record; if several changed a value, the one that did so last.
  private func reported(_ file: GitLog.File, _ scope: HistoryScope) -> VersionComparison.Version? {
    let comparison = scope.comparison
    func version(_ blob: Substring?) -> VersionComparison.Version? { self.version(blob, file.path, scope) }
    guard let joined = file.joined else { return version(file.olds.first ?? nil) }
    // A commit that changed nothing that is compared does not count.
    let changes = joined.changes.compactMap { change in
      comparison.change(
        from: version(change.olds.first ?? nil), to: version(change.new), id: "", formerID: nil
      ).map { (sides: change.sides, change: $0) }
    }
    let sides = joined.changes.isEmpty ? joined.sides : GitLog.Joined.sides(of: changes.map(\.sides))
    guard let last = sides.last else { return version(file.olds.first ?? nil) }
    let base = version(joined.base)
    return sides.dropLast().reversed().reduce(version(file.olds[last])) { earlier, side in
      comparison.joined(earlier, version(file.olds[side]), since: base) { isMeant in
        changes.first { isMeant($0.change) }.map { $0.sides & 1 << UInt64(side) != 0 } ?? true
      }
    }
  }

  private func version(
    _ blob: Substring?, _ path: String, _ scope: HistoryScope
  ) -> VersionComparison.Version? {
    blob.flatMap(read).flatMap { scope.version($0, at: path) }
  }

  /// A version as it was read, or the substitute for it.
  private func read(_ blob: Substring) -> RecordVersion? {
    versions[blob] ?? substitutes[blob].flatMap { versions[$0] }
  }
}
