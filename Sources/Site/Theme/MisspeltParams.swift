import Content
import Diagnostics

/// Params of site.yml whose names are similar to those that a built-in template prints.
///
/// A theme's author is told of a param in the template. The built-in templates are nobody's to change, so that it is the
/// name in site.yml that is wrong.
struct MisspeltParams {
  let settings: SiteSettings

  /// Diagnostics in which a warning about a param that a built-in template prints is at the param that was meant for it.
  func told(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var seen: Set<String> = []
    return diagnostics.compactMap { diagnostic in
      let name = diagnostic.range.text
      guard diagnostic.id == .unknownName, diagnostic.severity == .warning,
        diagnostic.range.file.path.hasPrefix(Theme.builtInName + "/"),
        let key = nearestName(to: name, among: settings.paramRanges.keys.sorted()),
        let range = settings.paramRanges[key]
      else { return diagnostic }
      guard seen.insert(name).inserted else { return nil }
      return Diagnostic(
        .unknownName, .warning, at: range,
        "no built-in template prints 'params.\(key)'" + suggestion(name))
    }
  }
}
