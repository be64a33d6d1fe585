import Diagnostics
import Editing
import FrontMatter
import Records

/// The values of a form as typed: the value of each key, the rows of each list, the body.
struct FormValues: Sendable, Equatable, FollowingValues {
  /// A row of a list.
  struct Row: Sendable, Equatable, FollowingValues {
    /// The name of the row in the form; the names of its fields begin with it.
    var name: String
    /// Its 0-based index in the file; nil for a new row.
    var was: Int?
    /// The value of each key.
    var fields: [String: String]
    /// For a copy, the 0-based index of the row that its values come from, in the file of ``FormValues/like`` or,
    /// if that is nil, in the record's own; nil for other rows.
    var copied: Int?
    var emptied: Set<String> = []
    var kept: Set<String> = []

    /// Whether all its fields are empty.
    var isEmpty: Bool { fields.values.allSatisfy { $0.trimmingSpaces().isEmpty } }
  }

  /// The value of each key.
  var fields: [String: String] = [:]
  var emptied: Set<String> = []
  var kept: Set<String> = []
  /// The rows of each list, in order.
  var rows: [String: [Row]] = [:]
  /// The body; nil if the form has none.
  var body: String?
  /// The record that a new record was copied from; nil if there is none.
  var like: Original?

  /// Makes empty values.
  init() {}

  /// Makes the values of a file.
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

  /// The fields of a row, or of the record itself, besides its keys. No key begins with a hyphen.
  enum Control: String {
    /// The 0-based index of the row in the file; empty for a new row.
    case was = "-was"
    /// The wanted 1-based position among the other rows.
    case place = "-place"
    /// Present if the row is to be removed.
    case gone = "-gone"
    /// The 0-based index of the row that a copy was made from; absent for other rows.
    case copied = "-of"
    /// A key whose figure was emptied, because it follows from what was typed.
    case emptied = "-emptied"
    /// A key whose figure was typed on purpose.
    case kept = "-kept"
  }

  /// Reads the fields that were sent: `v.date`, `r.rows.0.price`, `body`, and those of ``Control``, such
  /// as `r.rows.0.-place`. The name of a list alone, `r.rows`, marks a list that may have no rows left. What was
  /// typed into an emptied field stays.
  init(_ form: FormFields) {
    var places: [String: [String: Double]] = [:]
    var gone: [String: Set<String>] = [:]
    // The index of each row, by list and name.
    var indices: [String: [String: Int]] = [:]
    for field in form.all {
      if field.name == "body" { body = field.value }
      if field.name == FormPage.like { like = Original(field.value) }
      switch FieldName(field.name) {
      case .value(let key):
        switch Control(rawValue: key) {
        case .emptied: emptied.insert(field.value)
        case .kept: kept.insert(field.value)
        default: fields[key] = field.value
        }
      case .list(let list): rows[list, default: []] += []
      case .cell(let list, let name, let key):
        let end = rows[list]?.count ?? 0
        let index = indices[list]?[name] ?? end
        if index == end {
          rows[list, default: []].append(Row(name: name, was: nil, fields: [:]))
          indices[list, default: [:]][name] = end
        }
        switch Control(rawValue: key) {
        case .was: rows[list]?[index].was = Int(field.value)
        case .place: places[list, default: [:]][name] = Double(field.value)
        case .gone: gone[list, default: []].insert(name)
        case .copied: rows[list]?[index].copied = Int(field.value)
        case .emptied: rows[list]?[index].emptied.insert(field.value)
        case .kept: rows[list]?[index].kept.insert(field.value)
        case nil: rows[list]?[index].fields[key] = field.value
        }
      case .id, nil: break
      }
    }
    keepWhatWasTyped()
    for (list, var all) in rows {
      for index in all.indices { all[index].keepWhatWasTyped() }
      rows[list] = Self.ordered(all, by: places[list] ?? [:]).filter {
        !(gone[list]?.contains($0.name) ?? false) && !($0.was == nil && $0.isEmpty)
      }
    }
  }

  /// Rows in the order of the numbers that were typed for them, by their names. A row that was given another row's
  /// number takes its place.
  private static func ordered(_ rows: [Row], by numbers: [String: Double]) -> [Row] {
    /// Where a row goes: before the one that has its number if it comes from below, and after it from above.
    struct Place: Comparable {
      let number: Double
      /// The number that the row had.
      let before: Double

      static func < (one: Place, other: Place) -> Bool {
        if one.number != other.number { return one.number < other.number }
        return one.side != other.side ? one.side < other.side : one.before < other.before
      }

      private var side: Int { number < before ? -1 : number > before ? 1 : 0 }
    }
    return rows.enumerated().map { index, row in
      let before = Double(index + 1)
      return (place: Place(number: numbers[row.name] ?? before, before: before), row: row)
    }
    .sorted { $0.place < $1.place }.map(\.row)
  }

  /// The values that a new record copies, with an empty body.
  func copied(into form: RecordForm) -> FormValues {
    let copied = CopiedValues(in: form.editor.book)
    var values = self
    values.body = ""
    values.fields = fields.filter { copied.contain($0.key, of: form.entity) }
    values.rows = [:]
    for (list, rows) in rows where copied.contain(list, of: form.entity) {
      guard case .rows(let relationship)? = form.keys[list] else { continue }
      values.rows[list] = rows.compactMap { row in
        var row = row
        row.fields = row.fields.filter { copied.contain($0.key, of: relationship.destination) }
        return row.isEmpty ? nil : row
      }
    }
    return values
  }

  /// The values for a record that does not exist yet, copied from those of another.
  /// - Parameter original: the other record.
  func asNew(like original: Original) -> FormValues {
    var values = self
    values.like = original
    values.rows = rows.mapValues {
      $0.map { Row(name: $0.name, was: nil, fields: $0.fields, copied: $0.was) }
    }
    return values
  }

  /// The text of each field, the body excluded: by key, the rows of each list in their order.
  var texts: [(name: FieldName, text: String)] {
    fields.sorted { $0.key < $1.key }.map { (.value($0.key), $0.value) }
      + rows.sorted { $0.key < $1.key }.flatMap { list, rows in
        rows.flatMap { row in
          row.fields.sorted { $0.key < $1.key }.map {
            (.cell(list: list, row: row.name, key: $0.key), $0.value)
          }
        }
      }
  }

  /// A text that identifies the values of the rows.
  var rowsDigest: String {
    let texts = rows.sorted { $0.key < $1.key }.flatMap { list, rows in
      rows.flatMap { row in [list] + row.fields.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] } }
    }
    return PageFile.digest(of: Array(texts.joined(separator: "\0").utf8))
  }

  /// The record that a new one is copied from, and the digest of its rows then: they are named by their places.
  struct Original: Sendable, Equatable {
    let id: String
    /// The digest of its rows.
    let digest: String

    init(id: String, digest: String) {
      (self.id, self.digest) = (id, digest)
    }

    /// Reads the text of a form; nil for any other.
    init?(_ text: String) {
      guard let blank = text.firstIndex(of: " ") else { return nil }
      self.init(id: String(text[text.index(after: blank)...]), digest: String(text[..<blank]))
    }

    var text: String { digest + " " + id }
  }

  // MARK: Lists of texts

  /// The text for a list, separated by commas, or by line breaks if an item contains a comma.
  static func joined(_ texts: [String]) -> String {
    texts.contains { $0.contains(",") } ? texts.map { $0 + "\n" }.joined() : texts.joined(separator: ", ")
  }

  /// The items of a typed list.
  static func texts(_ typed: String) -> [String] {
    typed.split(separator: typed.contains("\n") ? "\n" : ",").map { $0.trimmingSpaces() }.filter {
      !$0.isEmpty
    }
  }
}

extension StringProtocol {
  /// The text without surrounding spaces and line endings.
  func trimmingSpaces() -> String {
    String(trimming(while: \.isWhitespace))
  }
}
