import Diagnostics
import FileSystem
import Records

/// What is needed to read any record, independent of the records' ids.
struct ReadingContext: Sendable {
  /// The model in force.
  let model: Model
  /// The plan of each entity, by its index in the model.
  let plans: [EntityPlan]
  /// The tables that the records of each file belong to.
  let tables: FileTables
  /// The length in UTF-8 bytes of the path prefix that leads to Content.
  let prefix: Int
  /// Whether drafts are read like other records.
  let includesDrafts: Bool
}

/// A file to read a record from.
struct RecordFile: Sendable {
  /// The path as the user would type it.
  let path: String
  /// The entity whose folder it is in.
  let entity: Int
  /// The bytes, or why they cannot be read.
  let bytes: Result<[UInt8], EnvironmentFailure>
  /// Whether an earlier file has the same id, so that this one is not read.
  let isDuplicate: Bool
}

/// What a chunk of files of one entity adds to the graph.
struct RecordChunk: Sendable {
  /// What became of a file.
  enum State: UInt8, Sendable {
    /// Read; a draft included by `--drafts`; a draft left out; a file with an error that stopped its reading.
    case kept, includedDraft, draft, unreadable
  }

  /// The files that were read.
  var files: [MarkdownFile] = []
  /// What became of each file.
  var states: [State] = []
  /// The tables that it may add rows to: that of its files' entity, then those of the entities inside it.
  let tables: [Int]
  /// The rows that it adds to each of these tables.
  var parts: [TablePart]
  /// The distinct references of its records.
  var references: [Reference] = []
  /// The records found in another entity's folder, by their entity and their position among the files.
  var misplaced: [(entity: Int, file: Int)] = []
  /// The former ids of its records.
  var formerNames: [WrittenName] = []
  /// The diagnostics about its files, in the order of the files.
  var diagnostics: [Diagnostic] = []

  /// A name in `was:`.
  struct WrittenName: Sendable {
    let text: String
    /// The position of its file among the chunk's files.
    let file: Int32
    /// Where it is.
    let range: SourceRange
  }

  init(tables: [Int], of model: Model) {
    self.tables = tables
    parts = tables.map { TablePart(layout: model.tables[$0]) }
  }
}

/// What a record refers to.
struct Reference: Sendable, Hashable {
  /// The id as written.
  let id: String
  /// The destination, an index into the model's entities.
  let destination: Int
}
