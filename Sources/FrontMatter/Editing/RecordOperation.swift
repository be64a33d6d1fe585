import Diagnostics

/// A change of a record's front matter in terms of the model; the file's style decides how it is written.
package enum RecordOperation: Sendable, Equatable {
  /// A row of a list: its key, and its place from 0.
  package struct RowIndex: Sendable, Hashable {
    /// The key of the list in the owner's file.
    package let list: String
    /// The index, from 0.
    package let index: Int

    package init(list: String, index: Int) {
      self.list = list
      self.index = index
    }
  }

  /// The new value of a key.
  package enum FieldValue: Sendable, Equatable {
    /// A text, which is put in quotes if necessary.
    case text(String)
    /// A list of texts.
    case list([String])
    /// Rows, each with its keys in order.
    case rows([[Field]])
  }

  /// A key and its value.
  package struct Field: Sendable, Equatable {
    package let key: String
    package let value: FieldValue

    package init(_ key: String, _ value: FieldValue) {
      self.key = key
      self.value = value
    }
  }

  /// Sets the value of a key of the record, or of one of its rows.
  case set(Field, row: RowIndex? = nil)
  /// Removes a key, with its line and comment.
  case clear(key: String, row: RowIndex? = nil)
  /// Adds a text to a list of texts, before the one at an index or at the end.
  case addText(String, key: String, before: Int? = nil, row: RowIndex? = nil)
  /// Removes a text from a list of texts, or removes it as a single value.
  case removeText(String, key: String, row: RowIndex? = nil)
  /// Replaces a text in a list of texts.
  case replaceText(String, with: String, key: String, row: RowIndex? = nil)
  /// Moves a text of a list of texts, as written, before the one at an index or to the end.
  case moveText(String, key: String, before: Int, row: RowIndex? = nil)
  /// Adds a row before the one at an index.
  case insertRow([Field], RowIndex)
  /// Removes a row.
  case removeRow(RowIndex)
  /// Moves a row, as written, before the one at an index or to the end.
  case moveRow(RowIndex, before: Int)
}

extension RecordOperation {
  /// The key of the record whose value it changes.
  var key: String {
    switch self {
    case .set(let field, let row): row?.list ?? field.key
    case .clear(let key, let row), .addText(_, let key, _, let row), .removeText(_, let key, let row),
      .replaceText(_, _, let key, let row), .moveText(_, let key, _, let row):
      row?.list ?? key
    case .insertRow(_, let place), .removeRow(let place), .moveRow(let place, _): place.list
    }
  }
}

extension RecordOperation {
  /// The row whose keys it changes; nil if it changes those of the record, or which rows there are.
  private var row: RowIndex? {
    switch self {
    case .set(_, let row), .clear(_, let row), .addText(_, _, _, let row), .removeText(_, _, let row),
      .replaceText(_, _, _, let row), .moveText(_, _, _, let row):
      row
    case .insertRow, .removeRow, .moveRow: nil
    }
  }

  /// The list that it adds a row to; nil if it does not.
  private var insertionList: String? { if case .insertRow(_, let place) = self { place.list } else { nil } }

  /// Operations in rounds, such that those of a round can be made at once: each changes another row, or all add rows to
  /// one list. Operations on one row, and all others, stay in their order.
  static func rounds(_ operations: [RecordOperation]) -> [[RecordOperation]] {
    var rounds: [[RecordOperation]] = []
    // The first round that an operation on a row may be in: for any row, and for one that was changed since.
    var first = 0
    var next: [RowIndex: Int] = [:]
    // The list that the operations before add rows to, and how many: only after the first is there a list for certain.
    var added: (list: String, count: Int)?
    for operation in operations {
      guard let row = operation.row else {
        let list = operation.insertionList
        let count = list == added?.list ? added?.count ?? 0 : 0
        if count > 1 {
          rounds[rounds.count - 1].append(operation)
        } else {
          rounds.append([operation])
        }
        added = list.map { ($0, count + 1) }
        (first, next) = (rounds.count, [:])
        continue
      }
      added = nil
      let round = next[row] ?? first
      if round == rounds.count { rounds.append([]) }
      rounds[round].append(operation)
      next[row] = round + 1
    }
    return rounds
  }
}

extension RecordOperation.FieldValue {
  /// The value on one line, for reports.
  package var plainText: String {
    switch self {
    case .text(let text): text
    case .list(let texts): texts.joined(separator: ", ")
    case .rows(let rows): counted(rows.count, "row", "rows")
    }
  }
}

extension RecordOperation.Field {
  /// The field on one line, for reports.
  package var plainText: String { "\(key): \(value.plainText)" }
}
