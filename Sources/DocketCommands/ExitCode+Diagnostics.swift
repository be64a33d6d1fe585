import ArgumentParser
import Diagnostics

extension ExitCode {
  /// The exit code for diagnostics with errors: 70 if a file or folder could not be read, otherwise 1.
  init(of diagnostics: [Diagnostic]) {
    let isUnreadable = diagnostics.contains {
      $0.severity == .error && ($0.id == .unreadableFile || $0.id == .unreadableFolder)
    }
    self.init(isUnreadable ? 70 : 1)
  }
}
