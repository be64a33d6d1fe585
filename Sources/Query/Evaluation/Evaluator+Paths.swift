import Records

extension Evaluator {
  /// What the steps of a key path lead to from each value.
  func follow(_ steps: [Node.Step], from vector: Vector) -> Vector {
    var vector = vector
    var index = 0
    while index < steps.count {
      if steps.onlyCounts(at: index), let counts = counts(steps[index], from: vector) {
        vector = counts
        index += 2
      } else {
        vector = follow(steps[index], from: vector)
        index += 1
      }
    }
    return vector
  }

  /// How many records a to-many step leads to, without visiting them; nil for anything else.
  private func counts(_ step: Node.Step, from vector: Vector) -> Vector? {
    guard case .link(let table, let link, true) = step,
      case .many(let starts, _) = graph.tables[table].links[link]
    else { return nil }
    func count(_ row: Int32?) -> Int { row.map { Int(starts[Int($0) + 1] - starts[Int($0)]) } ?? 0 }
    switch vector {
    case .record(let rows): return .number(Lane(rows.values.map { Decimal(count($0)) }))
    case .list(let offsets, .record(let rows)):
      let sums = zip(offsets, offsets.dropFirst()).map { start, end in
        (start..<end).reduce(0) { $0 + count(rows[Int($1)]) }
      }
      return .number(Lane(sums.map { Decimal($0) }))
    default: return nil
    }
  }

  /// What a step leads to from each value; through a list, from each element.
  func follow(_ step: Node.Step, from vector: Vector) -> Vector {
    switch (step, vector) {
    case (.distinct, .list(let offsets, let elements)): return distinct(offsets, elements)
    case (.aggregate(let aggregate, let type), .list(let offsets, let elements)):
      return self.aggregate(aggregate, type, offsets, elements)
    case (.link(let table, let link, true), .list(let offsets, .record(let rows))):
      return flattened(offsets, graph.tables[table].links[link], rows)
    case (.column(let table, let column), .list(let offsets, .record(let rows))):
      if case .tags(let tags) = graph.tables[table].columns[column] { return flattened(offsets, tags, rows) }
      return .list(offsets: offsets, elements: values(of: graph.tables[table].columns[column], rows))
    case (_, .list(let offsets, let elements)):
      return .list(offsets: offsets, elements: follow(step, from: elements))
    case (.link(let table, let link, true), .record(let rows)):
      let offsets = (0...rows.values.count).map { Int32(truncatingIfNeeded: $0) }
      return flattened(offsets, graph.tables[table].links[link], rows)
    case (.column(let table, let column), .record(let rows)):
      return values(of: graph.tables[table].columns[column], rows)
    case (.link(let table, let link, false), .record(let rows)):
      guard case .one(let targets) = graph.tables[table].links[link] else { return vector }
      return .record(rows.map { targets[Int($0)] >= 0 ? targets[Int($0)] : nil })
    case (.id(let table), .record(let rows)):
      return .text(rows.map { graph.id(of: Int($0), in: table) })
    case (.path(let table), .record(let rows)):
      return .text(rows.map { String(graph.file(of: Int($0), in: table).path) })
    case (.body(let table), .record(let rows)):
      return .text(rows.map { graph.file(of: Int($0), in: table).bodyText })
    case (.created(let table), .record(let rows)): return days(graph.tables[table].createdDays, rows)
    case (.changed(let table), .record(let rows)): return days(graph.tables[table].changedDays, rows)
    case (.draft(let table), .record(let rows)):
      return .boolean(rows.map { graph.isDraft(Int($0), in: table) })
    case (.position(let table), .record(let rows)):
      let positions = graph.tables[table].positions
      return .number(rows.map { Decimal(Int(positions[Int($0)])) })
    case (.implied(let table), .record(let rows)):
      let table = graph.tables[table]
      return .boolean(rows.map { table.isImplied(Int($0)) })
    case (.datePart(let part), .date(let dates)): return self.part(part, of: dates)
    default: return vector
    }
  }

  /// The days of records; nil without a history.
  private func days(_ days: [CivilDate?], _ rows: Lane<Int32>) -> Vector {
    .date(rows.map { days.isEmpty ? nil : days[Int($0)] })
  }

  private func values(of column: Column, _ rows: Lane<Int32>) -> Vector {
    switch column {
    case .text(let values): return .text(rows.map { values[Int($0)] })
    case .number(let values): return .number(rows.map { values[Int($0)] })
    case .money(let values): return .money(rows.map { values[Int($0)] })
    case .boolean(let values): return .boolean(rows.map { values[Int($0)] })
    case .date(let values): return .date(rows.map { values[Int($0)] })
    case .currency(let values): return .text(rows.map { values[Int($0)]?.code })
    case .tags(let values):
      return flattened((0...rows.values.count).map { Int32(truncatingIfNeeded: $0) }, values, rows)
    }
  }

  /// The destinations of all elements of each list, in sequence and with duplicates.
  private func flattened(_ offsets: [Int32], _ link: Link, _ rows: Lane<Int32>) -> Vector {
    guard case .many(let starts, let targets) = link else {
      return .list(offsets: offsets, elements: .record(rows))
    }
    var result: [Int32?] = []
    var ends: [Int32] = [0]
    ends.reserveCapacity(offsets.count)
    for index in 0..<offsets.count - 1 {
      for place in offsets[index]..<offsets[index + 1] {
        guard let row = rows[Int(place)] else { continue }
        for target in starts[Int(row)]..<starts[Int(row) + 1] { result.append(targets[Int(target)]) }
      }
      ends.append(Int32(truncatingIfNeeded: result.count))
    }
    return .list(offsets: ends, elements: .record(Lane(result)))
  }

  /// The tags of all elements of each list, in sequence.
  private func flattened(_ offsets: [Int32], _ tags: [[String]], _ rows: Lane<Int32>) -> Vector {
    var result: [String?] = []
    var ends: [Int32] = [0]
    for index in 0..<offsets.count - 1 {
      for place in offsets[index]..<offsets[index + 1] {
        guard let row = rows[Int(place)] else { continue }
        for tag in tags[Int(row)] { result.append(tag) }
      }
      ends.append(Int32(truncatingIfNeeded: result.count))
    }
    return .list(offsets: ends, elements: .text(Lane(result)))
  }

  private func part(_ part: DatePart, of dates: Lane<CivilDate>) -> Vector {
    switch part {
    case .year: .number(dates.map { Decimal($0.year) })
    case .quarter: .text(texts(of: dates) { $0.quarterText })
    case .month: .text(texts(of: dates) { $0.monthText })
    case .week: .text(texts(of: dates) { $0.weekText })
    case .day: .number(dates.map { Decimal($0.day) })
    case .weekday: .number(dates.map { Decimal($0.weekday) })
    // The texts of quarter and month without the year: `Q1`, `03`.
    case .quarterOfYear: .text(texts(of: dates) { String($0.quarterText.dropFirst(5)) })
    case .monthOfYear: .text(texts(of: dates) { String($0.monthText.dropFirst(5)) })
    }
  }

  /// A text for each day; adjacent records of the same day, as in most books, share it.
  private func texts(of dates: Lane<CivilDate>, _ text: (CivilDate) -> String) -> Lane<String> {
    var last: (date: CivilDate, text: String)?
    return dates.map { date in
      if let last, last.date == date { return last.text }
      let new = text(date)
      last = (date, new)
      return new
    }
  }
}

extension [Node.Step] {
  /// Whether a step leads to records that the next one counts, so that they need not be visited.
  func onlyCounts(at index: Int) -> Bool {
    guard self[index].isToMany, index + 1 < count, case .aggregate(.count, _) = self[index + 1] else {
      return false
    }
    return true
  }
}
