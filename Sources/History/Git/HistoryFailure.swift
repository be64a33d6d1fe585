import FileSystem

/// Why the history is not available.
package enum HistoryFailure: Error, CustomStringConvertible {
  /// The environment failed: git is not installed, or it failed.
  case environment(EnvironmentFailure)
  /// The request refers to something that does not exist, described in one line: no repository, an unknown
  /// revision, a commit beyond a shallow clone.
  case unavailable(String)

  /// The failure in one line.
  package var description: String {
    switch self {
    case .environment(let failure): failure.description
    case .unavailable(let words): words
    }
  }
}
