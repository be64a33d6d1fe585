import FileSystem

/// The output folder of a build: takes rendered pages, and then contains exactly the files of the site.
///
///     let (output, errors) = try SiteOutput.open("Site", planned: ["index.html", "orders/2026-0123.html"])
///     let entry = try output.write(1, page.span)      // from any task, each path once
///     let summary = try output.finish(entries)        // Summary(changed: 2, removed: 0)
///
/// ## What is docket's own
///
/// `.docket-manifest` lists every file that docket wrote, with its size and hash. Only these are ever
/// replaced or removed. A non-empty folder without a manifest is refused, and so is a plan with a path where
/// something else exists, both before anything is written. Symbolic links inside the folder are not followed:
/// each folder is opened once, component by component, and stays the same even if its path changes.
///
/// ## A build
///
/// 1. The folder is locked, so that two builds cannot mix; a second one fails.
/// 2. The plan is compared with the manifest: each path is known, new, or stale (no longer planned).
/// 3. Before the first change the **journal** `.docket-build` is put in place. It lists the paths, planned or
///    left by an earlier build, that are not in the manifest, so that all files of this build are known.
/// 4. A page is not touched if its size and hash are those in the manifest and the file has that size. Any
///    other page is written under a temporary name beside its place and renamed, which replaces the old file
///    atomically. A missing folder is built under a temporary name as a whole (see `OutputFolders`).
/// 5. Only when every page is written: the new manifest is written under a temporary name; stale files and
///    emptied folders are removed; new folders are renamed into place, then the manifest; the journal is
///    removed.
///
/// If nothing changed, nothing is touched, including manifest and journal.
///
/// ## When a build is killed
///
/// At any moment, every published file is complete, old or new. The journal remains and tells the next build
/// that the manifest may be wrong: a page may have been replaced by bytes of the same size. That build
/// therefore compares bytes instead of fingerprints, like `--verify`, treats the journal's paths as docket's
/// own, and removes files with temporary names of a recorded run (see `RunToken`). A full disk ends a build
/// in the same way, with an error. Nothing is removed before everything is written, so previously published
/// pages remain.
///
/// ## When the power fails
///
/// Journal and manifest are synced to disk; pages are not, because ten thousand syncs take minutes, and a
/// site can be built again. While the journal exists, the next build compares bytes as above. If the power
/// fails after a build but before the system has written everything (usually half a minute), a page may be
/// empty or have its earlier bytes. The next build notices that if the size differs; `--verify` always.
///
/// ## Concurrency
///
/// Everything here is immutable after `open`. Tasks share it without a lock and return their results as
/// entries. It is a class because it owns the folder's descriptor, and with it the lock.
package final class SiteOutput: Sendable {
  /// The audience of a site. A folder has one audience: private pages never get into a public folder, and
  /// some pages never replace all.
  package enum Audience: String, Sendable, CaseIterable {
    /// All pages, or those that are not private.
    case full, `public`
    /// Some pages of either.
    case part, publicPart = "public-part"
  }

  /// The result for one planned path.
  package struct Entry: Sendable, Equatable {
    /// The path's index in the plan.
    package let index: Int
    /// The fingerprint of the published bytes.
    package let fingerprint: Fingerprint
    /// Whether the file had to be written.
    package let changed: Bool
  }

  /// The result of a build.
  package struct Summary: Sendable, Equatable {
    /// The number of files written.
    package let changed: Int
    /// The number of stale files removed.
    package let removed: Int

    package init(changed: Int, removed: Int) { (self.changed, self.removed) = (changed, removed) }
  }

  /// How to find out whether a page is already published.
  enum Comparison: Sendable {
    /// By the fingerprint in the manifest and the size of the file.
    case fingerprints
    /// By all bytes, for `--verify`.
    case bytes
    /// By all bytes, because an interrupted build may have changed files in the manifest.
    case bytesAfterInterruption
  }

  /// When to write the journal.
  enum Journaling: Sendable {
    /// It is already there, because there are new paths or an interrupted build.
    case begun
    /// Before the first change, if any.
    case beforeChange
  }

  /// The open output folder, locked against other builds.
  let root: OutputRoot
  /// This build, for its temporary names.
  let run: RunToken
  /// The paths to publish and the stale ones.
  let plan: OutputPlan
  /// The folders of the planned paths.
  let folders: OutputFolders
  /// The open ones among the folders, by index.
  private let openFolders: [OpenFolder?]
  /// The folders of `plan.stale`.
  let staleFolders: OutputFolders
  /// The planned paths that are now folders of stale files; they are renamed once the folder is gone.
  let delayed: Set<Int>
  /// How to find out whether a page is already published.
  let comparison: Comparison
  /// When to write the journal.
  let journaling: Journaling
  let audience: Audience
  /// Whether the previous build was interrupted, so that its changes are unknown.
  package var followsInterruption: Bool { comparison == .bytesAfterInterruption }

  /// The paths of the files to remove when the build ends.
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
  /// Publishes a rendered page, unless its bytes are already published.
  /// - Parameters:
  ///   - index: the path's index in the plan; each path is written once.
  ///   - bytes: the whole page, which is not retained.
  /// - Throws: If the disk is full or a permission is missing; the old page then remains.
  /// - Complexity: O(*n*) in the bytes.
  package func write(_ index: Int, _ bytes: Span<UInt8>) throws(EnvironmentFailure) -> Entry {
    try bytes.withUnsafeBytes { (buffer) throws(EnvironmentFailure) in
      try put(.bytes(buffer), at: index)
    }
  }

  /// Publishes a copy of a file, unless its bytes are already published.
  /// - Parameters:
  ///   - source: the file's path, relative to the working directory.
  ///   - index: the path's index in the plan; each path is written once.
  /// - Throws: If the file cannot be read, the disk is full or a permission is missing.
  /// - Complexity: O(*n*) in the bytes, which are read twice if published before; memory is constant.
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

  /// The fingerprint of the source if the published file has the same bytes; nil otherwise.
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

  /// The folder in which a page is made.
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

  /// Writes the journal, unless it exists.
  ///
  /// Tasks that make their first change at the same time each rename a journal into place. The journals are
  /// identical, since no path is new; otherwise `open` would have written it.
  /// - Parameter temporary: a number that no other task is using.
  func beginChanging(temporary: Int) throws(EnvironmentFailure) {
    guard journaling == .beforeChange, try root.top.kind(of: OutputNames.journal) == nil else { return }
    try root.writeJournal(plan.stale(audience), run: run, temporary: temporary)
  }
}
