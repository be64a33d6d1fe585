import Diagnostics
import Editing
import FrontMatter
import Records

/// What a form holds, as it is typed: the value of each key, the rows of each list, the body.
struct FormValues: Sendable, Equatable {
  /// A row of a list.
  struct Row: Sendable, Equatable {
    /// What the form calls it; the names of its fields begin with it.
    var name: String
    /// Its place in the file, from 0; nil for a row that is new.
    var was: Int?
    /// The value of each key.
    var fields: [String: String]

    /// Whether nothing was typed in it.
    var isEmpty: Bool { fields.values.allSatisfy { $0.trimmingSpaces().isEmpty } }
  }

  /// The value of each key.
  var fields: [String: String] = [:]
  /// The rows of each list, in order.
  var rows: [String: [Row]] = [:]
  /// The body; nil if the form has none.
  var body: String?

  /// An empty form.
  init() {}

  /// What a file says.
  init(_ fields: [RecordOperation.Field], body: String) {
    for field in fields {
      switch field.value {
      case .text(let text): self.fields[field.key] = text
      case .list(let texts): self.fields[field.key] = Self.joined(texts)
      case .rows(let rows):
        self.rows[field.key] = rows.enumerated().map { index, row in
          Row(name: "\(index)", was: index, fields: FormValues(row, body: "").fields)
        }
      }
    }
    self.body = body
  }

  /// What a form says of a row beside its keys. No key's name begins with a hyphen.
  enum RowControl: String {
    /// Its place in the file, from 0; empty for a row that is new.
    case was = "-was"
    /// Where it is to be among the others, from 1.
    case place = "-place"
    /// It is to be removed.
    case gone = "-gone"
  }

  /// What was sent: `v.date`, `r.rows.0.price`, `body`, and what ``RowControl`` names, such as `r.rows.0.-place`. The name
  /// of a list alone, `r.rows`, says that the form has it, though it may have no row left.
  init(_ form: FormFields) {
    var places: [String: [String: Double]] = [:]
    var gone: [String: Set<String>] = [:]
    for field in form.all {
      if field.name == "body" { body = field.value }
      let parts = field.name.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false).map(
        String.init)
      if parts.count >= 2, parts[0] == "v" {
        fields[parts.dropFirst().joined(separator: ".")] = field.value
      } else if parts.count == 2, parts[0] == "r" {
        rows[parts[1], default: []] += []
      } else if parts.count == 4, parts[0] == "r" {
        let (list, name, key) = (parts[1], parts[2], parts[3])
        var rows = rows[list] ?? []
        let index = rows.firstIndex { $0.name == name } ?? rows.endIndex
        if index == rows.endIndex { rows.append(Row(name: name, was: nil, fields: [:])) }
        switch RowControl(rawValue: key) {
        case .was: rows[index].was = Int(field.value)
        case .place: places[list, default: [:]][name] = Double(field.value)
        case .gone: gone[list, default: []].insert(name)
        case nil: rows[index].fields[key] = field.value
        }
        self.rows[list] = rows
      }
    }
    for (list, all) in rows {
      let own = places[list] ?? [:]
      // A row that was given the number of another takes its place.
      let keys = all.enumerated().map { index, row in
        let (before, now) = (Double(index + 1), own[row.name] ?? Double(index + 1))
        return (now, now < before ? -1 : now > before ? 1 : 0, index)
      }
      let ordered = keys.sorted(by: <).map { all[$0.2] }
      rows[list] = ordered.filter {
        !(gone[list]?.contains($0.name) ?? false) && !($0.was == nil && $0.isEmpty)
      }
    }
  }

  /// The same for a record that does not exist yet.
  var asNew: FormValues {
    var values = self
    values.rows = rows.mapValues { $0.map { Row(name: $0.name, was: nil, fields: $0.fields) } }
    return values
  }

  // MARK: Lists of texts

  /// Texts as a form shows them: with commas between them, or one per line if a text contains a comma.
  static func joined(_ texts: [String]) -> String {
    texts.contains { $0.contains(",") } ? texts.map { $0 + "\n" }.joined() : texts.joined(separator: ", ")
  }

  /// The texts of a list as it was typed.
  static func texts(_ typed: String) -> [String] {
    typed.split(separator: typed.contains("\n") ? "\n" : ",").map { $0.trimmingSpaces() }.filter {
      !$0.isEmpty
    }
  }
}

extension StringProtocol {
  /// The text without spaces and line ends around it.
  func trimmingSpaces() -> String {
    String(trimming(while: \.isWhitespace))
  }
}
