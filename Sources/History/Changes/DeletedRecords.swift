import Content

/// The records that a commit deleted, by what may show that one is another under its former name. A commit may give all
/// records of a book other names.
struct DeletedRecords {
  /// The indices of the commit's steps, in ascending order.
  private var byID: [String: [Int]] = [:]
  private var byFormerID: [String: [Int]] = [:]
  private var byBlob: [Substring: [Int]] = [:]
  /// In a public book the blobs say too much, and what they show is compared.
  private var byContent: [RecordVersion: [Int]] = [:]

  /// Whether no record was deleted.
  var isEmpty: Bool { byID.isEmpty }

  init(_ steps: [RecordStep], isPublic: Bool) {
    for (index, step) in steps.enumerated() where step.isDeletion {
      byID[step.name.id, default: []].append(index)
      for id in step.before.reported?.record.written.formerIDs ?? [] {
        byFormerID[id, default: []].append(index)
      }
      for blob in Set(step.file.olds.compactMap(\.self)) where !isPublic {
        byBlob[blob, default: []].append(index)
      }
      for content in Set(step.before.olds.compactMap { $0?.record }) where isPublic && !content.isEmpty {
        byContent[content, default: []].append(index)
      }
    }
  }

  /// The records that may be an inserted one under its former name, in the order of the steps.
  /// - Parameter formerIDs: the former ids that its file names.
  func candidates(for step: RecordStep, formerIDs: [String]) -> [Int] {
    var found = (formerIDs + [step.name.id]).flatMap { byID[$0] ?? [] }
    if let blob = step.file.new { found += byBlob[blob] ?? [] }
    if let content = step.new?.record { found += byContent[content] ?? [] }
    return found.sorted()
  }

  /// The records with a former id, in the order of the steps.
  func candidates(formerlyCalled id: String) -> [Int] { byFormerID[id] ?? [] }
}
