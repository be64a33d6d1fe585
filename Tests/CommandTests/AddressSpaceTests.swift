import Foundation
import TestSupport
import Testing

/// Where a process may have little address space docket says so instead of crashing or waiting without end.
@Suite struct AddressSpaceTests {
  /// From so little that nothing begins to enough for all, every run ends: done, or with the exit code of an environment
  /// that failed.
  @Test(arguments: [60_000, 80_000, 100_000, 125_000, 150_000, 175_000, 200_000, 250_000])
  func aLimitIsAFailureOfTheEnvironment(kibibytes: Int) async throws {
    #if os(Linux)
      let folder = try SmallSite.folder()
      for order in 0..<200 {
        try folder.put(
          "Content/orders/2026/m\(order).md", SmallSite.order("2026-03-01", "ann", "tune", order + 1))
      }
      for command in ["check", "build", "query Order --count"] {
        let run = try await shell(
          "ulimit -v \(kibibytes); exec timeout 60 \"$DOCKET\" \(command)", in: folder)
        // 127: the loader itself had no room.
        #expect([0, 70, 127].contains(run.status), "\(kibibytes) \(command): \(run.status) \(run.error)")
        guard run.status == 70 else { continue }
        #expect(
          run.error.contains(
            "docket: cannot go on: no more memory within the limit of this process ('ulimit -v')\n"),
          "\(run.error)")
      }
      let run = try await shell("exec \"$DOCKET\" build --verify", in: folder)
      #expect(run.status == 0, "\(run.error)")
    #endif
  }

  private func shell(_ script: String, in folder: TemporaryFolder) async throws -> Program.Run {
    var shell = Program("sh", "-c", script, in: folder.path)
    shell.environment = ["DOCKET": Program.docketPath, "SOURCE_DATE_EPOCH": "1795262400"]
    return try await shell.run()
  }
}
