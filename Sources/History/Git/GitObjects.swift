import FileSystem

/// Reads blobs of a repository.
enum GitObjects {
  /// A blob, and its path relative to the top of the work tree in the commit it is read for.
  typealias File = (blob: Substring, path: String)

  /// Reads blobs through one `git cat-file --batch`.
  ///
  /// The bytes are those that a checkout would write: git converts line endings and whatever else
  /// `.gitattributes` defines, for which it needs the path of each blob.
  /// - Parameters:
  ///   - files: the blobs.
  ///   - commit: the commit whose attributes apply; git before 2.42 only uses those of the work tree.
  /// - Returns: the bytes of each file, in the given order; nil for a blob that the clone does not have.
  /// - Throws: `HistoryFailure` if git fails.
  static func contents(
    of files: [File], at commit: Commit, in repository: GitRepository
  ) throws(HistoryFailure) -> [ArraySlice<UInt8>?] {
    guard !files.isEmpty else { return [] }
    // Converted content does not have the length that git states, so each blob is followed by a request for
    // the commit: its name, which no file in it can contain, marks the end. Git finds the commit at once; for
    // an unknown name it would search the whole repository each time.
    let end = commit.name
    var input: [UInt8] = []
    for (blob, path) in files {
      // A path with a line break is reported elsewhere.
      let path = path.utf8.contains(UInt8(ascii: "\n")) ? "-" : path
      input += "\(blob) \(path)\n\(end)\n".utf8
    }
    let output = try repository.succeed(
      ["cat-file", "--batch", "--buffer", "--filters"], input: input,
      environment: ["GIT_ATTR_SOURCE": commit.name]
    ).output
    return contents(output, end: Array("\n\(end) commit ".utf8), count: files.count)
  }

  /// Reads blobs that the history needs: what follows from the others would be told of the wrong commit.
  /// - Parameters: as those of `contents(of:at:in:)`.
  /// - Throws: `HistoryFailure` if git fails, or if the clone does not have one of them.
  static func wholeContents(
    of files: [File], at commit: Commit, in repository: GitRepository
  ) throws(HistoryFailure) -> [ArraySlice<UInt8>] {
    var whole: [ArraySlice<UInt8>] = []
    for (file, content) in zip(files, try contents(of: files, at: commit, in: repository)) {
      guard let content else {
        throw .environment(
          EnvironmentFailure(
            "read", file.path, reason: "this clone does not hold its version \(file.blob.prefix(12))"))
      }
      whole.append(content)
    }
    return whole
  }

  /// Splits git's output: for each blob a line 'NAME blob SIZE', its bytes and a line ending, or a line 'NAME
  /// missing'; then the commit, a line 'COMMIT commit SIZE', its bytes and a line ending.
  private static func contents(_ output: [UInt8], end: [UInt8], count: Int) -> [ArraySlice<UInt8>?] {
    var contents: [ArraySlice<UInt8>?] = []
    contents.reserveCapacity(count)
    var start = 0
    /// Skips the commit at an offset, including the line ending before it.
    func skipCommit(at place: Int) {
      guard let line = output[min(place + end.count, output.count)...].firstIndex(of: UInt8(ascii: "\n")),
        let size = Int(String(decoding: output[(place + end.count)..<line], as: UTF8.self))
      else { return start = output.count }
      start = min(line + size + 2, output.count)
    }
    while contents.count < count, let line = output[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: output[start..<line], as: UTF8.self).split(separator: " ")
      guard words.count == 3, words[1] == "blob", let size = Int(words[2]) else {
        contents.append(nil)
        skipCommit(at: place(of: end, in: output, from: line, expected: line))
        continue
      }
      let stop = place(of: end, in: output, from: line + 1, expected: line + 1 + size)
      contents.append(output[line + 1..<stop])
      skipCommit(at: stop)
    }
    return contents + Array(repeating: nil, count: count - contents.count)
  }

  /// The offset of a terminator; the end of the output if there is none.
  /// - Parameter expected: the offset if nothing was converted.
  private static func place(of end: [UInt8], in output: [UInt8], from start: Int, expected: Int) -> Int {
    func stands(at place: Int) -> Bool {
      place + end.count <= output.count && end.indices.allSatisfy { output[place + $0] == end[$0] }
    }
    if stands(at: expected) { return expected }
    return (start..<max(start, output.count)).first(where: stands) ?? output.count
  }
}

extension GitRepository {
  /// The objects for names such as `COMMIT:PATH`; nil for an object that is missing or of another type.
  /// - Parameter type: `blob` or `tree`.
  func objects(named names: [String], type: String) throws(HistoryFailure) -> [Substring?] {
    guard !names.isEmpty else { return [] }
    let answer = try succeed(
      ["cat-file", "--batch-check=%(objecttype) %(objectname)", "--buffer"],
      input: names.flatMap { Array("\($0)\n".utf8) })
    return answer.output.split(separator: UInt8(ascii: "\n")).map { line in
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      return words.count == 2 && words[0] == type ? words[1] : nil
    }
  }
}
