/// The changes from one text to another in the unified format, as read by `git apply` and `patch -p1`.
///
/// The format is described at https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html.
/// It has three lines of context around each change; lines end at LF, as in those programs.
package enum UnifiedDiff {
  /// The changes of a file; empty if there are none.
  /// - Parameters:
  ///   - path: the file's path for the header.
  ///   - before: the old bytes; nil if the file is new.
  ///   - after: the new bytes; nil if the file is removed.
  /// - Complexity: O(*n* · *d*) in the lines and the differing ones, at most ``maximumDifferences``.
  package static func text(path: String, before: [UInt8]?, after: [UInt8]?) -> [UInt8] {
    guard before != after else { return [] }
    let (old, new) = (Lines(before ?? []), Lines(after ?? []))
    let names = (before == nil ? "/dev/null" : "a/" + path, after == nil ? "/dev/null" : "b/" + path)
    var result = Array("--- \(names.0)\n+++ \(names.1)\n".utf8)
    for hunk in hunks(edits(old, new)) {
      guard let first = hunk.first, let last = hunk.last else { continue }
      let lead = min(3, first.old.lowerBound)
      let tail = min(3, old.count - last.old.upperBound)
      let oldLines = first.old.lowerBound - lead..<last.old.upperBound + tail
      let newLines = first.new.lowerBound - lead..<last.new.upperBound + tail
      result += "@@ -\(place(oldLines)) +\(place(newLines)) @@\n".utf8
      var next = oldLines.lowerBound
      for edit in hunk {
        for line in next..<edit.old.lowerBound { append(old[line], " ", to: &result) }
        for line in edit.old { append(old[line], "-", to: &result) }
        for line in edit.new { append(new[line], "+", to: &result) }
        next = edit.old.upperBound
      }
      for line in next..<oldLines.upperBound { append(old[line], " ", to: &result) }
    }
    return result
  }

  /// The maximum number of differing lines to find one by one; if there are more, everything from the first
  /// to the last of them is one change.
  static let maximumDifferences = 1000

  /// Lines that are replaced by others.
  private struct Edit {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// The edits in hunks; those with at most six lines between them share one.
  private static func hunks(_ edits: [Edit]) -> [[Edit]] {
    var hunks: [[Edit]] = []
    for edit in edits {
      if let last = hunks.last?.last, edit.old.lowerBound - last.old.upperBound <= 6 {
        hunks[hunks.count - 1].append(edit)
      } else {
        hunks.append([edit])
      }
    }
    return hunks
  }

  private static func edits(_ old: Lines, _ new: Lines) -> [Edit] {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] {
      end += 1
    }
    let whole = Edit(old: start..<old.count - end, new: start..<new.count - end)
    guard !whole.old.isEmpty, !whole.new.isEmpty, let pairs = pairs(old, new, whole) else { return [whole] }
    var edits: [Edit] = []
    var (x, y) = (whole.old.lowerBound, whole.new.lowerBound)
    for (a, b) in pairs + [(whole.old.upperBound, whole.new.upperBound)] {
      if a > x || b > y { edits.append(Edit(old: x..<a, new: y..<b)) }
      (x, y) = (a + 1, b + 1)
    }
    return edits
  }

  /// The lines that stay, as many as possible, by the algorithm of Eugene Myers ("An O(ND) Difference
  /// Algorithm", 1986); nil if too many differ.
  private static func pairs(_ old: Lines, _ new: Lines, _ part: Edit) -> [(Int, Int)]? {
    let (n, m) = (part.old.count, part.new.count)
    let most = min(n + m, maximumDifferences)
    func isSame(_ x: Int, _ y: Int) -> Bool {
      old[part.old.lowerBound + x] == new[part.new.lowerBound + y]
    }
    // The farthest position on each diagonal, and its value before each round.
    var farthest = [Int](repeating: 0, count: 2 * most + 3)
    var rounds: [[Int]] = []
    for d in 0...most {
      rounds.append(farthest)
      for k in stride(from: -d, through: d, by: 2) {
        let isDown = k == -d || (k != d && farthest[most + k] < farthest[most + k + 2])
        var x = isDown ? farthest[most + k + 2] : farthest[most + k] + 1
        var y = x - k
        while x < n, y < m, isSame(x, y) { (x, y) = (x + 1, y + 1) }
        farthest[most + k + 1] = x
        if x >= n, y >= m { return path(rounds, n, m, most, part) }
      }
    }
    return nil
  }

  /// Traces the path back from the end through the rounds.
  private static func path(
    _ rounds: [[Int]], _ n: Int, _ m: Int, _ most: Int, _ part: Edit
  ) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var (x, y) = (n, m)
    for (d, farthest) in rounds.enumerated().reversed() {
      let k = x - y
      let isDown = k == -d || (k != d && farthest[most + k] < farthest[most + k + 2])
      let before = isDown ? k + 1 : k - 1
      let (startX, startY) =
        d == 0 ? (0, 0) : (farthest[most + before + 1], farthest[most + before + 1] - before)
      while x > max(startX, 0), y > max(startY, 0), d == 0 || (x > startX && y > startY) {
        (x, y) = (x - 1, y - 1)
        pairs.append((part.old.lowerBound + x, part.new.lowerBound + y))
      }
      (x, y) = (startX, startY)
    }
    return pairs.reversed()
  }

  /// A range of lines for a hunk's header: the first line, from 1, and the number of lines.
  private static func place(_ lines: Range<Int>) -> String {
    "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1),\(lines.count)"
  }

  private static func append(_ line: ArraySlice<UInt8>, _ mark: Unicode.Scalar, to result: inout [UInt8]) {
    result.append(UInt8(ascii: mark))
    result.append(contentsOf: line)
    if line.last != 0x0A { result.append(contentsOf: "\n\\ No newline at end of file\n".utf8) }
  }
}

/// The lines of a text, each with its LF.
private struct Lines {
  private let bytes: [UInt8]
  private var starts: [Int] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if !bytes.isEmpty { starts.append(0) }
    for index in bytes.indices where bytes[index] == 0x0A && index + 1 < bytes.count {
      starts.append(index + 1)
    }
  }

  var count: Int { starts.count }

  subscript(line: Int) -> ArraySlice<UInt8> {
    bytes[starts[line]..<(line + 1 < starts.count ? starts[line + 1] : bytes.count)]
  }
}
