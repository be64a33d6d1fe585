import FrontMatter

/// A record's keys and values, in the order of the file.
struct Keys: Equatable {
  indirect enum Value: Equatable {
    case nothing, text(String), list([String]), rows([Keys])
  }

  private(set) var pairs: [(key: String, value: Value)] = []

  var keys: [String] { pairs.map(\.key) }

  var hasEmptyRow: Bool {
    pairs.contains {
      if case .rows(let rows) = $0.value { rows.contains { $0.pairs.isEmpty } } else { false }
    }
  }

  subscript(key: String) -> Value? {
    get { pairs.first { $0.key == key }?.value }
    set {
      let index = pairs.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): pairs[index].value = value
      case (let index?, nil): pairs.remove(at: index)
      case (nil, let value?): pairs.append((key, value))
      case (nil, nil): break
      }
    }
  }

  /// Equal whatever the order of the keys.
  static func == (a: Keys, b: Keys) -> Bool {
    a.pairs.count == b.pairs.count && a.pairs.allSatisfy { b[$0.key] == $0.value }
  }

  init(_ fields: [RecordOperation.Field] = []) {
    pairs = fields.map { ($0.key, Value($0.value)) }
  }

  init(_ document: FrontMatterDocument, _ node: FrontMatterNode?) {
    pairs = document.pairs(of: node).map { (document.text(of: $0.key), Value(document, $0.value)) }
  }

  /// What an edit makes of them.
  mutating func make(_ edit: RecordOperation) {
    switch edit {
    case .set(let field, let row): change(row) { $0[field.key] = Value(field.value) }
    case .clear(let key, let row): change(row) { $0[key] = nil }
    case .addText(let text, let key, let index, let row):
      change(row) { keys in
        var texts = keys[key]?.texts ?? []
        texts.insert(text, at: min(index ?? texts.count, texts.count))
        keys[key] = .list(texts)
      }
    case .removeText(let text, let key, let row):
      change(row) { keys in
        guard var texts = keys[key]?.texts, let index = texts.firstIndex(of: text) else { return }
        texts.remove(at: index)
        keys[key] = texts.isEmpty ? nil : .list(texts)
      }
    case .replaceText(let text, let new, let key, let row):
      change(row) { keys in
        guard var texts = keys[key]?.texts, let index = texts.firstIndex(of: text) else { return }
        texts[index] = new
        keys[key] = .list(texts)
      }
    case .moveText(let text, let key, let index, let row):
      change(row) { keys in
        guard var texts = keys[key]?.texts, let place = texts.firstIndex(of: text) else { return }
        texts.remove(at: place)
        texts.insert(text, at: min(index > place ? index - 1 : index, texts.count))
        keys[key] = .list(texts)
      }
    case .insertRow(let fields, let place):
      guard case .rows(var rows) = self[place.list] else { return self[place.list] = .rows([Keys(fields)]) }
      rows.insert(Keys(fields), at: min(place.index, rows.count))
      self[place.list] = .rows(rows)
    case .removeRow(let place):
      guard case .rows(var rows) = self[place.list] else { return }
      rows.remove(at: place.index)
      self[place.list] = rows.isEmpty ? nil : .rows(rows)
    case .moveRow(let place, let index):
      guard case .rows(var rows) = self[place.list] else { return }
      let row = rows.remove(at: place.index)
      rows.insert(row, at: min(index > place.index ? index - 1 : index, rows.count))
      self[place.list] = .rows(rows)
    }
  }

  private mutating func change(_ place: RecordOperation.RowIndex?, _ change: (inout Keys) -> Void) {
    guard let place else { return change(&self) }
    guard case .rows(var rows) = self[place.list] else { return }
    change(&rows[place.index])
    self[place.list] = .rows(rows)
  }
}

extension Keys.Value {
  var texts: [String]? {
    if case .list(let texts) = self { texts } else { nil }
  }

  init(_ value: RecordOperation.FieldValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .list(let texts): self = .list(texts)
    case .rows(let rows): self = .rows(rows.map { Keys($0) })
    }
  }

  init(_ document: FrontMatterDocument, _ node: FrontMatterNode) {
    let items = Array(document.items(of: node))
    if node.isEmpty {
      self = .nothing
    } else if node.isScalar {
      self = .text(document.text(of: node))
    } else if items.allSatisfy(\.isScalar) {
      self = .list(items.map { document.text(of: $0) })
    } else {
      self = .rows(items.map { Keys(document, $0) })
    }
  }
}
