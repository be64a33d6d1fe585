import Platform

/// Reads files one after another.
///
/// The folder of the last file stays open, so that the system looks up only the name in it, and a buffer
/// receives the bytes before the size is known. Reading 11,000 files of a few hundred bytes takes 27 ms of
/// CPU, compared with 34 ms with full paths and an `fstat` each.
package struct FileReader: ~Copyable {
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// The open folder.
  private var folder = AT_FDCWD
  /// The zero-terminated path of the open folder.
  private var folderPath: [CChar] = [0]

  package init() {}

  deinit {
    buffer.deallocate()
    if folder >= 0 { close(folder) }
  }

  /// The bytes of a file, or its first bytes.
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: the maximum number of bytes; of a longer file, one more byte is returned.
  ///   - waits: whether to wait for data in a pipe; without it, a pipe in place of a file counts as empty.
  /// - Throws: `EnvironmentFailure` if the file cannot be read.
  package mutating func read(
    _ path: String, limit: Int = .max - 1, waits: Bool = false
  ) throws(EnvironmentFailure) -> [UInt8] {
    let file = try path.withCString { open($0, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)) }
      .orFail(to: "read", path)
    defer { close(file) }
    var bytes: [UInt8] = []
    // Reads until the system reports the end of the file: a short read alone does not indicate it.
    while bytes.count <= limit {
      let wanted = buffer.prefix(limit + 1 - bytes.count)
      let count = try Descriptor.readPart(of: file, into: UnsafeMutableRawBufferPointer(rebasing: wanted))
        .orFail(to: "read", path)
      if count == 0 { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    return bytes
  }

  /// Opens a file, by its name in the open folder.
  private mutating func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Result<Int32, SystemError> {
    guard let slash = strrchr(path, CInt(UInt8(ascii: "/"))) else {
      return system { openat(AT_FDCWD, path, flags) }
    }
    let length = slash + 1 - UnsafeMutablePointer(mutating: path)
    if length + 1 != folderPath.count || memcmp(path, folderPath, length) != 0 {
      let next: [CChar] = Array(UnsafeBufferPointer(start: path, count: length)) + [0]
      let opened = system { openat(AT_FDCWD, next, flags | O_DIRECTORY) }
      guard case .success(let number) = opened else { return opened }
      if folder >= 0 { close(folder) }
      (folder, folderPath) = (number, next)
    }
    let folder = folder
    return system { openat(folder, slash + 1, flags) }
  }
}
