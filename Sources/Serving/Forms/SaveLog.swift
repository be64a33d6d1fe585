/// What the last saves wrote.
actor SaveLog {
  /// What a save wrote.
  struct Saved: Sendable {
    /// The files, as the user would type them.
    let paths: [String]
    /// The files that were not there before, by their paths below Content.
    let made: [String]
    /// What changed in them.
    let diff: String
  }

  /// A new record that was made, and the form that it was made from.
  struct Made: Sendable {
    /// All that the form sent, which holds a mark of its own.
    let form: String
    /// The id of the record.
    let id: String
    /// Where the save led.
    let response: Response
  }

  private static let capacity = 50

  private var saves: [Saved] = []
  private var made: [Made] = []
  private var first = 1

  /// Keeps what a save wrote, and forgets old ones.
  /// - Returns: the number of the save.
  func add(_ saved: Saved) -> Int {
    saves.append(saved)
    if saves.count > Self.capacity {
      saves.removeFirst()
      first += 1
    }
    return first + saves.count - 1
  }

  /// Keeps what was made from a form, and forgets what was made long ago.
  func add(_ new: Made) {
    made.append(new)
    if made.count > Self.capacity { made.removeFirst() }
  }

  /// What was made from a form before.
  func made(from form: String) -> Made? { made.last { $0.form == form } }

  /// What a save wrote.
  func saved(_ number: Int) -> Saved? {
    saves.indices.contains(number - first) ? saves[number - first] : nil
  }
}
