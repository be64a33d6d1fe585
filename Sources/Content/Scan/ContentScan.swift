import Diagnostics
import FileSystem
import FrontMatter
import Records

/// The contents of Content, classified by name; only in files that may be misnamed records are the bytes looked at.
struct ContentScan: Sendable {
  /// The Markdown file of a record.
  struct Record: Sendable {
    /// The index of the file among those that were read.
    let place: Int
    /// The path as the user would type it.
    let path: String
    let entity: Int
    /// The id in NFC.
    let id: String
  }

  /// The Markdown file of a page.
  struct Page: Sendable {
    /// The index of the file among those that were read.
    let place: Int
    /// The path as the user would type it.
    let path: String
    /// The entity whose index page it is; nil for other pages.
    let entity: Int?
  }

  /// The records, by entity in the model's order, then by path.
  var records: [Record] = []
  /// The pages, index pages among them, by path.
  var pages: [Page] = []
  /// The paths below Content of files that are copied to the site as they are.
  var attachments: [String] = []
  /// The paths below Content of the mappings of `docket import`.
  var importMappings: [String] = []
  /// The errors: names that are nearly right, links that lead out of Content, folders that cannot be read.
  var diagnostics: [Diagnostic] = []
  /// The records that these errors hide; without an id if the number of hidden records is unknown.
  var skipped: [SkippedRecord] = []
  /// The errors of files that were certainly meant to be model.yml.
  var misnamedModels: [Diagnostic] = []
  /// The errors of files that were certainly meant to be site.yml.
  var misnamedSettings: [Diagnostic] = []

  /// A record that exists but is not read.
  typealias SkippedRecord = (entity: Int, id: String?)
}

extension ContentScan {
  /// The error for a symbolic link that leads out of Content, or nowhere.
  static func summary(ofLinkTo target: String?) -> String {
    target.map { "the symbolic link leads out of Content, to '\($0)'" } ?? "the symbolic link leads nowhere"
  }

  /// Reports an error and remembers the records that are not read because of it.
  mutating func report(
    _ error: DiagnosticID, _ path: String, _ summary: String, hiding entity: Int? = nil, id: String? = nil
  ) {
    diagnostics.append(Diagnostic(error, at: .init(fileAt: path), summary))
    if let entity { skipped.append((entity, id)) }
  }

  /// Adds another part of Content, except its records.
  mutating func append(_ part: ContentScan) {
    pages += part.pages
    attachments += part.attachments
    importMappings += part.importMappings
    diagnostics += part.diagnostics
    skipped += part.skipped
    misnamedModels += part.misnamedModels
    misnamedSettings += part.misnamedSettings
  }
}
