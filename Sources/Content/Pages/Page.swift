import Diagnostics
import Query
import Records

/// A Markdown file that is not a record: the home page, an entity's index page, or a page of its own.
package struct Page: Sendable {
  /// What kind of page it is.
  package enum Kind: Sendable, Equatable {
    /// `index.md` of Content.
    case home
    /// The index page of an entity, an index into the model's entities.
    case index(entity: Int)
    /// Any other page, at its own path.
    case other
  }

  /// The file.
  package var file: MarkdownFile
  /// What kind of page it is.
  package var kind: Kind
  /// The title, if one is written.
  package var title: String?
  /// One sentence for search engines and feeds.
  package var description: String?
  /// The template to render it with, if one is named.
  package var template: SourceText?
  /// Whether a public site leaves it out.
  package var isPrivate = false
  /// The day that `today()` is on this page.
  package var asOf: CivilDate?
  /// Free values for the template.
  package var params: [FreeValue.Pair] = []
  /// What an index page fetches.
  package var request = FetchRequest()
  /// How many records a page of an index shows.
  package var pageSize = Page.defaultPageSize
  /// The expressions by which an index is sorted on further pages, with their labels.
  package var sorts: [FetchRequest.Column] = []
  /// The expressions by whose values an index is filtered on further pages, with their labels.
  package var filters: [FetchRequest.Column] = []
  /// The maximum number of values that a filter makes pages for.
  package var filterLimit = Page.defaultFilterLimit
  /// Where `feed: true` is written; nil for an index without a feed.
  package var feedRange: SourceRange?

  /// How many records a page of an index shows by default.
  package static let defaultPageSize = 100
  /// How many values a filter makes pages for by default.
  package static let defaultFilterLimit = 200

  /// Whether docket made it because Content has no file for it.
  package var isGenerated = false
  /// The former paths of its file below Content.
  package var formerPaths: [String] = []

  /// The expression for each of whose values there is a page below this one.
  package var each: SourceText?
  /// The entity that `each` is about, if it is written.
  package var eachFrom: SourceText?
  /// The title and the description as they are written, of a page with `each`: a value may stand in them.
  package var eachTexts: [SourceText] = []
  /// What a page below the one with `each` is made for; nil for every other.
  package var instance: Instance?

  /// A value of `each`.
  package struct Instance: Sendable {
    /// The value as queries write it: `'mara-lindqvist'`, `2026`.
    package let literal: String
    /// What replaces `$each`, and each `$each.key`, in texts.
    package let texts: [String: String]
    /// The page's name in its URL.
    package let name: String

    /// Makes a value.
    package init(literal: String, texts: [String: String], name: String) {
      self.literal = literal
      self.texts = texts
      self.name = name
    }
  }

  /// The path of its page below the site, without the ending: that of its file, and for one of `each` a name below
  /// it.
  package var stem: String {
    let path = nfc(String(file.path))
    return String(path.dropLast(3)) + (instance.map { "/" + $0.name } ?? "")
  }

  /// Makes a page from a file.
  package init(file: MarkdownFile, kind: Kind) {
    self.file = file
    self.kind = kind
  }
}
