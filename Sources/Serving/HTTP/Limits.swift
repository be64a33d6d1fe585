/// How much a request may be, and how long it may take.
package struct Limits: Sendable {
  /// The maximum number of bytes of the request line and the header fields.
  package var head = 16 << 10
  /// The maximum number of bytes of the target.
  package var target = 8 << 10
  /// The maximum number of bytes of a body: a record's file at its largest, percent-encoded, and more.
  package var body = 4 << 20
  /// The time from a request's first byte to its last.
  package var requestTime = Duration.seconds(10)
  /// The time that a connection may be open without a request.
  package var idleTime = Duration.seconds(60)
  /// The time that a client may take to accept an answer, or a part of one.
  package var responseTime = Duration.seconds(30)
  /// The maximum number of connections at once.
  package var connections = 4_096

  /// The limits in force unless a test sets others.
  package init() {}
}
