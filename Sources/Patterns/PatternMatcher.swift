/// Matches texts against one pattern and caches states, so that later texts cost one table look-up per byte.
///
/// It builds a deterministic automaton lazily. Each state of it is a set of the program's states and a row of
/// a table with the next state for each class of scalars. The table is bounded and emptied when full; at
/// worst, each scalar costs one step of the simulation. A matcher is a value: give each thread its own copy.
package struct PatternMatcher {
  /// The maximum number of entries in the table and of words in its state sets: 256 KiB and 512 KiB.
  private static let maximumCount = 1 << 16
  /// The row of the empty set, from which nothing matches.
  private static let dead = 0

  private let program: PatternProgram
  private var alphabet: PatternAlphabet

  /// For each row and class, the index of the next row's first entry, or -1 if it is not known yet; for the
  /// class of the text's end, whether the text matches.
  private var table: [Int32] = []
  /// The number of entries in a row.
  private var stride = 16
  /// The state set of each row: one bit per state, and one for the position after a line feed.
  private var members: [UInt64] = []
  /// The number of words in a state set.
  private let width: Int
  private var rows: [[UInt64]: Int] = [:]

  private var pending: [Int32] = []
  private var visited: [UInt64]
  /// The number of steps that were simulated because they were not in the table.
  package private(set) var stepCount = 0

  package init(_ pattern: Pattern) {
    program = pattern.program
    alphabet = PatternAlphabet(program)
    width = (program.states.count + 1 + 63) / 64
    visited = [UInt64](repeating: 0, count: width)
    clear()
  }

  /// Whether the whole text matches.
  /// - Complexity: O(*n*) in the text; in the worst case, times the number of states.
  package mutating func matches(_ text: String) -> Bool {
    let utf8 = text.utf8Span
    let bytes = utf8.span
    var row = stride
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte < 0x80 else { return matchesComposed(text) }
      let next = table[row &+ Int(alphabet.ascii[Int(byte)])]
      row = next >= 0 ? Int(next) : step(from: row, over: Unicode.Scalar(byte))
      if row == Self.dead {
        // The next scalar may be a mark that composes with this letter.
        let isFollowed = index + 1 < bytes.count && bytes[index + 1] >= 0x80
        return isFollowed && matchesComposed(text)
      }
    }
    return accepts(row)
  }

  /// Matches a text with non-ASCII characters from the start.
  private mutating func matchesComposed(_ text: String) -> Bool {
    var utf8 = text.utf8Span
    if utf8.checkForNFC(quickCheck: true) { return matches(text.unicodeScalars) }
    return matches(String(decoding: text._nfcCodeUnits, as: UTF8.self).unicodeScalars)
  }

  private mutating func matches(_ scalars: String.UnicodeScalarView) -> Bool {
    var row = stride
    for scalar in scalars {
      let next = table[row &+ alphabet.known(scalar)]
      row = next >= 0 ? Int(next) : step(from: row, over: scalar)
      if row == Self.dead { return false }
    }
    return accepts(row)
  }

  private mutating func accepts(_ row: Int) -> Bool {
    let known = table[row &+ PatternAlphabet.end]
    if known >= 0 { return known == 1 }
    let isAccepted = simulate(from: row, over: PatternAlphabet.end).isAccepted
    table[row &+ PatternAlphabet.end] = isAccepted ? 1 : 0
    return isAccepted
  }

  // MARK: The table

  /// Computes the row after a scalar and stores it in the table.
  private mutating func step(from row: Int, over scalar: Unicode.Scalar) -> Int {
    var row = row
    if alphabet.known(scalar) == PatternAlphabet.unknown {
      if alphabet.add(scalar) == nil {
        alphabet = PatternAlphabet(program)
        row = restart(at: row)
        _ = alphabet.add(scalar)
      }
      if alphabet.count > stride {
        row = restart(at: row, stride: stride * 2)
      }
    }
    let number = alphabet.known(scalar)
    let known = table[row + number]
    if known >= 0 { return Int(known) }
    var next = row
    if number != PatternAlphabet.nothing {
      let target = simulate(from: row, over: number).target
      if let found = rows[target] {
        next = found
      } else if table.count + stride > Self.maximumCount || members.count + width > Self.maximumCount {
        clear()
        return rows[target] ?? add(target)
      } else {
        next = add(target)
      }
    }
    table[row + number] = Int32(truncatingIfNeeded: next)
    return next
  }

  /// Empties the table except for the dead row and the first one.
  private mutating func clear() {
    table.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    var set = [UInt64](repeating: 0, count: width)
    _ = add(set)
    insert(program.start, into: &set)
    if program.lineFeed != nil { insert(afterLineFeed, into: &set) }
    _ = add(set)
  }

  /// Empties the table and continues from the same state set.
  private mutating func restart(at row: Int, stride: Int? = nil) -> Int {
    let set = Array(stateSet(of: row))
    self.stride = stride ?? self.stride
    clear()
    return rows[set] ?? add(set)
  }

  private mutating func add(_ set: [UInt64]) -> Int {
    let row = table.count
    table.append(contentsOf: repeatElement(-1, count: stride))
    members += set
    rows[set] = row
    return row
  }

  private func stateSet(of row: Int) -> ArraySlice<UInt64> {
    let start = row / stride * width
    return members[start..<start + width]
  }

  // MARK: The simulation

  /// The bit for a position at the start of the text or after a line feed.
  private var afterLineFeed: Int32 { Int32(truncatingIfNeeded: program.states.count) }

  private func insert(_ state: Int32, into set: inout [UInt64]) {
    set[Int(state) >> 6] |= 1 << UInt64(state & 63)
  }

  /// Follows the states of a row over a class of scalars or the text's end.
  /// - Returns: the next state set, and whether the text may end here.
  /// - Complexity: O(*m*) in the states.
  private mutating func simulate(from row: Int, over number: Int) -> (target: [UInt64], isAccepted: Bool) {
    stepCount += 1
    var target = [UInt64](repeating: 0, count: width)
    var isAccepted = false
    var isAtLineStart = false
    for (index, word) in stateSet(of: row).enumerated() {
      var rest = word
      while rest != 0 {
        let state = Int32(truncatingIfNeeded: index &* 64 &+ rest.trailingZeroBitCount)
        rest &= rest &- 1
        if state == afterLineFeed { isAtLineStart = true } else { pending.append(state) }
      }
    }
    let isLineFeed =
      number != PatternAlphabet.end && program.lineFeed.map { alphabet.isClass(number, in: $0) } ?? false
    let isAtLineEnd = isLineFeed || number == PatternAlphabet.end

    for index in visited.indices { visited[index] = 0 }
    while let state = pending.popLast() {
      let bit: UInt64 = 1 << UInt64(state & 63)
      guard visited[Int(state) >> 6] & bit == 0 else { continue }
      visited[Int(state) >> 6] |= bit
      switch program.states[Int(state)] {
      case .accept: isAccepted = true
      case .split(let one, let other):
        pending.append(one)
        pending.append(other)
      case .lineStart(let next): if isAtLineStart { pending.append(next) }
      case .lineEnd(let next): if isAtLineEnd { pending.append(next) }
      case .take(let set, let next): if alphabet.isClass(number, in: set) { insert(next, into: &target) }
      }
    }
    if isLineFeed, target.contains(where: { $0 != 0 }) { insert(afterLineFeed, into: &target) }
    return (target, isAccepted)
  }
}
