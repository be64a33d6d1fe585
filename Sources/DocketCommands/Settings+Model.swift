import Content

extension Settings {
  /// Reads only site.yml and model.yml, which does not require valid records, and reports their diagnostics.
  /// - Throws: `ExitCode` if they have errors.
  func loadedModel() async throws -> LoadedModel {
    let loaded = await loader().model()
    try report(loaded.diagnostics)
    return loaded
  }
}
