import Diagnostics

/// Finds the source positions of links in a body, for their diagnostics.
///
/// Only broken links are requested, in page order.
struct LinkPlaces {
  private let file: SourceFile
  private let body: Range<Int>
  private lazy var definitions = InlineLocator.definitions(in: body, of: file.bytes)
  private var reportedDefinitions: Set<Int> = []
  private var leaf: Range<Int>?
  private var locator: InlineLocator?

  /// Makes a finder for a body of a file.
  init(_ file: SourceFile, body: Range<Int>) {
    self.file = file
    self.body = body
  }

  /// The range of a destination in the file; nil if its definition has already been returned.
  /// - Parameters:
  ///   - destination: the destination, with escapes and entities resolved.
  ///   - place: the paragraph, heading or cell of the link, and its line.
  mutating func range(of destination: String, at place: PendingLink.Place) -> Range<Int>? {
    if leaf != place.leaf {
      leaf = place.leaf
      locator = InlineLocator(place.leaf, in: file.bytes)
    }
    if let here = locator?.destination(destination) { return here }
    guard let definition = definitions[destination] else { return place.line }
    // A definition causes a single error, however often it is used.
    return reportedDefinitions.insert(definition.lowerBound).inserted ? definition : nil
  }
}
