import CCMark

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Memory for the trees of short bodies: taken piece by piece, and given back at once when no tree is left.
///
///     MarkdownArena.use { for body in bodies { render(MarkdownDocument(body)) } }
///
/// libcmark asks for every node, text and buffer by itself, and a third of the time that the bodies of 100,000 orders
/// took was the system's allocator. libcmark's allocator knows nothing of whom it serves, hence one arena for a thread.
package struct MarkdownArena: ~Copyable {
  /// The longest body, in bytes, whose tree is put here. A long one would leave much: nothing is given back
  /// before its end.
  package static let longestBody = 16 << 10

  private static let blockSize = 256 << 10
  /// Before each piece stands its size; and what libcmark keeps in one may be of any type.
  private static let header = 16

  private let block = UnsafeMutableRawPointer.allocate(byteCount: blockSize, alignment: header)
  /// The blocks taken while the first was full.
  private var more: [UnsafeMutableRawPointer] = []
  private var next: UnsafeMutableRawPointer
  private var end: UnsafeMutableRawPointer
  private var treeCount = 0
  /// What libcmark calls.
  private let allocator = UnsafeMutablePointer<cmark_mem>.allocate(capacity: 1)

  private init() {
    next = block
    end = block + Self.blockSize
    allocator.initialize(
      to: cmark_mem(
        calloc: { count, size in
          guard let piece = MarkdownArena.piece(count * size) else { return nil }
          memset(piece, 0, count * size)
          return piece
        },
        realloc: { old, size in
          guard let piece = MarkdownArena.piece(size) else { return nil }
          if let old {
            let oldSize = (old - MarkdownArena.header).load(as: Int.self)
            memcpy(piece, old, min(oldSize, size))
          }
          return piece
        },
        free: { _ in }))
  }

  deinit {
    for block in more { block.deallocate() }
    block.deallocate()
    allocator.deinitialize(count: 1)
    allocator.deallocate()
  }

  /// Calls a function on this thread, whose short trees are put into one arena; none of them may outlive it.
  package static func use<Result>(_ body: () -> Result) -> Result {
    guard let key, current == nil else { return body() }
    let arena = UnsafeMutablePointer<MarkdownArena>.allocate(capacity: 1)
    arena.initialize(to: MarkdownArena())
    pthread_setspecific(key, arena)
    defer {
      pthread_setspecific(key, nil)
      precondition(arena.pointee.treeCount == 0, "a tree outlived its arena")
      arena.deinitialize(count: 1)
      arena.deallocate()
    }
    return body()
  }

  /// Begins a tree of a body with so many bytes.
  /// - Returns: the allocator to make it with, or nil for the system's. With one, `endTree` is to be called.
  static func beginTree(_ byteCount: Int) -> UnsafeMutablePointer<cmark_mem>? {
    guard let current, byteCount <= longestBody else { return nil }
    current.pointee.treeCount += 1
    return current.pointee.allocator
  }

  /// Ends a tree; with the last one all pieces are given back.
  static func endTree() {
    current?.pointee.endTree()
  }

  // MARK: Pieces

  private mutating func endTree() {
    treeCount -= 1
    guard treeCount == 0 else { return }
    for block in more { block.deallocate() }
    more.removeAll()
    next = block
    end = block + Self.blockSize
  }

  /// A piece of any content.
  private mutating func piece(_ size: Int) -> UnsafeMutableRawPointer {
    let wanted = Self.header + (size + Self.header - 1) & ~(Self.header - 1)
    if end - next < wanted {
      let size = max(Self.blockSize, wanted)
      next = .allocate(byteCount: size, alignment: Self.header)
      end = next + size
      more.append(next)
    }
    next.storeBytes(of: size, as: Int.self)
    defer { next += wanted }
    return next + Self.header
  }

  // MARK: The thread's arena

  /// Where each thread keeps its arena; nil where the system has no such place left, and every tree is the system's.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  private static var current: UnsafeMutablePointer<MarkdownArena>? {
    key.flatMap { pthread_getspecific($0) }?.assumingMemoryBound(to: MarkdownArena.self)
  }

  private static func piece(_ size: Int) -> UnsafeMutableRawPointer? {
    current?.pointee.piece(size)
  }
}
