import Platform

/// The names in a folder, read one after another in no particular order; closed with its owner.
struct FolderStream: ~Copyable {
  #if canImport(Darwin)
    private let directory: UnsafeMutablePointer<DIR>
  #else
    private let directory: OpaquePointer
  #endif

  /// Opens a folder by its path, following symbolic links.
  init(path: String) throws(SystemError) {
    guard let directory = systemPointer({ opendir(path) }) else { throw SystemError(number: errno) }
    self.directory = directory
  }

  /// Takes ownership of the descriptor of an open folder, even on failure.
  init(owning number: Int32) throws(SystemError) {
    guard let directory = systemPointer({ fdopendir(number) }) else {
      let error = SystemError(number: errno)
      _ = close(number)
      throw error
    }
    self.directory = directory
  }

  deinit { closedir(directory) }

  /// The file descriptor of the open folder.
  var number: Int32 { dirfd(directory) }

  /// The next name except `.` and `..`, and the file type reported by `readdir`, such as `DT_DIR`.
  /// - Returns: nil at the end.
  mutating func next() throws(SystemError) -> (name: String, type: Int32)? {
    while true {
      guard let entry = systemPointer({ readdir(directory) }) else {
        // Only `errno` distinguishes the end from an error.
        let error = SystemError(number: errno)
        if error.number == 0 { return nil }
        throw error
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { return (name, Int32(entry.pointee.d_type)) }
    }
  }
}
