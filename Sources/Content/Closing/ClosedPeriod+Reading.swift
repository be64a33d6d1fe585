import Diagnostics
import FileSystem
import FrontMatter
import Records

extension ClosedPeriod {
  /// A record's line.
  struct Line {
    /// The name of the record's entity.
    let entity: String
    /// The kept values, in the order of the entity's keys.
    let values: [String?]
    /// Where the line is, in UTF-8 bytes.
    let bytes: Range<Int>
  }

  /// Finds and reads the files of closed periods, except their records.
  /// - Returns: those that can be read, the periods of the others, and what is wrong with these.
  static func all(in files: ContentFiles) -> (
    periods: [ClosedPeriod], unread: [AccountingPeriod], diagnostics: [Diagnostic]
  ) {
    var periods: [ClosedPeriod] = []
    var unread: [AccountingPeriod] = []
    var diagnostics: [Diagnostic] = []
    for file in files.files(in: folder) {
      guard file.entry.kind == .file, let period = period(ofPath: file.entry.path) else {
        // Another name, a folder or a link out of Content: reported with the other files.
        if let period = meantPeriod(ofPath: file.entry.path) { unread.append(period) }
        continue
      }
      let path = files.root + "/" + file.entry.path
      do throws(EnvironmentFailure) {
        let source = SourceFile(path: path, bytes: try file.bytes.get())
        let (closed, place) = read(source, period: period)
        if let closed {
          periods.append(closed)
        } else {
          unread.append(period)
          diagnostics.append(damaged(at: place, "is not as docket writes it"))
        }
      } catch {
        unread.append(period)
        diagnostics.append(
          Diagnostic(
            .unreadableFile, at: SourceRange(fileAt: path),
            "cannot read the file: \(error.reason)"))
      }
    }
    return (periods, unread, diagnostics)
  }

  /// Whether it is unknown what is closed: the folder cannot be read, or something else is in its place.
  static func areUnknown(in files: ContentFiles) -> Bool {
    files[folder] != nil || ["Closed", "CLOSED"].contains(where: files.hasFiles)
  }

  /// The period that a path in the folder begins with: `closed/2025.yaml`, `closed/2025.yml/x`, iCloud's
  /// `closed/.2025.yml.icloud`; nil if it is none.
  private static func meantPeriod(ofPath path: String) -> AccountingPeriod? {
    let name = path.dropFirst(folder.count + 1).drop { $0 == "." }
    return AccountingPeriod(name.prefix { $0 != "." && $0 != " " && $0 != "/" })
  }

  /// The period whose file a path below Content is: `closed/2025.yml`.
  package static func period(ofPath path: String) -> AccountingPeriod? {
    guard path.hasPrefix(folder + "/"), path.hasSuffix(".yml") else { return nil }
    return AccountingPeriod(path.dropFirst(folder.count + 1).dropLast(4))
  }

  /// Reads one closed period's file; nil if its form is not the one that docket writes.
  package static func read(_ bytes: [UInt8], path: String, period: AccountingPeriod) -> ClosedPeriod? {
    read(SourceFile(path: path, bytes: bytes), period: period).closed
  }

  /// The place of the kept values of a record.
  func range(of line: Line) -> SourceRange {
    let places = elementPlaces(of: line)
    guard places.count > 1 else { return file[line.bytes] }
    return file[places[1].lowerBound..<places[places.count - 1].upperBound]
  }

  /// The place of one kept value of a record.
  func range(of line: Line, value: Int) -> SourceRange {
    let places = elementPlaces(of: line)
    // The digest is before the values.
    return file[places.indices.contains(value + 1) ? places[value + 1] : line.bytes]
  }

  /// The places of the digest and the values in a line.
  private func elementPlaces(of line: Line) -> [Range<Int>] {
    let array = file.bytes[line.bytes].drop { $0 != UInt8(ascii: "[") }
    return JSONLine.elements(of: array)?.map(\.place) ?? []
  }

  /// The error for a line that is not what docket wrote there. An unresolved merge is reported as such: only one side as a
  /// whole has digests that follow from each other.
  static func damaged(at range: SourceRange, _ what: String) -> Diagnostic {
    let file = range.file
    if let conflict = mergeConflict(in: 0..<file.bytes.count, of: file, isWhole: true) {
      return Diagnostic(
        .mergeConflict, at: conflict.range,
        "a merge is not resolved here; take one side whole, with 'git checkout --ours' or '--theirs' of this file, and if "
          + "the records are those of the other side, reopen the period and close it again")
    }
    return Diagnostic(
      .closedYearFile, at: range,
      "this line of a closed period \(what); restore the file from git or a backup")
  }

  /// Whether the last closing in the log has this digest.
  func holds(_ digest: String) -> Bool {
    for entry in log.reversed() {
      if case .closed(let last) = entry.event { return last == digest }
    }
    return false
  }

  /// Reads the lines of the records, and verifies their digests.
  func lines() -> Result<[Line], Diagnostic> {
    var lines: [Line] = []
    var chain = DigestChain(seed)
    var entity: (name: String, count: Int)?
    let prefix = Array("    - [\"".utf8)
    for place in LineTable(of: start..<file.bytes.count, in: file.bytes).ranges {
      let bytes = file.bytes[place]
      guard bytes.starts(with: prefix) else {
        let name = String(decoding: bytes, as: UTF8.self).dropFirst(2).dropLast()
        guard let known = keys.first(where: { $0.entity == name }) else {
          return .failure(
            Self.damaged(at: file[place], "is not as docket writes it"))
        }
        entity = (known.entity, known.names.count)
        continue
      }
      let digest = bytes.dropFirst(prefix.count).prefix(64)
      let rest = bytes.dropFirst(prefix.count + 64 + 3)
      guard let entity, rest.last == UInt8(ascii: "]"),
        let values = JSONLine.values(of: Array("[".utf8)[...] + rest), values.count == entity.count
      else {
        return .failure(Self.damaged(at: file[place], "is not as docket writes it"))
      }
      let line = rest.dropLast()
      chain.add(line.span)
      guard digest.elementsEqual(chain.digest.utf8) else {
        return .failure(
          Self.damaged(at: file[place], "or one before it was changed: its digest differs"))
      }
      lines.append(Line(entity: entity.name, values: values, bytes: place))
    }
    guard holds(chain.digest) else {
      let place = log.last?.line ?? start..<start
      return .failure(
        Self.damaged(at: file[place], "has another digest than the records below"))
    }
    return .success(lines)
  }
}
