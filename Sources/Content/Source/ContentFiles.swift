import Diagnostics
import FileSystem

/// The files of a source with their bytes.
///
/// Unchanged files are taken from an earlier reading. Each reading of different bytes gets a new version, so
/// whatever is made from a file can be kept as long as its version stays the same.
struct ContentFiles: Sendable {
  /// A listed file, or what is in its place.
  struct File: Sendable {
    let entry: ContentEntry
    /// The bytes, or why they cannot be read; only the first 64 for a file that is not Markdown, settings or
    /// a closed period. Empty if the entry is not a file.
    var bytes: Result<[UInt8], EnvironmentFailure> = .success([])
    /// A number that identifies these bytes among all bytes of all paths; 0 if the entry is not a file.
    var version = 0
  }

  /// Content, as the user would type it.
  let root: String
  /// The files whose names are not ignored, sorted by path.
  private(set) var files: [File] = []
  /// Why nothing could be listed.
  private(set) var failure: EnvironmentFailure?
  /// The greatest version so far.
  private(set) var lastVersion = 0
  /// A version of the names of the files and of the bytes of those that are not Markdown.
  private(set) var namesVersion = 0
  /// Whether each file has only one path, so that changing it changes only that path.
  private var isPlain = true

  /// No files yet.
  init(root: String) {
    self.root = root
  }

  /// How much of a file that is not Markdown is read, in bytes: enough for a fence and the blanks after it.
  private static let beginning = 64
  /// How much of a closed period is read, in bytes: enough for some 300,000 records.
  private static let maximumClosedPeriodSize = 64 << 20

  /// Lists and reads the files of a source.
  /// - Parameters:
  ///   - source: where the files are.
  ///   - earlier: the previous reading; nil if nothing will be read again, so that stamps are not needed.
  ///   - onlySettings: whether to read only site.yml and model.yml.
  static func read(
    _ source: any ContentSource, after earlier: ContentFiles?, onlySettings: Bool = false
  ) async -> ContentFiles {
    let lock = source.readingLock
    defer { withExtendedLifetime(lock) {} }
    var result = ContentFiles(root: source.root)
    let withStamps = earlier != nil
    let earlier = earlier?.root == source.root ? earlier : nil
    (result.lastVersion, result.namesVersion) = (earlier?.lastVersion ?? 0, earlier?.namesVersion ?? 0)
    do throws(EnvironmentFailure) {
      let entries = try await source.list(withStamps: withStamps)
      result.files.reserveCapacity(entries.count)
      for entry in entries where !entry.isIgnored { result.files.append(File(entry: entry)) }
    } catch {
      result.failure = error
    }
    let pending = result.reuse(earlier?.files ?? []).filter {
      !onlySettings || result.files[$0].entry.isSettings
    }
    let entries = pending.map { result.files[$0].entry }
    let parts = await inParallel(pending.count, by: 256) { Self.bytes(of: entries[$0], in: source) }
    result.isPlain = result.files.allSatisfy { $0.entry.kind == .file && !$0.entry.isLinked }
    if earlier.map({ !result.hasSameNames(as: $0) }) ?? true { result.renewNames() }
    for (index, bytes) in zip(pending, parts.joined()) { result.put(bytes, at: index) }
    return result
  }

  /// The files after some of them may have changed.
  /// - Parameters:
  ///   - paths: the paths of these files, of which one may be there twice; other files are taken as they were read.
  ///   - source: where the files are.
  /// - Returns: nil if this needs a new listing of all files.
  func reading(_ paths: [String], of source: any ContentSource) -> ContentFiles? {
    guard root == source.root, failure == nil, isPlain, !files.isEmpty else { return nil }
    var result = self
    for path in paths.sorted(by: { $0.precedes($1) }) {
      let place = result.place(of: path)
      let (index, isKnown) = (place.lowerBound, !place.isEmpty)
      switch source.file(at: path) {
      case nil: return nil
      case .nothing where !isKnown: continue
      case .nothing:
        result.files.remove(at: index)
        result.renewNames()
      case .file(let entry) where entry.isIgnored: continue
      case .file(let entry):
        if isKnown {
          result.files[index] = File(
            entry: entry, bytes: result.files[index].bytes, version: result.files[index].version)
        } else {
          // The first file in a folder may decide the purpose of the folder.
          guard result.hasSiblings(of: path) else { return nil }
          result.files.insert(File(entry: entry), at: index)
          result.renewNames()
        }
        for bytes in Self.bytes(of: [entry], in: source) { result.put(bytes, at: index) }
      }
    }
    return result
  }

  /// Whether the folder of a path has a file directly in it.
  private func hasSiblings(of path: String) -> Bool {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return true }
    let folder = String(path[..<slash])
    return files(in: folder).contains { file in
      !file.entry.path.utf8.dropFirst(folder.utf8.count + 1).contains(UInt8(ascii: "/"))
    }
  }

  private func hasSameNames(as earlier: ContentFiles) -> Bool {
    isPlain && earlier.isPlain && failure == nil && earlier.failure == nil
      && files.count == earlier.files.count
      && zip(files, earlier.files).allSatisfy { $0.entry.path.isSamePath(as: $1.entry.path) }
  }

  /// Records that the names of the files have changed.
  private mutating func renewNames() {
    lastVersion += 1
    namesVersion = lastVersion
  }

  /// The place of a path in `files`, which is empty if there is no such file.
  private func place(of path: String) -> Range<Int> { files.range(of: path, by: \.entry.path) }

  /// The file of a path.
  /// - Complexity: O(log *n*) in the files.
  subscript(path: String) -> File? { files[place(of: path)].first }

  /// Whether there are files in a folder.
  func hasFiles(in folder: String) -> Bool { !files(in: folder).isEmpty }

  /// The files in a folder, directly or deeper, sorted by path.
  func files(in folder: String) -> ArraySlice<File> {
    files[place(of: folder + "/").lowerBound...].prefix { $0.entry.path.beginsWithBytes(of: folder + "/") }
  }

  /// Takes unchanged files from an earlier reading.
  /// - Returns: the files to read.
  private mutating func reuse(_ earlier: [File]) -> [Int] {
    var pending: [Int] = []
    var next = 0
    for index in files.indices where files[index].entry.kind == .file {
      let entry = files[index].entry
      while next < earlier.count, earlier[next].entry.path.precedes(entry.path) { next += 1 }
      if next < earlier.count, earlier[next].version > 0,
        earlier[next].entry.path.isSamePath(as: entry.path)
      {
        files[index].bytes = earlier[next].bytes
        files[index].version = earlier[next].version
        if entry.stamp != nil, entry.stamp == earlier[next].entry.stamp { continue }
      }
      pending.append(index)
    }
    return pending
  }

  /// Stores bytes that were read, under a new version unless they are unchanged.
  private mutating func put(_ bytes: Result<[UInt8], EnvironmentFailure>, at index: Int) {
    if files[index].version > 0, case .success(let old) = files[index].bytes, case .success(let new) = bytes,
      old == new
    {
      return
    }
    lastVersion += 1
    files[index].bytes = bytes
    files[index].version = lastVersion
    if !files[index].entry.path.hasMarkdownEnding { namesVersion = lastVersion }
  }

  /// The bytes of files: all of Markdown files, settings and closed periods, and the beginnings of others.
  private static func bytes(
    of entries: ArraySlice<ContentEntry>, in source: any ContentSource
  ) -> [Result<[UInt8], EnvironmentFailure>] {
    let limits = entries.map { entry in
      if entry.path.hasMarkdownEnding || entry.isSettings { return SourceFile.maximumSize }
      return ClosedPeriod.period(ofPath: entry.path) == nil ? beginning : maximumClosedPeriodSize
    }
    var read: [Int: ArraySlice<Result<[UInt8], EnvironmentFailure>>] = [:]
    for limit in Set(limits) {
      let paths = zip(entries, limits).filter { $1 == limit }.map(\.0.path)
      read[limit] = source.read(paths, limit: limit)[...]
    }
    return limits.map { limit in
      read[limit]?.popFirst() ?? .failure(EnvironmentFailure("read", source.root, reason: "it was not read"))
    }
  }
}

extension ContentEntry {
  /// Whether it is site.yml or model.yml.
  var isSettings: Bool { path == "site.yml" || path == "model.yml" }

  /// Whether it is beside the source's folder.
  package var isBeside: Bool { path.hasPrefix("../") }

  /// Whether a name in its path is one that folder scans leave out; files beside Content are not ignored.
  package var isIgnored: Bool { !isBeside && FileSystem.isIgnored(path) }
}

extension ContentFiles: Equatable {
  /// Whether two readings gave the same files with the same bytes, regardless of their versions.
  /// - Complexity: O(*n*) in the files, and in the bytes of those that were read again.
  static func == (a: ContentFiles, b: ContentFiles) -> Bool {
    a.root == b.root && a.failure?.reason == b.failure?.reason && a.files.count == b.files.count
      && zip(a.files, b.files).allSatisfy { $0.isSame(as: $1) }
  }
}

extension ContentFiles.File {
  /// Whether another file has the same path and bytes.
  fileprivate func isSame(as other: Self) -> Bool {
    if version > 0, version == other.version { return true }
    guard entry.kind == other.entry.kind, entry.path.isSamePath(as: other.entry.path) else { return false }
    return switch (bytes, other.bytes) {
    case (.success(let a), .success(let b)): a == b
    case (.failure(let a), .failure(let b)): a.reason == b.reason
    default: false
    }
  }
}
