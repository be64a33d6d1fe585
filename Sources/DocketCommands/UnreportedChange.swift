import FileSystem

/// What a command ends with if it has changed files and cannot say so: standard output is closed, or its disk full.
///
/// The exit code is that of a failed environment, because whoever reads the output lacks it; the message keeps people
/// from repeating the command.
struct UnreportedChange: Error {
  /// Why it cannot be said.
  let failure: EnvironmentFailure

  /// One line for standard error.
  var text: String { "the change is made, do not repeat it; only the report is missing: \(failure)" }
}

/// Says what a command has done.
func reportingWhatIsDone(
  _ report: () throws(EnvironmentFailure) -> Void
) throws(UnreportedChange) {
  do {
    try report()
  } catch {
    throw UnreportedChange(failure: error)
  }
}
