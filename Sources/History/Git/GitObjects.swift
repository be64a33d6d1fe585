import FileSystem

/// Blobs of a repository that were read at once, by their names.
struct GitObjects: Sendable {
  private var ranges: [Substring: Range<Int>] = [:]
  private var bytes: [UInt8] = []

  /// Reads blobs through one `git cat-file --batch`.
  /// - Parameter names: the blobs' digests.
  /// - Throws: `HistoryFailure` where git fails. A blob that the clone does not hold is not among them.
  init(_ names: some Sequence<Substring>, of repository: GitRepository) throws(HistoryFailure) {
    let wanted = Set(names)
    guard !wanted.isEmpty else { return }
    var input: [UInt8] = []
    for name in wanted.sorted() {
      input.append(contentsOf: name.utf8)
      input.append(UInt8(ascii: "\n"))
    }
    bytes = try repository.succeed(["cat-file", "--batch", "--buffer"], input: input).output
    // Each is a line 'NAME blob SIZE', its bytes, and a line end; or a line 'NAME missing'.
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: bytes[start..<end], as: UTF8.self).split(separator: " ")
      start = end + 1
      guard words.count == 3, let size = Int(words[2]), size <= bytes.count - start else { continue }
      if words[1] == "blob" { ranges[words[0]] = start..<start + size }
      start += size + 1
    }
  }

  /// The bytes of a blob; nil where it was not read.
  subscript(name: Substring) -> ArraySlice<UInt8>? { ranges[name].map { bytes[$0] } }
}
