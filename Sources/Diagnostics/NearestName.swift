/// The name nearest to a mistyped one, for "did you mean".
///
/// The distance is the optimal string alignment distance (insertions, deletions, substitutions and exchanges
/// of adjacent letters, each one step) between case-folded Unicode scalars. A name is near if its distance is
/// at most a third of the typed length, or one step; a single letter is only near to itself.
/// - Parameters:
///   - typed: the text written by the user.
///   - names: the existing names. If several are equally near, the first in code point order is returned.
/// - Returns: the nearest name; nil if none is near.
/// - Complexity: O(*n* · *m*) for each name of similar length.
package func nearestName(to typed: String, among names: some Sequence<String>) -> String? {
  nearestNames(to: typed, among: names).min()
}

/// The names nearest to a mistyped one, all of them equally near.
func nearestNames(to typed: String, among names: some Sequence<String>) -> Set<String> {
  let folded = Array(typed.lowercased().unicodeScalars)
  guard !folded.isEmpty, folded.count <= 100 else { return [] }
  // One step could turn a single letter into any other.
  var limit = folded.count == 1 ? 0 : max(1, folded.count / 3)
  var best: Set<String> = []
  for name in names {
    // Each difference in length is a step, and a scalar has at most four bytes.
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

/// The end of a summary that suggests the nearest name: `; did you mean 'acme'?`, or nothing.
/// - Parameter other: the text if no name is near.
package func suggestion(_ nearest: String?, else other: String = "") -> String {
  nearest.map { "; did you mean '\($0)'?" } ?? other
}
