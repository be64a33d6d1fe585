import CCMark

/// A Markdown body as libcmark parsed it. The tree is freed with its owner; nodes are valid as long as it lives.
///
/// libcmark keeps no state between trees, so different threads may parse at the same time.
struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer?

  /// Parses a part of a text that is valid UTF-8; a blank one costs nothing.
  /// - Parameters:
  ///   - bytes: the text.
  ///   - range: the part to parse; lines count from its start.
  init(parsing bytes: [UInt8], in range: Range<Int>) {
    guard bytes[range].contains(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }) else {
      root = nil
      return
    }
    root = bytes.withUnsafeBytes { buffer in
      let start = UnsafeRawBufferPointer(rebasing: buffer[range]).assumingMemoryBound(to: CChar.self)
      // With this option libcmark also counts the line ends inside code spans and raw HTML.
      let parser = cmark_parser_new(CMARK_OPT_SOURCEPOS)
      defer { cmark_parser_free(parser) }
      cmark_parser_feed(parser, start.baseAddress, start.count)
      return cmark_parser_finish(parser)
    }
    if bytes.holds(UInt8(ascii: "&"), in: range), Self.mayHoldReference(bytes[range]) {
      replaceControlCharacters()
    }
  }

  /// Whether a text may hold a character by its number, as `&#1;` does.
  private static func mayHoldReference(_ text: ArraySlice<UInt8>) -> Bool {
    zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "&") && $1 == UInt8(ascii: "#") }
  }

  /// Replaces control characters, which no page or feed may contain and only a reference can make, by U+FFFD.
  private func replaceControlCharacters() {
    walk { event, node in
      guard event == .enter else { return }
      node.replaceControlCharacters()
    }
  }

  deinit {
    if let root { cmark_node_free(root) }
  }

  /// Visits every node in document order: leaves once, others on entering and on leaving.
  /// - Complexity: O(*n*) in the nodes, without recursion.
  func walk(_ visit: (MarkdownNode.Event, MarkdownNode) -> Void) {
    guard let root else { return }
    MarkdownNode(root).walk(visit)
  }

  /// Visits the top-level blocks.
  func forEachTopLevelBlock(_ visit: (MarkdownNode) -> Void) {
    var next = root.flatMap { cmark_node_first_child($0) }
    while let node = next {
      visit(MarkdownNode(node))
      next = cmark_node_next(node)
    }
  }
}

extension [UInt8] {
  /// Whether a byte is in a part of a text. Without an early exit, so that the compiler can vectorize it: most
  /// bodies are scanned to their end.
  func holds(_ byte: UInt8, in range: Range<Int>) -> Bool {
    withUnsafeBufferPointer { $0[range].reduce(UInt8(0)) { $0 | ($1 == byte ? 1 : 0) } != 0 }
  }
}

/// A node of a tree; borrowed, so not to be kept longer than the tree.
struct MarkdownNode: Equatable {
  /// What a node is, in the order of `cmark_node_type`.
  enum Kind: UInt32 {
    /// No node at all, which no walk comes to.
    case none
    /// Blocks.
    case document, blockQuote, list, item, codeBlock, htmlBlock, customBlock, paragraph, heading,
      thematicBreak
    /// Inlines.
    case text, softBreak, lineBreak, code, htmlInline, customInline, emphasis, strong, link, image
  }

  /// Whether the walk comes to a node or leaves it.
  enum Event {
    /// A leaf is only entered.
    case enter, exit
  }

  private let pointer: OpaquePointer

  fileprivate init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// What it is.
  var kind: Kind { Kind(rawValue: cmark_node_get_type(pointer).rawValue) ?? .none }

  /// The node it is in.
  var parent: MarkdownNode? { cmark_node_parent(pointer).map(MarkdownNode.init) }

  /// The 1-based lines it is on, as far as libcmark knows them.
  ///
  /// The end of a setext heading may be one line late; the start of an inline may be some lines early if a link
  /// spans lines.
  var lines: ClosedRange<Int> {
    let start = Int(cmark_node_get_start_line(pointer))
    return start...max(start, Int(cmark_node_get_end_line(pointer)))
  }

  /// The text of a text, code or HTML node, entities and escapes resolved; ends with a zero byte.
  var literal: UnsafePointer<UInt8>? { Self.bytes(cmark_node_get_literal(pointer)) }

  /// The destination of a link or image, entities and escapes resolved; ends with a zero byte.
  var destination: UnsafePointer<UInt8>? { Self.bytes(cmark_node_get_url(pointer)) }

  /// The title of a link or image, or nil without one; ends with a zero byte.
  var title: UnsafePointer<UInt8>? {
    Self.bytes(cmark_node_get_title(pointer)).flatMap { $0.pointee == 0 ? nil : $0 }
  }

  /// The info string of a code block, or nil if there is none; ends with a zero byte.
  var fenceInfo: UnsafePointer<UInt8>? {
    Self.bytes(cmark_node_get_fence_info(pointer)).flatMap { $0.pointee == 0 ? nil : $0 }
  }

  /// Replaces control characters in the texts by U+FFFD; a destination that holds one is refused elsewhere.
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

  /// The first number of an ordered list, or nil for a list of bullets.
  var listStart: Int? {
    cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST ? Int(cmark_node_get_list_start(pointer)) : nil
  }

  /// Whether it is a paragraph of a list whose items are set without paragraphs.
  var isInTightList: Bool {
    guard let item = cmark_node_parent(pointer), let list = cmark_node_parent(item) else { return false }
    return cmark_node_get_list_tight(list) != 0
  }

  /// The text of its inlines without their markup; a line end is a space, raw HTML nothing.
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

  /// Visits the node and all below it.
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

/// The owner of libcmark's iterator.
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
