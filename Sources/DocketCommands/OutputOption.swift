import ArgumentParser

/// The option of the commands that make a site.
struct OutputOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder to write the site to; Site beside Content if not given.", valueName: "dir"),
    completion: .directory)
  var output: String?

  func validate() throws {
    if output?.isEmpty ?? false { throw ValidationError("--output has an empty name") }
  }
}
