import Diagnostics

/// A link or image of a page that leads to somewhere in the site, for its caller to look up.
package struct LinkReference: Sendable, Equatable {
  /// The destination as written, Markdown's escapes and entities resolved, percent-encoding not.
  package let destination: String
  /// The part before `?` and `#`, percent-decoded; empty for a place on the same page.
  package let path: String
  /// The part from `?` to `#`, as written and without them, or nil.
  package let query: String?
  /// The part after `#`, percent-decoded, or nil.
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

  /// Bytes with `%41` read as `A`; a `%` without two digits stays, bytes that are not UTF-8 read as U+FFFD.
  private static func percentDecoded(_ text: Substring.UTF8View) -> String {
    guard text.contains(UInt8(ascii: "%")) else { return String(Substring(text)) }
    return String(decoding: PercentEncoding.decoded(Array(text)[...], isStrict: false) ?? [], as: UTF8.self)
  }
}

/// Where a link of a page leads.
package enum LinkResolution: Sendable {
  /// Where it is written to lead.
  case unchanged
  /// Not known yet; ``RenderedMarkdown/resolveLinks(in:_:)`` asks again.
  case pending
  /// To another URL, whose reserved characters are percent-encoded already.
  case rewritten(String)
  /// Nowhere: the summary and id of the error to report at its place, with the nearest name, and the missing path, if
  /// another may have been meant.
  case failed(DiagnosticID, String, nearest: String? = nil, missing: String? = nil, fix: String? = nil)
}

/// What a destination is, before anything is looked up.
enum LinkTarget: Equatable {
  /// A place in the site.
  case site
  /// A place elsewhere, with an allowed scheme.
  case elsewhere
  /// A URL with a scheme that is not allowed, or one disguised by control characters; the scheme in lower case.
  case forbidden(scheme: String)
  /// A host without a scheme (`//example.com`), which would mean another place depending on how the site is reached.
  case schemeless
  /// Nothing at all.
  case empty

  /// Classifies a destination as a browser would: it drops control characters and leading spaces first (WHATWG
  /// URL, "basic URL parser").
  /// - Parameter url: UTF-8 that ends with a zero byte.
  init(of url: UnsafePointer<UInt8>) {
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
    var scheme = ""
    scan: while true {
      let byte = next.pointee
      switch byte {
      case UInt8(ascii: ":"): break scan
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        scheme.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        scheme.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        if scheme.isEmpty {
          self = .site
          return
        }
        scheme.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x01..<0x20, 0x7F: isDisguised = true
      default:
        self = .site
        return
      }
      next += 1
    }
    switch scheme {
    case "": self = .site
    case "http", "https", "mailto", "tel": self = isDisguised ? .forbidden(scheme: scheme) : .elsewhere
    default: self = .forbidden(scheme: scheme)
    }
  }
}
