import FileSystem

/// The files of a source with their bytes, as they were read.
///
/// What has not changed since an earlier reading is taken from there. Every reading of other bytes gets a version of its
/// own, so that whatever is made of a file can be kept as long as its version stays.
struct ContentFiles: Sendable {
  /// A file that was listed, or what stands in its place.
  struct File: Sendable {
    let entry: ContentEntry
    /// The bytes, or why they cannot be read; of a file whose name does not end in .md, its first 64. Nothing where the
    /// entry is no file.
    var bytes: Result<[UInt8], EnvironmentFailure> = .success([])
    /// What tells these bytes from all others of this and other paths; 0 where the entry is no file.
    var version = 0
  }

  /// Content, as the user would type it.
  let root: String
  /// The files whose names are not ignored, sorted by path.
  private(set) var files: [File] = []
  /// Why nothing could be listed.
  private(set) var failure: EnvironmentFailure?
  /// The greatest version there is.
  private var lastVersion = 0

  /// No files yet.
  init(root: String) {
    self.root = root
  }

  /// How much of a file that is no Markdown is read: a fence, and the blanks that may follow it.
  private static let beginning = 64

  /// Lists and reads the files of a source.
  /// - Parameters:
  ///   - source: where they are.
  ///   - earlier: what was read before; nil where nothing will be read again, so that stamps are of no use.
  ///   - onlySettings: whether to read nothing but site.yml and model.yml.
  static func read(
    _ source: any ContentSource, after earlier: ContentFiles?, onlySettings: Bool = false
  ) async -> ContentFiles {
    var result = ContentFiles(root: source.root)
    let withStamps = earlier != nil
    let earlier = earlier?.root == source.root ? earlier : nil
    result.lastVersion = earlier?.lastVersion ?? 0
    do throws(EnvironmentFailure) {
      result.files = try await source.list(withStamps: withStamps).filter { !$0.isIgnored }.map {
        File(entry: $0)
      }
    } catch {
      result.failure = error
    }
    let unread = result.keep(earlier?.files ?? []).filter {
      !onlySettings || result.files[$0].entry.isSettings
    }
    let (files, indices) = (result.files, unread)
    let parts = await inParallel(unread.count, by: 256) { part in
      Self.bytes(of: indices[part].map { files[$0].entry }, in: source)
    }
    for (index, bytes) in zip(unread, parts.joined()) { result.put(bytes, at: index) }
    return result
  }

  /// The file of a path.
  /// - Complexity: O(log *n*) in the files.
  subscript(path: String) -> File? {
    let index = files.partitioningIndex { !$0.entry.path.precedes(path) }
    return index < files.count && files[index].entry.path.hasSameBytes(as: path) ? files[index] : nil
  }

  /// Whether anything lies in a folder.
  func hasFiles(in folder: String) -> Bool {
    let index = files.partitioningIndex { !$0.entry.path.precedes(folder + "/") }
    return index < files.count && files[index].entry.path.hasPrefix(folder + "/")
  }

  /// Takes what has not changed from an earlier reading.
  /// - Returns: the files to read.
  private mutating func keep(_ earlier: [File]) -> [Int] {
    var unread: [Int] = []
    var next = 0
    for index in files.indices where files[index].entry.kind == .file {
      let entry = files[index].entry
      while next < earlier.count, earlier[next].entry.path.precedes(entry.path) { next += 1 }
      if next < earlier.count, earlier[next].version > 0,
        earlier[next].entry.path.hasSameBytes(as: entry.path)
      {
        files[index].bytes = earlier[next].bytes
        files[index].version = earlier[next].version
        if entry.stamp != nil, entry.stamp == earlier[next].entry.stamp { continue }
      }
      unread.append(index)
    }
    return unread
  }

  /// Puts what was read in its place, under a new version unless it is what was there before.
  private mutating func put(_ bytes: Result<[UInt8], EnvironmentFailure>, at index: Int) {
    if files[index].version > 0, case .success(let old) = files[index].bytes, case .success(let new) = bytes,
      old == new
    {
      return
    }
    lastVersion += 1
    files[index].bytes = bytes
    files[index].version = lastVersion
  }

  /// The bytes of files: all of Markdown and of the settings, the beginnings of others.
  private static func bytes(
    of entries: [ContentEntry], in source: any ContentSource
  ) -> [Result<[UInt8], EnvironmentFailure>] {
    let areWhole = entries.map { $0.path.utf8.suffix(3).elementsEqual(".md".utf8) || $0.isSettings }
    func read(_ whole: Bool, limit: Int) -> ArraySlice<Result<[UInt8], EnvironmentFailure>> {
      let paths = zip(entries, areWhole).filter { $1 == whole }.map(\.0.path)
      return paths.isEmpty ? [] : source.read(paths, limit: limit)[...]
    }
    var whole = read(true, limit: RecordReader.largestFile)
    var beginnings = read(false, limit: beginning)
    return areWhole.map { isWhole in
      (isWhole ? whole.popFirst() : beginnings.popFirst())
        ?? .failure(EnvironmentFailure("read", source.root, reason: "it was not read"))
    }
  }
}

extension ContentEntry {
  /// Whether it is site.yml or model.yml.
  var isSettings: Bool { path == "site.yml" || path == "model.yml" }

  /// Whether a name in its path begins with `.` or `_`; what lies beside Content is not ignored.
  fileprivate var isIgnored: Bool {
    var isFirst = true
    for byte in path.utf8 {
      if isFirst, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") { return !path.hasPrefix("../") }
      isFirst = byte == UInt8(ascii: "/")
    }
    return false
  }
}
