import CCMark

/// A Markdown body parsed by libcmark. The tree is freed with its owner, and nodes are valid until then.
///
/// libcmark has no global state, so several threads may parse at the same time.
struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer?

  /// Parses part of a text in valid UTF-8; blank text is not parsed.
  /// - Parameters:
  ///   - bytes: the text.
  ///   - range: the part to parse; lines are counted from its start.
  init(parsing bytes: [UInt8], in range: Range<Int>) {
    guard bytes[range].contains(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }) else {
      root = nil
      return
    }
    root = bytes.withUnsafeBytes { buffer in
      let start = UnsafeRawBufferPointer(rebasing: buffer[range]).assumingMemoryBound(to: CChar.self)
      // With this option libcmark also counts line endings inside code spans and raw HTML.
      let parser = cmark_parser_new(CMARK_OPT_SOURCEPOS)
      defer { cmark_parser_free(parser) }
      cmark_parser_feed(parser, start.baseAddress, start.count)
      return cmark_parser_finish(parser)
    }
    if bytes.holds(UInt8(ascii: "&"), in: range), Self.mayHoldReference(bytes[range]) {
      replaceControlCharacters()
    }
  }

  /// Whether a text may contain a numeric character reference such as `&#1;`.
  private static func mayHoldReference(_ text: ArraySlice<UInt8>) -> Bool {
    zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "&") && $1 == UInt8(ascii: "#") }
  }

  /// Replaces control characters, which only references can produce and no page may contain, by U+FFFD.
  private func replaceControlCharacters() {
    walk { event, node in
      guard event == .enter else { return }
      node.replaceControlCharacters()
    }
  }

  deinit {
    if let root { cmark_node_free(root) }
  }

  /// Visits every node in document order: leaves once, other nodes on entry and on exit.
  /// - Complexity: O(*n*) in the nodes, without recursion.
  func walk(_ visit: (MarkdownNode.Event, MarkdownNode) -> Void) {
    guard let root else { return }
    MarkdownNode(root).walk(visit)
  }

  func forEachTopLevelBlock(_ visit: (MarkdownNode) -> Void) {
    var next = root.flatMap { cmark_node_first_child($0) }
    while let node = next {
      visit(MarkdownNode(node))
      next = cmark_node_next(node)
    }
  }
}

extension [UInt8] {
  /// Whether part of a text contains a byte. There is no early exit, so that the compiler can vectorize the
  /// loop; most bodies are scanned to the end anyway.
  func holds(_ byte: UInt8, in range: Range<Int>) -> Bool {
    withUnsafeBufferPointer { $0[range].reduce(UInt8(0)) { $0 | ($1 == byte ? 1 : 0) } != 0 }
  }
}

/// A node of a tree. It is borrowed, and must not outlive the tree.
struct MarkdownNode: Equatable {
  /// The kind of a node, in the order of `cmark_node_type`.
  enum Kind: UInt32 {
    /// Not a node; never visited.
    case none
    /// Blocks.
    case document, blockQuote, list, item, codeBlock, htmlBlock, customBlock, paragraph, heading,
      thematicBreak
    /// Inlines.
    case text, softBreak, lineBreak, code, htmlInline, customInline, emphasis, strong, link, image
  }

  /// Whether the walk enters or leaves a node.
  enum Event {
    /// A leaf is only entered.
    case enter, exit
  }

  private let pointer: OpaquePointer

  fileprivate init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  var kind: Kind { Kind(rawValue: cmark_node_get_type(pointer).rawValue) ?? .none }

  var parent: MarkdownNode? { cmark_node_parent(pointer).map(MarkdownNode.init) }

  /// The 1-based lines of the node, as far as libcmark knows them.
  ///
  /// The end of a setext heading may be one line late; an inline may start early if a link spans lines.
  var lines: ClosedRange<Int> {
    let start = Int(cmark_node_get_start_line(pointer))
    return start...max(start, Int(cmark_node_get_end_line(pointer)))
  }

  /// The text of a text, code or HTML node, with entities and escapes resolved; zero-terminated.
  var literal: UnsafePointer<UInt8>? { Self.bytes(cmark_node_get_literal(pointer)) }

  /// The destination of a link or image, with entities and escapes resolved; zero-terminated.
  var destination: UnsafePointer<UInt8>? { Self.bytes(cmark_node_get_url(pointer)) }

  /// The title of a link or image; nil if there is none; zero-terminated.
  var title: UnsafePointer<UInt8>? {
    Self.bytes(cmark_node_get_title(pointer)).flatMap { $0.pointee == 0 ? nil : $0 }
  }

  /// The info string of a code block; nil if there is none; zero-terminated.
  var fenceInfo: UnsafePointer<UInt8>? {
    Self.bytes(cmark_node_get_fence_info(pointer)).flatMap { $0.pointee == 0 ? nil : $0 }
  }

  /// Replaces control characters in texts by U+FFFD; destinations that contain them are rejected elsewhere.
  fileprivate func replaceControlCharacters() {
    func replace(
      _ text: UnsafePointer<CChar>?, _ set: (OpaquePointer?, UnsafePointer<CChar>?) -> Int32
    ) {
      guard let text = text.map({ String(cString: $0) }), text.unicodeScalars.contains(where: Self.isControl)
      else {
        return
      }
      let clean = text.unicodeScalars.map { Self.isControl($0) ? "\u{FFFD}" : $0 }
      _ = set(pointer, String(String.UnicodeScalarView(clean)))
    }
    replace(cmark_node_get_literal(pointer), cmark_node_set_literal)
    replace(cmark_node_get_title(pointer), cmark_node_set_title)
    replace(cmark_node_get_fence_info(pointer), cmark_node_set_fence_info)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// The level of a heading, 1 to 6.
  var headingLevel: Int { Int(cmark_node_get_heading_level(pointer)) }

  /// The first number of an ordered list; nil for a bullet list.
  var listStart: Int? {
    cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST ? Int(cmark_node_get_list_start(pointer)) : nil
  }

  /// Whether the node is a paragraph in a tight list, which is rendered without paragraphs.
  var isInTightList: Bool {
    guard let item = cmark_node_parent(pointer), let list = cmark_node_parent(item) else { return false }
    return cmark_node_get_list_tight(list) != 0
  }

  /// The text of its inlines without markup; line endings become spaces, and raw HTML is dropped.
  /// - Complexity: O(*n*) in the nodes below it.
  var plainText: String {
    var text: [UInt8] = []
    walk { event, node in
      switch node.kind {
      case .text, .code:
        guard var byte = node.literal else { return }
        while byte.pointee != 0 {
          text.append(byte.pointee)
          byte += 1
        }
      case .softBreak, .lineBreak: text.append(0x20)
      default: break
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Visits the node and all of its descendants.
  fileprivate func walk(_ visit: (Event, MarkdownNode) -> Void) {
    guard let walk = Walk(from: pointer) else { return }
    while let (event, node) = walk.next() {
      visit(event, MarkdownNode(node))
    }
  }

  private static func bytes(_ text: UnsafePointer<CChar>?) -> UnsafePointer<UInt8>? {
    text.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
  }
}

/// Owns libcmark's iterator.
private struct Walk: ~Copyable {
  private let iterator: OpaquePointer

  init?(from root: OpaquePointer) {
    guard let iterator = cmark_iter_new(root) else { return nil }
    self.iterator = iterator
  }

  deinit {
    cmark_iter_free(iterator)
  }

  func next() -> (MarkdownNode.Event, OpaquePointer)? {
    let event = cmark_iter_next(iterator)
    guard event == CMARK_EVENT_ENTER || event == CMARK_EVENT_EXIT, let node = cmark_iter_get_node(iterator)
    else { return nil }
    return (event == CMARK_EVENT_ENTER ? .enter : .exit, node)
  }
}
