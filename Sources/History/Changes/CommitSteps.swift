import Content

/// The change of one record in a commit.
struct RecordStep: Sendable {
  let name: RecordName
  let file: GitLog.File
  /// What was there before the commit.
  fileprivate(set) var before: Before
  /// The version after; nil if the record was deleted.
  let new: VersionComparison.Version?
  /// The former name, if it was renamed.
  fileprivate(set) var former: RecordName?
  /// For a merge, other names that the record has in some parents.
  fileprivate(set) var branchNames: [RecordName] = []

  /// What was there of a record before a commit.
  struct Before: Sendable {
    /// The versions, one for each parent of the commit; nil if the record was not there.
    fileprivate(set) var olds: [VersionComparison.Version?]
    /// The previous version; for a merge, the version that the reported changes of its branches result in.
    fileprivate(set) var reported: VersionComparison.Version?
    /// Whether there was a file, perhaps one with errors.
    fileprivate var hasFile: Bool

    /// Whether there was neither a version nor a file.
    fileprivate var isEmpty: Bool { reported == nil && !hasFile }

    /// Removes everything, which is another record's.
    fileprivate mutating func removeAll() { self = Before(olds: olds.map { _ in nil }, hasFile: false) }
  }

  var isDeletion: Bool { file.new == nil }
}

/// What a commit did to records.
struct CommitSteps {
  private let entry: GitLog.Entry
  /// The versions that the commit refers to.
  private let versions: RecordVersions
  private let scope: HistoryScope
  /// The models before the commit, one for each parent, and after it.
  private let models: (olds: [Int], new: Int)

  init(_ entry: GitLog.Entry, _ versions: RecordVersions, _ scope: HistoryScope) {
    (self.entry, self.versions, self.scope) = (entry, versions, scope)
    models = scope.models(of: entry)
  }

  /// The change of each record.
  var all: [RecordStep] {
    let files = entry.files.compactMap(file)
    var steps: [RecordStep] = []
    // A moved file is removed at one path and added at another, under the same name.
    var removed: [RecordName: Int] = [:]
    for file in files.filter({ $0.new == nil }) + files.filter({ $0.new != nil }) {
      let name =
        file.new == nil
        ? models.olds.lazy.compactMap { scope.name(of: file.path, model: $0) }.first
        : scope.name(of: file.path, model: models.new)
      guard let name else { continue }
      func versions(_ blobs: [Substring?]) -> [VersionComparison.Version?] {
        zip(blobs, models.olds).map { version($0, file.path, $1) }
      }
      let olds = versions(file.olds)
      let reported = reported(olds, branches(of: file))
      // A file that one branch deleted and another only rewrote counts as deleted.
      let blobs = file.joined.map { $0.sides.map { file.olds[$0] } } ?? file.olds
      let hasFile = (reported != nil || !blobs.contains(nil)) && (blobs.first ?? file.olds[0]) != nil
      var step = RecordStep(
        name: name, file: file, before: .init(olds: olds, reported: reported, hasFile: hasFile),
        new: version(file.new, file.path, models.new))
      if file.new != nil, models.olds != [models.new] { addFormerNames(to: &step) }
      if file.new == nil {
        removed[name] = steps.count
        steps.append(step)
      } else if step.before.isEmpty, let index = removed.removeValue(forKey: name) {
        step.before = steps[index].before
        steps[index] = step
      } else {
        steps.append(step)
      }
    }
    joinRenamed(&steps)
    if models.olds.count > 1 { joinBranchNames(&steps) }
    return steps
  }

  /// The part of a file that is in scope; nil if none of its versions is.
  private func file(_ file: GitLog.File) -> GitLog.File? {
    func shown(_ blob: Substring?, _ model: Int) -> Substring? {
      guard let blob, scope.name(of: file.path, model: model) != nil else { return nil }
      return scope.includesDrafts || !(versions.version(of: blob)?.isDraft ?? false) ? blob : nil
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
  private func addFormerNames(to step: inout RecordStep) {
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

  /// Joins a deleted and an inserted record into one rename. A rename that is undone counts if the deleted record is no
  /// other's former one.
  private func joinRenamed(_ steps: inout [RecordStep]) {
    let deleted = DeletedRecords(steps, isPublic: scope.isPublic)
    guard !deleted.isEmpty else { return }
    for mayBeUndone in [false, true] {
      for index in steps.indices where steps[index].before.isEmpty && !steps[index].isDeletion {
        let step = steps[index]
        let isFormer = mayBeUndone ? isUndone(by: step) : former(of: step)
        let candidates =
          mayBeUndone
          ? deleted.candidates(formerlyCalled: step.name.id)
          : deleted.candidates(for: step, formerIDs: formerIDs(of: step))
        guard let other = candidates.first(where: { !steps[$0].before.isEmpty && isFormer(steps[$0]) })
        else { continue }
        steps[index].former = steps[other].name
        steps[index].before = steps[other].before
        steps[other].before.removeAll()
      }
    }
  }

  /// Tells whether an inserted record has the id that a deleted one had before, as after a revert of its rename.
  private func isUndone(by step: RecordStep) -> (RecordStep) -> Bool {
    { other in
      other.name.family == step.name.family
        && other.before.reported?.record.written.formerIDs.contains(step.name.id) ?? false
    }
  }

  /// Joins the records that a merge has under one name or at one path, and some of its parents at another: one branch
  /// renamed or moved the record, and another changed it.
  private func joinBranchNames(_ steps: inout [RecordStep]) {
    let gone = steps.indices.filter { steps[$0].isDeletion }
    guard !gone.isEmpty else { return }
    for index in steps.indices where !steps[index].isDeletion && !steps[index].before.isEmpty {
      let isFormer = former(of: steps[index])
      for other in gone {
        let olds = Array(zip(steps[index].before.olds, steps[other].before.olds))
        // A branch that has both names has two records.
        guard olds.contains(where: { $1 != nil }), olds.allSatisfy({ $0 == nil || $1 == nil }),
          steps[other].name == steps[index].name || isFormer(steps[other])
        else { continue }
        let joined = branches(of: steps[index].file)?.joined(with: branches(of: steps[other].file))
        steps[index].before.olds = olds.map { $0 ?? $1 }
        steps[index].before.reported = reported(steps[index].before.olds, joined)
        if steps[other].name != steps[index].name { steps[index].branchNames.append(steps[other].name) }
        steps[other].before.removeAll()
      }
    }
  }

  /// Tells whether a deleted record is an inserted one under its former name: of the same family, if the bytes
  /// are the same or the file names the former id; or with the same id, if the family was renamed. In a public
  /// book the public content is compared instead of the bytes.
  private func former(of step: RecordStep) -> (RecordStep) -> Bool {
    let (name, content) = (step.name, step.new?.record)
    let formerIDs = formerIDs(of: step)
    return { other in
      guard other.name.family == name.family else {
        return other.name.id == name.id
          && scope.isRenamed(other.name.family, to: name.family, models.olds.first ?? models.new, models.new)
      }
      if formerIDs.contains(other.name.id) { return true }
      guard scope.isPublic else { return other.file.olds.contains(step.file.new) }
      return content.map { content in
        !content.isEmpty && other.before.olds.contains { $0?.record == content }
      } ?? false
    }
  }

  /// The former ids that a record's file names after the commit.
  private func formerIDs(of step: RecordStep) -> [String] {
    step.file.new.flatMap { versions.version(of: $0) }?.written.formerIDs ?? []
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
      /// The versions before, one for each parent of the commit; nil where the record was not there.
      let olds: [VersionComparison.Version?]
      /// The version after; nil if the record was deleted.
      let new: VersionComparison.Version?
    }

    /// The branches of a record that one of them renamed or moved.
    /// - Parameter other: the branches of the record under its other name, or at its other path.
    func joined(with other: Branches?) -> Branches {
      guard let other else { return self }
      let base = self.base ?? other.base
      let others = Dictionary(other.changes.map { ($0.commit, $0) }) { first, _ in first }
      let own = Set(changes.map(\.commit))
      let joined = changes.map { change in
        // The commit that moved the record deleted it in one place and inserted it in the other.
        let second = others[change.commit]
        return Change(
          commit: change.commit, sides: change.sides,
          olds: zip(change.olds, second?.olds ?? change.olds.map { _ in base }).map { $0 ?? $1 },
          new: change.new ?? second?.new)
      }
      let rest = other.changes.filter { $0.new != nil && !own.contains($0.commit) }
      let sorted = (joined + rest).sorted { $0.commit < $1.commit }
      return Branches(base: base, sides: GitLog.Sides.parents(of: sorted.map(\.sides)), changes: sorted)
    }
  }

  /// What the branches of a merge did to a file; nil for any other commit. The first parent's model reads them.
  private func branches(of file: GitLog.File) -> Branches? {
    guard let joined = file.joined else { return nil }
    func version(_ blob: Substring?) -> VersionComparison.Version? {
      self.version(blob, file.path, models.olds.first ?? 0)
    }
    return Branches(
      base: version(joined.base), sides: joined.sides,
      changes: joined.changes.map {
        Branches.Change(
          commit: $0.commit, sides: $0.sides, olds: $0.olds.map(version), new: version($0.new))
      })
  }

  /// The version of a record before a commit that results from the reported changes of earlier commits. For a
  /// merge, this is the result of its branches; if several changed a value, the last change wins.
  /// - Parameter olds: the versions before the commit, one for each parent.
  private func reported(
    _ olds: [VersionComparison.Version?], _ branches: Branches?
  ) -> VersionComparison.Version? {
    let comparison = scope.comparison
    guard let branches else { return olds.first ?? nil }
    guard branches.sides.count > 1 else { return olds[branches.sides.first ?? 0] }
    // A commit without a change of compared values does not count, nor what a merge took over from a parent.
    let changes = branches.changes.compactMap { change -> (sides: GitLog.Sides, changes: [RecordChange])? in
      let found = change.olds.compactMap {
        comparison.change(from: $0, to: change.new, name: RecordName(family: "", id: ""))
      }
      return found.count == change.olds.count ? (change.sides, found) : nil
    }
    let sides = GitLog.Sides.parents(of: changes.map(\.sides))
    guard let last = sides.last else { return olds.first ?? nil }
    return sides.dropLast().reversed().reduce(olds[last]) { earlier, side in
      comparison.joined(earlier, olds[side], since: branches.base) { isMeant in
        changes.first { $0.changes.allSatisfy(isMeant) }.map { $0.sides.contains(GitLog.Sides(side)) }
      }
    }
  }

  private func version(_ blob: Substring?, _ path: String, _ model: Int) -> VersionComparison.Version? {
    blob.flatMap(versions.version).flatMap { scope.version($0, at: path, model: model) }
  }
}
