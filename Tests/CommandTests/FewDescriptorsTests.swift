import Foundation
import TestSupport
import Testing

/// Where hardly a file may be opened docket says so, and does what it can where a few more may.
@Suite struct FewDescriptorsTests {
  @Test(arguments: [4, 5, 6, 7, 8, 9])
  func tooFewAreAFailureOfTheEnvironment(limit: Int) async throws {
    let folder = try SmallSite.folder()
    for command in ["check", "build", "model", "query Order --count"] {
      let run = try await shell("ulimit -n \(limit); exec \"$DOCKET\" \(command)", in: folder)
      #expect(run.status == 70, "\(limit) \(command): \(run.error)")
      #expect(run.error.hasPrefix("docket: cannot begin 'docket': Too many open files"))
    }
    #expect(!folder.has("Site"))
  }

  @Test func aSiteIsBuiltWithFew() async throws {
    let folder = try SmallSite.folder()
    let run = try await shell("ulimit -n 24; exec \"$DOCKET\" build", in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(folder.has("Site/index.html"))
  }

  @Test(arguments: [10, 12, 15, 24])
  func aServerNeedsMore(limit: Int) async throws {
    let folder = try SmallSite.folder()
    let run = try await shell("ulimit -n \(limit); exec \"$DOCKET\" serve --port 0", in: folder)
    #expect(run.status == 70, "\(run.error)")
    #expect(run.error.hasPrefix("docket: cannot begin 'docket': Too many open files"))
  }

  /// As in a container that holds nothing but the program.
  @Test(.enabled("no namespace can be made") { await canHideDevices })
  func devicesAreNotNeeded() async throws {
    let folder = try SmallSite.folder()
    let run = try await shell(
      "unshare -rm sh -c 'mount -t tmpfs none /dev && exec \"$DOCKET\" build'", in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(folder.has("Site/index.html"))
  }

  private static var canHideDevices: Bool {
    get async {
      let probe = Program("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/dev", in: "/")
      return (try? await probe.run())?.status == 0
    }
  }

  private func shell(_ script: String, in folder: TemporaryFolder) async throws -> Program.Run {
    var shell = Program("sh", "-c", script, in: folder.path)
    shell.environment = ["DOCKET": Program.docketPath]
    return try await shell.run()
  }
}
