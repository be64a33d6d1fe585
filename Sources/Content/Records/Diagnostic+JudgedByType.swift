import Diagnostics
import Records

extension Diagnostic {
  /// Restates a YAML error that quotes would fix, where the model expects something other than text: even in
  /// quotes, `%5` would not be an amount, nor `chai: 3` an id.
  /// - Parameters:
  ///   - plans: the entities whose records may be in the file.
  ///   - currency: the currency of amounts that name none.
  func judgedByType(in plans: [EntityPlan], currency: Currency) -> Diagnostic {
    guard let fixIt = fixIts.first, fixIt.replacement.hasPrefix("\""), let name = fixIt.range.keyBefore
    else {
      return self
    }
    let range = fixIt.range
    let keys = plans.flatMap { plan in
      plan.keys.indices.filter { plan.keys[$0].name == name }.map { (plan: plan, position: $0) }
    }
    guard let (plan, position) = keys.first, keys.allSatisfy({ !$0.plan.isText($0.position) }) else {
      return self
    }
    switch id {
    case .yamlAnchor: return Diagnostic(id, at: range, "a YAML anchor is not read; write the value alone")
    case .yamlAlias: return Diagnostic(id, at: range, "a YAML alias is not read; write the value itself")
    case .yamlTag: return Diagnostic(id, at: range, "a YAML tag is not read; write the value alone")
    default: break
    }
    guard case .attribute(let index) = plan.keys[position].key else {
      return Diagnostic(
        id, at: range, "'\(range.text)' is not an id; an id is letters, digits, '-', '_' and '.'")
    }
    let attribute = plan.attributes[index].attribute
    let value = ValueReader.value(of: range.text, as: attribute, currency: currency, at: range)
    guard case .failure(let error) = value else { return self }
    return error
  }
}

extension SourceRange {
  /// The key whose value begins at this range, found in the characters before it.
  fileprivate var keyBefore: String? {
    var text = file.bytes[..<bytes.lowerBound]
    while let last = text.last, isBlank(last) { text.removeLast() }
    guard text.popLast() == UInt8(ascii: ":") else { return nil }
    let start = text.lastIndex { $0 <= 0x20 || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ",") }
    return String(decoding: text[(start.map { $0 + 1 } ?? text.startIndex)...], as: UTF8.self)
  }
}
