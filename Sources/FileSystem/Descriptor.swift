#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An open file or folder, closed with its owner.
package struct Descriptor: ~Copyable, Sendable {
  /// The system's number for it.
  package let number: Int32

  /// Takes ownership of an open descriptor.
  package init(owning number: Int32) {
    self.number = number
  }

  deinit { _ = close(number) }

  /// The size in bytes of a regular file, or nil for anything else.
  package func size() -> Result<Int?, SystemError> {
    var status = stat()
    return system { fstat(number, &status) }.map { _ in
      status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }
  }

  /// Reads until the buffer is full or the file ends.
  /// - Returns: the number of bytes read.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Result<Int, SystemError> {
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

  /// Whether the file has these bytes at an offset.
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

  /// Writes all bytes, however many calls it takes.
  package func write(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError> {
    Self.write(bytes, to: number)
  }

  /// Waits until what was written is on the disk.
  func synchronize() -> Result<Int32, SystemError> {
    system { fsync(number) }
  }

  /// Closes the file; some file systems report only now that the disk is full.
  package consuming func finish() -> Result<Int32, SystemError> {
    let number = number
    discard self
    // Not repeated after a signal, because Linux has closed it by then.
    guard close(number) == 0 || errno == EINTR else { return .failure(SystemError(number: errno)) }
    return .success(0)
  }

  /// Takes the right to change what the file or folder stands for, unless another process has it.
  ///
  /// Some network file systems have no locks; a change there is as safe as it is alone.
  /// - Returns: false where another has it.
  package func lock() -> Bool {
    let result = system { flock(number, LOCK_EX | LOCK_NB) }
    guard case .failure(let error) = result else { return true }
    return error.number != EWOULDBLOCK
  }

  /// Gives the right back.
  ///
  /// Said rather than left to `close`: a lock also belongs to whatever shares the descriptor, such as a child of this
  /// process that has not yet become another program, or a task whose last reference is still on its way out.
  package func unlock() { _ = system { flock(number, LOCK_UN) } }

  /// Gives a new file the owner, the permissions and the extended attributes of another.
  /// - Parameter name: the path that the user knows, for a failure.
  func takeMetadata(of model: borrowing Descriptor, for name: String) throws(EnvironmentFailure) {
    var status = stat()
    let (number, source) = (number, model.number)
    try system { fstat(source, &status) }.orFail(to: "read", name)
    // Where the owner cannot be kept the file is the user's, as an editor would leave it.
    _ = fchown(number, status.st_uid, status.st_gid)
    try system { fchmod(number, status.st_mode & 0o7777) }.orFail(to: "write", name)
    try ExtendedAttributes.copy(from: source, to: number).orFail(
      to: "keep the extended attributes of", name)
  }
}

// Standard streams are descriptors that nobody owns.
extension Descriptor {
  /// Reads once, from where the last read ended.
  /// - Returns: the number of bytes read; 0 at the end.
  static func readPart(of number: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Result<
    Int, SystemError
  > {
    system {
      #if canImport(Darwin)
        Darwin.read(number, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        Musl.read(number, buffer.baseAddress, buffer.count)
      #else
        Glibc.read(number, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  /// Writes all bytes, however many calls it takes.
  static func write(_ bytes: UnsafeRawBufferPointer, to number: Int32) -> Result<Int, SystemError> {
    guard let start = bytes.baseAddress else { return .success(0) }
    var written = 0
    while written < bytes.count {
      let result = system {
        #if canImport(Darwin)
          Darwin.write(number, start + written, bytes.count - written)
        #elseif canImport(Musl)
          Musl.write(number, start + written, bytes.count - written)
        #else
          Glibc.write(number, start + written, bytes.count - written)
        #endif
      }
      guard case .success(let more) = result else { return result }
      written += more
    }
    return .success(written)
  }
}
