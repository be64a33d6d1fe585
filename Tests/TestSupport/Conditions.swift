import Testing

/// What a test needs of the machine; where that is missing the test is skipped, and counted as skipped.
extension Trait where Self == ConditionTrait {
  /// Needs git.
  package static var needsGit: Self { needs("git") }

  /// Needs the Northwind data, and python3 to make a book of it.
  package static var needsNorthwind: Self {
    .enabled("the Northwind data or python3 is not on this machine") {
      Repository.shared("tools/northwind.py") != nil && Repository.shared("data/northwind") != nil
        && Program.exists("python3")
    }
  }

  /// Needs programs.
  package static func needs(_ programs: String..., sourceLocation: SourceLocation = #_sourceLocation) -> Self
  {
    let names = programs.joined(separator: ", ")
    return .enabled(Comment(rawValue: "missing on this machine: \(names)"), sourceLocation: sourceLocation) {
      programs.allSatisfy { Program.exists($0) }
    }
  }

  /// Needs a browser, and python3 to drive it.
  package static var needsBrowser: Self {
    .enabled("missing on this machine: python3 and a browser such as chromium-headless-shell") {
      Program.browser != nil && Program.exists("python3")
    }
  }

  /// Needs python3 with a module.
  package static func needsPython(module: String, sourceLocation: SourceLocation = #_sourceLocation) -> Self {
    .enabled(
      Comment(rawValue: "missing on this machine: python3 with \(module)"), sourceLocation: sourceLocation
    ) {
      guard Program.exists("python3") else { return false }
      let find = "import importlib.util, sys; sys.exit(importlib.util.find_spec('\(module)') is None)"
      return try await Program("python3", "-c", find, in: "/").run().status == 0
    }
  }
}
