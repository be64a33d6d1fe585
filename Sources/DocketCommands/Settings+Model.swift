import ArgumentParser
import Content
import Diagnostics

extension Settings {
  /// Reads site.yml and model.yml alone, which need no record to be right.
  /// - Parameter console: gets what is wrong with them.
  /// - Throws: `ExitCode` if they have errors.
  func loadedModel(_ console: Console) async throws -> LoadedModel {
    let loaded = await loader().model()
    try console.report(ordered(loaded.diagnostics), to: .error)
    if loaded.diagnostics.hasErrors { throw ExitCode(of: loaded.diagnostics) }
    return loaded
  }
}
