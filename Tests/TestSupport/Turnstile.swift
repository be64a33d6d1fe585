/// Lets only some in at once.
package actor Turnstile {
  /// A place, which is free again when nothing holds it.
  package final class Place: Sendable {
    private let turnstile: Turnstile

    fileprivate init(_ turnstile: Turnstile) { self.turnstile = turnstile }

    deinit { Task { [turnstile] in await turnstile.leave() } }
  }

  /// Programs that run to their end. All tests run at once, and the memory of a machine holds only so many.
  static let programs = Turnstile(places: 48)

  /// Servers, which wait for tests most of the time. Linux tells 128 programs of a user of changes, unless it is set to
  /// tell more.
  package static let servers = Turnstile(places: 64)

  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { self.places = places }

  /// Waits for a place, and takes it.
  package func enter() async -> Place {
    if places > 0 {
      places -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    return Place(self)
  }

  private func leave() {
    guard !waiting.isEmpty else {
      places += 1
      return
    }
    waiting.removeFirst().resume()
  }
}
