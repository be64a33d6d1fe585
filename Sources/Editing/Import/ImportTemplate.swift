import Content
import Diagnostics
import FrontMatter
import Records

/// The template of a key: texts and columns.
struct ImportTemplate {
  enum Part {
    case text(String)
    /// The first of some columns that has a value.
    case columns([Int], filter: Filter?)
  }

  /// What becomes of the text of a column.
  enum Filter: Equatable {
    /// `|lower` and `|slug`.
    case lowercase, slug
    /// `|find`: a record is named in it.
    case find
    /// `?`: true or false, whether there is any.
    case presence
    /// `|S:-|H:`: other texts in the place of some.
    case replacement([String: String])

    /// Reads what follows a column's name in braces; nil if it is no filter.
    init?(_ text: String) {
      switch text {
      case "?": self = .presence
      case "|lower": self = .lowercase
      case "|slug": self = .slug
      case "|find": self = .find
      default:
        let pairs = text.dropFirst().split(separator: "|", omittingEmptySubsequences: false).map {
          $0.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        }
        guard text.hasPrefix("|"), pairs.allSatisfy({ $0.count == 2 }) else { return nil }
        self = .replacement(
          Dictionary(keepingFirst: pairs.map { (String($0[0]), String($0[1])) }))
      }
    }

    /// The text that a cell's becomes.
    func text(of cell: String) -> String {
      switch self {
      case .lowercase: cell.lowercased()
      case .slug: Records.slug(cell)
      case .find: cell
      case .presence: cell.isEmpty ? "false" : "true"
      case .replacement(let texts): texts[cell] ?? cell
      }
    }
  }

  /// What stands before a column whose value is taken where those before it have none.
  private static let otherwise = "|else "

  /// The parts between commas. A group is left out if it has columns and all of them are empty.
  let groups: [[Part]]

  /// Whether it is one column as it is.
  var isColumn: Bool {
    guard groups.count == 1, groups[0].count == 1, case .columns(let columns, nil) = groups[0][0] else {
      return false
    }
    return columns.count == 1
  }

  /// Whether it says of a column only whether it has a value: `{Since?}`.
  var isCondition: Bool {
    groups.joined().contains { if case .columns(_, .presence) = $0 { true } else { false } }
  }

  /// Makes a template without columns.
  init() { groups = [] }

  /// Makes a template of a single column.
  init(column: Int) {
    groups = [[.columns([column], filter: nil)]]
  }

  /// Reads a template; reports unknown columns.
  /// - Parameter columns: the file's columns; nil if there is no file yet, in which any may be.
  init?(_ source: SourceText, columns: [String]?, _ diagnostics: inout [Diagnostic]) {
    func column(_ name: SourceText) -> Int? {
      columns.map { Self.column(name, among: $0, &diagnostics) } ?? 0
    }
    let bytes = Array(source.text.utf8)
    let hasBraces = bytes.contains(UInt8(ascii: "{"))
    if !hasBraces || columns?.contains(source.text) ?? false {
      guard let column = column(source) else { return nil }
      groups = [[.columns([column], filter: nil)]]
      return
    }
    var groups: [[Part]] = [[]]
    var text: [UInt8] = []
    func flush() {
      if !text.isEmpty { groups[groups.count - 1].append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
    }
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "{"), let close = bytes[index...].firstIndex(of: UInt8(ascii: "}")) {
        flush()
        let inside = source[index + 1..<close]
        let name = Self.columnName(in: inside.text, of: columns)
        var names = [inside[0..<name.utf8.count]]
        var rest = inside.text[name.endIndex...]
        while rest.hasPrefix(Self.otherwise) {
          let start = rest.utf8.index(rest.startIndex, offsetBy: Self.otherwise.utf8.count)
          let end = rest[start...].firstIndex(of: "|") ?? rest.endIndex
          let utf8 = inside.text.utf8
          names.append(
            inside[
              utf8.distance(from: utf8.startIndex, to: start)..<utf8.distance(from: utf8.startIndex, to: end)]
          )
          rest = rest[end...]
        }
        let found = names.map { column($0) }
        guard !found.contains(nil) else { return nil }
        let filter = Filter(String(rest))
        guard filter != nil || rest.isEmpty else {
          diagnostics.append(
            Diagnostic(
              .wrongShape, at: inside.range,
              "a column may be followed by |else COLUMN, |lower, |slug or |find, by ?, or by replacements such as |S:-|H:"
            ))
          return nil
        }
        groups[groups.count - 1].append(.columns(found.compactMap(\.self), filter: filter))
        index = close + 1
      } else if bytes[index] == UInt8(ascii: "{") {
        diagnostics.append(
          Diagnostic(.wrongShape, at: source[index..<index + 1].range, "the brace has no end: {COLUMN}"))
        return nil
      } else if bytes[index...].starts(with: ", ".utf8) {
        flush()
        groups.append([])
        index += 2
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    flush()
    self.groups = groups
  }

  /// The name of the column at the beginning of what braces hold. That of one of the file's columns may end with `?`.
  private static func columnName(in text: String, of columns: [String]? = nil) -> Substring {
    let name = text.prefix { $0 != "|" }
    let known = [name, name.dropLast()].first {
      name.hasSuffix("?") && columns?.contains(String($0)) ?? false
    }
    return known ?? name.prefix { $0 != "?" }
  }

  /// The names of the columns that a template reads.
  static func columnNames(in template: String) -> [String] {
    let braces = template.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
    let names =
      braces.isEmpty ? [template] : braces.flatMap { columnNames(inBraces: String($0.prefix { $0 != "}" })) }
    // `Currency#2` is named `Currency`.
    return names.flatMap { name in [name] + (name.lastIndex(of: "#").map { [String(name[..<$0])] } ?? []) }
  }

  private static func columnNames(inBraces braces: String) -> [String] {
    let others = braces.split(separator: "|").filter { $0.hasPrefix(otherwise.dropFirst()) }
    return [String(columnName(in: braces))] + others.map { String($0.dropFirst(otherwise.count - 1)) }
  }

  /// The column with a name; nil if none has it, or several have, which is reported.
  static func column(
    _ name: SourceText, among columns: [String], _ diagnostics: inout [Diagnostic]
  ) -> Int? {
    let places = columns.indices.filter { columns[$0] == name.text }
    if places.count == 1 { return places[0] }
    // `Currency#2` is the second column with that name.
    if places.isEmpty, let mark = name.text.lastIndex(of: "#"),
      let number = Int(name.text[mark...].dropFirst()),
      case let equal = columns.indices.filter({ columns[$0] == name.text[..<mark] }),
      equal.indices.contains(number - 1)
    {
      return equal[number - 1]
    }
    diagnostics.append(places.isEmpty ? unknown(name, columns) : ambiguous(name, places.count))
    return nil
  }

  private static func unknown(_ source: SourceText, _ columns: [String]) -> Diagnostic {
    Diagnostic(
      .unknownKey, at: source.range,
      "the file has no column '\(source.text)'\(suggestion(nearestName(to: source.text, among: columns)))",
      notes: [.init("its columns are \(columns.joined(separator: ", "))")])
  }

  private static func ambiguous(_ source: SourceText, _ count: Int) -> Diagnostic {
    Diagnostic(
      .unknownKey, at: source.range,
      "the file has \(count) columns '\(source.text)'; '\(source.text)#1' is the first of them, '\(source.text)#2' the second"
    )
  }

  /// The columns that the template reads.
  var columns: [Int] {
    groups.joined().flatMap { part -> [Int] in
      if case .columns(let columns, _) = part { columns } else { [] }
    }
  }

  /// Whether a record is to be found in the texts of columns; nil if only some of its parts are such columns.
  var finds: Bool? {
    let parts = groups.joined().filter {
      if case .text(let text) = $0 { !text.trimmingBlanks().isEmpty } else { true }
    }
    let count = parts.count { if case .columns(_, .find) = $0 { true } else { false } }
    return count == 0 ? false : count == parts.count ? true : nil
  }
}
