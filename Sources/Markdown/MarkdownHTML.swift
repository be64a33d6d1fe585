import Diagnostics

/// Generates HTML in a single buffer, escaped as by libcmark (its `houdini_html_e.c`, `houdini_href_e.c`).
struct MarkdownHTML {
  /// The buffer; its content before `start` is not part of this HTML.
  private(set) var bytes: [UInt8]
  private let start: Int

  /// Appends to a buffer, taking ownership so that it is not copied.
  init(appendingTo bytes: consuming [UInt8]) {
    start = bytes.count
    self.bytes = bytes
  }

  /// Appends markup.
  mutating func markup(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ html: ArraySlice<UInt8>) {
    bytes.append(contentsOf: html)
  }

  /// Appends the attribute with a link's destination, or the value of an image's source.
  /// - Returns: the position of the URL in the buffer.
  @discardableResult
  mutating func destination(_ url: String, isImage: Bool) -> Int {
    if !isImage { markup(" href=\"") }
    let place = bytes.count
    self.url(url)
    if !isImage { markup("\"") }
    return place
  }

  /// Ends the line, unless the output is empty or already at the start of a line.
  mutating func freshLine() {
    if bytes.count > start, bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
  }

  /// Appends text for an element or a quoted attribute.
  /// - Parameters:
  ///   - text: zero-terminated UTF-8.
  ///   - onlyFirstWord: whether to stop at white space.
  mutating func escaped(_ text: UnsafePointer<UInt8>, onlyFirstWord: Bool = false) {
    var run = text
    var next = text
    func flush(_ bytes: inout [UInt8]) {
      bytes.append(contentsOf: UnsafeBufferPointer(start: run, count: next - run))
      run = next + 1
    }
    while next.pointee != 0 {
      if onlyFirstWord, next.pointee == 0x20 || (0x09...0x0D).contains(next.pointee) { break }
      switch next.pointee {
      case UInt8(ascii: "&"):
        flush(&bytes)
        markup("&amp;")
      case UInt8(ascii: "<"):
        flush(&bytes)
        markup("&lt;")
      case UInt8(ascii: ">"):
        flush(&bytes)
        markup("&gt;")
      case UInt8(ascii: "\""):
        flush(&bytes)
        markup("&quot;")
      case 0xFE, 0xFF:
        // libcmark's bytes for '&#xFFFE;' and '&#xFFFF;' (its utf8.c) are not valid UTF-8.
        flush(&bytes)
        markup("\u{FFFD}")
      default: break
      }
      next += 1
    }
    flush(&bytes)
  }

  /// Appends a URL for a quoted attribute, keeping existing percent-encoding.
  /// - Parameter url: zero-terminated UTF-8.
  mutating func url(_ url: UnsafePointer<UInt8>) {
    var next = url
    while next.pointee != 0 {
      urlByte(next.pointee)
      next += 1
    }
  }

  /// Appends a URL for a quoted attribute, keeping existing percent-encoding.
  mutating func url(_ url: String) {
    for byte in url.utf8 { urlByte(byte) }
  }

  private mutating func urlByte(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "&"): markup("&amp;")
    case UInt8(ascii: "'"): markup("&#x27;")
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "?")...UInt8(ascii: "Z"),
      UInt8(ascii: "(")...UInt8(ascii: ";"), UInt8(ascii: "#")...UInt8(ascii: "%"), UInt8(ascii: "!"),
      UInt8(ascii: "="), UInt8(ascii: "_"), UInt8(ascii: "~"):
      bytes.append(byte)
    default: PercentEncoding.append(byte, to: &bytes)
    }
  }
}
