import Content
import Site

extension Settings {
  /// The theme named on the command line or in site.yml, and the names available in its templates. Reports their
  /// diagnostics.
  /// - Throws: `ExitCode` if they have errors.
  func themeInForce() async throws -> (name: String, names: TemplateNames) {
    let book = await loader().model()
    let (theme, _, diagnostics) = await pipeline.theme(for: book.settings, root: content)
    try report(book.diagnostics + diagnostics)
    return (theme.name, TemplateNames(book.model, settings: book.settings, theme: theme))
  }
}
