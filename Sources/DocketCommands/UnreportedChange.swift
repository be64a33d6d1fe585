import FileSystem

/// Thrown if a command has changed files but cannot report it, because standard output fails.
///
/// The exit code is that of a failed environment, because readers of the output do not get it. The message
/// prevents users from repeating the command.
struct UnreportedChange: Error {
  /// The reason that it cannot be reported.
  let failure: EnvironmentFailure

  /// A one-line message for standard error.
  var text: String { "the change is made, do not repeat it; only the report is missing: \(failure)" }
}

/// Reports what a command has done.
func reportingWhatIsDone(
  _ report: () throws(EnvironmentFailure) -> Void
) throws(UnreportedChange) {
  do {
    try report()
  } catch {
    throw UnreportedChange(failure: error)
  }
}
