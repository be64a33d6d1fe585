import Diagnostics
import FileSystem
import Records

/// What the files of records are read with: the same for all, whatever their ids.
struct ReadingContext: Sendable {
  /// The model in force.
  let model: Model
  /// The plan of each entity, by its index in the model.
  let plans: [EntityPlan]
  /// How many UTF-8 bytes of each path lead to Content.
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
  /// Whether an earlier file has its id, so that there is no record to read.
  let isDuplicate: Bool
}

/// What a chunk of files of one entity adds to the graph.
struct RecordChunk: Sendable {
  /// What became of a file.
  enum State: UInt8, Sendable {
    /// Read; a draft that `--drafts` lets in; a draft left out; a file with an error that stopped its reading.
    case kept, includedDraft, draft, unreadable
  }

  /// The files that were read.
  var files: [MarkdownFile] = []
  /// What became of each file.
  var states: [State] = []
  /// What it adds to each of the model's tables.
  var parts: [TablePart]
  /// What its records refer to, each reference once.
  var references: [Reference] = []
  /// The records that are in another entity's folder, by their entity and their position among the files.
  var misplaced: [(entity: Int, file: Int)] = []
  /// The former ids of its records.
  var formerNames: [WrittenName] = []
  /// What is wrong with its files, in their order.
  var diagnostics: [Diagnostic] = []

  /// A name in `was:`.
  struct WrittenName: Sendable {
    /// The name.
    let text: String
    /// The position of its file among the chunk's files.
    let file: Int32
    /// Where it is.
    let range: SourceRange
  }

  init(model: Model) {
    parts = model.tables.map { TablePart(layout: $0) }
  }
}

/// What a record refers to.
struct Reference: Sendable, Hashable {
  /// The id as written.
  let id: String
  /// The destination, an index into the model's entities.
  let destination: Int
}
