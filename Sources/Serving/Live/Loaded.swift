import Content
import Diagnostics
import Site

/// A site made from a book.
package struct MadeSite: Sendable {
  /// The site, to be shown if there is no error.
  let site: PlannedSite
  /// The diagnostics that decide whether the site can be shown.
  let diagnostics: [Diagnostic]
  /// Finds all diagnostics, in the order in which they are reported. This takes a third of a reload, and no page
  /// waits for it.
  let review: @Sendable () async -> [Diagnostic]

  /// Makes the result.
  package init(
    site: PlannedSite, diagnostics: [Diagnostic], review: @escaping @Sendable () async -> [Diagnostic]
  ) {
    self.site = site
    self.diagnostics = diagnostics
    self.review = review
  }
}

/// The result of one reading of the files: a book, its site, and their diagnostics.
struct Loaded: Sendable {
  let book: Book
  /// The site and its diagnostics.
  let made: MadeSite
  /// The origin of the reading.
  let origin: Origin

  /// Identifies a reading: equal origins give equal sites.
  struct Origin: Sendable {
    let version: LiveBook.Version
    /// The files of the themes with their stamps; nil if there are none.
    let themes: [ContentEntry]?

    /// Whether the themes are unchanged. A file that has just changed has no stamp, because it may change
    /// again without a new stamp.
    func hasThemes(_ others: [ContentEntry]?) -> Bool {
      themes == others && !(themes ?? []).contains { $0.kind == .file && $0.stamp == nil }
    }
  }
}
