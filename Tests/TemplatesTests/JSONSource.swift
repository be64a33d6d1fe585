import Foundation
import Templates

/// A JSON value, as the specification's tests hold their data.
indirect enum JSON: Decodable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSON])
  case map([String: JSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .list(value)
    } else {
      self = .map(try container.decode([String: JSON].self))
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(arrayLiteral elements: JSON...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .map(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
  init(nilLiteral: ()) { self = .null }
}

/// A JSON value after handles: `minor` is the index of a node. Slots are indices in `slotNames`.
///
/// A list's slot `count` is its count, and any text's slot `upper` the text in capitals.
struct JSONSource: TemplateSource {
  private enum Node {
    case value(JSON)
    case list([Int])
    case map([String: Int])
  }

  private var nodes: [Node] = []
  private let slotNames: [String]
  /// What every list has printed before; nil if none has.
  var printed: String?

  init(_ root: JSON, slots: [String] = []) {
    slotNames = slots
    _ = add(root)
  }

  /// The root value.
  var root: Handle { Handle(kind: 0, minor: 0) }

  private mutating func add(_ json: JSON) -> Int {
    let index = nodes.count
    nodes.append(.value(json))
    switch json {
    case .list(let elements): nodes[index] = .list(elements.map { add($0) })
    case .map(let map): nodes[index] = .map(map.mapValues { add($0) })
    default: break
    }
    return index
  }

  /// The name of a slot.
  func name(ofSlot slot: Int) -> String { slotNames[slot] }

  func value(_ slot: Int, of handle: Handle) -> Handle? {
    let name = slotNames[slot]
    switch nodes[handle.minor] {
    case .list where name == "count": return Handle(kind: 1, minor: handle.minor)
    case .value(.text) where name == "upper": return Handle(kind: 2, minor: handle.minor)
    case .map(let map):
      guard let index = map[name] else { return nil }
      if case .value(.null) = nodes[index] { return nil }
      return Handle(kind: 0, minor: index)
    default: return nil
    }
  }

  func value(named name: String, of handle: Handle) -> Handle? {
    guard case .map(let map) = nodes[handle.minor] else { return nil }
    return map[name].map { Handle(kind: 0, minor: $0) }
  }

  func isTrue(_ handle: Handle) -> Bool {
    switch nodes[handle.minor] {
    case .value(.null), .value(.bool(false)): false
    default: true
    }
  }

  func count(of handle: Handle) -> Int? {
    guard handle.kind == 0, case .list(let elements) = nodes[handle.minor] else { return nil }
    return elements.count
  }

  func element(_ index: Int, of list: Handle) -> Handle {
    guard case .list(let elements) = nodes[list.minor] else { return list }
    return Handle(kind: 0, minor: elements[index])
  }

  func append(_ handle: Handle, to output: inout Output) {
    switch (nodes[handle.minor], handle.kind) {
    case (.list(let elements), 1): output.append(elements.count)
    case (.value(.text(let text)), 2): output.append(text.uppercased())
    case (.value(.text(let text)), _): output.append(text)
    case (.value(.integer(let number)), _): output.append(number)
    case (.value(.number(let number)), _): output.append("\(number)")
    case (.value(.bool(let value)), _): output.append(value ? "true" : "false")
    default: break
    }
  }

  func appendPrinted(_ list: Handle, section: Int, to output: inout Output) -> Bool {
    output.append(printed ?? "")
    return printed != nil
  }
}
