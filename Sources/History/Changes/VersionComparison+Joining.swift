import Content

extension VersionComparison {
  /// The version that the changes of two branches make together.
  /// - Parameters:
  ///   - first: what one branch made of the record; nil if it deleted it.
  ///   - second: what the other made of it.
  ///   - base: the version that both began with; nil if the record was not there.
  ///   - isLast: whether the second branch was the last to make a change of a kind, if both did.
  func joined(
    _ first: Version?, _ second: Version?, since base: Version?,
    isLast: (_ isMeant: @escaping (RecordChange) -> Bool) -> Bool
  ) -> Version? {
    guard let first, let second else { return isLast({ _ in true }) ? second : first }
    func choice<Value: Equatable>(
      _ old: Value?, _ one: Value?, _ other: Value?, _ isMeant: @escaping (RecordChange) -> Bool
    ) -> Version {
      if one == other || other == old { return first }
      return one == old || isLast(isMeant) ? second : first
    }
    let contents = [base, first, second].map { version in
      Dictionary(version.map { self.contents(of: $0) } ?? []) { $1 }
    }
    var values: [String: String] = [:]
    for key in Set(first.record.written.values.keys).union(second.record.written.values.keys) {
      let version = choice(contents[0][key], contents[1][key], contents[2][key]) {
        $0.values.contains { $0.key == key }
      }
      values[key] = version.record.written.values[key]
    }
    var lists: [String: [WrittenRecord]] = [:]
    let rows = [base, first, second].map { version in
      Dictionary(version.map { self.rows(of: $0) } ?? []) { $1 }
    }
    for (name, one) in rows[1] {
      lists[name] = Self.joined(
        one, first.record.written.lists[name] ?? [], rows[2][name] ?? [],
        second.record.written.lists[name] ?? [],
        since: rows[0][name] ?? [])
    }
    let body = choice(base?.record.body, first.record.body, second.record.body, \.changesBody).record.body
    return (
      RecordVersion(written: WrittenRecord(values: values, lists: lists), body: body),
      base?.entity == first.entity ? second.entity : first.entity
    )
  }

  /// The rows of two branches: those that one of them inserted are included, and those that one of them removed are
  /// not.
  /// - Parameters:
  ///   - one: what each row of a branch holds.
  ///   - other: what each row of the other holds.
  ///   - base: what each row of their common base holds.
  private static func joined(
    _ one: [[String: String]], _ rows: [WrittenRecord], _ other: [[String: String]],
    _ otherRows: [WrittenRecord],
    since base: [[String: String]]
  ) -> [WrittenRecord] {
    func count(_ content: [String: String], _ contents: [[String: String]]) -> Int {
      contents.count { $0 == content }
    }
    /// How often a row is there afterwards.
    func wanted(_ content: [String: String]) -> Int {
      let (first, second, old) = (count(content, one), count(content, other), count(content, base))
      return first == second ? first : max(0, first + second - old)
    }
    var joined: [(content: [String: String], row: WrittenRecord)] = []
    for (content, row) in zip(one + other, rows + otherRows)
    where count(content, joined.map(\.content)) < wanted(content) {
      joined.append((content, row))
    }
    return joined.map(\.row)
  }
}
