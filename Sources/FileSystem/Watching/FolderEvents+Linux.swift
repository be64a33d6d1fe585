#if os(Linux)
  import Dispatch
  import Platform

  /// The inotify events of single files, and of folders and everything below them.
  struct FolderEvents: Sendable {
    private let descriptor: Int32
    private let places: WatchedPlaces
    /// The folders that are watched, by their watch descriptors.
    private var watches: [Int32: Watch] = [:]

    /// What a folder is watched for.
    private struct Watch {
      /// The folder, if everything in it is wanted.
      var folder: String?
      /// The names of folders that may come or go in it.
      var awaited: Set<String> = []
      /// The single files in it that are wanted, by their names.
      var files: [String: String] = [:]
    }

    /// An event as the system reports it.
    private struct Event {
      let watch: Int32
      /// The entry of the folder that it is about; empty if it is about the folder itself.
      let name: String
      private let mask: Int32

      /// Reads the first event of a buffer, and removes it.
      init?(_ buffer: inout ArraySlice<UInt8>) {
        guard buffer.count >= MemoryLayout<inotify_event>.size else { return nil }
        let event = buffer.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
        buffer = buffer.dropFirst(MemoryLayout<inotify_event>.size)
        name = String(decoding: buffer.prefix(Int(event.len)).prefix { $0 != 0 }, as: UTF8.self)
        buffer = buffer.dropFirst(Int(event.len))
        (watch, mask) = (event.wd, Int32(bitPattern: event.mask))
      }

      func tells(_ bits: Int32) -> Bool { mask & bits != 0 }
    }

    /// Starts watching.
    /// - Returns: false if the system does not report changes: too many watches, or a network drive.
    static func start(_ places: WatchedPlaces, _ tick: AsyncStream<Watcher.Tick>.Continuation) -> Bool {
      guard !places.folders.contains(where: RemoteDrive.holds) else { return false }
      let descriptor = inotify_init1(Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return false }
      var events = FolderEvents(descriptor: descriptor, places: places)
      guard events.watch() else {
        close(descriptor)
        return false
      }
      DispatchQueue(label: "docket.watch").async { [events] in
        var events = events
        events.run(tick)
        close(descriptor)
      }
      return true
    }

    private init(descriptor: Int32, places: WatchedPlaces) {
      self.descriptor = descriptor
      self.places = places
    }

    /// Reads events until no one listens any more, or until no watch is left for a new folder.
    private mutating func run(_ tick: AsyncStream<Watcher.Tick>.Continuation) {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        var isWhole = true
        guard let found = take(buffer[..<count], &isWhole) else { continue }
        if case .terminated = tick.yield(found) { return }
        if !isWhole { return tick.finish() }
      }
    }

    /// Processes events, and watches new folders.
    /// - Parameter isWhole: set to false if no watch is left for them.
    /// - Returns: the changes reported by the events; nil if they are irrelevant.
    private mutating func take(_ buffer: ArraySlice<UInt8>, _ isWhole: inout Bool) -> Watcher.Tick? {
      var found: Watcher.Tick?
      var files = ChangedFiles.nothing
      var isStale = false
      var rest = buffer
      while let event = Event(&rest) {
        let watch = watches[event.watch] ?? Watch()
        if let file = watch.files[event.name] {
          files.formUnion(.only([file]))
          found = found ?? .init()
          continue
        }
        let isAwaited = watch.awaited.contains(event.name)
        guard isAwaited || watch.folder != nil || event.tells(IN_Q_OVERFLOW) else { continue }
        // A written file is reported when it is closed; editors' temporary files never are.
        if !isAwaited, event.name.hasPrefix("."), event.name.nameInICloud == nil { continue }
        let isFolder = isAwaited || event.tells(IN_ISDIR | IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF)
        isStale = isStale || isFolder
        if !isFolder, let folder = watch.folder, !event.name.isEmpty {
          files.formUnion(.only([folder + "/" + event.name]))
        } else {
          files = .all
        }
        found = .init(isUnfinished: event.tells(IN_MODIFY) && !event.tells(IN_ISDIR))
      }
      if isStale { isWhole = watch() }
      found?.files = files
      return found
    }

    // MARK: Watches

    private static let folderBits = IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | entryBits
    private static let entryBits =
      IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
    private static let fileBits = IN_CLOSE_WRITE | entryBits

    /// Watches exactly the folders that exist now. Folders already watched keep their descriptors.
    /// - Returns: false if no watch is left.
    private mutating func watch() -> Bool {
      var found: [Int32: Watch] = [:]
      var isWhole = true
      for folder in places.folders {
        watch(for: folder, &found)
        isWhole = watch(folder, &found) && isWhole
      }
      for file in places.files {
        watch(for: file.folderAbove, &found)
        if let number = add(file.folderAbove, Self.fileBits) {
          found[number, default: Watch()].files[String(file.fileName)] = file
        } else {
          isWhole = Self.isAbsent && isWhole
        }
      }
      for number in watches.keys where found[number] == nil { inotify_rm_watch(descriptor, number) }
      watches = found
      return isWhole
    }

    /// Watches for a folder to come, to go or to become another one: for the name of each folder of its path, and of the
    /// paths to which links among them lead, in the folder above.
    private func watch(for folder: String, _ found: inout [Int32: Watch], linksLeft: Int = 16) {
      for path in ([folder] + folder.foldersAbove).reversed() where path != "." && path != "/" {
        guard let number = add(path.folderAbove, Self.entryBits) else {
          // What is below a folder that is not there is watched for once it is.
          if errno == EACCES { continue }
          return
        }
        found[number, default: Watch()].awaited.insert(String(path.fileName))
        guard linksLeft > 0, let target = destination(ofLink: path) else { continue }
        watch(
          for: target.hasPrefix("/") ? target : path.folderAbove + "/" + target, &found,
          linksLeft: linksLeft - 1)
      }
    }

    /// Whether the last watch could not be added because there is no such folder.
    private static var isAbsent: Bool { errno == ENOENT || errno == ENOTDIR || errno == EACCES }

    /// Watches a folder and everything below it.
    /// - Returns: false if no watch is left.
    private func watch(_ folder: String, _ found: inout [Int32: Watch]) -> Bool {
      // The watch is added before listing, so that changes in between are seen by at least one of them.
      guard let number = add(folder, Self.folderBits) else {
        return Self.isAbsent
      }
      guard found[number]?.folder == nil else { return true }
      found[number, default: Watch()].folder = folder
      var isWhole = true
      for name in subfolders(of: folder) where !name.hasPrefix(".") {
        isWhole = watch(folder + "/" + name, &found) && isWhole
      }
      return isWhole
    }

    private func add(_ folder: String, _ bits: Int32) -> Int32? {
      // A folder may be watched for several reasons.
      let number = inotify_add_watch(descriptor, folder, UInt32(bitPattern: bits | IN_ONLYDIR | IN_MASK_ADD))
      return number >= 0 ? number : nil
    }
  }

  /// The names of the subfolders of a folder, including links to folders.
  private func subfolders(of folder: String) -> [String] {
    var names: [String] = []
    // A folder that was removed or cannot be read has no subfolders to watch.
    do throws(SystemError) {
      var stream = try FolderStream(path: folder)
      while let (name, type) = try stream.next() {
        if [DT_DIR, DT_LNK, DT_UNKNOWN].contains(where: { type == Int32($0) }) { names.append(name) }
      }
    } catch {}
    return names
  }

  /// The path that a symbolic link has; nil if it is none.
  private func destination(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// Drives on which changes by other machines are not reported.
  private enum RemoteDrive {
    private static let types: Set<Substring> = [
      "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "vboxsf", "prl_fs", "fuse.sshfs", "fuse.grpcfuse",
      "virtiofs", "drvfs",
    ]

    /// Whether a folder is on such a drive.
    static func holds(_ folder: String) -> Bool {
      guard let resolved = realpath(folder, nil) else { return false }
      defer { free(resolved) }
      let path = String(cString: resolved)
      var best = (length: -1, type: Substring())
      // Each line of the table contains drive, mount point, type and options.
      for line in table().split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count > 2 else { continue }
        let place = fields[1].replacing("\\040", with: " ")
        guard path == place || place == "/" || path.hasPrefix(place + "/"), place.utf8.count > best.length
        else { continue }
        best = (place.utf8.count, fields[2])
      }
      return types.contains(best.type)
    }

    private static func table() -> String {
      guard let file = fopen("/proc/self/mounts", "r") else { return "" }
      defer { fclose(file) }
      var bytes: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = fread(&part, 1, part.count, file)
        guard count > 0 else { break }
        bytes += part[..<count]
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
