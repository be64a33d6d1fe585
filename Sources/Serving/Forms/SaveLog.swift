/// What the last saves wrote.
actor SaveLog {
  /// What a save wrote.
  struct Saved: Sendable {
    /// The files, as the user would type them.
    let paths: [String]
    /// What changed in them.
    let diff: String
  }

  private var saves: [Saved] = []
  private var first = 1

  /// Keeps what a save wrote, and forgets old ones.
  /// - Returns: the number of the save.
  func add(_ saved: Saved) -> Int {
    saves.append(saved)
    if saves.count > 50 {
      saves.removeFirst()
      first += 1
    }
    return first + saves.count - 1
  }

  /// What a save wrote.
  func saved(_ number: Int) -> Saved? {
    saves.indices.contains(number - first) ? saves[number - first] : nil
  }
}
