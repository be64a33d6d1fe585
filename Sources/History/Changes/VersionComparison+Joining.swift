import Content
import Records

extension VersionComparison {
  /// Merges the versions of two branches.
  /// - Parameters:
  ///   - first: the version of one branch; nil if it deleted the record.
  ///   - second: the version of the other branch.
  ///   - base: the common base; nil if the record did not exist.
  ///   - isLast: whether the second branch was the last to make a certain change; nil if none made it.
  func joined(
    _ first: Version?, _ second: Version?, since base: Version?,
    isLast: (_ isMeant: @escaping (RecordChange) -> Bool) -> Bool?
  ) -> Version? {
    guard let first, let second else { return isLast({ _ in true }) ?? true ? second : first }
    func choice<Value: Equatable>(
      _ old: Value?, _ one: Value?, _ other: Value?, _ isMeant: @escaping (RecordChange) -> Bool
    ) -> Version {
      // A branch that changed a value and took that back may have been the last to change it.
      one != other && (isLast(isMeant) ?? (other != old)) ? second : first
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
        (one, first.record.written.lists[name] ?? []),
        (rows[2][name] ?? [], second.record.written.lists[name] ?? []), since: rows[0][name] ?? []
      ) { key in
        isLast { change in
          change.rows.contains { row in
            row.id.hasPrefix("\(name)#") && row.values.contains { $0.key == key }
          }
        }
      }
    }
    let body = choice(base?.record.body, first.record.body, second.record.body, \.changesBody).record.body
    func entity(_ version: Version) -> String { models[version.model].entities[version.entity].name }
    let moved = base.map(entity) == entity(first) ? second : first
    return (
      RecordVersion(written: WrittenRecord(values: values, lists: lists), body: body), moved.entity,
      moved.model
    )
  }

  /// The rows of a list: their contents, and as written.
  private typealias Rows = (contents: [[String: String]], written: [WrittenRecord])

  /// Merges the rows of two branches: rows inserted on either branch are included, rows removed on one branch
  /// and unchanged on the other are not, and a row changed on both has the changes of both.
  /// - Parameters:
  ///   - base: the contents of the rows in the common base.
  ///   - isLast: whether the other branch was the last to change a key of a row; nil if none did.
  private static func joined(
    _ one: Rows, _ other: Rows, since base: [[String: String]], isLast: (_ key: String) -> Bool?
  ) -> [WrittenRecord] {
    var partners: [Int: Int] = [:]
    var inserted: [Int] = []
    for pair in RowMatching(base, other.contents).pairs {
      guard let new = pair.new else { continue }
      if let old = pair.old { partners[old] = new } else { inserted.append(new) }
    }
    var rows: [WrittenRecord] = []
    for pair in RowMatching(base, one.contents).pairs {
      let partner = pair.old.flatMap { partners[$0] }
      switch (pair.old, pair.new, partner) {
      case (let old?, let new?, let partner?):
        rows.append(
          joined(
            (one.contents[new], one.written[new]), (other.contents[partner], other.written[partner]),
            since: base[old], isLast: isLast))
      case (let old?, let new?, nil):
        if one.contents[new] != base[old] { rows.append(one.written[new]) }
      case (let old?, nil, let partner?):
        if other.contents[partner] != base[old] { rows.append(other.written[partner]) }
      case (nil, let new?, _):
        rows.append(one.written[new])
        // The same row inserted on both branches is one row.
        if let same = inserted.firstIndex(where: { other.contents[$0] == one.contents[new] }) {
          inserted.remove(at: same)
        }
      default: continue
      }
    }
    return rows + inserted.map { other.written[$0] }
  }

  /// Merges a row of two branches.
  private static func joined(
    _ one: (content: [String: String], written: WrittenRecord),
    _ other: (content: [String: String], written: WrittenRecord), since base: [String: String],
    isLast: (_ key: String) -> Bool?
  ) -> WrittenRecord {
    var values: [String: String] = [:]
    for key in Set(one.content.keys).union(other.content.keys) {
      let (old, first, second) = (base[key], one.content[key], other.content[key])
      let isOne = first == second || second == old || first != old && !(isLast(key) ?? true)
      values[key] = (isOne ? one : other).written.values[key]
    }
    return WrittenRecord(values: values, lists: one.written.lists)
  }
}
