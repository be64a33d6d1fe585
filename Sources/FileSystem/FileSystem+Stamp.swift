#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FileSystem {
  /// What changes when a file is written: its number, size and times; empty if there is none.
  package static func stamp(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "" }
    #if canImport(Darwin)
      let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (written, changed) = (status.st_mtim, status.st_ctim)
    #endif
    return
      "\(status.st_ino) \(status.st_size) \(written.tv_sec) \(written.tv_nsec) \(changed.tv_sec) \(changed.tv_nsec)"
  }
}
