import Diagnostics
import Records

extension Diagnostic {
  /// What may be meant by a comma that may also separate thousands, for the end of a sentence: `; write 1.25 or 1250`.
  /// The decimal reading is named even if it has too many digits, since the other one is a thousand times as much.
  /// - Parameter digits: the most digits after the point, for a currency that the text names.
  static func readings(
    ofComma text: String, digits: (_ named: Currency?) -> Int, isValue: (String) -> Bool
  ) -> String {
    guard let start = text.firstIndex(where: \.isNumber), let end = text.lastIndex(where: \.isNumber) else {
      return ""
    }
    let (before, number, after) = (text[..<start], text[start...end], text[end...].dropFirst())
    let digits = digits(
      [before, after].lazy.compactMap { Currency(code: String($0).trimmingBlanks()) }.first)
    let joined = String(before + number.replacing(",", with: "") + after)
    // Only the last comma can be a decimal mark, and only before three digits can it separate thousands.
    let groups = number.split(separator: ",", omittingEmptySubsequences: false)
    let isGrouped = groups.last.map { $0.prefix { $0.isNumber }.count == 3 } ?? false
    // Thousands have three digits, or in India two before the last three; in `1,2,3` nothing is certain.
    let inner = groups.dropFirst().dropLast()
    guard inner.allSatisfy({ $0.count == 3 }) || isGrouped && inner.allSatisfy({ $0.count == 2 }) else {
      return ""
    }
    var fraction = groups.dropLast().joined() + "." + (groups.last ?? "")
    var point: String { String(before + fraction + after) }
    // `1,250` euros are 1.25.
    while fraction.last == "0", let mark = fraction.lastIndex(of: "."), !isValue(point), digits > 0,
      fraction[mark...].utf8.count > digits + 1
    {
      fraction.removeLast()
    }
    let isPoint = isValue(point) && !(isGrouped && groups.count > 2)
    if isPoint, let mark = fraction.lastIndex(of: "."), fraction[mark...].utf8.count == 4,
      !fraction.hasPrefix("0")
    {
      // Three digits after a point would be asked about next.
      let certain = fraction.hasSuffix("0") ? String(fraction.dropLast()) : fraction + "0"
      if isValue(String(before + certain + after)) { fraction = certain }
    }
    switch (isPoint, isGrouped && isValue(joined)) {
    case (true, true): return "; write \(point) or \(joined)"
    case (true, false): return "; write \(point)"
    case (false, true) where digits > 0 && text.utf8.count { $0 == UInt8(ascii: ",") } == 1:
      return "; write at most \(counted(digits, "digit", "digits")) after a point, or \(joined)"
    case (false, true): return "; write \(joined)"
    case (false, false): return ""
    }
  }
}
