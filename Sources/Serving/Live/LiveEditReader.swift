import Content
import Diagnostics
import Editing

/// Reads the book with edits applied to a shown book.
struct LiveEditReader: EditReader {
  let loading: Loading
  let shown: Book

  func book(after edit: Edit) async -> Book {
    await loading.book(of: edit.overlay(over: loading.source), after: shown)
  }

  var siteDiagnostics: @Sendable (Book) async -> [Diagnostic] {
    { [loading] book in await loading.site(book, nil).diagnostics }
  }
}
