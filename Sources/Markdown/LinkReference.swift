import Diagnostics

/// A link or image of a page with a destination in the site, to be looked up by the caller.
package struct LinkReference: Sendable, Equatable {
  /// The destination as written, with Markdown's escapes and entities resolved, but not percent-decoded.
  package let destination: String
  /// The part before `?` and `#`, percent-decoded; empty for the page itself.
  package let path: String
  /// The part between `?` and `#`, as written; nil if there is none.
  package let query: String?
  /// The part after `#`, percent-decoded; nil if there is none.
  package let fragment: String?
  /// Whether it is the source of an image.
  package let isImage: Bool

  /// Splits a destination.
  /// - Parameters:
  ///   - destination: a URL reference without a scheme.
  ///   - isImage: whether it is the source of an image.
  package init(_ destination: String, isImage: Bool) {
    self.destination = destination
    self.isImage = isImage
    var rest = Substring(destination).utf8
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = Self.percentDecoded(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    } else {
      fragment = nil
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = String(Substring(rest[rest.index(after: mark)...]))
      rest = rest[..<mark]
    } else {
      query = nil
    }
    path = Self.percentDecoded(rest)
  }

  /// The part after `#` as written, with what no address may have percent-encoded; nil if there is none.
  package var writtenFragment: String? {
    guard let mark = destination.firstIndex(of: "#") else { return nil }
    return PercentEncoding.address(destination[destination.index(after: mark)...])
  }

  /// Decodes `%41` to `A`. A `%` without two hexadecimal digits stays, and invalid UTF-8 becomes U+FFFD.
  private static func percentDecoded(_ text: Substring.UTF8View) -> String {
    guard text.contains(UInt8(ascii: "%")) else { return String(Substring(text)) }
    return String(decoding: PercentEncoding.decoded(Array(text)[...], isStrict: false) ?? [], as: UTF8.self)
  }
}

/// The result of looking up a link.
package enum LinkResolution: Sendable {
  /// The destination stays as written.
  case unchanged
  /// The destination is not known yet; ``RenderedMarkdown/resolveLinks(in:_:)`` looks it up again.
  case pending
  /// A different URL, with reserved characters already percent-encoded.
  case rewritten(String)
  /// No destination, which is no error: the link is a text.
  case omitted
  /// No destination.
  case failed(LinkFailure)
}

/// The kind of a destination, before it is looked up.
enum LinkTarget: Equatable {
  /// A destination in the site.
  case site
  /// An external destination with an allowed scheme.
  case elsewhere
  /// A URL with a forbidden scheme, possibly disguised by control characters; the scheme in lower case.
  case forbidden(scheme: String)
  /// A host without a scheme (`//example.com`), whose meaning depends on how the site is accessed.
  case schemeless
  /// An empty destination.
  case empty

  /// Classifies a destination as a browser would, which first drops control characters and leading spaces
  /// (WHATWG URL, "basic URL parser").
  /// - Parameters:
  ///   - url: zero-terminated UTF-8.
  ///   - isImage: whether it is the source of an image, which no mail and no call is.
  init(of url: UnsafePointer<UInt8>, isImage: Bool) {
    var next = url
    while next.pointee != 0, next.pointee <= 0x20 { next += 1 }
    var isDisguised = next != url
    if next.pointee == 0 {
      self = .empty
      return
    }
    if next.pointee == UInt8(ascii: "/"), next[1] == UInt8(ascii: "/") {
      self = .schemeless
      return
    }
    var letters: [UInt8] = []
    scan: while true {
      let byte = next.pointee
      switch byte {
      case UInt8(ascii: ":"): break scan
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        letters.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        letters.append(byte | 0x20)
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        if letters.isEmpty {
          self = .site
          return
        }
        letters.append(byte)
      case 0x01..<0x20, 0x7F: isDisguised = true
      default:
        self = .site
        return
      }
      next += 1
    }
    let scheme = String(decoding: letters, as: UTF8.self)
    switch scheme {
    case "": self = .site
    case "http", "https": self = isDisguised ? .forbidden(scheme: scheme) : .elsewhere
    case "mailto", "tel": self = isDisguised || isImage ? .forbidden(scheme: scheme) : .elsewhere
    default: self = .forbidden(scheme: scheme)
    }
  }
}
