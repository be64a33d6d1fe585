import ArgumentParser
import FileSystem

/// `docket init`
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make a small site to start from.",
    discussion: "The folder must be empty or not exist yet. 'docket build' in it makes the site.")

  @Argument(help: ArgumentHelp("The folder.", valueName: "dir"), completion: .directory)
  var folder = "."

  @Flag(name: .shortAndLong, help: "Print nothing but diagnostics.")
  var quiet = false

  func run() async throws {
    let console = Console(color: .auto)
    guard !folder.isEmpty else {
      throw ValidationError("the name of the folder is empty; name one, as in 'docket init shop'")
    }
    if FileSystem.kind(of: folder) == .folder {
      let entries = try FileSystem.entries(of: folder)
      guard entries.allSatisfy({ $0.name == ".git" }) || NewFiles.isUnfinished(folder) else {
        throw ValidationError("the folder '\(folder)' is not empty; name a new one, as in 'docket init shop'")
      }
    } else if FileSystem.kind(of: folder) != nil {
      throw ValidationError("'\(folder)' is a file; name a new folder, as in 'docket init shop'")
    }
    try NewFiles.write(StarterSite.files.map { ($0.path, Array($0.text.description.utf8)) }, to: folder)
    guard !quiet else { return }
    let step = folder == "." ? "" : "cd \(folder) && "
    try console.write(
      "\(StarterSite.files.count) files in '\(folder)'; next: \(step)docket build\n", to: .error)
  }
}
