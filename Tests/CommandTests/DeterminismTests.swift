import Foundation
import TestSupport
import Testing

/// The same Content, theme and day give the same bytes.
@Suite struct DeterminismTests {
  /// The sample's files, written in an order of our own.
  private static func folder(reversed: Bool) throws -> TemporaryFolder {
    let content = try FileTree(Repository.content)
    let folder = try TemporaryFolder()
    for path in reversed ? content.paths.reversed() : content.paths {
      try folder.put("Content/" + path, content.files[path] ?? Data())
    }
    return folder
  }

  @Test func foldersWrittenInAnotherOrderGiveTheSameBytes() async throws {
    let first = try await Self.folder(reversed: false).build().site
    let second = try await Self.folder(reversed: true).build().site
    #expect(first.ownPaths == [".docket-manifest"])
    #expect(second.differences(from: first) == [])
  }

  @Test func aSecondBuildTouchesNothing() async throws {
    let folder = try Self.folder(reversed: false)
    let first = try await folder.build().site
    let (second, line) = try await folder.build()
    #expect(second.differences(from: first) == [])
    #expect(second.touched(since: first) == [])
    #expect(line.contains(" pages, 0 changed, 0 removed, "))
    #expect(try await folder.build("--verify").site.touched(since: first) == [])
  }

  @Test func neitherZoneNorLanguageNorCoresNorFolderMatter() async throws {
    let folder = try Self.folder(reversed: false)
    let first = try await folder.build("--today", "2026-11-21").site
    var programs: [Program] = []
    for environment in [
      ["TZ": "Pacific/Kiritimati", "LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"],
      ["TZ": "Pacific/Pago_Pago", "LANG": "ar_EG.UTF-8", "LANGUAGE": "ar", "LC_ALL": "C"],
      ["LIBDISPATCH_COOPERATIVE_POOL_STRICT": "1", "HOME": "/nonexistent", "USER": "nobody"],
    ] {
      programs.append(.docket(in: folder.path, today: nil))
      programs[programs.count - 1].environment = environment
    }
    programs.append(.docket(in: folder.path("Content/orders/2026"), today: nil))
    programs.append(.docket(in: folder.path("Content"), today: "1999-09-09"))
    if Program.exists("taskset") {
      programs.append(.docket(in: folder.path, today: nil).through("taskset", "-c", "0"))
    }
    for program in programs {
      // Built anew, for a site that is there already would hide differences in nothing but its stamps.
      try folder.remove("Site")
      let run = try await program.run("build", "--today", "2026-11-21")
      try #require(run.status == 0, "\(run.error)")
      #expect(
        try FileTree(folder.path("Site")).differences(from: first) == [],
        "\(program.command) in \(program.folder), \(program.environment)")
    }
    // Where Content lies is no part of the output.
    let elsewhere = try TemporaryFolder()
    try elsewhere.copy(folder.path("Content"), to: "a folder/Content")
    let run = try await Program.docket(in: elsewhere.path).run(
      "build", "--content", elsewhere.path("a folder/Content"), "--today", "2026-11-21")
    try #require(run.status == 0, "\(run.error)")
    #expect(try FileTree(elsewhere.path("a folder/Site")).differences(from: first) == [])
  }
}
