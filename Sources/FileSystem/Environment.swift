import Platform

/// The environment variables of this process.
package enum Environment {
  /// A variable; nil if it is not set or is empty.
  /// - Parameter allowsEmpty: whether to return an empty variable instead of nil.
  package static func variable(_ name: String, allowsEmpty: Bool = false) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty && !allowsEmpty ? nil : $0 }
  }
}
