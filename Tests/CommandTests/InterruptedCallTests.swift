import Foundation
import TestSupport
import Testing

/// Whichever call of the system a signal interrupts, a build writes the whole site and an edit its file.
@Suite struct InterruptedCallTests {
  private static var canTrace: Bool {
    get async { (try? await Program("strace", "-qq", "true", in: "/").run())?.status == 0 }
  }

  @Test(
    .enabled("strace is not installed, or may trace nothing") { await canTrace },
    arguments: [
      "openat,open", "read,pread64", "write,pwrite64", "fsync,fdatasync", "flock",
      "rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat", "getdents64", "ftruncate,fchmod,fchown",
    ])
  func anInterruptedCallIsMadeAgain(calls: String) async throws {
    let (folder, other) = (try SmallSite.folder(), try SmallSite.folder())
    try await other.build()
    // What the loader opens before docket begins is not its business, so only calls on the site's paths are looked at.
    let names = [
      "Content", "Content/orders", "Content/orders/2026", "Content/orders/2026/o2.md", "Content/site.yml",
      "Site",
      "Site/orders", "Site/orders/2026", "Site/index.html", "Site/orders/2026/o2.html",
    ]
    let paths = names.flatMap { ["-P", $0, "-P", folder.path($0)] }
    let strace =
      ["strace", "-f", "-qq", "-o", folder.path("calls"), "-e", "trace=\(calls)"]
      + ["-e", "inject=\(calls):error=EINTR:when=1+2"] + paths
    var docket = Program.docket(in: folder.path)
    docket.command = strace + docket.command
    let build = try await docket.run("build")
    #expect(build.status == 0, "\(build.error.suffix(500))")
    #expect(
      try FileTree(folder.path("Site")).differences(from: FileTree(other.path("Site"))) == [], "\(calls)")
    let set = try await docket.run("set", "o2", "made=false")
    #expect(set.status == 0, "\(set.error.suffix(500))")
    #expect(try folder.text("Content/orders/2026/o2.md").contains("made: false\n"))
  }
}
