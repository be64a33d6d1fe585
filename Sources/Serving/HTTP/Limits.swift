/// The limits on the size and duration of requests.
enum Limits {
  /// The maximum number of bytes of the request line and the header fields.
  static let head = 16 << 10
  /// The maximum number of bytes of the target.
  static let target = 8 << 10
  /// The maximum number of bytes of a body: enough for the largest file of a record as a form sends it, with the values
  /// of the file and the typed ones percent-encoded, and a name for each.
  static let body = 32 << 20
  /// The time from a request's first byte to its last.
  static let requestTime = Duration.seconds(10)
  /// The time that a connection may be idle without a request.
  static let idleTime = Duration.seconds(60)
  /// The time that a client may take to accept a response, or a part of one.
  static let responseTime = Duration.seconds(30)
  /// The maximum number of connections at once.
  static let connections = 4_096
}
