import FrontMatter

/// A step of the changes that give a list its wanted elements in their order, after those that are not wanted were
/// removed. Places are those at the time of the step.
enum ListStep {
  /// The wanted element with an index is moved from a place to before another.
  case move(Int, from: Int, before: Int)
  /// The wanted element with an index is inserted at a place.
  case insert(Int, before: Int)

  /// The steps to a list, with as few moves as possible.
  /// - Parameters:
  ///   - present: the indices of the elements that are there, in their present order.
  ///   - count: the number of wanted elements.
  static func steps(from present: [Int], to count: Int) -> [ListStep] {
    let steady = longestRise(present)
    var order = present
    var steps: [ListStep] = []
    for index in 0..<count where !steady.contains(index) {
      let target = index == 0 ? 0 : (order.firstIndex(of: index - 1) ?? -1) + 1
      if let place = order.firstIndex(of: index) {
        steps.append(.move(index, from: place, before: target))
        order.move(from: place, before: target)
      } else {
        steps.append(.insert(index, before: target))
        order.insert(index, at: target)
      }
    }
    return steps
  }

  /// The members of a longest increasing subsequence of distinct numbers.
  private static func longestRise(_ numbers: [Int]) -> Set<Int> {
    var lengths: [Int] = []
    var previous: [Int?] = []
    for (index, number) in numbers.enumerated() {
      let best = numbers.indices[..<index].filter { numbers[$0] < number }.max { lengths[$0] < lengths[$1] }
      lengths.append((best.map { lengths[$0] } ?? 0) + 1)
      previous.append(best)
    }
    var rise: Set<Int> = []
    var index = numbers.indices.max { lengths[$0] < lengths[$1] }
    while let place = index {
      rise.insert(numbers[place])
      index = previous[place]
    }
    return rise
  }
}
