import Foundation
import TestSupport
import Testing

/// SUBQUERY within SUBQUERY holds few elements at a time, however many there are in all.
@Suite struct NestedQueryTests {
  /// A hundred orders of one customer, seen from each order of that customer, from each order: a million elements.
  ///
  /// All of them at once took 79 MiB, and 7.8 GB where there are 450 orders.
  @Test(
    .enabled(
      if: Program.exists("bash") && FileManager.default.fileExists(atPath: "/proc/self/status"),
      "there is no bash or no /proc here"))
  func nestedSubqueriesTakeLittleMemory() async throws {
    var files = ["Content/customers/acme.md": "---\nname: Acme\n---\n"]
    for order in 1...100 {
      files["Content/orders/o\(order).md"] =
        "---\ndate: 2026-03-14\ncustomer: acme\nrows: [{sum: \(order).00}]\n---\n"
    }
    let folder = try TemporaryFolder(files)
    let plain = try await peak(of: "date != nil", in: folder)
    #expect(plain.count == "100")
    let nested = try await peak(
      of:
        "SUBQUERY(customer.orders, $a, SUBQUERY(customer.orders, $b, $b.total > $a.total).@count > 98).@count > 0",
      in: folder)
    #expect(nested.count == "100")
    #expect(nested.kibibytes < plain.kibibytes + 16_384, "\(plain.kibibytes) → \(nested.kibibytes) KiB")
  }

  /// Counts orders by a predicate.
  /// - Returns: the number that is printed, and the most memory that the process had.
  private func peak(of predicate: String, in folder: TemporaryFolder) async throws -> (
    count: String, kibibytes: Int
  ) {
    // The shell's own status tells nothing of its children, so the process is looked at until it has ended.
    let script = """
      "$DOCKET" query Order --where "$PREDICATE" --count >count & process=$!
      while line=$(grep VmHWM /proc/$process/status 2>/dev/null) && [ -n "$line" ]; do peak=$line; done
      wait $process; echo "$peak"
      """
    var shell = Program("bash", "-c", script, in: folder.path)
    shell.environment = ["DOCKET": Program.docketPath, "PREDICATE": predicate]
    // On a busy machine it may have ended before the first look.
    for _ in 1...100 {
      let run = try await shell.run()
      #expect(run.status == 0, "\(run.error)")
      let peak = run.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.last
      guard let peak else { continue }
      return (try folder.text("count").trimmingCharacters(in: .newlines), peak)
    }
    throw NeverSeen()
  }

  /// The process always ended before it was looked at.
  private struct NeverSeen: Error {}
}
