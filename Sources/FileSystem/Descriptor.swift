import Platform

/// An open file or folder, which is closed with its owner.
package struct Descriptor: ~Copyable, Sendable {
  /// The file descriptor.
  let number: Int32

  /// Takes ownership of an open descriptor.
  init(owning number: Int32) {
    self.number = number
  }

  deinit { _ = close(number) }

  /// The size of a regular file in bytes; nil for anything else.
  package func size() -> Result<Int?, SystemError> {
    var status = stat()
    return system { fstat(number, &status) }.map { _ in
      status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }
  }

  /// Reads until the buffer is full or the file ends.
  /// - Returns: the number of bytes read.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Result<Int, SystemError> {
    guard let start = buffer.baseAddress else { return .success(0) }
    var count = 0
    while count < buffer.count {
      let result = system { pread(number, start + count, buffer.count - count, off_t(offset + count)) }
      guard case .success(let more) = result else { return result }
      if more == 0 { break }
      count += more
    }
    return .success(count)
  }

  /// Whether the file has the given bytes at an offset.
  /// - Complexity: O(*n*) in the bytes.
  package func holds(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Result<Bool, SystemError> {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      var compared = 0
      while compared < bytes.count {
        let part = UnsafeMutableRawBufferPointer(
          rebasing: buffer[..<min(buffer.count, bytes.count - compared)])
        switch read(into: part, at: offset + compared) {
        case .failure(let error): return .failure(error)
        case .success(part.count) where part.elementsEqual(bytes[compared..<compared + part.count]):
          compared += part.count
        case .success: return .success(false)
        }
      }
      return .success(true)
    }
  }

  /// Writes all bytes, in as many calls as needed.
  package func write(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError> {
    Self.write(bytes, to: number)
  }

  /// Waits until everything written is on disk.
  func synchronize() -> Result<Int32, SystemError> {
    system { fsync(number) }
  }

  /// Closes the file. Some file systems only report a full disk now.
  consuming func finish() -> Result<Int32, SystemError> {
    let number = number
    discard self
    // Not repeated after a signal, because Linux has already closed the file.
    guard close(number) == 0 || errno == EINTR else { return .failure(SystemError(number: errno)) }
    return .success(0)
  }

  /// Locks the file or folder, unless another process has locked it.
  ///
  /// Some network file systems do not support locks; there, this succeeds without a lock.
  /// - Parameter isShared: whether others may share the lock.
  /// - Returns: false if another process has the lock.
  package func lock(isShared: Bool = false) -> Bool {
    let result = system { flock(number, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
    guard case .failure(let error) = result else { return true }
    return error.number != EWOULDBLOCK
  }

  /// Unlocks the file or folder.
  ///
  /// Closing it may not be enough, because a lock is shared by all copies of the descriptor: in a child
  /// process before it executes another program, or in a task that has not released its last reference yet.
  package func unlock() { _ = system { flock(number, LOCK_UN) } }

  /// Copies the owner, permissions and extended attributes of another file to a new file.
  /// - Parameter name: the path of the file, for error messages.
  func takeMetadata(of model: borrowing Descriptor, for name: String) throws(EnvironmentFailure) {
    var status = stat()
    let (number, source) = (number, model.number)
    try system { fstat(source, &status) }.orFail(to: "read", name)
    // If the owner cannot be kept, the file belongs to the user, as after saving in an editor; its group, which may be
    // that of everybody who works in the book, is still kept, or else gets none of the old group's permissions.
    var mode = status.st_mode & 0o7777
    if fchown(number, status.st_uid, status.st_gid) != 0, fchown(number, uid_t.max, status.st_gid) != 0 {
      var own = stat()
      try system { fstat(number, &own) }.orFail(to: "read", name)
      if own.st_gid != status.st_gid { mode &= ~0o070 | (mode & 0o007) << 3 }
    }
    try system { fchmod(number, mode) }.orFail(to: "write", name)
    try ExtendedAttributes.copy(from: source, to: number).orFail(
      to: "keep the extended attributes of", name)
  }
}

// Standard streams are descriptors without an owner.
extension Descriptor {
  /// Reads once, continuing after the last read.
  /// - Returns: the number of bytes read; 0 at the end.
  static func readPart(of number: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Result<
    Int, SystemError
  > {
    system { readOnce(number, buffer.baseAddress, buffer.count) }
  }

  /// Writes all bytes, in as many calls as needed.
  static func write(_ bytes: UnsafeRawBufferPointer, to number: Int32) -> Result<Int, SystemError> {
    guard let start = bytes.baseAddress else { return .success(0) }
    var written = 0
    while written < bytes.count {
      let result = system { writeOnce(number, start + written, bytes.count - written) }
      guard case .success(let more) = result else { return result }
      written += more
    }
    return .success(written)
  }
}
