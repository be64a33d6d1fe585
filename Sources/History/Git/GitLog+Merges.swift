extension GitLog {
  /// The changes of a merge's branches to a file, which show what the merge itself did.
  struct Joined {
    /// The blob where the branches diverged; nil if there was no file. Set if several branches changed it.
    fileprivate(set) var base: Substring?
    /// The indices of the parents on whose branches the file was changed, the most recent change first.
    let sides: [Int]
    /// The changes on these branches, newest first.
    let changes: [BranchChange]

    init(base: Substring?, sides: [Int], changes: [BranchChange]) {
      (self.base, self.sides, self.changes) = (base, sides, changes)
    }

    /// The changes with other blobs in the place of their own.
    func mapBlobs(_ transform: (Substring) -> Substring) -> Joined {
      Joined(
        base: base.map(transform), sides: sides,
        changes: changes.map { change in
          BranchChange(
            commit: change.commit, sides: change.sides, olds: change.olds.map { $0.map(transform) },
            new: change.new.map(transform))
        })
    }
  }

  /// The branches of a merge that contain a commit, as the indices of the merge's parents. Of a merge of more than 64
  /// branches the others are left out.
  struct Sides: OptionSet {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The branch of one parent.
    init(_ parent: Int) { rawValue = 1 << UInt64(parent) }

    /// The branches of the first parents.
    static func first(_ count: Int) -> Sides {
      Sides(rawValue: count >= UInt64.bitWidth ? .max : 1 << UInt64(count) - 1)
    }

    /// The parents of the branches of some commits, each once, in the order of the commits.
    static func parents(of commits: [Sides]) -> [Int] {
      var parents: [Int] = []
      for sides in commits {
        parents += (0..<UInt64.bitWidth).filter { sides.contains(Sides($0)) && !parents.contains($0) }
      }
      return parents
    }
  }

  /// A commit's change to a file.
  struct BranchChange {
    /// The commit, by its place in the log.
    let commit: Int
    /// The branches that contain it.
    let sides: Sides
    /// The blobs before, one for each parent of the commit; nil where there was no file.
    let olds: [Substring?]
    /// The blob after; nil if the file was removed.
    let new: Substring?
  }

  /// Finds the changes that the merges of a part made themselves: files that differ from the result of their
  /// branches. What the branches changed is read as far as it is needed.
  mutating func joinBranches(of part: Range<Int>) throws(HistoryFailure) {
    var branches = Branches(count: entries.count)
    let merges = try mergesOnBranches(of: part, &branches)
    guard !merges.isEmpty else { return }
    joinedMerges.formUnion(merges)
    let differences = try Self.differences(
      merges.flatMap { index in
        entries[index].parents.map { (trees[$0] ?? "", trees[entries[index].commit.name[...]] ?? "") }
      }, repository)
    // The commits where the branches of some merges diverged.
    var bases: [(merge: Int, base: Int)] = []
    // Oldest first, because a merge on a branch also changes files.
    for index in merges.reversed() {
      let after = trees[entries[index].commit.name[...]] ?? ""
      let files = entries[index].parents.map { differences["\(trees[$0] ?? "") \(after)"] ?? [:] }
      guard files.contains(where: { !$0.isEmpty }) else { continue }
      var changes: [String: [BranchChange]] = [:]
      var hasMerge = false
      let base = branches.walk(from: index, parents) { commit, sides in
        hasMerge = hasMerge || parents[commit].count > 1
        for file in entries[commit].files where files.contains(where: { $0[file.path] != nil }) {
          changes[file.path, default: []].append(
            BranchChange(commit: commit, sides: sides, olds: file.olds, new: file.new))
        }
      }.base
      // Without a merge, the oldest change on the branches is of the file as it was there.
      if hasMerge, let base { bases.append((index, base)) }
      let paths = Set(files.lazy.flatMap(\.keys)).sorted()
      func own(includesAdded: Bool) -> [File] {
        paths.compactMap { Self.file($0, files, changes[$0] ?? [], includesAdded: includesAdded) }
      }
      let changed = own(includesAdded: false)
      // A file that is deleted here may have another name or place on another branch.
      let mayBeRenamed = changed.contains { $0.new == nil }
      entries[index].files = mayBeRenamed ? own(includesAdded: true) : changed
    }
    try readBases(bases)
  }

  /// Finds the files of merges where their branches diverged.
  private mutating func readBases(_ bases: [(merge: Int, base: Int)]) throws(HistoryFailure) {
    let places = bases.flatMap { merge, base in
      entries[merge].files.indices.filter { entries[merge].files[$0].joined?.sides.count ?? 0 > 1 }
        .map { (merge: merge, file: $0, base: entries[base].commit.name[...]) }
    }
    let blobs = try repository.objects(
      named: places.map { "\($0.base):\(folder(in: $0.base))\(entries[$0.merge].files[$0.file].path)" },
      type: "blob")
    for (place, blob) in zip(places, blobs) { entries[place.merge].files[place.file].joined?.base = blob }
  }

  /// The merges of a part and those on the branches that they join, newest first, less those already joined.
  /// All commits on the branches are read.
  private mutating func mergesOnBranches(
    of part: Range<Int>, _ branches: inout Branches
  ) throws(HistoryFailure) -> [Int] {
    var merges = part.filter { isMerge($0) && !joinedMerges.contains($0) }
    // The branches of the last part are in it.
    guard part.upperBound < entries.count else { return merges }
    var known = joinedMerges.union(merges)
    var place = 0
    while place < merges.count {
      var found: [Int] = []
      while true {
        let end = branches.walk(from: merges[place], parents) { commit, _ in found.append(commit) }.end
        guard end > readCount else { break }
        // Which parents to follow is known only once the commits are read.
        try readFiles(upTo: end)
        found = []
      }
      let more = found.filter { isMerge($0) && known.insert($0).inserted }
      merges.append(contentsOf: more)
      place += 1
    }
    return merges.sorted()
  }

  /// A file of a merge; nil if the merge has the result of its branches.
  /// - Parameters:
  ///   - differences: the differences from each parent.
  ///   - includesAdded: whether to include a file that some parents lack in any case.
  private static func file(
    _ path: String, _ differences: [[String: Difference]], _ changes: [BranchChange], includesAdded: Bool
  ) -> File? {
    guard let new = differences.lazy.compactMap({ $0[path] }).first.map({ $0.new }) else { return nil }
    let sides = Sides.parents(of: changes.map(\.sides))
    let isChanged =
      differences.allSatisfy { $0[path] != nil } || sides.contains { differences[$0][path] != nil }
    let isAdded = differences.contains { $0[path] != nil && $0[path]?.old == nil } && new != nil
    guard isChanged || includesAdded && isAdded else { return nil }
    return File(
      path: path, olds: differences.map { $0[path].map { $0.old } ?? new }, new: new,
      joined: Joined(
        base: sides.count > 1 ? changes.last?.olds.first ?? nil : nil, sides: sides, changes: changes))
  }

  // MARK: Trees

  /// The differences between pairs of trees, by `TREE TREE` and path, from a single `git diff-tree`.
  private static func differences(
    _ pairs: [(Substring, Substring)], _ repository: GitRepository
  ) throws(HistoryFailure) -> [String: [String: Difference]] {
    let output = try repository.succeed(
      ["diff-tree", "--stdin", "-r", "-z", "--raw", "--no-renames", "--no-abbrev"],
      input: pairs.flatMap { Array("\($0) \($1)\n".utf8) }
    ).output
    var differences: [String: [String: Difference]] = [:]
    var pair = ""
    var blobs: Difference?
    for part in output.split(separator: 0) {
      let text = String(decoding: part, as: UTF8.self)
      if let found = blobs {
        differences[pair, default: [:]][text] = found
        blobs = nil
        continue
      }
      // Preceding pairs without differences are named too.
      let lines = text.split(separator: "\n")
      if let name = lines.last(where: { !$0.hasPrefix(":") }) { pair = String(name) }
      blobs = lines.last.flatMap { $0.hasPrefix(":") ? Self.blobs(String($0)) : nil }
    }
    return differences
  }
}

/// Walks the branches that merges join.
private struct Branches {
  /// For each commit the branches that contain it.
  private var sides: [GitLog.Sides]

  init(count: Int) {
    sides = Array(repeating: [], count: count)
  }

  /// Visits the commits that some but not all parents of a merge reach, newest first.
  /// - Parameters:
  ///   - merge: the index of the merge in the log.
  ///   - parents: the parents of each commit, as indices; nil for a parent outside the log.
  /// - Returns: the number of commits of the log up to the one where the branches meet, and the newest one that all of
  ///   them contain; nil if there is none in the log.
  /// - Complexity: O(*n*) in the commits of the log until the branches meet.
  @discardableResult
  mutating func walk(
    from merge: Int, _ parents: [[Int?]], _ visit: (_ commit: Int, _ sides: GitLog.Sides) -> Void
  ) -> (end: Int, base: Int?) {
    let heads = parents[merge].prefix(UInt64.bitWidth)
    let all = GitLog.Sides.first(heads.count)
    for (side, head) in heads.enumerated() {
      if let head { sides[head].insert(GitLog.Sides(side)) }
    }
    guard var next = heads.compactMap(\.self).min() else { return (0, nil) }
    var last = heads.compactMap(\.self).max() ?? next
    // The number of remaining commits not reached by all branches. Commits precede their parents.
    var open = Set(heads.compactMap(\.self)).count { sides[$0] != all }
    let first = next
    while open > 0, next < sides.count {
      defer { next += 1 }
      let own = sides[next]
      guard !own.isEmpty else { continue }
      if own != all {
        open -= 1
        visit(next, own)
      }
      for case let parent? in parents[next] {
        let before = sides[parent]
        sides[parent].formUnion(own)
        last = max(last, parent)
        if before.isEmpty || before == all {
          if before.isEmpty, sides[parent] != all { open += 1 }
        } else if sides[parent] == all {
          open -= 1
        }
      }
    }
    let base = (first...last).first { sides[$0] == all }
    for index in first...last { sides[index] = [] }
    return (next, base)
  }
}
