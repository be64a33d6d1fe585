import Content
import FrontMatter

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

  /// The change of one record in a commit.
  struct Step {
    let name: RecordName
    fileprivate let file: GitLog.File
    /// The versions before, one for each parent of the commit; nil if the record was not there.
    fileprivate(set) var olds: [VersionComparison.Version?]
    /// The version after; nil if the record was deleted.
    let new: VersionComparison.Version?
    /// The previous version; for a merge, the version that the reported changes of its branches result in.
    fileprivate(set) var reported: VersionComparison.Version?
    /// The blob of the previous version, if it has one.
    fileprivate var reportedBlob: Substring?
    /// The former name, if it was renamed.
    fileprivate(set) var former: RecordName?
    /// For a merge, other names that the record has in some parents.
    fileprivate(set) var branchNames: [RecordName] = []

    /// The blob of the version after, if it has one.
    fileprivate var newBlob: Substring? { file.new }
    fileprivate var isDeletion: Bool { file.new == nil }
    fileprivate var hasOld: Bool { reported != nil || reportedBlob != nil }

    /// Removes the versions before, which are those of another record.
    fileprivate mutating func removeOlds() {
      (reported, reportedBlob) = (nil, nil)
      olds = olds.map { _ in nil }
    }
  }

  /// The changes of a commit as an entry of a history.
  func entry(of entry: GitLog.Entry, _ scope: HistoryScope) -> RecordHistory.Entry {
    let comparison = scope.comparison
    let steps = steps(in: entry, scope)
    var renames: VersionComparison.Renames = [:]
    var branchNames = BranchNames()
    branchNames.families = scope.branchFamilies(of: entry)
    for step in steps where step.new != nil {
      for former in step.branchNames { branchNames.records[former] = step.name }
      for former in step.branchNames + [step.former].compactMap(\.self) {
        renames[step.name.family, default: [:]][former.id] = step.name.id
      }
    }
    let changes = steps.compactMap { step -> RecordChange? in
      guard
        let change = comparison.change(
          from: step.reported, to: step.new, name: step.name, former: step.former)
      else { return nil }
      return comparison.change(
        change, following: renames, in: comparison.models[(step.new ?? step.reported)?.model ?? 0])
    }.sorted { ($0.entity, $0.id) < ($1.entity, $1.id) }
    return entry.asHistory(changes, branchNames: branchNames)
  }

  /// The change of each record in a commit.
  func steps(in entry: GitLog.Entry, _ scope: HistoryScope) -> [Step] {
    let models = scope.models(of: entry)
    let files = entry.files.compactMap { self.file($0, models, in: scope) }
    var steps: [Step] = []
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
      let olds = versions(file.olds)
      var step = Step(
        name: name, file: file, olds: olds, new: version(file.new, file.path, models.new, scope),
        reported: reported(olds, branches(of: file, models.olds, scope), scope))
      if file.new != nil, models.olds != [models.new] { addFormerNames(to: &step, models, scope) }
      // A file that one branch deleted and another only rewrote counts as deleted.
      let blobs = file.joined.map { $0.sides.map { file.olds[$0] } } ?? file.olds
      if step.reported != nil || !blobs.contains(nil) { step.reportedBlob = blobs.first ?? file.olds[0] }
      if file.new == nil {
        removed[name] = steps.count
        steps.append(step)
      } else if !step.hasOld, let index = removed.removeValue(forKey: name) {
        (step.olds, step.reported, step.reportedBlob) =
          (steps[index].olds, steps[index].reported, steps[index].reportedBlob)
        steps[index] = step
      } else {
        steps.append(step)
      }
    }
    joinRenamed(&steps, models, scope)
    if models.olds.count > 1 { joinBranchNames(&steps, models, scope) }
    return steps
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
          GitLog.BranchChange(
            commit: change.commit, sides: change.sides, olds: change.olds.map { shown($0, first) },
            new: shown(change.new, first))
        })
    }
    let kept = GitLog.File(
      path: file.path, olds: shown(file.olds), new: shown(file.new, models.new), joined: joined)
    return kept.blobs.isEmpty ? nil : kept
  }

  /// Finds the names of a record whose family was renamed, and whose file stays where it is.
  private func addFormerNames(
    to step: inout Step, _ models: (olds: [Int], new: Int), _ scope: HistoryScope
  ) {
    var formers: Set<RecordName> = []
    var keepsName = false
    for (old, model) in zip(step.file.olds, models.olds) where old != nil {
      guard let former = scope.name(of: step.file.path, model: model) else { continue }
      let isFormer = scope.isRenamed(former.family, to: step.name.family, model, models.new)
      if isFormer { formers.insert(former) } else { keepsName = true }
    }
    if formers.count == 1, !keepsName {
      step.former = formers.first
    } else {
      step.branchNames = formers.sorted { $0.family < $1.family }
    }
  }

  /// Joins a deleted and an inserted record into one rename.
  private func joinRenamed(_ steps: inout [Step], _ models: (olds: [Int], new: Int), _ scope: HistoryScope) {
    let gone = steps.indices.filter { steps[$0].isDeletion }
    guard !gone.isEmpty else { return }
    for index in steps.indices where !steps[index].hasOld && !steps[index].isDeletion {
      let isFormer = former(of: steps[index], models, scope)
      guard let other = gone.first(where: { steps[$0].hasOld && isFormer(steps[$0]) }) else { continue }
      steps[index].former = steps[other].name
      steps[index].olds = steps[other].olds
      (steps[index].reported, steps[index].reportedBlob) = (steps[other].reported, steps[other].reportedBlob)
      steps[other].removeOlds()
    }
  }

  /// Joins the records that a merge has under one name, and some of its parents under another: one branch renamed
  /// the record, and another changed it.
  private func joinBranchNames(
    _ steps: inout [Step], _ models: (olds: [Int], new: Int), _ scope: HistoryScope
  ) {
    let gone = steps.indices.filter { steps[$0].isDeletion }
    guard !gone.isEmpty else { return }
    for index in steps.indices where !steps[index].isDeletion && steps[index].hasOld {
      let isFormer = former(of: steps[index], models, scope)
      for other in gone {
        let olds = Array(zip(steps[index].olds, steps[other].olds))
        // A branch that has both names has two records.
        guard olds.contains(where: { $1 != nil }), olds.allSatisfy({ $0 == nil || $1 == nil }),
          isFormer(steps[other])
        else { continue }
        let joined = branches(of: steps[index].file, models.olds, scope)?
          .after(branches(of: steps[other].file, models.olds, scope))
        steps[index].olds = olds.map { $0 ?? $1 }
        steps[index].reported = reported(steps[index].olds, joined, scope)
        steps[index].branchNames.append(steps[other].name)
        steps[other].removeOlds()
      }
    }
  }

  /// Tells whether a deleted record is an inserted one under its former name: of the same family, if the bytes
  /// are the same or the file names the former id; or with the same id, if the family was renamed. In a public
  /// book the public content is compared instead of the bytes.
  private func former(
    of step: Step, _ models: (olds: [Int], new: Int), _ scope: HistoryScope
  ) -> (Step) -> Bool {
    let (name, content) = (step.name, step.new?.record)
    let formerIDs = step.newBlob.flatMap { version(of: $0) }?.written.formerIDs ?? []
    return { other in
      guard other.name.family == name.family else {
        return other.name.id == name.id
          && scope.isRenamed(other.name.family, to: name.family, models.olds.first ?? models.new, models.new)
      }
      if formerIDs.contains(other.name.id) { return true }
      guard scope.isPublic else { return other.file.olds.contains(step.newBlob) }
      return content.map { content in
        !content.isEmpty && other.olds.contains { $0?.record == content }
      } ?? false
    }
  }

  /// What the branches of a merge did to a record.
  private struct Branches {
    /// The version where the branches diverged.
    let base: VersionComparison.Version?
    /// The branches that changed the record, as in ``GitLog/Joined``.
    let sides: [Int]
    let changes: [Change]

    /// A commit's change to the record.
    struct Change {
      /// The commit, by its place in the log.
      let commit: Int
      /// The branches that contain it.
      let sides: GitLog.Sides
      /// The version before; nil if the record was not there.
      var old: VersionComparison.Version?
      /// The version after; nil if the record was deleted.
      let new: VersionComparison.Version?
    }

    /// The branches of a record that one of them renamed.
    /// - Parameter former: the branches of the record under its former name.
    func after(_ former: Branches?) -> Branches {
      guard let former else { return self }
      // The commit that renamed the record deleted it under one name and inserted it under the other.
      let olds = Dictionary(former.changes.map { ($0.commit, $0.old) }) { first, _ in first }
      let changes =
        former.changes.filter { $0.new != nil }
        + self.changes.map { change in
          var change = change
          if change.old == nil { change.old = olds[change.commit] ?? former.base }
          return change
        }
      let sorted = changes.sorted { $0.commit < $1.commit }
      return Branches(
        base: former.base, sides: GitLog.Sides.parents(of: sorted.map(\.sides)), changes: sorted)
    }
  }

  /// What the branches of a merge did to a file; nil for any other commit.
  /// - Parameter models: the models before the commit, one for each parent; branches are read by the first.
  private func branches(of file: GitLog.File, _ models: [Int], _ scope: HistoryScope) -> Branches? {
    guard let joined = file.joined else { return nil }
    func version(_ blob: Substring?) -> VersionComparison.Version? {
      self.version(blob, file.path, models.first ?? 0, scope)
    }
    return Branches(
      base: version(joined.base), sides: joined.sides,
      changes: joined.changes.map {
        Branches.Change(
          commit: $0.commit, sides: $0.sides, old: version($0.olds.first ?? nil), new: version($0.new))
      })
  }

  /// The version of a record before a commit that results from the reported changes of earlier commits. For a
  /// merge, this is the result of its branches; if several changed a value, the last change wins.
  /// - Parameter olds: the versions before the commit, one for each parent.
  private func reported(
    _ olds: [VersionComparison.Version?], _ branches: Branches?, _ scope: HistoryScope
  ) -> VersionComparison.Version? {
    let comparison = scope.comparison
    guard let branches else { return olds.first ?? nil }
    guard branches.sides.count > 1 else { return olds[branches.sides.first ?? 0] }
    // A commit without a change of compared values does not count.
    let changes = branches.changes.compactMap { change in
      comparison.change(from: change.old, to: change.new, name: RecordName(family: "", id: "")).map {
        (sides: change.sides, change: $0)
      }
    }
    let sides = GitLog.Sides.parents(of: changes.map(\.sides))
    guard let last = sides.last else { return olds.first ?? nil }
    return sides.dropLast().reversed().reduce(olds[last]) { earlier, side in
      comparison.joined(earlier, olds[side], since: branches.base) { isMeant in
        changes.first { isMeant($0.change) }.map { $0.sides.contains(GitLog.Sides(side)) } ?? true
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
