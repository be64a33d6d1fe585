import Diagnostics
import FileSystem
import Records

/// What was decoded from each file, kept as long as the file and the model stay the same.
///
/// Records are decoded in chunks, so a changed file costs the decoding of its chunk. Where chunks end depends
/// only on the names of files, so that a new file does not move the ends of all later chunks.
struct DecodedFiles: Sendable {
  /// A chunk, and the versions it was made from.
  private struct Chunk {
    /// The version of each file, and whether its id is taken.
    let keys: [Int]
    let chunk: RecordChunk
  }

  /// The versions of site.yml and model.yml, which decide how everything else is read.
  private var settings: [Int] = []
  /// What follows from the names of the files alone.
  private var names: Names?
  /// The chunks, by the version of their first file.
  private var chunks: [Int: Chunk] = [:]
  /// The pages, by their version.
  private var pages: [Int: PageReader.Reading] = [:]

  /// What follows from names: the purpose of each file, and the index of the records.
  private struct Names {
    /// The version of the names.
    let version: Int
    let scan: ContentScan
    /// Nil if it has yet to be made, or if pages turned out to be misplaced records.
    var index: (index: RecordIndex, diagnostics: [Diagnostic])?
  }

  /// Forgets everything if site.yml or model.yml has changed.
  mutating func begin(_ files: ContentFiles) {
    let settings = ["site.yml", "model.yml"].map { files[$0]?.version ?? 0 }
    if settings != self.settings { self = DecodedFiles() }
    self.settings = settings
  }

  /// Classifies each file.
  mutating func scan(_ files: ContentFiles, model: Model) async -> ContentScan {
    if let names, names.version == files.namesVersion { return names.scan }
    let scan = await ContentScanner.scan(files, model: model)
    names = Names(version: files.namesVersion, scan: scan)
    return scan
  }

  /// Finds what the names of files say about records.
  /// - Parameters:
  ///   - scan: the result of ``scan(_:model:)``.
  ///   - misplaced: the records that were found among the pages.
  mutating func index(
    of scan: ContentScan, misplaced: [ContentScan.SkippedRecord], model: Model
  ) -> (index: RecordIndex, diagnostics: [Diagnostic]) {
    guard misplaced.isEmpty else {
      var scan = scan
      scan.skipped += misplaced
      return RecordIndex.make(scan, model: model)
    }
    if let known = names?.index { return known }
    let made = RecordIndex.make(scan, model: model)
    names?.index = made
    return made
  }

  /// Reads the pages.
  /// - Returns: the pages, the paths below Content of those that are left out as drafts, the misplaced records found
  ///   among them, and the diagnostics.
  mutating func pages(
    of scan: ContentScan, in files: ContentFiles, _ context: ReadingContext
  ) async -> (
    pages: [Page], drafts: [String], skipped: [ContentScan.SkippedRecord], diagnostics: [Diagnostic]
  ) {
    let known = pages
    let readings = await inParallel(scan.pages.count, by: 16) { part in
      scan.pages[part].map { entry in
        let file = files.files[entry.place]
        return known[file.version] ?? PageReader.read(entry, file.bytes, context)
      }
    }.flatMap { $0 }
    pages = Dictionary(keepingFirst: zip(scan.pages.map { files.files[$0.place].version }, readings))
    let misplaced = zip(scan.pages, readings).compactMap { entry, reading in
      reading.misplaced.map { (path: files.files[entry.place].entry.path, record: $0) }
    }
    return (
      readings.compactMap(\.page),
      zip(scan.pages, readings).compactMap { $1.isLeftOut ? files.files[$0.place].entry.path : nil },
      misplaced.flatMap { path, record in record.entities.map { ($0, record.id) } },
      readings.flatMap(\.diagnostics) + Self.diagnostics(of: misplaced)
    )
  }

  /// The errors about misplaced records: one for all of the same entities in a folder.
  /// - Parameter misplaced: each with its path below Content.
  private static func diagnostics(
    of misplaced: [(path: String, record: PageReader.Misplaced)]
  ) -> [Diagnostic] {
    struct Place: Hashable {
      let entities: [Int]
      let folder: Substring
    }
    var found: [(diagnostic: Diagnostic, folder: Substring, others: [SourceRange])] = []
    var known: [Place: Int] = [:]
    for (path, record) in misplaced {
      let folder = path.parentFolder
      let place = Place(entities: record.entities, folder: folder)
      if !folder.isEmpty, let index = known[place] {
        found[index].others.append(record.diagnostic.range)
      } else {
        known[place] = found.count
        found.append((record.diagnostic, folder, []))
      }
    }
    return found.map { diagnostic, folder, others in
      var diagnostic = diagnostic
      diagnostic.notes += others.prefix(3).map { .init("so it is here", at: $0) }
      if others.count > 3 {
        let more = counted(others.count - 3, "more file", "more files")
        diagnostic.notes.append(.init("and with \(more) in '\(folder)'"))
      }
      return diagnostic
    }
  }

  /// Reads the records.
  /// - Returns: the chunks in the order of the index's records, and the diagnostics.
  mutating func records(
    of index: RecordIndex, in files: ContentFiles, _ context: ReadingContext
  ) async -> (chunks: [RecordChunk], diagnostics: [Diagnostic]) {
    let records = index.scan.records
    let known = chunks
    let ranges = Self.ranges(of: records)
    let read = await inParallel(ranges.count, by: 1) { part in
      let range = ranges[part.lowerBound]
      let keys = range.map { files.files[records[$0].place].version << 1 | (index.isDuplicate[$0] ? 1 : 0) }
      if let chunk = known[keys[0]], chunk.keys == keys { return chunk }
      let chunk = RecordReader.read(
        range.map { place in
          RecordFile(
            path: records[place].path, entity: records[place].entity,
            bytes: files.files[records[place].place].bytes, isDuplicate: index.isDuplicate[place])
        }, context: context)
      return Chunk(keys: keys, chunk: chunk)
    }
    chunks = Dictionary(keepingFirst: read.map { ($0.keys[0], $0) })
    return (read.map(\.chunk), read.flatMap(\.chunk.diagnostics))
  }

  /// The range of each chunk: 64 to 512 files of one entity, if it has that many.
  private static func ranges(of records: [ContentScan.Record]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for index in records.indices {
      let count = index - start
      guard count > 0 else { continue }
      let isOther = records[index].entity != records[start].entity
      if isOther || count >= 512 || count >= 64 && records[index].id.beginsChunk {
        ranges.append(start..<index)
        start = index
      }
    }
    return start < records.count ? ranges + [start..<records.count] : ranges
  }
}

extension String {
  /// Whether a chunk may end before this id, as before about one in a hundred.
  fileprivate var beginsChunk: Bool {
    var hash: UInt32 = 2_166_136_261
    for byte in utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return (hash >> 16) % 100 == 0
  }
}
