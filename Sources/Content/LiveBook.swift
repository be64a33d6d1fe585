import FileSystem
import Records

/// A book that is read again and again while its files change.
///
/// What was read and decoded of each file is kept, and what changed is read again; everything after reading is done anew,
/// so that each book equals one that is loaded from nothing.
///
///     let live = LiveBook(includesDrafts: false)
///     let book = await live.book(of: tree, today: today)
///     var edit = Overlay(over: tree)
///     edit.put(bytes, at: "orders/2026/1042.md")
///     let next = await live.book(of: edit, today: today)
package actor LiveBook {
  /// Whether drafts belong.
  private let includesDrafts: Bool
  /// Whether to warn of what an order book rarely means.
  private let lints: Bool
  private var files = ContentFiles(root: "")
  private var decoded = DecodedFiles()

  /// Makes a live book that nothing was read of yet.
  package init(includesDrafts: Bool, lints: Bool = true) {
    self.includesDrafts = includesDrafts
    self.lints = lints
  }

  /// The book of a source, read again where its files have changed since the last call.
  /// - Parameters:
  ///   - source: the files; another source than the last time is welcome where most of them are the same.
  ///   - today: the day that `today()` is.
  package func book(of source: any ContentSource, today: CivilDate) async -> Book {
    let loader = ContentLoader(source: source, includesDrafts: includesDrafts, today: today, lints: lints)
    var decoded = self.decoded
    let files = await ContentFiles.read(source, after: self.files)
    // Documents know how long the path to Content is.
    if files.root != self.files.root { decoded = DecodedFiles() }
    let book = await loader.load(files, &decoded)
    (self.files, self.decoded) = (files, decoded)
    return book
  }
}
