import Content
import Diagnostics
import Records

/// Finds templates that nothing uses, for their names are not quite those that docket looks for.
///
/// A template of another name may be one that other templates call, or be meant for another site's model; but in
/// `blocks` there is nothing else to look for.
struct UnusedTemplates {
  /// The names that docket looks for.
  private let expected: [String]

  /// Collects the names: the built-in theme's, and those of the model's entities.
  init(model: Model) {
    let entities = model.entities.filter { $0.folder != nil && !$0.isAbstract }.map { "entities/\($0.name)" }
    let builtIn = builtInThemeFiles.map(\.path).filter {
      $0.hasSuffix(".mustache") && !$0.hasPrefix("entities/") && !$0.hasPrefix("partials/")
    }
    expected = builtIn.map { String($0.dropLast(".mustache".count)) } + entities
  }

  /// A warning for each template that stands beside a name it is surely meant to have.
  /// - Complexity: O(*n*) in the bytes of the templates, for each one of an unknown name.
  func warnings(of theme: Theme, pages: [Page]) -> [Diagnostic] {
    theme.templates.sorted { $0.key < $1.key }.compactMap { name, file in
      let isBlock = name.hasPrefix("blocks/")
      let meant = nearest(to: name)
      guard !expected.contains(name), isBlock || meant != nil, !isUsed(name, theme, pages) else { return nil }
      let blocks = expected.filter { $0.hasPrefix("blocks/") }.map { "'\($0)'" }.sorted().joined(
        separator: ", ")
      return Diagnostic(
        .unusedTemplate, .warning, at: file[0..<0],
        "nothing uses the template '\(name)'\(suggestion(meant))",
        notes: isBlock && meant == nil ? [.init("the templates of query blocks are \(blocks)")] : [])
    }
  }

  /// The expected name of the same folder whose last part is near.
  private func nearest(to name: String) -> String? {
    let folder = name.lastIndex(of: "/").map { name[...$0].lowercased() } ?? ""
    let names = expected.filter {
      $0.lowercased().hasPrefix(folder) && $0.dropFirst(folder.count).allSatisfy { $0 != "/" }
    }
    let last = nearestName(
      to: String(name.dropFirst(folder.count)), among: names.map { String($0.dropFirst(folder.count)) })
    return last.flatMap { last in names.first { $0.dropFirst(folder.count) == last } }
  }

  /// Whether a page or another template names it.
  private func isUsed(_ name: String, _ theme: Theme, _ pages: [Page]) -> Bool {
    pages.contains { $0.template?.text == name }
      || theme.templates.contains {
        $0.key != name && String(decoding: $0.value.bytes, as: UTF8.self).contains(name)
      }
  }
}
