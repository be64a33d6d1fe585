import Content
import Diagnostics
import FileSystem
import Foundation
import Records
import TestSupport
import Testing

/// One error is one diagnostic: what is computed from something invalid, and whatever refers to it, is not judged again.
///
/// A correct book, in which rules, counts, unique and computed values read nearly everything, gets one error at a time:
/// every kind at every place where it can be made.
@Suite struct InvalidMarkTests {
  private static let model = """
    entities:
      Customer:
        attributes:
          phone: {type: string, unique: true, required: true}
          turnover: {type: money, derived: orders.@sum.total, min: 1}
          last: {type: date, derived: orders.@max.date, required: true}
        relationships:
          orders: {to: Order, many: true, inverse: customer, min-count: 1}
        rules:
          - {unless: turnover < 900, error: too much}
          - {unless: ANY orders.rows.service.name = 'Repair', error: no repair}
      Service:
        relationships:
          rows: {to: RowOfOrder, many: true, inverse: service, required: true}
        rules:
          - {unless: rows.@sum.sum > 0, error: not sold}
      Order:
        attributes:
          number: {type: integer, unique: true, required: true, min: 1}
          reference: {type: string, formula: customer.name, required: true, min-length: 2}
          dueBy: {type: date, formula: due, required: true}
        relationships:
          customer: {to: Customer, inverse: orders, required: true}
          rows: {to: RowOfOrder, many: true, inverse: order, delete: cascade, min-count: 1}
        rules:
          - {unless: total > 0 AND customer.phone != '', error: nothing owed}
          - {unless: open >= 0, error: overpaid}
          - {unless: dueBy > date, error: due at once}
          - {when: paid = true AND made = false, warn: paid and not made}
          - {unless: ALL rows.service.price > 0, error: a service for nothing}
      RowOfOrder:
        attributes:
          note: {type: string, choices: [short, long]}
        rules:
          - {unless: order.total >= sum, error: more than the order}
      Payment:
        rules:
          - {unless: order.received <= order.total, error: more than owed}
    """

  static let book: [String: String] = {
    var files = ["model.yml": model]
    for (index, name) in ["acme", "bear", "cole"].enumerated() {
      files["customers/\(name).md"] = "---\nname: \(name.capitalized)\nphone: 0301\(index)\n---\n"
    }
    for (index, name) in ["repair", "tube"].enumerated() {
      files["services/\(name).md"] = "---\nname: \(name.capitalized)\nprice: \(index + 1).50\n---\n"
    }
    for number in 1...6 {
      files["orders/2026-000\(number).md"] = """
        ---
        date: 2026-03-1\(number)
        customer: \(["acme", "bear", "cole"][number % 3])
        number: \(number)
        made: true
        due: 2026-04-0\(number)
        rows:
          - service: repair
            sum: \(number)0.00
            note: short
          - service: tube
            quantity: 2
            price: 3.25
        payments:
          - date: 2026-03-2\(number)
            sum: 5.00
        ---

        """
    }
    return files
  }()

  /// A book with one error.
  private struct Case {
    let name: String
    let files: [String: String]
    /// What is reported, sorted; several ids where one error shows at several places by itself.
    var ids: [DiagnosticID]
  }

  private static let cases: [Case] = {
    var cases: [Case] = []
    for (path, text) in book.sorted(by: { $0.key < $1.key }) where path.hasSuffix(".md") {
      func add(_ name: String, _ change: [String: String?], _ ids: DiagnosticID...) {
        var files = book
        for (path, text) in change { files[path] = text }
        cases.append(Case(name: "\(path): \(name)", files: files, ids: ids))
      }
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      let folder = String(path.dropLast(name.count + 1))
      add("broken", [path: text.replacing("---\n", with: "---\n[", maxReplacements: 1)], .yamlSyntax)
      add("unclosed", [path: String(text.dropLast(5))], .unclosedFrontMatter)
      add(
        "not read for its name", [path: nil, folder + "/" + name.dropLast(3) + ".MD": text], .nearMissFileName
      )
      add("no id", [folder + "/a b.md": text], .invalidID)
      add("twice", [folder + "/more/" + name: text], .duplicateID)
      add(
        "draft", [path: text.replacing("---\n", with: "---\ndraft: maybe\n", maxReplacements: 1)],
        .invalidBoolean)
      add(
        "unknown key", [path: text.replacing("---\n", with: "---\nzzzz: 1\n", maxReplacements: 1)],
        .unknownKey)
      if folder == "orders" { add("misplaced", [path: nil, "services/" + name: text], .unknownKey) }
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for index in lines.indices {
        let line = lines[index]
        guard let colon = line.firstIndex(of: ":") else { continue }
        let key = line[..<colon].trimmingPrefix { $0 == " " || $0 == "-" }
        func with(_ other: String) -> [String: String?] {
          lines[index] = other
          defer { lines[index] = line }
          return [path: lines.joined(separator: "\n")]
        }
        let start = line[...colon]
        if line.hasSuffix(":") {
          add("\(key) is no list", with(start + " 5"), .yamlSyntax)
          continue
        }
        let isText = key == "name" || key == "phone"
        add("\(key) as a list", with(start + " [[a], b]"), isText ? .unquotedText : .wrongShape)
        add("\(key) misspelt", with(line.replacing(key, with: "qq" + key, maxReplacements: 1)), .unknownKey)
        switch key {
        case "date", "due": add("\(key) is none", with(start + " soon"), .invalidDate)
        case "made": add("\(key) is neither", with(start + " perhaps"), .invalidBoolean)
        case "sum", "price": add("\(key) is no amount", with(start + " much"), .invalidMoney)
        case "number":
          add("\(key) is no number", with(start + " many"), .invalidInteger)
          add("\(key) is too small", with(start + " 0"), .outOfRange)
        case "quantity": add("\(key) is no number", with(start + " many"), .invalidDecimal)
        case "note": add("\(key) is no choice", with(start + " middling"), .unknownChoice)
        case "customer", "service": add("\(key) is unknown", with(start + " nobody"), .unknownReference)
        default: break
        }
        if ["date", "customer", "number", "name", "phone"].contains(key), !line.hasPrefix(" ") {
          add("\(key) is missing", with(start + ""), .missingValue)
        }
      }
    }
    return cases
  }()

  @Test func theBookIsCorrect() async throws {
    #expect(try await LintedSite(Self.book).findings() == [])
  }

  @Test func oneErrorIsOneDiagnostic() async throws {
    var ids: Set<String> = []
    var wrong: [String] = []
    for item in Self.cases {
      let found = try await LintedSite(item.files).diagnostics()
      ids.formUnion(found.map(\.id.rawValue))
      if found.map(\.id) != item.ids {
        let lines = found.map { "\($0.range.file.path) [\($0.id.rawValue)] \($0.summary)" }
        wrong.append("\(item.name), \(item.ids.map(\.rawValue)): \(lines)")
      }
    }
    #expect(
      wrong.isEmpty, "\(wrong.count) of \(Self.cases.count)\n\(wrong.prefix(20).joined(separator: "\n"))")
    #expect(Self.cases.count > 200)
    #expect(ids.count >= 14)
  }
}
