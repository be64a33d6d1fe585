extension GitLog {
  /// The changes of a merge's branches to a file, which show what the merge itself did.
  struct Joined {
    /// The blob where the branches diverged; nil if there was no file. Set if several branches changed it.
    let base: Substring?
    /// The indices of the parents on whose branches the file was changed, the most recent change first.
    let sides: [Int]
    /// The changes on these branches, newest first. Set if several branches changed the file.
    let changes: [BranchChange]

    /// The branches of some commits, each once, in the order of the commits.
    /// - Parameter masks: the branches of each commit, one bit per parent.
    static func sides(of masks: [UInt64]) -> [Int] {
      var sides: [Int] = []
      for mask in masks {
        sides += (0..<UInt64.bitWidth).filter { mask & 1 << UInt64($0) != 0 && !sides.contains($0) }
      }
      return sides
    }
  }

  /// A commit's change to a file, with the branches that contain it, one bit per parent.
  typealias BranchChange = (sides: UInt64, olds: [Substring?], new: Substring?)

  /// Finds the changes that merges made themselves: files that differ from the result of their branches.
  /// - Parameters:
  ///   - trees: Content's tree in each merge and its parents.
  ///   - parents: the followed parents of each commit.
  mutating func readMerges(
    _ repository: GitRepository, trees: [Substring: Substring], parents: [Substring: [Substring]]
  ) throws(HistoryFailure) {
    let merges = entries.indices.filter { (parents[entries[$0].commit.name[...]] ?? []).count > 1 }
    guard !merges.isEmpty else { return }
    let differences = try Self.differences(
      merges.flatMap { index in
        entries[index].parents.map { (trees[$0] ?? "", trees[entries[index].commit.name[...]] ?? "") }
      }, repository)
    let places = Dictionary(uniqueKeysWithValues: entries.indices.map { (entries[$0].commit.name[...], $0) })
    let ancestors = entries.map { entry in
      (parents[entry.commit.name[...]] ?? []).map { places[$0] }
    }
    var branches = Branches(count: entries.count)
    // Oldest first, because a merge on a branch also changes files.
    for index in merges.reversed() {
      let after = trees[entries[index].commit.name[...]] ?? ""
      let files = entries[index].parents.map { differences["\(trees[$0] ?? "") \(after)"] ?? [:] }
      guard files.contains(where: { !$0.isEmpty }) else { continue }
      var changes: [String: [BranchChange]] = [:]
      branches.walk(from: ancestors[index], ancestors) { commit, sides in
        for file in entries[commit].files where files.contains(where: { $0[file.path] != nil }) {
          changes[file.path, default: []].append((sides, file.olds, file.new))
        }
      }
      entries[index].files = Set(files.lazy.flatMap(\.keys)).sorted().compactMap { path in
        Self.file(path, files, changes[path] ?? [])
      }
    }
  }

  /// A file of a merge; nil if the merge has the result of its branches.
  /// - Parameter differences: the differences from each parent.
  private static func file(
    _ path: String, _ differences: [[String: Difference]],
    _ changes: [BranchChange]
  ) -> File? {
    guard let new = differences.lazy.compactMap({ $0[path] }).first.map(\.new) else { return nil }
    let sides = Joined.sides(of: changes.map(\.sides))
    let isChanged =
      differences.allSatisfy { $0[path] != nil } || sides.contains { differences[$0][path] != nil }
    guard isChanged else { return nil }
    return File(
      path: path, olds: differences.map { $0[path].map(\.old) ?? new }, new: new,
      joined: Joined(
        base: sides.count > 1 ? changes.last?.olds.first ?? nil : nil, sides: sides,
        changes: sides.count > 1 ? changes : []))
  }

  // MARK: Trees

  /// The blobs of a file in two trees.
  private struct Difference {
    let old: Substring?
    let new: Substring?
  }

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
    var blobs: (olds: [Substring?], new: Substring?)?
    for part in output.split(separator: 0) {
      let text = String(decoding: part, as: UTF8.self)
      if let (olds, new) = blobs {
        differences[pair, default: [:]][text] = Difference(old: olds.first ?? nil, new: new)
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
  /// For each commit the branches that contain it, one bit per parent.
  private var sides: [UInt64]

  init(count: Int) {
    sides = Array(repeating: 0, count: count)
  }

  /// Visits the commits that some but not all parents of a merge reach, newest first.
  /// - Parameters:
  ///   - heads: the parents, as indices in the log; nil for a parent outside the log.
  ///   - parents: the parents of each commit.
  /// - Complexity: O(*n*) in the commits of the log until the branches meet.
  mutating func walk(
    from heads: [Int?], _ parents: [[Int?]], _ visit: (_ commit: Int, _ sides: UInt64) -> Void
  ) {
    let heads = heads.prefix(UInt64.bitWidth)
    let all = heads.count == UInt64.bitWidth ? UInt64.max : 1 << UInt64(heads.count) - 1
    for (side, head) in heads.enumerated() {
      if let head { sides[head] |= 1 << UInt64(side) }
    }
    guard var next = heads.compactMap(\.self).min() else { return }
    var last = heads.compactMap(\.self).max() ?? next
    // The number of remaining commits not reached by all branches. Commits precede their parents.
    var open = Set(heads.compactMap(\.self)).count { sides[$0] != all }
    let first = next
    while open > 0, next < sides.count {
      defer { next += 1 }
      let own = sides[next]
      guard own != 0 else { continue }
      if own != all {
        open -= 1
        visit(next, own)
      }
      for case let parent? in parents[next] {
        let before = sides[parent]
        sides[parent] |= own
        last = max(last, parent)
        if before == 0 || before == all {
          if before == 0, sides[parent] != all { open += 1 }
        } else if sides[parent] == all {
          open -= 1
        }
      }
    }
    for index in first...last { sides[index] = 0 }
  }
}
