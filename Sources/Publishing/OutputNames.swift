/// The names reserved by docket in an output folder, and which paths may be written there.
enum OutputNames {
  /// The file that lists the files belonging to docket.
  static let manifest = ".docket-manifest"
  /// The file that exists while a build is in progress.
  static let journal = ".docket-build"

  private static let reserved = ".docket-"

  /// Splits a path into its folder, without a trailing `/`, and its last component.
  static func parted(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return ("", path) }
    return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
  }

  /// Whether a path may be written: relative, without `..` or line breaks, and not a reserved name.
  ///
  /// A manifest is input, too: if it names `../../etc/passwd`, that file must not be removed.
  static func isPublishable(_ path: String) -> Bool {
    let bytes = path.utf8.span
    var start = 0
    for index in 0..<bytes.count {
      switch bytes[index] {
      case 0x2F:
        guard isPublishable(name: bytes.extracting(start..<index)) else { return false }
        start = index + 1
      case 0, 0x0A: return false
      default: continue
      }
    }
    return isPublishable(name: bytes.extracting(start..<bytes.count))
  }

  private static func isPublishable(name: Span<UInt8>) -> Bool {
    guard !name.isEmpty else { return false }
    guard name[0] == 0x2E else { return true }
    let isUpward = name.count == 1 || (name.count == 2 && name[1] == 0x2E)
    return !isUpward && !name.starts(with: reserved.utf8.span)
  }
}

extension Span<UInt8> {
  fileprivate func starts(with prefix: Span<UInt8>) -> Bool {
    guard prefix.count <= count else { return false }
    for index in 0..<prefix.count where self[index] != prefix[index] { return false }
    return true
  }
}
