import Diagnostics
import Records

extension Diagnostic {
  /// The error for a name that cannot be a record's id; nil if it can.
  /// - Parameters:
  ///   - id: the id.
  ///   - name: the place where the id was typed.
  static func ofID(_ id: String, at name: SourceText) -> Diagnostic? {
    guard id.utf8.count <= longestID else {
      return Diagnostic(
        .invalidID, at: name.range, "an id has at most \(longestID) bytes, and this one has \(id.utf8.count)")
    }
    guard isValidID(id) else {
      let slug = slug(nfc(name.text))
      return Diagnostic(
        .invalidID, at: name.range,
        "'\(name.text)' is not an id: letters, digits, '-', '_' and '.' only"
          + suggestion(slug.isEmpty ? nil : slug))
    }
    guard !isReservedID(id) else {
      return Diagnostic(
        .invalidID, at: name.range, "a file '\(id).md' is a page, not a record; choose another id")
    }
    return nil
  }

  /// A key that a request gives two values.
  static func givenTwice(_ key: SourceText) -> Diagnostic {
    Diagnostic(.duplicateKey, at: key.range, "'\(key.text)' is given twice")
  }
}

/// Whether a file with an id is not a record: `index.md` describes the pages of its folder.
package func isReservedID(_ id: String) -> Bool { idFolded(id) == "index" }
