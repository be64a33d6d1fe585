import Content
import Site

extension Settings {
  /// The theme named on the command line or in site.yml. Reports its diagnostics and those of the model.
  /// - Throws: `ExitCode` if they have errors.
  func themeInForce() async throws -> (theme: Theme, book: LoadedModel) {
    let book = await loader().model()
    let (theme, _, diagnostics) = await pipeline.theme(for: book.settings, root: content)
    try report(book.diagnostics + diagnostics)
    return (theme, book)
  }

  /// The names available in the templates of the theme in force.
  /// - Throws: as `themeInForce`.
  func templateNames() async throws -> TemplateNames {
    let (theme, book) = try await themeInForce()
    return TemplateNames(
      book.model, settings: book.settings, theme: theme, pages: await loader().load().pages)
  }
}
