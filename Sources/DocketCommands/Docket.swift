import ArgumentParser

/// The `docket` command.
package struct Docket: AsyncParsableCommand {
  package init() {}
}

/// Runs the command line of this process and ends it with the command's exit code.
package func runDocket() async {
  await Docket.main()
}
