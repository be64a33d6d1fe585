import Content
import Diagnostics
import Site

extension Settings {
  /// The theme named on the command line or in site.yml, and the names available in its templates.
  func themeInForce() async -> (name: String, names: TemplateNames, diagnostics: [Diagnostic]) {
    let book = await loader().model()
    let (theme, _, diagnostics) = await pipeline.theme(for: book.settings, root: content)
    let names = TemplateNames(book.model, settings: book.settings, theme: theme)
    return (theme.name, names, book.diagnostics + diagnostics)
  }
}
