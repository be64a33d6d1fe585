import ArgumentParser
import Content
import Diagnostics

extension Settings {
  /// Reads only site.yml and model.yml, which does not require valid records.
  /// - Parameter console: receives their diagnostics.
  /// - Throws: `ExitCode` if they have errors.
  func loadedModel(_ console: Console) async throws -> LoadedModel {
    let loaded = await loader().model()
    try console.report(ordered(loaded.diagnostics), to: .error)
    if loaded.diagnostics.hasErrors { throw ExitCode(of: loaded.diagnostics) }
    return loaded
  }
}
