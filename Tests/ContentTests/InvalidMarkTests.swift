import Diagnostics
import Foundation
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

  // MARK: model.yml and site.yml

  /// Texts of model.yml, each with what stands there instead, and what is reported.
  private static let modelErrors: [(text: String, wrong: String, id: DiagnosticID)] = [
    // Names of entities.
    ("  Customer:", "  Custmer:", .invalidModel),
    ("  Customer:", "  Client:", .invalidModel),
    ("  Service:", "  Servise:", .invalidModel),
    ("  Order:", "  Ordr:", .invalidModel),
    ("  Order:", "  Commission:", .invalidModel),
    ("  RowOfOrder:", "  RowOfOrdr:", .invalidModel),
    ("  Payment:", "  Paiment:", .invalidModel),
    ("  Payment:", "  Payment x:", .invalidModel),
    // Attributes.
    ("phone: {type: string", "phone: {type: strong", .unknownType),
    ("phone: {type: string", "phone: {tipe: string", .unknownKey),
    ("phone: {type: string", "phone: {type: [string]", .wrongShape),
    ("unique: true", "unique: perhaps", .invalidBoolean),
    ("unique: true, required", "uniqe: true, required", .unknownKey),
    ("required: true}", "required: sometimes}", .invalidBoolean),
    ("number: {type: integer, unique", "number: {type: integr, unique", .unknownType),
    ("number: {type: integer, unique", "number: {unique", .unknownType),
    ("min: 1}\n      last", "min: much}\n      last", .invalidMoney),
    ("required: true, min: 1", "required: true, min: soon", .invalidInteger),
    ("min-length: 2", "min-length: two", .invalidInteger),
    ("min-length: 2", "min-lenght: 2", .unknownKey),
    ("choices: [short, long]", "choices: {short: long}", .wrongShape),
    ("choices: [short, long]", "choice: [short, long]", .unknownKey),
    ("      number:", "      nu mber:", .invalidModel),
    ("      number:", "      id:", .reservedName),
    // Expressions.
    ("derived: orders.@sum.total", "derived: orders.@sum.totl", .unknownKeyPath),
    ("derived: orders.@sum.total", "derived: orders.@sum", .typeMismatch),
    ("derived: orders.@sum.total", "derived: orders.@count > 1", .typeMismatch),
    ("derived: orders.@sum.total", "dreived: orders.@sum.total", .unknownKey),
    ("derived: orders.@max.date", "derived: orders.@max.day", .unknownKeyPath),
    ("formula: customer.name", "formula: custmer.name", .unknownKeyPath),
    ("formula: customer.name", "formual: customer.name", .unknownKey),
    ("formula: due,", "formula: total,", .typeMismatch),
    ("formula: due,", "formula: dueBy,", .formulaCycle),
    // Relationships.
    ("orders: {to: Order,", "orders: {to: Ordr,", .unknownEntity),
    ("orders: {to: Order,", "orders: {too: Order,", .unknownKey),
    ("inverse: customer,", "inverse: custmer,", .inverseMismatch),
    ("inverse: customer,", "inverse: rows,", .inverseMismatch),
    ("min-count: 1}\n    rules", "min-count: many}\n    rules", .invalidInteger),
    ("many: true, inverse: customer", "many: perhaps, inverse: customer", .invalidBoolean),
    (
      "rows: {to: RowOfOrder, many: true, inverse: service",
      "rows: {to: RowOfOrdr, many: true, inverse: service", .unknownEntity
    ),
    ("inverse: service", "inverse: servise", .inverseMismatch),
    ("customer: {to: Customer,", "customer: {to: Custmer,", .unknownEntity),
    ("customer: {to: Customer,", "customer: {two: Customer,", .unknownKey),
    ("inverse: orders,", "inverse: order,", .inverseMismatch),
    ("inverse: order,", "inverse: ordr,", .inverseMismatch),
    ("delete: cascade", "delete: cascading", .wrongShape),
    ("customer: {to: Customer, inverse: orders, required: true}", "customer: Customer", .wrongShape),
    // Rules.
    ("unless: turnover < 900", "unless: turnver < 900", .unknownKeyPath),
    ("unless: turnover < 900", "unles: turnover < 900", .unknownKey),
    ("unless: turnover < 900", "unless: turnover", .typeMismatch),
    ("unless: rows.@sum.sum > 0", "unless: rows.@sum.som > 0", .unknownKeyPath),
    ("warn: paid and not made", "wern: paid and not made", .unknownKey),
    // The file.
    ("entities:\n", "entitys:\n", .unknownKey),
    ("entities:\n", "extends: order\nentities:\n", .wrongShape),
    ("    attributes:\n      phone", "    atributes:\n      phone", .unknownKey),
    ("    relationships:\n      orders", "    relations:\n      orders", .unknownKey),
    ("    rules:\n      - {unless: turnover", "    rule:\n      - {unless: turnover", .unknownKey),
    ("    attributes:\n      phone", "   attributes:\n      phone", .yamlSyntax),
  ]

  /// Texts of site.yml, and what is reported.
  private static let settingsErrors: [(text: String, id: DiagnosticID)] = [
    ("title: [a", .yamlSyntax), ("titel: Shop", .unknownKey), ("title: [a, b]", .unquotedText),
    ("currency: EUD", .invalidCurrency), ("currency: [EUR]", .wrongShape), ("docket: 2", .wrongShape),
    ("docket: one", .invalidInteger), ("base-url: shop", .invalidURL), ("theme: {a: b}", .wrongShape),
    ("params: 5", .wrongShape), ("lints: {paid-not-maid: false}", .unknownKey),
    ("title: a\ntitle: b", .duplicateKey),
    ("title: Shop # 3", .unquotedText),
  ]

  private static let filesOfSettings: [Case] = {
    var cases: [Case] = []
    for (text, wrong, id) in modelErrors {
      var files = book
      guard let range = model.firstRange(of: text) else {
        cases.append(Case(name: "model.yml has no \(text)", files: [:], ids: []))
        continue
      }
      files["model.yml"] = model.replacingCharacters(in: range, with: wrong)
      cases.append(Case(name: "model.yml: \(wrong)", files: files, ids: [id]))
    }
    for (text, id) in settingsErrors {
      var files = book
      files["site.yml"] = text + "\n"
      cases.append(Case(name: "site.yml: \(text)", files: files, ids: [id]))
    }
    return cases
  }()

  @Test func theBookIsCorrect() async throws {
    #expect(try await LintedSite(Self.book).diagnosticLines() == [])
  }

  @Test func oneErrorIsOneDiagnostic() async throws {
    let (count, ids) = try await check(Self.cases)
    #expect(count > 200)
    #expect(ids >= 14)
  }

  /// An error of model.yml or site.yml has no follow-ups in the records, however much of them it concerns.
  @Test func oneErrorOfTheModelIsOneDiagnostic() async throws {
    let (count, ids) = try await check(Self.filesOfSettings)
    #expect(count > 60)
    #expect(ids >= 18)
  }

  /// Looks at books with one error each.
  /// - Returns: how many, and how many ids they gave.
  private func check(_ cases: [Case]) async throws -> (count: Int, ids: Int) {
    var ids: Set<String> = []
    var wrong: [String] = []
    for item in cases {
      let found = try await LintedSite(item.files).diagnostics()
      ids.formUnion(found.map(\.id.rawValue))
      if found.map(\.id) != item.ids {
        let lines = found.map { "\($0.range.file.path) [\($0.id.rawValue)] \($0.summary)" }
        wrong.append("\(item.name), \(item.ids.map(\.rawValue)): \(lines)")
      }
    }
    #expect(
      wrong.isEmpty, "\(wrong.count) of \(cases.count)\n\(wrong.prefix(60).joined(separator: "\n"))")
    return (cases.count, ids.count)
  }
}
