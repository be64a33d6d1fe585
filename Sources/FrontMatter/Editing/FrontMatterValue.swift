import Diagnostics

/// The values in front matter, without their notation: quotes, comments and the order of keys do not count.
///
/// Applying a `RecordOperation` to values gives the expected result of an edit of the file's bytes.
enum FrontMatterValue: Equatable {
  /// A key and its value.
  struct Pair: Equatable {
    let key: String
    var value: FrontMatterValue
  }

  /// A key without a value, or an item with only a dash.
  case nothing
  case text(String)
  case list([FrontMatterValue])
  /// The pairs, sorted by key.
  case mapping([Pair])

  /// The value of a document's root. A text without keys is an empty mapping.
  init(_ document: FrontMatterDocument) {
    self = document.root.map { FrontMatterValue($0, in: document) } ?? .mapping([])
  }

  /// The value of a node.
  /// - Complexity: O(*n*) in its descendants.
  init(_ node: FrontMatterNode, in document: FrontMatterDocument) {
    switch node.kind {
    case .sequence: self = .list(document.items(of: node).map { FrontMatterValue($0, in: document) })
    case .mapping:
      self.init(
        document.pairs(of: node).map {
          Pair(key: document.text(of: $0), value: FrontMatterValue($1, in: document))
        })
    default: self = node.isEmpty ? .nothing : .text(document.text(of: node))
    }
  }

  /// The value in an operation.
  init(_ value: RecordOperation.FieldValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .list(let texts): self = .list(texts.map { .text($0) })
    case .rows(let rows): self = .list(rows.map { FrontMatterValue($0) })
    }
  }

  /// The value of a row.
  init(_ fields: [RecordOperation.Field]) {
    self.init(fields.map { Pair(key: $0.key, value: FrontMatterValue($0.value)) })
  }

  /// A mapping; equal keys keep their order.
  private init(_ pairs: [Pair]) {
    let order = pairs.indices.sorted { (pairs[$0].key, $0) < (pairs[$1].key, $1) }
    self = .mapping(order.map { pairs[$0] })
  }
}

// MARK: - Operations

extension FrontMatterValue {
  /// Applies an operation to the values.
  /// - Returns: false if the row does not exist.
  mutating func make(_ operation: RecordOperation) -> Bool {
    switch operation {
    case .set(let field, let row): return change(row) { $0[field.key] = FrontMatterValue(field.value) }
    case .clear(let key, let row): return change(row) { $0[key] = nil }
    case .addText(let text, let key, let index, let row):
      return change(row) { mapping in
        guard mapping[key]?.mayBeList ?? true else { return }
        var items = mapping[key]?.items ?? []
        items.insert(.text(text), at: min(index ?? items.count, items.count))
        mapping[key] = .list(items)
      }
    case .removeText(let text, let key, let row):
      return change(row) { $0[key] = $0[key]?.replacing(text, with: nil) }
    case .replaceText(let text, let new, let key, let row):
      return change(row) { $0[key] = $0[key]?.replacing(text, with: .text(new)) }
    case .moveText(let text, let key, let index, let row):
      return change(row) { mapping in
        guard var items = mapping[key]?.items, let place = items.firstIndex(of: .text(text)) else { return }
        items.move(from: place, before: index)
        mapping[key] = .list(items)
      }
    case .insertRow(let fields, let place):
      return change(nil) { mapping in
        guard mapping[place.list]?.mayHaveRows ?? true else { return }
        var rows = mapping.takeList(place.list) ?? []
        rows.insert(FrontMatterValue(fields), at: min(place.index, rows.count))
        mapping[place.list] = .list(rows)
      }
    case .removeRow(let place):
      return changeRows(of: place) { rows in
        rows.remove(at: place.index)
      }
    case .moveRow(let place, let index):
      return changeRows(of: place) { $0.move(from: place.index, before: index) }
    }
  }

  /// The value of a key in a mapping; set nil to remove the key.
  private subscript(key: String) -> FrontMatterValue? {
    get {
      guard case .mapping(let pairs) = self else { return nil }
      return pairs.first { $0.key == key }?.value
    }
    set {
      guard case .mapping(var pairs) = self else { return }
      let index = pairs.firstIndex { $0.key >= key } ?? pairs.count
      let isThere = index < pairs.count && pairs[index].key == key
      pairs.replaceSubrange(
        index..<(isThere ? index + 1 : index), with: newValue.map { [Pair(key: key, value: $0)] } ?? [])
      self = .mapping(pairs)
    }
  }

  /// Removes a list from a mapping, so that it can be changed in place; nil if there is none.
  private mutating func takeList(_ key: String) -> [FrontMatterValue]? {
    guard case .list(let items) = self[key] else { return nil }
    self[key] = .nothing
    return items
  }

  /// Whether a text may be added to it: what is written as a mapping would be lost.
  private var mayBeList: Bool { if case .mapping = self { false } else { true } }

  /// Whether a row can be added to it; in a mapping or a text, something would be lost.
  private var mayHaveRows: Bool {
    switch self {
    case .nothing, .list: true
    case .mapping, .text: false
    }
  }

  /// The items of a list; a text is a list of texts separated by commas.
  private var items: [FrontMatterValue] {
    switch self {
    case .nothing, .mapping: []
    case .list(let items): items
    case .text(let text): text.split(separator: ",").map { .text($0.trimmingBlanks()) }
    }
  }

  /// The list with the first item equal to a text replaced or removed; nil if no item is left.
  private func replacing(_ text: String, with new: FrontMatterValue?) -> FrontMatterValue? {
    var items = self.items
    guard let index = items.firstIndex(of: .text(text)) else { return self }
    items.replaceSubrange(index...index, with: new.map { [$0] } ?? [])
    if items.isEmpty { return nil }
    guard case .text = self else { return .list(items) }
    return .text(items.map { if case .text(let item) = $0 { item } else { "" } }.joined(separator: ", "))
  }

  /// Changes the mapping of the record, or of one of its rows.
  private mutating func change(
    _ row: RecordOperation.RowIndex?, _ change: (inout FrontMatterValue) -> Void
  ) -> Bool {
    guard let row else {
      guard case .mapping = self else { return false }
      change(&self)
      return true
    }
    guard var rows = takeList(row.list) else { return false }
    defer { self[row.list] = .list(rows) }
    guard rows.indices.contains(row.index), case .mapping = rows[row.index] else { return false }
    change(&rows[row.index])
    return true
  }

  /// Changes the rows of a list; a list without rows is removed.
  private mutating func changeRows(
    of place: RecordOperation.RowIndex, _ change: (inout [FrontMatterValue]) -> Void
  ) -> Bool {
    guard case .list(var rows) = self[place.list], rows.indices.contains(place.index) else { return false }
    change(&rows)
    self[place.list] = rows.isEmpty ? nil : .list(rows)
    return true
  }
}
