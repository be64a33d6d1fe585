#if os(macOS)
  import CoreServices
  import Dispatch
  import Foundation

  /// The FSEvents events of files, and of folders and everything below them.
  enum FolderEvents {
    /// Starts watching, for the lifetime of the process.
    /// - Returns: false if the system does not report changes.
    static func start(_ places: WatchedPlaces, _ tick: AsyncStream<Watcher.Tick>.Continuation) -> Bool {
      let listener = Unmanaged.passRetained(Listener(tick: tick))
      var context = FSEventStreamContext(
        version: 0, info: listener.toOpaque(), retain: nil, release: nil, copyDescription: nil)
      let callback: FSEventStreamCallback = { _, info, _, _, _, _ in
        guard let info else { return }
        Unmanaged<Listener>.fromOpaque(info).takeUnretainedValue().tick.yield(.init())
      }
      let flags =
        kFSEventStreamCreateFlagFileEvents | kFSEventStreamCreateFlagNoDefer
        | kFSEventStreamCreateFlagWatchRoot
      guard
        let stream = FSEventStreamCreate(
          kCFAllocatorDefault, callback, &context, (places.folders + places.files) as CFArray,
          FSEventStreamEventId(kFSEventStreamEventIdSinceNow), 0.01, FSEventStreamCreateFlags(flags))
      else {
        listener.release()
        return false
      }
      FSEventStreamSetDispatchQueue(stream, DispatchQueue(label: "docket.watch"))
      return FSEventStreamStart(stream)
    }

    private final class Listener: Sendable {
      let tick: AsyncStream<Watcher.Tick>.Continuation

      init(tick: AsyncStream<Watcher.Tick>.Continuation) {
        self.tick = tick
      }
    }
  }
#endif
