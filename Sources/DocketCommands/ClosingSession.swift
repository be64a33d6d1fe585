import ArgumentParser
import Content
import Diagnostics
import Editing
import FileSystem
import Records

/// The common parts of closing and reopening a period: its file, which is written atomically.
struct ClosingSession {
  let settings: Settings
  private let period: AccountingPeriod
  /// A lock on Content, taken before the book is read, so that no other command changes what is closed.
  private let lock: FolderLock
  /// The path of the file below Content.
  private var path: String { "\(ClosedPeriod.folder)/\(period).yml" }

  /// The period that an argument names.
  static func period(named name: String) throws -> AccountingPeriod {
    guard let period = AccountingPeriod(name) else {
      throw ValidationError(
        "a period is a year, quarter or month, such as 2025, 2025-Q4 or 2025-12")
    }
    return period
  }

  init(_ options: CommonOptions, period: AccountingPeriod) throws {
    settings = try Settings.recovered(options, isEditing: true)
    lock = try FolderLock(settings.content)
    self.period = period
  }

  /// The period's file; nil if there is none.
  /// - Throws: `ExitCode` 1 if it is not in docket's format, `EnvironmentFailure` if it cannot be read.
  func file() throws -> (closed: ClosedPeriod, bytes: [UInt8])? {
    let place = settings.content + "/" + path
    guard try FileSystem.linkKind(of: place) != nil else { return nil }
    let bytes = try FileSystem.read(place)
    guard let file = ClosedPeriod.read(bytes, path: place, period: period) else {
      try settings.stop("'\(place)' is not as docket writes it; 'docket check' says what to do")
    }
    return (file, bytes)
  }

  /// The longest closed period that contains this one and is another; nil if there is none.
  /// - Throws: `EnvironmentFailure` if the files of closed periods cannot be read.
  func closedAround() throws -> AccountingPeriod? {
    let folder = settings.content + "/" + ClosedPeriod.folder
    guard try FileSystem.linkKind(of: folder) != nil else { return nil }
    let names = try FileSystem.entries(of: folder).map(\.name)
    return try names.compactMap { ClosedPeriod.period(ofPath: ClosedPeriod.folder + "/" + $0) }.sorted().first
    {
      other in
      guard other != period, other.contains(period) else { return false }
      let place = "\(folder)/\(other).yml"
      return ClosedPeriod.read(try FileSystem.read(place), path: place, period: other)?.isClosed ?? false
    }
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
