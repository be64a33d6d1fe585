import Content
import Diagnostics
import Records

/// One of two books that are compared.
struct Side {
  /// A record: its table and its row.
  struct Place: Hashable {
    let table: Int
    let row: Int
  }

  /// A record's name in both books: the entity that its family inherits from, and its id.
  struct Name: Hashable {
    let family: String
    let id: String
  }

  let book: Book
  /// The records with a file of their own.
  let places: [Name: Place]

  init(_ book: Book) {
    self.book = book
    var places: [Name: Place] = [:]
    for (table, records) in book.graph.tables.enumerated() where records.owners == nil {
      let family = book.graph.model.entities[book.graph.model.tables[table].entities.lowerBound].name
      for (row, id) in records.ids.enumerated() {
        places[Name(family: family, id: id)] = Place(table: table, row: row)
      }
    }
    self.places = places
  }

  var graph: RecordGraph { book.graph }

  /// The files whose records could not be read, by the ids that the records would have.
  var skippedFiles: [String: String] {
    let ids = Set(places.keys.map(\.id))
    var files: [String: String] = [:]
    for diagnostic in book.diagnostics where diagnostic.severity == .error {
      let path = diagnostic.range.file.path
      guard path.hasSuffix(".md"), let name = path.split(separator: "/").last?.dropLast(3) else { continue }
      if !ids.contains(String(name)) { files[String(name)] = String(path) }
    }
    return files
  }

  func entity(_ place: Place) -> Entity {
    graph.model.entities[graph.entity(of: place.row, in: place.table)]
  }

  func document(_ place: Place) -> Document { graph.document(of: place.row, in: place.table) }

  func id(_ place: Place) -> String { graph.id(of: place.row, in: place.table) }

  /// The exact text of an attribute's value; nil where there is none.
  func text(_ attribute: Attribute, _ place: Place) -> String? {
    text(graph.tables[place.table].columns[attribute.column][place.row])
  }

  /// The exact text of a value.
  func text(_ value: Value) -> String? {
    if case .record(let table, let row) = value { return graph.id(of: row, in: table) }
    return value.exactText(home: graph.model.currency)
  }

  /// The records written inside another, by the name of their list, in the order written. What is implied and not
  /// written is not among them.
  func rows(of place: Place) -> [(list: Relationship, rows: [Place])] {
    entity(place).relationships.filter { $0.origin == .owned }.map { list in
      let table = graph.model.entities[list.destination].table
      guard let owners = graph.tables[table].owners else { return (list, []) }
      let rows = Int(owners.firsts[place.row])..<Int(owners.firsts[place.row + 1])
      let written = rows.filter { OwnedID(graph.id(of: $0, in: table)) != nil }
      return (list, written.map { Place(table: table, row: $0) })
    }
  }
}

extension Value {
  /// The value in the one form that its type gives it; nil for no value and for records.
  /// - Parameter home: the currency that amounts do not name.
  func exactText(home: Currency) -> String? {
    switch self {
    case .money(let money):
      var bytes: [UInt8] = []
      money.append(to: &bytes, home: home)
      return String(decoding: bytes, as: UTF8.self)
    case .number(let number):
      // 2.0 and 2 are one number, written in two ways.
      var text = number.description
      guard text.contains(".") else { return text }
      while text.hasSuffix("0") { text.removeLast() }
      return text.hasSuffix(".") ? String(text.dropLast()) : text
    case .list(let values): return values.compactMap { $0.exactText(home: home) }.joined(separator: ", ")
    default: return plainText
    }
  }
}
