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

  /// Makes the script that gives a file other bytes: one change, of what differs in a line, or of the whole lines that
  /// differ.
  /// - Complexity: O(*n*)
  package init(_ file: SourceFile, giving bytes: [UInt8]) {
    self.file = file
    guard file.bytes != bytes else { return }
    func isLineStart(_ offset: Int, in bytes: [UInt8]) -> Bool {
      offset == 0 || bytes[offset - 1] == UInt8(ascii: "\n")
    }
    let most = min(file.bytes.count, bytes.count)
    var start = 0
    while start < most, file.bytes[start] == bytes[start] { start += 1 }
    var end = 0
    while end < most - start, file.bytes[file.bytes.count - 1 - end] == bytes[bytes.count - 1 - end] {
      end += 1
    }
    let differing = [file.bytes[start..<file.bytes.count - end], bytes[start..<bytes.count - end]]
    if differing.contains(where: { $0.contains(where: isLineBreak) }) {
      while !isLineStart(start, in: bytes) { start -= 1 }
      while end > 0,
        !isLineStart(file.bytes.count - end, in: file.bytes) || !isLineStart(bytes.count - end, in: bytes)
      {
        end -= 1
      }
      // Changes of adjacent lines must not touch, so a line that is only changed keeps its line ending.
      if end > 0, end < most - start { end += 1 }
    } else {
      // Characters are replaced as a whole.
      func isInside(_ byte: UInt8?) -> Bool { byte.map { $0 & 0xC0 == 0x80 } ?? false }
      while start > 0, isInside(file.bytes.dropFirst(start).first) || isInside(bytes.dropFirst(start).first) {
        start -= 1
      }
      while end > 0, isInside(file.bytes[file.bytes.count - end]) { end -= 1 }
    }
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
