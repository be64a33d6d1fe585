import Diagnostics
import FileSystem

/// The files in an output folder that belong to docket, in ascending order of their paths' UTF-8 bytes.
struct OwnedFiles: Sendable {
  /// A file: its path and, if known, its fingerprint.
  struct File: Sendable {
    /// The path within the output folder.
    let path: String
    /// The fingerprint; nil if an unfinished build may or may not have written the file.
    let fingerprint: Fingerprint?
  }

  /// The formats of the manifest and the journal. Both begin with a line of name, version, audience unless it
  /// is `full`, and number of files.
  enum Format {
    /// One line per file: `b1c8…e0 1024 orders/2026-0123.html`, with hash in hexadecimal and size in bytes.
    case manifest
    /// One line per file: its path.
    case journal

    var name: String { self == .manifest ? OutputNames.manifest : OutputNames.journal }

    /// The parts that must survive a power failure: the journal must be on disk before any page is.
    var durability: StagedFile.Durability { self == .manifest ? .bytes : .bytesAndName }

    fileprivate var signature: String {
      switch self {
      case .manifest: "docket-manifest 1 "
      case .journal: "docket-build 1 "
      }
    }
  }

  private(set) var files: [File]
  let audience: SiteOutput.Audience

  /// Makes a list.
  /// - Parameter files: the distinct files in ascending order.
  init(_ files: [File], audience: SiteOutput.Audience) {
    self.files = files
    self.audience = audience
  }

  /// The union of this list and another one.
  /// - Complexity: O(*n* log *n*) in both counts; O(1) if one of them is empty.
  func union(_ other: OwnedFiles) -> OwnedFiles {
    guard !other.files.isEmpty else { return self }
    guard !files.isEmpty else { return OwnedFiles(other.files, audience: audience) }
    return OwnedFiles(
      (files + other.files.filter { !contains($0.path) }).sorted { $0.path.precedes($1.path) },
      audience: audience)
  }

  /// Whether the list contains a path.
  /// - Complexity: O(log *n*).
  func contains(_ path: String) -> Bool {
    let index = firstIndex(notBefore: path)
    return index < files.count && files[index].path.isSamePath(as: path)
  }

  /// Whether a file of the list is in a folder or below it.
  /// - Complexity: O(log *n*).
  func liesBelow(_ folder: String) -> Bool {
    let index = firstIndex(notBefore: folder + "/")
    return index < files.count && files[index].path.beginsWithBytes(of: folder + "/")
  }

  private func firstIndex(notBefore path: String) -> Int {
    files.partitioningIndex { !$0.path.precedes(path) }
  }
}

extension OwnedFiles {
  /// The bytes of a manifest or journal.
  /// - Complexity: O(*n*) in the bytes.
  func bytes(as format: Format) -> [UInt8] {
    let word = audience == .full ? "" : audience.rawValue + " "
    var bytes = Array("\(format.signature)\(word)\(files.count)\n".utf8)
    bytes.reserveCapacity(files.count * 64)
    for file in files {
      if format == .manifest {
        let fingerprint = file.fingerprint ?? Fingerprint(hash: 0, size: 0)
        for shift in stride(from: UInt64(60), through: 0, by: -4) {
          let digit = UInt8(truncatingIfNeeded: fingerprint.hash &>> shift) & 0xF
          bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
        }
        bytes.append(0x20)
        bytes.append(contentsOf: String(fingerprint.size).utf8)
        bytes.append(0x20)
      }
      bytes.append(contentsOf: file.path.utf8)
      bytes.append(0x0A)
    }
    return bytes
  }

  /// Parses a manifest or journal.
  /// - Returns: nil unless complete, sorted and of this version: nothing is ever removed on a guess.
  /// - Complexity: O(*n*) in the bytes.
  init?(_ bytes: [UInt8], as format: Format) {
    var scanner = Scanner(bytes: bytes)
    guard scanner.skip(format.signature) else { return nil }
    let audience = SiteOutput.Audience.allCases.first { scanner.skip($0.rawValue + " ") }
    guard let count = scanner.decimal(), scanner.skip("\n") else { return nil }
    self.init([], audience: audience ?? .full)
    files.reserveCapacity(min(count, bytes.count / 2))
    while !scanner.isAtEnd {
      var fingerprint: Fingerprint?
      if format == .manifest {
        guard let hash = scanner.hexadecimal(), scanner.skip(" "), let size = scanner.decimal(),
          scanner.skip(" ")
        else { return nil }
        fingerprint = Fingerprint(hash: hash, size: size)
      }
      guard let path = scanner.line(), OutputNames.isPublishable(path),
        files.last.map({ $0.path.precedes(path) }) ?? true
      else { return nil }
      files.append(File(path: path, fingerprint: fingerprint))
    }
    guard files.count == count else { return nil }
  }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ text: String) -> Bool {
      guard bytes[position...].starts(with: text.utf8) else { return false }
      position += text.utf8.count
      return true
    }

    /// Reads up to 18 digits, enough for any size.
    mutating func decimal() -> Int? {
      let start = position
      var value = 0
      while position < bytes.count, (0x30...0x39).contains(bytes[position]), position - start < 18 {
        value = value * 10 + Int(bytes[position] - 0x30)
        position += 1
      }
      return position > start ? value : nil
    }

    mutating func hexadecimal() -> UInt64? {
      guard bytes.count - position >= 16 else { return nil }
      var value: UInt64 = 0
      for byte in bytes[position..<position + 16] {
        switch byte {
        case 0x30...0x39: value = value << 4 | UInt64(byte - 0x30)
        case 0x61...0x66: value = value << 4 | UInt64(byte - 0x57)
        default: return nil
        }
      }
      position += 16
      return value
    }

    mutating func line() -> String? {
      guard let end = bytes[position...].firstIndex(of: 0x0A) else { return nil }
      defer { position = end + 1 }
      return String(validating: bytes[position..<end], as: UTF8.self)
    }
  }
}
