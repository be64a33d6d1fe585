import FileSystem

/// The paths of the files of an edit: those in Content, and the temporary ones, which nothing reads.
///
///     .docket-edit-Content.new    beside Content: the journal in preparation
///     .docket-edit-Content        beside Content: the journal, which commits an edit of several files
///     .docket-edit-new            in Content: the new bytes of an edit of one file
///     .docket-edit-3              beside a file: the new bytes of the fourth file of an edit
///     .docket-edit-former-3       beside a file: its old bytes, while an edit is undone
struct EditPaths: Sendable {
  /// Content, as the user would type it.
  let content: String
  /// Content without symbolic links.
  let real: String
  let journal: String

  /// The prefix of docket's own file names here, which keeps folder scans from reading them.
  private static let prefix = ".docket-edit-"

  init(content: String) {
    self.content = content
    real = FileSystem.resolved(content) ?? content
    journal = real.folderPrefix + Self.prefix + real.fileName
  }

  /// The journal while it is being prepared.
  var prepared: String { journal + ".new" }

  /// The new bytes of an edit of one file.
  var single: String { file(Self.prefix + "new") }

  /// The files that show that an edit was interrupted, without symbolic links.
  var leftovers: [String] { [journal, prepared, real + "/" + Self.prefix + "new"] }

  /// A file below Content.
  func file(_ below: String) -> String { content + "/" + below }

  /// The file whose permissions and owner the new bytes of a change get.
  func template(of change: FileChange) -> String {
    file(change.before == nil ? change.origin ?? change.path : change.path)
  }

  /// A file's new bytes.
  /// - Parameter index: the index of the file's change in the edit.
  func staged(_ below: String, _ index: Int) -> String {
    file(below.folderPrefix + Self.prefix + "\(index)")
  }

  /// A file's old bytes while an edit is undone. It differs from the path of the new bytes, which a process that finds
  /// the journal uses.
  /// - Parameter index: as of the new bytes.
  func former(_ below: String, _ index: Int) -> String {
    file(below.folderPrefix + Self.prefix + "former-\(index)")
  }
}
