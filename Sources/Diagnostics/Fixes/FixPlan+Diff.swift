extension FixPlan.Change {
  /// The change in the unified format.
  /// - Parameter path: the file's path in the heads.
  package func unifiedDiff(path: String) -> [UInt8] {
    UnifiedDiff.text(path: path, before: file.bytes, after: bytes)
  }
}
