/// The name nearest to a mistyped one, for "did you mean".
///
/// The distance is the optimal string alignment distance (insertions, deletions, substitutions and swaps of
/// neighbours, each one step) over Unicode scalars, case folded. A name counts as near within a third of the
/// length of what was typed, at least one step; a single letter is near only to itself.
/// - Parameters:
///   - typed: what the user wrote.
///   - names: what exists. Of several equally near, the first in code point order is taken.
/// - Returns: the nearest name, or nil if none is near.
/// - Complexity: O(*n* · *m*) for each name whose length is near enough.
package func nearestName(to typed: String, among names: some Sequence<String>) -> String? {
  nearestNames(to: typed, among: names).min()
}

/// The names that are nearest to a mistyped one, all of them equally near.
func nearestNames(to typed: String, among names: some Sequence<String>) -> Set<String> {
  let folded = Array(typed.lowercased().unicodeScalars)
  guard !folded.isEmpty, folded.count <= 100 else { return [] }
  // One step turns a letter into any other.
  var limit = folded.count == 1 ? 0 : max(1, folded.count / 3)
  var best: Set<String> = []
  for name in names {
    // A difference in length costs that many steps, and a scalar has at most four bytes.
    let bytes = name.utf8.count
    guard bytes <= (folded.count + limit) * 4, bytes + limit >= folded.count else { continue }
    let candidate = Array(name.lowercased().unicodeScalars)
    guard abs(candidate.count - folded.count) <= limit else { continue }
    let distance = editDistance(folded, candidate)
    guard distance <= limit else { continue }
    if distance < limit { best.removeAll() }
    best.insert(name)
    limit = distance
  }
  return best
}

private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  var row = last
  for i in 1...a.count {
    row[0] = i
    for j in 1...b.count {
      let cost = a[i - 1] == b[j - 1] ? 0 : 1
      row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        row[j] = min(row[j], beforeLast[j - 2] + 1)
      }
    }
    (beforeLast, last, row) = (last, row, beforeLast)
  }
  return last[b.count]
}

/// The end of a summary that offers the nearest name: `; did you mean 'acme'?`, or nothing.
/// - Parameter other: what to say where no name is near.
package func suggestion(_ nearest: String?, else other: String = "") -> String {
  nearest.map { "; did you mean '\($0)'?" } ?? other
}
