import Content
import Records

/// The commits that changed files of Content, newest first.
///
/// All commits are listed at once. What they changed is read in parts, from the newest commit on, because git
/// compares the trees of a commit far more slowly than it lists the commit.
struct GitLog {
  /// A commit and its changes to files.
  struct Entry {
    let commit: Commit
    /// The parent commits; several for a merge.
    let parents: [Substring]
    /// The author's day.
    let day: CivilDate
    let author: String
    let email: String
    /// The first line of the commit message.
    let summary: String
    /// The path of Content after the commit, with a trailing slash; empty at the top of the repository.
    fileprivate(set) var folder = ""
    var files: [File] = []
    /// The settings after the commit.
    fileprivate(set) var settings = Settings()
    /// The settings before the commit, one for each parent; for a first commit, one without files.
    fileprivate(set) var formerSettings: [Settings] = []
  }

  /// The blobs of the settings files that define how others are read; nil for a missing file.
  struct Settings: Hashable {
    var model: Substring?
    var site: Substring?
  }

  /// A file changed by a commit; for a merge, one that differs from the result of its branches.
  struct File {
    /// The path below Content.
    let path: String
    /// The blobs before, one for each parent; nil if there was no file.
    let olds: [Substring?]
    /// The blob after; nil if it was removed.
    var new: Substring?
    /// For a merge, the changes of its branches.
    var joined: Joined?

    /// All blobs that the file refers to.
    var blobs: [Substring] {
      let others =
        joined.map { joined in [joined.base] + joined.changes.flatMap { $0.olds + [$0.new] } } ?? []
      return (olds + [new] + others).compactMap(\.self)
    }

    /// The file with other blobs in the place of its own.
    func mapBlobs(_ transform: (Substring) -> Substring) -> File {
      File(
        path: path, olds: olds.map { $0.map(transform) }, new: new.map(transform),
        joined: joined?.mapBlobs(transform))
    }
  }

  /// Which parents of a merge to follow.
  enum Following {
    /// All parents. Changes on a branch are included even if the merge dropped them.
    case everyParent
    /// Like git's own log of a folder: only a parent with the merge's exact folder, if there is one, because
    /// the other branches contributed nothing to it.
    case takenParent
    /// The first parent. The merge itself made all the changes that it brought in.
    case firstParent
  }

  /// The commits, newest first.
  var entries: [Entry]
  /// The followed parents of each commit, as indices; nil for a commit that the clone does not have.
  private(set) var parents: [[Int?]]
  /// Content's tree in each merge and its parents, as far as they are read.
  private(set) var trees: [Substring: Substring] = [:]
  /// The merges whose own changes are known.
  var joinedMerges: Set<Int> = []
  /// The number of commits whose files are read.
  private(set) var readCount = 0

  let repository: GitRepository
  private let following: Following
  private let places: [Substring: Int]
  private var folders: ContentFolders
  /// The commits whose parents a shallow clone lacks.
  private let boundary: Set<String>
  /// Whether a commit is reached by way of the followed parents of newer ones.
  private var isReached: [Bool]
  /// Whether a commit has the requested author and day.
  private let isRequested: [Bool]
  /// The number of commits that ``next(_:)`` has passed.
  private var passedCount = 0
  /// The changed files of commits that ``readAhead(_:)`` has read and the log has not.
  private var ahead: [Substring: [File]] = [:]

  /// Lists the commits.
  /// - Parameters:
  ///   - commit: the newest commit to include.
  ///   - since: excludes commits with an earlier author's day; nil includes all.
  ///   - author: part of the author's name or address; nil for any author.
  ///   - following: which parents of a merge to follow.
  init(
    of repository: GitRepository, from commit: Commit, since: CivilDate? = nil, author: String? = nil,
    following: Following = .everyParent
  ) throws(HistoryFailure) {
    self.repository = repository
    self.following = following
    // No path is passed: git would compare each tree twice.
    let output = try repository.succeed(
      Self.arguments(following) + [
        "-s", "--date-order", "--encoding=UTF-8", "--date=format:%Y-%m-%d",
        "--format=%H%x02%P%x02%ad%x02%aN%x02%aE%x02%s", commit.name, "--",
      ]
    ).output
    let entries = output.split(separator: 0).map {
      Self.entry(String(decoding: $0, as: UTF8.self), firstParent: following == .firstParent)
    }
    let places = Dictionary(zip(entries.map { $0.commit.name[...] }, entries.indices)) { first, _ in first }
    parents = entries.map { $0.parents.map { places[$0] } }
    // git's own option uses the committer's day, which changes in a rebase.
    let author = author?.lowercased()
    isRequested = entries.map { entry in
      since.map { entry.day >= $0 } ?? true
        && author.map { "\(entry.author) <\(entry.email)>".lowercased().contains($0) } ?? true
    }
    isReached = Array(repeating: following != .takenParent, count: entries.count)
    if !isReached.isEmpty { isReached[0] = true }
    (self.entries, self.places) = (entries, places)
    folders = ContentFolders(of: commit, now: repository.prefix)
    boundary = try repository.boundary()
  }

  private static func arguments(_ following: Following) -> [String] {
    ["log", "-z", "--no-show-signature"] + (following == .firstParent ? ["--first-parent", "-m"] : [])
  }

  private static func entry(_ text: String, firstParent: Bool) -> Entry {
    let words = text.split(separator: "\u{2}", maxSplits: 5, omittingEmptySubsequences: false)
    func word(_ index: Int) -> Substring { index < words.count ? words[index] : "" }
    return Entry(
      commit: Commit(name: String(word(0))),
      parents: Array(word(1).split(separator: " ").prefix(firstParent ? 1 : .max)),
      day: CivilDate(String(word(2))) ?? .first, author: plain(word(3)), email: plain(word(4)),
      summary: plain(word(5)))
  }

  /// A text without the control characters that git keeps in names, which are for no terminal and no page.
  private static func plain(_ text: Substring) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return String(text) }
    let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The settings after the newest commit, once a part is read.
  var newestSettings: Settings { entries.first?.settings ?? Settings() }

  /// Reads what the next commits changed.
  /// - Parameter count: the maximum number of commits to pass.
  /// - Returns: the requested commits among them; nil if there are no more.
  mutating func next(_ count: Int) throws(HistoryFailure) -> [Entry]? {
    let part = nextPart(count)
    guard !part.isEmpty else { return nil }
    try readFiles(upTo: part.upperBound)
    try joinBranches(of: part)
    passedCount = part.upperBound
    return part.filter { isRequested[$0] && isReached[$0] }.map { entries[$0] }
  }

  /// The next commits, up to the last requested one.
  private func nextPart(_ count: Int) -> Range<Int> {
    let end = max(passedCount, isRequested.lastIndex(of: true).map { $0 + 1 } ?? 0)
    return passedCount..<passedCount + min(count, end - passedCount)
  }

  /// Reads for ``next(_:)`` what commits changed, with several gits at once: one compares trees on one core.
  /// - Parameter count: the maximum number of commits that `next` will pass.
  mutating func readAhead(_ count: Int) async throws(HistoryFailure) {
    let part = readCount..<max(readCount, nextPart(count).upperBound)
    guard part.count > Self.aheadSize else { return }
    let names = entries[part].map(\.commit.name)
    let chunks = await inParallel(names.count, by: Self.aheadSize) { [repository, following] chunk in
      Result { () throws(HistoryFailure) in try Self.files(of: names[chunk], following, repository) }
    }
    for chunk in chunks { ahead.merge(try chunk.get()) { first, _ in first } }
  }

  /// The number of commits that one git is started for.
  private static let aheadSize = 1_024

  /// The path of Content in a commit, with a trailing slash; empty at the top of the repository.
  mutating func folder(in commit: Substring) -> String { folders.folder(in: commit) }

  /// Whether a commit joins branches that are followed.
  func isMerge(_ index: Int) -> Bool { isReached[index] && parents[index].count > 1 }

  // MARK: Files

  /// Reads the changed files of at least the given number of commits.
  mutating func readFiles(upTo end: Int) throws(HistoryFailure) {
    guard end > readCount else { return }
    let part = readCount..<min(entries.count, max(end, 2 * readCount))
    readCount = part.upperBound
    let names = entries[part].map(\.commit.name)
    let unread = ahead.isEmpty ? names : names.filter { ahead[$0[...]] == nil }
    let changed = try Self.files(of: unread[...], following, repository)
    for index in part {
      let name = entries[index].commit.name[...]
      entries[index].folder = folders.folder(in: name)
      entries[index].files = folders.files(
        ahead.removeValue(forKey: name) ?? changed[name] ?? [], of: entries[index])
    }
    try readSettings(part)
    try readTrees(part)
    if following == .takenParent { followTakenParents(part) }
    for index in part where boundary.contains(entries[index].commit.name) {
      // It is unknown whether the files of a shallow clone's first commits existed before.
      entries[index].files = []
    }
  }

  /// The files that commits changed, by the commit, with paths from the top of the repository.
  private static func files(
    of commits: ArraySlice<String>, _ following: Following, _ repository: GitRepository
  ) throws(HistoryFailure) -> [Substring: [File]] {
    guard !commits.isEmpty else { return [:] }
    let output = try repository.succeed(
      arguments(following) + [
        "--raw", "--no-abbrev", "--no-renames", "--no-walk=unsorted", "--stdin", "--format=%x01%H",
      ], input: commits.flatMap { Array("\($0)\n".utf8) }
    ).output
    var changed: [Substring: [File]] = [:]
    var commit: Substring = ""
    var file: Difference?
    for part in output.split(separator: 0) {
      let text = String(decoding: part, as: UTF8.self)
      if let (old, new) = file {
        changed[commit, default: []].append(File(path: text, olds: [old], new: new))
        file = nil
      } else if text.hasPrefix("\u{1}") {
        commit = text.dropFirst()
        changed[commit, default: []] += []
      } else {
        file = blobs(text)
      }
    }
    return changed
  }

  /// The blobs of a file in two trees; nil where there is no file.
  typealias Difference = (old: Substring?, new: Substring?)

  /// The blobs in `:OLDMODE NEWMODE OLDBLOB NEWBLOB STATUS`; nil for entries that are not files.
  static func blobs(_ text: String) -> Difference? {
    let words = text.drop { $0 != ":" }.dropFirst().split(separator: " ")
    guard words.count == 5 else { return nil }
    func blob(_ index: Int) -> Substring? { words[index].hasPrefix("100") ? words[index + 2] : nil }
    return (blob(0), blob(1))
  }

  /// Finds the settings before and after the commits of a part: those of the newest commit and of the parents
  /// of merges by their paths, all others from the files that the commit after them changed.
  private mutating func readSettings(_ part: Range<Int>) throws(HistoryFailure) {
    let merges = part.filter { entries[$0].parents.count > 1 }
    let names =
      (part.lowerBound == 0 ? entries.prefix(1).map { $0.commit.name[...] } : [])
      + merges.flatMap { entries[$0].parents }
    let blobs = try repository.objects(
      named: names.flatMap { name in
        ["model.yml", "site.yml"].map { "\(name):\(folders.folder(in: name))\($0)" }
      }, type: "blob")
    var known: [Substring: Settings] = [:]
    for (index, name) in names.enumerated() {
      known[name] = Settings(model: blobs[2 * index], site: blobs[2 * index + 1])
    }
    if part.lowerBound == 0, let newest = names.first { entries[0].settings = known[newest] ?? Settings() }
    for index in part {
      var former = entries[index].settings
      for file in entries[index].files {
        if file.path == "model.yml" { former.model = file.olds.first ?? nil }
        if file.path == "site.yml" { former.site = file.olds.first ?? nil }
      }
      let isMerge = entries[index].parents.count > 1
      let formers = entries[index].parents.map { isMerge ? known[$0] ?? former : former }
      entries[index].formerSettings = formers.isEmpty ? [Settings()] : formers
      for (parent, settings) in zip(entries[index].parents, formers) {
        if let place = places[parent] { entries[place].settings = settings }
      }
    }
  }

  /// Finds Content's tree in the merges of a part and in their parents.
  private mutating func readTrees(_ part: Range<Int>) throws(HistoryFailure) {
    let merges = part.filter { entries[$0].parents.count > 1 }.map { entries[$0] }
    guard !merges.isEmpty else { return }
    let names = merges.flatMap { [$0.commit.name[...]] + $0.parents }
    let found = try repository.objects(
      named: names.map { "\($0):\(folders.folder(in: $0).dropLast())" }, type: "tree")
    let empty: Substring =
      merges[0].commit.name.utf8.count == 40
      ? "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
      : "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
    for (name, tree) in zip(names, found) { trees[name] = tree ?? empty }
  }

  /// Excludes commits reached only through parents from which a merge took nothing.
  private mutating func followTakenParents(_ part: Range<Int>) {
    for index in part where isReached[index] {
      let entry = entries[index]
      if entry.parents.count > 1 {
        let tree = trees[entry.commit.name[...]]
        if let same = entry.parents.first(where: { trees[$0] == tree }) { parents[index] = [places[same]] }
      }
      for case let parent? in parents[index] { isReached[parent] = true }
    }
  }
}
