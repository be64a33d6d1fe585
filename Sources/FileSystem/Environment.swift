#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The variables that this process was started with.
package enum Environment {
  /// A variable; nil if it is not set or empty.
  /// - Parameter allowsEmpty: whether one that is set and empty is not nil.
  package static func variable(_ name: String, allowsEmpty: Bool = false) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty && !allowsEmpty ? nil : $0 }
  }
}
