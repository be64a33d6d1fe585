import Diagnostics
import FileSystem

extension SourceFile {
  /// The maximum size of a text file in bytes.
  package static let maximumSize = 1 << 20

  /// Makes a text file from its bytes; an error says why it could not be read or that it is too large.
  /// - Parameters:
  ///   - path: the file, as the user would type it.
  ///   - bytes: the file's bytes, one more than the maximum for a larger file; or why it could not be read.
  package static func read(
    _ path: String, _ bytes: Result<[UInt8], EnvironmentFailure>
  ) -> Result<SourceFile, Diagnostic> {
    switch bytes {
    case .failure(let error):
      .failure(
        Diagnostic(.unreadableFile, at: .init(fileAt: path), "cannot read the file: \(error.reason)"))
    case .success(let bytes) where bytes.count > maximumSize:
      .failure(
        Diagnostic(.fileTooLarge, at: .init(fileAt: path), "the file is larger than 1 MiB, the maximum"))
    case .success(let bytes): .success(SourceFile(path: path, bytes: bytes))
    }
  }
}
