import Records

/// Some constants to look values up in, which are prepared once: an expression may be evaluated for one record at a
/// time.
struct Membership: Sendable {
  /// Whether each value of a vector is one of the constants.
  let contains: @Sendable (_ values: Vector, _ count: Int) -> [Bool]

  /// Prepares constants.
  /// - Parameters:
  ///   - constants: a vector of them.
  ///   - options: the differences between texts that are ignored.
  init(_ constants: Vector, _ options: TextOptions) {
    func among<T>(
      _ constants: Lane<T>, _ lane: @escaping @Sendable (Vector) -> Lane<T>?
    ) -> @Sendable (Vector, Int) -> [Bool] {
      let set = Set(constants.values)
      return { vector, count in
        guard let lane = lane(vector) else { return Array(repeating: false, count: count) }
        return each(count) { set.contains(lane[$0]) }
      }
    }
    contains =
      switch constants {
      case .text(let set):
        among(set.folded(options)) { if case .text(let lane) = $0 { lane.folded(options) } else { nil } }
      case .number(let set):
        among(set) {
          switch $0 {
          case .number(let lane): lane
          case .money(let lane): lane.map { $0.single?.number }
          default: nil
          }
        }
      case .date(let set): among(set) { if case .date(let lane) = $0 { lane } else { nil } }
      case .boolean(let set): among(set) { if case .boolean(let lane) = $0 { lane } else { nil } }
      case .record(let set): among(set) { if case .record(let lane) = $0 { lane } else { nil } }
      case .money(let set): among(set) { if case .money(let lane) = $0 { lane } else { nil } }
      default: { _, count in Array(repeating: false, count: count) }
      }
  }
}
