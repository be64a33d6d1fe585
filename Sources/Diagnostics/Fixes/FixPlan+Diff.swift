extension FixPlan.Change {
  /// The change in the unified format, which `git apply` and `patch -p1` read.
  ///
  /// The format is that of https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html, with three
  /// lines around each change. A line ends at LF, as those programs have it.
  /// - Parameter path: the file's path in the heads.
  /// - Complexity: O(*n*) in the file.
  package func unifiedDiff(path: String) -> [UInt8] {
    let lines = LineStarts(file.bytes)
    let count = lines.count
    var result = Array("--- a/\(path)\n+++ b/\(path)\n".utf8)
    var added = 0
    for hunk in hunks(lines) {
      let before = hunk.first.map { max(0, $0.lines.lowerBound - 3) } ?? 0
      let after = hunk.last.map { min(count, $0.lines.upperBound + 3) } ?? 0
      var body: [UInt8] = []
      var growth = 0
      var next = before
      for edit in hunk {
        for line in next..<edit.lines.lowerBound {
          body.append(line: lines[line], of: file.bytes, after: " ")
        }
        for line in edit.lines { body.append(line: lines[line], of: file.bytes, after: "-") }
        let new = LineStarts(edit.bytes)
        for line in 0..<new.count { body.append(line: new[line], of: edit.bytes, after: "+") }
        growth += new.count - edit.lines.count
        next = edit.lines.upperBound
      }
      for line in next..<after { body.append(line: lines[line], of: file.bytes, after: " ") }
      let old = (start: before, count: after - before)
      let new = (start: before + added, count: after - before + growth)
      result += "@@ -\(Self.range(old)) +\(Self.range(new)) @@\n".utf8
      result += body
      added += growth
    }
    return result
  }

  /// Whole lines that change, and the bytes that stand there afterwards.
  private struct Edit {
    var lines: Range<Int>
    var bytes: [UInt8]
  }

  /// The edits, those with at most six lines between them in one hunk.
  private func hunks(_ lines: LineStarts) -> [[Edit]] {
    var hunks: [[Edit]] = []
    for edit in edits(lines) {
      if let last = hunks.last?.last, edit.lines.lowerBound - last.lines.upperBound <= 6 {
        hunks[hunks.count - 1].append(edit)
      } else {
        hunks.append([edit])
      }
    }
    return hunks
  }

  /// The fix-its as edits of whole lines, those of one line in one.
  private func edits(_ lines: LineStarts) -> [Edit] {
    var groups: [(lines: Range<Int>, fixIts: [Diagnostic.FixIt])] = []
    for fixIt in fixIts {
      let place = fixIt.range.bytes
      let first = lines.line(of: place.lowerBound)
      // Where a line end goes, the line behind it changes as well.
      let last = lines.line(of: place.upperBound)
      if let group = groups.last, first < group.lines.upperBound {
        groups[groups.count - 1].lines = group.lines.lowerBound..<max(group.lines.upperBound, last + 1)
        groups[groups.count - 1].fixIts.append(fixIt)
      } else {
        groups.append((first..<last + 1, [fixIt]))
      }
    }
    return groups.map { group in
      let part = lines[group.lines.lowerBound].lowerBound..<lines[group.lines.upperBound - 1].upperBound
      return Edit(lines: group.lines, bytes: file.bytes(part, after: group.fixIts))
    }
  }

  /// A range of lines as a hunk's head tells it: the first line from 1, and the count.
  private static func range(_ lines: (start: Int, count: Int)) -> String {
    "\(lines.count == 0 ? lines.start : lines.start + 1),\(lines.count)"
  }
}

/// The lines of a text, each with its LF.
private struct LineStarts {
  private var starts: [Int]
  private let end: Int

  init(_ bytes: [UInt8]) {
    starts = bytes.isEmpty ? [] : [0]
    end = bytes.count
    for index in bytes.indices where bytes[index] == 0x0A && index + 1 < bytes.count {
      starts.append(index + 1)
    }
  }

  var count: Int { starts.count }

  subscript(line: Int) -> Range<Int> {
    guard starts.indices.contains(line) else { return end..<end }
    return starts[line]..<(line + 1 < starts.count ? starts[line + 1] : end)
  }

  /// The line that holds a byte, or the last one for the place behind the last byte.
  func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}

extension [UInt8] {
  fileprivate mutating func append(line: Range<Int>, of bytes: [UInt8], after mark: Unicode.Scalar) {
    append(UInt8(ascii: mark))
    append(contentsOf: bytes[line])
    if bytes[line].last != 0x0A { append(contentsOf: "\n\\ No newline at end of file\n".utf8) }
  }
}
