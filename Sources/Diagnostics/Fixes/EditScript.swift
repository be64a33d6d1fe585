/// The changes of one file: disjoint fix-its in the order of the file, which are made at once.
///
/// Fix-its of diagnostics, edits of values and the changes of a rename are all such scripts. All other bytes
/// of the file stay as they are.
///
///     var script = EditScript(file)         // customer: acme
///     script.replace(10..<14, with: "zoe")  // customer: zoe
package struct EditScript: Sendable {
  /// The file as it was read.
  package let file: SourceFile
  /// The changes.
  package private(set) var fixIts: [Diagnostic.FixIt] = []

  /// Makes a script without changes.
  package init(_ file: SourceFile) {
    self.file = file
  }

  /// Makes the script that gives a file other bytes: one change, from the first to the last that differ.
  package init(_ file: SourceFile, giving bytes: [UInt8]) {
    self.file = file
    guard file.bytes != bytes else { return }
    // Characters are replaced as a whole.
    func isInside(_ byte: UInt8?) -> Bool { byte.map { $0 & 0xC0 == 0x80 } ?? false }
    let most = min(file.bytes.count, bytes.count)
    var start = 0
    while start < most, file.bytes[start] == bytes[start] { start += 1 }
    while start > 0, isInside(file.bytes.dropFirst(start).first) || isInside(bytes.dropFirst(start).first) {
      start -= 1
    }
    var end = 0
    while end < most - start, file.bytes[file.bytes.count - 1 - end] == bytes[bytes.count - 1 - end] {
      end += 1
    }
    while end > 0, isInside(file.bytes[file.bytes.count - end]) { end -= 1 }
    replace(
      start..<file.bytes.count - end, with: String(decoding: bytes[start..<bytes.count - end], as: UTF8.self))
  }

  /// The file's bytes after the changes.
  package var bytes: [UInt8] { file.bytes(0..<file.bytes.count, after: fixIts) }

  /// The file after the changes.
  package var result: SourceFile { fixIts.isEmpty ? file : SourceFile(path: file.path, bytes: bytes) }

  /// Adds a change of a part of the file that no other change touches; several at one place keep their order.
  package mutating func replace(_ range: Range<Int>, with text: String) {
    let place = fixIts.firstIndex { $0.range.bytes.lowerBound > range.lowerBound } ?? fixIts.endIndex
    fixIts.insert(.init(replacing: file[range], with: text), at: place)
  }

  /// The script that makes the changes of several of one file; of several at one place, those of the first come first.
  /// Nil if two change the same part.
  package init?(joining scripts: [EditScript], of file: SourceFile) {
    self.file = file
    let found = scripts.flatMap(\.fixIts)
    fixIts = found.indices.sorted {
      (found[$0].range.bytes.lowerBound, $0) < (found[$1].range.bytes.lowerBound, $1)
    }.map { found[$0] }
    guard
      zip(fixIts, fixIts.dropFirst()).allSatisfy({ $0.range.bytes.upperBound <= $1.range.bytes.lowerBound })
    else { return nil }
  }

  /// Adds fix-its after those that it has.
  /// - Parameter others: in the order of the file.
  /// - Returns: whether it took them; it takes none if one touches those taken before.
  package mutating func take(_ others: [Diagnostic.FixIt]) -> Bool {
    let count = fixIts.count
    for fixIt in others {
      if let last = fixIts.last, fixIt.range.bytes.lowerBound <= last.range.bytes.upperBound {
        fixIts.removeSubrange(count...)
        return false
      }
      fixIts.append(fixIt)
    }
    return true
  }

  /// Adds the changes that another script makes to this one's result.
  /// - Parameter next: a script for ``result``.
  /// - Complexity: O(*n* + *m*) in the changes of both and the bytes they insert.
  package mutating func append(_ next: EditScript) {
    guard !next.fixIts.isEmpty else { return }
    assert(next.file.bytes == bytes, "a script of another text")
    var pieces = Pieces(self)
    var composed = Pieces()
    for fixIt in next.fixIts {
      composed.take(upTo: fixIt.range.bytes.lowerBound, from: &pieces)
      composed.add(.written(Array(fixIt.replacement.utf8)))
      pieces.skip(to: fixIt.range.bytes.upperBound)
    }
    composed.take(upTo: .max, from: &pieces)
    fixIts = composed.fixIts(of: file)
  }
}

/// A text as pieces: parts of a file, and text inserted between them.
private struct Pieces {
  enum Piece {
    case kept(Range<Int>)
    case written([UInt8])

    var count: Int {
      switch self {
      case .kept(let range): range.count
      case .written(let bytes): bytes.count
      }
    }

    /// Splits the piece after a number of bytes.
    func split(at count: Int) -> (Piece, Piece) {
      switch self {
      case .kept(let range):
        let middle = range.lowerBound + count
        return (.kept(range.lowerBound..<middle), .kept(middle..<range.upperBound))
      case .written(let bytes):
        return (.written(Array(bytes.prefix(count))), .written(Array(bytes.dropFirst(count))))
      }
    }
  }

  private var pieces: [Piece] = []
  /// The index of the next piece to take, and the number of bytes before it.
  private var next = 0
  private var offset = 0

  init() {}

  init(_ script: EditScript) {
    var start = 0
    for fixIt in script.fixIts {
      add(.kept(start..<fixIt.range.bytes.lowerBound))
      add(.written(Array(fixIt.replacement.utf8)))
      start = fixIt.range.bytes.upperBound
    }
    add(.kept(start..<script.file.bytes.count))
  }

  mutating func add(_ piece: Piece) {
    if piece.count > 0 { pieces.append(piece) }
  }

  /// Takes the pieces of another text up to an offset in it.
  mutating func take(upTo end: Int, from other: inout Pieces) {
    while let piece = other.pop(before: end) { add(piece) }
  }

  /// Skips the pieces before an offset.
  mutating func skip(to end: Int) {
    while pop(before: end) != nil {}
  }

  private mutating func pop(before end: Int) -> Piece? {
    guard next < pieces.count, offset < end else { return nil }
    let piece = pieces[next]
    if piece.count > end - offset {
      let (first, rest) = piece.split(at: end - offset)
      pieces[next] = rest
      offset = end
      return first
    }
    next += 1
    offset += piece.count
    return piece
  }

  /// The changes that turn a file into this text.
  func fixIts(of file: SourceFile) -> [Diagnostic.FixIt] {
    var fixIts: [Diagnostic.FixIt] = []
    var end = 0
    var written: [UInt8] = []
    func change(_ range: Range<Int>) {
      guard !range.isEmpty || !written.isEmpty else { return }
      fixIts.append(.init(replacing: file[range], with: String(decoding: written, as: UTF8.self)))
      written = []
    }
    for piece in pieces {
      switch piece {
      case .written(let bytes): written += bytes
      case .kept(let range):
        change(end..<range.lowerBound)
        end = range.upperBound
      }
    }
    change(end..<file.bytes.count)
    return fixIts
  }
}

extension SourceFile {
  /// A part of the file's bytes after the fix-its in it, which are in the order of the file.
  func bytes(_ part: Range<Int>, after fixIts: [Diagnostic.FixIt]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(part.count + 64)
    var start = part.lowerBound
    for fixIt in fixIts {
      result += bytes[start..<fixIt.range.bytes.lowerBound]
      result += fixIt.replacement.utf8
      start = fixIt.range.bytes.upperBound
    }
    return result + bytes[start..<max(start, part.upperBound)]
  }
}
