import Content
import Diagnostics
import FileSystem

/// The relative links and images of a Markdown body that keep their targets when its file moves to another folder.
///
/// Only plain addresses are read: without spaces, escapes, and brackets around them. What else breaks by the move is
/// found and fixed with the links of other files.
struct RelativeLinks {
  private let file: SourceFile

  init(_ file: SourceFile) {
    self.file = file
  }

  /// The file with its links as they are written in another folder.
  /// - Parameters:
  ///   - body: the bytes of the body.
  ///   - folder: the former folder below Content, with a slash at its end unless it is empty.
  ///   - newFolder: the new one.
  ///   - isFile: whether a path below Content is that of a file; what leads elsewhere stays.
  /// - Complexity: O(*n*) in the body.
  func moved(
    in body: Range<Int>, from folder: String, to newFolder: String, isFile: (String) -> Bool
  ) -> SourceFile {
    var script = EditScript(file)
    for range in addresses(in: body) {
      let address = file.text(range)
      guard let target = folder[...].path(following: address), isFile(target),
        newFolder[...].path(following: address) != target
      else { continue }
      script.replace(range, with: target.link(from: newFolder))
    }
    return script.result
  }

  /// The addresses in links and images, without what follows a `#`.
  private func addresses(in body: Range<Int>) -> [Range<Int>] {
    LinkScanner(file.bytes).links(in: body).compactMap { link in
      let address = file.bytes[link.destination].prefix { !Self.ends.contains($0) }
      // `https:` and `/index.md` lead to the same from everywhere.
      guard let first = address.first, first != UInt8(ascii: "/"),
        !address.contains(where: Self.strange.contains)
      else { return nil }
      return address.indices
    }
  }

  /// What ends an address or the part of it that names a file.
  private static let ends: Set<UInt8> = [0x20, UInt8(ascii: "#"), UInt8(ascii: "?")]
  /// What makes an address more than a path.
  private static let strange: Set<UInt8> = [
    UInt8(ascii: "<"), UInt8(ascii: "%"), UInt8(ascii: "\\"), UInt8(ascii: "("), UInt8(ascii: ":"),
    UInt8(ascii: "&"),
  ]
}
