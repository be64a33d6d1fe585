import Diagnostics
import Query
import Records

/// A Markdown file that is not a record: the home page, an entity's index page, or any other page.
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

  package var file: MarkdownFile
  /// What kind of page it is.
  package var kind: Kind
  /// The title; nil if none is written.
  package var title: LabelText?
  /// One sentence for search engines and feeds.
  package var description: LabelText?
  /// The template to render it with; nil for the default.
  package var template: SourceText?
  /// Whether a public site leaves the page out.
  package var isPrivate = false
  /// Whether it is a draft, which is there only if drafts are included.
  package var isDraft = false
  /// The day that `today()` is on this page.
  package var asOf: CivilDate?
  /// Values for the template that no model declares.
  package var params: [FreeValue.Pair] = []
  /// The request of an index page.
  package var request = FetchRequest()
  /// The number of records per page of an index.
  package var pageSize = Page.defaultPageSize
  /// The expressions that an index can be sorted by, each on additional pages, with their labels.
  package var sorts: [ColumnDeclaration] = []
  /// The expressions that an index can be filtered by, each value on an additional page, with their labels.
  package var filters: [ColumnDeclaration] = []
  /// The maximum number of values that a filter makes pages for.
  package var filterLimit = Page.defaultFilterLimit
  /// Where `feed: true` is written; nil for an index without a feed.
  package var feedRange: SourceRange?

  /// The default number of records per page of an index.
  package static let defaultPageSize = 100
  /// The default number of values that a filter makes pages for.
  package static let defaultFilterLimit = 200

  /// Whether docket made the page because Content has no file for it.
  package var isGenerated = false
  /// The former paths of its file below Content.
  package var formerPaths: [String] = []

  /// The expression for whose values pages are made, one page below this one for each value.
  package var each: SourceText?
  /// The entity that `each` is about, if it is written.
  package var eachFrom: SourceText?
  /// The texts of title and description as written, if the page has `each`: they may contain its value.
  package var eachTexts: [SourceText] = []
  /// The value that this page was made for by `each`; nil for other pages.
  package var instance: Instance?

  /// A value of `each`.
  package struct Instance: Sendable {
    /// The value as queries write it: `'mara-lindqvist'`, `2026`.
    package let literal: String
    /// What replaces `$each`, and each `$each.key`, in texts.
    package let texts: [String: String]
    /// The addresses that the record has, by the `$each.key` that a link begins with.
    package let addresses: [String: String]
    /// The last part of the page's path.
    package let name: String
    /// The record that the value is; nil for any other value, and for one that has no file of its own.
    package let record: Record?

    /// A record with a file of its own.
    package struct Record: Sendable {
      /// The path of its file below Content, without `.md`.
      package let stem: String
      /// The folders of its entity and of those that this one is a kind of.
      package let folders: [String]

      package init(stem: String, folders: [String]) {
        self.stem = stem
        self.folders = folders
      }
    }

    package init(
      literal: String, texts: [String: String], addresses: [String: String], name: String, record: Record?
    ) {
      self.literal = literal
      self.texts = texts
      self.addresses = addresses
      self.name = name
      self.record = record
    }
  }

  /// The path of the page below the site, without an extension: the path of its file, or for a page made by
  /// `each`, a name below that.
  package var stem: String {
    let path = nfc(String(file.path))
    return String(path.dropLast(3)) + (instance.map { "/" + $0.name } ?? "")
  }

  /// Selects the language of the texts that the page gives by language.
  package mutating func selectLanguage(_ language: String) {
    title?.select(language)
    description?.select(language)
    request.selectLanguage(language)
    sorts.selectLanguage(language)
    filters.selectLanguage(language)
  }

  package init(file: MarkdownFile, kind: Kind) {
    self.file = file
    self.kind = kind
  }
}
