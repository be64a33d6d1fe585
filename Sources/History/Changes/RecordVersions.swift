import Content
import FileSystem
import FrontMatter
import Records

/// The versions of records that the commits read so far refer to, by their blobs.
struct RecordVersions: Sendable {
  /// The versions; nil for one with errors.
  private var versions: [Substring: RecordVersion?] = [:]
  /// For each version with errors, the last readable version before it, by blob.
  private var substitutes: [Substring: Substring] = [:]

  /// Reads the versions that further commits refer to, each once.
  mutating func add(
    _ entries: [GitLog.Entry], _ models: LogModels, at commit: Commit, of repository: GitRepository
  ) async throws(HistoryFailure) {
    var paths: [Substring: String] = [:]
    for file in entries.lazy.flatMap(\.files) where models.mayBeRecord(file.path) {
      for blob in file.blobs where versions[blob] == nil && paths[blob] == nil { paths[blob] = file.path }
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
    for ((blob, _), version) in zip(blobs, read.joined()) { versions[blob] = .some(version) }
  }

  /// Finds the substitutes of the versions with errors in further commits.
  /// - Returns: whether all were found; those that were not may be in commits that are not among the given.
  mutating func addSubstitutes(_ entries: [GitLog.Entry], _ models: LogModels) -> Bool {
    var found: [Substring: Substring] = [:]
    var invalid: Set<Substring> = []
    for file in entries.reversed().lazy.flatMap(\.files) where models.mayBeRecord(file.path) {
      for blob in file.blobs where version(of: blob) == nil { invalid.insert(blob) }
      guard let new = file.new, version(of: new) == nil, let old = file.olds.first ?? nil else { continue }
      found[new] = version(of: old) == nil ? found[old] : old
    }
    // The newest commit decides.
    substitutes.merge(found) { newer, _ in newer }
    return invalid.allSatisfy { substitutes[$0] != nil }
  }

  private func version(of blob: Substring) -> RecordVersion? { versions[blob] ?? nil }

  /// The change of a record's file in a commit.
  private struct Pair {
    let name: RecordName
    /// The versions before, one for each parent of the commit.
    var olds: [VersionComparison.Version?]
    var new: VersionComparison.Version?
    /// The previous version that results from the reported changes of earlier commits.
    var reported: VersionComparison.Version?
    /// The blobs of the previous version, if it has one, and of the version after.
    var reportedBlob: Substring?
    let newBlob: Substring?
    var former: RecordName?

    var hasOld: Bool { reported != nil || reportedBlob != nil }
  }

  /// The change of one record in a commit.
  struct Step {
    let name: RecordName
    /// The former name, if it was renamed.
    let former: RecordName?
    /// The versions before, one for each parent of the commit; nil if the record was not there.
    let olds: [VersionComparison.Version?]
    /// The previous version; for a merge, the version that the reported changes of its branches result in.
    let reported: VersionComparison.Version?
    /// The version after; nil if the record was deleted.
    let new: VersionComparison.Version?
  }

  /// The changes of a commit.
  func changes(in entry: GitLog.Entry, _ scope: HistoryScope) -> [RecordChange] {
    let comparison = scope.comparison
    let steps = steps(in: entry, scope)
    var renames: VersionComparison.Renames = [:]
    for step in steps {
      guard let former = step.former, step.new != nil else { continue }
      renames[step.name.family, default: [:]][former.id] = step.name.id
    }
    return steps.compactMap { step in
      guard
        let change = comparison.change(
          from: step.reported, to: step.new, name: step.name, former: step.former)
      else { return nil }
      return comparison.change(
        change, following: renames, in: comparison.models[(step.new ?? step.reported)?.model ?? 0])
    }.sorted { ($0.entity, $0.id) < ($1.entity, $1.id) }
  }

  /// The change of each record in a commit.
  func steps(in entry: GitLog.Entry, _ scope: HistoryScope) -> [Step] {
    let models = scope.models(of: entry)
    let files = entry.files.compactMap { self.file($0, models, in: scope) }
    var pairs: [Pair] = []
    // A moved file is removed at one path and added at another, under the same name.
    var removed: [RecordName: Int] = [:]
    for file in files.filter({ $0.new == nil }) + files.filter({ $0.new != nil }) {
      let name =
        file.new == nil
        ? models.olds.lazy.compactMap { scope.name(of: file.path, model: $0) }.first
        : scope.name(of: file.path, model: models.new)
      guard let name else { continue }
      func versions(_ blobs: [Substring?]) -> [VersionComparison.Version?] {
        zip(blobs, models.olds).map { version($0, file.path, $1, scope) }
      }
      var pair = Pair(
        name: name, olds: versions(file.olds), new: version(file.new, file.path, models.new, scope),
        reported: reported(file, models.olds, scope), newBlob: file.new)
      // A file that one branch deleted and another only rewrote counts as deleted.
      let blobs = file.joined.map { $0.sides.map { file.olds[$0] } } ?? file.olds
      if pair.reported != nil || !blobs.contains(nil) { pair.reportedBlob = blobs.first ?? file.olds[0] }
      if file.new == nil {
        removed[name] = pairs.count
        pairs.append(pair)
      } else if !pair.hasOld, let index = removed.removeValue(forKey: name) {
        (pair.olds, pair.reported, pair.reportedBlob) =
          (pairs[index].olds, pairs[index].reported, pairs[index].reportedBlob)
        pairs[index] = pair
      } else {
        pairs.append(pair)
      }
    }
    joinRenamed(&pairs, models, scope)
    return pairs.map {
      Step(name: $0.name, former: $0.former, olds: $0.olds, reported: $0.reported, new: $0.new)
    }
  }

  /// The part of a file that is in scope; nil if none of its versions is.
  private func file(_ file: GitLog.File, _ models: (olds: [Int], new: Int), in scope: HistoryScope)
    -> GitLog.File?
  {
    func shown(_ blob: Substring?, _ model: Int) -> Substring? {
      guard let blob, scope.name(of: file.path, model: model) != nil else { return nil }
      return scope.includesDrafts || !(read(blob)?.isDraft ?? false) ? blob : nil
    }
    func shown(_ blobs: [Substring?]) -> [Substring?] { zip(blobs, models.olds).map { shown($0, $1) } }
    let first = models.olds.first ?? models.new
    let joined = file.joined.map { joined in
      GitLog.Joined(
        base: shown(joined.base, first), sides: joined.sides,
        changes: joined.changes.map { change in
          (change.sides, change.olds.map { shown($0, first) }, shown(change.new, first))
        })
    }
    let kept = GitLog.File(
      path: file.path, olds: shown(file.olds), new: shown(file.new, models.new), joined: joined)
    return kept.blobs.isEmpty ? nil : kept
  }

  /// Joins a deleted and an inserted record into one rename: of the same family, if the bytes are the same or
  /// the file names the former id; or with the same id, if the family was renamed. In a public book the
  /// public content is compared instead of the bytes.
  private func joinRenamed(_ pairs: inout [Pair], _ models: (olds: [Int], new: Int), _ scope: HistoryScope) {
    let gone = pairs.indices.filter { pairs[$0].newBlob == nil }
    guard !gone.isEmpty else { return }
    let old = models.olds.first ?? models.new
    for index in pairs.indices where !pairs[index].hasOld {
      guard let blob = pairs[index].newBlob else { continue }
      let (name, content) = (pairs[index].name, pairs[index].new?.record)
      let formerIDs = version(of: blob)?.written.formerIDs ?? []
      func isFormer(_ pair: Pair) -> Bool {
        guard pair.name.family == name.family else {
          return pair.name.id == name.id && !scope.has(family: pair.name.family, model: models.new)
            && !scope.has(family: name.family, model: old)
        }
        if formerIDs.contains(pair.name.id) { return true }
        guard scope.isPublic else { return pair.reportedBlob == blob }
        return content.map { !$0.isEmpty && $0 == pair.reported?.record } ?? false
      }
      guard let other = gone.first(where: { pairs[$0].hasOld && isFormer(pairs[$0]) }) else { continue }
      pairs[index].former = pairs[other].name
      pairs[index].olds = pairs[other].olds
      (pairs[index].reported, pairs[index].reportedBlob) = (pairs[other].reported, pairs[other].reportedBlob)
      (pairs[other].reported, pairs[other].reportedBlob) = (nil, nil)
      pairs[other].olds = pairs[other].olds.map { _ in nil }
    }
  }

  /// The version of a record before a commit that results from the reported changes of earlier commits. For a
  /// merge, this is the result of its branches; if several changed a value, the last change wins.
  /// - Parameter models: the models before the commit, one for each parent; branches are read by the first.
  private func reported(_ file: GitLog.File, _ models: [Int], _ scope: HistoryScope)
    -> VersionComparison.Version?
  {
    let comparison = scope.comparison
    func version(_ blob: Substring?, _ side: Int = 0) -> VersionComparison.Version? {
      self.version(blob, file.path, side < models.count ? models[side] : 0, scope)
    }
    guard let joined = file.joined else { return version(file.olds.first ?? nil) }
    // A commit without a change of compared values does not count.
    let changes = joined.changes.compactMap { change in
      comparison.change(
        from: version(change.olds.first ?? nil), to: version(change.new), name: RecordName(family: "", id: "")
      ).map { (sides: change.sides, change: $0) }
    }
    let sides = joined.changes.isEmpty ? joined.sides : GitLog.Joined.sides(of: changes.map(\.sides))
    guard let last = sides.last else { return version(file.olds.first ?? nil) }
    let base = version(joined.base)
    return sides.dropLast().reversed().reduce(version(file.olds[last], last)) { earlier, side in
      comparison.joined(earlier, version(file.olds[side], side), since: base) { isMeant in
        changes.first { isMeant($0.change) }.map { $0.sides & 1 << UInt64(side) != 0 } ?? true
      }
    }
  }

  private func version(_ blob: Substring?, _ path: String, _ model: Int, _ scope: HistoryScope)
    -> VersionComparison.Version?
  {
    blob.flatMap(read).flatMap { scope.version($0, at: path, model: model) }
  }

  /// The version of a blob, or its substitute.
  private func read(_ blob: Substring) -> RecordVersion? {
    version(of: blob) ?? substitutes[blob].flatMap(version(of:))
  }
}
