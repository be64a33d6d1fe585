/// Divides the scalars that occur in texts into classes that a pattern cannot distinguish.
struct PatternAlphabet {
  /// The class that stands for the end of the text.
  static let end = 0
  /// The class of scalars that are skipped: marks, if they are ignored.
  static let nothing = 1
  /// The result of looking up a scalar whose class is unknown.
  static let unknown = 2
  /// The maximum number of classes, including the three above, so that a class fits in a byte.
  private static let maximumCount = 256

  /// The class of each ASCII scalar, or `unknown`.
  private(set) var ascii = [UInt8](repeating: UInt8(unknown), count: 128)
  /// The number of classes.
  private(set) var count = 3
  private let sets: [ScalarSet]
  private let ignoresMarks: Bool
  /// The number of words per class in `signatures`.
  private let width: Int
  /// For each class, one bit per set: whether the set contains the scalars of the class.
  private var signatures: [UInt64]
  private var classes: [[UInt64]: UInt8] = [:]
  /// A cache of the classes of other scalars, indexed by their low bits.
  private var others: [(scalar: UInt32, class: UInt8)]

  /// Makes an alphabet without scalars.
  init(_ program: PatternProgram) {
    sets = program.sets
    ignoresMarks = program.ignoresMarks
    width = (sets.count + 63) / 64
    signatures = [UInt64](repeating: 0, count: 3 * width)
    others = [(scalar: UInt32, class: UInt8)](repeating: (.max, UInt8(Self.unknown)), count: 256)
  }

  /// The class of a scalar if it is cached; otherwise, `unknown`.
  func known(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return Int(ascii[Int(scalar.value)]) }
    let entry = others[Int(scalar.value & 0xFF)]
    return entry.scalar == scalar.value ? Int(entry.class) : Self.unknown
  }

  /// Whether a set contains the scalars of a class.
  func isClass(_ number: Int, in set: Int32) -> Bool {
    signatures[number &* width &+ Int(set) >> 6] >> UInt64(set & 63) & 1 == 1
  }

  /// Finds the class of a scalar and caches it.
  /// - Returns: the class; nil if there would be too many.
  /// - Complexity: O(*n*) in the sets.
  mutating func add(_ scalar: Unicode.Scalar) -> Int? {
    guard let number = classify(scalar) else { return nil }
    if scalar.isASCII {
      ascii[Int(scalar.value)] = number
    } else {
      others[Int(scalar.value & 0xFF)] = (scalar.value, number)
    }
    return Int(number)
  }

  private mutating func classify(_ scalar: Unicode.Scalar) -> UInt8? {
    guard let base = ignoresMarks ? scalar.withoutMarks : scalar else { return UInt8(Self.nothing) }
    var signature = [UInt64](repeating: 0, count: width)
    for (number, set) in sets.enumerated() where set.contains(base) {
      signature[number >> 6] |= 1 << UInt64(number & 63)
    }
    if let number = classes[signature] { return number }
    guard count < Self.maximumCount else { return nil }
    let number = UInt8(truncatingIfNeeded: count)
    count += 1
    signatures += signature
    classes[signature] = number
    return number
  }
}
