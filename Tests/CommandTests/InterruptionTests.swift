import Foundation
import TestSupport
import Testing

/// Builds that do not come to their end.
@Suite(.serialized) struct InterruptionTests {
  // MARK: Kills

  /// Writes a site of 2,000 orders in one of two states, which share no page and have some orders each to itself.
  private static func write(_ state: Int, to folder: TemporaryFolder) throws {
    var random = SeededGenerator(seed: 2000)
    try? folder.remove("Content/orders")
    try folder.put("Content/site.yml", "title: State \(state)\n")
    for customer in 0..<50 {
      try folder.put("Content/customers/c\(customer).md", "---\nname: C \(customer)\n---\n")
    }
    for service in 0..<10 {
      try folder.put("Content/services/s\(service).md", "---\nname: S \(service)\n---\n")
    }
    for order in 0..<2000 {
      let text = """
        ---
        date: \(2020 + order % 5)-0\(1 + order % 9)-11
        customer: c\(Int.random(in: 0..<50, using: &random))
        rows:
          - {service: s\(Int.random(in: 0..<10, using: &random)), sum: \(Int.random(in: 1..<1000, using: &random)).50}
        ---

        """
      // A tenth of the orders lies in a folder that the other state has not.
      let year = order % 10 == 0 ? "moved-\(state)" : "\(2020 + order % 5)"
      try folder.put("Content/orders/\(year)/o\(order).md", text)
    }
  }

  @Test func aKilledBuildLeavesWholePagesAndTheNextMendsAll() async throws {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    for state in 0..<2 { try Self.write(state, to: folders[state]) }
    let clock = ContinuousClock()
    let start = clock.now
    let clean = [try await folders[0].build().site, try await folders[1].build().site]
    let duration = (clock.now - start) / 2
    #expect(clean[0].paths.count > 2000)

    // Content that takes turns, and one Site for both. How far a build comes in a time is up to the machine, so there
    // are further rounds until one was killed while it wrote.
    let work = try TemporaryFolder()
    var random = SeededGenerator(seed: 1)
    var (left, round) = (0, 0)
    while round < 5 || (left == 0 && round < 40) {
      defer { round += 1 }
      let state = round % 2
      let site = "--output=\(work.path("Site"))"
      let build = try Program.docket(in: folders[state].path).start(["build", site])
      if round < 2 {
        try await Task.sleep(for: duration * Double.random(in: 0..<1, using: &random))
        build.kill()
      } else {
        // Right when the first change begins, and then some.
        build.kill(after: .microseconds(Int.random(in: 0..<10_000, using: &random))) {
          work.has("Site/.docket-build")
        }
      }
      _ = try await build.end()
      if work.has("Site") {
        let killed = try FileTree(work.path("Site"))
        let own = Set(killed.ownPaths)
        if own != [".docket-manifest"] { left += 1 }
        let incomplete = killed.paths.filter { path in
          !own.contains(path) && !clean.contains { $0.files[path] == killed.files[path] }
        }
        #expect(incomplete == [], "round \(round)")
      }
      let next = try await Program.docket(in: folders[state].path).run("build", site)
      try #require(next.status == 0, "\(next.error)")
      #expect(try FileTree(work.path("Site")).differences(from: clean[state]) == [], "round \(round)")
    }
    #expect(left > 0, "no build was killed while it wrote")
  }

  // MARK: A full disk

  /// Whether this machine lets a process have file systems of its own.
  static func canMount() async -> Bool {
    guard let folder = try? TemporaryFolder() else { return false }
    let run = try? await Program("unshare", "-rm", in: folder.path).run(
      "mount", "-t", "tmpfs", "none", folder.path)
    return run?.status == 0
  }

  @Test(.enabled("no file system can be mounted here") { await InterruptionTests.canMount() })
  func aFullDiskIsAnErrorAndThePagesAreStillThere() async throws {
    let folder = try SmallSite.folder(adding: [
      "steps.sh": """
      docket() { "$DOCKET" build --output disk/Site; echo $? >> statuses; }
      mkdir disk && mount -t tmpfs -o size=512k none disk || exit
      head -c 1000000 /dev/zero > photo.bin
      cp photo.bin Content; docket; cp -R disk/Site empty
      rm Content/photo.bin; docket; cp -R disk/Site first
      echo 'title: Barn' > Content/site.yml
      cp photo.bin Content; docket; cp -R disk/Site full
      rm Content/photo.bin
      docket; cp -R disk/Site fixed

      """
    ])
    var shell = Program("unshare", "-rm", "sh", "steps.sh", in: folder.path)
    shell.environment = ["DOCKET": Program.docketPath, "SOURCE_DATE_EPOCH": "1795000000"]
    let run = try await shell.run()
    #expect(try folder.text("statuses") == "70\n0\n70\n0\n")
    #expect(run.error.contains("photo.bin': No space left on device"), "\(run.error)")
    let (first, full) = (try FileTree(folder.path("first")), try FileTree(folder.path("full")))
    let fixed = try FileTree(folder.path("fixed"))
    // A build that fails takes no room on the disk.
    let empty = try FileTree(folder.path("empty"))
    #expect(empty.ownPaths == [".docket-build"])
    #expect(empty.pages.allSatisfy { empty.text($0).hasSuffix("</html>\n") })
    #expect(full.ownPaths == [".docket-build", ".docket-manifest"])
    for path in first.pages {
      #expect(full.files[path] == first.files[path] || full.files[path] == fixed.files[path], "\(path)")
    }
    #expect(fixed.ownPaths == [".docket-manifest"])
    #expect(fixed.paths == first.paths)
    #expect(fixed.text("index.html").contains("<title>Barn</title>"))
  }

  /// What was begun would refuse the second try.
  @Test(.enabled("no file system can be mounted here") { await InterruptionTests.canMount() })
  func aNewSiteOrThemeIsMadeWholeOrNotAtAll() async throws {
    let folder = try TemporaryFolder([
      "steps.sh": """
      docket() { "$DOCKET" "$@"; echo $? >> ../statuses; }
      mkdir disk && mount -t tmpfs -o nr_inodes=6 none disk && cd disk || exit
      docket init shop; ls -A >> ../left
      mkdir Content && docket theme new mine; ls -A >> ../left
      rmdir Content; mount -o remount,nr_inodes=100 .
      docket init shop; cd shop && mv ../../statuses .. && docket theme new mine; mv ../statuses ../..

      """
    ])
    var shell = Program("unshare", "-rm", "sh", "steps.sh", in: folder.path)
    shell.environment = ["DOCKET": Program.docketPath]
    let run = try await shell.run()
    #expect(try folder.text("statuses") == "70\n70\n0\n0\n", "\(run.error)")
    #expect(try folder.text("left") == "Content\n")
  }

  // MARK: Two builds

  @Test func twoBuildsAtOnceAreRefused() async throws {
    let folder = try SmallSite.folder()
    try await folder.build()
    let descriptor = open(folder.path("Site"), O_RDONLY)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    let run = try await folder.docket("build")
    #expect(run.status == 70)
    #expect(run.error.contains("Another build is writing to it"))
  }
}
