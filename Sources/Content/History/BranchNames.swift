/// The names after a merge of records that only some of its branches renamed.
package struct BranchNames: Sendable {
  /// The names after the merge, by the name that a record has on a branch.
  package var records: [RecordName: RecordName] = [:]
  /// The families after the merge, by the name that a family has on a branch.
  package var families: [String: String] = [:]

  /// Makes the names of a commit that has none.
  package init() {}

  /// Whether there are none.
  package var isEmpty: Bool { records.isEmpty && families.isEmpty }

  /// The other names that a record has on branches.
  /// - Parameter name: its name after the merge.
  package func names(of name: RecordName) -> [RecordName] {
    let ids = records.filter { $0.value == name }.map(\.key)
    return ids
      + families.filter { $0.value == name.family }.map { RecordName(family: $0.key, id: name.id) }
  }

  /// The name after the merge of a record with a name on a branch.
  func name(after name: RecordName) -> RecordName {
    records[name] ?? families[name.family].map { RecordName(family: $0, id: name.id) } ?? name
  }
}
