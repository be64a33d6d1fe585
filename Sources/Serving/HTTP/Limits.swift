/// The limits on the size and duration of requests.
struct Limits: Sendable {
  /// The maximum number of bytes of the request line and the header fields.
  var head = 16 << 10
  /// The maximum number of bytes of the target.
  var target = 8 << 10
  /// The maximum number of bytes of a body, enough for the largest file of a record when percent-encoded.
  var body = 4 << 20
  /// The time from a request's first byte to its last.
  var requestTime = Duration.seconds(10)
  /// The time that a connection may be idle without a request.
  var idleTime = Duration.seconds(60)
  /// The time that a client may take to accept a response, or a part of one.
  var responseTime = Duration.seconds(30)
  /// The maximum number of connections at once.
  var connections = 4_096
}
