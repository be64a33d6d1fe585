import CSystem
import Platform

extension OpenFolder {
  /// The outcome of replacing the bytes of a file.
  package enum Replacement {
    /// The file has the new bytes.
    case replaced
    /// The file does not have the expected bytes, and stays as it is.
    case changed
    /// The file has other names (hard links), which would keep the old bytes, and stays as it is.
    case hardLinked
  }

  /// Replaces the bytes of a file atomically, keeping its permissions, owner and extended attributes.
  /// - Parameters:
  ///   - name: the file.
  ///   - old: the bytes that it must have.
  ///   - new: the new bytes.
  ///   - temporary: a name in this folder for the new file.
  ///   - published: the user's path of the file, for messages.
  /// - Throws: If one of these cannot be kept; the file then stays as it is.
  package func replace(
    _ name: String, holding old: [UInt8], with new: [UInt8], temporary: String, for published: String
  ) throws(EnvironmentFailure) -> Replacement {
    guard let file = try file(name) else { return .changed }
    var status = stat()
    try system { fstat(file.number, &status) }.orFail(to: "read", published)
    guard status.st_mode & S_IFMT == S_IFREG else { return .changed }
    guard status.st_nlink == 1 else { return .hardLinked }
    try system { faccessat(descriptor.number, name, W_OK, 0) }.orFail(to: "write", published)
    let staged = StagedFile(temporary, in: self, for: published, durability: .bytes)
    try staged.write { (written) throws(EnvironmentFailure) in
      try written.takeMetadata(of: file, for: published)
      try new.withUnsafeBytes { written.write($0) }.orFail(to: "write", published)
    }
    let isReplaced = try staged.rename(to: name) { () throws(EnvironmentFailure) in
      try bytes(of: name) == old
    }
    return isReplaced ? .replaced : .changed
  }
}

/// The extended attributes of files, such as labels, access lists and desktop metadata.
enum ExtendedAttributes {
  /// Copies the attributes from one open file to another.
  static func copy(from source: Int32, to target: Int32) -> Result<Void, SystemError> {
    let names: [CChar]
    switch value({ list(source, $0, $1) }) {
    case .success(let bytes): names = bytes
    // A file system without extended attributes has none to copy.
    case .failure(let error) where error.number == ENOTSUP: return .success(())
    case .failure(let error): return .failure(error)
    }
    for name in names.split(separator: 0) {
      let name = Array(name) + [0]
      switch value({ get(source, name, $0, $1) }) {
      case .failure(let error): return .failure(error)
      case .success(let bytes):
        guard case .failure(let error) = system({ set(target, name, bytes, bytes.count) }) else { continue }
        // The system labels new files itself, and may let nobody else do it.
        let isOfSystem = ["security.", "trusted."].contains { name.starts(with: $0.utf8CString.dropLast()) }
        guard isOfSystem, error.number == EPERM || error.number == EACCES else { return .failure(error) }
      }
    }
    return .success(())
  }

  /// A value of variable size, which is queried first.
  private static func value(
    _ read: (UnsafeMutablePointer<CChar>?, Int) -> Int
  ) -> Result<[CChar], SystemError> {
    system { read(nil, 0) }.flatMap { size in
      guard size > 0 else { return .success([]) }
      var bytes = [CChar](repeating: 0, count: size)
      return bytes.withUnsafeMutableBufferPointer { buffer in system { read(buffer.baseAddress, size) } }
        .map { Array(bytes.prefix($0)) }
    }
  }

  #if canImport(Darwin)
    private static func list(_ file: Int32, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
      flistxattr(file, buffer, size, 0)
    }
    private static func get(
      _ file: Int32, _ name: [CChar], _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
    ) -> Int { fgetxattr(file, name, buffer, size, 0, 0) }
    private static func set(_ file: Int32, _ name: [CChar], _ bytes: [CChar], _ size: Int) -> Int32 {
      fsetxattr(file, name, bytes, size, 0, 0)
    }
  #else
    private static func list(_ file: Int32, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
      flistxattr(file, buffer, size)
    }
    private static func get(
      _ file: Int32, _ name: [CChar], _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
    ) -> Int { fgetxattr(file, name, buffer, size) }
    private static func set(_ file: Int32, _ name: [CChar], _ bytes: [CChar], _ size: Int) -> Int32 {
      fsetxattr(file, name, bytes, size, 0)
    }
  #endif
}
