import Foundation

/// What a run of a fuzz test cost.
package struct FuzzReport: Sendable {
  /// How many inputs there were.
  package let count: Int
  /// How long the slowest input took.
  package let slowest: Duration
  /// The most memory that the process held so far, in bytes.
  package let peakMemory: Int

  /// Whether no input hung and memory stayed bounded.
  ///
  /// An input takes microseconds; ten seconds leave room for a busy machine. The other tests of the process count in its
  /// memory.
  package var isWithinBounds: Bool { isWithinBounds(of: .seconds(10)) }

  /// Whether no input took longer than a time, and memory stayed bounded.
  ///
  /// An input that is handed to tasks waits until the other tests leave it a thread: on two busy cores, 160 s at times.
  package func isWithinBounds(of longest: Duration) -> Bool { slowest < longest && peakMemory < 2 << 30 }
}

/// Runs a fuzz test over its inputs: as many as the environment variable `DOCKET_FUZZ` says, else a few.
///
/// A test with arguments takes that many for each of them.
///
///     DOCKET_FUZZ=300000 swift test -c release --filter Fuzz
/// - Parameters:
///   - usual: the number of inputs in every test run.
///   - body: takes the number of an input, from 0.
package func fuzz(_ usual: Int, _ body: (Int) async throws -> Void) async rethrows -> FuzzReport {
  let written = ProcessInfo.processInfo.environment["DOCKET_FUZZ"].flatMap { Int($0) }
  let count = written ?? usual
  let clock = ContinuousClock()
  var slowest = Duration.zero
  let start = clock.now
  for index in 0..<count { slowest = max(slowest, try await clock.measure { try await body(index) }) }
  let report = FuzzReport(count: count, slowest: slowest, peakMemory: peakMemory())
  if written != nil {
    print(
      "\(count) inputs in \(clock.now - start), the slowest in \(slowest), \(report.peakMemory >> 20) MiB")
  }
  return report
}

/// The most memory that the process held so far, in bytes.
private func peakMemory() -> Int {
  var usage = rusage()
  #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
  #else
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
  #endif
}

/// Makes inputs out of good texts by small changes: the same ones every run.
///
/// Bytes are replaced by pieces that mean something to the grammar, words by other words, and lines are dropped, doubled
/// and moved, so that some inputs are barely wrong, and some right.
package struct TextMutator {
  private var random: SeededGenerator
  private let seeds: [[UInt8]]
  private let pieces: [[UInt8]]
  private let words: [[UInt8]]

  /// Makes a mutator.
  /// - Parameters:
  ///   - seeds: the good texts, at least one.
  ///   - pieces: what is put in at any place.
  ///   - state: where the random numbers begin.
  package init(_ seeds: [String], pieces: [String], state: UInt64) {
    self.seeds = seeds.map { Array($0.utf8) }
    self.pieces = pieces.map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x80], [0]]
    words = Set(seeds.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }).sorted().map { Array($0.utf8) }
    random = SeededGenerator(seed: state)
  }

  /// The next input.
  package mutating func next() -> [UInt8] {
    var bytes = seeds[Int.random(in: 0..<seeds.count, using: &random)]
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: change(&bytes)
      case 1, 2: changeWord(&bytes)
      default: changeLine(&bytes)
      }
    }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 0...2, using: &random))
    bytes.replaceSubrange(start..<end, with: pieces[Int.random(in: 0..<pieces.count, using: &random)])
  }

  private mutating func changeWord(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty, !words.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    guard let start = bytes[place...].firstIndex(where: Self.isLetter) else { return }
    let end = bytes[start...].firstIndex { !Self.isLetter($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: words[Int.random(in: 0..<words.count, using: &random)])
  }

  private mutating func changeLine(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let line = lines.remove(at: Int.random(in: 0..<lines.count, using: &random))
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      lines.insert(line, at: Int.random(in: 0...lines.count, using: &random))
    }
    bytes = Array(lines.joined(separator: [0x0A]))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }
}
