extension EditJournal {
  /// The content of an edit's journal.
  ///
  /// Lines of text, each file's line followed by its bytes before and after, and a last line that
  /// distinguishes a complete journal from one that was being written:
  ///
  ///     docket-edit 1
  ///     folder 11 orders/2027                     (the length of the path)
  ///     file 24 214 - orders/2027/2027-0001.md    (and of the bytes before and after; - for no file)
  ///     …bytes…
  ///     end
  struct Entry: Equatable {
    /// The folders that are made, outermost first.
    var folders: [String]
    var changes: [FileChange]
  }
}

extension EditJournal.Entry {
  private static let head = "docket-edit 1\n"
  private static let end = "end\n"

  /// The journal's bytes.
  var encoded: [UInt8] {
    var bytes = Array(Self.head.utf8)
    for folder in folders { bytes += "folder \(folder.utf8.count) \(folder)\n".utf8 }
    for change in changes {
      let lengths = [change.before, change.after].map { $0.map { "\($0.count)" } ?? "-" }
      bytes += "file \(change.path.utf8.count) \(lengths[0]) \(lengths[1]) \(change.path)\n".utf8
      bytes += change.before ?? []
      bytes += change.after ?? []
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes + Self.end.utf8
  }

  /// Decodes a journal; nil if it is incomplete, or names a path outside Content or a hidden file.
  init?(decoding bytes: [UInt8]) {
    var reader = Reader(bytes: bytes[...])
    guard reader.take(Self.head) else { return nil }
    folders = []
    changes = []
    while !reader.bytes.isEmpty {
      if reader.bytes.elementsEqual(Self.end.utf8) { return }
      switch reader.word() {
      case "folder":
        guard let path = reader.number().flatMap({ reader.path($0) }), reader.take("\n") else { return nil }
        folders.append(path)
      case "file":
        guard let count = reader.number(), let before = reader.length(), let after = reader.length(),
          let path = reader.path(count), reader.take("\n"), let old = reader.bytes(before ?? 0),
          let new = reader.bytes(after ?? 0), reader.take("\n")
        else { return nil }
        changes.append(
          FileChange(
            path: path, before: before.map { _ in Array(old) },
            after: after.map { _ in Array(new) }))
      default: return nil
      }
    }
    return nil
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    /// The bytes up to a space, which is skipped.
    mutating func word() -> String? {
      guard let blank = bytes.firstIndex(of: UInt8(ascii: " ")) else { return nil }
      defer { bytes = bytes[(blank + 1)...] }
      return String(decoding: bytes[..<blank], as: UTF8.self)
    }

    mutating func number() -> Int? { word().flatMap { Int($0) } }

    /// A length; `.some(nil)` if a file does not exist.
    mutating func length() -> Int?? {
      guard let word = word() else { return nil }
      if word == "-" { return .some(nil) }
      return Int(word).map { .some($0) }
    }

    /// A path below Content of the given number of bytes.
    mutating func path(_ count: Int) -> String? {
      guard let bytes = bytes(count) else { return nil }
      let path = String(decoding: bytes, as: UTF8.self)
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      return parts.contains { $0.isEmpty || $0.hasPrefix(".") || $0.contains("\0") } ? nil : path
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
      guard count >= 0, count <= bytes.count else { return nil }
      defer { bytes = bytes.dropFirst(count) }
      return bytes.prefix(count)
    }

    mutating func take(_ text: String) -> Bool {
      guard bytes.starts(with: text.utf8) else { return false }
      bytes = bytes.dropFirst(text.utf8.count)
      return true
    }
  }
}
