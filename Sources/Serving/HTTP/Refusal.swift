/// Why a request is not answered as it asks.
struct Refusal: Error, Equatable {
  /// The status code.
  let status: Int
  /// What is wrong, in one line.
  let reason: String

  /// Makes a refusal.
  init(_ status: Int, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}
