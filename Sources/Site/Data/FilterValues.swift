import Records

/// The values of a filter with very many, in parts of a few kilobytes: by key, to look up the chosen value,
/// and by the beginnings of names, for suggestions while typing.
struct FilterValues: Sendable {
  /// The number of values in a part: on average by key, at most by name.
  private static let (sharing, maximumNames) = (64, 400)
  /// The average number of rows in a part by key; a value with more rows gets a part of its own.
  private static let maximumShared = 512
  /// The maximum number of rows of a value whose orders and figures are stored with it. With more rows, a
  /// page is quickly found in the orders of all rows.
  static let maximumOrdered = 4_096
  /// The maximum number of characters that identify a part by name.
  private static let maximumCharacters = 24

  /// The rows with each value, ascending.
  let rows: [[Int32]]
  /// The values of each part by key, followed by the parts of single values.
  let byKey: [[Int]]
  /// The number of parts by key that values share.
  let sharedCount: Int
  /// The index of the part of a single value, by value.
  let ownParts: [Int: Int]
  /// The beginnings of the folded names in each part, longest first, and its values.
  let byName: [(prefix: String, values: [Int])]

  /// Divides values into parts.
  /// - Parameters:
  ///   - names: the labels of the values.
  ///   - keys: their names in addresses.
  ///   - rows: the rows with each value, ascending.
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
    // As the script folds what is typed.
    let letters = names.map { name in
      var key: [UInt8] = []
      key.appendSearchKey(of: name.utf8.span)
      return Array(String(decoding: key, as: UTF8.self).unicodeScalars)
    }
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

  /// The part of a key among a number of parts, computed as in the script: its UTF-16 units are the digits of
  /// a number in base 31.
  private static func part(of key: String, among count: Int) -> Int {
    key.utf16.reduce(0) { ($0 * 31 + Int($1)) % 65_521 } % count
  }
}
