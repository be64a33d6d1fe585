import FileSystem

/// Why the past cannot be told.
package enum HistoryFailure: Error, CustomStringConvertible {
  /// The machine refused: git is not installed, or it failed.
  case environment(EnvironmentFailure)
  /// What was asked for is not there, in one line: no repository, an unknown revision, a commit beyond a shallow clone.
  case unavailable(String)

  /// The failure in one line.
  package var description: String {
    switch self {
    case .environment(let failure): failure.description
    case .unavailable(let words): words
    }
  }
}
