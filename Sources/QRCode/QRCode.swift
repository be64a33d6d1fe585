/// A QR code (ISO/IEC 18004): bytes as a square of dark and light modules with error level M, which recovers
/// up to a seventh of the code.
///
///     let code = QRCode(Array("2026-0054".utf8))
///     code?.isDark(x: 0, y: 0)   // true: the corner of a finder pattern
package struct QRCode: Sendable {
  /// The number of modules per side: 21 to 177.
  package let size: Int
  /// The modules, row by row; true is dark.
  private var modules: [Bool]
  /// The modules that are not data: patterns, format and version.
  private var isFunction: [Bool]

  /// Encodes bytes in the smallest version that holds them.
  /// - Parameter maximumVersion: 1 to 40.
  /// - Returns: nil if the bytes do not fit.
  /// - Complexity: O(*n*) in the modules.
  package init?(_ bytes: [UInt8], maximumVersion: Int = 40) {
    guard let version = (1...min(maximumVersion, 40)).first(where: { Version($0).holds(bytes.count) }) else {
      return nil
    }
    let layout = Version(version)
    size = layout.size
    modules = Array(repeating: false, count: size * size)
    isFunction = modules
    drawPatterns(layout)
    draw(layout.codewords(of: bytes))
    let candidates = (0..<8).map { masked($0) }
    let penalties = candidates.map(\.penalty)
    let best = penalties.indices.min { penalties[$0] < penalties[$1] } ?? 0
    modules = candidates[best].modules
  }

  /// Whether a module is dark.
  func isDark(x: Int, y: Int) -> Bool { modules[y * size + x] }

  /// The dark modules as an SVG path with one unit per module, starting at an origin.
  package func path(from origin: Int = 0) -> String {
    var path = ""
    for y in 0..<size {
      var x = 0
      while x < size {
        guard isDark(x: x, y: y) else {
          x += 1
          continue
        }
        let start = x
        while x < size, isDark(x: x, y: y) { x += 1 }
        path += "M\(start + origin) \(y + origin)h\(x - start)v1h-\(x - start)z"
      }
    }
    return path
  }

  // MARK: Patterns

  private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
    modules[y * size + x] = isDark
    isFunction[y * size + x] = true
  }

  private mutating func drawPatterns(_ version: Version) {
    for place in 0..<size {
      set(6, place, place % 2 == 0)
      set(place, 6, place % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
    let places = version.alignmentPlaces
    for (row, y) in places.enumerated() {
      for (column, x) in places.enumerated() {
        let last = places.count - 1
        // Three of the corners have finder patterns.
        if (row, column) == (0, 0) || (row, column) == (0, last) || (row, column) == (last, 0) { continue }
        for dy in -2...2 {
          for dx in -2...2 { set(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
        }
      }
    }
    drawFormat(mask: 0)
    drawVersion(version.number)
  }

  private mutating func drawFinder(_ x: Int, _ y: Int) {
    for dy in -4...4 {
      for dx in -4...4 where (0..<size).contains(x + dx) && (0..<size).contains(y + dy) {
        let distance = max(abs(dx), abs(dy))
        set(x + dx, y + dy, distance != 2 && distance != 4)
      }
    }
  }

  /// Draws the error level and the mask twice, as a 15-bit BCH code.
  private mutating func drawFormat(mask: Int) {
    // Level M is 00.
    var rest = mask
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (mask << 10 | rest) ^ 0x5412
    func bit(_ place: Int) -> Bool { bits >> place & 1 == 1 }
    for place in 0...5 { set(8, place, bit(place)) }
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for place in 9..<15 { set(14 - place, 8, bit(place)) }
    for place in 0..<8 { set(size - 1 - place, 8, bit(place)) }
    for place in 8..<15 { set(8, size - 15 + place, bit(place)) }
    set(8, size - 8, true)
  }

  /// Writes the version, twice, with a BCH code of 18 bits; small versions are known by their size.
  private mutating func drawVersion(_ version: Int) {
    guard version >= 7 else { return }
    var rest = version
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
    let bits = version << 12 | rest
    for place in 0..<18 {
      let isDark = bits >> place & 1 == 1
      set(size - 11 + place % 3, place / 3, isDark)
      set(place / 3, size - 11 + place % 3, isDark)
    }
  }

  // MARK: Data

  /// Draws bits in columns of two modules, alternately upwards and downwards, from the right.
  private mutating func draw(_ codewords: [UInt8]) {
    var index = 0
    var right = size - 1
    while right >= 1 {
      if right == 6 { right = 5 }
      for step in 0..<size {
        let isUpward = (right + 1) & 2 == 0
        let y = isUpward ? size - 1 - step : step
        for x in [right, right - 1] where !isFunction[y * size + x] && index < codewords.count * 8 {
          modules[y * size + x] = codewords[index / 8] >> UInt8(7 - index % 8) & 1 == 1
          index += 1
        }
      }
      right -= 2
    }
  }

  private func masked(_ mask: Int) -> QRCode {
    var code = self
    for y in 0..<size {
      for x in 0..<size where !isFunction[y * size + x] && Self.inverts(mask, x, y) {
        code.modules[y * size + x].toggle()
      }
    }
    code.drawFormat(mask: mask)
    return code
  }

  private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }

  // MARK: Masks

  /// The penalty of the mask by section 7.8.3: for long runs, blocks, sequences similar to a finder pattern,
  /// and an imbalance of dark and light.
  private var penalty: Int {
    var penalty = 0
    for line in 0..<size {
      penalty += penaltyOfLine { isDark(x: $0, y: line) }
      penalty += penaltyOfLine { isDark(x: line, y: $0) }
    }
    for y in 0..<size - 1 {
      for x in 0..<size - 1 {
        let first = isDark(x: x, y: y)
        if isDark(x: x + 1, y: y) == first, isDark(x: x, y: y + 1) == first,
          isDark(x: x + 1, y: y + 1) == first
        {
          penalty += 3
        }
      }
    }
    let dark = modules.count { $0 }
    return penalty + abs(dark * 20 - modules.count * 10) / modules.count * 10
  }

  private func penaltyOfLine(_ isDark: (Int) -> Bool) -> Int {
    var penalty = 0
    var run = 0
    var last: Bool?
    // The last eleven modules as bits.
    var window = 0
    for place in 0..<size {
      let now = isDark(place)
      run = now == last ? run + 1 : 1
      last = now
      if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
      window = (window << 1 | (now ? 1 : 0)) & 0x7FF
      if place >= 10, window == 0b10111010000 || window == 0b00001011101 { penalty += 40 }
    }
    return penalty
  }
}
