/// The results of the last saves.
actor SaveLog {
  /// The result of a save.
  struct Saved: Sendable {
    /// The files, as the user would type them.
    let paths: [String]
    /// The files that were not there before, by their paths below Content.
    let created: [String]
    /// The unified diff.
    let diff: String
  }

  /// A record created by a save, and the form it came from.
  struct Created: Sendable {
    /// Identifies the form that was sent.
    let form: String
    /// The id of the record.
    let id: String
    /// The redirect after the save.
    let response: Response
  }

  private static let capacity = 50

  private var saves: [Saved] = []
  private var created: [Created] = []
  private var first = 1

  /// Adds a save, and discards old ones.
  /// - Returns: the number of the save.
  func add(_ saved: Saved) -> Int {
    saves.append(saved)
    if saves.count > Self.capacity {
      saves.removeFirst()
      first += 1
    }
    return first + saves.count - 1
  }

  /// Adds a created record, and discards old ones.
  func add(_ new: Created) {
    created.append(new)
    if created.count > Self.capacity { created.removeFirst() }
  }

  /// The record created earlier from a form.
  func created(from form: String) -> Created? { created.last { $0.form == form } }

  /// The result of a save.
  func saved(_ number: Int) -> Saved? {
    saves.indices.contains(number - first) ? saves[number - first] : nil
  }
}
