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

  /// More clients than there are descriptors wait or are turned away, and others are served afterwards.
  @Test(.enabled(if: Program.exists("python3"), "python3 is not installed"))
  func aServerOutlivesManyConnections() async throws {
    let folder = try SmallSite.folder()
    try folder.put(
      "clients.py",
      """
      import re, resource, socket, subprocess, sys, time
      server = subprocess.Popen(["sh", "-c", 'ulimit -n 64; exec "$DOCKET" serve --port 0'], stdout=subprocess.PIPE)
      port = int(re.search(rb":(\\d+)/", server.stdout.readline()).group(1))
      request = b"GET /about.html HTTP/1.1\\r\\nHost: localhost:%d\\r\\nConnection: close\\r\\n\\r\\n" % port
      for _ in range(5):
          clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
          time.sleep(0.1)
          for client in clients: client.close()
      time.sleep(0.2)
      client = socket.create_connection(("127.0.0.1", port), timeout=20)
      client.sendall(request)
      answer = b""
      while part := client.recv(4096): answer += part
      print(answer[:15].decode(), server.poll())
      server.kill()
      """)
    let run = try await shell("python3 clients.py", in: folder)
    #expect(run.output == "HTTP/1.1 200 OK None\n", "\(run.output)\(run.error)")
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
