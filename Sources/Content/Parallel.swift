/// Runs a function over parts of a whole on all cores and returns the results in order.
///
/// How the whole is divided does not depend on the number of cores, and results are returned in order, so the
/// outcome is the same on every machine.
/// - Parameters:
///   - count: the number of items.
///   - size: the maximum number of items in one part.
///   - body: what to do with one part's items.
package func inParallel<Result: Sendable>(
  _ count: Int, by size: Int, _ body: @escaping @Sendable (Range<Int>) -> Result
) async -> [Result] {
  let parts = stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
  guard parts.count > 1 else { return parts.map(body) }
  return await withTaskGroup(of: (Int, Result).self) { group in
    for (index, part) in parts.enumerated() {
      group.addTask { (index, body(part)) }
    }
    var results = [Result?](repeating: nil, count: parts.count)
    for await (index, result) in group { results[index] = result }
    return results.compactMap { $0 }
  }
}
