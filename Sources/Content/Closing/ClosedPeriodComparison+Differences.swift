import Diagnostics
import Records

extension ClosedPeriodComparison {
  /// Why a record differs.
  enum Cause {
    /// It was changed, added or deleted.
    case record(Diagnostic)
    /// It is implied, so the change follows from its owner.
    case implied(Diagnostic)
    /// It is no longer there, and may have been implied.
    case gone(Diagnostic)
    /// The model gives it other values.
    case model([(value: Recomputed, origin: ClosedRecords.Origin)])
    /// Its amounts name no currency and are now in another one; the first of them.
    case currency(Reinterpreted)
  }

  /// A difference in the record with an id, or in a record inside it.
  struct Difference {
    let id: String
    /// Whether the whole record is new, gone, or has left the period.
    var isWhole = false
    let cause: Cause
  }

  /// All differences of a period, of which some explain others.
  struct Differences {
    private var diagnostics: [Diagnostic] = []
    /// The differences in records inside others.
    private var owned: [Difference] = []
    private var implied: [(owner: String, diagnostic: Diagnostic)] = []
    private var gone: [(owner: String, diagnostic: Diagnostic)] = []
    private var recomputed: [(value: Recomputed, origin: ClosedRecords.Origin)] = []
    private var reinterpreted: [Reinterpreted] = []
    /// The ids of the records that were changed, added or deleted, or hold such records.
    private var changed: Set<String> = []
    /// The ids of the records that are new, gone, or have left the period with everything inside them.
    private var whole: Set<String> = []

    /// Adds an error that explains no other.
    mutating func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

    /// Adds a difference.
    /// - Parameter isOwned: whether it is in a record inside that with its id.
    mutating func add(_ difference: Difference, isOwned: Bool) {
      guard !isOwned else { return owned.append(difference) }
      if difference.isWhole { whole.insert(difference.id) }
      add(difference)
    }

    private mutating func add(_ difference: Difference) {
      switch difference.cause {
      case .model(let values): recomputed += values
      case .currency(let amount): reinterpreted.append(amount)
      case .implied(let diagnostic): implied.append((difference.id, diagnostic))
      case .gone(let diagnostic): gone.append((difference.id, diagnostic))
      case .record(let diagnostic):
        changed.insert(difference.id)
        diagnostics.append(diagnostic)
      }
    }

    /// What no other difference explains: errors at records, and values that the model or a currency changed.
    mutating func resolved() -> (
      diagnostics: [Diagnostic], recomputed: [(value: Recomputed, origin: ClosedRecords.Origin)],
      reinterpreted: [Reinterpreted]
    ) {
      // If a whole order is new, gone or of another period, its rows are not reported as well.
      for difference in owned where !whole.contains(difference.id) { add(difference) }
      owned = []
      // Derived and implied values follow from an order's rows, so a change of the rows explains them.
      let recomputed = recomputed.filter { $0.origin.expression == nil || !changed.contains($0.value.id) }
      let recomputedOwners = Set(recomputed.map(\.value.id))
      let gone = gone.filter { !recomputedOwners.contains($0.owner) }
      let explained = changed.union(recomputedOwners).union(gone.map(\.owner))
      let implied = implied.filter { !explained.contains($0.owner) }
      return (diagnostics + (gone + implied).map(\.diagnostic), recomputed, reinterpreted)
    }
  }
}

extension ClosedPeriodComparison {
  /// The former ids that records of the period refer to and that are now those of one record with another of these
  /// ids: what each of the two had, nobody could tell any more.
  func mergedIDs(
    of entities: [(name: String, kept: KeptEntity?)], _ lines: [ClosedPeriod.Line]
  ) -> [Int: Set<String>] {
    guard !graph.formerNames.isEmpty else { return [:] }
    var ids: [Int: Set<String>] = [:]
    for case (let name, let entity?) in entities {
      for (keyIndex, key) in entity.keys.enumerated() {
        guard case .link(_, let table) = key else { continue }
        for line in lines where line.entity == name {
          ids[table, default: []].formUnion(line.values[keyIndex].map(KeptValues.ids) ?? [])
        }
      }
    }
    return Dictionary(
      uniqueKeysWithValues: ids.map { table, ids in
        let present = Dictionary(grouping: ids) { graph.id(formerly: $0, in: table) ?? $0 }
        return (
          table, Set(present.filter { $1.count > 1 }.flatMap { present, ids in ids.filter { $0 != present } })
        )
      })
  }
}
