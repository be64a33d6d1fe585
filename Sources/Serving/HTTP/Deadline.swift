/// Thrown when an operation takes longer than allowed.
struct Deadline: Error {}

/// Runs an operation with a time limit.
/// - Throws: `Deadline` if the time is exceeded; the operation is cancelled. If it ends nevertheless, as one does that a busy
///   machine came to too late, its result counts.
func within<Result: Sendable>(
  _ time: Duration, _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  try await withThrowingTaskGroup(of: Result?.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: time)
      return nil
    }
    defer { group.cancelAll() }
    if let result = try await group.next() ?? nil { return result }
    group.cancelAll()
    guard let result = try? await group.next() ?? nil else { throw Deadline() }
    return result
  }
}
