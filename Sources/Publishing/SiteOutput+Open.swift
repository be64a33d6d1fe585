import Diagnostics
import FileSystem

extension SiteOutput {
  /// Opens an output folder for a build, or reports why docket must not write to it.
  ///
  /// The folder is made, with its parents, if it is missing.
  /// - Parameters:
  ///   - folder: the output folder, as the user would type it.
  ///   - planned: the distinct paths of all files of the site within the folder. Ascending order of their
  ///     UTF-8 bytes saves a sort. The plan must not have collisions.
  ///   - verify: whether to compare the bytes of every published file, in case another program damaged them.
  ///   - audience: the audience of the site; a folder with a site for another one is refused.
  /// - Returns: the output, or nil with an error for each obstacle; then nothing was changed.
  /// - Throws: If the file system fails, or another build is writing there.
  /// - Complexity: O(*n*) in the bytes of the plan and the manifest; a file system call for each folder, and
  ///   for each new file in a folder that exists.
  package static func open(
    _ folder: String, planned: [String], verify: Bool = false, audience: Audience = .full
  ) throws(EnvironmentFailure) -> (output: SiteOutput?, diagnostics: [Diagnostic]) {
    let most = DescriptorLimit.raised() / 2 - 64
    let root = try OutputRoot.open(folder)
    let records = try OutputRecords(root, audience: audience)
    guard records.refusals.isEmpty else { return (nil, records.refusals) }
    let plan = OutputPlan(planned, owned: records.owned)
    if let invalidPath = plan.invalidPath {
      throw EnvironmentFailure("write", root.display(invalidPath.path), reason: invalidPath.reason)
    }

    let run = RunToken()
    var obstacles = Obstacles(owned: records.owned, runs: records.runs)
    let folders = try OutputFolders(
      of: plan.paths, ascending: plan.ascending, firstTemporary: planned.count, run: run
    ) { (path) throws(EnvironmentFailure) in try obstacles.check(folder: path, in: root) }
    // An unfinished build may have left a folder where another plan has a page.
    let doubtful = records.isUnfinished ? plan.ascending : plan.new
    for index in doubtful where folders[of: index].state == .present {
      try obstacles.check(file: index, path: plan.paths[index], in: root)
    }
    if !records.isUnfinished { try obstacles.checkFolders(among: plan, folders, in: root) }
    let refusals = obstacles.refusals(in: root)
    guard refusals.isEmpty else { return (nil, refusals) }

    let staleFolders = try OutputFolders(
      of: plan.stale, ascending: Array(plan.stale.indices), firstTemporary: 0, run: run
    ) { (path) throws(EnvironmentFailure) in try root.kind(of: path) == .folder ? .present : .blocked }
    try root.sweep(
      records.isUnfinished ? folders.all + staleFolders.all : Array(folders.all.prefix(1)), of: records.runs)

    let staged = folders.all.filter(\.isStaged)
    let isJournaled = records.isUnfinished || !plan.new.isEmpty || !staged.isEmpty
    if isJournaled {
      let new = OwnedFiles(
        plan.new.map { OwnedFiles.File(path: planned[$0], fingerprint: nil) },
        audience: audience)
      try root.writeJournal(records.unfinished.union(new).union(plan.stale(audience)), run: run, temporary: 0)
    }
    for old in records.runs { try root.top.remove(old.record) }
    let open: [OpenFolder?]
    do throws(EnvironmentFailure) {
      for folder in staged { try root.makeFolder(folder.workPlace, for: folder.place) }
      open = try folders.opened(in: root, most: most)
    } catch {
      root.abandon(run, folders)
      throw error
    }
    let output = SiteOutput(
      root: root, run: run, plan: plan, folders: folders, openFolders: open, staleFolders: staleFolders,
      delayed: obstacles.delayed,
      comparison: records.isUnfinished ? .bytesAfterInterruption : verify ? .bytes : .fingerprints,
      journaling: isJournaled ? .begun : .beforeChange, audience: audience)
    return (output, [])
  }
}
