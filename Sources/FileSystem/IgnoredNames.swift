/// The names of files and folders that folder scans leave out: those that begin with `.` or `_`, and what systems and
/// programs leave in every folder that they touch.
enum IgnoredNames {
  /// Names in lower case: of Windows (Explorer's settings and previews, the bin of a drive), macOS (a folder's own icon,
  /// whose name ends in a carriage return) and Synology (its index).
  private static let litter: [StaticString] = [
    "thumbs.db", "ehthumbs.db", "desktop.ini", "$recycle.bin", "icon\r", "@eadir",
  ]
  /// The end of the name of what Windows keeps of a file's origin, as other systems store it.
  private static let originMark: StaticString = ":zone.identifier"
  /// The end of the name of a file that iCloud has taken off the disk.
  private static let placeholderMark: StaticString = ".icloud"

  /// Whether a name is one of them.
  /// - Parameter isOfFile: whether it may be that of a file, such as iCloud's placeholder of one that is not ignored.
  static func contain(_ name: Span<UInt8>, isOfFile: Bool) -> Bool {
    guard !name.isEmpty else { return false }
    switch name[0] {
    case UInt8(ascii: "_"): return true
    case UInt8(ascii: "."): return !isOfFile || !isPlaceholder(name)
    // What Office keeps beside a document that is open.
    case UInt8(ascii: "~") where name.count > 1 && name[1] == UInt8(ascii: "$"): return true
    default:
      return litter.contains { name.count == $0.utf8CodeUnitCount && ends(name, with: $0) }
        || ends(name, with: originMark)
    }
  }

  private static func isPlaceholder(_ name: Span<UInt8>) -> Bool {
    let end = name.count - placeholderMark.utf8CodeUnitCount
    return end > 1 && ends(name, with: placeholderMark) && !contain(name.extracting(1..<end), isOfFile: true)
  }

  /// Whether a name ends like a text in lower case, ignoring case.
  private static func ends(_ name: Span<UInt8>, with text: StaticString) -> Bool {
    let start = name.count - text.utf8CodeUnitCount
    guard start >= 0 else { return false }
    for index in 0..<text.utf8CodeUnitCount {
      let byte = name[start + index]
      let folded = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
      if folded != text.utf8Start[index] { return false }
    }
    return true
  }
}
