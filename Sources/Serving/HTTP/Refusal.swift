/// The reason that a request is refused.
struct Refusal: Error, Equatable {
  /// The status code.
  let status: Int
  /// The reason, in one line.
  let reason: String

  init(_ status: Int, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}
