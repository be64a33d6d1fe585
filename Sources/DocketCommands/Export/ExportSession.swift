import ArgumentParser
import Content

/// The options of all exports of records.
struct ExportOptions: ParsableArguments {
  @Flag(name: .customLong("public"), help: "Leave out what is private.")
  var isPublic = false

  @OptionGroup var revision: RevisionOption

  @OptionGroup var common: CommonOptions
}

/// The common parts of exports: a book without errors, and an output file that is written as a whole.
struct ExportSession {
  /// The meaning of the options.
  let settings: Settings
  /// The records and pages.
  let book: Book

  /// Reads the book.
  /// - Throws: `ExitCode` if it has errors, because a figure could be wrong.
  init(_ options: ExportOptions) async throws {
    settings = try Settings.recovered(options.common, at: options.revision, isPublic: options.isPublic)
    book = await settings.loader().load()
    keepUntilExit(book)
    try settings.refuse(book.diagnostics)
  }

  /// Writes an export, or prints it if no file is named.
  /// - Parameters:
  ///   - bytes: the export.
  ///   - path: the path of the file; nil or '-' to print it.
  ///   - summary: a message about what was written.
  ///   - isOwn: whether a file with these first bytes, at most 4 KiB, is an export made by docket.
  func write(
    _ bytes: [UInt8], to path: String?, summary: String, replacing isOwn: ([UInt8]) -> Bool
  ) throws {
    guard let path, path != "-" else { return try settings.console.write(bytes, to: .output) }
    try ExportFile(path, outside: settings.content, replacing: isOwn).write(bytes)
    try settings.say("\(path): \(summary)", to: .output)
  }
}
