import Records

/// The commits that changed files of Content, as `git log --raw` prints them in one pass.
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
    var settings = Settings()
    /// The settings before the commit, one for each parent; for a first commit, one without files.
    var formerSettings: [Settings]
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
    let new: Substring?
    /// For a merge, the changes of its branches.
    var joined: Joined?

    /// All blobs that the file refers to.
    var blobs: [Substring] {
      let others =
        joined.map { joined in [joined.base] + joined.changes.flatMap { $0.olds + [$0.new] } } ?? []
      return (olds + [new] + others).compactMap(\.self)
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
  var entries: [Entry] = []
  /// The settings after the newest commit; nil if no commit changed them.
  private(set) var newestSettings: Settings?

  /// Reads the log.
  /// - Parameters:
  ///   - commit: the newest commit to include.
  ///   - since: excludes commits with an earlier author's day; nil includes all.
  ///   - author: part of the author's name or address; nil for any author.
  ///   - following: which parents of a merge to follow.
  init(
    of repository: GitRepository, from commit: Commit, since: CivilDate? = nil, author: String? = nil,
    following: Following = .everyParent
  ) throws(HistoryFailure) {
    // No path is passed: git would compare each tree twice. Other paths are skipped here.
    var arguments = [
      "log", "--raw", "-z", "--no-abbrev", "--no-renames", "--date-order", "--no-show-signature",
      "--encoding=UTF-8",
      "--date=format:%Y-%m-%d", "--format=%x01%H%x02%P%x02%ad%x02%aN%x02%aE%x02%s",
    ]
    if following == .firstParent { arguments += ["--first-parent", "-m"] }
    let output = try repository.succeed(arguments + [commit.name, "--"]).output
    var folders = ContentFolders(of: commit, now: repository.prefix)
    var file: (olds: [Substring?], new: Substring?)?
    var files: [File] = []
    for part in output.split(separator: 0) {
      let text = String(decoding: part, as: UTF8.self)
      if let (olds, new) = file {
        files.append(File(path: text, olds: olds, new: new))
        file = nil
      } else if text.hasPrefix("\u{1}") {
        takeFiles(files, &folders)
        files = []
        entries.append(Self.entry(text, firstParent: following == .firstParent))
      } else {
        file = Self.blobs(text)
      }
    }
    takeFiles(files, &folders)
    try readSettings(repository, folders)
    let trees = try mergedTrees(repository, folders)
    var parents = Dictionary(
      entries.map { ($0.commit.name[...], $0.parents) }, uniquingKeysWith: { first, _ in first })
    if following == .takenParent { simplify(from: commit, trees, &parents) }
    let boundary = try repository.boundary()
    for index in entries.indices where boundary.contains(entries[index].commit.name) {
      // It is unknown whether the files of a shallow clone's first commits existed before.
      entries[index].files = []
    }
    try readMerges(repository, trees: trees, parents: parents)
    // git's own option uses the committer's day, which changes in a rebase.
    if let since { entries.removeAll { $0.day < since } }
    if let author = author?.lowercased() {
      entries.removeAll { !"\($0.author) <\($0.email)>".lowercased().contains(author) }
    }
  }

  /// Assigns the changed files that are in Content to the last commit.
  private mutating func takeFiles(_ files: [File], _ folders: inout ContentFolders) {
    guard let last = entries.indices.last else { return }
    entries[last].folder = folders.folder(in: entries[last].commit.name[...])
    entries[last].files = folders.files(files, of: entries[last])
  }

  private static func entry(_ text: String, firstParent: Bool) -> Entry {
    let words = text.dropFirst().split(separator: "\u{2}", maxSplits: 5, omittingEmptySubsequences: false)
    func word(_ index: Int) -> Substring { index < words.count ? words[index] : "" }
    let parents = Array(word(1).split(separator: " ").prefix(firstParent ? 1 : .max))
    return Entry(
      commit: Commit(name: String(word(0))), parents: parents,
      day: CivilDate(String(word(2))) ?? .first, author: String(word(3)), email: String(word(4)),
      summary: String(word(5)), formerSettings: Array(repeating: Settings(), count: max(parents.count, 1)))
  }

  /// The blobs in `:OLDMODE NEWMODE OLDBLOB NEWBLOB STATUS`; nil for entries that are not files.
  static func blobs(_ text: String) -> (olds: [Substring?], new: Substring?)? {
    let words = text.drop { $0 != ":" }.dropFirst().split(separator: " ")
    guard words.count == 5 else { return nil }
    func blob(_ index: Int) -> Substring? { words[index].hasPrefix("100") ? words[index + 2] : nil }
    return ([blob(0)], blob(1))
  }

  /// Finds the settings before and after each commit.
  private mutating func readSettings(
    _ repository: GitRepository, _ folders: ContentFolders
  ) throws(HistoryFailure) {
    func isSettings(_ file: File) -> Bool { file.path == "model.yml" || file.path == "site.yml" }
    guard entries.contains(where: { $0.files.contains(where: isSettings) }) else { return }
    // The log names no files for a merge.
    let merges = entries.filter { $0.parents.count > 1 }.map(\.commit.name)
    let names = merges.flatMap { name in
      ["model.yml", "site.yml"].map { "\(name):\(folders.folder(in: name[...]))\($0)" }
    }
    let blobs = try repository.objects(named: names, type: "blob")
    var known: [Substring: Settings] = [:]
    for (index, name) in merges.enumerated() {
      known[name[...]] = Settings(model: blobs[2 * index], site: blobs[2 * index + 1])
    }
    // The log lists each commit before its parents.
    for index in entries.indices.reversed() {
      let entry = entries[index]
      var settings = entry.parents.first.flatMap { known[$0] } ?? Settings()
      for file in entry.files {
        if file.path == "model.yml" { settings.model = file.new }
        if file.path == "site.yml" { settings.site = file.new }
      }
      settings = known[entry.commit.name[...]] ?? settings
      known[entry.commit.name[...]] = settings
      entries[index].settings = settings
      for (place, parent) in entry.parents.enumerated() {
        entries[index].formerSettings[place] = known[parent] ?? settings
      }
    }
    newestSettings = entries.first?.settings
  }

  /// Content's tree in each merge and its parents.
  private func mergedTrees(
    _ repository: GitRepository, _ folders: ContentFolders
  ) throws(HistoryFailure) -> [Substring: Substring] {
    let merges = entries.filter { $0.parents.count > 1 }
    guard !merges.isEmpty else { return [:] }
    let names = merges.flatMap { [$0.commit.name[...]] + $0.parents }
    let trees = try repository.objects(
      named: names.map { "\($0):\(folders.folder(in: $0).dropLast())" }, type: "tree")
    let empty: Substring =
      merges[0].commit.name.utf8.count == 40
      ? "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
      : "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
    return Dictionary(zip(names, trees.map { $0 ?? empty })) { first, _ in first }
  }

  /// Excludes commits reached only through parents from which a merge took nothing.
  /// - Parameters:
  ///   - trees: Content's tree in each merge and its parents.
  ///   - parents: the parents of each commit, reduced to those that are followed.
  private mutating func simplify(
    from commit: Commit, _ trees: [Substring: Substring], _ parents: inout [Substring: [Substring]]
  ) {
    for entry in entries where entry.parents.count > 1 {
      let name = entry.commit.name[...]
      if let same = entry.parents.first(where: { trees[$0] == trees[name] }) { parents[name] = [same] }
    }
    var reached: Set<Substring> = []
    var next = [commit.name[...]]
    while let name = next.popLast() {
      if reached.insert(name).inserted { next += parents[name] ?? [] }
    }
    entries.removeAll { !reached.contains($0.commit.name[...]) }
  }
}
