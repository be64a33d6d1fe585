import Diagnostics
import FileSystem
import Records

extension LintChecker {
  /// Finds files beside records that are named like one but are not Markdown: an order saved by a word
  /// processor is copied as an attachment and missing from the totals.
  func unreadRecords() -> [Diagnostic] {
    let candidates = scan.attachments.filter { path in
      let name = path.fileName
      return Self.endings.contains(name[(name.lastIndex(of: ".") ?? name.endIndex)...].lowercased())
    }
    guard !candidates.isEmpty else { return [] }
    var ids = [Set<String>](repeating: [], count: graph.model.tables.count)
    for record in scan.records {
      ids[graph.model.entities[record.entity].table].insert(nfc(record.id))
    }
    let forms = ids.map { Set($0.compactMap(Self.form)) }
    return candidates.compactMap { path -> Diagnostic? in
      let name = path.fileName
      // A word processor makes 2026-0007.md.odt of 2026-0007.md.
      let stem = String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
      let id = nfc(String(stem.withoutMarkdownEnding))
      guard let form = Self.form(of: id), let table = table(ofFilesIn: path.parentFolder),
        forms[table].contains(form), !ids[table].contains(id)
      else { return nil }
      return Diagnostic(
        .unreadRecord, .warning, at: SourceRange(fileAt: "\(root)/\(path)"),
        "'\(name)' is named like a record, but is copied as it is; save a record as plain text, as '\(id).md'"
      )
    }
  }

  /// The extensions that word processors and text editors use.
  private static let endings: Set = ["", ".txt", ".text", ".rtf", ".doc", ".docx", ".odt", ".pages"]

  /// An id with each digit replaced by a zero; nil if it has no digits, because it could then be any word.
  private static func form(of id: String) -> String? {
    let digits = Set("0123456789")
    return id.contains(where: digits.contains) ? String(id.map { digits.contains($0) ? "0" : $0 }) : nil
  }

  /// The table whose records are in a folder or in one of its parents.
  private func table(ofFilesIn folder: Substring) -> Int? {
    var folder = folder
    while !folder.isEmpty {
      if let entity = graph.model.entity(inFolder: String(folder)) {
        return graph.model.entities[entity].table
      }
      folder = folder.parentFolder
    }
    return nil
  }
}
