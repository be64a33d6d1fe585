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

  /// Takes over an open descriptor.
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
    guard let start = bytes.baseAddress else { return .success(0) }
    var written = 0
    while written < bytes.count {
      let result = system { Self.write(number, start + written, bytes.count - written) }
      guard case .success(let more) = result else { return result }
      written += more
    }
    return .success(written)
  }

  /// Waits until what was written is on the disk.
  package func synchronize() -> Result<Int32, SystemError> {
    system { fsync(number) }
  }

  /// Closes the file; some file systems say only now that the disk is full.
  package consuming func finish() -> Result<Int32, SystemError> {
    let number = number
    discard self
    // Not made again after a signal, for Linux has closed it by then.
    guard close(number) == 0 || errno == EINTR else { return .failure(SystemError(number: errno)) }
    return .success(0)
  }

  private static func write(_ number: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.write(number, bytes, count)
    #elseif canImport(Musl)
      Musl.write(number, bytes, count)
    #else
      Glibc.write(number, bytes, count)
    #endif
  }
}
