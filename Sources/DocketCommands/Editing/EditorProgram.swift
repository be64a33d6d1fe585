import ArgumentParser
import Diagnostics
import Editing
import FileSystem

/// The user's editor for a new file, opened until the file is valid or given up.
struct EditorProgram {
  /// The session that makes the edit.
  let session: RecordSession

  /// Opens a new file in the editor, and creates it once it is valid.
  /// - Parameters:
  ///   - edit: the edit that creates the file.
  ///   - path: the file's path below Content.
  func make(_ edit: Edit, at path: String) async throws {
    try session.refuse(edit.diagnostics)
    guard let program = Environment.variable("VISUAL") ?? Environment.variable("EDITOR") else {
      throw ValidationError("--edit needs an editor in $VISUAL or $EDITOR")
    }
    // At the top of Content under an ignored name: its folder may not exist yet. No id contains a '+'.
    let file = "\(session.settings.content)/_\(path.replacing("/", with: "+"))"
    if try FileSystem.status(of: file) == nil {
      try StagedFile(at: file, for: file, durability: .deferred).write((edit.bytes(at: path) ?? nil) ?? [])
    } else {
      try session.settings.tell("continuing with what is in \(file)")
    }
    while true {
      let status = ChildProcess.runShell("\(program) \(ChildProcess.shellWord(file))")
      guard status == 0 else {
        throw EnvironmentFailure(
          "run", program, reason: "It ended with status \(status); what it wrote is in \(file)")
      }
      var written = Edit()
      written.put(try FileSystem.read(file), at: path, before: nil)
      // Other files may have changed as well.
      await session.workspace.book()
      let found = session.settings.ordered(
        await session.workspace.validate(written, of: session.editor.book, wholeSite: true))
      guard found.hasErrors else {
        do {
          let outcome = try await session.make(
            written, wholeSite: true, heading: "\(session.settings.content)/\(path)")
          guard outcome == .written else {
            return try session.settings.tell("what you wrote is in \(file)")
          }
        } catch let change as UnreportedChange {
          try? FileSystem.remove(file, for: file)
          throw change
        } catch {
          try session.settings.tell("what you wrote is in \(file)")
          throw error
        }
        return try FileSystem.remove(file, for: file)
      }
      try session.settings.console.report(found, to: .error)
      guard try session.settings.console.confirms("Edit it again?") else {
        try session.settings.tell("no record was made; what you wrote is in \(file)")
        throw ExitCode(1)
      }
    }
  }
}
