import Diagnostics

/// The warning for an editor's backup copy of a file that is there and is read. Without that file, the copy may be
/// all that is left of it: then its name is a near miss.
/// - Parameters:
///   - path: its path for diagnostics.
///   - name: its name, or its path in a theme.
///   - original: that of the file.
package func backupDiagnostic(at path: String, name: String, of original: String) -> Diagnostic {
  Diagnostic(
    .nearMissFileName, .warning, at: SourceRange(fileAt: path),
    "'\(name)' is a backup copy of '\(original)' and is not read; delete it or move it away")
}
