import Records

/// The values of an expression for a batch of records, or one value for all of them.
struct Lane<Element: Hashable & Sendable>: Sendable {
  /// A value for each record, or just one.
  let values: [Element?]
  /// 1, or 0 if the one value stands for every record.
  let step: Int

  /// A value for each record.
  init(_ values: [Element?]) {
    self.values = values
    step = 1
  }

  /// One value for all records.
  init(constant: Element?) {
    values = [constant]
    step = 0
  }

  private init(values: [Element?], step: Int) {
    self.values = values
    self.step = step
  }

  /// The value of a record by its index in the batch.
  subscript(index: Int) -> Element? { values[index &* step] }

  /// Whether one value stands for every record.
  var isConstant: Bool { step == 0 }

  /// Transforms each value that is not nil.
  func map<Result>(_ transform: (Element) -> Result?) -> Lane<Result> {
    .init(values: values.map { $0.flatMap(transform) }, step: step)
  }

  /// Combines each pair of values; nil if either is nil.
  func zip<Other, Result>(_ other: Lane<Other>, _ combine: (Element, Other) -> Result?) -> Lane<Result> {
    let count = isConstant ? other.values.count : values.count
    var result: [Result?] = []
    result.reserveCapacity(count)
    for index in 0..<count {
      guard let a = self[index], let b = other[index] else {
        result.append(nil)
        continue
      }
      result.append(combine(a, b))
    }
    return .init(values: result, step: isConstant && other.isConstant ? 0 : 1)
  }

  /// The values at some indices.
  func gather(_ places: [Int32]) -> Lane {
    isConstant ? self : Lane(places.map { values[Int($0)] })
  }

  /// Takes each value from this lane where the mask is true, otherwise from the other.
  func choosing(_ mask: [Bool], else other: Lane) -> Lane {
    Lane(mask.indices.map { mask[$0] ? self[$0] : other[$0] })
  }
}

/// The values of an expression of any type for a batch of records.
indirect enum Vector: Sendable {
  /// Texts, and currencies by their codes.
  case text(Lane<String>)
  /// Integers and decimals.
  case number(Lane<Decimal>)
  /// Amounts by currency.
  case money(Lane<Money>)
  /// Booleans.
  case boolean(Lane<Bool>)
  /// Civil days.
  case date(Lane<CivilDate>)
  /// Rows of a table that the static type names.
  case record(Lane<Int32>)
  /// For record *i* of the batch, the elements `offsets[i]..<offsets[i + 1]`.
  case list(offsets: [Int32], elements: Vector)

  /// Nil for every record.
  static func null(_ type: StaticType) -> Vector {
    switch type {
    case .null, .text, .list: .text(Lane(constant: nil))
    case .integer, .decimal: .number(Lane(constant: nil))
    case .money: .money(Lane(constant: nil))
    case .boolean: .boolean(Lane(constant: nil))
    case .date: .date(Lane(constant: nil))
    case .record: .record(Lane(constant: nil))
    }
  }

  /// The values at some indices of the batch.
  func gather(_ places: [Int32]) -> Vector {
    switch self {
    case .text(let lane): return .text(lane.gather(places))
    case .number(let lane): return .number(lane.gather(places))
    case .money(let lane): return .money(lane.gather(places))
    case .boolean(let lane): return .boolean(lane.gather(places))
    case .date(let lane): return .date(lane.gather(places))
    case .record(let lane): return .record(lane.gather(places))
    case .list(let offsets, let elements):
      var inner: [Int32] = []
      var starts: [Int32] = [0]
      for place in places {
        inner.append(contentsOf: offsets[Int(place)]..<offsets[Int(place) + 1])
        starts.append(Int32(truncatingIfNeeded: inner.count))
      }
      return .list(offsets: starts, elements: elements.gather(inner))
    }
  }

  /// Takes each value from this vector where the mask is true, otherwise from the other, of the same type.
  func choosing(_ mask: [Bool], else other: Vector) -> Vector {
    switch (self, other) {
    case (.text(let a), .text(let b)): .text(a.choosing(mask, else: b))
    case (.number(let a), .number(let b)): .number(a.choosing(mask, else: b))
    case (.money(let a), .money(let b)): .money(a.choosing(mask, else: b))
    case (.boolean(let a), .boolean(let b)): .boolean(a.choosing(mask, else: b))
    case (.date(let a), .date(let b)): .date(a.choosing(mask, else: b))
    case (.record(let a), .record(let b)): .record(a.choosing(mask, else: b))
    default: self
    }
  }

  /// The value of one record of the batch.
  /// - Parameter table: the table of records, if the values are records.
  func value(at index: Int, table: Int) -> Value {
    switch self {
    case .text(let lane): lane[index].map(Value.text) ?? .null
    case .number(let lane): lane[index].map(Value.number) ?? .null
    case .money(let lane): lane[index].map(Value.money) ?? .null
    case .boolean(let lane): lane[index].map(Value.boolean) ?? .null
    case .date(let lane): lane[index].map(Value.date) ?? .null
    case .record(let lane): lane[index].map { .record(table: table, row: Int($0)) } ?? .null
    case .list(let offsets, let elements):
      .list((offsets[index]..<offsets[index + 1]).map { elements.value(at: Int($0), table: table) })
    }
  }
}

extension Vector {
  /// Joins the values of an expression for several batches.
  /// - Parameter parts: the values of each batch, and its number of records; at least one batch.
  init(joining parts: [(vector: Vector, count: Int)]) {
    func lane<T>(_ lane: (Vector) -> Lane<T>?) -> Lane<T> {
      var values: [T?] = []
      values.reserveCapacity(parts.reduce(0) { $0 + $1.count })
      for (vector, count) in parts {
        let lane = lane(vector) ?? Lane(constant: nil)
        for index in 0..<count { values.append(lane[index]) }
      }
      return Lane(values)
    }
    switch parts.first?.vector ?? .text(Lane(constant: nil)) {
    case .text: self = .text(lane { if case .text(let lane) = $0 { lane } else { nil } })
    case .number: self = .number(lane { if case .number(let lane) = $0 { lane } else { nil } })
    case .money: self = .money(lane { if case .money(let lane) = $0 { lane } else { nil } })
    case .boolean: self = .boolean(lane { if case .boolean(let lane) = $0 { lane } else { nil } })
    case .date: self = .date(lane { if case .date(let lane) = $0 { lane } else { nil } })
    case .record: self = .record(lane { if case .record(let lane) = $0 { lane } else { nil } })
    case .list:
      var starts: [Int32] = [0]
      var lists: [(vector: Vector, count: Int)] = []
      for (vector, count) in parts {
        guard case .list(let offsets, let elements) = vector, let last = starts.last else { continue }
        for index in 0..<count { starts.append(last + offsets[index + 1]) }
        lists.append((elements, Int(offsets[count])))
      }
      self = .list(offsets: starts, elements: Vector(joining: lists))
    }
  }
}
