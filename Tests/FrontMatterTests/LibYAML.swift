import Foundation

/// libyaml (https://pyyaml.org/wiki/LibYAML) as the measure of what YAML is, loaded where it is installed: docket itself
/// neither links nor needs it.
///
/// The layouts are those of `yaml.h` on a machine of 64 bits; they did not change since 0.1.
struct LibYAML {
  /// A scalar or collection as libyaml reads it, in the order of the text.
  struct Node: Equatable {
    /// The raw value of `FrontMatterNode.Kind`.
    var kind: UInt8
    var isFlow: Bool
    /// Its bytes; those of a block collection end with its last child.
    var bytes: Range<Int>
    /// A scalar's text.
    var text: [UInt8]
  }

  /// What libyaml makes of a text.
  enum Outcome: Equatable {
    /// The nodes of its only document.
    case nodes([Node])
    /// It has an anchor, an alias, a tag, a directive or a second document.
    case unsupported
    /// It is not YAML.
    case failure
  }

  private typealias Parser = UnsafeMutableRawPointer
  private let initialize: @convention(c) (Parser) -> CInt
  private let setInput: @convention(c) (Parser, UnsafePointer<UInt8>?, Int) -> Void
  private let setEncoding: @convention(c) (Parser, CInt) -> Void
  private let parse: @convention(c) (Parser, UnsafeMutableRawPointer) -> CInt
  private let deleteEvent: @convention(c) (UnsafeMutableRawPointer) -> Void
  private let deleteParser: @convention(c) (Parser) -> Void

  /// Loads the library; nil where it is not installed.
  init?() {
    let names = ["libyaml-0.so.2", "libyaml-0.2.dylib", "/opt/homebrew/lib/libyaml-0.2.dylib"]
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else { return nil }
    func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let initialize = function("yaml_parser_initialize", as: (@convention(c) (Parser) -> CInt).self),
      let setInput = function(
        "yaml_parser_set_input_string", as: (@convention(c) (Parser, UnsafePointer<UInt8>?, Int) -> Void).self
      ),
      let setEncoding = function(
        "yaml_parser_set_encoding", as: (@convention(c) (Parser, CInt) -> Void).self),
      let parse = function(
        "yaml_parser_parse", as: (@convention(c) (Parser, UnsafeMutableRawPointer) -> CInt).self),
      let deleteEvent = function(
        "yaml_event_delete", as: (@convention(c) (UnsafeMutableRawPointer) -> Void).self),
      let deleteParser = function("yaml_parser_delete", as: (@convention(c) (Parser) -> Void).self)
    else { return nil }
    self.initialize = initialize
    self.setInput = setInput
    self.setEncoding = setEncoding
    self.parse = parse
    self.deleteEvent = deleteEvent
    self.deleteParser = deleteParser
  }

  /// Whether it is installed.
  static let isInstalled = LibYAML() != nil

  /// Reads a text of UTF-8.
  func read(_ bytes: [UInt8]) -> Outcome {
    // Code points to bytes, for libyaml's marks count the former.
    var offsets = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 }
    offsets.append(bytes.count)
    let parser = Parser.allocate(byteCount: 4096, alignment: 16)
    let event = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 16)
    defer {
      parser.deallocate()
      event.deallocate()
    }
    guard initialize(parser) == 1 else { return .failure }
    defer { deleteParser(parser) }
    return bytes.withUnsafeBufferPointer { input in
      setEncoding(parser, 1)
      setInput(parser, input.baseAddress, input.count)
      var builder = Builder(bytes: bytes, offsets: offsets)
      while parse(parser, event) == 1 {
        let isLast = builder.add(Event(event))
        deleteEvent(event)
        if isLast { return builder.isUnsupported ? .unsupported : .nodes(builder.nodes) }
      }
      return .failure
    }
  }
}

/// The fields of a `yaml_event_t`.
private struct Event {
  let type: CInt
  /// Whether it has an anchor, a tag or, for a document, a directive.
  let isDecorated: Bool
  let text: [UInt8]
  let style: CInt
  let start: Int
  let end: Int

  init(_ event: UnsafeMutableRawPointer) {
    func word(_ offset: Int) -> Int { event.load(fromByteOffset: offset, as: Int.self) }
    func int(_ offset: Int) -> CInt { event.load(fromByteOffset: offset, as: CInt.self) }
    type = int(0)
    start = word(56)
    end = word(80)
    switch type {
    case 6:
      isDecorated = word(8) != 0 || word(16) != 0
      let value = UnsafePointer<UInt8>(bitPattern: word(24))
      text = Array(UnsafeBufferPointer(start: value, count: word(32)))
      style = int(48)
    case 7, 9:
      isDecorated = word(8) != 0 || word(16) != 0
      text = []
      style = int(28)
    default:
      isDecorated = type == 3 && (word(8) != 0 || word(16) != word(24))
      text = []
      style = 0
    }
  }
}

/// Puts events together to nodes.
private struct Builder {
  let bytes: [UInt8]
  let offsets: [Int]
  var nodes: [LibYAML.Node] = []
  var isUnsupported = false
  private var open: [Int] = []
  private var documents = 0
  private var lastEnd = 0

  init(bytes: [UInt8], offsets: [Int]) {
    self.bytes = bytes
    self.offsets = offsets
  }

  /// Takes an event.
  /// - Returns: whether it is the last.
  mutating func add(_ event: Event) -> Bool {
    let start = offsets[min(event.start, offsets.count - 1)]
    var end = offsets[min(event.end, offsets.count - 1)]
    isUnsupported = isUnsupported || event.isDecorated || event.type == 5
    switch event.type {
    case 3:
      documents += 1
      isUnsupported = isUnsupported || documents > 1
    case 6:
      let kind: UInt8 = event.style == 0 ? 0 : UInt8(event.style) - 1
      // It counts the empty lines after a block scalar.
      while kind >= 3, end > start, bytes[end - 1] <= 0x20 { end -= 1 }
      let isFlow = open.last.map { nodes[$0].isFlow } ?? false
      nodes.append(.init(kind: kind, isFlow: isFlow, bytes: start..<end, text: event.text))
      lastEnd = end
    case 7, 9:
      open.append(nodes.count)
      let kind: UInt8 = event.type == 7 ? 5 : 6
      nodes.append(.init(kind: kind, isFlow: event.style == 2, bytes: start..<start, text: []))
    case 8, 10:
      guard let index = open.popLast() else { break }
      let isBracketed = nodes[index].isFlow && [0x5B, 0x7B].contains(bytes[nodes[index].bytes.lowerBound])
      if isBracketed { lastEnd = end }
      nodes[index].bytes = nodes[index].bytes.lowerBound..<max(lastEnd, nodes[index].bytes.lowerBound)
    default: break
    }
    return event.type == 2 || event.type == 0
  }
}
