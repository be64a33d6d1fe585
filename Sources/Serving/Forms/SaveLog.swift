/// What the last saves wrote.
actor SaveLog {
  /// What a save wrote.
  struct Saved: Sendable {
    /// The files, as the user would type them.
    let paths: [String]
    /// The files that were not there before, by their paths below Content.
    let created: [String]
    /// What changed in them.
    let diff: String
  }

  /// A record that a save created, and the form that it came from.
  struct Created: Sendable {
    /// All that the form sent, which holds a mark of its own.
    let form: String
    /// The id of the record.
    let id: String
    /// Where the save led.
    let response: Response
  }

  private static let capacity = 50

  private var saves: [Saved] = []
  private var created: [Created] = []
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

  /// Keeps what was created from a form, and forgets what was created long ago.
  func add(_ new: Created) {
    created.append(new)
    if created.count > Self.capacity { created.removeFirst() }
  }

  /// What was created from a form before.
  func created(from form: String) -> Created? { created.last { $0.form == form } }

  /// What a save wrote.
  func saved(_ number: Int) -> Saved? {
    saves.indices.contains(number - first) ? saves[number - first] : nil
  }
}
