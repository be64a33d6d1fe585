import Records

/// The ranks of some values, which are equal for equal values. They reduce sorting values to sorting
/// integers.
struct Ranks {
  /// The rank of each value; 0 for nil.
  var values: [UInt32]
  var greatest: UInt32

  /// The number of bits that any rank fits in.
  var width: Int { UInt32.bitWidth - greatest.leadingZeroBitCount }

  /// Ranks days, whose numbers already are in order.
  init(dates: [CivilDate?]) {
    var (first, last) = (Int32.max, Int32.min)
    for date in dates {
      guard let date else { continue }
      first = min(first, date.dayNumber)
      last = max(last, date.dayNumber)
    }
    greatest = first <= last ? UInt32(last - first) + 1 : 0
    values = dates.map { date in date.map { UInt32($0.dayNumber - first) + 1 } ?? 0 }
  }

  /// Ranks booleans: false, then true.
  init(booleans: [Bool?]) {
    values = booleans.map { value in value.map { $0 ? 2 : 1 } ?? 0 }
    greatest = 2
  }

  /// Ranks values by a given order.
  /// - Complexity: O(*n* log *n*)
  init<Value>(_ items: [Value?], precedes: (Value, Value) -> Bool) {
    var entries: [(value: Value, index: Int)] = []
    entries.reserveCapacity(items.count)
    for index in items.indices { if let value = items[index] { entries.append((value, index)) } }
    entries.sort { precedes($0.value, $1.value) }
    values = Array(repeating: 0, count: items.count)
    var place: UInt32 = 0
    for index in entries.indices {
      if index == 0 || precedes(entries[index - 1].value, entries[index].value) { place += 1 }
      values[entries[index].index] = place
    }
    greatest = place
  }

  /// Ranks numbers, as integers in the finest unit among them if these fit in 64 bits.
  /// - Complexity: O(*n* log *n*)
  init(numbers: [Decimal?]) {
    let digits = numbers.reduce(0) { max($0, $1?.scale ?? 0) }
    var units: [Int?] = []
    units.reserveCapacity(numbers.count)
    for number in numbers {
      guard let number else {
        units.append(nil)
        continue
      }
      guard let unit = number.units(digits: digits) else {
        self.init(numbers, precedes: <)
        return
      }
      units.append(unit)
    }
    self.init(units, precedes: <)
  }

  /// Ranks money, by number alone if all of it is in one currency; zeros may be in any.
  /// - Parameter home: the currency whose amounts are compared first.
  /// - Complexity: O(*n* log *n*)
  init(money: [Money?], home: Currency) {
    var currency: Currency?
    let isPlain = money.allSatisfy { amount in
      guard let amount else { return true }
      guard let single = amount.single else { return false }
      if single.number.isZero { return true }
      if currency == nil { currency = single.currency }
      return single.currency == currency
    }
    if isPlain {
      self.init(numbers: money.map { $0?.single?.number })
    } else {
      self.init(mixed: money, home: home)
    }
  }

  /// Ranks money in several currencies, in the order of ``Money/sortOrder(_:home:)``.
  /// - Complexity: O(*c* · *n* log *n*) in the currencies *c*.
  private init(mixed money: [Money?], home: Currency) {
    let others = Set(money.lazy.compactMap(\.self).flatMap(\.amounts).map(\.currency)).subtracting([home])
    var keys = PackedKeys(count: money.count)
    for currency in [home] + others.sorted() {
      keys.append(Ranks(numbers: money.map { $0?.number(in: currency) }))
    }
    self.init(zip(money, keys.keys).map { $0 == nil ? nil : $1 }, precedes: <)
  }

  /// Ranks texts by their natural order.
  /// - Complexity: O(*n* log *n*); each text's key is made once, and all keys are in one buffer.
  init(texts: [String?]) {
    var buffer: [UInt8] = []
    var entries: [TextEntry] = []
    entries.reserveCapacity(texts.count)
    for index in texts.indices {
      guard let text = texts[index] else { continue }
      let start = buffer.count
      NaturalOrder.appendKey(of: text, to: &buffer)
      entries.append(TextEntry(key: start..<buffer.count, index: index, in: buffer))
    }
    buffer.withUnsafeBufferPointer { buffer in entries.sort { $0.precedes($1, in: buffer) } }
    values = Array(repeating: 0, count: texts.count)
    var place: UInt32 = 0
    for index in entries.indices {
      if index == 0 || !entries[index].isSame(as: entries[index - 1], in: buffer) { place += 1 }
      values[entries[index].index] = place
    }
    greatest = place
  }

  /// The ranks at some indices.
  init(_ ranks: Ranks, at places: [Int32?]) {
    values = places.map { place in place.map { ranks.values[Int($0)] } ?? 0 }
    greatest = ranks.greatest
  }

  /// Wraps known ranks.
  init(values: [UInt32], greatest: UInt32) {
    self.values = values
    self.greatest = greatest
  }
}

/// A text's sort key in a buffer, with its first eight bytes as a number, which decides most comparisons.
private struct TextEntry {
  let prefix: UInt64
  let start: Int
  let end: Int
  let index: Int

  init(key: Range<Int>, index: Int, in buffer: [UInt8]) {
    var prefix: UInt64 = 0
    for offset in 0..<8 {
      let place = key.lowerBound + offset
      prefix = prefix << 8 | (place < key.upperBound ? UInt64(buffer[place]) : 0)
    }
    self.prefix = prefix
    start = key.lowerBound
    end = key.upperBound
    self.index = index
  }

  func precedes(_ other: TextEntry, in buffer: UnsafeBufferPointer<UInt8>) -> Bool {
    if prefix != other.prefix { return prefix < other.prefix }
    return buffer[start..<end].lexicographicallyPrecedes(buffer[other.start..<other.end])
  }

  func isSame(as other: TextEntry, in buffer: [UInt8]) -> Bool {
    prefix == other.prefix && buffer[start..<end] == buffer[other.start..<other.end]
  }
}

/// An integer for each record, made of the ranks of several sort keys, the first key in the highest bits.
struct PackedKeys {
  /// An integer for each record, in the given order; comparing them compares the keys added so far.
  private(set) var keys: [UInt64]
  /// The number of bits in use, from the lowest.
  private(set) var width = 0

  init(count: Int) {
    keys = Array(repeating: 0, count: count)
  }

  /// Adds the next sort key.
  mutating func append(_ ranks: Ranks, descending: Bool = false) {
    makeRoom(for: ranks.width)
    let bits = UInt64(ranks.width)
    for index in keys.indices {
      let rank = descending ? ranks.greatest - ranks.values[index] : ranks.values[index]
      keys[index] = keys[index] << bits | UInt64(rank)
    }
    width += ranks.width
  }

  /// Replaces the keys so far by their ranks if the bits do not suffice.
  private mutating func makeRoom(for bits: Int) {
    guard width + bits > UInt64.bitWidth else { return }
    let ranks = Ranks(keys.map(Optional.some), precedes: <)
    keys = ranks.values.map { UInt64($0) }
    width = ranks.width
  }

  /// The indices of the keys in ascending order; equal keys keep their order.
  /// - Complexity: O(*n*) for each eleven bits of the keys.
  func order() -> [Int32] {
    var packed = self
    let count = UInt32(truncatingIfNeeded: keys.count)
    let places = Ranks(values: Array(0..<count), greatest: count)
    packed.append(places)
    if packed.keys.count < Self.fewest {
      packed.keys.sort()
    } else {
      packed.sort(above: places.width)
    }
    let mask = UInt64(1) << UInt64(places.width) - 1
    return packed.keys.map { Int32(truncatingIfNeeded: $0 & mask) }
  }

  /// The number of keys above which distribution counting is faster than comparing.
  private static let fewest = 1_000

  /// Sorts by all bits from `first` up; keys that are equal there keep their order.
  ///
  /// Least significant digit first, each pass a distribution counting: Knuth, The Art of Computer Programming,
  /// 5.2.5.
  private mutating func sort(above first: Int) {
    let digit = 11
    var sorted = keys
    for bit in stride(from: first, to: width, by: digit) {
      func value(_ key: UInt64) -> Int { Int(key >> UInt64(bit)) & (1 << digit - 1) }
      var starts = [Int](repeating: 0, count: 1 << digit + 1)
      for key in keys { starts[value(key) + 1] += 1 }
      for value in 1..<starts.count { starts[value] += starts[value - 1] }
      // A span is not checked for copies at each of its elements.
      var places = starts.mutableSpan
      var output = sorted.mutableSpan
      for key in keys {
        let place = places[value(key)]
        output[place] = key
        places[value(key)] = place + 1
      }
      swap(&keys, &sorted)
    }
  }
}
