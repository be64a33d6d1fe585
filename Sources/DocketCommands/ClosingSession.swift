import ArgumentParser
import Content
import Diagnostics
import Editing
import FileSystem

/// The common parts of closing and reopening a year: its file, which is written atomically.
struct ClosingSession {
  let settings: Settings
  private let year: Int
  /// A lock on Content, taken before the book is read, so that no other command changes what is closed.
  private let lock: FolderLock
  /// The path of the file below Content.
  private var path: String { "\(ClosedYear.folder)/\(year).yml" }

  static func validate(_ year: Int) throws {
    guard (1000...9999).contains(year) else {
      throw ValidationError("a year has four digits, such as 2025, not '\(year)'")
    }
  }

  init(_ options: CommonOptions, year: Int) throws {
    settings = try Settings.recovered(options, isEditing: true)
    lock = try FolderLock(settings.content)
    self.year = year
  }

  /// The year's file; nil if there is none.
  /// - Throws: `ExitCode` 1 if it is not in docket's format.
  func file() throws -> (year: ClosedYear, bytes: [UInt8])? {
    let place = settings.content + "/" + path
    guard FileSystem.kind(of: place) != nil else { return nil }
    let bytes = try FileSystem.read(place)
    guard let file = ClosedYear.read(bytes, path: place, year: year) else {
      try settings.stop("'\(place)' is not as docket writes it; restore it from git or a backup")
    }
    return (file, bytes)
  }

  /// Prints diagnostics and ends the command, if there are errors among them. Other commands may go on before.
  func refuse(_ diagnostics: [Diagnostic]) throws { try settings.refuse(diagnostics, releasing: lock) }

  func write(_ bytes: [UInt8], over earlier: [UInt8]?) throws {
    try settings.commit([FileChange(path: path, before: earlier, after: bytes)], under: lock)
  }

  func say(_ text: String) throws(UnreportedChange) {
    try reportingWhatIsDone { () throws(EnvironmentFailure) in try settings.say(text, to: .output) }
  }
}
