import Content
import Diagnostics
import FileSystem
import FrontMatter

/// For each value of a record, including its rows' values, the commit that set it.
package struct RecordBlame: Sendable {
  /// A value and its origin.
  package struct Line: Sendable {
    /// The key; for a row `rows#2.quantity`.
    package let key: String
    /// The canonical text of the value.
    package let value: String
    /// The commit that set the value; nil if it is not committed, or beyond a shallow clone.
    package var entry: RecordHistory.Entry?
    /// Whether the value is not committed yet.
    package var isUncommitted = false
  }

  /// The values, in the model's order.
  package private(set) var lines: [Line]

  /// Finds the commits that set the current values of a record. Older commits are not read.
  /// - Parameter count: the number of commits to read first.
  /// - Returns: nil if the source has no file of the record.
  package static func read(
    of name: RecordName, in source: any ContentSource, repository: GitRepository, at commit: Commit? = nil,
    readingFirst count: Int = 64
  ) async throws(HistoryFailure) -> RecordBlame? {
    var log = try await RecordLog(
      of: repository, at: commit, model: source, following: .takenParent, readingFirst: count)
    let folders = RecordFolders(await RecordHistory.model(of: source))
    let paths: [String]
    do throws(EnvironmentFailure) {
      paths = try await source.list(withStamps: false).map(\.path)
    } catch {
      throw .environment(error)
    }
    guard let path = paths.first(where: { folders.name(of: $0) == name }),
      let entity = folders.entity(of: path), let bytes = try? source.read(path)
    else { return nil }
    if let submodule = try repository.submodules(at: log.commit).first(where: { path.hasPrefix($0 + "/") }) {
      throw .unavailable("cannot read '\(source.root)/\(submodule)': \(GitTree.submoduleReason)")
    }
    var yaml = FrontMatterDocument()
    guard let present = RecordVersion(bytes, path: path, &yaml) else {
      throw .unavailable("'\(source.root)/\(path)' has errors; 'docket check' names them")
    }
    var blame = RecordBlame(
      (present, entity, 0), name, HistoryScope(log.models, includesDrafts: true).comparison)
    while !blame.isSettled, let entries = try await log.next() {
      blame.follow(entries, log.versions, HistoryScope(log.models, includesDrafts: true))
    }
    if blame.isCommitted { return blame }
    // No known commit changed the record, so its committed values come from before the shallow clone.
    let committed =
      repository.isShallow ? try GitRevision(log.commit, of: repository).version(path, &yaml) : nil
    blame.settle(from: [committed.map { (record: $0, entity: entity, model: 0) }], entry: nil)
    return blame
  }

  /// The indices of lines whose commit is not found yet: for the record's own values by key, and for each row
  /// together with its content.
  private var own: [String: Int] = [:]
  private var rows: [(list: String, content: [String: String], lines: [String: Int])] = []
  /// The record's names before the commits handled so far; several if one branch renamed it, and another did not.
  private var names: Set<RecordName>
  /// Whether a commit changed the record.
  private var isCommitted = false
  private var comparison: VersionComparison

  private init(
    _ present: VersionComparison.Version, _ name: RecordName, _ comparison: VersionComparison
  ) {
    // A new name may not be committed yet.
    let formers = present.record.written.formerIDs.map { RecordName(family: name.family, id: $0) }
    (names, self.comparison) = (Set([name] + formers), comparison)
    lines = []
    for (key, value) in comparison.contents(of: present) {
      own[key] = lines.count
      lines.append(Line(key: key, value: value))
    }
    for (list, contents) in comparison.rows(of: present) {
      for (index, content) in contents.enumerated() {
        var places: [String: Int] = [:]
        for (key, value) in content.sorted(by: { $0.key < $1.key }) {
          places[key] = lines.count
          lines.append(Line(key: "\(list)#\(index + 1).\(key)", value: value))
        }
        rows.append((list, content, places))
      }
    }
  }

  /// Whether older commits set none of the values. The commit that created the record need not be the last one: where
  /// two branches created it, a merge may have taken values from both.
  private var isSettled: Bool { isCommitted && own.isEmpty && rows.allSatisfy(\.lines.isEmpty) }

  /// Follows a part of the log back, from its newest commit until all values are settled.
  private mutating func follow(
    _ entries: [GitLog.Entry], _ versions: RecordVersions, _ scope: HistoryScope
  ) {
    comparison = scope.comparison
    for entry in entries where !isSettled {
      var branchNames = BranchNames()
      branchNames.families = scope.branchFamilies(of: entry)
      names.formUnion(names.flatMap(branchNames.names))
      let steps = CommitSteps(entry, versions, scope).all
      guard let step = steps.first(where: { names.contains($0.name) && $0.new != nil }), let new = step.new
      else { continue }
      // Of a record that only its model changed, another branch may have the last commit.
      let isSame = step.before.olds.count == 1 && step.before.olds[0]?.record == new.record
      if !isCommitted, !isSame {
        // Values that the last commit does not have were written since.
        settle(from: [new], entry: nil)
        isCommitted = true
      }
      settle(from: step.before.olds, to: new, entry: entry.asHistory([]))
      if let former = step.former {
        names.remove(step.name)
        names.insert(former)
      }
      names.formUnion(step.branchNames)
    }
  }

  /// Attributes each value that no previous version has to a commit, or to the uncommitted file.
  /// - Parameter new: the version after; nil for the current file.
  private mutating func settle(
    from olds: [VersionComparison.Version?], to new: VersionComparison.Version? = nil,
    entry: RecordHistory.Entry?
  ) {
    let before = olds.map { $0.map { comparison.contents(of: $0) } ?? [] }
    let after = new.map { comparison.contents(of: $0) }
    for (key, place) in own {
      func has(_ contents: [(key: String, value: String)]) -> Bool {
        contents.contains { $0.key == key && $0.value == lines[place].value }
      }
      guard after.map(has) ?? true, !before.contains(where: has) else { continue }
      set(place, entry)
      own[key] = nil
    }
    settleRows(
      from: olds.map { $0.map(rowsByList) ?? [:] }, to: new.map(rowsByList) ?? trackedRows(),
      isFile: new == nil,
      entry: entry)
  }

  /// Attributes each row value that no previous version has to a commit, or to the uncommitted file.
  /// - Parameters:
  ///   - olds: the rows of each previous version, by the name of their list.
  ///   - new: the rows of the version after.
  ///   - isFile: whether that version is the current file, which has every row.
  private mutating func settleRows(
    from olds: [[String: [RowMatching.Row]]], to new: [String: [RowMatching.Row]], isFile: Bool,
    entry: RecordHistory.Entry?
  ) {
    let kept = olds.map { $0.mapValues { Set(NumberedRow.all($0)) } }
    let present = new.mapValues { Set(NumberedRow.all($0)) }
    // The former content of each row; nil for a new row.
    var formers: [String: [NumberedRow: RowMatching.Row?]] = [:]
    var counts: [String: [RowMatching.Row: Int]] = [:]
    for index in rows.indices where !rows[index].lines.isEmpty {
      let (list, content) = (rows[index].list, rows[index].content)
      let row = NumberedRow(content: content, number: counts[list]?[content] ?? 0)
      counts[list, default: [:]][content] = row.number + 1
      guard isFile || present[list]?.contains(row) ?? false else { continue }
      guard !kept.contains(where: { $0[list]?.contains(row) ?? false }) else { continue }
      if formers[list] == nil {
        let (old, new) = (olds.first?[list] ?? [], new[list] ?? [])
        let numbered = NumberedRow.all(new)
        // An equal row that was there before is another one.
        formers[list] = Dictionary(
          keepingFirst: RowMatching(old, new).pairs.compactMap { pair in
            pair.new.map { place in
              (numbered[place], pair.old.map { old[$0] }.flatMap { $0 == new[place] ? nil : $0 })
            }
          })
      }
      let former = formers[list]?[row] ?? nil
      for (key, place) in rows[index].lines where former?[key] != content[key] {
        set(place, entry)
        rows[index].lines[key] = nil
      }
      if let former { rows[index].content = former }
    }
  }

  /// A row, and how many rows before it in its list are equal.
  private struct NumberedRow: Hashable {
    let content: RowMatching.Row
    let number: Int

    static func all(_ rows: [RowMatching.Row]) -> [NumberedRow] {
      var counts: [RowMatching.Row: Int] = [:]
      return rows.map { row in
        counts[row, default: -1] += 1
        return NumberedRow(content: row, number: counts[row] ?? 0)
      }
    }
  }

  private func rowsByList(of version: VersionComparison.Version) -> [String: [RowMatching.Row]] {
    Dictionary(keepingFirst: comparison.rows(of: version))
  }

  /// The rows as they were before the commits handled so far.
  private func trackedRows() -> [String: [RowMatching.Row]] {
    Dictionary(grouping: rows, by: \.list).mapValues { $0.map(\.content) }
  }

  private mutating func set(_ place: Int, _ entry: RecordHistory.Entry?) {
    lines[place].entry = entry
    lines[place].isUncommitted = entry == nil
  }
}

extension GitRevision {
  /// A record's version at the revision; nil if there is none that can be read.
  fileprivate func version(_ path: String, _ yaml: inout FrontMatterDocument) -> RecordVersion? {
    (try? read(path)).flatMap { RecordVersion($0, path: path, &yaml) }
  }
}
