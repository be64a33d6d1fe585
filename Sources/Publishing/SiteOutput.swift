import Diagnostics
import FileSystem

/// The output folder of one build: takes pages as they are rendered and makes the folder hold them and nothing stale.
///
///     let (output, errors) = try SiteOutput.open("Site", planned: ["index.html", "orders/2026-0123.html"])
///     let entry = try output.write(1, page.span)      // from any task, each path once
///     let summary = try output.finish(entries)        // Summary(files: 2, changed: 2, removed: 0)
///
/// ## What is docket's own
///
/// `.docket-manifest` names every file that docket wrote, with its size and hash. Only these are ever replaced or
/// removed. A folder that is not empty and has no manifest is refused, and so is a plan that wants a path where
/// something else is; both before anything is written. No symbolic link inside the folder is followed: each folder
/// is opened once, name by name from the output folder on, and stays the same whatever its path leads to later.
///
/// ## A build
///
/// 1. The folder is locked, because two builds at once would mix; a second one fails.
/// 2. The plan is compared with the manifest: paths may be known, new, or stale (no longer planned).
/// 3. Before the first change the **journal** `.docket-build` is put in place. It names the paths, planned or left
///    by an earlier build, that the manifest does not: whatever this build leaves is known as docket's own.
/// 4. A page whose size and hash are the manifest's and whose file has that size is not touched. Any other is written
///    under a temporary name beside its place and renamed, which replaces the old file in one step. A folder that is
///    missing is built under a temporary name as a whole (see `OutputFolders`).
/// 5. When every page is written, and only then: the new manifest is written under a temporary name; stale files are
///    removed, and folders that this left empty; new folders are renamed into place, then the manifest; the journal
///    is removed.
///
/// If nothing changed, nothing is touched, neither manifest nor journal.
///
/// ## When a build is killed
///
/// Whatever the moment, a published file is whole, old or new. The journal stays and tells the next build that
/// the manifest may be wrong: a page may hold bytes that the killed build wrote, of the same size as those
/// recorded. That build therefore compares bytes instead of fingerprints, as `--verify` does, counts the journal's
/// paths as docket's own, and removes what has a temporary name of a recorded run (see `RunToken`). A full disk
/// ends a build in the same way, but with an error; nothing is removed before all is written, so the pages published
/// before are still there.
///
/// ## When the power fails
///
/// Journal and manifest are written through to the disk, pages are not: ten thousand waits for a disk are minutes,
/// and a site can be built again. While the journal is there the next build compares bytes as above. If the power
/// fails after a build has ended but before the system has written everything back (half a minute, commonly), a page
/// may be empty or hold its earlier bytes. The next build sees that if the size differs; `--verify` sees all of it.
///
/// ## Concurrency
///
/// Everything here is immutable after `open`. Tasks share it without a lock; what they did comes back as entries.
/// It is a class because it owns the folder's descriptor, and with it the lock.
package final class SiteOutput: Sendable {
  /// What a site shows. A folder holds one such site: what is private never gets into a public folder, nor do a
  /// few pages replace all.
  package enum Audience: String, Sendable, CaseIterable {
    /// Everything, or what is not private.
    case full, `public`
    /// Some pages of either.
    case part, publicPart = "public-part"
  }

  /// What happened to one planned path.
  package struct Entry: Sendable, Equatable {
    /// The path's index in the plan.
    package let index: Int
    /// The bytes that are there now.
    package let fingerprint: Fingerprint
    /// Whether they had to be written.
    package let changed: Bool
  }

  /// What a build did.
  package struct Summary: Sendable, Equatable {
    /// The files of the site.
    package let files: Int
    /// Those of them that were written.
    package let changed: Int
    /// The stale files that were removed.
    package let removed: Int

    /// Makes a summary.
    package init(files: Int, changed: Int, removed: Int) {
      self.files = files
      self.changed = changed
      self.removed = removed
    }
  }

  /// How a build finds out whether a page is published already.
  enum Comparison: Sendable {
    /// By the fingerprint in the manifest and the file's size.
    case fingerprints
    /// By all bytes, as `--verify` asks for.
    case bytes
    /// By all bytes, because an interrupted build may have changed what the manifest says.
    case bytesAfterInterruption
  }

  /// When the journal is put in place.
  enum Journaling: Sendable {
    /// It is there, because there are new paths or those of an interrupted build.
    case begun
    /// Before the first change, if there is one.
    case beforeChange
  }

  /// The open output folder, locked against other builds.
  let root: OutputRoot
  /// This build, for its temporary names.
  let run: RunToken
  /// What is to be published, and what is stale.
  let plan: OutputPlan
  /// The folders of the planned paths.
  let folders: OutputFolders
  /// Those of them that are open, by their index.
  private let openFolders: [OpenFolder?]
  /// The folders of `plan.stale`.
  let staleFolders: OutputFolders
  /// The planned paths where a folder of stale files is: they get their name when it is gone.
  let delayed: Set<Int>
  /// How it finds out whether a page is published already.
  let comparison: Comparison
  /// Whether and when the journal is put in place.
  let journaling: Journaling
  /// What the site shows.
  let audience: Audience
  /// Whether the previous build was interrupted, so that what it changed is unknown.
  package var followsInterruption: Bool { comparison == .bytesAfterInterruption }

  /// The paths of files that are removed when the build ends.
  package var stalePaths: [String] { plan.stale }

  init(
    root: consuming OutputRoot, run: RunToken, plan: OutputPlan, folders: OutputFolders,
    openFolders: [OpenFolder?], staleFolders: OutputFolders, delayed: Set<Int>, comparison: Comparison,
    journaling: Journaling, audience: Audience
  ) {
    self.audience = audience
    self.root = root
    self.run = run
    self.plan = plan
    self.folders = folders
    self.openFolders = openFolders
    self.staleFolders = staleFolders
    self.delayed = delayed
    self.comparison = comparison
    self.journaling = journaling
  }
}

// MARK: - Writing

extension SiteOutput {
  /// Publishes a rendered page, unless its bytes are there already.
  /// - Parameters:
  ///   - index: the path's index in the plan; each is written once.
  ///   - bytes: the whole page. They are not kept.
  /// - Throws: If the disk is full or a permission is missing; then the old page is still there.
  /// - Complexity: O(*n*) in the bytes.
  package func write(_ index: Int, _ bytes: Span<UInt8>) throws(EnvironmentFailure) -> Entry {
    try bytes.withUnsafeBytes { (buffer) throws(EnvironmentFailure) in
      try put(.bytes(buffer), at: index)
    }
  }

  /// Publishes a copy of a file, unless its bytes are there already.
  /// - Parameters:
  ///   - source: the file's path, from the working directory.
  ///   - index: the path's index in the plan; each is written once.
  /// - Throws: If the file cannot be read, the disk is full or a permission is missing.
  /// - Complexity: O(*n*) in the bytes, which are read twice when the file was published before; memory is constant.
  package func copy(fileAt source: String, to index: Int) throws(EnvironmentFailure) -> Entry {
    try put(.file(OpenFile(source)), at: index)
  }

  private func put(_ source: FileSource, at index: Int) throws(EnvironmentFailure) -> Entry {
    if let fingerprint = try published(source, at: index) {
      return Entry(index: index, fingerprint: fingerprint, changed: false)
    }
    try beginChanging(temporary: index)
    return Entry(index: index, fingerprint: try publish(source, at: index), changed: true)
  }

  /// The fingerprint of the source if the published file has its bytes, else nil.
  private func published(
    _ source: FileSource, at index: Int
  ) throws(EnvironmentFailure) -> Fingerprint? {
    let comparesBytes = comparison != .fingerprints
    guard comparesBytes || plan.known[index] != nil, !folders[of: index].isStaged else { return nil }
    let fingerprint = try source.fingerprint()
    let (folder, name) = (try openFolder(of: index), name(of: index))
    let isPublished =
      if comparesBytes {
        try folder.file(name, holds: source, size: fingerprint.size)
      } else if plan.known[index] == fingerprint {
        try folder.kind(of: name) == .file(size: fingerprint.size)
      } else {
        false
      }
    return isPublished ? fingerprint : nil
  }

  private func publish(
    _ source: FileSource, at index: Int
  ) throws(EnvironmentFailure) -> Fingerprint {
    let (folder, name) = (try openFolder(of: index), name(of: index))
    let isStaged = folders[of: index].isStaged
    let published = root.display(plan.paths[index])
    let file = StagedFile(
      isStaged ? name : run.temporary(index), in: folder, for: published, durability: .deferred)
    var hash = XXHash64()
    try file.write { (file) throws(EnvironmentFailure) in
      try source.forEachPiece { (piece) throws(EnvironmentFailure) in
        try file.write(piece).orFail(to: "write", published)
        hash.update(piece)
      }
    }
    if !isStaged, !delayed.contains(index) { try file.rename(to: name) }
    return Fingerprint(hash: hash.finish(), size: hash.count)
  }

  /// The folder that a page is made in.
  private func openFolder(of index: Int) throws(EnvironmentFailure) -> OpenFolder {
    if let open = openFolders[folders.place(of: index)] { return open }
    let folder = folders[of: index]
    return try root.presentFolder(folder.workPlace, for: folder.place)
  }

  /// The name of a page in its folder.
  private func name(of index: Int) -> String {
    let path = plan.paths[index].utf8
    return String(
      plan.paths[index][path.index(path.startIndex, offsetBy: folders[of: index].path.utf8.count)...])
  }

  /// Puts the journal in place, if it is not.
  ///
  /// Tasks that come to their first change at the same time each rename a journal into place; they are the same,
  /// as no path is new: else `open` would have written it.
  /// - Parameter temporary: a number that no other task uses at this time.
  func beginChanging(temporary: Int) throws(EnvironmentFailure) {
    guard journaling == .beforeChange, try root.top.kind(of: OutputNames.journal) == nil else { return }
    try root.writeJournal(OwnedFiles([], audience: audience), run: run, temporary: temporary)
  }
}
