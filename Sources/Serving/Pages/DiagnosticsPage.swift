import Content
import Diagnostics

/// The page of all diagnostics, at `/-/problems` and in place of pages that cannot be shown.
enum DiagnosticsPage {
  static let path = "-/problems"

  /// Makes the page.
  /// - Parameters:
  ///   - token: the token that a change must carry; nil if fix-its cannot be made here.
  ///   - book: the book whose records' places lead to their forms, where records may be changed.
  static func page(
    _ status: Int, _ diagnostics: [Diagnostic], token: String? = nil, of book: Book? = nil
  ) -> SiteAnswers.Page {
    let list = DiagnosticList(diagnostics, token: token, formsOf: token == nil ? nil : book)
    let what: HTML =
      diagnostics.isEmpty
      ? """
      <h1>\(localized: "Nothing is wrong")</h1>
      <p>\(localized: "Everything in the book was read, linked and checked.")</p>
      """
      : "<h1>\(list.count)</h1>\n\(list.html)"
    let main: HTML = "\(OwnPages.navigation(canEdit: token != nil))\n\(what)"
    return SiteAnswers.Page(
      status: status,
      bytes: ownPage(title: diagnostics.isEmpty ? localized("Nothing is wrong") : list.count, main: main)
    )
  }
}
