import Diagnostics
import FileSystem
import Records

/// What the names of files say about records: which ids exist, and whose they are.
struct RecordIndex: Sendable {
  /// The files found; in `records`, those of one table are adjacent.
  let scan: ContentScan
  /// For each record of the scan, whether an earlier one has the same id.
  let isDuplicate: [Bool]
  /// For each table, the index of its first record in the scan; the last element is the number of records.
  let starts: [Int]
  private let model: Model
  /// The table of each entity.
  private let tables: [Int]
  /// For each table, the positions of its files by id.
  private let placesByID: [[String: Int32]]
  /// For each entity, the positions of its family's files in the table.
  private let familyPlaces: [Range<Int32>]

  /// Finds what the names of files say, including duplicate ids.
  static func make(
    _ scan: ContentScan, model: Model
  ) -> (index: RecordIndex, diagnostics: [Diagnostic]) {
    var starts = [0]
    var entityStarts = [Int](repeating: 0, count: model.entities.count + 1)
    for record in scan.records { entityStarts[record.entity + 1] += 1 }
    for entity in model.entities.indices { entityStarts[entity + 1] += entityStarts[entity] }
    for table in model.tables { starts.append(entityStarts[table.entities.upperBound]) }
    var diagnostics: [Diagnostic] = []
    var isDuplicate = [Bool](repeating: false, count: scan.records.count)
    var placesByID: [[String: Int32]] = []
    for table in model.tables.indices {
      let range = starts[table]..<starts[table + 1]
      var places: [String: Int32] = [:]
      places.reserveCapacity(range.count)
      // Nearly every id equals its folded form; only if one does not, ids are looked up in both forms.
      let areFolded = range.allSatisfy { idFolded(scan.records[$0].id) == scan.records[$0].id }
      var firsts: [String: Int] = [:]
      for index in range {
        let record = scan.records[index]
        let first =
          areFolded
          ? places[record.id].map { range.lowerBound + Int($0) } : firsts[idFolded(record.id)]
        // Among files in several entities' folders, the later path is the duplicate.
        if let first {
          let isEarlier = record.path.precedes(scan.records[first].path)
          let (kept, other) = isEarlier ? (index, first) : (first, index)
          isDuplicate[other] = true
          diagnostics.append(
            .duplicateID(
              scan.records[other], first: scan.records[kept],
              in: model.entities[scan.records[other].entity]))
          if kept == first { continue }
          places[scan.records[first].id] = nil
        }
        if !areFolded { firsts[idFolded(record.id)] = index }
        places[record.id] = Int32(index - range.lowerBound)
      }
      // A reference spelled like the duplicate also leads to the first.
      for index in range where isDuplicate[index] && places[scan.records[index].id] == nil {
        let first = firsts[idFolded(scan.records[index].id)]
        places[scan.records[index].id] = first.map { Int32($0 - range.lowerBound) }
      }
      placesByID.append(places)
    }
    let familyPlaces = model.entities.map { entity in
      let start = starts[entity.table]
      return Int32(
        entityStarts[entity.family.lowerBound] - start)..<Int32(
          entityStarts[entity.family.upperBound] - start)
    }
    let index = RecordIndex(
      scan: scan, isDuplicate: isDuplicate, starts: starts, model: model, tables: model.entities.map(\.table),
      placesByID: placesByID, familyPlaces: familyPlaces)
    return (index, diagnostics)
  }

  /// The table of an entity, without copying the entity.
  func table(of entity: Int) -> Int { tables[entity] }

  /// The positions of a table's files by id; the id of a duplicate leads to the first file.
  func places(in table: Int) -> [String: Int32] { placesByID[table] }

  /// The position of a record's file in its table, by its id and its entity or a parent of that.
  func place(of id: String, in entity: Int) -> Int32? {
    guard let place = placesByID[tables[entity]][id], familyPlaces[entity].contains(place) else { return nil }
    return place
  }

  /// The ids of the records of an entity and its subentities, for "did you mean".
  func ids(of entity: Int) -> [String] {
    let table = model.entities[entity].table
    return familyPlaces[entity].map { scan.records[starts[table] + Int($0)].id }
  }
}
