import Records

/// The values of a filter that has very many, in parts of a few kilobytes: by key, for the one that is chosen,
/// and by the beginnings of names, for those that are offered while a name is typed.
struct FilterValues: Sendable {
  /// How many values share a part: on average by key, at most by name.
  private static let (sharing, maximumNames) = (64, 400)
  /// How many rows a part by key has, on average; a value that more rows have gets a part of its own.
  private static let maximumShared = 512
  /// The maximum number of rows of a value for which their orders and figures are stored with them: with more, a
  /// page is soon found in the orders of all rows.
  static let maximumOrdered = 4_096
  /// The maximum number of characters that identify a part of names.
  private static let maximumCharacters = 24

  /// The rows that have each value, least first.
  let rows: [[Int32]]
  /// The values of each part by key, and after these parts those of a single value.
  let byKey: [[Int]]
  /// How many parts share the values by their keys.
  let sharedCount: Int
  /// The part of its own that a value has.
  let ownParts: [Int: Int]
  /// How the folded names of each part begin, the longest first, and its values.
  let byName: [(prefix: String, values: [Int])]

  /// Divides values into parts.
  /// - Parameters:
  ///   - names: the labels of the values.
  ///   - keys: their names in addresses.
  ///   - rows: the rows that have each value, least first.
  init(names: [String], keys: [String], rows: [[Int32]]) {
    self.rows = rows
    let isOwn = rows.map { $0.count > Self.maximumShared }
    let shared = zip(rows, isOwn).reduce(0) { $0 + ($1.1 ? 0 : $1.0.count) }
    sharedCount = max((keys.count - 1) / Self.sharing, shared / Self.maximumShared) + 1
    var byKey = [[Int]](repeating: [], count: sharedCount)
    var ownParts: [Int: Int] = [:]
    for (value, key) in keys.enumerated() {
      byKey[Self.part(of: key, among: sharedCount)].append(value)
      if isOwn[value] {
        ownParts[value] = byKey.count
        byKey.append([value])
      }
    }
    (self.byKey, self.ownParts) = (byKey, ownParts)
    var byName: [(prefix: String, values: [Int])] = []
    let letters = names.map { Array(folded($0, case: true, marks: true).unicodeScalars) }
    func add(_ values: [Int], _ length: Int) {
      guard values.count > Self.maximumNames, length < Self.maximumCharacters else {
        let prefix = letters[values[0]].prefix(length)
        return byName.append((String(String.UnicodeScalarView(prefix)), values))
      }
      let groups = Dictionary(grouping: values) { letters[$0].prefix(length + 1) }
      for group in groups.values { add(group, min(length + 1, letters[group[0]].count)) }
    }
    if !names.isEmpty { add(Array(names.indices), 0) }
    byName.sort { ($1.prefix.utf8.count, $0.prefix) < ($0.prefix.utf8.count, $1.prefix) }
    self.byName = byName
  }

  /// The part of a key among that many, as the script finds it: its UTF-16 units are the digits of a number to the
  /// base 31.
  private static func part(of key: String, among count: Int) -> Int {
    key.utf16.reduce(0) { ($0 * 31 + Int($1)) % 65_521 } % count
  }
}
