import Diagnostics

extension FrontMatterEdit {
  /// Makes the changes of operations in a file, one after the other.
  ///
  /// After each, or after several that change different rows, the file is read again. It must say what the operations
  /// make of the values that it had before, and its body must be the same.
  /// - Parameter order: the keys of the record, or of a row, in the order in which a new one takes its place.
  /// - Returns: the file after the operations, or the error at the key that cannot be changed without changing something else.
  /// - Complexity: O(*n*) in the file's bytes, for each round of operations.
  package static func file(
    _ file: SourceFile, after operations: [RecordOperation],
    order: (RecordOperation.RowIndex?) -> [String] = { _ in [] }
  ) -> Result<SourceFile, Diagnostic> {
    var edit = FrontMatterEdit(file)
    var wanted = FrontMatterValue(edit.yaml)
    for round in RecordOperation.rounds(operations) {
      if edit.make(round, wanted: &wanted, order: order) { continue }
      // What cannot be made at once may be made one after the other, and only then is it known which fails.
      for operation in round {
        guard edit.make([operation], wanted: &wanted, order: order) else {
          return .failure(edit.refusal(of: operation, order: order))
        }
      }
    }
    return .success(edit.file)
  }

  /// Makes operations at once, if the file then says what they make of the values before.
  /// - Parameter wanted: the values, as they are and as the operations make them.
  /// - Returns: whether they are made. If not, nothing has changed.
  private mutating func make(
    _ operations: [RecordOperation], wanted: inout FrontMatterValue,
    order: (RecordOperation.RowIndex?) -> [String]
  ) -> Bool {
    let before = wanted
    for operation in operations {
      guard wanted.make(operation) else {
        wanted = before
        return false
      }
    }
    let changes = operations.map { operation in
      var edit = self
      edit.make(operation, order: order)
      return edit.script
    }
    guard let change = EditScript(joining: changes, of: file),
      case let next = FrontMatterEdit(change.result), next.says(wanted, after: self)
    else {
      wanted = before
      return false
    }
    self = next
    return true
  }

  private mutating func make(_ operation: RecordOperation, order: (RecordOperation.RowIndex?) -> [String]) {
    switch operation {
    case .set(let field, let row): set(field, row: row, order: order(row))
    case .clear(let key, let row): clear(key, row: row)
    case .addText(let text, let key, let index, let row):
      add(text, to: key, before: index, row: row, order: order(row))
    case .removeText(let text, let key, let row): replace(text, with: nil, in: key, row: row)
    case .replaceText(let text, let new, let key, let row): replace(text, with: new, in: key, row: row)
    case .moveText(let text, let key, let index, let row): move(text, of: key, before: index, row: row)
    case .insertRow(let fields, let place): insert(fields, at: place, order: order(nil))
    case .removeRow(let place): removeRow(at: place)
    case .moveRow(let place, let index): moveRow(at: place, before: index)
    }
  }

  /// Whether the file can be read and has the wanted values. Errors in a value itself, such as a control
  /// character, show when the edit is validated.
  private func says(_ wanted: FrontMatterValue, after before: FrontMatterEdit) -> Bool {
    (isReadable || !before.isReadable) && body == before.body && FrontMatterValue(yaml) == wanted
  }

  /// The bytes below the front matter.
  private var body: ArraySlice<UInt8> {
    switch Fences(of: file.bytes) {
    case .present(_, let body), .absent(let body): file.bytes[body]
    case .unclosed: file.bytes[...]
    }
  }

  /// The error of an operation that cannot be made: what the file would not be read for then, such as an invisible
  /// character of the new value, or that it would say something else.
  private func refusal(
    of operation: RecordOperation, order: (RecordOperation.RowIndex?) -> [String]
  ) -> Diagnostic {
    let start = range?.lowerBound ?? 0
    let key = yaml.root.flatMap { pair(operation.key, in: $0)?.key }
    let place = key.map { yaml.range(of: $0) } ?? file[start..<start]
    var edit = self
    edit.make(operation, order: order)
    let result = edit.script.result
    var document = FrontMatterDocument()
    if isReadable, case .present(let keys, _) = Fences(of: result.bytes),
      let error = document.read(result, keys).first
    {
      return Diagnostic(error.id, at: place, error.summary)
    }
    return Diagnostic(
      .wrongShape, at: place,
      "'\(operation.key)' cannot be changed here without changing something else; write it in the usual form with "
        + "'docket fmt', or edit the file by hand")
  }
}
