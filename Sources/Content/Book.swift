import Diagnostics
import Records

/// The records and pages of a Content folder, read and linked, with everything that is wrong with them.
package struct Book: Sendable {
  /// What site.yml says.
  package var settings: SiteSettings
  package var graph: RecordGraph
  /// The expressions of the model, compiled.
  package var expressions: ModelExpressions
  /// The pages, by path.
  package var pages: [Page]
  /// Paths below Content of files that are copied as they are.
  package var attachments: [String]
  /// The paths below Content of the mappings of `docket import`, sorted.
  package var importMappings: [String] = []
  /// The paths below Content of the records and pages that are left out as drafts.
  package var drafts: Set<String> = []
  /// The periods that are closed, each with the digest of its last record; nil if errors in site.yml or the model
  /// leave them unchecked.
  package var closedPeriods: [AccountingPeriod: String]?
  /// The errors in the declarations of model.yml, with which it is unknown what some records are; not those in its
  /// expressions.
  package internal(set) var errorsOfModel: [Diagnostic] = []
  /// The closed periods whose records could not be compared: their files are damaged, or site.yml or the model has
  /// errors.
  package internal(set) var unverifiedPeriods: [AccountingPeriod] = []
  /// Whether the folder of the closed periods cannot be read, so that any may be closed.
  var areClosedPeriodsUnknown = false
  /// Every error and warning found.
  package var diagnostics: [Diagnostic]
  /// What each commit changed; nil unless the site asks for it and it is known.
  package var history: RecordHistory?
  /// Where its files are.
  package let source: any ContentSource
  /// What a public book leaves out of the full one; nil for the full book.
  package var leftOut: LeftOut?
  /// Finds the lints on request; nil if `diagnostics` has them already, or if errors make lints meaningless.
  var lintChecker: LintChecker?

  /// The lints that `diagnostics` does not already include.
  package func lints() async -> [Diagnostic] { await lintChecker?.check() ?? [] }

  /// The lints about what an edit writes, in some files only.
  /// - Parameter paths: the paths below Content of the files.
  package func lints(of paths: Set<String>) async -> [Diagnostic] {
    guard var checker = lintChecker else { return [] }
    checker.paths = paths
    return await checker.check(Lint.ofEdits)
  }

  /// Every lint, however many there are of one kind.
  package func unlimitedLints() async -> [Diagnostic] {
    guard var checker = lintChecker else { return [] }
    checker.limit = .max
    return await checker.check()
  }

  /// The lints about some files that the limit of each kind may have left out of all of them.
  /// - Parameters:
  ///   - paths: the paths below Content of the files.
  ///   - all: what `lints()` returned, perhaps with other diagnostics.
  package func lints(of paths: Set<String>, leftOutOf all: [Diagnostic]) async -> [Diagnostic] {
    guard var checker = lintChecker else { return [] }
    let counts = Dictionary(all.map { ($0.id, 1) }, uniquingKeysWith: +)
    let limited = Set(Lint.ids.filter { counts[$0, default: 0] >= Lint.limit })
    guard !limited.isEmpty else { return [] }
    (checker.paths, checker.limit) = (paths, .max)
    let files = Set(paths.map { root + "/" + $0 })
    return await checker.check(limited).filter { files.contains($0.range.file.path) }
  }

  /// Whether it is the public book, in which private things do not exist.
  package var isPublic: Bool { leftOut != nil }

  /// The number of records in files of their own, and of pages, that are there as drafts.
  package var includedDrafts: Int {
    graph.tables.reduce(pages.count(where: \.isDraft)) { $0 + $1.drafts.count(where: \.self) }
  }

  /// Whether Content has drafts, be they left out or not.
  package var hasDrafts: Bool { !drafts.isEmpty || includedDrafts > 0 }

  /// Content, as the user would type it.
  package var root: String { source.root }

  /// The number of records with a file of their own.
  package var recordCount: Int { graph.tables.reduce(0) { $0 + $1.ids.count } }
}
